// Separating axes of polytopes and polygons against brute force over all axes in rationals, and the points
// found inside both.
#include "convex/sat/sat_polytope.hpp"

#include <gtest/gtest.h>

#include <gmpxx.h>

#include <memory>
#include <numbers>
#include <vector>

#include "graze/shape/hull.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

template <class T> using Points = std::vector<std::array<T, 3>>;

template <class T> std::array<T, 3> minus(const std::array<T, 3>& x, const std::array<T, 3>& y) {
    return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}
template <class T> std::array<T, 3> product(const std::array<T, 3>& x, const std::array<T, 3>& y) {
    return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
template <class T> T inner(const std::array<T, 3>& x, const std::array<T, 3>& y) {
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

template <class T> T separation_along(const Points<T>& p, const Points<T>& q, const std::array<T, 3>& n) {
    T p_low = inner(n, p[0]), p_high = p_low, q_low = inner(n, q[0]), q_high = q_low;
    for (const auto& x : p) {
        const T h = inner(n, x);
        if (h < p_low) p_low = h;
        if (h > p_high) p_high = h;
    }
    for (const auto& x : q) {
        const T h = inner(n, x);
        if (h < q_low) q_low = h;
        if (h > q_high) q_high = h;
    }
    const T ahead = q_low - p_high, behind = p_low - q_high;
    using std::sqrt;
    return (ahead > behind ? ahead : behind) / sqrt(inner(n, n));
}

template <class T> Points<T> differences(const Points<T>& p) {
    Points<T> result;
    for (std::size_t i = 0; i < p.size(); ++i) {
        for (std::size_t j = i + 1; j < p.size(); ++j) result.push_back(minus(p[i], p[j]));
    }
    return result;
}

/// The largest separation over every plane spanned by two differences of vertices: it knows neither faces nor
/// edges.
template <class T> T brute_separation(const Points<T>& p, const Points<T>& q) {
    const Points<T> dp = differences(p), dq = differences(q);
    T best(-1e300);
    const auto all = [&](const Points<T>& x, const Points<T>& y) {
        for (const auto& u : x) {
            for (const auto& v : y) {
                const auto n = product(u, v);
                if (inner(n, n) < 1e-30 * inner(u, u) * inner(v, v)) continue;
                const T value = separation_along(p, q, n);
                if (value > best) best = value;
            }
        }
    };
    all(dp, dq);
    all(dp, dp);
    all(dq, dq);
    return best;
}

template <class T> Points<T> corners(const Shape& shape, const Pose& pose) {
    std::vector<Vec3> local;
    if (shape.type() == ShapeType::box) {
        const Vec3 h = shape.vector(0);
        for (int c = 0; c < 8; ++c)
            local.push_back({c & 1 ? h.x : -h.x, c & 2 ? h.y : -h.y, c & 4 ? h.z : -h.z});
    } else if (shape.type() == ShapeType::hull || shape.type() == ShapeType::polygon) {
        local = static_cast<const HullData&>(*shape.payload()).vertices;
    } else {
        for (std::size_t i = 0; i <= static_cast<std::size_t>(shape.type()); ++i)
            local.push_back(shape.vector(i));
    }
    Points<T> result;
    for (const Vec3& x : local) {
        std::array<T, 3> y;
        for (std::size_t k = 0; k < 3; ++k) {
            y[k] = T(pose.position[k]);
            for (std::size_t c = 0; c < 3; ++c) y[k] += T(pose.rotation.columns[c][k]) * T(x[c]);
        }
        result.push_back(y);
    }
    return result;
}

struct Views {
    std::unique_ptr<PolytopeView> a = std::make_unique<PolytopeView>();
    std::unique_ptr<PolytopeView> b = std::make_unique<PolytopeView>();
    double error = 0;
};

Views views(const Shape& a, const Shape& b, const Pose& b_in_a) {
    Views v;
    EXPECT_TRUE(make_polytope_view(a, Pose::identity(), *v.a));
    EXPECT_TRUE(make_polytope_view(b, b_in_a, *v.b));
    v.error = (16 * kEps + orthonormality_defect(b_in_a.rotation)) * (v.a->reach + v.b->reach);
    return v;
}

Shape random_shape(ShapeType type, Random& random, double scale) {
    const auto point = [&] { return random.in_cube(scale); };
    switch (type) {
        case ShapeType::segment: return Segment{point(), point()};
        case ShapeType::triangle: return Triangle{point(), point(), point()};
        case ShapeType::tetrahedron: return Tetrahedron{point(), point(), point(), point()};
        case ShapeType::box: return Box{abs(point()) + Vec3{0.1, 0.1, 0.1} * scale};
        case ShapeType::polygon: {
            const Pose frame = random.pose(0.3 * scale);
            std::vector<Vec3> loop;
            for (int i = 0; i < 5; ++i)
                loop.push_back(frame * (Vec3{std::cos(1.2 * i), std::sin(1.2 * i), 0} * scale));
            return *ConvexPolygon::build(loop);
        }
        case ShapeType::hull: {
            std::vector<Vec3> cloud;
            for (int i = 0; i < 10; ++i) cloud.push_back(point());
            return *ConvexHull::build(cloud);
        }
        default: return Point{point()};
    }
}

constexpr std::array kTypes{ShapeType::point, ShapeType::segment, ShapeType::triangle, ShapeType::tetrahedron,
                            ShapeType::box,   ShapeType::polygon, ShapeType::hull};

/// Sides that a shape's difference with another needs to be solid: point 0, segment 1, flat 2, solid 3.
int dimension(ShapeType type) {
    switch (type) {
        case ShapeType::point: return 0;
        case ShapeType::segment: return 1;
        case ShapeType::triangle:
        case ShapeType::polygon: return 2;
        default: return 3;
    }
}

bool has_exact_faces(ShapeType type) { return type != ShapeType::hull && type != ShapeType::polygon; }

TEST(SatPolytope, EveryPairAgreesWithBruteForce) {
    Random random(21);
    for (const ShapeType type_a : kTypes) {
        for (const ShapeType type_b : kTypes) {
            if (dimension(type_a) + dimension(type_b) < 3)
                continue;  // a flat difference has no depth: tested below
            const bool exact_faces = has_exact_faces(type_a) && has_exact_faces(type_b);
            for (int n = 0; n < 60; ++n) {
                const double scale = random.log_uniform(1e-6, 1e6);
                const Shape a = random_shape(type_a, random, scale);
                const Shape b = random_shape(type_b, random, scale);
                const Pose pose = random.pose(scale);
                const Views v = views(a, b, pose);
                const PolytopeSat sat = polytopes_overlap(*v.a, *v.b, v.error);
                const auto p = corners<long double>(a, Pose::identity());
                const auto q = corners<long double>(b, pose);
                const double exact = static_cast<double>(brute_separation(p, q));
                const double along = static_cast<double>(
                    separation_along<long double>(p, q, {sat.axis.x, sat.axis.y, sat.axis.z}));
                ASSERT_NEAR(length(sat.axis), 1, 1e-14);
                ASSERT_NEAR(along, sat.separation, 1e-13 * scale);
                if (exact <= 0) {  // gaps: each set of axes shows a part of the distance
                    ASSERT_NEAR(exact, sat.separation, 1e-9 * scale)
                        << to_string(type_a) << ' ' << to_string(type_b) << ' ' << n;
                    ASSERT_LE(sat.distance.lower, exact);
                }
                ASSERT_EQ(sat.answer == SatAnswer::separated, exact > 0);
                if (exact > -1e-7 * scale || !exact_faces) continue;
                ASSERT_EQ(sat.answer, SatAnswer::overlapping);
                ASSERT_GE(sat.distance.upper, exact);
                ASSERT_LE(sat.distance.width(), 1e-7 * scale);
            }
        }
    }
}

TEST(SatPolytope, AxisCounts) {
    const Shape segment = Segment{{-0.3, 0.1, -0.5}, {0.4, 0.2, 0.6}};
    const Shape triangle = Triangle{{-0.5, -0.4, 0.05}, {0.6, -0.3, 0.1}, {0.1, 0.7, -0.1}};
    const Shape other = Triangle{{-0.1, 0.1, -0.7}, {0.2, 0.1, 0.8}, {0.1, 0.9, 0.2}};
    const Shape box = Box{{0.5, 0.6, 0.7}};
    const Pose turned = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.4), {0.05, 0.02, 0.01});
    const auto axes = [&](const Shape& a, const Shape& b) {
        const Views v = views(a, b, turned);
        const PolytopeSat sat = polytopes_overlap(*v.a, *v.b, v.error);
        EXPECT_EQ(sat.answer, SatAnswer::overlapping);
        return sat.axes;
    };
    EXPECT_EQ(axes(segment, triangle), 4u);
    EXPECT_EQ(axes(segment, box), 6u);
    EXPECT_EQ(axes(triangle, other), 11u);
    EXPECT_EQ(axes(triangle, box), 13u);
    EXPECT_EQ(axes(box, box), 15u);
    EXPECT_EQ(axes(Tetrahedron{{-1, -1, -1}, {1, -1, 1}, {0, 1, 0}, {-1, 0, 1}}, box), 4u + 3 + 18);
}

