// Closed meshes by formula: boxes, icospheres, tubes along closed curves, gears.
#include "graze/mesh/generate.hpp"

#include <cmath>
#include <numbers>
#include <unordered_map>

#include "mesh/generate_limits.hpp"

namespace graze {
namespace {

using Corners = std::array<std::uint32_t, 3>;

double angle(std::uint32_t i, std::uint32_t count) noexcept { return 2 * std::numbers::pi * i / count; }

/// The quadrilateral (a, b, c, d) as two triangles.
void add_quad(TriangleSoup& soup, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    soup.triangles.push_back({a, b, c});
    soup.triangles.push_back({a, c, d});
}

/// Joins vertices, laid out as `rings` rings of `sides` each, into a closed tube.
void close_tube(TriangleSoup& soup, std::uint32_t rings, std::uint32_t sides) {
    soup.triangles.reserve(std::size_t{2} * rings * sides);
    for (std::uint32_t i = 0; i < rings; ++i) {
        const std::uint32_t here = i * sides, next = (i + 1) % rings * sides;
        for (std::uint32_t j = 0; j < sides; ++j) {
            const std::uint32_t k = (j + 1) % sides;
            add_quad(soup, here + j, next + j, next + k, here + k);
        }
    }
}

/// Vertex in the middle of an edge, made on first use.
class Midpoints {
public:
    Midpoints(TriangleSoup& soup, double radius) : soup_(soup), radius_(radius) {}

