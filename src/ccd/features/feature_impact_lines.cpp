// The differences of a vertex and a face (three points) or of two edges (the four corners of a parallelogram)
// move on straight lines; contact is when the origin is in their hull. At each time the plane perpendicular
// to the point nearest to the origin gives the next time: when the first difference reaches it. Contact is
// proven by continuity: the volume of the four vertices changes its sign while, projected along one
// direction, the vertex stays strictly inside of the triangle, or the edges cross each other; then they touch
// when the volume is zero.
#include "graze/ccd/feature_impact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ccd/features/audit_features.hpp"
#include "ccd/features/moving_hull.hpp"
#include "ccd/features/swept_boxes.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "core/audited.hpp"
#include "graze/math/vec.hpp"
#include "math/degeneracy/thin_triangle.hpp"
#include "math/nearest.hpp"
#include "result/nothing_excluded.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kDefaultSteps = 1024;

/// The point of the hull nearest to the origin, by the plane across it, and how far off that plane the others
/// are.
struct NearPlane {
    Vec3 normal{1, 0, 0};  ///< Unit, from the origin towards the hull.
    double gap = 0;        ///< Least height of the points along it.
};

template <std::size_t N> double least_height(const std::array<Vec3, N>& d, const Vec3& n) noexcept {
    double least = dot(n, d[0]);
    for (std::size_t i = 1; i < N; ++i) least = std::min(least, dot(n, d[i]));
    return least;
}

/// Of a triangle that is thin up to rounding, as of edges that are parallel, neither offset nor plane is
/// accurate: what is across its longest side is.
template <std::size_t N>
void try_across_longest(const std::array<Vec3, 3>& triangle, const std::array<Vec3, N>& d,
                        const Vec3& nearest, NearPlane& best) noexcept {
    const Vec3 n = across_edge(nearest, unit(longest_edge(triangle[0], triangle[1], triangle[2])));
    const double gap = least_height(d, n);
    if (gap > best.gap) best = {n, gap};
}

template <std::size_t N> NearPlane near_plane(const std::array<Vec3, N>& d) noexcept {
    std::array<Vec3, 3> triangle{d[0], d[1], d[2]};
    TrianglePoint point = nearest_on_triangle(triangle, Vec3{});
    if constexpr (N == 4) {
        const std::array<Vec3, 3> other{d[0], d[2], d[3]};
        const TrianglePoint second = nearest_on_triangle(other, Vec3{});
        if (second.distance_sq < point.distance_sq) {
            point = second;
            triangle = other;
        }
    }
    const Vec3 nearest =
        triangle[0] + point.u * (triangle[1] - triangle[0]) + point.v * (triangle[2] - triangle[0]);
    NearPlane best{unit(nearest), 0};
    best.gap = least_height(d, best.normal);
    // Close to the hull the offset to it is mostly rounding; its own plane is not. Up to a thousandth of the
    // triangle's size both are tried, and the wider gap is taken: beyond, the offset's direction is good to a
    // thousand roundings, so that no more than those are lost.
    const Vec3 across = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    if (best.gap < 1e-3 * std::sqrt(std::sqrt(length_sq(across)))) {
        const Vec3 face = dot(across, nearest) < 0 ? -unit(across) : unit(across);
        const double gap = least_height(d, face);
        if (gap > best.gap) best = {face, gap};
        // Along a normal parallel to the displacement its component is the whole length, up to rounding: a
        // plane with less than half of that is rejected.
        if (best.gap < 0.5 * length(nearest)) try_across_longest(triangle, d, nearest, best);
    }
    return best;
}

template <std::size_t N>
bool proven_contact(const MovingHull<N>& hull, const Vec3& view, const Interval& time,
                    double separation) noexcept {
    if (separation > 0) {
        std::array<Vec3, N> d;
        for (std::size_t i = 0; i < N; ++i) d[i] = hull.at(i, time.upper);
        const std::array<Vec3, 3> first{d[0], d[1], d[2]}, second{d[0], d[2], d[N - 1]};
        const double nearest = std::min(nearest_on_triangle(first, Vec3{}).distance_sq,
                                        nearest_on_triangle(second, Vec3{}).distance_sq);
        return std::sqrt(nearest) + 2 * hull.error < separation;
    }
    return passes_through(hull, view, time);
}

