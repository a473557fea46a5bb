// Walks of box trees on every instruction set that this machine and this build have: the same visits in the
// same order, bit for bit, and node tests that agree with plain loops over the lanes.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "convex/ray/ray_triangles.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/tree/box_tree.hpp"
#include "oracle/random.hpp"
#include "oracle/run_size.hpp"
#include "simd/every_target.hpp"
#include "tree/box_sets.hpp"
#include "tree/packed_nodes.hpp"
#include "tree/transformed_pairs.hpp"

namespace graze::test {
namespace {

class Hash {
public:
    void add(std::uint64_t x) { state_ = (state_ ^ x) * 0x100000001b3ULL; }
    void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
    void add(LeafSlots leaf) { add(static_cast<std::uint64_t>(leaf.first) << 8 | leaf.count); }
    void add(const TreeStats& stats) {
        add(stats.node_tests);
        add(stats.box_tests);
        add(stats.leaf_tests);
    }
    [[nodiscard]] std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

/// Refuses pairs by their numbers alone.
struct Refusing {
    Hash& hash;
    Continue operator()(LeafSlots a, LeafSlots b, double lower, double& limit) {
        hash.add(a);
        hash.add(b);
        hash.add(lower);
        if (a.first % 3 == 0) limit = lower * 1.5 + 0.01;
        return Continue::yes;
    }
    bool apart(std::uint32_t a, std::uint32_t b) {
        hash.add(static_cast<std::uint64_t>(a) << 32 | b);
        return (a ^ b) % 7 == 0;
    }
};

/// Bounds of a transformed leaf that depend on its numbers alone.
void set_bounds(simd::TransformedLeaf& leaf, std::size_t side, LeafSlots slots) {
    const double reach = 0.1 * (slots.first % 11);
    const bool of_a = side == 0;
    const Aabb box =
        of_a ? Aabb{{-reach, -reach, -reach}, {reach, 2, 2}} : Aabb{{-2, -2, -reach}, {reach, reach, reach}};
    const Vec3 along{1, of_a ? -0.3 : 0.4, 0.1 * (slots.first % 7)};
    for (std::size_t k = 0; k < 3; ++k) {
        leaf.box_low[k] = box.min[k];
        leaf.box_high[k] = box.max[k];
        leaf.along[k] = along[k];
    }
    leaf.bottom = -0.5 - reach;
    leaf.top = 0.2 + reach;
}

TreeStats hash_transformed(const BoxTree& a, const BoxTree& b, const Affine& map, Hash& hash) {
    const auto transform = [&](std::size_t side, LeafSlots slots, simd::TransformedLeaf& leaf) {
        hash.add(slots);
        set_bounds(leaf, side, slots);
    };
    const auto visit = [&](const simd::TransformedPair& pair) {
        hash.add(pair.side);
        hash.add(pair.transformed);
        hash.add(pair.other);
        return Continue::yes;
    };
    return detail::visit_transformed_pairs(a, b, map, 0, {transform, visit});
}

/// Every search, with visitors that shrink it now and then.
std::uint64_t hash_of_searches(const BoxTree& a, const BoxTree& b, std::uint64_t seed) {
    Random random(seed);
    Hash hash;
    const auto bounded = [&](LeafSlots leaf, double lower, double& limit) {
        hash.add(leaf);
        hash.add(lower);
        if (leaf.first % 3 == 0) limit = lower * 1.5 + 0.01;
        return Continue::yes;
    };
    const auto pairs = [&](LeafSlots p, LeafSlots q) {
        hash.add(p);
        hash.add(q);
        return Continue::yes;
    };
    for (int k = 0; k < 8; ++k) {
        const Vec3 p = random.in_cube(1.5), q = random.in_cube(1.5);
        hash.add(visit_box(a, {min(p, q), max(p, q)}, [&](LeafSlots leaf) {
            hash.add(leaf);
            return Continue::yes;
        }));
        hash.add(visit_near(a, p * 3.0, 10, bounded));
        hash.add(visit_ray(a, {p * 2.0, q - p}, bounded));
        Pose pose = random.pose(1.2);
        const Affine map = Affine::from(pose);
        hash.add(visit_pairs(a, b, map, {.margin = 0.01 * k, .test = BoxTest::faces}, pairs));
        hash.add(visit_pairs(a, b, map, {.margin = 0.01 * k, .test = BoxTest::faces_and_edges}, pairs));
        hash.add(hash_transformed(a, b, map, hash));
        pose.position = pose.position * 2.5;
        hash.add(visit_near_pairs(a, b, Affine::from(pose), 5,
                                  [&](LeafSlots leaf_a, LeafSlots leaf_b, double lower, double& limit) {
                                      hash.add(leaf_b);
                                      return bounded(leaf_a, lower, limit);
                                  }));
        Refusing refusing{hash};
        const auto apart = [&](std::uint32_t p_child, std::uint32_t q_child) {
            return refusing.apart(p_child, q_child);
        };
        hash.add(visit_near_pairs(a, b, Affine::from(pose), 5, NearPairVisitor{refusing, apart}));
    }
    hash.add(visit_self_pairs(b, 0.02, pairs));
    return hash.value();
}

TEST(TreeWalk, VisitsAreTheSameOnEveryTarget) {
    for (const BoxSet set : {BoxSet::spread, BoxSet::clustered, BoxSet::flat, BoxSet::growing}) {
        const BoxTree a = *BoxTree::build(make_boxes(BoxSet::spread, 200, 1)),
                      b = *BoxTree::build(make_boxes(set, 80, 2));
        std::vector<std::uint64_t> hashes;
        on_every_target([&] {
            hashes.push_back(hash_of_searches(a, b, 5));
            hashes.push_back(hash_of_searches(b, a, 6));
        });
        for (std::size_t i = 2; i < hashes.size(); ++i) EXPECT_EQ(hashes[i], hashes[i - 2]) << name_of(set);
    }
}

/// Rays at a mesh: the triangles of leaves are examined in lanes, and nearest hits equal those of plain looks
/// one after the other.
TEST(TreeWalk, RaysAtTrianglesAreTheSameOnEveryTarget) {
    const TriangleSoup soup = noisy_sphere_mesh({1, 0.3, 3, 5});
    const Mesh mesh = *Mesh::build(soup.vertices, soup.triangles);
    std::vector<std::uint64_t> hashes;
    on_every_target([&] {
        Random random(8);
        Hash hash;
        int hits = 0;
        for (int k = 0; k < 400; ++k) {
            const Placed placed{mesh, random.pose(1)};
            const Vec3 origin = 3.0 * random.direction();
            const Vec3 at = placed.pose * (k % 8 == 0 ? mesh.triangle(random.index(mesh.triangle_count())).a
                                                      : random.in_cube(1));
            const Ray ray{origin, at - origin};
            const RayView view = view_of(ray, placed, orthonormality_defect(placed.pose.rotation));
            double nearest = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
                const RayTriangleResult result = test_triangle(mesh.triangle(i), view, nearest);
                if (result.outcome == simd::RayTriangleOutcome::hits)
                    nearest = std::min(nearest, result.upper);
            }
            const auto hit = raycast(ray, placed);
            if (nearest < std::numeric_limits<double>::infinity()) {
                ASSERT_TRUE(hit.has_value());
                EXPECT_LE(hit->bounds.lower, nearest * view.step * (1 + 1e-9));
                EXPECT_NEAR(hit->t, nearest * view.step, k % 8 == 0 ? 2 : 1e-9);
            } else {
                EXPECT_TRUE(!hit || k % 8 == 0);
            }
            if (!hit) continue;
            ++hits;
            hash.add(hit->t);
            hash.add(hit->bounds.lower);
            hash.add(hit->bounds.upper);
            hash.add(hit->normal.x);
        }
        EXPECT_GT(hits, 200);
        hashes.push_back(hash.value());
    });
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST(TreeWalk, TreesAreTheSameOnEveryTarget) {
    const std::vector<Aabb> boxes = make_boxes(BoxSet::mixed_sizes, 3000, 1);
    std::vector<BoxTree> trees;
    on_every_target([&] { trees.push_back(*BoxTree::build(boxes)); });
    for (const BoxTree& tree : trees) EXPECT_EQ(tree, trees[0]);
}

/// One node with random boxes as leaves; lane i is slot i.
BoxNode random_node(Random& random, std::size_t used) {
    BoxNode node{};
    for (std::uint32_t lane = 0; lane < kNodeWidth; ++lane) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double c = random.uniform(-0.8, 0.8), h = random.chance(0.1) ? 0 : random.uniform(0, 0.2);
            node.min[i][lane] = lane < used ? static_cast<float>(c - h) : kNoBox;
            node.max[i][lane] = lane < used ? static_cast<float>(c + h) : -kNoBox;
        }
        node.child[lane] = lane < used ? child::make_leaf(lane, 1) : child::kNone;
    }
    return node;
}

/// Sets a bit for each leaf that is visited.
struct SetBit {
    unsigned& visited;

