// Paths of joints: what they pass through, how smooth splines are, bounds and rates that hold what the exact
// polynomials do, limits, and what bad waypoints are refused for.
#include "graze/motion/joint_path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/real.hpp"
#include "oracle/robot_matrices.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

using Rows = std::vector<std::vector<double>>;

std::vector<Waypoint> random_waypoints(Random& random, std::size_t count, std::size_t values) {
    std::vector<Waypoint> waypoints;
    double time = random.uniform(-5, 5);
    for (std::size_t i = 0; i < count; ++i, time += random.log_uniform(0.01, 2)) {
        Waypoint w{time, {}};
        for (std::size_t k = 0; k < values; ++k) w.values.push_back(random.uniform(-3, 3));
        waypoints.push_back(w);
    }
    return waypoints;
}

Rows random_rows(Random& random, std::size_t count, std::size_t values) {
    Rows rows(count);
    for (auto& row : rows)
        for (std::size_t k = 0; k < values; ++k) row.push_back(random.uniform(-4, 4));
    return rows;
}

/// One of each kind in turn.
JointPath random_path(Random& random, int kind, std::size_t count, std::size_t values) {
    const std::vector<Waypoint> waypoints = random_waypoints(random, count, values);
    if (kind % 3 == 0) return JointPath::polyline(waypoints);
    if (kind % 3 == 1) return JointPath::spline(waypoints);
    return JointPath::hermite(waypoints, random_rows(random, count, values));
}

struct ExactRates {
    Real value, slope, curvature;
};

/// Value and derivatives of joint i by t, on a piece, from the stored numbers: sums of powers.
ExactRates exact_rates(const JointPath& path, std::size_t piece, std::size_t i, double t) {
    const std::size_t n = path.degree();
    const auto c = path.coefficients().subspan((piece * path.joint_count() + i) * (n + 1), n + 1);
    const Real first = path.knots()[piece], h = Real(path.knots()[piece + 1]) - first;
    const Real u = (Real(t) - first) / h;
    std::vector<Real> p;  // of powers of u
    if (n == 1)
        p = {Real(c[0]), Real(c[1]) - Real(c[0]), 0, 0};
    else
        p = {Real(c[0]), Real(3) * (Real(c[1]) - Real(c[0])),
             Real(3) * (Real(c[2]) - Real(2) * Real(c[1]) + Real(c[0])),
             Real(c[3]) - Real(c[0]) + Real(3) * (Real(c[1]) - Real(c[2]))};
    return {p[0] + u * (p[1] + u * (p[2] + u * p[3])),
            (p[1] + u * (Real(2) * p[2] + u * (Real(3) * p[3]))) / h,
            (Real(2) * p[2] + Real(6) * p[3] * u) / (h * h)};
}

std::size_t piece_at(const JointPath& path, double t) {
    std::size_t k = 0;
    while (k + 2 < path.knots().size() && path.knots()[k + 1] <= t) ++k;
    return k;
}

/// A bound that rounding has not made smaller: 192 bits leave errors of 1e-50.
bool holds(const Interval& bounds, const Real& x) {
    const Real slack(1e-40);
    return Real(bounds.lower) - slack <= x && x <= Real(bounds.upper) + slack;
}

double largest_coefficient(const JointPath& path) {
    double largest = 0;
    for (const double c : path.coefficients()) largest = std::max(largest, std::abs(c));
    return largest;
}

TEST(JointPath, PassesThroughItsWaypoints) {
    Random random(51);
    for (int round = 0; round < 300; ++round) {
        const std::size_t values = 1 + random.index(7);
        const std::vector<Waypoint> w = random_waypoints(random, 2 + random.index(6), values);
        for (const JointPath& path : {JointPath::polyline(w), JointPath::spline(w),
                                      JointPath::hermite(w, random_rows(random, w.size(), values))}) {
            ASSERT_TRUE(path.valid());
            EXPECT_EQ(path.joint_count(), values);
            ASSERT_EQ(path.knots().size(), w.size());
            EXPECT_EQ(path.knots().front(), 0);
            EXPECT_EQ(path.knots().back(), 1);
            EXPECT_EQ(path.start_time(), w.front().time);
            EXPECT_EQ(path.duration(), w.back().time - w.front().time);
            for (std::size_t i = 0; i < w.size(); ++i) {
                EXPECT_NEAR(path.start_time() + path.knots()[i] * path.duration(), w[i].time, 1e-14);
                EXPECT_EQ(path.at(path.knots()[i]), w[i].values);
                for (std::size_t k = 0; k < values; ++k) {
                    const Interval value = path.value_at(k, path.knots()[i]);
                    EXPECT_TRUE(value.contains(w[i].values[k]));
                    EXPECT_LT(value.width(), 1e-14 * largest_coefficient(path));
                }
            }
            EXPECT_EQ(path.at(-3), w.front().values);
            EXPECT_EQ(path.at(7), w.back().values);
        }
    }
}

