// Probes of solids: a segment from a known point to one outside of the solid's box crosses its closed surface
// an odd number of times when the point is inside. Every crossing, and every miss that is not clear from
// boxes, is decided by the signs of volumes in outward-rounded intervals; a sign that stays open makes the
// probe worthless, never wrong. The segment is followed through the solid's tree: what is below a box that a
// plane keeps it out of is missed, given that the box contains it (`tree_holds`).
#include <algorithm>
#include <numeric>
#include <vector>

#include "graze/shape/shape.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_cover.hpp"

namespace graze::verifying {
namespace {

enum class Passing : std::uint8_t { misses, crosses, open };

int sign(const Interval& x) noexcept { return x.lower > 0 ? 1 : x.upper < 0 ? -1 : 0; }

bool apart(const Interval& a, const Interval& b) noexcept { return a.upper < b.lower || b.upper < a.lower; }

Interval hull3(const Interval& a, const Interval& b, const Interval& c) noexcept {
    return hull(hull(a, b), c);
}

using IntervalTriangle = std::array<IntervalVec3, 3>;

bool boxes_apart(const IntervalVec3& p, const IntervalVec3& q, const IntervalTriangle& t) noexcept {
    return apart(hull(p.x, q.x), hull3(t[0].x, t[1].x, t[2].x)) ||
           apart(hull(p.y, q.y), hull3(t[0].y, t[1].y, t[2].y)) ||
           apart(hull(p.z, q.z), hull3(t[0].z, t[1].z, t[2].z));
}

Passing pass(const IntervalVec3& p, const IntervalVec3& q, const IntervalTriangle& t) noexcept {
    if (boxes_apart(p, q, t)) return Passing::misses;
    const int from = sign(volume(t[0], t[1], t[2], p));
    const int to = sign(volume(t[0], t[1], t[2], q));
    if (from != 0 && from == to) return Passing::misses;
    int left = 0;
    int right = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const int side = sign(volume(p, q, t[i], t[(i + 1) % 3]));
        left += side > 0;
        right += side < 0;
    }
    // The line passes two edges on different sides: it misses the triangle, however the third edge lies.
    if (left > 0 && right > 0) return Passing::misses;
    return from != 0 && to != 0 && (left == 3 || right == 3) ? Passing::crosses : Passing::open;
}

IntervalTriangle placed_triangle(const PlacedParts& solid, std::uint32_t i) noexcept {
    const Triangle t = solid.triangle(i);
    const Pose& pose = solid.placed.pose;
    return {place(pose, enclose(t.a)), place(pose, enclose(t.b)), place(pose, enclose(t.c))};
}

/// A segment between points of two boxes, and its heights along the axes that can part it from a placed box:
/// those of the box, and their products with the segment.
class ProbeSegment {
public:
    ProbeSegment(const IntervalVec3& from, const IntervalVec3& to, const Pose& pose) noexcept
        : from_(from), to_(to) {
        const Vec3 along = unit(middle(to) - middle(from));
        for (std::size_t i = 0; i < 3; ++i) {
            add(pose.rotation.columns[i], pose);
            add(cross(along, pose.rotation.columns[i]), pose);
        }
    }

    /// Whether one of the axes keeps the segment out of a box of the pose's frame.
    [[nodiscard]] bool misses(const Aabb& box) const noexcept {
        return std::ranges::any_of(axes_, [&box](const Axis& axis) {
            return support_value(box, axis.local).upper < axis.heights.lower ||
                   support_value(box, -axis.local).upper < -axis.heights.upper;
        });
    }

    [[nodiscard]] Passing past(const IntervalTriangle& t) const noexcept { return pass(from_, to_, t); }

private:
    struct Axis {
        IntervalVec3 local{};   ///< In the frame of the boxes.
        Interval heights{0.0};  ///< Of the segment over the pose's position.
    };

    void add(const Vec3& n, const Pose& pose) noexcept {
        const IntervalVec3 exact = enclose(n);
        const IntervalVec3 position = enclose(pose.position);
        axes_[count_++] = {transpose_times(enclose(pose.rotation), exact),
                           hull(dot(exact, from_ - position), dot(exact, to_ - position))};
    }

