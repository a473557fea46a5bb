// Trees of frames against brute force over all pairs of leaves; the torus pairs of the document; groups;
// moves; what is refused.
#include "graze/frames/frame_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numbers>
#include <set>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

std::shared_ptr<const FrameTree> torus_tree(const Torus& torus, std::uint32_t fan_out) {
    auto mesh = tetrahedra_of(torus);
    EXPECT_TRUE(mesh.has_value());
    auto tree = build_frame_tree(*mesh, {fan_out});
    EXPECT_TRUE(tree.has_value()) << (tree ? "" : tree.error().message());
    return std::make_shared<const FrameTree>(std::move(*tree));
}

using LeafPair = std::array<std::uint32_t, 4>;

/// Every leaf of every object with every other.
std::set<LeafPair> brute_force(const FrameWorld& world) {
    std::set<LeafPair> pairs;
    const auto objects = world.objects();
    for (std::uint32_t a = 0; a < objects.size(); ++a) {
        for (std::uint32_t b = a + 1; b < objects.size(); ++b) {
            if (objects[a].group != FrameObject::kNoGroup && objects[a].group == objects[b].group) continue;
            const auto of_a = objects[a].tree->nodes();
            const auto of_b = objects[b].tree->nodes();
            std::vector<Frame<3>> frames_b;
            for (const FrameNode& node : of_b) frames_b.push_back(placed(node.volume, objects[b].pose));
            for (std::uint32_t i = 0; i < of_a.size(); ++i) {
                if (of_a[i].child_count > 0) continue;
                const Frame<3> frame_a = placed(of_a[i].volume, objects[a].pose);
                for (std::uint32_t j = 0; j < of_b.size(); ++j) {
                    if (of_b[j].child_count == 0 && overlaps(frame_a, frames_b[j]))
                        pairs.insert({a, b, i, j});
                }
            }
        }
    }
    return pairs;
}

std::set<LeafPair> pairs_of(const FrameCollisions& found) {
    std::set<LeafPair> pairs;
    for (const FrameContact& c : found.contacts) {
        const bool fresh = pairs.insert({c.object_a, c.object_b, c.node_a, c.node_b}).second;
        EXPECT_TRUE(fresh) << "a pair of leaves is reported twice";
        EXPECT_FALSE(is_empty(c.box));
    }
    return pairs;
}

/// Connected groups of boxes that overlap.
int clusters(const std::vector<FrameContact>& contacts) {
    std::vector<int> cluster(contacts.size(), -1);
    int count = 0;
    for (std::size_t seed = 0; seed < contacts.size(); ++seed) {
        if (cluster[seed] >= 0) continue;
        std::vector<std::size_t> stack{seed};
        cluster[seed] = count;
        while (!stack.empty()) {
            const std::size_t i = stack.back();
            stack.pop_back();
            for (std::size_t j = 0; j < contacts.size(); ++j) {
                if (cluster[j] < 0 && overlaps(contacts[i].box, contacts[j].box)) {
                    cluster[j] = count;
                    stack.push_back(j);
                }
            }
        }
        ++count;
    }
    return count;
}

FrameWorld world_of(std::vector<FrameObject> objects) {
    auto world = FrameWorld::make(std::move(objects));
    EXPECT_TRUE(world.has_value());
    return std::move(*world);
}

TEST(TorusPairs, FourCasesOfTheDocument) {
    const Torus torus{1, 0.2, 40, 2};
    const Pose upright = Pose::from(Quat::from_axis_angle({1, 0, 0}, std::numbers::pi / 2), {1, 0, 0});
    struct Case {
        const char* name;
        Pose pose;
        int clusters;
    };
    const Case cases[] = {
        {"linked, not touching", upright, 0},
        {"side by side, not touching", Pose::translation({2.5, 0, 0}), 0},
        {"touching at two places", Pose::translation({1.5, 0, 0}), 2},
        {"touching at one place", Pose::translation({2.35, 0, 0}), 1},
    };
    for (const std::uint32_t fan_out : {0U, 4U}) {
        const auto tree = torus_tree(torus, fan_out);
        EXPECT_EQ(tree->leaf_count(), 800U);
        if (fan_out == 0) {
            EXPECT_EQ(tree->nodes().size(), 801U);
            EXPECT_EQ(tree->depth(), 2U);
        }
        for (const Case& each : cases) {
            SCOPED_TRACE(each.name);
            const FrameWorld world = world_of({{tree, Pose::identity()}, {tree, each.pose}});
            const FrameCollisions found = search_collisions(world, 0);
            EXPECT_EQ(clusters(found.contacts), each.clusters);
            EXPECT_EQ(pairs_of(found), brute_force(world));
            const FrameCollisions solved = search_collisions(world, 0, {.method = FrameMethod::elimination});
            EXPECT_EQ(solved.contacts, found.contacts) << "the same pairs and boxes, in the same order";
            const bool hit = each.clusters > 0;
            EXPECT_EQ(colliding_objects(world, 0).objects.size(), hit ? 1U : 0U);
            EXPECT_EQ(colliding_objects(world, 1).objects,
                      hit ? std::vector<std::uint32_t>{0} : std::vector<std::uint32_t>{});
        }
    }
}

