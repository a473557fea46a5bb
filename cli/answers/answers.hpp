// A file of answers: what a run found, with the proofs of all of it, as versioned JSON (docs/answers.md).
// Numbers keep every bit.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

#include "baseline/judgement.hpp"
#include "cad_files.hpp"
#include "cast.hpp"
#include "pair_options.hpp"

namespace graze::cli {

inline constexpr int kAnswersVersion = 1;

/// The description of the scene for people: lengths mean nothing without their unit.
struct SceneHead {
    std::string title{};
    std::string unit{};
    std::vector<std::string> notes{};
};
SceneHead head_of(const io::Document& document);

/// Findings, with the options that are needed to repeat the queries. Files have a check, a cast or both.
struct Answers {
    std::string fingerprint{};  ///< Of the document.
    SceneHead scene{};          ///< Of the document; written from the document itself.
    AssemblyOptions options{};  ///< Of the check; the limit of curves is not kept.
    /// For each part the index of its file, as in LoadedFiles; not kept.
    std::vector<std::uint32_t> files{};
    std::vector<GroupRule> groups{};      ///< Of the check, those beside the document's own.
    std::vector<Exclusion> exclusions{};  ///< The same of exclusions.
    std::vector<FinerMesh> finer{};       ///< Of CAD files: meshes other than the first ones.
    AssemblyFindings result{};
    CastOptions cast_options{};
    CastAnswer impacts{};  ///< Whether proofs were verified is not kept.
    bool checked = true;   ///< Whether clashes were searched for.
    bool cast = false;     ///< Whether impacts were.
};

/// Ends with '\n'. With a judgement also how the findings compare with a baseline, which is not read again.
std::string to_text(const Answers& answers, const io::Document& document,
                    const Judgement* judgement = nullptr);

/// Throws UserError that names the file and the place in it: not JSON, not answers, a value of the wrong
/// kind, a part that the document does not have.
Answers read_answers(const std::filesystem::path& file, const io::Document& document);
/// The same of a text; `name` is for the message.
Answers answers_from(std::string_view text, const io::Document& document, const std::string& name);

}  // namespace graze::cli