TEST(SatPolytope, BoxesAgreeWithTheSpecialCase) {
    Random random(22);
    for (int n = 0; n < 1000; ++n) {
        const Shape a = random_shape(ShapeType::box, random, 1);
        const Shape b = random_shape(ShapeType::box, random, 1);
        const Pose pose = random.pose(1);
        const Views v = views(a, b, pose);
        const PolytopeSat sat = polytopes_overlap(*v.a, *v.b, v.error);
        const BoxBoxSat special = box_box_sat(a.vector(0), b.vector(0), pose, v.error);
        ASSERT_EQ(sat.answer, special.answer);
        if (sat.answer ==
            SatAnswer::separated) {  // the search stopped at the first gap, which need not be the widest
            ASSERT_LE(sat.separation, special.separation + 1e-13);
            continue;
        }
        ASSERT_NEAR(sat.separation, special.separation, 1e-13);
        ASSERT_LE(length(sat.axis - special.axis), 1e-11);
    }
}

TEST(SatPolytope, NearlyParallelEdgesKeepTheBoundsTrue) {
    mpf_set_default_prec(512);
    Random random(23);
    for (const double angle : {0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3}) {
        for (int n = 0; n < 16; ++n) {
            const Shape a = n % 2 ? Shape(Box{{1, 0.5, 0.7}})
                                  : Shape(Tetrahedron{{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}});
            const Shape b = n % 4 < 2
                                ? Shape(Tetrahedron{{-1, -1, 0}, {1, -1, 0}, {0.1, 1, 0.1}, {0, 0.1, 1}})
                                : Shape(Triangle{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}});
            const Pose pose =
                Pose::from(Quat::from_axis_angle(n % 3 ? random.direction() : Vec3{0, 0, 1}, angle),
                           random.in_cube(0.4));
            const Views v = views(a, b, pose);
            const PolytopeSat sat = polytopes_overlap(*v.a, *v.b, v.error);
            const mpf_class exact =
                brute_separation(corners<mpf_class>(a, Pose::identity()), corners<mpf_class>(b, pose));
            ASSERT_LE(mpf_class(sat.distance.lower), exact);
            if (sat.answer == SatAnswer::overlapping) {
                ASSERT_GE(mpf_class(sat.distance.upper), exact);
                ASSERT_LE(sat.distance.width(), 1e-6);
            } else {
                ASSERT_GT(exact, -1e-6);
            }
        }
    }
}

