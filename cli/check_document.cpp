#include "check_document.hpp"

#include <utility>

#include "commands/command.hpp"

namespace graze::cli {

AssemblyFindings check_document(const io::Document& document, std::span<const std::uint32_t> files,
                                const AssemblyOptions& options, FunctionRef<void(double)> progress) {
    Assembly assembly = io::assembly_of(document);
    for (std::size_t i = 0; i < files.size(); ++i)
        assembly.parts[i].origin = std::to_string(files[i]) + " " + assembly.parts[i].origin;
    auto findings = check_assembly(assembly, options, [&](double share) {
        progress(share);
        return Continue::yes;
    });
    if (!findings) throw UserError{findings.error().message};
    return *std::move(findings);
}

AssemblyFindings check_document(const io::Document& document, const AssemblyOptions& options) {
    return check_document(document, {}, options, [](double) {});
}

}  // namespace graze::cli
