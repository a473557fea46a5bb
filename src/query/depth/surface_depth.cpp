// Best first: the piece with the highest upper bound is the next. A point's depth changes no faster than the
// point moves, which bounds the depth over a box of the tree. Over a triangle the distance to any one
// triangle of the solid is a bound too, and as a convex function it is highest at a corner: where walls run
// side by side, that is within the curvature of the truth for triangles much larger than the depth. In a
// convex solid the plane that is nearest to a point serves in the same way.
#include "query/depth/surface_depth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "bounds/clip_polygon.hpp"
#include "graze/query/query.hpp"
#include "shape/pose_check.hpp"
#include "solid/point_triangle.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

/// What is known of a point.
struct Measured {
    Interval depth{};        ///< In the solid; negative outside.
    Vec3 nearest{};          ///< On the solid's surface, up to rounding.
    Vec3 out{};              ///< Of a convex solid: unit, along which the depth shrinks fastest.
    std::uint32_t part = 0;  ///< Of a mesh: the nearest triangle.
};

/// The corner of a triangle where a bound of the depth is highest.
struct HighestCorner {
    Vec3 corner{};
    double bound = -kInfinity;

    void offer(const Vec3& x, double depth) noexcept {
        if (depth > bound) *this = {x, depth};
    }
};

/// The heights of a triangle's corners above a plane that cuts it.
struct CutAcross {
    std::array<double, 3> heights{};
};

/// Cuts that leave less than this share of a piece on a side are not made.
constexpr double kNarrowCut = 1e-3;

/// The part on the side of the lone corner, and the other one as two triangles.
std::array<Triangle, 3> pieces_of(const Triangle& t, const CutAcross& cut) noexcept {
    std::array<Vec3, 3> x{t.a, t.b, t.c};
    std::array<double, 3> h = cut.heights;
    const auto lone = [&] { return (h[0] > 0) != (h[1] > 0) && (h[0] > 0) != (h[2] > 0); };
    for (int turn = 0; turn < 2 && !lone(); ++turn) {
        std::rotate(x.begin(), x.begin() + 1, x.end());
        std::rotate(h.begin(), h.begin() + 1, h.end());
    }
    const Vec3 p = x[0] + (x[1] - x[0]) * (h[0] / (h[0] - h[1]));
    const Vec3 q = x[0] + (x[2] - x[0]) * (h[0] / (h[0] - h[2]));
    return {Triangle{x[0], p, q}, {p, x[1], x[2]}, {p, x[2], q}};
}

/// Depths of points in one solid.
class DepthGauge {
public:
    explicit DepthGauge(const PlacedParts& solid, double slack) : solid_(solid), slack_(slack) {
        if (!solid.placed.shape.convex()) surface_.emplace(solid.placed);
    }

    [[nodiscard]] Measured at(const Vec3& point, std::optional<std::uint32_t> guess, WorkBudget* work) const {
        Measured m;
        if (surface_) {
            const PointDistance d =
                distance_from_point(*surface_, point, {.near_part = guess, .side = std::nullopt}, work);
            m.depth = -d.distance;
            m.nearest = d.nearest;
            m.part = d.part;
            return m;
        }
        const Separation s =
            separation({Point{}, Pose::translation(point)}, solid_.placed, {.tolerance = 1e-9});
        spend(work, work_of(s));
        m.depth = -s.distance;
        m.nearest = s.point_b;
        m.out = -s.normal;
        return m;
    }

    /// No point in the hull of the corners is deeper than this; `m` is of a point near them.
    [[nodiscard]] HighestCorner highest_over(const Triangle& piece, const Measured& m,
                                             WorkBudget* work) const {
        HighestCorner highest;
        if (surface_) return highest_behind_wall(piece, m, work);
        const Vec3 origin = solid_.placed.pose.position;
        const double top = farthest_part(solid_, m.out, work).height;
        for (const Vec3& corner : {piece.a, piece.b, piece.c})
            highest.offer(corner, slack_ + top - dot(m.out, corner - origin));
        return highest;
    }

