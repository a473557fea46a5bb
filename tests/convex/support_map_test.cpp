// GJK's loop on other scalars than double: without rounding, where its answer is a theorem and judges the
// double search, in double-double and in float. Differences of small polytopes whose coordinates are exact in
// every scalar.
#include "convex/gjk/support_map.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "convex/core_pairs.hpp"
#include "convex/gjk/gjk.hpp"
#include "graze/shape/hull.hpp"
#include "oracle/random.hpp"

namespace graze {

/// Rational: only true degeneracies count.
template <> struct SimplexScalar<mpq_class> {
    static inline const mpq_class eps{0};
    static inline const mpq_class thin_sine_sq{0};
    static inline const mpq_class unbounded{1e300};
    static mpq_class orientation(const BasicVec3<mpq_class>& a, const BasicVec3<mpq_class>& b,
                                 const BasicVec3<mpq_class>& c, const BasicVec3<mpq_class>& d) {
        return dot(cross(b - a, c - a), d - a);
    }
};

namespace test {
namespace {

using Rational = mpq_class;
using VertexList = std::vector<Vec3>;

template <class T> BasicVec3<T> vertex_as(const Vec3& v) { return {T(v.x), T(v.y), T(v.z)}; }
mpq_class rational(double x) { return mpq_class(x); }
mpq_class rational(float x) { return mpq_class(x); }
mpq_class rational(const DoubleDouble& x) { return mpq_class(mpq_class(x.high) + mpq_class(x.low)); }

template <class T> struct DifferencePoint {
    using Scalar = T;
    BasicVec3<T> w{};
};

/// { a_i - b_j } for any scalar.
template <class T> class VertexDifference {
public:
    using Point = DifferencePoint<T>;
    VertexDifference(const VertexList& a, const VertexList& b) {
        for (const Vec3& p : a) a_.push_back(vertex_as<T>(p));
        for (const Vec3& p : b) b_.push_back(vertex_as<T>(p));
    }

    void support(const BasicVec3<T>& axis, Point& p) const noexcept {
        p.w = farthest(a_, -axis) - farthest(b_, axis);
    }
    [[nodiscard]] BasicVec3<T> first_axis() const { return a_[0] - b_[0]; }

private:
    static const BasicVec3<T>& farthest(const std::vector<BasicVec3<T>>& points,
                                        const BasicVec3<T>& direction) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < points.size(); ++i) {
            if (dot(direction, points[i]) > dot(direction, points[best])) best = i;
        }
        return points[best];
    }

    std::vector<BasicVec3<T>> a_;
    std::vector<BasicVec3<T>> b_;
};

/// Ends where nothing of the set is nearer along the nearest point than itself, up to `slack`, or at the
/// origin up to `tiny_sq`.
template <class T> struct NearestStop {
    using Simplex = BasicSimplex<DifferencePoint<T>>;
    T slack{0};
    T tiny_sq{0};
    T square = SimplexScalar<T>::unbounded;
    BasicVec3<T> v{};
    const Simplex* simplex = nullptr;
    int steps = 0;

    bool ends_at_support(const BasicVec3<T>& axis, const DifferencePoint<T>& p) noexcept {
        if (++steps > 200) return true;
        return simplex->size > 0 && (!(square - dot(axis, p.w) > slack) || contains(*simplex, p.w));
    }
    bool accepts(const BasicNearest<T>& nearest) noexcept {
        return nearest.size == 4 || nearest.length_sq < square;
    }
    bool ends_at_nearest(const Simplex& /*reached*/, const BasicNearest<T>& nearest) noexcept {
        square = nearest.length_sq;
        v = nearest.v;
        return !(square > tiny_sq);
    }
};

template <class T> struct SearchEnd {
    T square{};
    BasicVec3<T> v{};
    BasicSimplex<DifferencePoint<T>> simplex;
    int steps = 0;
};

template <class T>
SearchEnd<T> nearest_difference(const VertexList& a, const VertexList& b, const T& slack = 0,
                                const T& tiny_sq = 0) {
    const VertexDifference<T> difference(a, b);
    SearchEnd<T> found;
    NearestStop<T> stop{slack, tiny_sq, SimplexScalar<T>::unbounded, {}, &found.simplex, 0};
    BasicVec3<T> axis = difference.first_axis();
    if (!(length_sq(axis) > 0)) axis = {T(1), T(0), T(0)};
    search_nearest(difference, axis, found.simplex, stop);
    found.square = stop.square;
    found.v = stop.v;
    found.steps = stop.steps;
    return found;
}

/// VertexList on a grid of 1/256, which float holds with room for sums; flat, thin and repeated ones among
/// them.
VertexList grid_points(Random& random, std::size_t count, const Vec3& middle) {
    const auto grid = [](double x) { return std::round(256 * x) / 256; };
    const Vec3 size{1, random.chance(0.3) ? 1.0 / 64 : 1, random.chance(0.2) ? 0.0 : 1};
    VertexList points;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 p = middle + hadamard(random.in_cube(1), size);
        points.push_back({grid(p.x), grid(p.y), grid(p.z)});
        if (i > 0 && random.chance(0.1)) points[i] = points[0];
    }
    return points;
}

struct VertexCase {
    VertexList a;
    VertexList b;
};

/// About a third overlap, some exactly touch.
VertexCase random_vertex_case(Random& random) {
    VertexCase c{grid_points(random, 1 + random.index(9), {}),
                 grid_points(random, 1 + random.index(9), random.in_cube(1.6))};
    if (random.chance(0.2)) {  // a common point: of two corners, or of a corner and the middle of an edge
        const Vec3 target = random.chance(0.5) ? c.a[0] : 0.5 * (c.a[0] + c.a.back());
        const Vec3 shift = target - c.b[0];
        for (Vec3& p : c.b) p += shift;
    }
    return c;
}

