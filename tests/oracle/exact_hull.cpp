// GJK and EPA over the integers. Numbers grow as they like; only what steers the search is rounded.
#include "oracle/exact_hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace graze::test {
namespace {

IntVec minus(const IntVec& a, const IntVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
IntVec negated(const IntVec& a) { return {-a.x, -a.y, -a.z}; }
mpz_class inner(const IntVec& a, const IntVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
IntVec outer(const IntVec& a, const IntVec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
bool is_zero(const IntVec& a) { return a.x == 0 && a.y == 0 && a.z == 0; }

long bit_length(const IntVec& v) {
    return static_cast<long>(std::max({mpz_sizeinbase(v.x.get_mpz_t(), 2), mpz_sizeinbase(v.y.get_mpz_t(), 2),
                                       mpz_sizeinbase(v.z.get_mpz_t(), 2)}));
}

double scaled_double(const mpz_class& x, long bits) {
    long exponent = 0;
    const double mantissa = mpz_get_d_2exp(&exponent, x.get_mpz_t());
    return std::ldexp(mantissa, static_cast<int>(std::max(-2000L, exponent - bits)));
}

Vec3 scaled_double(const IntVec& v, long bits) {
    return {scaled_double(v.x, bits), scaled_double(v.y, bits), scaled_double(v.z, bits)};
}

/// Closest point of a simplex' affine hull to the origin, kept as numerator / denominator, when it is inside
/// the simplex.
struct Closest {
    IntVec numerator;       ///< The point times the denominator: also a direction towards it.
    mpz_class denominator;  ///< > 0.
    mpq_class square;       ///< Squared distance.
    std::vector<IntVec> simplex;
};

std::optional<Closest> closest_on_point(const IntVec& a) { return Closest{a, 1, inner(a, a), {a}}; }

std::optional<Closest> closest_on_segment(const IntVec& a, const IntVec& b) {
    const IntVec e = minus(b, a);
    const mpz_class d = inner(e, e), s = -inner(a, e);
    if (s <= 0 || s >= d) return std::nullopt;  // d == 0 ends here too
    mpq_class square(inner(a, a) * d - s * s, d);
    square.canonicalize();
    return Closest{{a.x * d + s * e.x, a.y * d + s * e.y, a.z * d + s * e.z}, d, square, {a, b}};
}

std::optional<Closest> closest_on_triangle(const IntVec& a, const IntVec& b, const IntVec& c) {
    const IntVec n = outer(minus(b, a), minus(c, a));
    const mpz_class d = inner(n, n);
    if (d == 0 || inner(n, outer(b, c)) <= 0 || inner(n, outer(c, a)) <= 0 || inner(n, outer(a, b)) <= 0)
        return std::nullopt;
    const mpz_class height = inner(a, n);
    mpq_class square(height * height, d);
    square.canonicalize();
    return Closest{{height * n.x, height * n.y, height * n.z}, d, square, {a, b, c}};
}

std::optional<Closest> closest_on_tetrahedron(const std::array<IntVec, 4>& w) {
    const mpz_class volume = inner(minus(w[1], w[0]), outer(minus(w[2], w[0]), minus(w[3], w[0])));
    const int s = sgn(volume);
    if (s == 0) return std::nullopt;
    // Signed volumes of the tetrahedra with one vertex replaced by the origin.
    if (sgn(inner(w[1], outer(w[2], w[3]))) * s <= 0 || sgn(inner(w[0], outer(w[3], w[2]))) * s <= 0 ||
        sgn(inner(w[0], outer(w[1], w[3]))) * s <= 0 || sgn(inner(w[0], outer(w[2], w[1]))) * s <= 0)
        return std::nullopt;
    return Closest{{0, 0, 0}, 1, 0, {w[0], w[1], w[2], w[3]}};
}

/// Best over all subsets of up to four points. The optimum is interior to exactly one face, so subsets with
/// an inner optimum suffice.
Closest closest_on_simplex(const std::vector<IntVec>& w) {
    std::optional<Closest> best;
    const auto offer = [&](std::optional<Closest> c) {
        if (c && (!best || c->square < best->square)) best = std::move(c);
    };
    const std::size_t n = w.size();
    for (std::size_t i = 0; i < n; ++i) {
        offer(closest_on_point(w[i]));
        for (std::size_t j = i + 1; j < n; ++j) {
            offer(closest_on_segment(w[i], w[j]));
            for (std::size_t k = j + 1; k < n; ++k) offer(closest_on_triangle(w[i], w[j], w[k]));
        }
    }
    if (n == 4) offer(closest_on_tetrahedron({w[0], w[1], w[2], w[3]}));
    return *best;
}

/// An oriented facet of the growing hull.
struct Face {
    std::array<std::size_t, 3> v{};
    IntVec normal{};   ///< Outward, not zero.
    mpz_class offset;  ///< normal·vertex: the origin is inside when >= 0.
    mpz_class normal_square;
    double distance = 0;  ///< offset / |normal|, off by less than 1e-14 relative.
    bool dead = false;
};

/// offset / |normal| of huge integers, without overflow as long as the quotient is a double.
double plane_distance(const mpz_class& offset, const mpz_class& normal_square) {
    long e = 0, f = 0;
    const double m = mpz_get_d_2exp(&e, offset.get_mpz_t());
    double q = mpz_get_d_2exp(&f, normal_square.get_mpz_t());
    if (f % 2 != 0) {
        q *= 2;
        --f;
    }
    return std::ldexp(m / std::sqrt(q), static_cast<int>(e - f / 2));
}

/// Sign of (signed distance of p's plane - q's plane): offset / |normal| compared exactly.
int compare_offsets(const Face& p, const Face& q) {
    const double difference = p.distance - q.distance;
    if (std::abs(difference) > 1e-13 * (std::abs(p.distance) + std::abs(q.distance)))
        return difference < 0 ? -1 : 1;
    const int sp = sgn(p.offset), sq = sgn(q.offset);
    if (sp != sq) return sp < sq ? -1 : 1;
    const mpz_class left = p.offset * p.offset * q.normal_square;
    const mpz_class right = q.offset * q.offset * p.normal_square;
    const int magnitude = cmp(left, right);
    return sp * (magnitude > 0) - sp * (magnitude < 0);
}

class GrowingHull {
public:
    explicit GrowingHull(std::array<IntVec, 4> w) : points_(w.begin(), w.end()) {
        if (sgn(inner(minus(w[1], w[0]), outer(minus(w[2], w[0]), minus(w[3], w[0])))) > 0)
            std::swap(points_[1], points_[2]);
        add(0, 1, 2);
        add(0, 3, 1);
        add(0, 2, 3);
        add(1, 3, 2);
    }

    [[nodiscard]] const Face& nearest() const {
        const Face* best = nullptr;
        for (const Face& f : faces_)
            if (!f.dead && (!best || compare_offsets(f, *best) < 0)) best = &f;
        return *best;
    }

    /// Replaces the faces that see the point by a cone to it. The point is strictly above at least one face.
    void grow(const IntVec& point) {
        std::vector<std::array<std::size_t, 2>> edges;
        for (Face& f : faces_) {
            // Faces in the point's own plane stay: the cone then has flat neighbours, which is harmless
            // without rounding.
            if (f.dead || inner(f.normal, point) <= f.offset) continue;
            f.dead = true;
            for (std::size_t i = 0; i < 3; ++i) edges.push_back({f.v[i], f.v[(i + 1) % 3]});
        }
        std::erase_if(faces_, [](const Face& f) { return f.dead; });
        points_.push_back(point);
        const auto is_inner = [&](const std::array<std::size_t, 2>& e) {
            return std::any_of(edges.begin(), edges.end(),
                               [&](const auto& o) { return o[0] == e[1] && o[1] == e[0]; });
        };
        for (const auto& e : edges)
            if (!is_inner(e)) add(e[0], e[1], points_.size() - 1);
    }

private:
    void add(std::size_t i, std::size_t j, std::size_t k) {
        Face f{{i, j, k}, outer(minus(points_[j], points_[i]), minus(points_[k], points_[i])), 0, 0};
        f.offset = inner(f.normal, points_[i]);
        f.normal_square = inner(f.normal, f.normal);
        f.distance = plane_distance(f.offset, f.normal_square);
        faces_.push_back(std::move(f));
    }

    std::vector<IntVec> points_;
    std::vector<Face> faces_;
};

/// Four difference points that span space; empty when all of them lie in one plane.
std::optional<std::array<IntVec, 4>> start_tetrahedron(const Difference& difference) {
    const IntVec w0 = difference.any();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        IntVec d{0, 0, 0};
        d[axis] = 1;
        IntVec w1 = difference.support(d);
        if (is_zero(minus(w1, w0))) w1 = difference.support(negated(d));
        const IntVec e = minus(w1, w0);
        if (is_zero(e)) continue;
        for (std::size_t other = 0; other < 3; ++other) {
            IntVec u{0, 0, 0};
            u[other] = 1;
            const IntVec side = outer(e, u);
            if (is_zero(side)) continue;
            for (const IntVec& s : {side, negated(side)}) {
                const IntVec w2 = difference.support(s);
                const IntVec n = outer(e, minus(w2, w0));
                if (is_zero(n)) continue;
                for (const IntVec& m : {n, negated(n)}) {
                    const IntVec w3 = difference.support(m);
                    if (inner(n, minus(w3, w0)) != 0) return std::array<IntVec, 4>{w0, w1, w2, w3};
                }
                return std::nullopt;  // a plane through three points holds everything
            }
        }
        return std::nullopt;  // everything is on one line
    }
    return std::nullopt;  // one point
}

}  // namespace

Difference::Set Difference::make_set(const std::vector<IntVec>& points) {
    long bits = 1;
    for (const IntVec& p : points) bits = std::max(bits, bit_length(p));
    Set set{&points, {}};
    for (const IntVec& p : points) set.rounded.push_back(scaled_double(p, bits));
    return set;
}

Difference::Difference(const std::vector<IntVec>& a, const std::vector<IntVec>& b)
    : a_(make_set(a)), b_(make_set(b)) {}

const IntVec& Difference::farthest(const Set& set, const IntVec& direction, const Vec3& rounded) {
    std::vector<double> heights(set.rounded.size());
    double highest = -1e300;
    for (std::size_t i = 0; i < heights.size(); ++i)
        highest = std::max(highest, heights[i] = dot(set.rounded[i], rounded));
    // Entries are at most 1 and rounded once: a height is off by less than 12 * 2^-53, two of them by less
    // than 1e-14.
    const IntVec* best = nullptr;
    mpz_class best_height;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (heights[i] < highest - 1e-14) continue;
        const mpz_class height = inner((*set.exact)[i], direction);
        if (!best || height > best_height) {
            best = &(*set.exact)[i];
            best_height = height;
        }
    }
    return *best;
}

IntVec Difference::support(const IntVec& direction) const {
    const Vec3 d = scaled_double(direction, bit_length(direction));
    return minus(farthest(a_, direction, d), farthest(b_, negated(direction), -d));
}

IntVec Difference::any() const { return minus(a_.exact->front(), b_.exact->front()); }

mpq_class exact_gap_square(const Difference& difference) {
    Closest best = closest_on_simplex({difference.any()});
    while (best.square != 0) {
        const IntVec w = difference.support(negated(best.numerator));
        // Optimal when no point is nearer along the closest point: v·w >= v·v.
        if (inner(best.numerator, w) * best.denominator >= inner(best.numerator, best.numerator)) break;
        best.simplex.push_back(w);
        best = closest_on_simplex(best.simplex);
    }
    return best.square;
}

mpq_class exact_depth_square(const Difference& difference) {
    const auto start = start_tetrahedron(difference);
    if (!start) return 0;
    GrowingHull hull(*start);
    while (true) {
        const Face& face = hull.nearest();
        const IntVec w = difference.support(face.normal);
        if (inner(face.normal, w) == face.offset) {
            mpq_class square(face.offset * face.offset, face.normal_square);
            square.canonicalize();
            return square;
        }
        hull.grow(w);
    }
}

}  // namespace graze::test