TEST(JointPath, LinearPathsAreStraight) {
    const JointPath path = JointPath::linear(std::vector<double>{0, 4}, std::vector<double>{1, -4});
    EXPECT_EQ(path.at(0.25), (std::vector<double>{0.25, 2}));
    EXPECT_EQ(path.degree(), 1U);
    EXPECT_EQ(path.duration(), 1);
    const JointRates rates = path.over(1, {0.25, 0.75});
    EXPECT_TRUE(rates.value.contains(Interval{-2, 2}));
    EXPECT_LT(rates.value.width(), 4 + 1e-14);
    EXPECT_EQ(rates.speed, 8);
    EXPECT_EQ(rates.acceleration, 0);
}

/// First and second derivatives agree at every inner waypoint, and the ends are at rest.
TEST(JointPath, SplinesAreSmooth) {
    Random random(52);
    for (int round = 0; round < 200; ++round) {
        const std::vector<Waypoint> w = random_waypoints(random, 3 + random.index(8), 2);
        const JointPath path = JointPath::spline(w);
        ASSERT_TRUE(path.valid());
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(static_cast<double>(exact_rates(path, 0, i, 0).slope), 0);
            EXPECT_NEAR(static_cast<double>(exact_rates(path, w.size() - 2, i, 1).slope), 0, 1e-9);
            for (std::size_t k = 1; k + 1 < w.size(); ++k) {
                const ExactRates before = exact_rates(path, k - 1, i, path.knots()[k]),
                                 after = exact_rates(path, k, i, path.knots()[k]);
                const double slope = static_cast<double>(before.slope),
                             curvature = static_cast<double>(before.curvature);
                const double size = std::abs(curvature) + path.over(i, {0, 1}).acceleration;
                EXPECT_NEAR(static_cast<double>(after.slope), slope, 1e-9 * (1 + path.over(i, {0, 1}).speed));
                EXPECT_NEAR(static_cast<double>(after.curvature), curvature, 1e-9 * size);
            }
        }
    }
}

TEST(JointPath, HermitePathsHaveTheirVelocities) {
    Random random(53);
    for (int round = 0; round < 200; ++round) {
        const std::vector<Waypoint> w = random_waypoints(random, 4, 2);
        const Rows v = random_rows(random, 4, 2);
        const JointPath path = JointPath::hermite(w, v);
        for (std::size_t k = 0; k < 4; ++k) {
            for (std::size_t i = 0; i < 2; ++i) {
                const ExactRates at = exact_rates(path, std::min<std::size_t>(k, 2), i, path.knots()[k]);
                EXPECT_NEAR(static_cast<double>(at.slope) / path.duration(), v[k][i], 1e-10);
            }
        }
    }
}

TEST(JointPath, BoundsHoldTheExactPolynomials) {
    Random random(54);
    std::size_t across = 0;
    for (int round = 0; round < 1500; ++round) {
        const JointPath path = random_path(random, round, 2 + random.index(5), 2);
        const double begin = random.unit();
        const double wide = random.chance(0.5) ? random.unit() : random.log_uniform(1e-9, 1);
        const double end = std::min(1.0, begin + (random.chance(0.2) ? 0 : wide));
        across += piece_at(path, begin) != piece_at(path, end) ? 1 : 0;
        for (std::size_t i = 0; i < 2; ++i) {
            const JointRates rates = path.over(i, {begin, end});
            EXPECT_EQ(path.value_at(i, begin), path.over(i, Interval(begin)).value);
            for (int k = 0; k <= 12; ++k) {
                const double t = k == 0 ? begin : k == 12 ? end : random.uniform(begin, end);
                const ExactRates exact = exact_rates(path, piece_at(path, t), i, t);
                ASSERT_TRUE(holds(rates.value, exact.value)) << "round " << round;
                ASSERT_TRUE(holds({-rates.speed, rates.speed}, exact.slope)) << "round " << round;
                ASSERT_TRUE(holds({-rates.acceleration, rates.acceleration}, exact.curvature))
                    << "round " << round;
                ASSERT_NEAR(path.at(t)[i], static_cast<double>(exact.value), 1e-12);
            }
        }
    }
    EXPECT_GT(across, 200U);
}

