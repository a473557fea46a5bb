// The point nearest to the origin of a point, segment, triangle or tetrahedron, for any scalar: double,
// double-double, float, exact rationals.
//
// The direction of the answer matters more than its length: close to contact the length cancels while the
// direction must stay good to rounding, because GJK's lower bound of the distance is the support height along
// it. So the answer on a triangle is taken from the triangle's normal, and on a segment it is made orthogonal
// to the segment a second time. Sub-simplices are chosen by the signs of triple products, decided exactly (or
// by the products themselves where the scalar has no exact signs) where rounding could flip them. See
// docs/notes/gjk.md. Among equally near sub-simplices the first one tried is the answer. No roots: rationals
// stay rational.
// After: van den Bergen, Collision Detection in Interactive 3D Environments, 4.3.3; the case analysis is our
// own.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "graze/math/predicates.hpp"
#include "graze/math/vec.hpp"
#include "math/double_double.hpp"

namespace graze {

/// Nearest point v of the simplex to the origin, as a direction that is accurate even when v is tiny.
template <class T> struct BasicNearest {
    BasicVec3<T> v{};
    T length_sq{};
    std::array<T, 3> weights{};           ///< Of the points that carry v; positive.
    std::array<std::uint8_t, 3> index{};  ///< Those points, ascending.
    std::uint8_t size = 0;  ///< How many: 1 to 3; 4 when the origin is in the tetrahedron, v is zero then.
};
using Nearest = BasicNearest<double>;

/// What the search must know of its scalar. `eps` is the largest relative error of one operation,
/// `thin_sine_sq` the squared sine of the angle at a triangle's first point below which the normal has no
/// correct digit left: about (90 eps)². `orientation` is the sign of orient3d as a number of the scalar:
/// exact where it can be. Exact scalars have an eps of 0: then only true degeneracies count.
template <class T> struct SimplexScalar;

template <> struct SimplexScalar<double> {
    static constexpr double eps = kEps;
    static constexpr double thin_sine_sq = 1e-28;  // of kSimplexSine (degeneracy/sine_limits.hpp), squared
    static constexpr double unbounded = std::numeric_limits<double>::infinity();
    static double orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) noexcept {
        return static_cast<double>(orient3d(a, b, c, d));
    }
};

template <> struct SimplexScalar<float> {
    static constexpr float eps = std::numeric_limits<float>::epsilon() / 2;
    static constexpr float thin_sine_sq = 3e-11F;
    static constexpr float unbounded = std::numeric_limits<float>::infinity();
    static float orientation(const BasicVec3<float>& a, const BasicVec3<float>& b, const BasicVec3<float>& c,
                             const BasicVec3<float>& d) noexcept {
        const auto widened = [](const BasicVec3<float>& v) { return Vec3{v.x, v.y, v.z}; };
        return static_cast<float>(orient3d(widened(a), widened(b), widened(c), widened(d)));
    }
};

/// The signs of double-doubles are those of the rounded products, which `doubtful` simplices do not rely on.
template <> struct SimplexScalar<DoubleDouble> {
    static constexpr DoubleDouble eps{0x1p-104};
    static constexpr DoubleDouble thin_sine_sq{2e-59};
    static constexpr DoubleDouble unbounded{std::numeric_limits<double>::infinity()};
    static DoubleDouble orientation(const BasicVec3<DoubleDouble>& a, const BasicVec3<DoubleDouble>& b,
                                    const BasicVec3<DoubleDouble>& c,
                                    const BasicVec3<DoubleDouble>& d) noexcept {
        return dot(cross(b - a, c - a), d - a);
    }
};

