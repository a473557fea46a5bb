// The check of a document's assembly. The check itself is the library's: graze/assembly/assembly.hpp.
#pragma once

#include <cstdint>
#include <span>

#include <graze/assembly/assembly.hpp>
#include <graze/core/function_ref.hpp>
#include <graze/io/document.hpp>

namespace graze::cli {

/// `files` has for each part the index of the named file that it is from; empty: all are from one. The origin
/// of a part is that file together with the mesh file that it names. `progress` is called with the share that
/// is done, by one thread at a time. Throws UserError for an assembly that cannot be checked.
AssemblyFindings check_document(const io::Document& document, std::span<const std::uint32_t> files,
                                const AssemblyOptions& options, FunctionRef<void(double)> progress);
/// The same from the findings of an earlier check: see `recheck_assembly`.
AssemblyFindings recheck_document(const io::Document& document, std::span<const std::uint32_t> files,
                                  const AssemblyOptions& options, const EarlierCheck& earlier,
                                  FunctionRef<void(double)> progress);
/// The assembly that is checked, with origins by files.
Assembly assembly_of(const io::Document& document, std::span<const std::uint32_t> files);
/// Of a document from one file, without progress.
AssemblyFindings check_document(const io::Document& document, const AssemblyOptions& options = {});

}  // namespace graze::cli
