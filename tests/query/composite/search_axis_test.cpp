// Heights along the axis of a distance search: bounds of what they stand for, and never compared across axes.
#include "query/composite/search_axis.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

Mesh ring() {
    const TriangleSoup soup = torus_mesh({1, 0.3, 24, 12});
    return *Mesh::build(soup.vertices, soup.triangles);
}

struct RingPair {
    explicit RingPair(Random& random)
        : first{ring(), random.pose(3)},
          second{ring(), random.pose(3)},
          pairs(first, second),
          view(first.pose, second.pose, 2),
          axis(pairs.a, pairs.b, view.map()) {}

    Placed first;
    Placed second;
    PartPairs pairs;
    TriangleView view;
    SearchAxis axis;
};

TEST(SearchAxis, HeightsOfDifferentAxesCannotBeCompared) {
    Random random(3);
    RingPair s(random);
    const Triangle own = s.pairs.a.triangle(0), other = s.pairs.b.triangle(0);
    EXPECT_EQ(gap(s.axis.highest_of_a(own), s.axis.lowest_of_b(other)), kNever) << "there is no axis yet";
    s.axis.turn_to({1, 0, 0});
    const AxisHeight before = s.axis.lowest_of_b(other);
    EXPECT_NE(gap(s.axis.highest_of_a(own), before), kNever);
    s.axis.turn_to({0, 1, 0});
    EXPECT_EQ(gap(s.axis.highest_of_a(own), before), kNever);
    EXPECT_NE(gap(s.axis.highest_of_a(own), s.axis.lowest_of_b(other)), kNever);
    s.axis.turn_to({1, 0, 0});
    EXPECT_EQ(gap(s.axis.highest_of_a(own), before), kNever)
        << "the same direction again may have other roundings";
}

TEST(SearchAxis, ADirectionCloseToTheAxisKeepsIt) {
    Random random(4);
    RingPair s(random);
    s.axis.turn_to({1, 0, 0});
    const AxisHeight before = s.axis.lowest_of_b(s.pairs.b.triangle(0));
    s.axis.turn_to(unit(Vec3{1, 1e-3, 0}));
    EXPECT_EQ(s.axis.direction(), (Vec3{1, 0, 0}));
    EXPECT_NE(gap(s.axis.highest_of_a(s.pairs.a.triangle(0)), before), kNever);
}

/// The least gap of the triangles below two children, in the world.
double least_gap(const RingPair& s, std::uint32_t child_a, std::uint32_t child_b, const Vec3& direction) {
    const auto triangles = [](const PlacedParts& side, std::uint32_t child, auto&& self,
                              std::vector<Vec3>& out) -> void {
        if (!child::is_leaf(child)) {
            for (const std::uint32_t below : side.tree()->nodes()[child].child) {
                if (below != child::kNone) self(side, below, self, out);
            }
            return;
        }
        for (std::uint32_t i = 0; i < child::leaf_count(child); ++i) {
            const Triangle t = side.triangle_in_slot(child::leaf_first(child) + i);
            for (const Vec3& corner : {t.a, t.b, t.c}) out.push_back(side.placed.pose * corner);
        }
    };
    std::vector<Vec3> a, b;
    triangles(s.pairs.a, child_a, triangles, a);
    triangles(s.pairs.b, child_b, triangles, b);
    const Vec3 world = s.first.pose.rotation * direction;
    double highest = kNever, lowest = -kNever;
    for (const Vec3& p : a) highest = std::max(highest, dot(world, p));
    for (const Vec3& p : b) lowest = std::min(lowest, dot(world, p));
    return lowest - highest;
}

TEST(SearchAxis, GapsOfChildrenAreBoundsWhateverIsRemembered) {
    Random random(5);
    RingPair s(random);
    const std::size_t nodes_a = s.pairs.a.tree()->nodes().size(), nodes_b = s.pairs.b.tree()->nodes().size();
    for (int i = 0; i < 300; ++i) {
        s.axis.turn_to(random.direction());
        for (int k = 0; k < 20; ++k) {
            const auto pick = [&](const BoxTree& tree, std::size_t nodes) {
                const BoxNode& node = tree.nodes()[random.index(nodes)];
                const std::uint32_t child = node.child[random.index(kNodeWidth)];
                return child == child::kNone ? node.child[0] : child;
            };
            const std::uint32_t child_a = pick(*s.pairs.a.tree(), nodes_a),
                                child_b = pick(*s.pairs.b.tree(), nodes_b);
            const double bound = gap(s.axis.highest_of_a(child_a), s.axis.lowest_of_b(child_b)),
                         truth = least_gap(s, child_a, child_b, s.axis.direction());
            EXPECT_LE(bound, truth + 1e-12);
            if (child::is_leaf(child_a) && child::is_leaf(child_b)) {
                EXPECT_GE(bound, truth - 1e-12) << "leaves are bounded by their corners";
            }
        }
    }
}

}  // namespace
}  // namespace graze::test
