// Every step of the searches on parts is charged, so that their budgets end them: what took seconds beside a
// budget that hardly noticed is counted here in units, not in time.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/work_budget.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "query/composite/composite.hpp"
#include "query/contacts/composite_contacts.hpp"
#include "query/contacts/composite_contacts_corner.hpp"
#include "query/contacts/composite_contacts_exit.hpp"
#include "query/depth/translation_cover.hpp"
#include "solid/side_of.hpp"

namespace graze::test {
namespace {

Shape mesh_of(const TriangleSoup& soup, MeshKind kind) {
    auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

/// What a search spends of a budget that it does not exhaust.
template <class Search> std::uint64_t spent_on(Search&& search) {
    WorkBudget work(~std::uint64_t{0} / 2);
    search(&work);
    return ~std::uint64_t{0} / 2 - work.left();
}

/// A pair whose contacts are searched for within `units`.
struct BudgetedScene {
    BudgetedScene(const Placed& a, const Placed& b, std::uint64_t units) : work(units), pairs(a, b) {
        pairs.work = &work;
    }
    BudgetedScene(const BudgetedScene&) = delete;
    BudgetedScene& operator=(const BudgetedScene&) = delete;

    WorkBudget work;
    PartPairs pairs;
    ContactOptions options;
    ContactScene scene{pairs, options, level_angle(options), 4 * pairs.error(), true};
};

/// Every corner of the inner sphere is about as far from all triangles of the outer one: its depth takes a
/// test of most of them. All 642 corners took 1.3 s.
TEST(WorkCharges, CornersInsideOfASolidEndWithTheBudget) {
    const Placed outer{mesh_of(icosphere_mesh(1, 5), MeshKind::solid), Pose::identity()};
    const Placed inner{mesh_of(icosphere_mesh(0.1, 3), MeshKind::solid), Pose::identity()};
    BudgetedScene little(outer, inner, 2'000'000);
    const std::size_t few = corners_inside(little.scene, true).size();
    EXPECT_TRUE(little.work.spent());
    EXPECT_GT(few, 0U);
    EXPECT_LT(few, 100U);
    BudgetedScene enough(outer, inner, 10'000'000'000);
    EXPECT_EQ(corners_inside(enough.scene, true).size(), 642U);
    // No corner takes less than a leaf and its triangles.
    EXPECT_GT(10'000'000'000 - enough.work.left(), 642 * (work::kLeaf + work::kPointTriangle));
}

TEST(WorkCharges, CellsOfTrianglesEndWithTheBudget) {
    const Shape ball = mesh_of(icosphere_mesh(1, 3), MeshKind::solid);
    const Placed a{ball, Pose::identity()}, b{ball, Pose::identity()};
    BudgetedScene none(a, b, 0);
    EXPECT_TRUE(cells_inside(none.scene, true).empty());
    BudgetedScene enough(a, b, 10'000'000'000);
    cells_inside(enough.scene, true);
    // Every triangle touches itself and its neighbours.
    EXPECT_GT(10'000'000'000 - enough.work.left(), 1280 * 13 * work::kTrianglePair);
}

/// The triangles around a corner are compared with the normal, however many they are.
TEST(WorkCharges, FansAroundACornerAreChargedByTheirTriangles) {
    const auto charged = [](std::uint32_t sides) {
        TriangleSoup fan{{{0, 0, 1}}, {}};
        for (std::uint32_t i = 0; i < sides; ++i) {
            const double angle = 2 * std::numbers::pi * i / sides;
            fan.vertices.push_back({std::cos(angle), std::sin(angle), 0});
            fan.triangles.push_back({0, i + 1, (i + 1) % sides + 1});
        }
        const Shape cone = mesh_of(fan, MeshKind::surface);
        const Placed a{cone, Pose::identity()}, b{cone, Pose::translation({0, 0, 0.5})};
        return spent_on([&](WorkBudget* work) {
            PartPairs pairs(a, b);
            pairs.work = work;
            surfaces_allow(pairs, {0, 0}, {0, 0, 1});
        });
    };
    EXPECT_GT(charged(2000), 2000 * work::kTriangleAtCorner);
    EXPECT_LT(charged(20), 2000 * work::kTriangleAtCorner);
}

TEST(WorkCharges, WaysOutOfSolidsAreChargedByTheirLeaves) {
    const Placed ball{mesh_of(icosphere_mesh(1, 4), MeshKind::solid), Pose::identity()};
    const PlacedParts side(ball);
    const std::uint64_t through = spent_on([&](WorkBudget* work) {
        EXPECT_TRUE(first_triangle(side, {{0, 0, 0}, {0.3, 0.5, 0.7}}, work));
    });
    EXPECT_GT(through, work::kNode + work::kLeaf + work::kPointTriangle);
}

/// Nodes too: a ray along a wall opens many, and finds few leaves.
TEST(WorkCharges, InsideTestsAreChargedByNodes) {
    const TriangleSoup soup = torus_mesh({1, 0.3, 200, 100});
    const Mesh torus = *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    const std::uint64_t units = spent_on([&](WorkBudget* work) {
        EXPECT_EQ(side_of(torus.data(), {1, 0, 0}, work), PointSide::inside);
    });
    EXPECT_GE(units, 4 * work::kNode + work::kLeaf + work::kPointTriangle);
}

TEST(WorkCharges, TheDeepestBallIsChargedByAllBalls) {
    const std::vector<TranslationBall> balls(1000, TranslationBall{{1, 0, 0}, 0.5, {}, 0.5});
    const std::uint64_t units = spent_on([&](WorkBudget* work) {
        const TranslationCover cover(balls, 4, {}, work);
        const WorkBudget before = *work;
        ASSERT_NE(cover.deepest({1, 0, 0}), nullptr);
        EXPECT_EQ(before.left() - work->left(), 1000 * work::kBallCell);
    });
    EXPECT_GE(units, 1000 * work::kBallCell);
}

/// On flat ground no part is higher than the others, and all of them are evaluated.
TEST(WorkCharges, HeightsAreChargedByTheirParts) {
    const HeightGrid grid{64, 64, 1, 1, {}};
    const std::vector<double> heights(65 * 65, 0.1);
    const Placed ground{*HeightField::build(grid, heights), Pose::identity()};
    const std::uint64_t up = spent_on([&](WorkBudget* work) {
        farthest_part(PlacedParts(ground), Vec3{0, 0, 1}, work);
    });
    EXPECT_GE(up, 64 * 64 * work::kPointTriangle);
    const std::uint64_t across = spent_on([&](WorkBudget* work) {
        farthest_part(PlacedParts(ground), Vec3{1, 0.1, 0.2}, work);
    });
    EXPECT_LT(across, up / 4);
}

/// Curved parts take as many steps as their curvature demands, and each is charged.
TEST(WorkCharges, DistancesOfConvexPartsAreChargedByTheirSteps) {
    const Shape egg = Ellipsoid{{1, 0.7, 0.4}};
    const std::vector<CompoundPart> members{{egg, {}}, {egg, {Mat3::identity(), {9, 0, 0}}}};
    const Shape pair = *Compound::build(members);
    const Pose turned = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0, 3, 0});
    const Placed a{pair, Pose::identity()}, b{pair, turned};
    const Separation alone = separation({egg, Pose::identity()}, {egg, turned});
    ASSERT_GT(alone.iterations, 2U);
    EXPECT_EQ(work_of(alone), work::kConvexPair + work::kConvexStep * alone.iterations);
    EXPECT_GE(spent_on([&](WorkBudget* work) {
                  PartPairs pairs(a, b);
                  pairs.work = work;
                  EXPECT_GT(bounded_separation(pairs, {}).distance.lower, 0);
              }),
              work_of(alone));
}

}  // namespace
}  // namespace graze::test
