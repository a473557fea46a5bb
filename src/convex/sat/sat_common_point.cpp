// A point of two overlapping polytopes, for the proof of the overlap: the mean of the ends of those parts of
// their edges that lie in the other. Every corner of the intersection is among them, so the mean is well
// inside. Frame of a, up to rounding.
#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/sat/sat_polytope.hpp"

namespace graze {
namespace {

/// { x : low <= normal · x <= high }.
struct Strip {
    Vec3 normal{1, 0, 0};
    double low = 0;
    double high = 0;
};
using Strips = InPlace<Strip, 2 * PolytopeView::kMaxParts>;

/// The strip between the two planes across `normal` that touch the polytope, `widened` by rounding where it
/// is flat.
bool add_strip(const PolytopeView& view, const Vec3& normal, double widened, Strips& strips) noexcept {
    Strip strip{normal, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const Vec3& x : view.vertices) {
        const double height = dot(normal, x);
        strip.low = std::min(strip.low, height - widened);
        strip.high = std::max(strip.high, height + widened);
    }
    return strips.push(strip);
}

/// Strips whose intersection is the polytope.
bool bounding_strips(const PolytopeView& view, Strips& strips) noexcept {
    // Heights of the vertices of a flat shape over its plane are rounding noise of this size.
    const double noise = 16 * kEps * view.reach;
    for (const PolytopeView::Face& face : view.faces) {
        if (!add_strip(view, face.normal, view.flat ? noise : 0, strips)) return false;
        if (!view.flat) continue;
        for (const PolytopeView::Edge& edge : view.edges) {
            // Along a normal of a flat box there is nothing to cross: any other direction does no harm.
            if (!add_strip(view, unit(cross(face.normal, edge.direction)), noise, strips)) return false;
        }
    }
    if (view.faces.size() > 0) return true;
    const Vec3 along = view.edges.size() > 0 ? view.edges[0].direction : Vec3{1, 0, 0};
    const Vec3 across = perpendicular(along);
    return add_strip(view, along, noise, strips) && add_strip(view, across, noise, strips) &&
           add_strip(view, cross(along, across), noise, strips);
}

struct Sum {
    Vec3 total{};
    double count = 0;
};

/// Adds both ends of the part of a segment that lies in all strips.
void add_clipped(const Vec3& from, const Vec3& to, const Strips& strips, Sum& sum) noexcept {
    double enter = 0;
    double leave = 1;
    for (const Strip& strip : strips) {
        const double start = dot(strip.normal, from);
        const double slope = dot(strip.normal, to) - start;
        if (slope == 0) {
            if (start < strip.low || start > strip.high) return;
            continue;
        }
        const double at_low = (strip.low - start) / slope;
        const double at_high = (strip.high - start) / slope;
        enter = std::max(enter, std::min(at_low, at_high));
        leave = std::min(leave, std::max(at_low, at_high));
        if (enter > leave) return;
    }
    sum.total += from + (to - from) * enter + (from + (to - from) * leave);
    sum.count += 2;
}

bool add_edges_inside(const PolytopeView& edges_of, const PolytopeView& within, Sum& sum) noexcept {
    Strips strips;
    if (!bounding_strips(within, strips)) return false;
    for (const auto& [from, to] : edges_of.segments)
        add_clipped(edges_of.vertices[from], edges_of.vertices[to], strips, sum);
    if (edges_of.segments.size() == 0) add_clipped(edges_of.vertices[0], edges_of.vertices[0], strips, sum);
    return true;
}

}  // namespace

bool common_point(const PolytopeView& a, const PolytopeView& b, Vec3& point) noexcept {
    // Every corner of the intersection is an end of the part of some edge of one polytope that lies in the
    // other.
    Sum sum;
    if (!add_edges_inside(a, b, sum) || !add_edges_inside(b, a, sum) || sum.count == 0) return false;
    point = sum.total * (1 / sum.count);
    return true;
}

}  // namespace graze
