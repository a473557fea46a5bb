// Support values of meshes, compounds and height fields: of all parts, in outward-rounded intervals. Trees take no part.
#include <limits>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/support.hpp"

namespace graze {
namespace {

constexpr double kNoLowerBound = -std::numeric_limits<double>::infinity();

Interval higher(const Triangle& t, const IntervalVec3& direction, const Interval& best) noexcept {
    return max(best, max(dot(enclose(t.a), direction), max(dot(enclose(t.b), direction), dot(enclose(t.c), direction))));
}

}  // namespace

Interval MeshData::height(const IntervalVec3& direction) const noexcept {
    Interval best{kNoLowerBound};
    for (std::size_t i = 0; i < triangles.size(); ++i) best = higher(triangle(i), direction, best);
    return best;
}

Interval HeightFieldData::height(const IntervalVec3& direction) const noexcept {
    Interval best{kNoLowerBound};
    for (std::size_t i = 0; i < triangle_count(); ++i) best = higher(triangle(i), direction, best);
    return best;
}

Interval CompoundData::height(const IntervalVec3& direction) const noexcept {
    Interval best{kNoLowerBound};
    for (const Shape& part : parts) best = max(best, support_value(part, direction));
    return best;
}

}  // namespace graze
