// OMPL's states and motions beside graze's: the same numbers, the motions that OMPL interpolates, and answers
// that hold between states too.
#include "graze/interop/ompl.hpp"

#include <gtest/gtest.h>
#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <ompl/util/Console.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "graze/graze.hpp"
#include "oracle/random.hpp"

namespace graze {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;
using test::Random;

constexpr double kPi = std::numbers::pi;

/// Three links of length 1 that turn about z, one above the other. The middle joint is of the given type.
RobotDescription planar_arm(JointType middle) {
    RobotDescription description{.name = "arm", .links = {{.name = "base"}}};
    for (int i = 1; i <= 3; ++i) {
        const Placed capsule{Capsule{.radius = 0.05, .half_height = 0.4},
                             Pose::from(Quat::from_axis_angle({0, 1, 0}, kPi / 2), {0.5, 0, 0})};
        description.links.push_back({.name = "link" + std::to_string(i), .shapes = {capsule}});
        RobotJoint joint{.name = "joint" + std::to_string(i),
                         .type = i == 2 ? middle : JointType::revolute,
                         .parent = i == 1 ? "base" : "link" + std::to_string(i - 1),
                         .child = "link" + std::to_string(i),
                         .origin = Pose::translation({i == 1 ? 0.0 : 1.0, 0, 0.2})};
        if (joint.type == JointType::revolute) joint.limits = {-2.5, 2.5};
        description.joints.push_back(joint);
    }
    description.joints[0].soft_limits = {-2, 1.5};
    return description;
}

Robot arm(JointType middle = JointType::revolute) { return Robot::build(planar_arm(middle)).value(); }

/// A wire of 0.1 mm along z in the path of the outer link.
RobotCell cell_with_wire(JointType middle = JointType::revolute) {
    const std::vector<Obstacle> wire{{"wire", {Cylinder{5e-5, 1}, Pose::translation({2.5, 0, 0.6})}}};
    return {arm(middle), wire};
}

std::vector<double> random_values(const OmplCell& cell, Random& random) {
    std::vector<double> values;
    for (const Robot& robot : cell.cell().robots())
        for (std::size_t i = 0; i < robot.joint_count(); ++i) values.push_back(random.uniform(-2, 1.5));
    return values;
}

struct Planning {
    explicit Planning(const OmplCell& c, double wanted = 0)
        : cell(c), information(std::make_shared<ob::SpaceInformation>(c.space())) {
        ::ompl::msg::setLogLevel(::ompl::msg::LOG_ERROR);
        set_validators(information, cell, wanted);
        information->setup();
    }
    ob::ScopedState<> state(const std::vector<double>& values) const {
        ob::ScopedState<> result(cell.space());
        cell.set_state(values, result.get());
        return result;
    }

    OmplCell cell;
    ob::SpaceInformationPtr information;
};

/// The largest difference of two configurations, whole turns aside where an angle is continuous.
double difference(const std::vector<double>& a, const std::vector<double>& b, const OmplCell& cell) {
    double worst = a.size() == b.size() ? 0 : kInfinity;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const bool turns = cell.cell().robots()[0].is_continuous(i);
        worst = std::max(worst, std::abs(turns ? std::remainder(a[i] - b[i], 2 * kPi) : a[i] - b[i]));
    }
    return worst;
}

TEST(Ompl, SpaceHasTheLimitsOfTheRobot) {
    const auto space = joint_space(cell_with_wire());
    ASSERT_EQ(space->getType(), ob::STATE_SPACE_REAL_VECTOR);
    const ob::RealVectorBounds& bounds = space->as<ob::RealVectorStateSpace>()->getBounds();
    EXPECT_EQ(bounds.low, (std::vector<double>{-2, -2.5, -2.5}));
    EXPECT_EQ(bounds.high, (std::vector<double>{1.5, 2.5, 2.5}));
    EXPECT_EQ(space->as<ob::RealVectorStateSpace>()->getDimensionName(1), "joint2");
}

TEST(Ompl, ContinuousJointsAreAnglesOfSO2) {
    const auto space = joint_space(cell_with_wire(JointType::continuous));
    ASSERT_TRUE(space->isCompound());
    const auto& parts = space->as<ob::CompoundStateSpace>()->getSubspaces();
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts[0]->getType(), ob::STATE_SPACE_REAL_VECTOR);
    EXPECT_EQ(parts[1]->getType(), ob::STATE_SPACE_SO2);
    EXPECT_EQ(parts[2]->getType(), ob::STATE_SPACE_REAL_VECTOR);
}