/// Without rounding the answer proves itself: a point of the difference, and nothing of the difference before
/// the plane through it.
TEST(ExactSearch, EndsAtThePointThatItsPlaneProvesNearest) {
    Random random(2101);
    int overlapping = 0, touching = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const VertexCase c = random_vertex_case(random);
        const SearchEnd<Rational> found = nearest_difference<Rational>(c.a, c.b);
        ASSERT_LE(found.steps, 100);
        if (found.simplex.size == 4) {
            ++overlapping;
            const auto& p = found.simplex.points;
            const auto weights = weights_around_origin<Rational>({p[0].w, p[1].w, p[2].w, p[3].w});
            BasicVec3<Rational> sum{};
            Rational total = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                EXPECT_GE(weights[i], 0);
                sum += weights[i] * p[i].w;
                total += weights[i];
            }
            EXPECT_EQ(total, 1);
            EXPECT_EQ(sum, (BasicVec3<Rational>{}));
            continue;
        }
        touching += found.square == 0 ? 1 : 0;
        EXPECT_EQ(weighted_point(found.simplex), found.v);
        EXPECT_EQ(length_sq(found.v), found.square);
        Rational total = 0;
        for (std::uint32_t i = 0; i < found.simplex.size; ++i) {
            EXPECT_GT(found.simplex.weights[i], 0);
            total += found.simplex.weights[i];
        }
        EXPECT_EQ(total, 1);
        for (const Vec3& p : c.a)
            for (const Vec3& q : c.b)
                EXPECT_GE(dot(found.v, vertex_as<Rational>(p) - vertex_as<Rational>(q)), found.square);
    }
    EXPECT_GT(overlapping, 60);
    EXPECT_LT(overlapping, 400);
    EXPECT_GT(touching, 20);
}

double difference_extent(const VertexCase& c) {
    double extent = 0;
    for (const Vec3& p : c.a)
        for (const Vec3& q : c.b) extent = std::max(extent, length(p - q));
    return extent;
}

/// |found - truth| <= slack, with the truth's square given.
void expect_distance(const mpq_class& found, const mpq_class& truth_sq, const mpq_class& slack) {
    const mpq_class above = found + slack, below = found - slack;
    EXPECT_LE(truth_sq, above * above);
    EXPECT_TRUE(below <= 0 || truth_sq >= below * below) << below << " " << std::sqrt(truth_sq.get_d());
}

/// The loop in float and in double-double comes as close to the exact answer as the scalar's rounding lets
/// it.
TEST(ExactSearch, JudgesFloatAndDoubleDouble) {
    Random random(2102);
    for (int trial = 0; trial < 600; ++trial) {
        const VertexCase c = random_vertex_case(random);
        const Rational truth = nearest_difference<Rational>(c.a, c.b).square;
        const double extent = difference_extent(c);
        const float size = static_cast<float>(extent), eps = SimplexScalar<float>::eps;
        const SearchEnd<float> in_float =
            nearest_difference<float>(c.a, c.b, 8 * eps * size * size, 64 * eps * eps * size * size);
        // The stop leaves |v|² off by the slack: near contact that is the root of it.
        expect_distance(rational(std::sqrt(in_float.square)), truth,
                        rational(4 * std::sqrt(static_cast<double>(eps)) * extent));
        const DoubleDouble small(0x1p-98 * extent * extent);
        const SearchEnd<DoubleDouble> precise =
            nearest_difference<DoubleDouble>(c.a, c.b, small, DoubleDouble(0x1p-196 * extent * extent));
        expect_distance(rational(sqrt(precise.square)), truth, rational(0x1p-48 * extent));
        if (truth > rational(1e-6 * extent * extent)) {
            expect_distance(rational(std::sqrt(in_float.square)), truth, rational(1e-3 * extent));
            expect_distance(rational(sqrt(precise.square)), truth, rational(0x1p-84 * extent));
        }
    }
}

Shape simplex_shape(const VertexList& points) {
    if (points.size() == 1) return Point{points[0]};
    if (points.size() == 2) return Segment{points[0], points[1]};
    if (points.size() == 3) return Triangle{points[0], points[1], points[2]};
    return Tetrahedron{points[0], points[1], points[2], points[3]};
}

/// The bounds of the double search contain the rational distance, whichever way it ended.
TEST(ExactSearch, LiesWithinTheBoundsOfTheDoubleSearch) {
    Random random(2103);
    int apart = 0, overlapping = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        VertexCase c = random_vertex_case(random);
        c.a.resize(std::min<std::size_t>(c.a.size(), 4));
        c.b.resize(std::min<std::size_t>(c.b.size(), 4));
        const Placed a{simplex_shape(c.a), Pose::identity()}, b{simplex_shape(c.b), Pose::identity()};
        const CorePair pair = pair_of(a, b);
        const GjkResult found = gjk(pair, {.tolerance = 2 * pair.error});
        const Rational truth = nearest_difference<Rational>(c.a, c.b).square;
        const Rational lower = rational(found.lower) - rational(pair.error),
                       upper = rational(found.upper) + rational(pair.error);
        EXPECT_TRUE(lower <= 0 || truth >= lower * lower) << found.lower;
        EXPECT_LE(truth, upper * upper) << found.upper;
        if (found.outcome == GjkOutcome::apart) {
            ++apart;
            EXPECT_GT(truth, 0);
        } else {
            ++overlapping;
        }
    }
    EXPECT_GT(apart, 600);
    EXPECT_GT(overlapping, 200);
}

}  // namespace
}  // namespace test
}  // namespace graze