TEST(SatPolytope, FlatDifferences) {
    const auto answer = [](const Shape& a, const Shape& b, const Pose& pose) {
        const Views v = views(a, b, pose);
        return polytopes_overlap(*v.a, *v.b, v.error).answer;
    };
    const Shape triangle = Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const Shape segment = Segment{{0, 0, 0}, {1, 0, 0}};
    const Shape point = Point{{0, 0, 0}};
    const Shape needle = Triangle{{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}};
    const Shape plate = Box{{1, 1, 0}};
    Random random(24);
    for (int n = 0; n < 100; ++n) {
        const Pose frame = n == 0 ? Pose::identity() : random.pose(10);
        const auto moved = [&](const Vec3& x) { return relative(frame, frame * Pose::translation(x)); };
        EXPECT_EQ(answer(triangle, triangle, moved({0.6, 0.6, 0})), SatAnswer::separated);
        EXPECT_NE(answer(triangle, triangle, moved({0.4, 0.4, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(triangle, triangle, moved({0.4, 0.4, 1e-9})), SatAnswer::separated);
        EXPECT_EQ(answer(segment, triangle, moved({-0.1, -1.2, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(segment, segment, moved({1.1, 0, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(segment, segment, moved({0.5, 1e-9, 0})), SatAnswer::separated);
        EXPECT_NE(answer(segment, segment, moved({0.9, 0, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(segment, point, moved({1.1, 0, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(point, point, moved({0, 0, 1e-3})), SatAnswer::separated);
        EXPECT_EQ(answer(point, point, Pose::identity()), SatAnswer::close);
        EXPECT_EQ(answer(needle, triangle, moved({-0.1, -1.2, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(needle, segment, moved({1.1, 0, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(plate, plate, moved({2.1, 0, 0})), SatAnswer::separated);
        EXPECT_EQ(answer(plate, triangle, moved({1.1, 0.3, 0})), SatAnswer::separated);
        EXPECT_NE(answer(plate, triangle, moved({0.9, 0.3, 0})), SatAnswer::separated);
    }
    // Two crossing segments in a plane, one pulled back from the crossing.
    const Shape upright = Segment{{0.5, 0.2, 0}, {0.6, 1, 0}};
    EXPECT_EQ(answer(segment, upright, Pose::identity()), SatAnswer::separated);
    EXPECT_NE(answer(segment, Segment{{0.5, -0.2, 0}, {0.6, 1, 0}}, Pose::identity()), SatAnswer::separated);
}

TEST(SatPolytope, CommonPointIsWellInside) {
    Random random(25);
    int found = 0;
    for (int n = 0; n < 3000; ++n) {
        const ShapeType type_a = kTypes[random.chance(0.5) ? 3 : 6];
        const ShapeType type_b = random.chance(0.5) ? ShapeType::box : ShapeType::tetrahedron;
        const double scale = random.log_uniform(1e-6, 1e6);
        const Shape a = random_shape(type_a, random, scale);
        const Shape b = random_shape(type_b, random, scale);
        const Pose pose = random.pose(scale);
        const Views v = views(a, b, pose);
        const PolytopeSat sat = polytopes_overlap(*v.a, *v.b, v.error);
        Vec3 point{};
        const bool yes = common_point(*v.a, *v.b, point);
        if (sat.separation > 1e-12 * scale) {
            ASSERT_FALSE(yes) << to_string(type_a) << ' ' << to_string(type_b) << ' '
                              << sat.separation / scale;
        }
        if (sat.separation > -1e-9 * scale) continue;
        ASSERT_TRUE(yes) << to_string(type_a) << ' ' << to_string(type_b);
        ++found;
        // A point of a solid with room around it shows a negative separation against each solid.
        for (const auto* view : {v.a.get(), v.b.get()}) {
            PolytopeView dot_view;
            ASSERT_TRUE(make_polytope_view(Point{point}, Pose::identity(), dot_view));
            ASSERT_LT(polytopes_overlap(*view, dot_view, 0).separation, 0);
        }
    }
    EXPECT_GT(found, 600);
}

TEST(SatPolytope, CommonPointIsTheMeanOfTheIntersection) {
    // Two boxes that overlap at a corner: each puts three edges into the other, and the mean of their ends is
    // the middle of [0.5, 1] × [1.25, 2] × [2.5, 3].
    const Views boxes = views(Box{{1, 2, 3}}, Box{{2, 1, 1.5}}, Pose::translation({2.5, 2.25, 4}));
    Vec3 point{};
    ASSERT_TRUE(common_point(*boxes.a, *boxes.b, point));
    EXPECT_LE(length(point - Vec3{0.75, 1.625, 2.75}), 1e-14);
    // A segment through a box: the middle of what is inside, in both orders and senses.
    const Shape box = Box{{1, 2, 3}}, along = Segment{{-3, 0.5, 0}, {5, 0.5, 0}},
                back = Segment{{5, 0.5, 0}, {-3, 0.5, 0}};
    for (const auto& [a, b] : {std::pair(box, along), {along, box}, {box, back}, {back, box}}) {
        const Views v = views(a, b, Pose::identity());
        ASSERT_TRUE(common_point(*v.a, *v.b, point));
        EXPECT_LE(length(point - Vec3{0, 0.5, 0}), 1e-14);
    }
    // A flat box in a solid one: a point of its plane.
    const Views flat = views(Box{{1, 1, 0}}, Box{{2, 2, 2}}, Pose::identity());
    ASSERT_TRUE(common_point(*flat.a, *flat.b, point));
    EXPECT_LE(length(point), 1e-14);
}

TEST(SatPolytope, AnAxisAtTheErrorDoesNotEndTheSearch) {
    // The gap along x, tested first, is exactly what the error explains; the one along y is twice that.
    const double gap = 0x1p-40;
    const Views v = views(Box{{1, 1, 1}}, Box{{1, 1, 1}}, Pose::translation({2 + gap, 2 + 2 * gap, 0}));
    const double roundings = 16 * kEps * (v.a->reach + v.b->reach);
    ASSERT_EQ((gap - roundings) + roundings, gap);
    const PolytopeSat sat = polytopes_overlap(*v.a, *v.b, gap - roundings);
    EXPECT_EQ(sat.answer, SatAnswer::separated);
    EXPECT_EQ(sat.axes, 2u);
    EXPECT_EQ(sat.separation, 2 * gap);
    EXPECT_EQ(sat.axis, (Vec3{0, 1, 0}));
    EXPECT_EQ(sat.distance.lower, gap);
}

TEST(SatPolytope, LargeAndRoundShapesAreRefused) {
    Random random(26);
    std::vector<Vec3> cloud;
    for (int i = 0; i < 200; ++i) cloud.push_back(random.direction());
    const Shape hull = *ConvexHull::build(cloud);
    const auto view = std::make_unique<PolytopeView>();
    EXPECT_FALSE(make_polytope_view(hull, Pose::identity(), *view));
    EXPECT_FALSE(make_polytope_view(Sphere{1}, Pose::identity(), *view));
    cloud.resize(40);
    const auto small = std::make_unique<PolytopeView>();
    EXPECT_TRUE(make_polytope_view(*ConvexHull::build(cloud), Pose::identity(), *small));
    EXPECT_FALSE(sat_serves(*small, *small));
}

}  // namespace
}  // namespace graze::test