TEST(Ompl, ConfigurationsComeBackAsTheyWere) {
    Random random(3);
    for (const JointType type : {JointType::revolute, JointType::continuous}) {
        const OmplCell cell(cell_with_wire(type));
        const Planning planning(cell);
        for (int i = 0; i < 100; ++i) {
            const std::vector<double> values = random_values(cell, random);
            EXPECT_EQ(cell.configuration(planning.state(values).get()), values);
        }
    }
    const OmplCell cell(cell_with_wire(JointType::continuous));
    const auto state = Planning(cell).state({0, 7, 0});
    EXPECT_NEAR(cell.configuration(state.get())[1], 7 - 2 * kPi, 1e-15);
    EXPECT_TRUE(cell.space()->satisfiesBounds(state.get()));
    EXPECT_TRUE(cell.space()->satisfiesBounds(Planning(cell).state({0, kPi, 0}).get()));
}

TEST(Ompl, MotionsAreThoseThatOmplInterpolates) {
    Random random(4);
    for (const JointType type : {JointType::revolute, JointType::continuous}) {
        const Planning planning{OmplCell(cell_with_wire(type))};
        for (int i = 0; i < 300; ++i) {
            const auto a = planning.information->allocState(), b = planning.information->allocState(),
                       c = planning.information->allocState();
            const auto sampler = planning.information->allocStateSampler();
            sampler->sampleUniform(a);
            sampler->sampleUniform(b);
            const JointPath motion = planning.cell.motion(a, b);
            for (const double t : {0.0, 0.01, 0.3, 0.5, 0.77, 1.0}) {
                planning.cell.space()->interpolate(a, b, t, c);
                EXPECT_LT(difference(motion.at(t), planning.cell.configuration(c), planning.cell), 1e-14);
            }
            for (ob::State* state : {a, b, c}) planning.information->freeState(state);
        }
    }
}

TEST(Ompl, AnglesTurnTheShorterDirection) {
    const Planning planning{OmplCell(cell_with_wire(JointType::continuous))};
    const JointPath up =
        planning.cell.motion(planning.state({0, 3, 0}).get(), planning.state({0, -3, 0}).get());
    EXPECT_NEAR(up.at(1)[1], 2 * kPi - 3, 1e-14);
    const JointPath down =
        planning.cell.motion(planning.state({0, -3, 0}).get(), planning.state({0, 3, 0}).get());
    EXPECT_NEAR(down.at(1)[1], 3 - 2 * kPi, 1e-14);
}

TEST(Ompl, PathsKeepTheTurnsOfTheirAngles) {
    const Planning planning{OmplCell(cell_with_wire(JointType::continuous))};
    og::PathGeometric path(planning.information);
    // Two and a half turns upwards, in steps of a third of a turn; one state is repeated.
    for (const int step : {0, 1, 2, 3, 3, 4, 5, 6, 7})
        path.append(planning.state({0.1 * step, step * 2.0, 0}).get());
    const JointPath joined = planning.cell.path(path);
    ASSERT_TRUE(joined.valid()) << joined.fault()->message();
    ASSERT_EQ(joined.knots().size(), 9U);
    const double states[] = {0, 1, 2, 3, 3, 4, 5, 6, 7};
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_NEAR(joined.at(joined.knots()[i])[0], 0.1 * states[i], 1e-14);
        EXPECT_NEAR(joined.at(joined.knots()[i])[1], 2 * states[i], 1e-13);
    }
    EXPECT_NEAR(joined.duration(), path.length(), 1e-5 * path.length());
}

TEST(Ompl, PathsOfOneStateStayAndEmptyOnesAreInvalid) {
    const Planning planning{OmplCell(cell_with_wire())};
    og::PathGeometric path(planning.information);
    EXPECT_FALSE(planning.cell.path(path).valid());
    path.append(planning.state({0.5, 1, -1}).get());
    EXPECT_EQ(planning.cell.path(path).at(0.5), (std::vector<double>{0.5, 1, -1}));
    path.append(planning.state({0.5, 1, -1}).get());
    EXPECT_EQ(planning.cell.path(path).at(0.5), (std::vector<double>{0.5, 1, -1}));
}

TEST(Ompl, RefusesSpacesThatDoNotFit) {
    const RobotCell cell = cell_with_wire(JointType::continuous);
    const auto refuses = [&](const ob::StateSpacePtr& space) {
        EXPECT_THROW(OmplCell(cell, space), ::ompl::Exception) << space->getName();
    };
    refuses(std::make_shared<ob::RealVectorStateSpace>(2));
    refuses(std::make_shared<ob::SO3StateSpace>());
    refuses(std::make_shared<ob::DubinsStateSpace>());
    refuses(joint_space(cell) + std::make_shared<ob::SO2StateSpace>());
    // An angle of SO2 passes the limits of the first joint.
    refuses(std::make_shared<ob::SE2StateSpace>());
    const auto angle_first =
        std::make_shared<ob::SO2StateSpace>() + std::make_shared<ob::RealVectorStateSpace>(2);
    refuses(angle_first);
    EXPECT_NO_THROW(OmplCell(cell, std::make_shared<ob::RealVectorStateSpace>(3)));
}