    IntervalVec3 from_;
    IntervalVec3 to_;
    std::array<Axis, 6> axes_{};
    std::size_t count_ = 0;
};

struct Crossings {
    bool odd = false;
    bool known = true;         ///< Every triangle so far is decided.
    std::uint32_t tested = 0;  ///< Triangles whose boxes did not decide.
};

/// Of the segment with the triangles of a subtree.
void count_crossings(const ProbeSegment& segment, const PlacedParts& solid, std::uint32_t below,
                     Crossings& found) noexcept {
    const BoxTree& tree = *solid.tree();
    if (child::is_leaf(below)) {
        for (const std::uint32_t part : tree.primitives(child::leaf_slots(below))) {
            ++found.tested;
            const Passing passing = segment.past(placed_triangle(solid, part));
            if (passing == Passing::crosses) found.odd = !found.odd;
            if (passing == Passing::open) found.known = false;
        }
        return;
    }
    BoxNode place;
    const BoxNode& node = tree.node(below, place);
    for (std::size_t lane = 0; lane < kNodeWidth && found.known; ++lane) {
        if (node.child[lane] != child::kNone && !segment.misses(tree.lane_box(node, lane)))
            count_crossings(segment, solid, node.child[lane], found);
    }
}

/// Labels of connected pieces: triangles of a mesh that share a vertex are one, and so is all of a height
/// field; every other part is one of its own.
std::vector<std::uint32_t> pieces_of(const PlacedParts& parts) {
    std::vector<std::uint32_t> owner(parts.count());
    std::iota(owner.begin(), owner.end(), 0U);
    if (parts.mesh() == nullptr) {
        if (parts.made_of_triangles()) std::fill(owner.begin(), owner.end(), 0U);
        return owner;
    }
    const auto root = [&owner](std::uint32_t i) {
        while (owner[i] != i) i = owner[i] = owner[owner[i]];
        return i;
    };
    constexpr auto kNone = static_cast<std::uint32_t>(-1);
    std::vector<std::uint32_t> first_with(parts.mesh()->vertices.size(), kNone);
    for (std::uint32_t i = 0; i < owner.size(); ++i) {
        for (const std::uint32_t vertex : parts.mesh()->triangles[i]) {
            if (first_with[vertex] == kNone) first_with[vertex] = i;
            const std::uint32_t one = root(i);
            const std::uint32_t other = root(first_with[vertex]);
            owner[std::max(one, other)] = std::min(one, other);
        }
    }
    for (std::uint32_t i = 0; i < owner.size(); ++i) owner[i] = root(i);
    return owner;
}

/// Every piece of one side has an outside probe in the list.
bool side_outside(const SeparatingCover& cover, const PlacedParts& a, const PlacedParts& b, bool of_b) {
    const PlacedParts& side = of_b ? b : a;
    if (!(of_b ? a : b).solid()) return true;
    const std::vector<std::uint32_t> piece = pieces_of(side);
    std::vector<bool> shown(piece.size(), false);
    for (const SolidProbe& probe : cover.outside) {
        if (probe.of_b != of_b || probe.part >= piece.size() || shown[piece[probe.part]]) continue;
        if (locate_point(probe, a, b).where == PointLocation::outside) shown[piece[probe.part]] = true;
    }
    return std::all_of(piece.begin(), piece.end(), [&shown](std::uint32_t i) { return shown[i]; });
}

}  // namespace

Probed locate_point(const IntervalVec3& start, const Vec3& end, const PlacedParts& solid) noexcept {
    const IntervalVec3 target = enclose(end);
    bool outside_box = false;
    for (const bool low : {true, false}) {
        for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
            const Vec3 n = low ? -axis : axis;
            const Interval top =
                support_value(solid.bounds(),
                              transpose_times(enclose(solid.placed.pose.rotation), enclose(n))) +
                dot(enclose(n), enclose(solid.placed.pose.position));
            outside_box = outside_box || dot(enclose(n), target).lower > top.upper;
        }
    }
    if (!outside_box) return {};
    Crossings found;
    count_crossings(ProbeSegment(start, target, solid.placed.pose), solid, root_of(solid).index, found);
    if (!found.known) return {PointLocation::unknown, found.tested};
    return {found.odd ? PointLocation::inside : PointLocation::outside, found.tested};
}

Probed locate_point(const SolidProbe& probe, const PlacedParts& a, const PlacedParts& b) noexcept {
    const PlacedParts& side = probe.of_b ? b : a;
    const PlacedParts& solid = probe.of_b ? a : b;
    if (!solid.solid() || probe.part >= side.count() || !is_finite(probe.target)) return {};
    return locate_point(place(side.placed.pose, support_enclosure(side.part(probe.part), {1, 0, 0})),
                        probe.target, solid);
}

bool starts_outside(const PlacedParts& solid, const IntervalVec3& start) noexcept {
    const double distance =
        2 * (solid.placed.shape.reach() + length(middle(start) - solid.placed.pose.position));
    for (const Vec3& direction : kProbeDirections) {
        const PointLocation where =
            locate_point(start, solid.placed.pose.position + distance * direction, solid).where;
        if (where != PointLocation::unknown) return where == PointLocation::outside;
    }
    return false;
}

bool passes_before(const PlacedParts& parts, std::uint32_t i, const IntervalVec3& start,
                   const IntervalVec3& end) noexcept {
    return pass(start, end, placed_triangle(parts, i)) == Passing::misses;
}

bool all_outside(const SeparatingCover& cover, const PlacedParts& a, const PlacedParts& b) noexcept {
    if (is_single_plane(cover)) return true;
    return side_outside(cover, a, b, false) && side_outside(cover, a, b, true);
}

}  // namespace graze::verifying
