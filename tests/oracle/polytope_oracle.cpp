// Placed vertices as rationals, brought to one power of two; then the integer solvers. Half-spaces by the
// lowest vertex.
#include "oracle/polytope_oracle.hpp"

#include <algorithm>
#include <cmath>

#include "graze/shape/hull.hpp"
#include "oracle/exact_hull.hpp"

namespace graze::test {
namespace {

using RatVec = BasicVec3<mpq_class>;

RatVec exact(const Vec3& v) { return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}; }

RatVec apply(const std::array<Vec3, 3>& columns, const Vec3& offset, const RatVec& x) {
    const RatVec c0 = exact(columns[0]), c1 = exact(columns[1]), c2 = exact(columns[2]), o = exact(offset);
    RatVec r;
    for (std::size_t i = 0; i < 3; ++i) r[i] = c0[i] * x.x + c1[i] * x.y + c2[i] * x.z + o[i];
    return r;
}

bool append_vertices(const Shape& shape, std::vector<RatVec>& out);

bool append_sum(const Shape& shape, std::vector<RatVec>& out) {
    std::vector<RatVec> a, b;
    if (!append_vertices(shape.children()[0], a) || !append_vertices(shape.children()[1], b)) return false;
    for (const RatVec& x : a)
        for (const RatVec& y : b) out.push_back({x.x + y.x, x.y + y.y, x.z + y.z});
    return true;
}

bool append_image(const Shape& shape, std::vector<RatVec>& out) {
    std::vector<RatVec> inner;
    if (!append_vertices(shape.children()[0], inner)) return false;
    for (const RatVec& x : inner)
        out.push_back(apply({shape.vector(0), shape.vector(1), shape.vector(2)}, shape.vector(3), x));
    return true;
}

void append_box(const Vec3& half, std::vector<RatVec>& out) {
    for (int corner = 0; corner < 8; ++corner)
        out.push_back(exact(
            {corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y, corner & 4 ? half.z : -half.z}));
}

bool append_vertices(const Shape& shape, std::vector<RatVec>& out) {
    const auto count = [&](std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) out.push_back(exact(shape.vector(i)));
        return true;
    };
    switch (shape.type()) {
        case ShapeType::point: return count(1);
        case ShapeType::segment: return count(2);
        case ShapeType::triangle: return count(3);
        case ShapeType::tetrahedron: return count(4);
        case ShapeType::box: append_box(shape.vector(0), out); return true;
        case ShapeType::polygon:
        case ShapeType::hull:
            for (const Vec3& v : static_cast<const HullData*>(shape.payload())->vertices)
                out.push_back(exact(v));
            return true;
        case ShapeType::minkowski_sum: return append_sum(shape, out);
        case ShapeType::convex_hull_of:
            return std::all_of(shape.children().begin(), shape.children().end(),
                               [&](const Shape& c) { return append_vertices(c, out); });
        case ShapeType::affine_image: return append_image(shape, out);
        default: return false;
    }
}

/// Exponent of the lowest set bit; the value is dyadic.
long lowest_bit(const mpq_class& x) {
    if (x == 0) return 0;
    const long denominator_bits = static_cast<long>(mpz_scan1(x.get_den().get_mpz_t(), 0));
    return denominator_bits > 0 ? -denominator_bits
                                : static_cast<long>(mpz_scan1(x.get_num().get_mpz_t(), 0));
}

