// Findings in the BIM Collaboration Format, BCF-XML 2.1 (buildingSMART): a topic for each, with a viewpoint
// that frames it and a picture, for viewers and issue trackers.
#pragma once

#include <string>
#include <string_view>

#include <graze/core/function_ref.hpp>

#include "exports/export_context.hpp"

namespace graze::cli {

/// A ZIP archive: bcf.version, and for each finding that is not allowed a folder that is named by its
/// identifier, with markup.bcf, viewpoint.bcfv and snapshot.png. Coordinates are metres, as BCF has them,
/// where the unit of the document is known (`metres_of`), else as they are. Throws UserError when there are
/// more topics than an archive holds. `progress` is called with the share that is done, by one thread at a
/// time.
std::string bcf_file(const ExportContext& context, FunctionRef<void(double)> progress);

/// Whether an archive with these first and last bytes was written by `bcf_file`, and by nothing since:
/// programs that add comments to topics write archives of their own, which must not be lost.
bool is_own_bcf(std::string_view head, std::string_view tail);

/// Metres of one unit: of "m", "mm", "cm", "um", "in", "ft" and their names; 1 for every other word.
double metres_of(std::string_view unit);

}  // namespace graze::cli
