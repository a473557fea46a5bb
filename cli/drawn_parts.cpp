#include "drawn_parts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include <graze/query/query.hpp>
#include <graze/shape/shape.hpp>

namespace graze::cli {
namespace {

/// Equal for parts of one shape: its heavy part is the same one, its numbers are the same.
using ShapeKey = std::tuple<ShapeType, const ShapePayload*, std::array<double, 12>, double>;

}  // namespace

PartGeometries part_geometries(const Assembly& assembly) {
    PartGeometries geometries;
    std::map<ShapeKey, std::uint32_t> known;
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const Shape& shape = assembly.parts[i].placed.shape;
        const ShapeKey key{shape.type(), shape.payload(), shape.values(), shape.margin()};
        const auto [place, is_new] =
            known.try_emplace(key, static_cast<std::uint32_t>(geometries.first.size()));
        if (is_new) geometries.first.push_back(static_cast<PartIndex>(i));
        geometries.of_part.push_back(place->second);
    }
    return geometries;
}

double drawn_reach(const Assembly& assembly) {
    double reach = 1;
    for (const AssemblyPart& part : assembly.parts) {
        if (part.placed.shape.type() == ShapeType::half_space) continue;
        const Aabb box = box_of(part.placed);
        const Vec3 far = max(abs(box.min), abs(box.max));
        reach = std::max({reach, far.x, far.y, far.z});
    }
    return reach;
}

}  // namespace graze::cli