TEST(JointPath, BoundsOfMomentsAreTight) {
    Random random(55);
    for (int round = 0; round < 300; ++round) {
        const JointPath path = random_path(random, round, 4, 1);
        const double t = random.unit();
        // Times are rounded relative to 1, pieces are as short as a thousandth.
        EXPECT_LT(path.value_at(0, t).width(), 2e-13 * largest_coefficient(path));
        // Over a short time the bounds are no wider than the speed allows, but for rounding.
        const JointRates rates = path.over(0, {t, std::min(t + 1e-3, 1.0)});
        EXPECT_LE(rates.value.width(), 1e-3 * rates.speed * 1.01 + 1e-12);
    }
}

/// Rates bound what differences of values show.
TEST(JointPath, RatesBoundFiniteDifferences) {
    Random random(56);
    for (int round = 0; round < 500; ++round) {
        const JointPath path = random_path(random, round, 4, 1);
        const double begin = random.uniform(0, 0.9), end = random.uniform(begin + 0.02, 1);
        const JointRates rates = path.over(0, {begin, end});
        for (int k = 0; k < 40; ++k) {
            const double h = (end - begin) / 50, t = random.uniform(begin, end - 2 * h);
            const double a = path.at(t)[0], b = path.at(t + h)[0], c = path.at(t + 2 * h)[0];
            ASSERT_LE(std::abs(b - a) / h, rates.speed * (1 + 1e-12) + 1e-11 / h);
            if (piece_at(path, t) == piece_at(path, t + 2 * h)) {
                ASSERT_LE(std::abs(a - 2 * b + c) / (h * h),
                          rates.acceleration * (1 + 1e-12) + 1e-11 / (h * h));
            }
        }
    }
}

TEST(JointPath, BadWaypointsAreRefused) {
    struct Case {
        const char* what;
        std::vector<Waypoint> waypoints;
        Rule rule;
        Element kind;
        std::size_t element;
    };
    for (const Case& c : {
             Case{"none", {}, Rule::too_few, Element::whole, 0},
             Case{"one", {{0, {1}}}, Rule::too_few, Element::whole, 0},
             Case{"no values", {{0, {}}, {1, {}}}, Rule::too_few, Element::whole, 0},
             Case{"too few values", {{0, {1, 2}}, {1, {1}}}, Rule::too_few, Element::waypoint, 1},
             Case{"too many values", {{0, {1}}, {1, {1}}, {2, {1, 2}}}, Rule::too_few, Element::waypoint, 2},
             Case{"time that is NaN", {{kNan, {1}}, {1, {1}}}, Rule::not_finite, Element::waypoint, 0},
             Case{"time that is infinite", {{0, {1}}, {kInf, {1}}}, Rule::not_finite, Element::waypoint, 1},
             Case{"value that is NaN", {{0, {1}}, {1, {kNan}}}, Rule::not_finite, Element::waypoint, 1},
             Case{"value too large", {{0, {1}}, {1, {2e100}}}, Rule::out_of_range, Element::waypoint, 1},
             Case{"time that goes back",
                  {{0, {1}}, {1, {1}}, {0.5, {1}}},
                  Rule::not_increasing,
                  Element::waypoint,
                  2},
             Case{"time that stays",
                  {{0, {1}}, {1, {1}}, {1, {1}}},
                  Rule::not_increasing,
                  Element::waypoint,
                  2},
             Case{"times that are too close",
                  {{0, {1}}, {1e-320, {1}}, {1e8, {1}}},
                  Rule::not_increasing,
                  Element::waypoint,
                  1},
             Case{"times too far apart",
                  {{-1.5e308, {1}}, {1.5e308, {1}}},
                  Rule::out_of_range,
                  Element::waypoint,
                  1},
         }) {
        for (const JointPath& path : {JointPath::polyline(c.waypoints), JointPath::spline(c.waypoints),
                                      JointPath::hermite(c.waypoints, {})}) {
            SCOPED_TRACE(c.what);
            EXPECT_FALSE(path.valid());
            ASSERT_TRUE(path.fault().has_value());
            EXPECT_EQ(path.fault()->rule, c.rule) << path.fault()->message();
            EXPECT_EQ(path.fault()->kind, c.kind) << path.fault()->message();
            EXPECT_EQ(path.fault()->element, c.element);
            EXPECT_TRUE(path.at(0.5).empty());
            EXPECT_TRUE(path.knots().empty());
            EXPECT_TRUE(path.coefficients().empty());
            EXPECT_EQ(path.over(0, {0, 1}).value, Interval::everything());
            EXPECT_EQ(path.over(0, {0, 1}).speed, kInf);
        }
    }
    EXPECT_FALSE(JointPath{}.valid());
    EXPECT_TRUE(JointPath{}.fault().has_value());
    const std::vector<Waypoint> good{{0, {1, 2}}, {1, {1, 2}}};
    EXPECT_TRUE(JointPath::hermite(good, Rows{{0, 0}, {0, 0}}).valid());
    EXPECT_EQ(JointPath::hermite(good, Rows{{0, 0}}).fault()->element, 1U);
    EXPECT_EQ(JointPath::hermite(good, Rows{{0, 0}, {0}}).fault()->element, 1U);
    EXPECT_EQ(JointPath::hermite(good, Rows{{0, kNan}, {0, 0}}).fault()->rule, Rule::not_finite);
    EXPECT_EQ(
        JointPath::hermite(std::vector<Waypoint>{{0, {1}}, {1e10, {1}}}, Rows{{9e99}, {0}}).fault()->rule,
        Rule::out_of_range);
    EXPECT_FALSE(JointPath::linear(std::vector<double>{1}, std::vector<double>{1, 2}).valid());
}

