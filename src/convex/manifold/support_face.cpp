// Faces of the plain shapes: the most level face, else the most level edge at the highest corner, else that corner.
#include "convex/manifold/support_face.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "graze/shape/hull.hpp"
#include "graze/shape/support.hpp"
#include "math/degeneracy/sine_limits.hpp"
#include "math/degeneracy/triangle_normal.hpp"

namespace graze {
namespace {

// Names of parts: those of caps and sides of round shapes lie above the corners'.
constexpr std::uint32_t kSideName = 4 * kRimPoints;

bool is_level(const Vec3& along, const Vec3& direction, const LevelAngle& level) noexcept {
    return std::abs(dot(along, direction)) <= level.sine * length(along);
}

/// The most level edge at the highest corner, or that corner.
void add_edge_or_corner(std::span<const Vec3> corners, const Vec3& direction, const LevelAngle& level, SupportFace& face) noexcept {
    std::size_t top = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) top = dot(direction, corners[i]) > dot(direction, corners[top]) ? i : top;
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

/// Of a flat shape both sides are faces.
void whole_or_edge(std::span<const Vec3, 3> corners, const Vec3& normal, const Vec3& direction, const LevelAngle& level,
                   SupportFace& face) noexcept {
    if (std::abs(dot(normal, direction)) < level.cosine) return add_edge_or_corner(corners, direction, level, face);
    face.id = kTriangleFace;
    for (std::uint32_t i = 0; i < 3; ++i) face.add(corners[i], i);
}

/// The most level face of a tetrahedron, given by the corner left out.
void tetrahedron_face(std::span<const Vec3, 4> corners, const Vec3& direction, const LevelAngle& level, SupportFace& face) noexcept {
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
    for (std::size_t i = 1; i < 4; ++i) face.add(corners[(omitted + i) % 4], static_cast<std::uint32_t>((omitted + i) % 4));
}

void box_face(const Vec3& half, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
    const auto corner = [&](bool x, bool y, bool z) {
        face.add({x ? half.x : -half.x, y ? half.y : -half.y, z ? half.z : -half.z}, static_cast<std::uint32_t>(x + 2 * y + 4 * z));
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
    face.id = static_cast<std::uint32_t>(whole ? 2 * most + high[most] : 8 + 4 * octant + (flat_u ? 1 + u : 0));
    for (const auto& [s, t] : {std::array{false, false}, std::array{true, false}, std::array{true, true}, std::array{false, true}}) {
        if ((s && !flat_u) || (t && !flat_v)) continue;
        std::array<bool, 3> at = high;
        if (flat_u) at[u] = s;
        if (flat_v) at[v] = t;
        corner(at[0], at[1], at[2]);
    }
}

void hull_face(const HullData& hull, const Vec3& direction, const LevelAngle& level, SupportFace& face) noexcept {
    std::size_t best = hull.facets.size();
    double height = level.cosine;
    for (std::size_t f = 0; f < hull.facets.size(); ++f) {
        const double level_of = dot(hull.facet_planes[f].normal, direction);
        if (level_of < height || (best < hull.facets.size() && level_of == height)) continue;
        height = level_of;
        best = f;
    }
    if (best < hull.facets.size()) {
        const auto& loop = hull.facets[best];
        // Facets with very many corners are thinned evenly: the polygon stays inside.
        const std::size_t step = (loop.size() + SupportFace::kMaxPoints - 1) / SupportFace::kMaxPoints;
        for (std::size_t i = 0; i < loop.size(); i += step) face.add(hull.vertices[loop[i]], loop[i]);
        face.id = static_cast<std::uint32_t>(best);
        return;
    }
    const std::uint32_t top = support_vertex(hull, direction);
    face.add(hull.vertices[top], top);
    face.id = static_cast<std::uint32_t>(hull.facets.size()) + top;
    double least_slope = level.sine;
    std::uint32_t other = top;
    for (std::uint32_t n = hull.neighbour_start[top]; n < hull.neighbour_start[top + 1]; ++n) {
        const Vec3 edge = hull.vertices[hull.neighbours[n]] - hull.vertices[top];
        const double slope = std::abs(dot(edge, direction)) / length(edge);
        if (!(slope <= least_slope) || (other != top && slope == least_slope)) continue;
        least_slope = slope;
        other = hull.neighbours[n];
    }
    if (other != top) face.add(hull.vertices[other], other);
}

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

/// Corners of a regular polygon on the rim.
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

void cylinder_face(const Shape& shape, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
    const double radius = shape.values()[0];
    const double half_height = shape.values()[1];
    if (std::abs(d.z) >= level.cosine) return add_rim(radius, std::copysign(half_height, d.z), d.z > 0 ? 1 : 0, face);
    const double across = std::hypot(d.x, d.y);
    const Vec3 side{radius * d.x / across, radius * d.y / across, 0};
    face.id = kSideName;
    if (std::abs(d.z) <= level.sine) {
        face.add(side - Vec3{0, 0, half_height}, kSideName);
        face.add(side + Vec3{0, 0, half_height}, kSideName + 1);
    } else {
        face.add(side + Vec3{0, 0, std::copysign(half_height, d.z)}, d.z > 0 ? kSideName + 1 : kSideName);
    }
}

void cone_face(const Shape& shape, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
    const double radius = shape.values()[0];
    const double half_height = shape.values()[1];
    if (-d.z >= level.cosine) return add_rim(radius, -half_height, 0, face);
    const Vec3 apex{0, 0, half_height};
    const double across = std::hypot(d.x, d.y);
    const Vec3 rim = across > 0 ? Vec3{radius * d.x / across, radius * d.y / across, -half_height} : Vec3{radius, 0, -half_height};
    face.id = kSideName;
    const bool line = across > 0 && is_level(apex - rim, d, level) && half_height > 0;
    const bool apex_higher = dot(d, apex) > dot(d, rim);
    if (line || !apex_higher) face.add(rim, kSideName);
    if (line || apex_higher) face.add(apex, kSideName + 1);
}

void capsule_face(const Shape& shape, const Vec3& d, const LevelAngle& level, SupportFace& face) noexcept {
    const Vec3 end{0, 0, shape.values()[1]};
    const Vec3 out = d * shape.values()[0];
    const bool lying = std::abs(d.z) <= level.sine && end.z > 0;
    face.id = kSideName;
    if (lying || d.z < 0) face.add(out - end, 0);
    if (lying || d.z >= 0) face.add(out + end, 1);
}

void add_face(const Shape& shape, const Vec3& direction, const LevelAngle& level, SupportFace& face) noexcept {
    const std::array<Vec3, 4> corners{shape.vector(0), shape.vector(1), shape.vector(2), shape.vector(3)};
    switch (shape.type()) {
        case ShapeType::segment: return add_edge_or_corner(std::span(corners).first(2), direction, level, face);
        case ShapeType::triangle: {
            const auto three = std::span(corners).first<3>();
            return whole_or_edge(three, unit(corner_normal(three[1] - three[0], three[2] - three[0])), direction, level, face);
        }
        case ShapeType::tetrahedron: return tetrahedron_face(corners, direction, level, face);
        case ShapeType::polygon:
        case ShapeType::hull: return hull_face(static_cast<const HullData&>(*shape.payload()), direction, level, face);
        case ShapeType::box: return box_face(shape.vector(0), direction, level, face);
        case ShapeType::capsule: return capsule_face(shape, direction, level, face);
        case ShapeType::cylinder: return cylinder_face(shape, direction, level, face);
        case ShapeType::cone: return cone_face(shape, direction, level, face);
        case ShapeType::minkowski_sum:
        case ShapeType::convex_hull_of:
        case ShapeType::affine_image:
        case ShapeType::rounded: return composite_support_face(shape, direction, level, face);
        default: face.add(support(shape, direction), 0);
    }
}

/// A loop without an inside (a cap of radius zero, a needle) becomes the edge or the point that it is.
void collapse(SupportFace& face) noexcept {
    const auto farthest_from = [&](std::size_t start) {
        std::size_t best = start;
        for (std::size_t i = 0; i < face.size(); ++i) {
            if (length_sq(face.points[i] - face.points[start]) > length_sq(face.points[best] - face.points[start])) best = i;
        }
        return best;
    };
    const std::size_t p = farthest_from(0);
    const std::size_t q = farthest_from(p);
    const Vec3 along = face.points[q] - face.points[p];
    Vec3 sum{};
    for (std::size_t i = 1; i + 1 < face.size(); ++i) sum += cross(face.points[i] - face.points[0], face.points[i + 1] - face.points[0]);
    if (max_component(abs(sum)) > kEdgeThickness * length_sq(along)) return;
    const std::array<Vec3, 2> ends{face.points[p], face.points[q]};
    const std::array<std::uint32_t, 2> names{face.ids[p], face.ids[q]};
    const bool edge = face.size() >= 2 && length_sq(along) > 0;
    const std::uint32_t name = face.id;
    face.clear();
    face.id = name;
    for (std::size_t i = 0; i < (edge ? 2U : 1U); ++i) face.add(ends[i], names[i]);
}

}  // namespace

Vec3 face_normal(const SupportFace& face, const Vec3& direction) noexcept {
    if (face.size() < 3) return direction;
    Vec3 sum{};
    for (std::size_t i = 1; i + 1 < face.size(); ++i) sum += cross(face.points[i] - face.points[0], face.points[i + 1] - face.points[0]);
    if (sum == Vec3{}) return direction;
    const Vec3 n = unit(sum);
    return dot(n, direction) < 0 ? -n : n;
}

void triangle_face(std::span<const Vec3, 3> corners, const Vec3& normal, const Vec3& direction, const LevelAngle& level,
                   SupportFace& face) noexcept {
    face.clear();
    whole_or_edge(corners, normal, direction, level, face);
    if (face.size() == 3) collapse(face);
}

void support_face(const Shape& shape, const Vec3& direction, const LevelAngle& level, SupportFace& face) noexcept {
    face.clear();
    add_face(shape, direction, level, face);
    if (face.size() > 1) collapse(face);
}

}  // namespace graze
