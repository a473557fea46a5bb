// Which normals the surfaces around two parts allow. The shortest translation that separates a single
// triangle from another shape often leads across one of its edges, where the neighbouring triangle continues:
// such a normal does not lead out of the mesh. A normal is allowed when the corner or edge of the triangle
// that is highest along it is no lower than what the triangles around that corner or edge reach.
#include <algorithm>
#include <array>
#include <cmath>

#include "math/degeneracy/triangle_normal.hpp"
#include "query/contacts/composite_contacts.hpp"

namespace graze {
namespace {

/// Slopes below this are level: above the noise of normals on round shapes (1e-3), below what a ghost at a
/// seam tilts.
constexpr double kLevelSlope = 4e-3;

std::array<Vec3, 3> corners(const Triangle& t) noexcept { return {t.a, t.b, t.c}; }

/// Whether x is no higher over `corner` along `up` than a level slope takes it.
bool is_level(const Vec3& up, const Vec3& x, const Vec3& corner) noexcept {
    const double height = dot(up, x - corner);
    return height <= 0 || height * height <= kLevelSlope * kLevelSlope * length_sq(x - corner);
}

/// A corner, or the edge from it to another one.
struct CornerOrEdge {
    Vec3 corner{};
    const Vec3* other = nullptr;  ///< None: the corner alone.
};

/// Whether no triangle that has the corner, or the edge, rises above the corner along `up`. Local frame.
bool none_rises(const PlacedParts& side, const Vec3& up, const CornerOrEdge& top, WorkBudget* work) noexcept {
    const Vec3& corner = top.corner;
    bool level = true;
    const TreeStats stats = visit_box(*side.tree(), {corner, corner}, [&](LeafSlots leaf) {
        spend(work, work::kLeaf + leaf.count * work::kTriangleAtCorner);
        for (std::uint32_t slot = leaf.first; slot < leaf.first + leaf.count; ++slot) {
            const std::array<Vec3, 3> at = corners(side.triangle_in_slot(slot));
            if (std::find(at.begin(), at.end(), corner) == at.end()) continue;
            if (top.other != nullptr && std::find(at.begin(), at.end(), *top.other) == at.end()) continue;
            level = is_level(up, at[0], corner) && is_level(up, at[1], corner) && is_level(up, at[2], corner);
            if (!level) return Continue::no;
        }
        return Continue::yes;
    });
    spend(work, stats.node_tests * work::kNode);
    return level;
}

bool enters(const PlacedParts& side, std::uint32_t part, const Vec3& outward) noexcept {
    return side.solid() && dot(placed_normal(side, part), outward) < -kLevelSlope;
}

/// `outward` is a unit direction of the world that leads away from the side.
bool allows(const PlacedParts& side, std::uint32_t part, const Vec3& outward, WorkBudget* work) noexcept {
    if (!side.made_of_triangles()) return true;
    if (enters(side, part, outward)) return false;
    const Vec3 up = transpose_times(side.placed.pose.rotation, outward);
    const std::array<Vec3, 3> at = corners(side.triangle(part));
    const std::array<double, 3> height{dot(up, at[0]), dot(up, at[1]), dot(up, at[2])};
    const std::size_t top =
        height[0] >= height[1] ? (height[0] >= height[2] ? 0 : 2) : (height[1] >= height[2] ? 1 : 2);
    const std::size_t next = (top + 1) % 3, last = (top + 2) % 3;
    const std::size_t second = height[next] >= height[last] ? next : last;
    const std::size_t third = second == next ? last : next;
    const bool edge = is_level(up, at[top], at[second]);
    if (edge && is_level(up, at[top], at[third])) return true;
    return none_rises(side, up, {at[top], edge ? &at[second] : nullptr}, work);
}

}  // namespace

Vec3 placed_normal(const PlacedParts& side, std::uint32_t part) noexcept {
    const Triangle t = side.triangle(part);
    const Vec3 local = corner_normal(t.b - t.a, t.c - t.a);
    // Outward stays outward under a reflection too, though the winding turns.
    return unit(side.placed.pose.rotation * local);
}

bool enters_solid(const PartPairs& pairs, const PartPair& parts, const Vec3& normal) noexcept {
    return enters(pairs.a, parts.a, normal) || enters(pairs.b, parts.b, -normal);
}

bool surfaces_allow(const PartPairs& pairs, const PartPair& parts, const Vec3& normal) noexcept {
    return allows(pairs.a, parts.a, normal, pairs.work) && allows(pairs.b, parts.b, -normal, pairs.work);
}

}  // namespace graze
