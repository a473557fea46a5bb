#include "convex/simplex.hpp"

#include <limits>

namespace graze {
namespace {

// The routines below write into `best` when they find something nearer. Returning and comparing whole results would copy them
// right after they were written piece by piece, which stalls the processor: measured as a quarter of GJK's time.

void offer_vertex(const Vec3& p, std::uint8_t i, Nearest& best) noexcept {
    const double square = length_sq(p);
    if (!(square < best.length_sq)) return;
    best.v = p;
    best.length_sq = square;
    best.weights[0] = 1;
    best.index[0] = i;
    best.size = 1;
}

void offer_segment(const Vec3& p, const Vec3& q, std::uint8_t i, std::uint8_t j, Nearest& best) noexcept {
    const Vec3 e = q - p;
    const double along = -dot(p, e);
    if (!(along > 0)) return offer_vertex(p, i, best);
    const double square = length_sq(e);
    if (along >= square) return offer_vertex(q, j, best);
    const double inverse = 1 / square;
    const double t = along * inverse;
    Vec3 v = p + t * e;
    v = v - (dot(v, e) * inverse) * e;
    const double distance_sq = length_sq(v);
    if (!(distance_sq < best.length_sq)) return;
    best.v = v;
    best.length_sq = distance_sq;
    best.weights[0] = 1 - t;
    best.weights[1] = t;
    best.index[0] = i;
    best.index[1] = j;
    best.size = 2;
}

/// Triangles thinner than this (sine of the angle at the first point, squared) are taken as their edges: the normal of a
/// thinner one has no correct digit left.
constexpr double kThinSineSq = 1e-28;

/// Corners of a triangle, indices ascending, with n = (q - p) × (r - p).
struct Corners {
    const Vec3& p;
    const Vec3& q;
    const Vec3& r;
    std::uint8_t i = 0;
    std::uint8_t j = 0;
    std::uint8_t k = 0;
};

void offer_triangle(const Corners& t, const Vec3& n, Nearest& best) noexcept {
    const Vec3 e = t.q - t.p;
    const Vec3 f = t.r - t.p;
    const double nn = length_sq(n);
    const bool thin = !(nn > kThinSineSq * length_sq(e) * length_sq(f));
    // Barycentric coordinates of the origin's projection, times nn; each from differences, not from far points.
    const Vec3 m = cross(n, t.p);
    const double weight_r = dot(m, e);
    const double weight_q = -dot(m, f);
    const double weight_p = nn - weight_q - weight_r;
    if (!thin && weight_p > 0 && weight_q > 0 && weight_r > 0) {
        const double inverse = 1 / nn;
        const double height = dot(n, t.p);
        const double distance_sq = height * height * inverse;
        if (!(distance_sq < best.length_sq)) return;
        best.v = (height * inverse) * n;
        best.length_sq = distance_sq;
        best.weights[0] = weight_p * inverse;
        best.weights[1] = weight_q * inverse;
        best.weights[2] = weight_r * inverse;
        best.index = {t.i, t.j, t.k};
        best.size = 3;
        return;
    }
    // Outside some edges: the nearest point lies on one of those.
    if (thin || !(weight_r > 0)) offer_segment(t.p, t.q, t.i, t.j, best);
    if (thin || !(weight_q > 0)) offer_segment(t.p, t.r, t.i, t.k, best);
    if (thin || !(weight_p > 0)) offer_segment(t.q, t.r, t.j, t.k, best);
}

/// A tetrahedron whose volume, relative to a face and the edge up from it, is below this has a volume of rounding only.
constexpr double kFlat = 16 * kEps;

void offer_tetrahedron(const Vec3& w0, const Vec3& w1, const Vec3& w2, const Vec3& w3, Nearest& best) noexcept {
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
    // The cyclic cross products of the edges from w3 are the triangles' normals.
    if (flat || side_a <= 0) offer_triangle({w1, w2, w3, 1, 2, 3}, bc, best);
    if (flat || side_b <= 0) offer_triangle({w0, w2, w3, 0, 2, 3}, -ca, best);
    if (flat || side_c <= 0) offer_triangle({w0, w1, w3, 0, 1, 3}, ab, best);
    if (best.size > 0) return;
    best.v = {};
    best.length_sq = 0;
    best.size = 4;
}

}  // namespace

Nearest nearest_to_origin(const Simplex& simplex) noexcept {
    const auto& p = simplex.points;
    Nearest best;
    best.length_sq = std::numeric_limits<double>::infinity();
    switch (simplex.size) {
        case 1: offer_vertex(p[0].w, 0, best); break;
        case 2: offer_segment(p[0].w, p[1].w, 0, 1, best); break;
        case 3: offer_triangle({p[0].w, p[1].w, p[2].w, 0, 1, 2}, cross(p[1].w - p[0].w, p[2].w - p[0].w), best); break;
        default: offer_tetrahedron(p[0].w, p[1].w, p[2].w, p[3].w, best);
    }
    return best;
}

}  // namespace graze
