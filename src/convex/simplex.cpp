#include "convex/simplex.hpp"

#include <limits>

namespace graze {
namespace {

Nearest on_vertex(const Vec3& p, std::uint8_t i) noexcept { return {p, length_sq(p), {1, 0, 0}, {i, 0, 0}, 1}; }

Nearest on_segment(const Vec3& p, const Vec3& q, std::uint8_t i, std::uint8_t j) noexcept {
    const Vec3 e = q - p;
    const double along = -dot(p, e);
    if (!(along > 0)) return on_vertex(p, i);
    const double square = length_sq(e);
    if (along >= square) return on_vertex(q, j);
    const double inverse = 1 / square;
    const double t = along * inverse;
    Vec3 v = p + t * e;
    v = v - (dot(v, e) * inverse) * e;
    return {v, length_sq(v), {1 - t, t, 0}, {i, j, 0}, 2};
}

void take_nearer(Nearest& best, const Nearest& other) noexcept {
    if (other.length_sq < best.length_sq) best = other;
}

/// Triangles thinner than this (sine of the angle at the first point, squared) are taken as their edges: the normal of a
/// thinner one has no correct digit left.
constexpr double kThinSineSq = 1e-28;

/// Corners p, q, r with indices i < j < k; n is (q - p) × (r - p).
Nearest on_triangle(const std::array<const Vec3*, 3>& corner, const std::array<std::uint8_t, 3>& index, const Vec3& n) noexcept {
    const auto& [p, q, r] = corner;
    const auto [i, j, k] = index;
    const Vec3 e = *q - *p;
    const Vec3 f = *r - *p;
    const double nn = length_sq(n);
    Nearest best;
    best.length_sq = std::numeric_limits<double>::infinity();
    if (!(nn > kThinSineSq * length_sq(e) * length_sq(f))) {
        take_nearer(best, on_segment(*p, *q, i, j));
        take_nearer(best, on_segment(*p, *r, i, k));
        take_nearer(best, on_segment(*q, *r, j, k));
        return best;
    }
    // Barycentric coordinates of the origin's projection, times nn; each from differences, not from far points.
    const Vec3 m = cross(n, *p);
    const double weight_r = dot(m, e);
    const double weight_q = -dot(m, f);
    const double weight_p = nn - weight_q - weight_r;
    if (weight_p > 0 && weight_q > 0 && weight_r > 0) {
        const double inverse = 1 / nn;
        const double height = dot(n, *p);
        return {(height * inverse) * n, height * height * inverse, {weight_p * inverse, weight_q * inverse, weight_r * inverse}, index, 3};
    }
    // Outside some edges: the nearest point lies on one of those.
    if (!(weight_r > 0)) take_nearer(best, on_segment(*p, *q, i, j));
    if (!(weight_q > 0)) take_nearer(best, on_segment(*p, *r, i, k));
    if (!(weight_p > 0)) take_nearer(best, on_segment(*q, *r, j, k));
    return best;
}

/// A tetrahedron whose volume, relative to a face and the edge up from it, is below this has a volume of rounding only.
constexpr double kFlat = 16 * kEps;

Nearest on_tetrahedron(const Vec3& w0, const Vec3& w1, const Vec3& w2, const Vec3& w3) noexcept {
    // From the newest point w3. The face opposite to it was the nearest one before: the origin cannot be beyond that.
    const Vec3 a = w0 - w3;
    const Vec3 b = w1 - w3;
    const Vec3 c = w2 - w3;
    const Vec3 bc = cross(b, c);
    const Vec3 ca = cross(c, a);
    const Vec3 ab = cross(a, b);
    const double volume = dot(a, bc);
    const bool flat = volume * volume <= kFlat * kFlat * length_sq(bc) * (length_sq(a) + length_sq(w3));
    // On which side of the faces (w3, w1, w2), (w3, w2, w0), (w3, w0, w1) the origin is; opposite in sign to the volume: beyond.
    const double side_a = -dot(w3, bc) * volume;
    const double side_b = -dot(w3, ca) * volume;
    const double side_c = -dot(w3, ab) * volume;
    Nearest best;
    best.length_sq = std::numeric_limits<double>::infinity();
    // The normals as on_triangle wants them: (second - first) × (third - first) = the cyclic cross product of the edges from w3.
    if (flat || side_a <= 0) take_nearer(best, on_triangle({&w1, &w2, &w3}, {1, 2, 3}, bc));
    if (flat || side_b <= 0) take_nearer(best, on_triangle({&w0, &w2, &w3}, {0, 2, 3}, -ca));
    if (flat || side_c <= 0) take_nearer(best, on_triangle({&w0, &w1, &w3}, {0, 1, 3}, ab));
    if (best.size == 0) best = {{}, 0, {}, {}, 4};
    return best;
}

}  // namespace

Nearest nearest_to_origin(const Simplex& simplex) noexcept {
    const auto& p = simplex.points;
    switch (simplex.size) {
        case 1: return on_vertex(p[0].w, 0);
        case 2: return on_segment(p[0].w, p[1].w, 0, 1);
        case 3: return on_triangle({&p[0].w, &p[1].w, &p[2].w}, {0, 1, 2}, cross(p[1].w - p[0].w, p[2].w - p[0].w));
        default: return on_tetrahedron(p[0].w, p[1].w, p[2].w, p[3].w);
    }
}

}  // namespace graze
