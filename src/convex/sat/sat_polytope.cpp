// The search over axes: normals of faces, products of edges, and axes inside the flats of flat shapes. What
// an axis that is known up to an angle may be off is counted, and products of nearly parallel edges are
// bounded instead of projected on.
#include "convex/sat/sat_polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/degeneracy/sine_limits.hpp"

namespace graze {
namespace {

// How an axis enters the bounds. Let E be the sum of both reaches, sep(n) the separation along the unit n.
// Lower end: any direction at all shows sep(n) <= distance. Only the rounding of heights and the model's
// error count. Upper end, for shapes that overlap: the distance is the largest sep over the facet normals of
// the difference of the shapes. A facet normal n* known as n within an angle d has sep(n*) <= sep(n) + d E.
// Two edges at an angle of sine s make a normal known within 16 eps / s, useless when s is tiny; but then
// their facet is a sliver, at most s L wide for edges no longer than L, and need not be examined: from the
// origin's nearest point on it, walk across slivers with one edge in common until the first facet that is
// none (a face of that edge's shape at the latest). Each step moves by the sliver's width, so the facet
// reached is farther from the origin by at most their sum. Every pair takes the cheaper of the two. One pair
// of directions makes at most two facets on such a walk. Two shapes without faces have a flat difference, and
// their overlap is never proven.

/// Heights: three products and two sums per vertex on numbers up to the reach, and the normalised axis is off
/// unit by 4 eps.
constexpr double kHeightRoundings = 16 * kEps;
/// The face normals of a box whose rotation has the defect d are off by 1.5 d, and error >= d E: see
/// sat_box_box.cpp.
constexpr double kUpperSlack = 4;

Interval projection(const PolytopeView& view, const Vec3& axis) noexcept {
    if (view.box) {
        const double middle = dot(axis, view.centre);
        double half = 0;
        for (const Vec3& half_axis : view.half_axes) half += std::abs(dot(axis, half_axis));
        return {middle - half, middle + half};
    }
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Vec3& x : view.vertices) {
        const double height = dot(axis, x);
        low = std::min(low, height);
        high = std::max(high, height);
    }
    return {low, high};
}

class Search {
public:
    Search(const PolytopeView& a, const PolytopeView& b, double error) noexcept
        : a_(a), b_(b), extent_(a.reach + b.reach), slack_(error + kHeightRoundings * extent_) {
        found_.separation = -kInfinity;  // no axis yet
    }

    /// Whether to stop: the axis separates, and the caller needs no more.
    bool test(const Vec3& axis, double upper_error) noexcept {
        const Interval pa = projection(a_, axis);
        const Interval pb = projection(b_, axis);
        const double ahead = pb.lower - pa.upper;
        const double behind = pa.lower - pb.upper;
        const double value = std::max(ahead, behind);
        ++found_.axes;
        upper_ = std::max(upper_, value + upper_error);
        if (value <= found_.separation) return false;
        found_.separation = value;
        found_.axis =
            ahead > behind || (ahead == behind && dot(axis, b_.centre - a_.centre) >= 0) ? axis : -axis;
        return value > slack_;
    }

    bool test_faces(const PolytopeView& view) noexcept {
        for (const PolytopeView::Face& face : view.faces) {
            if (test(face.normal, face.direction_error * extent_)) return true;
        }
        return false;
    }

    bool test_edges() noexcept {
        for (const PolytopeView::Edge& p : a_.edges) {
            for (const PolytopeView::Edge& q : b_.edges) {
                const Vec3 n = cross(p.direction, q.direction);
                const double sine = length(n);
                const double sliver = (sine + kRoundedSine) * std::max(p.length, q.length);
                const double turned =
                    sine > 0 ? kRoundedSine / sine * extent_ : std::numeric_limits<double>::infinity();
                const bool skip = sliver < turned;
                if (skip) slivers_ += 2 * sliver;
                if (sine < kRoundedSine) {
                    ++found_.axes;  // parallel: counted, but there is no axis to project on
                } else if (test(n * (1 / sine), skip ? -kInfinity : turned)) {
                    return true;
                }
            }
        }
        return false;
    }