mpz_class scaled_integer(const mpq_class& x, long exponent) {
    mpq_class r;
    if (exponent <= 0)
        mpq_mul_2exp(r.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
    else
        mpq_div_2exp(r.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
    return r.get_num();
}

mpq_class times_power_of_two(const mpq_class& x, long exponent) {
    mpq_class r;
    if (exponent >= 0)
        mpq_mul_2exp(r.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
    else
        mpq_div_2exp(r.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
    return r;
}

void scale_up(ExactPoints& set, long exponent) {
    const auto shift = static_cast<mp_bitcnt_t>(set.exponent - exponent);
    for (IntVec& p : set.points)
        for (std::size_t i = 0; i < 3; ++i) mpz_mul_2exp(p[i].get_mpz_t(), p[i].get_mpz_t(), shift);
    set.exponent = exponent;
}

}  // namespace

std::optional<ExactPoints> exact_points(const Placed& placed) {
    std::vector<RatVec> local;
    if (!placed.shape.valid() || !append_vertices(placed.shape, local)) return std::nullopt;
    for (RatVec& x : local) x = apply(placed.pose.rotation.columns, placed.pose.position, x);
    long exponent = 0;
    for (const RatVec& x : local)
        for (std::size_t i = 0; i < 3; ++i) exponent = std::min(exponent, lowest_bit(x[i]));
    ExactPoints result{{}, exponent};
    for (const RatVec& x : local)
        result.points.push_back(
            {scaled_integer(x.x, exponent), scaled_integer(x.y, exponent), scaled_integer(x.z, exponent)});
    return result;
}

void align(ExactPoints& a, ExactPoints& b) {
    const long exponent = std::min(a.exponent, b.exponent);
    scale_up(a, exponent);
    scale_up(b, exponent);
}

double ExactDistance::approximate() const { return sign() * std::sqrt(square.get_d()); }

ExactDistance exact_distance(const ExactPoints& a, const ExactPoints& b) {
    ExactPoints x = a, y = b;
    align(x, y);
    const Difference difference(x.points, y.points);
    ExactDistance result;
    result.square = exact_gap_square(difference);
    if (result.square == 0) {
        result.square = exact_depth_square(difference);
        result.relation = result.square == 0 ? ExactRelation::touching : ExactRelation::overlapping;
    }
    result.square = times_power_of_two(result.square, 2 * x.exponent);
    return result;
}

ExactDistance exact_distance(const Placed& a, const Placed& b) {
    return exact_distance(exact_points(a).value(), exact_points(b).value());
}

int compare(double x, const ExactDistance& exact) {
    if (std::isinf(x)) return x < 0 ? -1 : 1;
    const int sign_x = x > 0 ? 1 : x < 0 ? -1 : 0;
    const int sign = exact.sign();
    if (sign_x != sign) return sign_x < sign ? -1 : 1;
    const mpq_class q(x);
    const int magnitude = cmp(mpq_class(q * q), exact.square);
    return sign * (magnitude > 0) - sign * (magnitude < 0);
}

bool contains(const Interval& interval, const ExactDistance& exact) {
    return compare(interval.lower, exact) <= 0 && compare(interval.upper, exact) >= 0;
}

ExactDistance exact_distance_to_half_space(const Placed& half_space, const Placed& polytope) {
    const ExactPoints points = exact_points(polytope).value();
    const Mat3& r = half_space.pose.rotation;
    const BasicMat3<mpq_class> rotation{{exact(r.columns[0]), exact(r.columns[1]), exact(r.columns[2])}};
    // { R x + p : n·x <= o } = { y : m·(y - p) <= o } with m = R^-T n.
    const BasicMat3<mpq_class> inverse_rotation = inverse(rotation);
    const RatVec n = exact(half_space.shape.vector(0));
    RatVec m;
    for (std::size_t i = 0; i < 3; ++i)
        m[i] = inverse_rotation.columns[i].x * n.x + inverse_rotation.columns[i].y * n.y +
               inverse_rotation.columns[i].z * n.z;
    const RatVec p = exact(half_space.pose.position);
    std::optional<mpq_class> lowest;
    for (const IntVec& v : points.points) {
        mpq_class height(-half_space.shape.values()[3]);
        for (std::size_t i = 0; i < 3; ++i)
            height += m[i] * (times_power_of_two(mpq_class(v[i]), points.exponent) - p[i]);
        if (!lowest || height < *lowest) lowest = height;
    }
    ExactDistance result;
    result.relation = sgn(*lowest) > 0   ? ExactRelation::disjoint
                      : sgn(*lowest) < 0 ? ExactRelation::overlapping
                                         : ExactRelation::touching;
    result.square = *lowest * *lowest / (m.x * m.x + m.y * m.y + m.z * m.z);
    return result;
}

}  // namespace graze::test
