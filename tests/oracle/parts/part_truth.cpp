#include "oracle/parts/part_truth.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "math/exact.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

std::string text(const char* what, double x, double y, double z) {
    char buffer[240];
    std::snprintf(buffer, sizeof buffer, "%s ([%.17g, %.17g] against %.17g)", what, x, y, z);
    return buffer;
}

/// A compound's and a mesh's margin is one of its own.
double own_margin(const Placed& p) { return p.shape.convex() ? 0 : p.shape.margin(); }

/// Whether a point of a convex part is inside of the solid, whose skin it does not touch.
bool centre_inside(const PlacedTriangles& solid, const Placed& part) {
    return exactly_inside(solid, exact(part.pose) * exact(part.shape.centre()) - exact(solid.origin()));
}

}  // namespace

std::vector<Shape> parts_of(const Shape& shape) {
    std::vector<Shape> parts;
    for (const Triangle& triangle : triangles_of(shape)) parts.emplace_back(triangle);
    if (const CompoundData* compound = compound_data(shape)) parts = compound->parts;
    if (parts.empty()) return {shape};
    if (shape.margin() > 0)
        for (Shape& part : parts) part = rounded(part, shape.margin());
    return parts;
}

PartTruth::PartTruth(const Placed& a, const Placed& b, bool on_grid)
    : a_(a),
      b_(b),
      triangles_a_(a, a.pose.position),
      triangles_b_(b, a.pose.position),
      margin_(own_margin(a) + own_margin(b)),
      on_grid_(on_grid) {}

double PartTruth::estimate() {
    if (!estimate_) estimate_ = std::sqrt(estimated_skin_square(triangles_a_, triangles_b_));
    return *estimate_;
}

double PartTruth::tolerance() const {
    return on_grid_ ? 4 * 0x1p-52 * (triangles_a_.extent() + triangles_b_.extent())
                    : estimate_error(triangles_a_, triangles_b_);
}

const mpq_class& PartTruth::skin_square() {
    if (!square_) square_ = exact_skin_square(triangles_a_, triangles_b_);
    return *square_;
}

bool PartTruth::overlap() {
    if (!overlap_) overlap_ = exactly_overlap(triangles_a_, triangles_b_, skin_square());
    return *overlap_;
}

bool PartTruth::estimate_agrees(const Interval& distance) {
    const double gap = estimate() - margin_, slack = tolerance();
    const bool solid = triangles_a_.solid() || triangles_b_.solid();
    // Parts that overlap, or touch as far as doubles decide: an overlap is as deep as its deepest pair, or
    // deeper.
    if (gap <= slack && distance.lower <= gap + slack)
        return !both_skins() || (distance.lower <= 0 && distance.upper >= 0 && distance.upper <= slack);
    // Inside of a solid: left to the exact comparison.
    if (solid && distance.lower <= 0) return true;
    return distance.lower <= gap + slack && gap - slack <= distance.upper;
}

std::string PartTruth::exact_fault(const Interval& distance) {
    const double gap = std::sqrt(skin_square().get_d()) - margin_;
    // A pose that is a rotation only up to rounding maps the ball of the margin to something that is one up
    // to rounding.
    const double slack = margin_ > 0 ? tolerance() : 0;
    if (overlap() || gap <= slack) {
        // An overlap is as deep as that of the nearest parts, or deeper.
        const double most = overlap() ? -margin_ : gap;
        if (distance.lower > most + slack)
            return text("the distance of an overlap is bounded from below by too much", distance.lower,
                        distance.upper, most);
        if (both_skins() && !distance.contains(0))
            return text("skins that intersect", distance.lower, distance.upper, 0);
        return "";
    }
    const bool holds = margin_ > 0 ? distance.lower <= gap + slack && gap - slack <= distance.upper
                                   : encloses_root(distance, skin_square());
    return holds ? ""
                 : text("the exact distance is outside of the bounds", distance.lower, distance.upper, gap);
}

std::string PartTruth::triangle_fault(const Interval& distance, bool exact) {
    if (!exact && estimate_agrees(distance)) return "";
    return exact_fault(distance);
}

std::string PartTruth::convex_fault(const Interval& distance) {
    Interval nearest = Interval::everything();
    nearest.lower = nearest.upper;
    const std::vector<Shape> parts_a = parts_of(a_.shape), parts_b = parts_of(b_.shape);
    bool inside = false;
    for (const Shape& part_a : parts_a)
        for (const Shape& part_b : parts_b) {
            const Interval gap = separation({part_a, a_.pose}, {part_b, b_.pose}).distance;
            nearest = {std::min(nearest.lower, gap.lower), std::min(nearest.upper, gap.upper)};
        }
    const double slack = 256 * 0x1p-52 * pair_extent(a_, b_);
    if (nearest.lower > 0) {
        if (triangles_a_.solid())
            for (const Shape& part : parts_b) inside = inside || centre_inside(triangles_a_, {part, b_.pose});
        if (triangles_b_.solid())
            for (const Shape& part : parts_a) inside = inside || centre_inside(triangles_b_, {part, a_.pose});
    }
    if (inside)
        return distance.lower > 0 ? text("a part inside of a solid", distance.lower, distance.upper, 0) : "";
    if (distance.lower > nearest.upper + slack)
        return text("two parts are nearer", distance.lower, distance.upper, nearest.upper);
    if (nearest.lower > slack && distance.upper < nearest.lower - slack)
        return text("no two parts are as near", distance.lower, distance.upper, nearest.lower);
    return "";
}

}  // namespace graze::test