    std::uint32_t operator()(std::uint32_t a, std::uint32_t b) {
        const std::uint64_t key = (std::uint64_t{std::min(a, b)} << 32) | std::max(a, b);
        const auto [entry, fresh] =
            known_.try_emplace(key, static_cast<std::uint32_t>(soup_.vertices.size()));
        if (fresh) soup_.vertices.push_back(radius_ * unit(soup_.vertices[a] + soup_.vertices[b]));
        return entry->second;
    }

private:
    TriangleSoup& soup_;
    double radius_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

void subdivide(TriangleSoup& soup, double radius) {
    Midpoints midpoint(soup, radius);
    std::vector<Corners> finer;
    finer.reserve(4 * soup.triangles.size());
    for (const auto& [a, b, c] : soup.triangles) {
        const std::uint32_t ab = midpoint(a, b), bc = midpoint(b, c), ca = midpoint(c, a);
        finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    soup.triangles = std::move(finer);
}

/// Outline point j of a gear, four to a tooth: up the flank, over the tip, down the flank, along the root.
Vec2 gear_outline(const GearMesh& gear, std::uint32_t j) {
    // Within a tooth's pitch the root ends at 0, the tip spans 0.15 .. 0.45, the root begins at 0.6.
    constexpr std::array<double, 4> kShare{0, 0.15, 0.45, 0.6};
    const std::uint32_t tooth = j / 4;
    const double turn = 2 * std::numbers::pi * (tooth + kShare[j % 4]) / gear.teeth;
    const double radius = j % 4 == 1 || j % 4 == 2 ? gear.tip_radius : gear.root_radius;
    return {radius * std::cos(turn), radius * std::sin(turn)};
}

}  // namespace

TriangleSoup box_mesh(const Vec3& h) {
    if (!positive(h.x) || !positive(h.y) || !positive(h.z)) return {};
    TriangleSoup soup;
    // Bit 0 of the index is the side along x, bit 1 along y, bit 2 along z.
    for (std::uint32_t i = 0; i < 8; ++i)
        soup.vertices.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
    add_quad(soup, 0, 4, 6, 2);
    add_quad(soup, 1, 3, 7, 5);
    add_quad(soup, 0, 1, 5, 4);
    add_quad(soup, 2, 6, 7, 3);
    add_quad(soup, 0, 2, 3, 1);
    add_quad(soup, 4, 5, 7, 6);
    return soup;
}

TriangleSoup icosphere_mesh(double radius, std::uint32_t subdivisions) {
    if (!positive(radius) || subdivisions > 10) return {};
    constexpr double kGolden = std::numbers::phi;
    TriangleSoup soup;
    for (const Vec3& v :
         {Vec3{-1, kGolden, 0}, Vec3{1, kGolden, 0}, Vec3{-1, -kGolden, 0}, Vec3{1, -kGolden, 0},
          Vec3{0, -1, kGolden}, Vec3{0, 1, kGolden}, Vec3{0, -1, -kGolden}, Vec3{0, 1, -kGolden},
          Vec3{kGolden, 0, -1}, Vec3{kGolden, 0, 1}, Vec3{-kGolden, 0, -1}, Vec3{-kGolden, 0, 1}})
        soup.vertices.push_back(radius * unit(v));
    soup.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    for (std::uint32_t i = 0; i < subdivisions; ++i) subdivide(soup, radius);
    return soup;
}

TriangleSoup torus_mesh(const TorusMesh& torus) {
    if (!positive(torus.major_radius) || !positive(torus.minor_radius) || torus.rings < 3 || torus.sides < 3)
        return {};
    if (too_many(2.0 * torus.rings * torus.sides)) return {};
    TriangleSoup soup;
    soup.vertices.reserve(std::size_t{torus.rings} * torus.sides);
    for (std::uint32_t i = 0; i < torus.rings; ++i) {
        const double u = angle(i, torus.rings);
        for (std::uint32_t j = 0; j < torus.sides; ++j) {
            const double v = angle(j, torus.sides), r = torus.major_radius + torus.minor_radius * std::cos(v);
            soup.vertices.push_back({r * std::cos(u), r * std::sin(u), torus.minor_radius * std::sin(v)});
        }
    }
    close_tube(soup, torus.rings, torus.sides);
    return soup;
}

TriangleSoup torus_knot_mesh(const TorusKnotMesh& knot) {
    if (!positive(knot.minor_radius) || !positive(knot.tube_radius) ||
        !(knot.major_radius > knot.minor_radius))
        return {};
    if (!positive(knot.major_radius) || knot.turns < 1 || knot.loops < 1 || knot.rings < 3 || knot.sides < 3)
        return {};
    if (too_many(2.0 * knot.rings * knot.sides)) return {};
    TriangleSoup soup;
    soup.vertices.reserve(std::size_t{knot.rings} * knot.sides);
    for (std::uint32_t i = 0; i < knot.rings; ++i) {
        const double t = angle(i, knot.rings), u = knot.turns * t, v = knot.loops * t;
        const Vec3 out{std::cos(u), std::sin(u), 0}, around{-std::sin(u), std::cos(u), 0};
        // The torus's own normal is across the curve and comes back to itself after a turn, so the tube
        // closes without a twist.
        const Vec3 normal = std::cos(v) * out + Vec3{0, 0, std::sin(v)};
        const double reach = knot.major_radius + knot.minor_radius * std::cos(v);
        const Vec3 centre = reach * out + Vec3{0, 0, knot.minor_radius * std::sin(v)};
        const Vec3 across_tube = Vec3{0, 0, std::cos(v)} - std::sin(v) * out;
        const Vec3 tangent = unit(knot.turns * reach * around + knot.loops * knot.minor_radius * across_tube);
        const Vec3 side = cross(normal, tangent);
        for (std::uint32_t j = 0; j < knot.sides; ++j) {
            const double w = angle(j, knot.sides);
            soup.vertices.push_back(centre + knot.tube_radius * (std::cos(w) * normal + std::sin(w) * side));
        }
    }
    close_tube(soup, knot.rings, knot.sides);
    return soup;
}

TriangleSoup gear_mesh(const GearMesh& gear) {
    if (!positive(gear.bore_radius) || !positive(gear.half_thickness) || !positive(gear.tip_radius))
        return {};
    if (!(gear.tip_radius > gear.root_radius && gear.root_radius > gear.bore_radius)) return {};
    if (gear.teeth < 3 || gear.layers < 1 || too_many(16.0 * gear.teeth * (gear.layers + 1.0))) return {};
    TriangleSoup soup;
    const std::uint32_t points = 4 * gear.teeth, levels = gear.layers + 1;
    // A section through the axis is a rectangle: up the outline, then down the bore. Its rings of vertices
    // close like a tube.
    for (std::uint32_t j = 0; j < points; ++j) {
        const Vec2 outer = gear_outline(gear, j);
        const Vec2 inner = (gear.bore_radius / length(outer)) * outer;
        const auto height = [&](std::uint32_t k) {
            return gear.half_thickness * (2.0 * k / gear.layers - 1);
        };
        for (std::uint32_t k = 0; k < levels; ++k) soup.vertices.push_back({outer.x, outer.y, height(k)});
        for (std::uint32_t k = 0; k < levels; ++k)
            soup.vertices.push_back({inner.x, inner.y, height(levels - 1 - k)});
    }
    close_tube(soup, points, 2 * levels);
    return soup;
}

}  // namespace graze
