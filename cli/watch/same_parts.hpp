// Which parts of two documents are the same.
#pragma once

#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

namespace graze::cli {

/// For each part of `now` the part of `before` with its name, shape, pose, margin and deviation, all to the
/// last bit; kNoEarlierPart for the others. What a check finds about two such parts is what it found before.
std::vector<PartIndex> same_parts(const io::Document& before, const io::Document& now);

}  // namespace graze::cli