/// Tori of two trees of unequal depth, strewn in a cube.
FrameWorld strewn_tori(Random& random, std::size_t count, double half, std::uint32_t groups) {
    const auto deep = torus_tree({1, 0.3, 12, 1}, 3);
    const auto flat = torus_tree({0.8, 0.2, 8, 1}, 0);
    std::vector<FrameObject> objects;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t group =
            groups == 0 ? FrameObject::kNoGroup : static_cast<std::uint32_t>(random.index(groups));
        objects.push_back({i % 2 == 0 ? deep : flat, random.pose(half), group});
    }
    return world_of(std::move(objects));
}

TEST(FrameWorlds, SearchEqualsBruteForce) {
    Random random(17);
    for (const std::uint32_t groups : {0U, 3U}) {
        FrameWorld world = strewn_tori(random, 24, 2.5, groups);
        const std::set<LeafPair> truth = brute_force(world);
        EXPECT_GT(truth.size(), 100U);
        const FrameCollisions pruned = search_collisions(world);
        const FrameCollisions plain = search_collisions(world, {.prune = false, .box = FrameBox::tight});
        EXPECT_EQ(pairs_of(pruned), truth);
        EXPECT_EQ(pairs_of(plain), truth);
        EXPECT_LT(pruned.stats.tests, plain.stats.tests);
        EXPECT_GT(pruned.stats.pruned, 0U);
        EXPECT_EQ(plain.stats.pruned, 0U);
        EXPECT_EQ(pairs_of(search_collisions(world, {.by_tree = false})), truth);
        for (std::uint32_t a = 0; a < world.objects().size(); ++a) {
            std::set<std::uint32_t> partners;
            std::set<LeafPair> mine;
            for (const LeafPair& p : truth) {
                if (p[0] == a) mine.insert(p);
                if (p[1] == a) mine.insert({a, p[0], p[3], p[2]});
            }
            for (const LeafPair& p : mine) partners.insert(p[1]);
            EXPECT_EQ(pairs_of(search_collisions(world, a)), mine);
            EXPECT_EQ(colliding_objects(world, a).objects,
                      std::vector<std::uint32_t>(partners.begin(), partners.end()));
            EXPECT_EQ(colliding_objects(world, a, {.prune = false}).objects,
                      std::vector<std::uint32_t>(partners.begin(), partners.end()));
            const CollidingObjects one_by_one = colliding_objects(world, a, {.by_tree = false});
            EXPECT_EQ(one_by_one.objects, std::vector<std::uint32_t>(partners.begin(), partners.end()));
            EXPECT_GE(one_by_one.stats.objects, colliding_objects(world, a).stats.objects);
            EXPECT_EQ(colliding_objects(world, a, {.method = FrameMethod::elimination}).objects,
                      one_by_one.objects);
        }
        const FrameCollisions solved = search_collisions(world, {.method = FrameMethod::elimination});
        const FrameCollisions unpruned =
            search_collisions(world, {.prune = false, .method = FrameMethod::elimination});
        EXPECT_EQ(pairs_of(solved), truth);
        EXPECT_EQ(pairs_of(unpruned), truth);
        EXPECT_LT(solved.stats.tests, unpruned.stats.tests) << "the box of the elimination prunes";
        EXPECT_GT(solved.stats.pruned, 0U);
        EXPECT_EQ(unpruned.stats.pruned, 0U);
        for (std::size_t i = 0; i < world.objects().size(); ++i)
            EXPECT_TRUE(world.move(i, random.pose(2.5)).has_value());
        EXPECT_EQ(pairs_of(search_collisions(world)), brute_force(world));
    }
}

