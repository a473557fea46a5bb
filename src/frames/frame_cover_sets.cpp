// The box of a solid's part in a cell reaches to the part's extremes. Those are on the surface, or on a wall
// of the cell; a wall that the solid reaches has a piece of the surface in it, or lies in the solid with all
// its corners. So clipped triangles and inner corners are enough. Triangles are clipped to cells that are
// larger by more than any rounding, and boxes are grown by as much.
#include "frames/frame_cover_sets.hpp"

#include <algorithm>
#include <array>

#include "bounds/clip_polygon.hpp"
#include "convex/epa/separate.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/triangle_box.hpp"
#include "solid/side_of.hpp"

namespace graze::frame_cover {
namespace {

/// Rounded to nearest: the slack of a cover pays for it.
Aabb padded(const Aabb& box, double by) noexcept {
    return {box.min - Vec3{by, by, by}, box.max + Vec3{by, by, by}};
}

Aabb common(const Aabb& x, const Aabb& y) noexcept { return {max(x.min, y.min), min(x.max, y.max)}; }

Vec3 corner(const Aabb& box, std::size_t i) noexcept {
    return {(i & 1U) != 0 ? box.max.x : box.min.x, (i & 2U) != 0 ? box.max.y : box.min.y,
            (i & 4U) != 0 ? box.max.z : box.min.z};
}

/// A triangle cut by six planes has nine corners at the most.
using Polygon = ClippedPolygon<10>;

Polygon clipped(const Triangle& t, const Aabb& cell) noexcept {
    Polygon polygon{{t.a, t.b, t.c}, 3};
    for (std::size_t axis = 0; axis < 3 && polygon.count > 0; ++axis)
        polygon = clip_polygon(clip_polygon(polygon, axis, 1, cell.max[axis]), axis, -1, -cell.min[axis]);
    return polygon;
}

}  // namespace

SolidTriangles::SolidTriangles(const PartSet& set, const Mat3& axes)
    : mesh_(*set.mesh()),
      axes_(axes),
      margin_(set.margin()),
      slack_(256 * kEps * (mesh_.reach + set.margin())) {
    for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
        const Triangle t = mesh_.triangle(i);
        corners_.push_back(
            {transpose_times(axes, t.a), transpose_times(axes, t.b), transpose_times(axes, t.c)});
        bounds_ = merge(bounds_, box_of(corners_.back()));
    }
    bounds_ = padded(bounds_, margin_ + slack_);
}

bool SolidTriangles::inside(const Vec3& u) const noexcept {
    return side_of(mesh_, axes_ * u) == PointSide::inside;
}

Content SolidTriangles::classify(const Aabb& cell, std::span<const std::uint32_t> candidates) const {
    Content content;
    const Aabb around = padded(cell, slack_);
    Aabb box;
    for (const std::uint32_t i : candidates) {
        const Aabb own = padded(box_of(corners_[i]), margin_);
        if (is_empty(common(own, around))) continue;
        if (margin_ > 0) {
            box = merge(box, own);
        } else {
            const Polygon polygon = clipped(corners_[i], around);
            if (polygon.count == 0) continue;
            for (std::size_t k = 0; k < polygon.count; ++k)
                box = merge(box, Aabb{polygon.corners[k], polygon.corners[k]});
        }
        content.candidates.push_back(i);
    }
    if (content.candidates.empty()) {
        // All of the cell is where its middle is.
        content.full = inside(0.5 * (cell.min + cell.max));
        if (content.full) content.box = cell;
        return content;
    }
    for (std::size_t k = 0; k < 8; ++k) {
        if (inside(corner(cell, k))) box = merge(box, Aabb{corner(cell, k), corner(cell, k)});
    }
    content.box = common(padded(box, slack_), cell);
    return content;
}

ConvexParts::ConvexParts(std::vector<Shape> parts, const Mat3& axes) : parts_(std::move(parts)), axes_(axes) {
    double reach = 0;
    for (const Shape& part : parts_) reach = std::max(reach, part.reach() + part.support_error());
    slack_ = 256 * kEps * reach;
    for (const Shape& part : parts_) {
        boxes_.push_back(padded(fit_aabb(part, Affine{transpose(axes), {}}), slack_ + part.support_error()));
        bounds_ = merge(bounds_, boxes_.back());
    }
}

bool ConvexParts::apart(const Aabb& cell, std::uint32_t part) const noexcept {
    const Placed box{Box{0.5 * (cell.max - cell.min) + Vec3{slack_, slack_, slack_}},
                     Pose{axes_, axes_ * (0.5 * (cell.min + cell.max))}};
    const Placed other{parts_[part], Pose::identity()};
    CorePair pair;
    return make_core_pair(box, other, pair) &&
           separate(box, other, pair, {.tolerance = 1e-3}, {}).distance.lower > 0;
}

bool ConvexParts::holds(std::uint32_t part, const Aabb& cell) const noexcept {
    for (std::size_t k = 0; k < 8; ++k) {
        const Placed point{Point{}, Pose::translation(axes_ * corner(cell, k))};
        const Placed whole{parts_[part], Pose::identity()};
        CorePair pair;
        if (!make_core_pair(point, whole, pair) ||
            separate(point, whole, pair, {.tolerance = 1e-3}, {}).distance.upper > -slack_)
            return false;
    }
    return true;
}

Aabb ConvexParts::shrunk(Aabb box, std::uint32_t part) const noexcept {
    for (std::size_t side = 0; side < 6; ++side) {
        const std::size_t axis = side % 3;
        double free = 0, taken = 1;  // shares of the box, from this side
        for (int step = 0; step < 4; ++step) {
            const double share = 0.5 * (free + taken);
            const double cut = share * (box.max[axis] - box.min[axis]);
            Aabb slice = box;
            (side < 3 ? slice.max[axis] : slice.min[axis]) =
                side < 3 ? box.min[axis] + cut : box.max[axis] - cut;
            (apart(slice, part) ? free : taken) = share;
        }
        const double cut = free * (box.max[axis] - box.min[axis]);
        if (side < 3)
            box.min[axis] += cut;
        else
            box.max[axis] -= cut;
    }
    return box;
}

Content ConvexParts::classify(const Aabb& cell, std::span<const std::uint32_t> candidates) const {
    Content content;
    for (const std::uint32_t i : candidates) {
        const Aabb shared = common(boxes_[i], cell);
        if (is_empty(shared) || apart(cell, i)) continue;
        content.candidates.push_back(i);
        content.full = content.full || holds(i, cell);
        content.box = merge(content.box, content.full ? cell : shrunk(shared, i));
    }
    return content;
}

}  // namespace graze::frame_cover