    Continue operator()(LeafSlots leaf) const {
        visited |= 1U << leaf.first;
        return Continue::yes;
    }
    Continue operator()(LeafSlots leaf, double /*lower*/, double& /*limit*/) const { return (*this)(leaf); }
};

TEST(TreeWalk, BoxTestsAreExact) {
    on_every_target([] {
        Random random(1);
        std::size_t hits = 0;
        for (int k = 0; k < 2000; ++k) {
            const std::size_t used = 1 + random.index(8);
            const BoxNode node = random_node(random, used);
            simd::BoxWalk query{};
            for (std::size_t i = 0; i < 3; ++i) {
                const double c = random.uniform(-1, 1), h = random.uniform(0, 0.6);
                query.low[i] = static_cast<float>(c - h);
                query.high[i] = static_cast<float>(c + h);
                if (random.chance(0.1))
                    query.high[i] = query.low[i] = node.max[i][random.index(used)];  // touching
            }
            unsigned expected = 0, visited = 0;
            for (std::uint32_t lane = 0; lane < used; ++lane) {
                bool overlapping = true;
                for (std::size_t i = 0; i < 3; ++i)
                    overlapping = overlapping && node.min[i][lane] <= query.high[i] &&
                                  node.max[i][lane] >= query.low[i];
                expected |= overlapping ? 1U << lane : 0;
            }
            const TreeStats counts = simd::walk_box(&node, query, SetBit{visited});
            ASSERT_EQ(visited, expected);
            EXPECT_EQ(counts.box_tests, used);
            hits += std::popcount(visited) > 0 ? 1 : 0;
        }
        EXPECT_GT(hits, 300U);
        EXPECT_LT(hits, 1900U);
    });
}

TEST(TreeWalk, RayTestsMissNothingAndAddOnlyWhatIsClose) {
    on_every_target([] {
        Random random(2);
        std::size_t hits = 0;
        for (int k = 0; k < 4000; ++k) {
            const std::size_t used = 1 + random.index(8);
            const BoxNode node = random_node(random, used);
            simd::RayWalk ray{};
            float direction[3];
            double largest = 0;
            const std::size_t aim = random.index(used);
            for (std::size_t i = 0; i < 3; ++i) {
                ray.origin[i] = static_cast<float>(random.uniform(-1, 1));
                direction[i] = (random.chance(0.5) ? node.min : node.max)[i][aim] - ray.origin[i];
                if (random.chance(0.1)) direction[i] = 0x1p-40F;
                largest = std::max<double>(largest, std::abs(direction[i]));
            }
            for (float& x : direction)
                x = static_cast<float>(std::abs(x / largest) <= 0x1p-39 ? 0x1p-40 : x / largest * 1.5);
            for (std::size_t i = 0; i < 3; ++i) ray.inverse[i] = 1 / direction[i];
            ray.limit = random.uniform(0, 2);
            unsigned expected = 0, near = 0, visited = 0;
            for (std::uint32_t lane = 0; lane < used; ++lane) {
                double in = 0, out = ray.limit;
                for (std::size_t i = 0; i < 3; ++i) {
                    const double s = (static_cast<double>(node.min[i][lane]) - ray.origin[i]) / direction[i];
                    const double t = (static_cast<double>(node.max[i][lane]) - ray.origin[i]) / direction[i];
                    in = std::max(in, std::min(s, t));
                    out = std::min(out, std::max(s, t));
                }
                expected |= in <= out ? 1U << lane : 0;
                near |= in <= out * (1 + 1e-5) + 1e-5 ? 1U << lane : 0;
            }
            simd::walk_ray(&node, ray, SetBit{visited});
            ASSERT_EQ(visited & expected, expected);
            ASSERT_EQ(visited & ~near, 0U);
            hits += static_cast<std::size_t>(std::popcount(expected));
        }
        EXPECT_GT(hits, 300U);
    });
}

/// Boxes of a packed node in lanes are those that the plain code unpacks, to the last bit: queries end at
/// them or at the next float. A million nodes by hand: GRAZE_PACKED_NODES=1000000.
TEST(TreeWalk, PackedNodesAreUnpackedAsByPlainCode) {
    const std::size_t count = run_size("GRAZE_PACKED_NODES", 3000);
    on_every_target([&] {
        Random random(3);
        std::size_t hits = 0, rounded = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t used = 1 + random.index(8);
            BoxNode node = random_node(random, used);
            const auto scale = static_cast<float>(random.chance(0.5) ? 0.8 : random.log_uniform(1e-30, 0.8));
            const auto shift = static_cast<float>(random.chance(0.5) ? 0 : random.uniform(-0.1, 0.1));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                for (std::size_t lane = 0; lane < used; ++lane) {
                    node.min[axis][lane] = node.min[axis][lane] * scale + shift;
                    node.max[axis][lane] =
                        std::max(node.max[axis][lane] * scale + shift, node.min[axis][lane]);
                }
            }
            const PackedNode packed_node = packed({&node, 1})[0];
            const BoxNode plain = unpacked(packed_node);
            simd::BoxWalk query{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::size_t lane = random.index(used);
                ASSERT_LE(plain.min[axis][lane], node.min[axis][lane]);
                ASSERT_GE(plain.max[axis][lane], node.max[axis][lane]);
                rounded += plain.max[axis][lane] > node.max[axis][lane] ? 1 : 0;
                const float end = (random.chance(0.5) ? plain.min : plain.max)[axis][lane];
                const float next = std::nextafter(end, random.chance(0.5) ? 2.0F : -2.0F);
                query.low[axis] = query.high[axis] = random.chance(0.5) ? end : next;
                if (random.chance(0.6)) (random.chance(0.5) ? query.low[axis] = -2 : query.high[axis] = 2);
            }
            unsigned expected = 0, visited = 0;
            simd::walk_box(&plain, query, SetBit{expected});
            const TreeStats stats = simd::walk_box(&packed_node, query, SetBit{visited});
            ASSERT_EQ(visited, expected) << k;
            ASSERT_EQ(stats.box_tests, used);
            hits += visited != 0 ? 1 : 0;
        }
        EXPECT_GT(hits, count / 10);
        EXPECT_LT(hits, count);
        EXPECT_GT(rounded, count);
    });
}

}  // namespace
}  // namespace graze::test