TEST(FrameWorlds, PruningHoldsFarFromTheOrigin) {
    Random random(23);
    const auto tree = torus_tree({1, 0.3, 12, 1}, 3);
    std::vector<FrameObject> objects;
    for (int i = 0; i < 6; ++i) {
        Pose pose = random.pose(1.0);
        pose.position += Vec3{1e7, -2e7, 3e7};
        objects.push_back({tree, pose});
    }
    const FrameWorld world = world_of(std::move(objects));
    EXPECT_EQ(pairs_of(search_collisions(world)), brute_force(world));
    EXPECT_EQ(pairs_of(search_collisions(world, {.method = FrameMethod::elimination})), brute_force(world));
}

TEST(FrameWorlds, SearchHoldsForPosesThatAreNoRotations) {
    Random random(29);
    const auto tree = torus_tree({1, 0.3, 12, 1}, 3);
    for (const double stretch : {1 + 1e-12, 1 + 1e-5, 1.1, 2.0}) {
        std::vector<FrameObject> objects;
        for (int i = 0; i < 8; ++i) {
            Pose pose = random.pose(1.5);
            for (Vec3& column : pose.rotation.columns)
                column = {column.x * stretch, column.y + (stretch - 1) * column.x, column.z};
            objects.push_back({tree, pose});
        }
        const FrameWorld world = world_of(std::move(objects));
        const std::set<LeafPair> truth = brute_force(world);
        EXPECT_GT(truth.size(), 10U) << stretch;
        EXPECT_EQ(pairs_of(search_collisions(world)), truth) << stretch;
        EXPECT_EQ(pairs_of(search_collisions(world, {.method = FrameMethod::elimination})), truth) << stretch;
    }
}

TEST(FrameWorlds, SearchHoldsForPosesThatShrinkFarFromTheOrigin) {
    // What placing rounds is large beside the objects there, and was counted in their own units.
    Random random(31);
    const auto tree = torus_tree({1, 0.3, 12, 1}, 3);
    for (const double scale : {1e-2, 1e-4, 1e-6}) {
        std::vector<FrameObject> objects;
        const Vec3 far{1e8 * scale, -2e8 * scale, 3e8 * scale};
        for (int i = 0; i < 8; ++i) {
            Pose pose = random.pose(1.5);
            for (Vec3& column : pose.rotation.columns) column = scale * column;
            pose.position = scale * pose.position + 1e3 * far;
            objects.push_back({tree, pose});
        }
        const FrameWorld world = world_of(std::move(objects));
        const std::set<LeafPair> truth = brute_force(world);
        EXPECT_GT(truth.size(), 10U) << scale;
        EXPECT_EQ(pairs_of(search_collisions(world)), truth) << scale;
        EXPECT_EQ(pairs_of(search_collisions(world, {.method = FrameMethod::elimination})), truth) << scale;
    }
}

/// A tetrahedron or a slanted cuboid, halved towards each of its corners, twice: boxes along its edges are
/// loose.
std::shared_ptr<const FrameTree> slanted_tree(FrameKind kind) {
    const std::array<Vec3, 3> edges{{{1, 0, 0}, {0.9, 0.5, 0}, {0.3, 0.2, 0.6}}};
    std::vector<FrameNode> nodes{{Frame<3>(kind, {-0.5, -0.2, 0.1}, edges), 0, 0}};
    for (std::size_t i = 0; i < nodes.size() && nodes.size() < 60; ++i) {
        nodes[i].first_child = static_cast<std::uint32_t>(nodes.size());
        const Frame<3> parent = nodes[i].volume;
        std::array<Vec3, 3> half{};
        for (std::size_t k = 0; k < 3; ++k) half[k] = parent.components()[k] * 0.5;
        nodes[i].child_count = static_cast<std::uint32_t>(parent.corner_count());
        for (std::size_t c = 0; c < parent.corner_count(); ++c)
            nodes.push_back({Frame<3>(kind, (parent.origin() + parent.corners()[c]) * 0.5, half), 0, 0});
    }
    auto tree = FrameTree::make(std::move(nodes));
    EXPECT_TRUE(tree.has_value()) << (tree ? "" : tree.error().message());
    return std::make_shared<const FrameTree>(std::move(*tree));
}