    bool test_within_flats() noexcept;
    PolytopeSat result() noexcept;
    [[nodiscard]] bool undecided() const noexcept {
        return found_.separation >= -slack_ || found_.separation == -kInfinity;
    }

private:
    bool test_across(const Vec3& normal) noexcept;
    bool test_lines(const PolytopeView& view) noexcept;

    const PolytopeView& a_;
    const PolytopeView& b_;
    double extent_;
    double slack_;
    double upper_ = -kInfinity;  ///< Without an axis.
    double slivers_ = 0;
    PolytopeSat found_;
};

/// The axes inside the plane with this normal that are perpendicular to the edges of both shapes.
bool Search::test_across(const Vec3& normal) noexcept {
    for (const PolytopeView* view : {&a_, &b_}) {
        for (const PolytopeView::Edge& edge : view->edges) {
            const Vec3 n = cross(normal, edge.direction);
            const double sine = length(n);
            if (sine > kAccurateSine && test(n * (1 / sine), 0))
                return true;  // an edge along the normal has no place in the plane
        }
    }
    return false;
}

/// For points, segments and needles: along the line, and across it towards the other shape.
bool Search::test_lines(const PolytopeView& view) noexcept {
    const Vec3 between = b_.centre - a_.centre;
    const double distance = length(between);
    if (distance > 0 && test(between * (1 / distance), 0)) return true;
    for (const PolytopeView::Edge& edge : view.edges) {
        if (test(edge.direction, 0)) return true;
        const Vec3 across = between - edge.direction * dot(edge.direction, between);
        const double norm = length(across);
        if (norm > kHeightRoundings * extent_ && test(across * (1 / norm), 0)) return true;
    }
    return false;
}

bool Search::test_within_flats() noexcept {
    for (const PolytopeView* view : {&a_, &b_}) {
        if (!view->flat) continue;
        for (const PolytopeView::Face& face : view->faces) {
            if (test_across(face.normal)) return true;
        }
        if (view->faces.size() == 0 && test_lines(*view)) return true;
    }
    if (a_.faces.size() == 0 && b_.faces.size() == 0 && a_.edges.size() > 0 && b_.edges.size() > 0) {
        const Vec3 n = cross(a_.edges[0].direction, b_.edges[0].direction);
        const double sine = length(n);
        if (sine > kRoundedSine && test_across(n * (1 / sine))) return true;
    }
    return false;
}

PolytopeSat Search::result() noexcept {
    if (found_.separation == -kInfinity) {  // points on the same spot: nothing to project on
        found_.separation = 0;
        found_.distance = {-slack_, std::numeric_limits<double>::infinity()};
        return found_;
    }
    found_.distance.lower = found_.separation - slack_;
    if (found_.separation > slack_) {
        found_.answer = SatAnswer::separated;
        return found_;
    }
    const double upper = upper_ + slivers_ + kUpperSlack * slack_;
    if (a_.exact_faces && b_.exact_faces && a_.faces.size() + b_.faces.size() > 0 && upper < 0) {
        found_.answer = SatAnswer::overlapping;
        found_.distance.upper = upper;
    }
    return found_;
}

PolytopeSat run(Search& search, const PolytopeView& a, const PolytopeView& b) noexcept {
    const bool stopped = search.test_faces(a) || search.test_faces(b) || search.test_edges();
    if (!stopped && (a.flat || b.flat) && search.undecided()) search.test_within_flats();
    return search.result();
}

}  // namespace

PolytopeSat polytopes_overlap(const PolytopeView& a, const PolytopeView& b, double error) noexcept {
    Search search(a, b, error);
    return run(search, a, b);
}

}  // namespace graze