    /// Where the piece crosses the border of a triangle of the mesh, seen along its normal: across the edge
    /// that the piece reaches over the farthest.
    [[nodiscard]] std::optional<CutAcross> beside_wall(const Triangle& piece, std::uint32_t part) const {
        if (!surface_) return std::nullopt;
        const Triangle local = surface_->set().triangle(part);
        const Pose& pose = surface_->pose();
        const std::array<Vec3, 3> wall{pose * local.a, pose * local.b, pose * local.c};
        const Vec3 normal = cross(wall[1] - wall[0], wall[2] - wall[0]);
        const double size = std::max(length(piece.b - piece.a), length(piece.c - piece.a));
        std::optional<CutAcross> cut;
        double farthest = kNarrowCut * size;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 inward = cross(normal, wall[(i + 1) % 3] - wall[i]);
            if (inward == Vec3{}) continue;
            const Vec3 n = unit(inward);
            const std::array<double, 3> heights{dot(n, piece.a - wall[i]), dot(n, piece.b - wall[i]),
                                                dot(n, piece.c - wall[i])};
            const auto [low, high] = std::minmax({heights[0], heights[1], heights[2]});
            if (!(-low > farthest && high > kNarrowCut * size)) continue;
            farthest = -low;
            cut = CutAcross{heights};
        }
        return cut;
    }

    /// No ball inside of the solid has a larger radius.
    [[nodiscard]] double deepest_possible() const noexcept {
        const Aabb box = surface_ ? surface_->set().tree().bounds() : fit_aabb(solid_.placed.shape);
        const Vec3 size = box.max - box.min;
        const double least = std::min({size.x, size.y, size.z});
        return 0.5 * least * (1 + 2 * orthonormality_defect(solid_.placed.pose.rotation)) + slack_;
    }

    /// The part of a triangle in the box around a mesh, as a fan; nothing outside of it is inside of the
    /// solid.
    [[nodiscard]] std::vector<Triangle> clipped(const Triangle& t) const {
        if (!surface_) return {t};
        const Pose& pose = surface_->pose();
        const auto local = [&](const Vec3& x) { return transpose_times(pose.rotation, x - pose.position); };
        ClippedPolygon<9> polygon;
        for (const Vec3& corner : {t.a, t.b, t.c}) polygon.add(local(corner));
        const Aabb& box = surface_->set().tree().bounds();
        bool cut = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const double sign : {1.0, -1.0}) {
                const double limit = (sign > 0 ? box.max[axis] : -box.min[axis]) + slack_;
                for (std::size_t i = 0; i < polygon.count; ++i)
                    cut = cut || sign * polygon.corners[i][axis] > limit;
                if (polygon.count > 0) polygon = clip_polygon(polygon, axis, sign, limit);
            }
        }
        if (!cut) return {t};
        std::vector<Triangle> fan;
        for (std::size_t i = 2; i < polygon.count; ++i)
            fan.push_back(
                {pose * polygon.corners[0], pose * polygon.corners[i - 1], pose * polygon.corners[i]});
        return fan;
    }

private:
    [[nodiscard]] HighestCorner highest_behind_wall(const Triangle& piece, const Measured& m,
                                                    WorkBudget* work) const {
        const Triangle local = surface_->set().triangle(m.part);
        const Pose& pose = surface_->pose();
        const Triangle wall{pose * local.a, pose * local.b, pose * local.c};
        ClippedPolygon<4> behind;
        for (const Vec3& corner : {piece.a, piece.b, piece.c}) behind.add(corner);
        const Vec3 middle = (piece.a + piece.b + piece.c) * (1.0 / 3);
        const double radius =
            std::max({length(piece.a - middle), length(piece.b - middle), length(piece.c - middle)});
        // A piece that crosses the wall is cut there, if there is nothing of the solid in front of the wall.
        if (m.depth.lower < radius && free_before(local, {middle, radius}, work))
            behind = cut_behind(behind, wall);
        HighestCorner highest;
        spend(work, behind.count * work::kPointTriangle);
        for (std::size_t i = 0; i < behind.count; ++i)
            highest.offer(behind.corners[i], slack_ + bound_of(wall, behind.corners[i]).distance.upper);
        return highest;
    }

    struct Ball {
        Vec3 centre{};
        double radius = 0;
    };

    /// Whether no point of the ball that is in front of the triangle's plane by more than the slack is inside
    /// of the solid: none of the surface is there, and one of these points is outside. Those within the slack
    /// are as good as on the plane.
    [[nodiscard]] bool free_before(const Triangle& local, const Ball& ball, WorkBudget* work) const {
        const Pose& pose = surface_->pose();
        const Vec3 across = cross(local.b - local.a, local.c - local.a);
        if (across == Vec3{}) return false;
        const Vec3 normal = unit(across);
        const Vec3 centre = transpose_times(pose.rotation, ball.centre - pose.position);
        const double radius = ball.radius * (1 + 1e-9) + 4 * slack_;
        const Vec3 reach{radius, radius, radius};
        bool free = true;
        const TreeStats stats =
            visit_box(surface_->set().tree(), {centre - reach, centre + reach}, [&](LeafSlots leaf) {
                spend(work, work::kLeaf);
                for (std::uint32_t slot = leaf.first; free && slot < leaf.first + leaf.count; ++slot) {
                    const Triangle t = surface_->set().triangle_in_slot(slot);
                    for (const Vec3& corner : {t.a, t.b, t.c})
                        free = free && dot(normal, corner - local.a) <= slack_;
                }
                return free ? Continue::yes : Continue::no;
            });
        spend(work, stats.node_tests * work::kNode);
        if (!free) return false;
        // Of the ball, and in front of the plane.
        const double height = dot(normal, centre - local.a);
        const Vec3 before = height > 3 * slack_ ? centre : centre + (3 * slack_ - height) * normal;
        if (!(length(before - centre) < radius)) return true;  // nothing of the ball is in front
        return side_of(*surface_->set().mesh(), pose, {nullptr, pose * before}, work) == PointSide::outside;
    }

    /// The part of a polygon that is no more than a few slacks in front of the plane of a triangle.
    [[nodiscard]] ClippedPolygon<4> cut_behind(const ClippedPolygon<4>& polygon, const Triangle& wall) const {
        const Vec3 normal = unit(cross(wall.b - wall.a, wall.c - wall.a));
        ClippedPolygon<4> kept;
        for (std::size_t i = 0; i < polygon.count; ++i) {
            const Vec3& p = polygon.corners[i];
            const Vec3& q = polygon.corners[i + 1 == polygon.count ? 0 : i + 1];
            const double over_p = dot(normal, p - wall.a) - 8 * slack_;
            const double over_q = dot(normal, q - wall.a) - 8 * slack_;
            if (over_p <= 0) kept.add(p);
            if ((over_p < 0 && over_q > 0) || (over_p > 0 && over_q < 0))
                kept.add(p + (q - p) * (over_p / (over_p - over_q)));
        }
        return kept;
    }

    const PlacedParts& solid_;
    std::optional<PlacedSurface> surface_;  ///< Of a mesh.
    double slack_;
};

