// Sub-simplices by the signs of their products, decided exactly where rounding could turn them. See docs/notes/gjk.md.
#include "convex/simplex/simplex.hpp"

#include <limits>

#include "graze/math/predicates.hpp"

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
/// A triple product below this share of its factors' lengths may have the wrong sign: two subtractions, a cross and a dot
/// product round about ten times, in three components.
constexpr double kUnsure = 32 * kEps;

/// On which side of the plane through o, p, q the origin is: the sign of -o · n with n = (p - o) × (q - o). Right also for slivers,
/// where the rounded product would let the origin slip in from a distance of eps over the sine of the sliver's angle; `doubtful`
/// is set for those. `edges_sq` is the product of the squared lengths of both edges.
double side_of_origin(const Vec3& o, const Vec3& p, const Vec3& q, double edges_sq, const Vec3& n, bool& doubtful) noexcept {
    const double side = -dot(o, n);
    if (side * side > kUnsure * kUnsure * length_sq(o) * edges_sq) return side;
    doubtful = true;
    return static_cast<double>(orient3d(o, p, q, {}));
}

void offer_tetrahedron(const Vec3& w0, const Vec3& w1, const Vec3& w2, const Vec3& w3, Nearest& best) noexcept {
    // From the newest point w3. The face opposite to it was the nearest one before: the origin is hardly ever beyond that.
    const Vec3 a = w0 - w3;
    const Vec3 b = w1 - w3;
    const Vec3 c = w2 - w3;
    const Vec3 bc = cross(b, c);
    const Vec3 ca = cross(c, a);
    const Vec3 ab = cross(a, b);
    const double volume = dot(a, bc);
    const double aa = length_sq(a);
    const double bb = length_sq(b);
    const double cc = length_sq(c);
    const bool flat = volume * volume <= kFlat * kFlat * length_sq(bc) * (aa + length_sq(w3));
    const bool sure = volume * volume > kUnsure * kUnsure * aa * bb * cc;
    const double sign = sure ? volume : static_cast<double>(orient3d(w3, w1, w2, w0));
    // On which side of the faces (w3, w1, w2), (w3, w2, w0), (w3, w0, w1) the origin is; opposite in sign to the volume: beyond.
    bool doubtful = flat || !sure;
    const double side_a = side_of_origin(w3, w1, w2, bb * cc, bc, doubtful) * sign;
    const double side_b = side_of_origin(w3, w2, w0, cc * aa, ca, doubtful) * sign;
    const double side_c = side_of_origin(w3, w0, w1, aa * bb, ab, doubtful) * sign;
    const bool inside = !flat && side_a > 0 && side_b > 0 && side_c > 0;
    if (!inside) {
        // The cyclic cross products of the edges from w3 are the triangles' normals. All faces of a sliver
        // are evaluated: the signs of the origin's side do not reliably select the face with the nearest
        // point.
        if (doubtful || side_a <= 0) offer_triangle({w1, w2, w3, 1, 2, 3}, bc, best);
        if (doubtful || side_b <= 0) offer_triangle({w0, w2, w3, 0, 2, 3}, -ca, best);
        if (doubtful || side_c <= 0) offer_triangle({w0, w1, w3, 0, 1, 3}, ab, best);
        return;
    }
    // Beyond the fourth face only when that was a sliver, with a nearest point of rounding.
    const Vec3 e = w1 - w0;
    const Vec3 f = w2 - w0;
    const Vec3 ef = cross(e, f);
    if (side_of_origin(w0, w1, w2, length_sq(e) * length_sq(f), ef, doubtful) * sign > 0) {
        return offer_triangle({w0, w1, w2, 0, 1, 2}, ef, best);
    }
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