TEST(FrameWorlds, SearchHoldsForSlantedFrames) {
    Random random(31);
    const std::shared_ptr<const FrameTree> trees[] = {slanted_tree(FrameKind::tetrahedron),
                                                      slanted_tree(FrameKind::cuboid),
                                                      torus_tree({0.5, 0.2, 12, 1}, 4)};
    std::vector<FrameObject> objects;
    for (std::size_t i = 0; i < 18; ++i) objects.push_back({trees[i % 3], random.pose(1.0)});
    const FrameWorld world = world_of(std::move(objects));
    const std::set<LeafPair> truth = brute_force(world);
    EXPECT_GT(truth.size(), 100U);
    EXPECT_EQ(pairs_of(search_collisions(world)), truth);
    EXPECT_EQ(pairs_of(search_collisions(world, {.prune = false})), truth);
    EXPECT_EQ(pairs_of(search_collisions(world, {.method = FrameMethod::elimination})), truth);
    EXPECT_EQ(pairs_of(search_collisions(world, {.prune = false, .method = FrameMethod::elimination})),
              truth);
}

TEST(FrameWorlds, SearchesRefuseWhatIsNotThere) {
    const auto tree = torus_tree({1, 0.2, 8, 2}, 0);
    const FrameObject good{tree, Pose::identity()}, empty{};
    FrameObject lost = good;
    lost.pose.position.y = std::numeric_limits<double>::quiet_NaN();
    for (const FrameObject& bad : {empty, lost}) {
        for (const FrameCollisions& found : {search_collisions(good, bad), search_collisions(bad, good)}) {
            EXPECT_EQ(found.stats.status, Status::invalid_input);
            EXPECT_TRUE(found.contacts.empty());
            EXPECT_EQ(found.stats.tests, 0U);
        }
        EXPECT_TRUE(collide(good, bad));
        EXPECT_TRUE(collide(bad, good));
    }
    const FrameWorld world = world_of({good, good});
    EXPECT_EQ(search_collisions(world, 2).stats.status, Status::invalid_input);
    EXPECT_EQ(colliding_objects(world, 2).stats.status, Status::invalid_input);
    EXPECT_EQ(search_collisions(world, 1).stats.status, Status::converged);
    EXPECT_EQ(search_collisions(good, good).stats.status, Status::converged);
    EXPECT_EQ(colliding_objects(world, 1).objects, std::vector<std::uint32_t>{0});
}

TEST(FrameTrees, BoxesContainTheirNodes) {
    for (const auto& tree : {torus_tree({1, 0.25, 20, 1}, 5), slanted_tree(FrameKind::tetrahedron),
                             slanted_tree(FrameKind::cuboid)}) {
        EXPECT_LT(orthonormality_defect(tree->axes()), 1e-14);
        ASSERT_EQ(tree->boxes().size(), tree->nodes().size());
        for (std::size_t i = 0; i < tree->nodes().size(); ++i) {
            const FrameNodeBox& box = tree->boxes()[i];
            EXPECT_EQ(box.first_child, tree->nodes()[i].first_child);
            EXPECT_EQ(box.child_count, tree->nodes()[i].child_count);
            const Frame<3>& volume = tree->nodes()[i].volume;
            for (std::size_t c = 0; c < volume.corner_count(); ++c) {
                const Vec3 off =
                    abs(transpose_times(tree->axes(), volume.corners()[c]) - box.centre) - box.half;
                EXPECT_LE(max_component(off), 0) << i;
            }
        }
    }
    EXPECT_TRUE(torus_tree({1, 0.25, 20, 1}, 5)->boxes()[0].filled);
    EXPECT_FALSE(slanted_tree(FrameKind::tetrahedron)->boxes()[0].filled);
}

TEST(FrameTrees, ChildrenLieInTheirParents) {
    for (const std::uint32_t fan_out : {0U, 2U, 5U, 8U}) {
        const auto tree = torus_tree({1, 0.25, 20, 2}, fan_out);
        EXPECT_EQ(tree->leaf_count(), 400U);
        for (const FrameNode& node : tree->nodes()) {
            if (fan_out > 0) {
                EXPECT_LE(node.child_count, fan_out);
            }
            for (std::uint32_t c = 0; c < node.child_count; ++c)
                EXPECT_TRUE(contains(node.volume, tree->nodes()[node.first_child + c].volume));
        }
    }
}

