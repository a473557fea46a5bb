#include "verify/moving/link_body.hpp"

#include <algorithm>
#include <cmath>

#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "mesh/part_set.hpp"
#include "verify/membership.hpp"

namespace graze::verifying {
namespace {

std::vector<Vec3> corners_of(const Shape& shape) {
    if (shape.type() == ShapeType::hull || shape.type() == ShapeType::polygon)
        return static_cast<const HullData&>(*shape.payload()).vertices;
    std::vector<Vec3> corners;
    if (const MeshData* mesh = mesh_data(shape)) {
        std::vector<bool> used(mesh->vertices.size(), false);
        for (const auto& triangle : mesh->triangles)
            for (const std::uint32_t v : triangle) used[v] = true;
        for (std::size_t v = 0; v < used.size(); ++v)
            if (used[v]) corners.push_back(mesh->vertices[v]);
    } else if (const HeightFieldData* field = height_field_data(shape)) {
        for (std::size_t j = 0; j <= field->grid.rows; ++j)
            for (std::size_t i = 0; i <= field->grid.columns; ++i) corners.push_back(field->vertex(i, j));
    }
    return corners;
}

/// Every d of the box is its middle and a remainder: the products of the middle are rounded to nearest, with
/// one bound for their errors and for the remainder. Many times faster than a product of intervals for each
/// corner.
double highest_of(std::span<const Vec3> corners, double reach, const IntervalVec3& d) noexcept {
    const Vec3 m = middle(d);
    double spread = 0, size = 0, best = -kInfinity;
    for (std::size_t i = 0; i < 3; ++i) {
        spread += std::max(d[i].upper - m[i], m[i] - d[i].lower);
        size += std::abs(m[i]);
    }
    for (const Vec3& x : corners) best = std::max(best, dot(m, x));
    // Three products and two sums round by less than 3 eps of the sum of their sizes, the factors here by
    // less than 8 eps of themselves; products that underflow are below 1e-300.
    const double error = (spread + 4 * kEps * size) * reach * (1 + 16 * kEps) + 1e-300;
    const double high = rounding::add_up(best, error);
    return std::isnan(high) ? kInfinity : high;
}

}  // namespace

std::uint32_t member_count(const Shape& shape) noexcept {
    const CompoundData* compound = compound_data(shape);
    return compound != nullptr ? static_cast<std::uint32_t>(compound->parts.size()) : 0;
}

std::optional<LinkBody> body_of(const Robot::Link& link, std::uint32_t shape, std::uint32_t part) {
    if (shape >= link.shapes.size()) return std::nullopt;
    const Placed& placed = link.shapes[shape];
    if (part != kNoPart && part >= member_count(placed.shape)) return std::nullopt;
    LinkBody body{part == kNoPart ? placed.shape : PartSet(placed.shape).part(part), placed.pose,
                  link.in_frame};
    body.in_frame = BasicAffine<Interval>{enclose(link.in_frame.rotation), enclose(link.in_frame.position)} *
                    BasicAffine<Interval>{enclose(placed.pose.rotation), enclose(placed.pose.position)};
    body.frame = link.frame;
    body.corners = corners_of(body.shape);
    for (const Vec3& x : body.corners) body.corner_reach = std::max(body.corner_reach, length(x));
    body.corner_reach *= 1 + 8 * kEps;
    return body;
}

double highest(const LinkBody& body, const IntervalVec3& d) noexcept {
    if (body.corners.empty()) return support_value(body.shape, d).upper;
    const double core = highest_of(body.corners, body.corner_reach, d);
    if (body.shape.margin() == 0) return core;
    return rounding::add_up(core, (exact_margin(body.shape) * norm(d)).upper);
}

double gap_between(const LinkBody& a, std::span<const BasicAffine<Interval>> maps_a, const LinkBody& b,
                   std::span<const BasicAffine<Interval>> maps_b, const Vec3& n) noexcept {
    // The greatest height of the images along d.
    const auto top = [](const LinkBody& body, std::span<const BasicAffine<Interval>> maps,
                        const IntervalVec3& d) {
        double best = -kInfinity;
        for (const BasicAffine<Interval>& map : maps) {
            const IntervalVec3 in_frame = transpose_times(map.linear, d);
            const Interval shift = dot(d, map.offset) + dot(in_frame, body.in_frame.offset);
            const double own = highest(body, transpose_times(body.in_frame.linear, in_frame));
            best = std::max(best, rounding::add_up(shift.upper, own));
        }
        return best;
    };
    return -rounding::add_up(top(a, maps_a, enclose(n)), top(b, maps_b, enclose(-n)));
}

bool contains(const LinkBody& body, std::span<const BasicAffine<Interval>> maps, const Vec3& point) noexcept {
    std::vector<IntervalVec3> images;
    IntervalVec3 around;
    for (const BasicAffine<Interval>& map : maps) {
        const IntervalVec3 in_frame = map * enclose(point);
        const IntervalVec3 in_link =
            solve(body.link_in_frame.rotation, in_frame - enclose(body.link_in_frame.position));
        images.push_back(solve(body.in_link.rotation, in_link - enclose(body.in_link.position)));
        const IntervalVec3& x = images.back();
        around = images.size() == 1
                     ? x
                     : IntervalVec3{hull(around.x, x.x), hull(around.y, x.y), hull(around.z, x.z)};
    }
    const auto inside = [&](const IntervalVec3& x) { return clearance(body.shape, x) >= 0; };
    if (body.shape.convex() && std::ranges::all_of(images, inside)) return true;
    const IntervalVec3 centre = enclose(middle(around));
    double radius = 0;
    for (const IntervalVec3& x : images) radius = std::max(radius, norm(x - centre).upper);
    return clearance(body.shape, centre) >= radius;
}

}  // namespace graze::verifying
