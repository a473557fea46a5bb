// First impacts along the motions of a document: which parts collide, when and where, with proofs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <graze/ccd/time_of_impact.hpp>
#include <graze/io/document.hpp>

namespace graze::cli {

struct CastOptions {
    double tolerance = 1e-6;  ///< Of ImpactOptions. > 0.
    unsigned threads = 0;     ///< 0: one per core.
    bool verify = true;       ///< Seek proofs, and check them.
};

/// Two parts that collide during their motion.
struct PartImpact {
    std::uint32_t a = 0;  ///< Indices of parts; a < b.
    std::uint32_t b = 0;
    CertifiedImpact certified{};  ///< Without cells and covers unless CastOptions::verify.
    bool verified = false;
};

struct CastAnswer {
    std::vector<PartImpact> impacts;    ///< By growing time.lower, then a, then b.
    std::vector<std::uint32_t> moving;  ///< Parts with a motion, growing.
};

/// The part as a moving body, margin included; at rest when it has no motion.
Moving moving_part(const io::Part& part);

/// Throws UserError when a motion cannot be used.
CastAnswer first_impacts(const io::Document& document, const CastOptions& options);

/// The proof of an impact in words, one fact a line.
std::vector<std::string> impact_words(const PartImpact& impact);

/// Whether the search ended before it came to a contact or to the tolerance.
bool is_undecided(const Impact& impact);

/// "contact", "within tolerance", "miss"; "not decided" where the budget was reached before the tolerance.
std::string_view answer_text(const Impact& impact);

}  // namespace graze::cli
