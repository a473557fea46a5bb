#include "demo/demo_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <graze/mesh/compound.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/shape/hull.hpp>

namespace graze::cli {

namespace {

Vec3 on_circle(double radius, double share, double height) {
    const double angle = 2 * std::numbers::pi * share;
    return {radius * std::cos(angle), radius * std::sin(angle), height};
}

/// Two triangles; the corners run counter-clockwise seen from outside.
void add_quad(TriangleSoup& soup, const std::array<std::uint32_t, 4>& q) {
    soup.triangles.push_back({q[0], q[1], q[2]});
    soup.triangles.push_back({q[0], q[2], q[3]});
}

/// Appends a turned shell; `outward` false turns its faces inside out, as a cavity's are.
void add_turned(TriangleSoup& soup, std::span<const ProfilePoint> profile, std::uint32_t segments,
                bool outward) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    const auto rows = static_cast<std::uint32_t>(profile.size());
    for (const ProfilePoint& point : profile) {
        for (std::uint32_t i = 0; i < segments; ++i)
            soup.vertices.push_back(on_circle(point.radius, double(i) / segments, point.height));
    }
    const auto bottom = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.push_back({0, 0, profile.front().height});
    soup.vertices.push_back({0, 0, profile.back().height});
    const std::size_t begin = soup.triangles.size();
    for (std::uint32_t i = 0; i < segments; ++i) {
        const std::uint32_t next = (i + 1) % segments;
        for (std::uint32_t row = 0; row + 1 < rows; ++row) {
            const std::uint32_t low = first + row * segments;
            add_quad(soup, {low + i, low + next, low + segments + next, low + segments + i});
        }
        const std::uint32_t top = first + (rows - 1) * segments;
        soup.triangles.push_back({bottom, first + next, first + i});
        soup.triangles.push_back({bottom + 1, top + i, top + next});
    }
    if (outward) return;
    for (std::size_t i = begin; i < soup.triangles.size(); ++i)
        std::swap(soup.triangles[i][1], soup.triangles[i][2]);
}

/// Makes a plate cell by cell. Neighbours compute the points of their common side from the same numbers, so
/// that the plate is closed.
class PlateMaker {
public:
    explicit PlateMaker(const PlateMesh& plate) : plate_(plate) {}

    TriangleSoup made() {
        for (std::size_t row = 0; row + 1 < plate_.rows.size(); ++row) {
            for (std::size_t column = 0; column + 1 < plate_.columns.size(); ++column) add_cell(column, row);
        }
        return std::move(soup_);
    }

private:
    /// Points on each side of a cell: a hole has four times as many corners.
    static constexpr std::size_t kSteps = 8;

    static double step(double low, double high, std::size_t i) {
        return i == kSteps ? high : low + (high - low) * double(i) / kSteps;
    }

    /// Counter-clockwise from the lower left corner.
    [[nodiscard]] std::vector<Vec2> outline(std::size_t column, std::size_t row) const {
        const double left = plate_.columns[column], right = plate_.columns[column + 1];
        const double low = plate_.rows[row], high = plate_.rows[row + 1];
        std::vector<Vec2> points;
        for (std::size_t i = 0; i < kSteps; ++i) points.push_back({step(left, right, i), low});
        for (std::size_t i = 0; i < kSteps; ++i) points.push_back({right, step(low, high, i)});
        for (std::size_t i = kSteps; i > 0; --i) points.push_back({step(left, right, i), high});
        for (std::size_t i = kSteps; i > 0; --i) points.push_back({left, step(low, high, i)});
        return points;
    }

    std::uint32_t add_vertex(const Vec2& point, double height) {
        soup_.vertices.push_back({point.x, point.y, height});
        return static_cast<std::uint32_t>(soup_.vertices.size() - 1);
    }

    void add_cell(std::size_t column, std::size_t row) {
        const std::vector<Vec2> outer = outline(column, row);
        const Vec2 centre = 0.5 * (outer[0] + outer[2 * kSteps]);
        const double hole = plate_.holes[row * (plate_.columns.size() - 1) + column];
        const std::array<bool, 4> free{row == 0, column + 2 == plate_.columns.size(),
                                       row + 2 == plate_.rows.size(), column == 0};
        const double h = plate_.half_thickness;
        for (std::size_t i = 0; i < outer.size(); ++i) {
            const std::size_t next = (i + 1) % outer.size();
            const std::array<std::uint32_t, 4> rim{add_vertex(outer[i], -h), add_vertex(outer[next], -h),
                                                   add_vertex(outer[next], h), add_vertex(outer[i], h)};
            if (free[i / kSteps]) add_quad(soup_, rim);
            if (hole == 0) {
                soup_.triangles.push_back({rim[3], rim[2], add_vertex(centre, h)});
                soup_.triangles.push_back({rim[1], rim[0], add_vertex(centre, -h)});
                continue;
            }
            const Vec2 a = centre + hole / length(outer[i] - centre) * (outer[i] - centre);
            const Vec2 b = centre + hole / length(outer[next] - centre) * (outer[next] - centre);
            const std::array<std::uint32_t, 4> bore{add_vertex(a, -h), add_vertex(b, -h), add_vertex(b, h),
                                                    add_vertex(a, h)};
            add_quad(soup_, {bore[1], bore[0], bore[3], bore[2]});
            add_quad(soup_, {rim[3], rim[2], bore[2], bore[3]});
            add_quad(soup_, {rim[1], rim[0], bore[0], bore[1]});
        }
    }

