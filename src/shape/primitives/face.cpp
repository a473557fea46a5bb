// Faces of polytopes and rims of round caps: the most level face, else the most level edge at the highest
// corner, else that corner.
#include "shape/primitives/face.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/degeneracy/triangle_normal.hpp"

namespace graze {
namespace {

/// cos(5° k) over the first quadrant.
constexpr std::array<double, kRimPoints / 4 + 1> kCosine{1.0,
                                                         0.9961946980917455,
                                                         0.984807753012208,
                                                         0.9659258262890683,
                                                         0.9396926207859084,
                                                         0.9063077870366499,
                                                         0.8660254037844387,
                                                         0.8191520442889918,
                                                         0.766044443118978,
                                                         0.7071067811865476,
                                                         0.6427876096865394,
                                                         0.5735764363510462,
                                                         0.5,
                                                         0.42261826174069944,
                                                         0.3420201433256688,
                                                         0.25881904510252074,
                                                         0.17364817766693041,
                                                         0.08715574274765814,
                                                         0.0};

}  // namespace

void add_edge_or_corner(std::span<const Vec3> corners, const Vec3& direction, const LevelAngle& level,
                        SupportFace& face) noexcept {
    std::size_t top = 0;
    for (std::size_t i = 1; i < corners.size(); ++i)
        top = dot(direction, corners[i]) > dot(direction, corners[top]) ? i : top;
    face.add(corners[top], static_cast<std::uint32_t>(top));
    std::size_t other = top;
    double least_slope = level.sine;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 edge = corners[i] - corners[top];
        const double norm = length(edge);
        if (!(norm > 0) || std::abs(dot(edge, direction)) > least_slope * norm) continue;
        if (other != top && std::abs(dot(edge, direction)) == least_slope * norm) continue;
        least_slope = std::abs(dot(edge, direction)) / norm;
        other = i;
    }
    if (other != top) face.add(corners[other], static_cast<std::uint32_t>(other));
    face.id = static_cast<std::uint32_t>(std::min(top, other) * corners.size() + std::max(top, other));
}

void add_triangle_or_edge(std::span<const Vec3, 3> corners, const Vec3& normal, const Vec3& direction,
                          const LevelAngle& level, SupportFace& face) noexcept {
    if (std::abs(dot(normal, direction)) < level.cosine)
        return add_edge_or_corner(corners, direction, level, face);
    face.id = kTriangleFace;
    for (std::uint32_t i = 0; i < 3; ++i) face.add(corners[i], i);
}

/// A face is given by the corner left out.
void add_tetrahedron_face(std::span<const Vec3, 4> corners, const Vec3& direction, const LevelAngle& level,
                          SupportFace& face) noexcept {
    double best = level.cosine;
    std::size_t omitted = 4;
    for (std::size_t skip = 0; skip < 4; ++skip) {
        const Vec3& p = corners[(skip + 1) % 4];
        const Vec3& q = corners[(skip + 2) % 4];
        const Vec3& r = corners[(skip + 3) % 4];
        Vec3 n = unit(corner_normal(q - p, r - p));
        if (dot(n, corners[skip] - p) > 0) n = -n;
        if (dot(n, direction) < best) continue;
        best = dot(n, direction);
        omitted = skip;
    }
    if (omitted == 4) return add_edge_or_corner(corners, direction, level, face);
    face.id = static_cast<std::uint32_t>(16 + omitted);
    for (std::size_t i = 1; i < 4; ++i)
        face.add(corners[(omitted + i) % 4], static_cast<std::uint32_t>((omitted + i) % 4));
}

void add_box_face(const Vec3& half, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
    const auto corner = [&](bool x, bool y, bool z) {
        face.add({x ? half.x : -half.x, y ? half.y : -half.y, z ? half.z : -half.z},
                 static_cast<std::uint32_t>(x + 2 * y + 4 * z));
    };
    const std::array<bool, 3> high{d.x >= 0, d.y >= 0, d.z >= 0};
    const Vec3 m = abs(d);
    const std::size_t most = m.x >= m.y && m.x >= m.z ? 0 : m.y >= m.z ? 1 : 2;
    const std::size_t least = m.x <= m.y && m.x <= m.z ? 0 : m.y <= m.z ? 1 : 2;
    // Going round the face, then its shrunken versions: an axis that is not level keeps the higher end.
    const bool whole = m[most] >= level.cosine;
    const std::size_t u = whole ? (most + 1) % 3 : least;
    const std::size_t v = (most + 2) % 3;
    const bool flat_u = (whole || m[least] <= level.sine) && half[u] > 0;
    const bool flat_v = whole && half[v] > 0;
    const std::size_t octant = high[0] + 2U * high[1] + 4U * high[2];
    face.id =
        static_cast<std::uint32_t>(whole ? 2 * most + high[most] : 8 + 4 * octant + (flat_u ? 1 + u : 0));
    for (const auto& [s, t] : {std::array{false, false}, std::array{true, false}, std::array{true, true},
                               std::array{false, true}}) {
        if ((s && !flat_u) || (t && !flat_v)) continue;
        std::array<bool, 3> at = high;
        if (flat_u) at[u] = s;
        if (flat_v) at[v] = t;
        corner(at[0], at[1], at[2]);
    }
}

void add_rim(double radius, double z, std::uint32_t name, SupportFace& face) noexcept {
    constexpr std::size_t kQuarter = kRimPoints / 4;
    face.id = name;
    for (std::size_t i = 0; i < kRimPoints; ++i) {
        const double c = radius * kCosine[i % kQuarter];
        const double s = radius * kCosine[kQuarter - i % kQuarter];
        const std::array<Vec3, 4> turned{Vec3{c, s, z}, Vec3{-s, c, z}, Vec3{-c, -s, z}, Vec3{s, -c, z}};
        face.add(turned[i / kQuarter], static_cast<std::uint32_t>(i + kRimPoints * name));
    }
}

}  // namespace graze
