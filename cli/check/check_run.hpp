// A check of files, from documents to outputs: what `graze check` does once and `graze watch` after each
// change.
#pragma once

#include <functional>

#include <graze/assembly/assembly.hpp>

#include "answers/answers.hpp"
#include "check/check_request.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"

namespace graze::cli {

/// What a check leaves behind.
struct CheckOutcome {
    io::Document document;  ///< With the groups and exclusions of the command line.
    Answers answers;
    Exit code = Exit::clean;
};

/// Finds what is to be found in a document, in which it may make meshes of CAD files finer; the answers have
/// their files and options.
using FindFindings =
    std::function<AssemblyFindings(io::Document& document, const Answers& answers, CadFiles& cad)>;

/// Checks the loaded files by `find`, and writes every requested output. `options` are those of
/// `check_options`. Throws UserError.
CheckOutcome run_check(const CheckRequest& request, const AssemblyOptions& options, LoadedFiles loaded,
                       const FindFindings& find);

}  // namespace graze::cli