namespace nearest_detail {

// The routines below write into `best` when they find something nearer. Returning and comparing whole results
// would copy them right after they were written piece by piece, which stalls the processor: measured as a
// quarter of GJK's time.

template <class T> void offer_vertex(const BasicVec3<T>& p, std::uint8_t i, BasicNearest<T>& best) noexcept {
    const T square = length_sq(p);
    if (!(square < best.length_sq)) return;
    best.v = p;
    best.length_sq = square;
    best.weights[0] = 1;
    best.index[0] = i;
    best.size = 1;
}

template <class T>
void offer_segment(const BasicVec3<T>& p, const BasicVec3<T>& q, std::uint8_t i, std::uint8_t j,
                   BasicNearest<T>& best) noexcept {
    const BasicVec3<T> e = q - p;
    const T along = -dot(p, e);
    if (!(along > 0)) return offer_vertex(p, i, best);
    const T square = length_sq(e);
    if (!(along < square)) return offer_vertex(q, j, best);
    const T inverse = 1 / square;
    const T t = along * inverse;
    BasicVec3<T> v = p + t * e;
    v = v - T(dot(v, e) * inverse) * e;
    const T distance_sq = length_sq(v);
    if (!(distance_sq < best.length_sq)) return;
    best.v = v;
    best.length_sq = distance_sq;
    best.weights[0] = 1 - t;
    best.weights[1] = t;
    best.index[0] = i;
    best.index[1] = j;
    best.size = 2;
}

/// Corners of a triangle, indices ascending, with n = (q - p) × (r - p).
template <class T> struct Corners {
    const BasicVec3<T>& p;
    const BasicVec3<T>& q;
    const BasicVec3<T>& r;
    std::uint8_t i = 0;
    std::uint8_t j = 0;
    std::uint8_t k = 0;
};

template <class T>
void offer_triangle(const Corners<T>& t, const BasicVec3<T>& n, BasicNearest<T>& best) noexcept {
    const BasicVec3<T> e = t.q - t.p;
    const BasicVec3<T> f = t.r - t.p;
    const T nn = length_sq(n);
    // Triangles that are thinner are taken as their edges.
    const bool thin = !(nn > SimplexScalar<T>::thin_sine_sq * length_sq(e) * length_sq(f));
    // Barycentric coordinates of the origin's projection, times nn; each from differences, not from far
    // points.
    const BasicVec3<T> m = cross(n, t.p);
    const T weight_r = dot(m, e);
    const T weight_q = -dot(m, f);
    const T weight_p = nn - weight_q - weight_r;
    if (!thin && weight_p > 0 && weight_q > 0 && weight_r > 0) {
        const T inverse = 1 / nn;
        const T height = dot(n, t.p);
        const T distance_sq = height * height * inverse;
        if (!(distance_sq < best.length_sq)) return;
        best.v = T(height * inverse) * n;
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

/// A tetrahedron whose volume, relative to a face and the edge up from it, is below this has a volume of
/// rounding only. Squared.
template <class T> T flat_sq() noexcept {
    return (16 * SimplexScalar<T>::eps) * (16 * SimplexScalar<T>::eps);
}
/// A triple product below this share of its factors' lengths may have the wrong sign: two subtractions, a
/// cross and a dot product round about ten times, in three components. Squared.
template <class T> T unsure_sq() noexcept {
    return (32 * SimplexScalar<T>::eps) * (32 * SimplexScalar<T>::eps);
}

/// A face from its corner o, with n = (p - o) × (q - o) and the product of the squared lengths of both edges.
template <class T> struct Face {
    const BasicVec3<T>& o;
    const BasicVec3<T>& p;
    const BasicVec3<T>& q;
    const BasicVec3<T>& n;
    T edges_sq{};
};

/// On which side of the face the origin is: the sign of -o · n. Right also for slivers, where the rounded
/// product would let the origin slip in from a distance of eps over the sine of the sliver's angle;
/// `doubtful` is set for those.
template <class T> T side_of_origin(const Face<T>& face, bool& doubtful) noexcept {
    const T side = -dot(face.o, face.n);
    if (side * side > unsure_sq<T>() * length_sq(face.o) * face.edges_sq) return side;
    doubtful = true;
    return SimplexScalar<T>::orientation(face.o, face.p, face.q, {});
}

template <class T>
void offer_tetrahedron(const BasicVec3<T>& w0, const BasicVec3<T>& w1, const BasicVec3<T>& w2,
                       const BasicVec3<T>& w3, BasicNearest<T>& best) noexcept {
    // From the newest point w3. The face opposite to it was the nearest one before: the origin is hardly ever
    // beyond that.
    const BasicVec3<T> a = w0 - w3;
    const BasicVec3<T> b = w1 - w3;
    const BasicVec3<T> c = w2 - w3;
    const BasicVec3<T> bc = cross(b, c);
    const BasicVec3<T> ca = cross(c, a);
    const BasicVec3<T> ab = cross(a, b);
    const T volume = dot(a, bc);
    const T aa = length_sq(a);
    const T bb = length_sq(b);
    const T cc = length_sq(c);
    const bool flat = !(volume * volume > flat_sq<T>() * length_sq(bc) * (aa + length_sq(w3)));
    const bool sure = volume * volume > unsure_sq<T>() * aa * bb * cc;
    const T sign = sure ? volume : SimplexScalar<T>::orientation(w3, w1, w2, w0);
    // On which side of the faces (w3, w1, w2), (w3, w2, w0), (w3, w0, w1) the origin is; opposite in sign to
    // the volume: beyond.
    bool doubtful = flat || !sure;
    const T side_a = side_of_origin<T>({w3, w1, w2, bc, bb * cc}, doubtful) * sign;
    const T side_b = side_of_origin<T>({w3, w2, w0, ca, cc * aa}, doubtful) * sign;
    const T side_c = side_of_origin<T>({w3, w0, w1, ab, aa * bb}, doubtful) * sign;
    const bool inside = !flat && side_a > 0 && side_b > 0 && side_c > 0;
    if (!inside) {
        // The cyclic cross products of the edges from w3 are the triangles' normals. All faces of a sliver
        // are evaluated: the signs of the origin's side do not reliably select the face with the nearest
        // point.
        if (doubtful || !(side_a > 0)) offer_triangle<T>({w1, w2, w3, 1, 2, 3}, bc, best);
        if (doubtful || !(side_b > 0)) offer_triangle<T>({w0, w2, w3, 0, 2, 3}, -ca, best);
        if (doubtful || !(side_c > 0)) offer_triangle<T>({w0, w1, w3, 0, 1, 3}, ab, best);
        return;
    }
    // Beyond the fourth face only when that was a sliver, with a nearest point of rounding.
    const BasicVec3<T> e = w1 - w0;
    const BasicVec3<T> f = w2 - w0;
    const BasicVec3<T> ef = cross(e, f);
    if (side_of_origin<T>({w0, w1, w2, ef, length_sq(e) * length_sq(f)}, doubtful) * sign > 0) {
        return offer_triangle<T>({w0, w1, w2, 0, 1, 2}, ef, best);
    }
    best.v = {};
    best.length_sq = 0;
    best.size = 4;
}

}  // namespace nearest_detail

/// Of the first `size` points, 1 to 4, the newest last. Of four, the three others carried the nearest point
/// before the newest was added: then the face opposite to it is tried only where the origin is beyond it.
template <class T>
BasicNearest<T> nearest_to_origin(std::uint32_t size, const BasicVec3<T>& w0, const BasicVec3<T>& w1,
                                  const BasicVec3<T>& w2, const BasicVec3<T>& w3) noexcept {
    BasicNearest<T> best;
    best.length_sq = SimplexScalar<T>::unbounded;
    switch (size) {
        case 1: nearest_detail::offer_vertex<T>(w0, 0, best); break;
        case 2: nearest_detail::offer_segment<T>(w0, w1, 0, 1, best); break;
        case 3:
            nearest_detail::offer_triangle<T>({w0, w1, w2, 0, 1, 2}, cross(w1 - w0, w2 - w0), best);
            break;
        default: nearest_detail::offer_tetrahedron<T>(w0, w1, w2, w3, best);
    }
    return best;
}

extern template Nearest nearest_to_origin<double>(std::uint32_t, const Vec3&, const Vec3&, const Vec3&,
                                                  const Vec3&) noexcept;
extern template BasicNearest<DoubleDouble> nearest_to_origin<DoubleDouble>(
    std::uint32_t, const BasicVec3<DoubleDouble>&, const BasicVec3<DoubleDouble>&,
    const BasicVec3<DoubleDouble>&, const BasicVec3<DoubleDouble>&) noexcept;

/// The weights of four points around the origin (`size` 4) that lead there, by the volumes that it spans with
/// their faces: >= 0, their sum is 1 up to rounding.
template <class T> std::array<T, 4> weights_around_origin(const std::array<BasicVec3<T>, 4>& w) noexcept {
    const BasicVec3<T> normal = cross(w[2], w[3]);
    std::array<T, 4> part{dot(w[1], normal), -dot(w[0], normal), dot(w[0], cross(w[1], w[3])),
                          -dot(w[0], cross(w[1], w[2]))};
    const T whole = part[0] + part[1] + part[2] + part[3];
    for (T& share : part) {
        share = share / whole;
        if (!(share > 0)) share = 0;
    }
    return part;
}

}  // namespace graze
