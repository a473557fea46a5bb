// Hulls keep what they promise of their input, shapes keep their support points within their reach and their
// heights.
#include <algorithm>
#include <cmath>

#include "fuzz/byte_source.hpp"
#include "fuzz/checks.hpp"
#include "graze/math/vec.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

double largest_coordinate(std::span<const Vec3> points) {
    double largest = 0;
    for (const Vec3& p : points) largest = std::max(largest, max_component(abs(p)));
    return largest;
}

std::string fault_of_hull(const HullData& hull, std::span<const Vec3> input) {
    if (hull.vertices.empty() || hull.vertices.size() != hull.source.size())
        return "vertices and their sources differ in number";
    if (hull.facets.size() != hull.facet_planes.size()) return "facets and planes differ in number";
    for (std::size_t i = 0; i < hull.vertices.size(); ++i) {
        if (hull.source[i] >= input.size() || hull.vertices[i] != input[hull.source[i]])
            return "a vertex is not the input point it names";
    }
    for (const auto& triangle : hull.triangles) {
        for (const std::uint32_t corner : triangle) {
            if (corner >= hull.vertices.size()) return "a triangle names no vertex";
        }
    }
    // The height of a point over a plane is three products and sums of numbers up to its coordinates.
    const double rounding = 16 * kEps * largest_coordinate(input);
    for (const Plane& plane : hull.facet_planes) {
        if (!is_finite(plane.normal) || !(std::abs(length(plane.normal) - 1) <= 1e-14))
            return "a facet's normal is not unit";
        for (const Vec3& v : hull.vertices) {
            if (!(plane(v) <= hull.concavity + rounding)) return "a vertex lies above a facet";
        }
        // Flat hulls have planes on both sides of their own; what was dropped may lie beside them.
        for (const Vec3& p : input) {
            if (!(plane(p) <= hull.concavity + hull.dropped_distance + rounding))
                return "a dropped point lies farther outside than was said";
        }
    }
    return {};
}

/// Directions from the grid and from the bytes.
std::string fault_of_support(const Shape& shape, const Vec3& direction) {
    const Vec3 x = support(shape, direction);
    if (!is_finite(x)) return "a support point is not finite";
    if (!shape.valid() || shape.type() == ShapeType::half_space) return {};
    if (!(length(x) <= shape.reach() * (1 + 1e-14) + shape.support_error()))
        return "a support point is beyond the reach";
    const Vec3 d = unit(direction);
    const Interval height = support_value(shape, enclose(d));
    if (!(height.lower <= height.upper)) return "a support value is out of order";
    const double slack = 4 * shape.support_error() + 32 * kEps * shape.reach();
    const Vec3 y = support(shape, d);
    if (!(dot(d, y) <= height.upper + slack)) return "a support point lies above the highest";
    if (!(dot(d, y) >= height.lower - slack)) return "a support point is not the highest";
    return {};
}

std::string fault_of_shape(const Shape& shape, ByteSource& source) {
    if (shape.valid() == shape.fault().has_value()) return "validity and fault disagree";
    if (const auto fault = shape.fault(); fault && fault->message().empty())
        return "a fault without a message";
    if (shape.valid() && (!is_finite(shape.centre()) || std::isnan(shape.reach()) || !(shape.margin() >= 0)))
        return "a number of the shape is bad";
    for (const Vec3& direction :
         {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{1, 1, -1}, source.vector(), source.vector()}) {
        if (!is_finite(direction)) continue;
        if (std::string fault = fault_of_support(shape, direction); !fault.empty())
            return fault + " along " + literal(direction);
    }
    return {};
}

std::string text_of(std::span<const Vec3> points) {
    std::string text = "std::vector<Vec3>{";
    for (const Vec3& p : points) text += literal(p) + ", ";
    return text + "}";
}

}  // namespace

std::string fault_of_builders(std::span<const std::uint8_t> bytes) {
    ByteSource source(bytes);
    const std::vector<Vec3> cloud = source.points();
    const auto strict = ConvexHull::build(cloud);
    const auto lenient = ConvexHull::build(cloud, {.allow_degenerate = true});
    const auto polygon = ConvexPolygon::build(cloud);
    std::string fault;
    if (strict && !lenient)
        fault = "a hull that is not degenerate was refused when degenerate ones are allowed";
    if (strict && strict->data().dimension != 3) fault = "a flat hull was not refused";
    const bool served = std::ranges::all_of(cloud, [](const Vec3& p) {
        return in_served_range(p.x) && in_served_range(p.y) && in_served_range(p.z);
    });
    if (lenient.has_value() != (served && !cloud.empty()))
        fault = "a degenerate hull was refused, or a bad point taken";
    if (!strict && strict.error().message().empty()) fault = "a refusal without a message";
    if (fault.empty() && lenient) fault = fault_of_hull(lenient->data(), cloud);
    if (fault.empty() && polygon && polygon->vertices().size() < 3)
        fault = "a polygon of fewer than three vertices";
    if (fault.empty() && lenient) fault = fault_of_shape(*lenient, source);
    if (fault.empty() && polygon) fault = fault_of_shape(*polygon, source);
    if (!fault.empty()) return fault + ": " + text_of(cloud);

    const Shape shape = source.shape(3);
    fault = fault_of_shape(shape, source);
    return fault.empty() ? fault : fault + ": " + literal(shape);
}

}  // namespace graze::test