/// A part of one surface. By the height of its bound.
struct SurfacePiece {
    double upper = 0;         ///< No point of it is deeper.
    bool of_a = false;        ///< Of a's surface, in b.
    bool triangle = false;    ///< A piece of a triangle; else a child of the tree.
    std::uint32_t child = 0;  ///< As nodes hold it.
    std::uint32_t guess = 0;  ///< A triangle of the solid that may be near.
    Triangle piece{};

    friend bool operator<(const SurfacePiece& x, const SurfacePiece& y) noexcept { return x.upper < y.upper; }
};

class SurfaceDepthSearch {
public:
    SurfaceDepthSearch(const PartPairs& pairs, const SurfaceDepthGoal& goal)
        : pairs_(pairs),
          goal_(goal),
          slack_(8 * pairs.error() + 64 * kEps * pairs.pair.extent / pairs.pair.scale),
          in_a_(pairs.a, slack_),
          in_b_(pairs.b, slack_) {}

    SurfaceDepth run() {
        for (const bool of_a : {true, false}) {
            const PlacedParts& surface = of_a ? pairs_.a : pairs_.b;
            if (surface_depth_known(surface, of_a ? pairs_.b : pairs_.a)) start(of_a);
        }
        while (!queue_.empty() && !done()) {
            std::pop_heap(queue_.begin(), queue_.end());
            const SurfacePiece top = queue_.back();
            queue_.pop_back();
            if (top.triangle)
                divide(top);
            else
                open(top);
        }
        const double open = queue_.empty() ? 0 : queue_.front().upper;
        best_.depth.upper = std::max({best_.depth.lower, beaten_, open});
        best_.depth.upper = std::max(best_.depth.upper, 0.0);
        return best_;
    }

private:
    [[nodiscard]] double threshold() const noexcept {
        return best_.depth.lower + std::max(goal_.relative * best_.depth.lower, goal_.width);
    }
    [[nodiscard]] bool done() const noexcept {
        return queue_.front().upper <= threshold() || best_.measured >= goal_.most_points ||
               spent(pairs_.work);
    }

    void start(bool of_a) {
        const PlacedParts& surface = of_a ? pairs_.a : pairs_.b;
        const double most = (of_a ? in_b_ : in_a_).deepest_possible();
        put({most, of_a, false, surface.tree()->nodes().empty() ? child::kNone : 0, 0, {}});
    }

    /// Pieces that cannot raise the answer by as much as it may be off are left out for good.
    void put(const SurfacePiece& piece) {
        if (piece.upper <= 0 || piece.child == child::kNone) return;
        if (piece.upper <= threshold()) {
            beaten_ = std::max(beaten_, piece.upper);
            return;
        }
        queue_.push_back(piece);
        std::push_heap(queue_.begin(), queue_.end());
    }

    Measured measure(const Vec3& point, bool of_a, std::uint32_t guess) {
        ++best_.measured;
        const DepthGauge& gauge = of_a ? in_b_ : in_a_;
        return gauge.at(point, guess, pairs_.work);
    }

