#include "convex/simplex.hpp"

namespace graze {
namespace {

/// A nearest point on a face of the simplex: which points carry it, and with what weights.
struct Face {
    Vec3 v{};
    double length_sq = 0;
    std::array<std::uint8_t, 3> index{};
    std::array<double, 3> weight{};
    std::uint32_t size = 0;
};

Face on_vertex(const Vec3& p, std::uint8_t i) noexcept { return {p, length_sq(p), {i}, {1}, 1}; }

Face on_segment(const Vec3& p, const Vec3& q, std::uint8_t i, std::uint8_t j) noexcept {
    const Vec3 e = q - p;
    const double along = -dot(p, e);
    if (!(along > 0)) return on_vertex(p, i);
    const double square = length_sq(e);
    if (along >= square) return on_vertex(q, j);
    const double t = along / square;
    Vec3 v = p + t * e;
    v = v - (dot(v, e) / square) * e;
    return {v, length_sq(v), {i, j}, {1 - t, t}, 2};
}

const Face& nearer(const Face& f, const Face& g) noexcept { return g.length_sq < f.length_sq ? g : f; }

/// Triangles thinner than this (sine of the angle at the first point, squared) are taken as their edges: the normal of a
/// thinner one has no correct digit left.
constexpr double kThinSineSq = 1e-28;

Face on_triangle(const std::array<SimplexPoint, 4>& points, std::uint8_t i, std::uint8_t j, std::uint8_t k) noexcept {
    const Vec3& p = points[i].w;
    const Vec3& q = points[j].w;
    const Vec3& r = points[k].w;
    const Vec3 e = q - p;
    const Vec3 f = r - p;
    const Vec3 n = cross(e, f);
    const double nn = length_sq(n);
    if (!(nn > kThinSineSq * length_sq(e) * length_sq(f))) {
        return nearer(nearer(on_segment(p, q, i, j), on_segment(p, r, i, k)), on_segment(q, r, j, k));
    }
    // Barycentric coordinates of the origin's projection, times nn; each from differences, not from far points.
    const Vec3 m = cross(n, p);
    const double weight_r = dot(m, e);
    const double weight_q = -dot(m, f);
    const double weight_p = nn - weight_q - weight_r;
    if (weight_p > 0 && weight_q > 0 && weight_r > 0) {
        const Vec3 v = (dot(n, p) / nn) * n;
        return {v, length_sq(v), {i, j, k}, {weight_p / nn, weight_q / nn, weight_r / nn}, 3};
    }
    // Outside some edges: the nearest point lies on one of those.
    Face best{{}, std::numeric_limits<double>::infinity(), {}, {}, 0};
    if (!(weight_r > 0)) best = nearer(best, on_segment(p, q, i, j));
    if (!(weight_q > 0)) best = nearer(best, on_segment(p, r, i, k));
    if (!(weight_p > 0)) best = nearer(best, on_segment(q, r, j, k));
    return best;
}

/// Height of a tetrahedron over a face below which its sign is rounding: relative to the face's normal and the edges.
constexpr double kFlat = 16 * kEps;

/// Whether the face (i, j, k) may separate the origin from the opposite point l: the origin is on the other side or on the
/// plane, or the tetrahedron is too flat to tell.
bool origin_beyond(const std::array<SimplexPoint, 4>& points, std::uint8_t i, std::uint8_t j, std::uint8_t k, std::uint8_t l) noexcept {
    const Vec3& p = points[k].w;
    const Vec3 n = cross(points[i].w - p, points[j].w - p);
    const Vec3 up = points[l].w - p;
    const double height = dot(n, up);
    const double origin = -dot(n, p);
    if (height * height <= kFlat * kFlat * length_sq(n) * (length_sq(up) + length_sq(p))) return true;
    return height > 0 ? origin <= 0 : origin >= 0;
}

void keep(Simplex& simplex, const Face& face) noexcept {
    std::array<SimplexPoint, 3> kept;
    for (std::uint32_t i = 0; i < face.size; ++i) kept[i] = simplex.points[face.index[i]];
    for (std::uint32_t i = 0; i < face.size; ++i) {
        simplex.points[i] = kept[i];
        simplex.weights[i] = face.weight[i];
    }
    simplex.size = face.size;
}

}  // namespace

Nearest reduce(Simplex& simplex) noexcept {
    const auto& points = simplex.points;
    Face best{{}, std::numeric_limits<double>::infinity(), {}, {}, 0};
    switch (simplex.size) {
        case 1: best = on_vertex(points[0].w, 0); break;
        case 2: best = on_segment(points[0].w, points[1].w, 0, 1); break;
        case 3: best = on_triangle(points, 0, 1, 2); break;
        default:
            // The face opposite the newest point (3) was the nearest one before: the origin cannot be beyond it.
            if (origin_beyond(points, 0, 1, 3, 2)) best = nearer(best, on_triangle(points, 0, 1, 3));
            if (origin_beyond(points, 1, 2, 3, 0)) best = nearer(best, on_triangle(points, 1, 2, 3));
            if (origin_beyond(points, 2, 0, 3, 1)) best = nearer(best, on_triangle(points, 2, 0, 3));
            if (best.size == 0) return {{}, 0, true};
    }
    keep(simplex, best);
    return {best.v, best.length_sq, false};
}

}  // namespace graze