TEST(Ompl, RefusesCellsThatAreNotValid) {
    const std::vector<Obstacle> bad{{"ball", {Sphere{-1}, {}}}};
    EXPECT_THROW(joint_space(RobotCell(arm(), bad)), ::ompl::Exception);
    EXPECT_THROW(OmplCell(RobotCell(arm(), bad), std::make_shared<ob::RealVectorStateSpace>(3)),
                 ::ompl::Exception);
    RobotDescription unbounded = planar_arm(JointType::prismatic);
    EXPECT_THROW(joint_space(RobotCell(Robot::build(unbounded).value(), Scene{})), ::ompl::Exception);
}

TEST(Ompl, PlanarJointsTakeStatesOfSE2) {
    RobotDescription description{.name = "cart", .links = {{.name = "floor"}, {.name = "cart"}}};
    description.links[1].shapes = {{Box{{0.5, 0.3, 0.2}}, {}}};
    description.joints = {{.name = "base", .type = JointType::planar, .parent = "floor", .child = "cart"}};
    const auto space = std::make_shared<ob::SE2StateSpace>();
    space->setBounds([] {
        ob::RealVectorBounds bounds(2);
        bounds.setLow(-2);
        bounds.setHigh(2);
        return bounds;
    }());
    const std::vector<Obstacle> post{{"post", {Cylinder{0.1, 1}, Pose::translation({1, 0, 0})}}};
    const Planning planning{OmplCell(RobotCell(Robot::build(description).value(), post), space)};
    ob::ScopedState<ob::SE2StateSpace> state(space);
    state->setXY(1, -2);
    state->setYaw(0.5);
    EXPECT_EQ(planning.cell.configuration(state.get()), (std::vector<double>{1, -2, 0.5}));
    EXPECT_TRUE(planning.information->isValid(state.get()));
    state->setXY(0.75, 0.3);
    EXPECT_FALSE(planning.information->isValid(state.get()));
}

TEST(Ompl, StatesAreValidWhereNothingIsCloserThanWanted) {
    const std::vector<Obstacle> ball{{"ball", {Sphere{0.4}, Pose::translation({1.2, 0.9, 0.4})}}};
    const RobotCell cell(arm(), ball);
    Random random(5);
    for (const double wanted : {0.0, 0.05}) {
        const Planning planning{OmplCell(cell), wanted};
        const auto& checker = *planning.information->getStateValidityChecker();
        int valid = 0;
        for (int i = 0; i < 400; ++i) {
            const std::vector<double> values = random_values(planning.cell, random);
            const auto state = planning.state(values);
            const Interval distance = clearance(cell, values).distance;
            ASSERT_TRUE(distance.lower > wanted || distance.upper < wanted);
            EXPECT_EQ(checker.isValid(state.get()), distance.lower > wanted);
            EXPECT_LE(checker.clearance(state.get()), distance.upper);
            EXPECT_GE(checker.clearance(state.get()), distance.lower - 1e-9);
            valid += distance.lower > wanted ? 1 : 0;
        }
        EXPECT_GT(valid, 100);
        EXPECT_LT(valid, 390);
    }
}

TEST(Ompl, MotionsPastAWireAreFoundThatSamplesMiss) {
    const Planning planning{OmplCell(cell_with_wire())};
    // The wire is touched within 0.02 rad of 0; sixteen samples are at odd multiples of 0.05, and so are
    // those that the certified validator tests first.
    const auto start = planning.state({-0.75, 0, 0}), end = planning.state({0.85, 0, 0});
    planning.information->setStateValidityCheckingResolution(0.1001 /
                                                             planning.cell.space()->getMaximumExtent());
    planning.information->setup();
    ob::DiscreteMotionValidator sampled(planning.information.get());
    EXPECT_TRUE(sampled.checkMotion(start.get(), end.get())) << "the wire is not between samples any more";
    const auto& certified = *planning.information->getMotionValidator();
    EXPECT_FALSE(certified.checkMotion(start.get(), end.get()));
    const auto before = planning.state({-0.05, 0, 0});
    EXPECT_TRUE(certified.checkMotion(start.get(), before.get()));
    const auto on_the_wire = planning.state({0, 0, 0});
    EXPECT_FALSE(certified.checkMotion(start.get(), on_the_wire.get()));
    EXPECT_EQ(certified.getValidMotionCount(), 1U);
    EXPECT_EQ(certified.getInvalidMotionCount(), 2U);
}