/// The search itself.
template <std::size_t N> class Approach {
public:
    /// `first`: the plane at the start.
    Approach(const MovingHull<N>& hull, const NearPlane& first, const VertexImpactOptions& options) noexcept
        : hull_(hull),
          separation_(options.minimum_separation),
          tolerance_(options.tolerance),
          longest_(0.999 * options.tolerance),
          until_(options.until),
          budget_(options.max_steps > 0 ? options.max_steps : kDefaultSteps),
          first_(first) {}

    /// `touching`: whether the parts touch at the start is known for certain.
    Impact run(bool touching) noexcept {
        if (touching || (separation_ > 0 && proven_contact(hull_, {}, {0, 0}, separation_)))
            return ended({0, 0}, ImpactAnswer::contact);
        // A plane is followed to a height that is certain there and then: one error for the height now, one
        // for the height then, and the same again as a reserve.
        const double floor = 3 * hull_.error;
        double t = 0, wanted = tolerance_ * hull_.extent;
        while (true) {
            plane_ = plane_at(t);
            const double gap = plane_.gap - separation_;
            if (!(gap > 2 * hull_.error)) return close(t, 0);
            if (impact_.work.cells >= budget_) {
                if (gap <= tolerance_ * hull_.extent)
                    return close(t, gap);  // within tolerance, however slowly they move
                impact_.status = Status::budget_reached;
                return ended({t, until_}, ImpactAnswer::within_tolerance);
            }
            const double speed = closing_speed(t);
            // A quarter of what is wanted, by length and by time: the planes are left there, and contact is
            // searched for from four times that on.
            const double fine = std::max(floor, 0.25 * std::min(wanted, speed * tolerance_));
            if (gap <= 4 * fine) {
                if (shows_contact(t, gap, speed)) return impact_;
                if (!(gap > 1.5 * floor)) return close(t, gap);
                wanted /= 64;  // three more of these are below rounding
            }
            const double next = reach_time(t, separation_ + std::min(fine, 0.5 * gap));
            ++impact_.work.cells;
            if (next >= until_) return impact_;
            if (!(next > t)) return close(t, gap);
            t = next;
        }
    }

private:
    NearPlane plane_at(double t) noexcept {
        ++impact_.work.primitive_tests;
        if (t == 0) return first_;
        std::array<Vec3, N> d;
        for (std::size_t i = 0; i < N; ++i) d[i] = hull_.at(i, t);
        return near_plane(d);
    }

    /// How fast the least height shrinks; a little more than 0 when it grows.
    [[nodiscard]] double closing_speed(double t) const noexcept {
        double least = std::numeric_limits<double>::infinity(), speed = 0;
        for (std::size_t i = 0; i < N; ++i) {
            const double height = dot(plane_.normal, hull_.at(i, t));
            if (height < least) {
                least = height;
                speed = -dot(plane_.normal, hull_.end[i] - hull_.start[i]);
            }
        }
        // To divide by: at this speed no tolerance worth its name is crossed in the time, so that what
        // follows from it is never tried.
        return std::max(speed, 1e-12 * hull_.extent);
    }

    /// When the first difference comes down to this height, 1 if none does.
    [[nodiscard]] double reach_time(double t, double height) const noexcept {
        double first = 1;
        for (std::size_t i = 0; i < N; ++i) {
            const double now = dot(plane_.normal, hull_.at(i, t)), last = dot(plane_.normal, hull_.end[i]);
            if (last < height) first = std::min(first, t + (1 - t) * ((now - height) / (now - last)));
        }
        return first;
    }

    bool shows_contact(double t, double gap, double speed) noexcept {
        for (const double wait : {1.5 * (gap + 4 * hull_.error) / speed, longest_}) {
            const Interval time{t, std::min(1.0, t + wait)};
            if (wait > longest_ || !proven_contact(hull_, plane_.normal, time, separation_)) continue;
            ended(time, ImpactAnswer::contact);
            return true;
        }
        return false;
    }

    /// Closer than rounding lets planes be followed, or than the tolerance when steps have run out.
    Impact close(double t, double gap) noexcept {
        if (shows_contact(t, gap, closing_speed(t))) return impact_;
        return ended({t, t == 0 ? 0 : std::min(1.0, t + longest_)}, ImpactAnswer::within_tolerance);
    }

    Impact ended(const Interval& time, ImpactAnswer answer) noexcept {
        if (time.upper == 0) plane_ = plane_at(0);
        impact_.hit = true;
        impact_.answer = answer;
        // Touching at the start, and being closer than a separation, are decided at one time.
        const bool overlap_proven = time.upper == 0 || separation_ > 0;
        if (answer == ImpactAnswer::contact)
            impact_.proof = overlap_proven ? ContactProof::overlap : ContactProof::passage;
        impact_.time = time;
        impact_.normal = plane_.normal;
        return impact_;
    }

    const MovingHull<N>& hull_;
    double separation_;
    double tolerance_;
    double longest_;  ///< Wanted width of the interval; a little less, so that sums round below it.
    double until_;
    std::uint32_t budget_;
    NearPlane first_{};
    NearPlane plane_{};
    Impact impact_{};
};

Vec3 between(const Vec3& a, const Vec3& b, double t) noexcept { return a + t * (b - a); }

