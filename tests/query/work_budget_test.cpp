// Searches on parts end by counted work: pins in rings, press fits and thin plates have depths that no search
// here narrows down, and impacts of bodies that turn past each other take as many steps as there are. Bounds
// stay true, answers do not depend on the machine.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <ctime>
#include <numbers>
#include <utility>
#include <vector>

#include "core/work_budget.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/crossing_points.hpp"
#include "solid/side_of.hpp"

namespace graze::test {
namespace {

/// Generous for sanitizers; measured are 0.9 s and less.
constexpr double kMostSeconds = 20;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A ring around z of `sides` sides and some layers; a full pin when the inner radius is 0.
struct Turned {
    double inner = 0;
    double outer = 1;
    double half = 1;
    std::uint32_t sides = 48;
    std::uint32_t layers = 4;
};

void add_quad(TriangleSoup& soup, const std::array<std::uint32_t, 4>& q) {
    soup.triangles.push_back({q[0], q[1], q[2]});
    soup.triangles.push_back({q[0], q[2], q[3]});
}

std::uint32_t add_circle(TriangleSoup& soup, double radius, double z, std::uint32_t sides) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double angle = 2 * std::numbers::pi * i / sides;
        soup.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
    return first;
}

Mesh turned_mesh(const Turned& t) {
    TriangleSoup soup;
    std::vector<std::uint32_t> outer, inner;
    for (std::uint32_t k = 0; k <= t.layers; ++k) {
        const double z = t.half * (2.0 * k / t.layers - 1);
        outer.push_back(add_circle(soup, t.outer, z, t.sides));
        if (t.inner > 0) inner.push_back(add_circle(soup, t.inner, z, t.sides));
    }
    const auto centre = static_cast<std::uint32_t>(soup.vertices.size());
    if (t.inner == 0) soup.vertices.insert(soup.vertices.end(), {{0, 0, -t.half}, {0, 0, t.half}});
    for (std::uint32_t i = 0; i < t.sides; ++i) {
        const std::uint32_t j = (i + 1) % t.sides;
        for (std::uint32_t k = 0; k < t.layers; ++k) {
            add_quad(soup, {outer[k] + i, outer[k] + j, outer[k + 1] + j, outer[k + 1] + i});
            if (t.inner > 0) add_quad(soup, {inner[k] + j, inner[k] + i, inner[k + 1] + i, inner[k + 1] + j});
        }
        if (t.inner > 0) {
            add_quad(soup, {outer.back() + i, outer.back() + j, inner.back() + j, inner.back() + i});
            add_quad(soup, {outer[0] + j, outer[0] + i, inner[0] + i, inner[0] + j});
        } else {
            soup.triangles.push_back({centre, outer[0] + j, outer[0] + i});
            soup.triangles.push_back({centre + 1, outer.back() + i, outer.back() + j});
        }
    }
    auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

/// A pin pressed into the hole of a ring or plate: out of the hole it must go along the axis, by less than
/// any way across.
struct PressFit {
    Placed part;
    Placed pin;
    double depth = 0;  ///< Of solids of revolution, but for what their sides cut off.
};

PressFit press_fit(double half, std::uint32_t sides, double excess) {
    const Turned ring{1, 3, half, sides, 4}, pin{0, 1 + excess, 1.5, sides, 8};
    const Pose turned =
        Pose::from(Quat::from_axis_angle(Vec3{0, 0, 1}, 0.37 * std::numbers::pi / sides), {0, 0, 0.1});
    return {{turned_mesh(ring), Pose::identity()}, {turned_mesh(pin), turned}, half + 1.5 - 0.1};
}

TEST(WorkBudgets, CountsDownToNothingAndStaysThere) {
    WorkBudget budget(10);
    budget.spend(4);
    EXPECT_EQ(budget.left(), 6U);
    EXPECT_FALSE(budget.spent());
    budget.spend(7);
    EXPECT_EQ(budget.left(), 0U);
    EXPECT_TRUE(budget.spent());
    budget.spend(1);
    EXPECT_TRUE(budget.spent());
    EXPECT_FALSE(spent(nullptr));
}

TEST(WorkBudgets, PressFitsEndWithTrueBoundsOfTheirDepth) {
    for (const auto& [half, sides] : {std::pair(0.5, 48U), std::pair(0.02, 1024U)}) {
        const PressFit fit = press_fit(half, sides, 0.001);
        const double start = cpu_seconds();
        const Separation s = separation(fit.part, fit.pin);
        EXPECT_LT(cpu_seconds() - start, kMostSeconds);
        EXPECT_EQ(s.status, Status::budget_reached);
        EXPECT_LE(s.distance.lower, -fit.depth + 1e-9) << half << " " << sides;
        EXPECT_GE(s.distance.upper, -fit.depth) << half << " " << sides;
        EXPECT_LT(s.distance.upper, 0);
        Placed out = fit.pin;
        out.pose.position += (-s.distance.lower + 1e-9) * s.normal;
        EXPECT_FALSE(overlaps(fit.part, out));
        const Separation flipped = separation(fit.pin, fit.part);
        EXPECT_EQ(s.distance, flipped.distance);
        EXPECT_EQ(s.normal, -flipped.normal);
    }
}

TEST(WorkBudgets, DepthsTakeNoMoreThanTheirBudget) {
    const PressFit fit = press_fit(0.02, 256, 0.001);
    Interval wider{-INFINITY, 0};
    for (const std::uint64_t units : {1'000'000ULL, 10'000'000ULL, 100'000'000ULL}) {
        WorkBudget budget(units);
        PartPairs pairs(fit.part, fit.pin);
        pairs.work = &budget;
        const double start = cpu_seconds();
        const Separation s = composite_overlap_depth(pairs, {});
        // A unit is about a nanosecond; a budget that no work is counted on would take 2 s here.
        EXPECT_LT(cpu_seconds() - start, 0.2 + 60e-9 * static_cast<double>(units)) << units;
        EXPECT_TRUE(budget.spent());
        EXPECT_EQ(s.status, Status::budget_reached);
        EXPECT_LE(s.distance.lower, -fit.depth + 1e-9);
        EXPECT_GE(s.distance.upper, -fit.depth);
        EXPECT_TRUE(wider.lower <= s.distance.lower && s.distance.upper <= wider.upper)
            << units;  // more work, no wider
        wider = s.distance;
        WorkBudget again(units);
        pairs.work = &again;
        EXPECT_EQ(composite_overlap_depth(pairs, {}).distance, s.distance);
    }
}

TEST(WorkBudgets, ASpentBudgetEndsEverySearchWithoutAnAnswer) {
    const PressFit fit = press_fit(0.5, 48, 0.001);
    WorkBudget none(0);
    PartPairs pairs(fit.part, fit.pin);
    pairs.work = &none;
    EXPECT_FALSE(intersecting_parts(pairs));
    EXPECT_FALSE(composite_gap(pairs, {}));
    EXPECT_TRUE(crossing_points(pairs, 32).empty());
    const Separation s = composite_overlap_depth(pairs, {});
    EXPECT_EQ(s.status, Status::budget_reached);
    EXPECT_LE(s.distance.lower, -fit.depth + 1e-9);
    EXPECT_EQ(s.distance.upper, 0);
}

TEST(WorkBudgets, CrossingPointsLieOnBothSurfaces) {
    const PressFit fit = press_fit(0.5, 48, 0.05);
    const PartPairs pairs(fit.part, fit.pin);
    const std::vector<Vec3> points = crossing_points(pairs, 32);
    EXPECT_EQ(points.size(), 32U);
    for (const Vec3& p : points) {
        EXPECT_LT(separation({Point{}, Pose::translation(p)}, fit.part).distance.upper, 1e-12);
        EXPECT_LT(separation({Point{}, Pose::translation(p)}, fit.pin).distance.upper, 1e-12);
    }
}

TEST(WorkBudgets, AnIterationLimitOfTheCallerIsTheOnlyOne) {
    const PressFit fit = press_fit(0.5, 48, 0.001);
    const Separation few = separation(fit.part, fit.pin, {.max_iterations = 5});
    EXPECT_LE(few.iterations, 16U);  // what is under way is finished
    const Separation more = separation(fit.part, fit.pin, {.max_iterations = 100});
    EXPECT_GE(more.distance.lower, few.distance.lower);
    EXPECT_LE(more.distance.upper, few.distance.upper);
    EXPECT_GE(more.iterations, 50U);
}

/// Whether two triangles are in one plane takes exact signs, of which each is worth several pairs that
/// rounded heights decide.
TEST(WorkBudgets, ExactSignsOfFlatPairsAreCharged) {
    const std::vector<Vec3> corners{{0.1, 0.1, 0.2}, {1.7, 1.7, 0.3}, {0.4, 0.4, 2.9}};  // in the plane x = y
    const Mesh plate = *Mesh::build(corners, std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}});
    const auto work_of = [&](const Vec3& position, bool overlapping) {
        // A half turn about (1, 1, 0), which keeps the plane exactly.
        const Pose turned{Mat3{{Vec3{0, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 0, -1}}}, position};
        WorkBudget work(kDefaultWork);
        const Placed a{plate, Pose::identity()}, b{plate, turned};
        PartPairs pairs(a, b);
        pairs.work = &work;
        EXPECT_EQ(intersecting_parts(pairs).has_value(), overlapping);
        return kDefaultWork - work.left();
    };
    EXPECT_GT(work_of({0, 0, 2.3}, true), 5 * work::kExactSign);
    EXPECT_LT(work_of({0.3, -0.3, 2.3}, false), work::kExactSign);
}

