// Hulls and polygons as bodies of records.
#pragma once

#include <memory>

#include "graze/shape/hull.hpp"
#include "mesh/bytes/shape_bytes_words.hpp"

namespace graze::shape_bytes {

void write_hull(WordWriter& writer, const HullData& hull);
/// The same tables again. Whatever comes back is the convex hull of its vertices: solids by exact signs.
expected<std::shared_ptr<const HullData>, BuildError> read_hull(WordReader& reader);

}  // namespace graze::shape_bytes