    const PlateMesh& plate_;
    TriangleSoup soup_;
};

Shape built(const TriangleSoup& soup, MeshKind kind) {
    const auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
    return mesh ? Shape{*mesh}
                : Shape::invalid(ShapeType::mesh, mesh.error().rule, mesh.error().kind, mesh.error().element);
}

}  // namespace

TriangleSoup turned_mesh(std::span<const ProfilePoint> profile, std::uint32_t segments) {
    TriangleSoup soup;
    add_turned(soup, profile, segments, true);
    return soup;
}

TriangleSoup hollow_mesh(std::span<const ProfilePoint> outside, std::span<const ProfilePoint> cavity,
                         std::uint32_t segments) {
    TriangleSoup soup;
    add_turned(soup, outside, segments, true);
    add_turned(soup, cavity, segments, false);
    return soup;
}

TriangleSoup ring_mesh(const RingMesh& ring) {
    const double h = ring.half_thickness;
    const std::array<ProfilePoint, 4> section{
        {{ring.inner_radius, -h}, {ring.outer_radius, -h}, {ring.outer_radius, h}, {ring.inner_radius, h}}};
    TriangleSoup soup;
    for (const ProfilePoint& point : section) {
        for (std::uint32_t i = 0; i < ring.segments; ++i)
            soup.vertices.push_back(on_circle(point.radius, double(i) / ring.segments, point.height));
    }
    for (std::uint32_t row = 0; row < 4; ++row) {
        const std::uint32_t low = row * ring.segments, high = (row + 1) % 4 * ring.segments;
        for (std::uint32_t i = 0; i < ring.segments; ++i) {
            const std::uint32_t next = (i + 1) % ring.segments;
            add_quad(soup, {low + i, low + next, high + next, high + i});
        }
    }
    return soup;
}

TriangleSoup plate_mesh(const PlateMesh& plate) { return PlateMaker{plate}.made(); }

TriangleSoup sheet_mesh(double half_width, double half_height, std::uint32_t cells) {
    TriangleSoup soup;
    for (std::uint32_t j = 0; j <= cells; ++j) {
        for (std::uint32_t i = 0; i <= cells; ++i)
            soup.vertices.push_back(
                {half_width * (2.0 * i / cells - 1), 0, half_height * (2.0 * j / cells - 1)});
    }
    for (std::uint32_t j = 0; j < cells; ++j) {
        for (std::uint32_t i = 0; i < cells; ++i) {
            const std::uint32_t low = j * (cells + 1) + i;
            add_quad(soup, {low, low + 1, low + cells + 2, low + cells + 1});
        }
    }
    return soup;
}

Shape bolt_shape(const Bolt& bolt) {
    std::vector<Vec3> head;
    for (int i = 0; i < 6; ++i) {
        head.push_back(on_circle(bolt.head_radius, i / 6.0, 0));
        head.push_back(on_circle(bolt.head_radius, i / 6.0, bolt.head_height));
    }
    const auto hull = ConvexHull::build(head);
    if (!hull)
        return Shape::invalid(ShapeType::compound, hull.error().rule, hull.error().kind,
                              hull.error().element);
    const Cylinder shank{bolt.shank_radius, bolt.shank_length / 2};
    const std::array<CompoundPart, 2> parts{
        {{*hull, {}}, {shank, Affine::from(Pose::translation({0, 0, -bolt.shank_length / 2}))}}};
    const auto compound = Compound::build(parts);
    return compound ? Shape{*compound}
                    : Shape::invalid(ShapeType::compound, compound.error().rule, compound.error().kind,
                                     compound.error().element);
}

Shape solid(const TriangleSoup& soup) { return built(soup, MeshKind::solid); }
Shape surface(const TriangleSoup& soup) { return built(soup, MeshKind::surface); }

Shape pebble_shape(int count, const Vec3& radii) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        const double z = 1 - (2 * i + 1.0) / count;
        const double angle = i * 2.399963229728653;  // the golden angle
        const double ring = std::sqrt(1 - z * z);
        points.push_back(hadamard(radii, {ring * std::cos(angle), ring * std::sin(angle), z}));
    }
    const auto hull = ConvexHull::build(points);
    return hull ? Shape{*hull}
                : Shape::invalid(ShapeType::hull, hull.error().rule, hull.error().kind, hull.error().element);
}

Pose along_x(const Vec3& position) { return {Mat3::from_rows({0, 0, 1}, {0, 1, 0}, {-1, 0, 0}), position}; }
Pose along_y(const Vec3& position) { return {Mat3::from_rows({1, 0, 0}, {0, 0, 1}, {0, -1, 0}), position}; }
Pose spun(const Pose& pose, double angle) {
    return pose * Pose::from(Quat::from_axis_angle({0, 0, 1}, angle), {});
}

Pose between(const Vec3& from, const Vec3& to) {
    const Vec3 z = (1 / length(to - from)) * (to - from);
    const Vec3 axis = cross(Vec3{0, 0, 1}, z);
    const double angle = std::acos(std::clamp(z.z, -1.0, 1.0));
    const Quat turn = length(axis) > 0 ? Quat::from_axis_angle(axis, angle)
                                       : Quat::from_axis_angle({1, 0, 0}, z.z > 0 ? 0 : std::numbers::pi);
    return Pose::from(turn, 0.5 * (from + to));
}

}  // namespace graze::cli