/// On the surface of a solid the side of a point takes exact signs, too.
TEST(WorkBudgets, ExactSignsOfInsideTestsAreCharged) {
    const TriangleSoup soup = box_mesh({1, 1, 1});
    const Mesh box = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    const Pose turned = Pose::from(Quat::from_axis_angle(Vec3{1, 2, 3}, 0.7), {1, 2, 3});
    const auto work_of = [&](const PlacedPoint& point, PointSide expected) {
        WorkBudget work(1'000'000'000);
        EXPECT_EQ(side_of(box.data(), turned, point, &work), expected);
        return 1'000'000'000 - work.left();
    };
    EXPECT_LT(work_of({&turned, {0.1, 0.2, 0.3}}, PointSide::inside),
              10 * work::kPointTriangle + 10 * work::kLeaf);
    const Pose other = Pose::translation({0.5, 0, 0});
    const Vec3 face = turned * Vec3{0.25, 0.5, 1};
    EXPECT_GT(work_of({&other, face - other.position},
                      side_of(box.data(), turned, {&other, face - other.position})),
              work::kExactSign);
}

/// Rings of a chain that turn in each other without ever touching: every pair of triangles is near some other
/// all the time.
TEST(WorkBudgets, ImpactsOfNarrowFitsEndWithTrueTimes) {
    const Turned ring{1.0005, 3, 0.5, 512, 4}, pin{0, 1, 1.5, 512, 8};
    const Pose start = Pose::identity();
    const Pose end = Pose::from(Quat::from_axis_angle(Vec3{0, 0, 1}, 3.0), {0, 0, 0.5});
    const Moving a{turned_mesh(ring), Motion(LinearMotion{})},
        b{turned_mesh(pin), Motion(InBetweenMotion{start, end})};
    const double begin = cpu_seconds();
    const Impact impact = time_of_impact(a, b);
    EXPECT_LT(cpu_seconds() - begin, kMostSeconds);
    const ImpactWork& w = impact.work;
    const std::uint64_t units = work::kMovingConvex * std::uint64_t{w.separations} +
                                work::kMovingCell * std::uint64_t{w.cells} +
                                work::kMovingBoxes * std::uint64_t{w.box_tests};
    EXPECT_LT(units, kDefaultWork + kDefaultWork / 10);
    EXPECT_EQ(impact.status, Status::budget_reached);
    EXPECT_TRUE(impact.hit);
    EXPECT_EQ(impact.answer, ImpactAnswer::within_tolerance);
    EXPECT_LE(impact.time.lower, impact.time.upper);
    // Nothing touches before: polygons of 512 sides leave 0.0005 less what their sides cut off, 2e-5.
    for (const double share : {0.0, 0.5, 1.0}) {
        const double t = share * impact.time.lower;
        EXPECT_FALSE(overlaps({a.shape, pose_at(a.motion, t)}, {b.shape, pose_at(b.motion, t)}));
    }
    const double again = cpu_seconds();
    const CertifiedImpact certified = certified_time_of_impact(a, b);
    EXPECT_LT(cpu_seconds() - again, 2 * kMostSeconds);
    EXPECT_LE(certified.impact.time.lower, impact.time.lower);
    EXPECT_EQ(certified.impact.status, Status::budget_reached);
}

/// Two spheres of the same triangles, turned against each other or one just inside of the other.
Shape sphere_mesh(double radius, std::uint32_t subdivisions, MeshKind kind) {
    const TriangleSoup soup = icosphere_mesh(radius, subdivisions);
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
}

// The cover of every two triangles by a plane took 3.3 s.
TEST(WorkBudgetOfParts, VerdictWithoutACompleteCoverIsTheAnswerOfTheSearch) {
    const Placed a{sphere_mesh(1, 6, MeshKind::surface), Pose::identity()},
        b{sphere_mesh(1 - 1e-9, 6, MeshKind::surface), Pose::identity()};
    const double start = cpu_seconds();
    const Verdict verdict = decide(a, b);
    EXPECT_LT(cpu_seconds() - start, kMostSeconds);
    EXPECT_EQ(verdict.answer, Answer::disjoint);
    EXPECT_EQ(verdict.status, Status::budget_reached);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(verdict.proof));
    EXPECT_FALSE(verify(verdict, a, b));
    EXPECT_EQ(relation(a, b), Relation::disjoint);
    EXPECT_FALSE(overlaps(a, b));
}

