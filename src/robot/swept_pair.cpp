#include "robot/swept_pair.hpp"

#include <algorithm>
#include <cmath>

#include "convex/gjk/support_map.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"

namespace graze::robot {
namespace {

using verifying::axes_between;
using verifying::corner_count;
using verifying::corner_maps;

/// Corner maps of one side that a plane is searched with at most: seven turning joints.
constexpr std::uint64_t kMostCorners = std::uint64_t{1} << 14;
/// Views with more than this many times the corner maps of the first are left out: they cost more than they
/// save in boxes.
constexpr std::uint64_t kCornerRatio = 4;
/// Steps of the search of a direction. Most searches end within 8.
constexpr int kMostSteps = 24;

struct Extreme {
    double height = kInfinity;
    Vec3 point{};
};

/// The lowest point along n of a body's images.
Extreme lowest(const SweptBody& body, std::span<const Affine> maps, const Vec3& n) noexcept {
    Extreme best;
    for (const Affine& map : maps) {
        const Vec3 w = transpose_times(map.linear, n);
        const double shift = dot(n, map.offset);
        // No point of the ball around it is lower than the lowest so far.
        if (dot(w, body.hull.centre()) + shift - length(w) * body.radius >= best.height) continue;
        const Vec3 x = support(body.hull, -w);
        const double height = dot(w, x) + shift;
        if (height < best.height) best = {height, map * x};
    }
    return best;
}

struct DifferencePoint {
    using Scalar = double;
    Vec3 w{};  ///< b - a.
};

/// { b - a } over the hulls of both bodies' images.
struct SweptDifference {
    using Point = DifferencePoint;
    const SweptPair* pair = nullptr;

    void support(const Vec3& axis, Point& p) const noexcept {
        p.w = lowest(*pair->b, pair->maps_b, axis).point - lowest(*pair->a, pair->maps_a, -axis).point;
    }
};

/// Ends at a direction whose gap is wide enough, or where there is none.
struct GapStop {
    double wanted = 0;
    SweptGap best{};
    double square = kInfinity;
    int steps = 0;

    bool ends_at_support(const Vec3& axis, const DifferencePoint& p) noexcept {
        const double gap = dot(unit(axis), p.w);
        if (steps++ == 0 || gap > best.gap) best = {unit(axis), gap};
        return best.gap > wanted || steps >= kMostSteps;
    }
    bool accepts(const BasicNearest<double>& nearest) noexcept {
        const bool closer = nearest.size == 4 || nearest.length_sq < square;
        square = nearest.length_sq;
        return closer;
    }
    bool ends_at_nearest(const BasicSimplex<DifferencePoint>&,
                         const BasicNearest<double>& nearest) const noexcept {
        return std::sqrt(nearest.length_sq) <= wanted;
    }
};

}  // namespace

SweptBody swept_body(verifying::LinkBody body) {
    SweptBody swept;
    swept.in_frame = Affine::from(body.link_in_frame) * Affine::from(body.in_link);
    swept.hull = body.shape;
    if (!body.shape.convex()) {
        const auto hull = ConvexHull::build(body.corners, {.allow_degenerate = true});
        // A ball where there is no hull: a plane that separates it is as good.
        swept.hull = hull ? rounded(Shape(*hull), body.shape.margin()) : Shape(Sphere{body.shape.reach()});
        const MeshData* mesh = mesh_data(body.shape);
        swept.exact = mesh != nullptr && mesh->convex.has_value();
    }
    swept.radius = swept.hull.reach() + swept.hull.support_error() + length(swept.hull.centre());
    if (!body.corners.empty()) {
        swept.radius = 0;
        for (const Vec3& x : body.corners)
            swept.radius = std::max(swept.radius, length(x - swept.hull.centre()));
        swept.radius = (swept.radius + body.shape.margin()) * (1 + 16 * kEps);
    }
    swept.body = std::move(body);
    return swept;
}

std::vector<SweptView> views_between(const KinematicTree& tree, std::uint32_t frame_a,
                                     std::uint32_t frame_b) {
    std::vector<SweptView> views;
    for (const std::uint32_t frame : verifying::frames_between(tree, frame_a, frame_b)) {
        SweptView view{frame, axes_between<double>(tree, frame, frame_a),
                       axes_between<double>(tree, frame, frame_b)};
        const std::uint64_t a = corner_count<double>(view.to_a), b = corner_count<double>(view.to_b);
        view.corners = a + b;
        if (std::max(a, b) <= kMostCorners) views.push_back(std::move(view));
    }
    std::ranges::stable_sort(views, {}, &SweptView::corners);
    while (!views.empty() && views.back().corners > kCornerRatio * views.front().corners) views.pop_back();
    for (SweptView& view : views) view.to_first = axes_between<double>(tree, view.frame, views.front().frame);
    return views;
}

SweptPair sweep(const SweptView& view, const SweptBody& a, const SweptBody& b,
                std::span<const Interval> configurations) {
    SweptPair pair{&a, &b, corner_maps<double>(view.to_a, configurations),
                   corner_maps<double>(view.to_b, configurations)};
    for (Affine& map : pair.maps_a) map = map * a.in_frame;
    for (Affine& map : pair.maps_b) map = map * b.in_frame;
    return pair;
}

double gap_along(const SweptPair& pair, const Vec3& n) noexcept {
    return lowest(*pair.b, pair.maps_b, n).height + lowest(*pair.a, pair.maps_a, -n).height;
}

SweptGap widest_gap(const SweptPair& pair, const Vec3& start, double wanted) noexcept {
    BasicSimplex<DifferencePoint> simplex;
    GapStop stop{wanted};
    search_nearest(SweptDifference{&pair}, start, simplex, stop);
    return stop.best;
}

}  // namespace graze::robot