    /// Of a point of the surface.
    void offer(const Vec3& point, bool of_a, const Measured& m) {
        const double depth = m.depth.lower - slack_;
        if (!(depth > best_.depth.lower)) return;
        best_.depth.lower = depth;
        best_.point = point;
        best_.exit = m.nearest;
        best_.in_a = !of_a;
    }

    void open(const SurfacePiece& parent) {
        const PlacedParts& surface = parent.of_a ? pairs_.a : pairs_.b;
        if (child::is_leaf(parent.child)) {
            const LeafSlots leaf = child::leaf_slots(parent.child);
            for (std::uint32_t slot = leaf.first; slot < leaf.first + leaf.count; ++slot)
                add_triangle(surface, slot, parent);
            return;
        }
        const BoxNode& node = surface.tree()->nodes()[parent.child];
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            if (node.child[lane] == child::kNone) continue;
            const Aabb box = surface.tree()->lane_box(parent.child, lane);
            const Vec3 centre_of_box = surface.placed.pose * centre(box);
            const double defect = 2 * orthonormality_defect(surface.placed.pose.rotation);
            const double radius = 0.5 * length(box.max - box.min) * (1 + defect) + slack_;
            const Measured m = measure(centre_of_box, parent.of_a, parent.guess);
            put({std::min(parent.upper, m.depth.upper + radius),
                 parent.of_a,
                 false,
                 node.child[lane],
                 m.part,
                 {}});
        }
    }

    void add_triangle(const PlacedParts& surface, std::uint32_t slot, const SurfacePiece& parent) {
        const Triangle local = surface.triangle_in_slot(slot);
        const Pose& pose = surface.placed.pose;
        const Triangle whole{pose * local.a, pose * local.b, pose * local.c};
        const DepthGauge& gauge = parent.of_a ? in_b_ : in_a_;
        for (const Triangle& t : gauge.clipped(whole)) add_piece(t, parent);
    }

    void add_piece(const Triangle& t, const SurfacePiece& parent) {
        const Vec3 middle = (t.a + t.b + t.c) * (1.0 / 3);
        const double radius =
            std::max({length(t.a - middle), length(t.b - middle), length(t.c - middle)}) + slack_;
        const Measured m = measure(middle, parent.of_a, parent.guess);
        offer(middle, parent.of_a, m);
        double upper = std::min(parent.upper, m.depth.upper + radius);
        if (upper > threshold()) {
            const DepthGauge& gauge = parent.of_a ? in_b_ : in_a_;
            const HighestCorner highest = gauge.highest_over(t, m, pairs_.work);
            upper = std::min(upper, highest.bound);
            // What is deepest is often a corner of the surface, which halving would only approach.
            if (!parent.triangle && upper > threshold())
                offer(highest.corner, parent.of_a, measure(highest.corner, parent.of_a, m.part));
        }
        put({upper, parent.of_a, true, 0, m.part, t});
    }

    /// Along an edge of the nearest wall, so that a piece faces one wall alone; else across the longest edge.
    void divide(const SurfacePiece& top) {
        const DepthGauge& gauge = top.of_a ? in_b_ : in_a_;
        if (const std::optional<CutAcross> cut = gauge.beside_wall(top.piece, top.guess)) {
            for (const Triangle& piece : pieces_of(top.piece, *cut)) add_piece(piece, top);
            return;
        }
        Triangle t = top.piece;
        const double ab = length_sq(t.b - t.a), bc = length_sq(t.c - t.b), ca = length_sq(t.a - t.c);
        if (bc >= ab && bc >= ca)
            t = {t.b, t.c, t.a};
        else if (ca >= ab)
            t = {t.c, t.a, t.b};
        const Vec3 half = 0.5 * (t.a + t.b);
        offer(half, top.of_a, measure(half, top.of_a, top.guess));
        add_piece({t.a, half, t.c}, top);
        add_piece({half, t.b, t.c}, top);
    }

    const PartPairs& pairs_;
    const SurfaceDepthGoal& goal_;
    double slack_;  ///< What rounding does to a placed point and to its depth.
    DepthGauge in_a_, in_b_;
    std::vector<SurfacePiece> queue_;
    SurfaceDepth best_;
    double beaten_ = 0;  ///< The highest bound among pieces left out.
};

}  // namespace

bool surface_depth_known(const PlacedParts& of, const PlacedParts& in) noexcept {
    if (!of.made_of_triangles() || of.margin() > 0) return false;
    return in.placed.shape.convex() || (in.solid() && in.margin() == 0);
}

SurfaceDepth deepest_of_surfaces(const PartPairs& pairs, const SurfaceDepthGoal& goal) {
    return SurfaceDepthSearch(pairs, goal).run();
}

}  // namespace graze