// Bringing together the contacts of 81 212 pairs of triangles took 3.8 s.
TEST(WorkBudgetOfParts, ContactsOfVeryManyPairsAreTheDeepestOfThoseFound) {
    const Shape ball = sphere_mesh(1, 5, MeshKind::solid);
    const Placed a{ball, Pose::identity()}, b{ball, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.3), {})};
    const double start = cpu_seconds();
    const ContactManifold manifold = contacts(a, b);
    EXPECT_LT(cpu_seconds() - start, kMostSeconds);
    EXPECT_EQ(manifold.status, Status::budget_reached);
    EXPECT_FALSE(manifold.points.empty());
    EXPECT_LE(manifold.distance.lower, -1.99);
    EXPECT_LE(manifold.distance.upper, 0);
    for (const ContactManifold& one : contact_manifolds(a, b)) EXPECT_EQ(one.status, Status::budget_reached);
}

TEST(WorkBudgetOfParts, GapSearchWithoutWorkAnswersByClosestPartsSoFarAndHulls) {
    for (const MeshKind kind : {MeshKind::surface, MeshKind::solid}) {
        const Placed a{sphere_mesh(1, 3, kind), Pose::identity()},
            b{sphere_mesh(1, 3, kind), Pose::translation({0, 3, 0})};
        PartPairs pairs(a, b);
        WorkBudget work(1000);
        pairs.work = &work;
        const Separation s = bounded_separation(pairs, {});
        EXPECT_EQ(s.status, Status::budget_reached);
        const Interval whole = separation(a, b).distance;
        EXPECT_LE(s.distance.lower, whole.upper);
        EXPECT_GE(s.distance.lower, 0.9);  // their hulls are apart along y
        EXPECT_GE(s.distance.upper, whole.lower);
        EXPECT_TRUE(verify(s, a, b));
        WorkBudget little(1000);
        pairs.work = &little;
        const Verdict verdict = decide_bounded(pairs);
        EXPECT_EQ(verdict.answer, Answer::disjoint);
        EXPECT_EQ(verify(verdict, a, b), verdict.status == Status::converged);
    }
}

TEST(WorkBudgetOfParts, GapSearchWithoutWorkHoldsForOverlapsToo) {
    const Placed a{sphere_mesh(1, 3, MeshKind::solid), Pose::identity()},
        b{sphere_mesh(0.5, 3, MeshKind::solid), Pose::translation({0.2, 0, 0})};
    PartPairs pairs(a, b);
    WorkBudget work(1000);
    pairs.work = &work;
    const Separation s = bounded_separation(pairs, {});
    EXPECT_EQ(s.status, Status::budget_reached);
    const Interval whole = separation(a, b).distance;
    EXPECT_LE(s.distance.lower, whole.upper);
    EXPECT_GE(s.distance.upper, whole.lower);
}

}  // namespace
}  // namespace graze::test