TEST(Ompl, LastValidStateIsJustBeforeTheContact) {
    Random random(6);
    const std::vector<Obstacle> ball{{"ball", {Sphere{0.4}, Pose::translation({1.2, 0.9, 0.4})}}};
    for (const double wanted : {0.0, 0.05}) {
        const Planning planning{OmplCell(RobotCell(arm(), ball)), wanted};
        const auto& certified = *planning.information->getMotionValidator();
        int hits = 0;
        for (int i = 0; i < 100; ++i) {
            const auto start = planning.state(random_values(planning.cell, random)),
                       end = planning.state(random_values(planning.cell, random));
            if (!planning.information->isValid(start.get())) continue;
            auto last = planning.state({0, 0, 0});
            std::pair<ob::State*, double> last_valid{last.get(), -1};
            if (certified.checkMotion(start.get(), end.get(), last_valid)) {
                EXPECT_EQ(last_valid.second, -1);
                EXPECT_EQ(planning.cell.configuration(last.get()), (std::vector<double>{0, 0, 0}));
                continue;
            }
            ++hits;
            const JointPath motion = planning.cell.motion(start.get(), end.get());
            const PathClearance found =
                path_clearance(planning.cell.cell(), motion, {.wanted = wanted, .goal = PathGoal::decide});
            EXPECT_LE(last_valid.second, found.time.lower);
            EXPECT_GE(last_valid.second, found.time.lower - 1e-4);
            EXPECT_TRUE(planning.information->isValid(last.get()));
            EXPECT_LT(difference(motion.at(last_valid.second), planning.cell.configuration(last.get()),
                                 planning.cell),
                      1e-14);
        }
        EXPECT_GT(hits, 20);
    }
}

TEST(Ompl, LastValidStateOfABadStartIsTheStart) {
    const Planning planning{OmplCell(cell_with_wire())};
    const auto start = planning.state({0, 0, 0}), end = planning.state({1, 0, 0});
    auto last = planning.state({1, 1, 1});
    std::pair<ob::State*, double> last_valid{last.get(), -1};
    EXPECT_FALSE(planning.information->getMotionValidator()->checkMotion(start.get(), end.get(), last_valid));
    EXPECT_EQ(last_valid.second, 0);
    EXPECT_EQ(planning.cell.configuration(last.get()), (std::vector<double>{0, 0, 0}));
    last_valid = {nullptr, -1};
    EXPECT_FALSE(planning.information->getMotionValidator()->checkMotion(start.get(), end.get(), last_valid));
    EXPECT_EQ(last_valid.second, 0);
}

TEST(Ompl, CostsAreCertifiedClearances) {
    const Planning planning{OmplCell(cell_with_wire())};
    const OmplClearanceObjective objective(planning.information, planning.cell);
    const auto start = planning.state({-0.4, 0, 0.3}), end = planning.state({-0.1, 0.05, 0});
    const double cost = objective.motionCost(start.get(), end.get()).value();
    const JointPath motion = planning.cell.motion(start.get(), end.get());
    double least = kInfinity;
    for (int i = 0; i <= 1000; ++i)
        least = std::min(least, clearance(planning.cell.cell(), motion.at(i / 1000.0)).distance.upper);
    EXPECT_LE(cost, least);
    EXPECT_GE(cost, 0.98 * least);
    EXPECT_GE(objective.stateCost(end.get()).value(), cost);
    const auto beyond = planning.state({0.19, 0, 0});
    EXPECT_EQ(objective.motionCost(start.get(), beyond.get()).value(), objective.infiniteCost().value());
    EXPECT_TRUE(objective.isCostBetterThan(objective.motionCost(start.get(), end.get()),
                                           objective.motionCost(start.get(), beyond.get())));
}

TEST(Ompl, WholePathsAreCertified) {
    const Planning planning{OmplCell(cell_with_wire())};
    og::PathGeometric path(planning.information);
    for (const double angle : {-0.6, -0.3, -0.1}) path.append(planning.state({angle, 0, 0}).get());
    const auto [joined, certificate] = certify_path(planning.cell, path);
    EXPECT_EQ(certificate.path.answer, PathAnswer::free);
    EXPECT_GT(certificate.clearance, 0.19);
    EXPECT_TRUE(verify(certificate, planning.cell.cell(), joined));
    path.append(planning.state({0.3, 0, 0}).get());
    EXPECT_FALSE(verify(certificate, planning.cell.cell(), planning.cell.path(path)));
    const OmplCertificate hit = certify_path(planning.cell, path);
    EXPECT_EQ(hit.certificate.path.answer, PathAnswer::hit);
    EXPECT_TRUE(verify(hit.certificate, planning.cell.cell(), hit.path));
}

}  // namespace
}  // namespace graze