TEST(JointPath, EqualPathsHaveEqualNumbers) {
    Random random(57);
    const std::vector<Waypoint> w = random_waypoints(random, 4, 3);
    std::vector<Waypoint> later = w, other = w;
    for (Waypoint& x : later) x.time = 2 * x.time;
    other[2].values[1] = std::nextafter(other[2].values[1], 9);
    EXPECT_EQ(JointPath::spline(w), JointPath::spline(w));
    EXPECT_EQ(JointPath::polyline(w), JointPath::polyline(later)) << "the unit of time makes no difference";
    EXPECT_FALSE(JointPath::spline(w) == JointPath::polyline(w));
    EXPECT_FALSE(JointPath::spline(w) == JointPath::spline(other));
    EXPECT_FALSE(JointPath::polyline({}) == JointPath::polyline(w));
}

graze::Robot one_joint() {
    RobotDescription d;
    d.links = {{"base"}, {"arm"}};
    RobotJoint joint;
    joint.name = "j", joint.type = JointType::revolute, joint.parent = "base", joint.child = "arm";
    joint.limits = {-1, 1};
    d.joints = {joint};
    return *graze::Robot::build(d);
}

TEST(JointPath, LimitsHoldBetweenWaypointsToo) {
    const graze::Robot robot = one_joint();
    const auto check = [&](const JointPath& path) { return path.check(robot); };
    EXPECT_TRUE(check(JointPath::linear(std::vector<double>{-1}, std::vector<double>{1})).has_value());
    const auto beyond = check(JointPath::polyline(std::vector<Waypoint>{{5, {0}}, {6, {1.5}}, {7, {0}}}));
    ASSERT_FALSE(beyond.has_value());
    EXPECT_EQ(beyond.error().rule, Rule::out_of_range);
    EXPECT_EQ(beyond.error().kind, Element::coordinate);
    EXPECT_NE(beyond.error().message().find("time 6"), std::string::npos) << beyond.error().message();
    // From 0.9 to 0.9, but upward first.
    const std::vector<Waypoint> level{{0, {0.9}}, {1, {0.9}}};
    EXPECT_FALSE(check(JointPath::hermite(level, Rows{{1}, {-1}})).has_value());
    EXPECT_TRUE(check(JointPath::hermite(level, Rows{{-1}, {1}})).has_value());
    // Its highest point is 0.9 + 0.4 / 4 = 1, the limit itself.
    EXPECT_TRUE(check(JointPath::hermite(level, Rows{{0.4 - 1e-12}, {-0.4 + 1e-12}})).has_value());
    EXPECT_FALSE(check(JointPath::hermite(level, Rows{{0.41}, {-0.41}})).has_value());
    EXPECT_FALSE(check(JointPath::linear(std::vector<double>{0, 0}, std::vector<double>{0, 0})).has_value());
    EXPECT_FALSE(check(JointPath{}).has_value());
}

TEST(JointPath, BoundsOfPosesHoldSamples) {
    Random random(58);
    for (int round = 0; round < 100; ++round) {
        const auto robot = graze::Robot::build(random_robot(random, 5));
        ASSERT_TRUE(robot.has_value());
        if (robot->joint_count() == 0) continue;
        const JointPath path = random_path(random, round, 4, robot->joint_count());
        const double begin = random.unit(), end = random.uniform(begin, 1);
        const std::vector<PoseBounds> bounds = bounds_over(*robot, path, {begin, end});
        for (int k = 0; k < 50; ++k) {
            const std::vector<Pose> poses = place(*robot, path.at(random.uniform(begin, end)));
            for (std::size_t i = 0; i < poses.size(); ++i) {
                for (std::size_t row = 0; row < 3; ++row)
                    ASSERT_TRUE(widened(bounds[i].position[row], 1e-11).contains(poses[i].position[row]));
            }
        }
    }
}

}  // namespace
}  // namespace graze::test
