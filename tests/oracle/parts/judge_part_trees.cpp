// Oriented trees decide pairs of triangles by the same exact signs as meshes; trees of frames decide leaves
// as `overlaps` of two frames does.
#include <algorithm>
#include <set>
#include <utility>

#include "graze/frames/frame_tree.hpp"
#include "graze/obb/obb_search.hpp"
#include "graze/query/query.hpp"
#include "oracle/generators.hpp"
#include "oracle/parts/judge_part_worlds.hpp"
#include "oracle/parts/part_soups.hpp"
#include "oracle/parts/part_timing.hpp"

namespace graze::test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

ObbTree oriented_tree(Random& random, const PartRecipe& recipe) {
    const ObbTreeOptions options{static_cast<ObbFit>(random.index(2)), static_cast<ObbSplit>(random.index(2)),
                                 1 + static_cast<std::uint32_t>(random.index(4))};
    auto tree = ObbTree::build(recipe.soup.vertices, recipe.soup.triangles, options);
    return tree ? std::move(*tree) : ObbTree{};
}

void build_once(const PartCase& parts, std::uint64_t shapes_seed, OrientedTrees& trees) {
    if (trees.shapes_seed == shapes_seed) return;
    Random random(shapes_seed);
    trees.a = oriented_tree(random, parts.recipe_a);
    trees.b = oriented_tree(random, parts.recipe_b);
    trees.shapes_seed = shapes_seed;
}

void judge_oriented(const PartCase& parts, const OrientedTrees& trees, Random& random, CallClock& timed,
                    PartJudgement& result) {
    const auto fault = [&](const char* what) { result.faults.emplace_back(what); };
    if (trees.a.empty() || trees.b.empty()) return fault("an oriented tree is refused");
    const PlacedTree a{trees.a, parts.a.pose}, b{trees.b, parts.b.pose};
    FindOptions options;
    options.test = static_cast<ObbTest>(random.index(4));
    Pairs truth, found, swapped;
    for (const TrianglePair& p :
         timed(Verb::triangles, [&] { return intersecting_triangles(parts.a, parts.b); }))
        truth.emplace(p.triangle_a, p.triangle_b);
    bool twice = false;
    timed(Verb::trees, [&] {
        return find_collisions(a, b, options, [&](const TreeContact& c) {
            twice = twice || !found.emplace(c.a.index, c.b.index).second || c.a.is_box || c.b.is_box ||
                    !is_finite(c.point);
            return Continue::yes;
        });
    });
    find_collisions(b, a, options, [&](const TreeContact& c) {
        swapped.emplace(c.b.index, c.a.index);
        return Continue::yes;
    });
    if (twice) fault("find_collisions visits a pair twice, or a box");
    if (found != truth) fault("find_collisions differs from intersecting_triangles");
    if (swapped != truth) fault("find_collisions differs in the swapped order");
    if (timed(Verb::trees, [&] { return test_collision(a, b, options); }).hit != !truth.empty())
        fault("test_collision differs");
    options.depth_a = static_cast<std::int32_t>(random.index(4));
    options.depth_b = static_cast<std::int32_t>(random.index(4));
    if (!truth.empty() && !test_collision(a, b, options).hit) fault("a depth limit loses a collision");
}

std::shared_ptr<const FrameTree> frame_tree(Random& random) {
    TetrahedralMesh mesh;
    const std::size_t count = 1 + random.index(12);
    const TriangleSoup points = integer_soup(random, 2 * count + 4, 6);
    mesh.vertices = points.vertices;
    const auto corner = [&] { return static_cast<std::uint32_t>(random.index(mesh.vertices.size())); };
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t p = corner(), q = corner(), r = corner(), s = corner();
        const Vec3 o = mesh.vertices[p];
        if (dot(mesh.vertices[q] - o, cross(mesh.vertices[r] - o, mesh.vertices[s] - o)) != 0)
            mesh.tetrahedra.push_back({p, q, r, s});
    }
    if (mesh.tetrahedra.empty()) return nullptr;
    auto tree =
        build_frame_tree(mesh, {static_cast<std::uint32_t>(random.chance(0.2) ? 0 : 2 + random.index(7))});
    return tree ? std::make_shared<const FrameTree>(std::move(*tree)) : nullptr;
}

std::string describe(const FrameObject& object) {
    std::string text = "frames at " + literal(object.pose) + ":";
    for (const FrameNode& node : object.tree->nodes()) {
        if (node.child_count > 0) continue;
        text += " {" + literal(node.volume.origin());
        for (const Vec3& component : node.volume.components()) text += ", " + literal(component);
        text += "}";
    }
    return text;
}

void judge_frames(Random& random, CallClock& timed, PartJudgement& result) {
    const auto tree_a = frame_tree(random), tree_b = frame_tree(random);
    if (!tree_a || !tree_b) return;
    const bool grid = random.chance(0.5);
    const Vec3 offset = random.in_cube(8);
    const Pose near =
        grid ? Pose{quarter_turns(random), {std::round(offset.x), std::round(offset.y), std::round(offset.z)}}
             : Pose::from(random.rotation(), offset);
    const FrameObject a{tree_a, Pose::identity()}, b{tree_b, near};
    Pairs truth, found;
    for (std::uint32_t i = 0; i < tree_a->nodes().size(); ++i)
        for (std::uint32_t j = 0; j < tree_b->nodes().size(); ++j) {
            const FrameNode &p = tree_a->nodes()[i], &q = tree_b->nodes()[j];
            if (p.child_count == 0 && q.child_count == 0 &&
                overlaps(placed(p.volume, a.pose), placed(q.volume, b.pose)))
                truth.emplace(i, j);
        }
    const FrameSearch options{random.chance(0.5), random.chance(0.5), FrameBox::elimination};
    for (const FrameContact& c :
         timed(Verb::trees, [&] { return search_collisions(a, b, options); }).contacts)
        found.emplace(c.node_a, c.node_b);
    if (found != truth)
        result.faults.push_back("search_collisions of frames differs from all pairs of leaves; " +
                                describe(a) + "; " + describe(b));
    if (timed(Verb::trees, [&] { return collide(a, b, options); }) != !truth.empty())
        result.faults.push_back("collide of frames differs from all pairs of leaves; " + describe(a) + "; " +
                                describe(b));
}

}  // namespace

void judge_trees(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result) {
    Random random(options.seed);
    CallClock timed(result);
    const auto plain = [](const PartRecipe& recipe) { return recipe.type == ShapeType::mesh && !recipe.map; };
    if (plain(parts.recipe_a) && plain(parts.recipe_b)) {
        OrientedTrees own;
        OrientedTrees& trees = options.trees != nullptr ? *options.trees : own;
        build_once(parts, options.shapes_seed, trees);
        judge_oriented(parts, trees, random, timed, result);
    }
    judge_frames(random, timed, result);
    result.overlapping = overlaps(parts.a, parts.b);
}

}  // namespace graze::test
