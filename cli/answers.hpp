// A file of answers: what a run found, with the proofs of all of it, as versioned JSON (docs/answers.md). Numbers keep every bit.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <graze/io/document.hpp>
#include <graze/query/impact_query.hpp>

#include "assembly_check.hpp"

namespace graze::cli {

inline constexpr int kAnswersVersion = 1;

/// Two parts that meet on their way; a < b.
struct ImpactFinding {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    CertifiedImpact certified{};
};

/// How a check came about, as far as it takes to ask again.
struct Answers {
    std::string fingerprint{};                ///< Of the document.
    CheckOptions options{};                   ///< Of the check; curves are not kept.
    std::vector<io::Exclusion> exclusions{};  ///< Those beside the document's own.
    CheckResult result{};
    std::vector<ImpactFinding> impacts{};  ///< Of `graze cast`.
    bool checked = true;                   ///< Whether clashes were looked for.
    bool cast = false;                     ///< Whether impacts were.
};

/// Ends with '\n'.
std::string to_text(const Answers& answers, const io::Document& document);

/// Throws Trouble that names the file and the place in it: not JSON, not answers, a value of the wrong kind, a part that the document does not
/// have.
Answers read_answers(const std::filesystem::path& file, const io::Document& document);
/// The same of a text; `name` is for the message.
Answers answers_from(std::string_view text, const io::Document& document, const std::string& name);

}  // namespace graze::cli