TEST(FrameTrees, TheTetrahedraCoverTheTorus) {
    const Torus torus{1, 0.25, 16, 2};
    const auto tree = torus_tree(torus, 4);
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        const double turn = random.uniform(0, 2 * std::numbers::pi),
                     tilt = random.uniform(0, 2 * std::numbers::pi);
        const double tube = torus.minor_radius * std::sqrt(random.unit());
        const double radius = torus.major_radius + tube * std::cos(tilt);
        const Vec3 p{radius * std::cos(turn), radius * std::sin(turn), tube * std::sin(tilt)};
        const double d = 1e-9;
        const Frame<3> dot(FrameKind::cuboid, p, {{{d, 0, 0}, {0, d, 0}, {0, 0, d}}});
        bool covered = false;
        for (const FrameNode& node : tree->nodes())
            covered = covered || (node.child_count == 0 && overlaps(node.volume, dot));
        EXPECT_TRUE(covered) << i;
    }
}

TEST(FrameTrees, RefusesWhatIsNotATree) {
    const Frame<3> unit;
    const Frame<3> small(FrameKind::cuboid, {0.25, 0.25, 0.25}, {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}});
    const Frame<3> outside(FrameKind::cuboid, {0.75, 0.25, 0.25}, {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}});
    EXPECT_TRUE(FrameTree::make({{unit, 1, 1}, {small, 0, 0}}).has_value());
    EXPECT_EQ(FrameTree::make({}).error().rule, Rule::too_few);
    EXPECT_EQ(FrameTree::make({{unit, 1, 1}, {outside, 0, 0}}).error().rule, Rule::not_contained);
    EXPECT_EQ(FrameTree::make({{unit, 1, 1}, {outside, 0, 0}}).error().element, 1U);
    EXPECT_EQ(FrameTree::make({{unit, 1, 1}, {outside, 0, 0}}).error().kind, Element::node);
    EXPECT_EQ(FrameTree::make({{unit, 1, 2}, {small, 0, 0}}).error().rule, Rule::not_a_tree);
    EXPECT_EQ(FrameTree::make({{unit, 0, 1}, {small, 0, 0}}).error().rule, Rule::not_a_tree);
    EXPECT_EQ(FrameTree::make({{unit, 1, 1}, {small, 2, 1}, {small, 0, 0}, {small, 0, 0}}).error().rule,
              Rule::not_a_tree);
    const Frame<3> flat(FrameKind::cuboid, {0, 0, 0}, {{{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}});
    EXPECT_EQ(FrameTree::make({{unit, 1, 1}, {flat, 0, 0}}).error().rule, Rule::flat);
    EXPECT_FALSE(tetrahedra_of({1, 2, 40, 1}).has_value());
    EXPECT_FALSE(tetrahedra_of({1, 0.5, 2, 1}).has_value());
    EXPECT_EQ(build_frame_tree({}).error().rule, Rule::too_few);
    EXPECT_EQ(build_frame_tree({{{0, 0, 0}}, {{0, 1, 2, 3}}}).error().rule, Rule::out_of_range);
    EXPECT_EQ(build_frame_tree({{{0, 0, 0}}, {{0, 1, 2, 3}}}).error().kind, Element::tetrahedron);
    EXPECT_EQ(
        build_frame_tree({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}}, {1}).error().rule,
        Rule::too_few);
    EXPECT_EQ(FrameWorld::make({{nullptr, Pose::identity()}}).error().rule, Rule::invalid_child);
    EXPECT_EQ(FrameWorld::make({{nullptr, Pose::identity()}}).error().message(),
              "object 0: it has no tree; give one");
    FrameWorld empty = world_of({});
    EXPECT_TRUE(search_collisions(empty).contacts.empty());
    EXPECT_TRUE(colliding_objects(empty, 3).objects.empty());
    EXPECT_EQ(empty.move(0, Pose::identity()).error().rule, Rule::out_of_range);
    EXPECT_EQ(empty.move(7, Pose::identity()).error().message(),
              "object 7: is not there; the world has 0 objects");
}

}  // namespace
}  // namespace graze::test
