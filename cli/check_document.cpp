#include "check_document.hpp"

#include <utility>

#include "commands/command.hpp"

namespace graze::cli {

namespace {

AssemblyFindings found(expected<AssemblyFindings, AssemblyError> findings) {
    if (!findings) throw UserError{findings.error().message};
    return *std::move(findings);
}

}  // namespace

Assembly assembly_of(const io::Document& document, std::span<const std::uint32_t> files) {
    Assembly assembly = io::assembly_of(document);
    for (std::size_t i = 0; i < files.size(); ++i)
        assembly.parts[i].origin = std::to_string(files[i]) + " " + assembly.parts[i].origin;
    return assembly;
}

AssemblyFindings check_document(const io::Document& document, std::span<const std::uint32_t> files,
                                const AssemblyOptions& options, FunctionRef<void(double)> progress) {
    return found(check_assembly(assembly_of(document, files), options, [&](double share) {
        progress(share);
        return Continue::yes;
    }));
}

AssemblyFindings recheck_document(const io::Document& document, std::span<const std::uint32_t> files,
                                  const AssemblyOptions& options, const EarlierCheck& earlier,
                                  FunctionRef<void(double)> progress) {
    return found(recheck_assembly(assembly_of(document, files), options, earlier, [&](double share) {
        progress(share);
        return Continue::yes;
    }));
}

AssemblyFindings check_document(const io::Document& document, const AssemblyOptions& options) {
    return check_document(document, {}, options, [](double) {});
}

}  // namespace graze::cli