bool inputs_valid(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                  const VertexImpactOptions& options) noexcept {
    bool fine = options.tolerance > 0 && std::isfinite(options.tolerance) &&
                options.minimum_separation >= 0 && options.minimum_separation <= kLargestServed &&
                options.until > 0 && options.until <= 1;
    for (std::size_t i = 0; i < 4; ++i) {
        fine &= below_largest_served(start[i]) && below_largest_served(end[i]);
    }
    return fine;
}

bool touch(const Triangle& a, const Triangle& b) noexcept {
    const Pose here = Pose::identity();
    double reach = 0;
    for (const Vec3& v : {b.a, b.b, b.c}) reach = std::max(reach, length(v));
    return contact(TriangleView(here, here, reach), a, b) != TriangleContact::disjoint;
}

/// Whether the differences may hold the origin at the start: only then exact signs are needed.
template <std::size_t N> bool close_at_start(const MovingHull<N>& hull, const NearPlane& first) noexcept {
    return !(first.gap > 2 * hull.error);
}

/// Whether the paths of the first `split` vertices and of the others are farther apart than the separation
/// along an axis: a certain miss, which the planes cannot always prove when all vertices are close to one
/// plane.
bool paths_apart(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end, std::size_t split,
                 double separation) noexcept {
    std::array<Aabb, 2> boxes{swept_box(start[0], end[0]), swept_box(start[split], end[split])};
    for (std::size_t i = 1; i < 4; ++i) {
        Aabb& box = boxes[i < split ? 0 : 1];
        box = box_of_both(box, swept_box(start[i], end[i]));
    }
    return !within_reach(boxes[0], boxes[1], separation);
}

Impact vertex_at_face(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                      const VertexImpactOptions& options) noexcept {
    if (!inputs_valid(start, end, options)) return nothing_excluded(Status::invalid_input);
    if (paths_apart(start, end, 1, options.minimum_separation)) return {};
    MovingHull<3> hull;
    for (std::size_t i = 0; i < 3; ++i) {
        hull.start[i] = start[i + 1] - start[0];
        hull.end[i] = end[i + 1] - end[0];
    }
    hull.measure();
    const NearPlane first = near_plane(hull.start);
    const bool touching =
        close_at_start(hull, first) && touch({start[0], start[0], start[0]}, {start[1], start[2], start[3]});
    Impact impact = Approach<3>(hull, first, options).run(touching);
    if (impact.hit) impact.point = between(start[0], end[0], impact.time.lower);
    return impact;
}

}  // namespace

Impact vertex_face_impact(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                          const VertexImpactOptions& options) noexcept {
    return GRAZE_AUDITED(vertex_at_face(start, end, options),
                         audit::check_vertex_face(answer, {start, end, options}));
}

namespace {

Impact edge_at_edge(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                    const VertexImpactOptions& options) noexcept {
    if (!inputs_valid(start, end, options)) return nothing_excluded(Status::invalid_input);
    if (paths_apart(start, end, 2, options.minimum_separation)) return {};
    constexpr std::array<std::array<std::size_t, 2>, 4> kPairs{{{0, 2}, {0, 3}, {1, 3}, {1, 2}}};
    MovingHull<4> hull;
    for (std::size_t i = 0; i < 4; ++i) {
        hull.start[i] = start[kPairs[i][1]] - start[kPairs[i][0]];
        hull.end[i] = end[kPairs[i][1]] - end[kPairs[i][0]];
    }
    hull.measure();
    const NearPlane first = near_plane(hull.start);
    const bool touching =
        close_at_start(hull, first) && touch({start[0], start[1], start[1]}, {start[2], start[3], start[3]});
    Impact impact = Approach<4>(hull, first, options).run(touching);
    if (!impact.hit) return impact;
    // On the first edge, where the second one is nearest: from the parallelogram of differences again, by the
    // signs of one of its triangles.
    const double t = impact.time.lower;
    const Vec3 a0 = between(start[0], end[0], t), a1 = between(start[1], end[1], t);
    const Vec3 b0 = between(start[2], end[2], t), b1 = between(start[3], end[3], t);
    double best = std::numeric_limits<double>::infinity();
    for (const auto& [triangle, ends] :
         {std::pair<std::array<Vec3, 3>, std::array<double, 3>>{{b0 - a0, b1 - a0, b1 - a1}, {0, 0, 1}},
          std::pair<std::array<Vec3, 3>, std::array<double, 3>>{{b0 - a0, b1 - a1, b0 - a1}, {0, 1, 1}}}) {
        const TrianglePoint p = nearest_on_triangle(triangle, Vec3{});
        if (p.distance_sq >= best) continue;
        best = p.distance_sq;
        impact.point = between(a0, a1, p.u * ends[1] + p.v * ends[2]);
    }
    return impact;
}

}  // namespace

Impact edge_edge_impact(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                        const VertexImpactOptions& options) noexcept {
    return GRAZE_AUDITED(edge_at_edge(start, end, options),
                         audit::check_edge_edge(answer, {start, end, options}));
}

}  // namespace graze
