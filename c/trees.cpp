// Oriented trees of the C interface, at rest and moving.
#include <graze/graze_trees.h>

#include "handles.hpp"
#include "oriented_boxes.hpp"

using namespace graze;
using namespace graze::c;

// NOLINTNEXTLINE(readability-identifier-naming): this is the handle that graze_trees.h names
struct graze_obb_tree {
    ObbTree tree;
};

namespace {

graze_moving_contact moving_contact(const MovingTreeContact& from) noexcept {
    graze_moving_contact to{};
    to.element_a = from.a.index;
    to.element_b = from.b.index;
    to.is_box_a = from.a.is_box ? 1 : 0;
    to.is_box_b = from.b.is_box ? 1 : 0;
    to.lower = from.time.lower;
    to.upper = from.time.upper;
    store(from.point, to.point);
    store(from.normal, to.normal);
    store(from.normal_a, to.normal_a);
    store(from.normal_b, to.normal_b);
    to.last_lower = from.last.lower;
    to.last_upper = from.last.upper;
    to.point_unique = from.point_unique ? 1 : 0;
    return to;
}

graze_tree_contact tree_contact(const TreeContact& from) noexcept {
    graze_tree_contact to{};
    to.element_a = from.a.index;
    to.element_b = from.b.index;
    to.is_box_a = from.a.is_box ? 1 : 0;
    to.is_box_b = from.b.is_box ? 1 : 0;
    store(from.point, to.point);
    store(from.normal_a, to.normal_a);
    store(from.normal_b, to.normal_b);
    return to;
}

graze_tree_stats stats_of(const ObbTreeStats& from, std::uint64_t contacts, double deviation = 0) noexcept {
    return {from.node_tests,      from.box_tests, from.triangle_boxes.tests,
            from.triangles.tests, contacts,       deviation};
}

/// Builds a tree. `build(const ObbTreeOptions&) -> expected<ObbTree, BuildError>`.
template <class Build>
graze_result built(const graze_obb_tree_options* options, graze_obb_tree** tree, const Build& build) {
    ObbTreeOptions wanted;
    if (options != nullptr) {
        const auto fit = obb_fit(options->fit);
        if (!fit) return GRAZE_INVALID_ARGUMENT;
        const int split = number_of(options->split);
        if (split != GRAZE_SPLIT_CENTRE && split != GRAZE_SPLIT_MEDIAN)
            return fail(GRAZE_INVALID_ARGUMENT,
                        "there is no such split; use GRAZE_SPLIT_CENTRE or GRAZE_SPLIT_MEDIAN");
        wanted = {*fit, split == GRAZE_SPLIT_MEDIAN ? ObbSplit::median : ObbSplit::centre,
                  options->leaf_size};
    }
    expected<ObbTree, BuildError> outcome = build(wanted);
    if (!outcome) return fail(GRAZE_INVALID_SHAPE, outcome.error().message());
    *tree = new graze_obb_tree{*std::move(outcome)};
    return succeed();
}

/// How boxes are separated; empty when there is no such test, which sets the last error.
std::optional<ObbTest> obb_test(const graze_obb_test& from) noexcept {
    switch (number_of(from)) {
        case GRAZE_OBB_SAT: return ObbTest::sat;
        case GRAZE_OBB_SAT_LITE: return ObbTest::sat_lite;
        case GRAZE_OBB_SPHERE_SAT: return ObbTest::sphere_sat;
        case GRAZE_OBB_SPHERE_SAT_LITE: return ObbTest::sphere_sat_lite;
        default:
            fail(GRAZE_INVALID_ARGUMENT, "there is no such test of boxes; use one of graze_obb_test");
            return std::nullopt;
    }
}

std::optional<FindOptions> find_options(const graze_find_options* from) noexcept {
    if (from == nullptr) return FindOptions{};
    const auto test = obb_test(from->test);
    if (!test) return std::nullopt;
    return FindOptions{from->depth_a, from->depth_b, *test};
}

std::optional<MovingFindOptions> find_options(const graze_moving_find_options* from) noexcept {
    if (from == nullptr) return MovingFindOptions{};
    const auto test = obb_test(from->test);
    if (!test) return std::nullopt;
    return MovingFindOptions{from->depth_a, from->depth_b, *test, from->first_only != 0};
}

/// The caller's function as a visitor that counts.
auto visitor(graze_moving_contact_callback callback, void* data, std::size_t& count) {
    return [callback, data, &count](const MovingTreeContact& contact) {
        ++count;
        const graze_moving_contact described = moving_contact(contact);
        const graze_continue answer = callback(data, &described);
        return number_of(answer) == GRAZE_STOP ? Continue::no : Continue::yes;
    };
}

/// Why a tree cannot move so for that long; empty when it can.
std::string fault_of(const MovingTree& moving, double dt) {
    if (const auto fault = check(Placed{Point{}, moving.pose}); !fault) return fault.error().message();
    if (below_largest_served(dt * moving.velocity)) return {};
    return "the velocity is not finite, or leads farther than 1e100; give a smaller one";
}

/// Two placed trees that can be searched. `search(PlacedTree, PlacedTree, FindOptions) -> Status`.
template <class Search>
graze_result searched(const PlacedTree& a, const PlacedTree& b, const graze_find_options* options,
                      const Search& search) {
    const auto wanted = find_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    for (const PlacedTree* placed : {&a, &b}) {
        if (const auto fault = check(Placed{Point{}, placed->pose}); !fault)
            return fail(GRAZE_INVALID_PLACEMENT,
                        (placed == &a ? "tree a: " : "tree b: ") + fault.error().message());
    }
    search(a, b, *wanted);
    return succeed();
}

}  // namespace

graze_result graze_obb_tree_build(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                                  size_t triangle_count, graze_obb_tree** tree) {
    const graze_vertex_view view{vertices, 0, vertex_count, GRAZE_FLOAT64};
    return graze_obb_tree_build_view(&view, triangles, triangle_count, nullptr, tree);
}

graze_result graze_obb_tree_build_view(const graze_vertex_view* vertices, const uint32_t* triangles,
                                       size_t triangle_count, const graze_obb_tree_options* options,
                                       graze_obb_tree** tree) {
    if (!given(tree) || !given(vertices) || (triangle_count > 0 && !given(triangles)))
        return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto view = vertex_view(*vertices);
        if (!view) return GRAZE_INVALID_ARGUMENT;
        return built(options, tree, [&](const ObbTreeOptions& wanted) {
            return ObbTree::build(view->copied(), corners_of(triangles, triangle_count), wanted);
        });
    });
}

graze_result graze_obb_tree_of_mesh(const graze_shape* mesh, const graze_obb_tree_options* options,
                                    graze_obb_tree** tree) {
    if (!given(mesh) || !given(tree)) return GRAZE_INVALID_ARGUMENT;
    if (!mesh->mesh)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the shape is not a mesh; give one of graze_shape_mesh or graze_shape_mesh_view");
    return guarded([&] {
        return built(options, tree, [&](const ObbTreeOptions& wanted) {
            return expected<ObbTree, BuildError>(ObbTree::build(*mesh->mesh, wanted));
        });
    });
}

void graze_obb_tree_release(graze_obb_tree* tree) { delete tree; }

graze_result graze_obb_tree_measure(const graze_obb_tree* tree, graze_obb_tree_size* size) {
    if (!given(tree) || !given(size)) return GRAZE_INVALID_ARGUMENT;
    *size = {tree->tree.triangle_count(), tree->tree.depth(), tree->tree.memory_bytes()};
    return succeed();
}

graze_result graze_obb_tree_box(const graze_obb_tree* tree, uint32_t node, graze_obb* box) {
    if (!given(tree) || !given(box)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (node >= tree->tree.nodes().size())
            return fail(GRAZE_INVALID_ARGUMENT, "the tree has no node " + std::to_string(node) + "; it has " +
                                                    std::to_string(tree->tree.nodes().size()));
        *box = obb(tree->tree.nodes()[node].box);
        return succeed();
    });
}

graze_result graze_find_collisions(const graze_obb_tree* a, const double pose_a[7], const graze_obb_tree* b,
                                   const double pose_b[7], const graze_find_options* options,
                                   graze_tree_contact_callback callback, void* data,
                                   graze_tree_stats* stats) {
    if (!given(a, b) || !given(pose_a, pose_b)) return GRAZE_INVALID_ARGUMENT;
    if (callback == nullptr) return no_callback();
    return guarded([&] {
        return searched({a->tree, pose(pose_a)}, {b->tree, pose(pose_b)}, options,
                        [&](const PlacedTree& x, const PlacedTree& y, const FindOptions& wanted) {
                            std::uint64_t count = 0;
                            const auto work = find_collisions(x, y, wanted, [&](const TreeContact& contact) {
                                ++count;
                                const graze_tree_contact described = tree_contact(contact);
                                const graze_continue answer = callback(data, &described);
                                return number_of(answer) == GRAZE_STOP ? Continue::no : Continue::yes;
                            });
                            if (stats != nullptr) *stats = stats_of(work, count);
                        });
    });
}

graze_result graze_test_collision(const graze_obb_tree* a, const double pose_a[7], const graze_obb_tree* b,
                                  const double pose_b[7], const graze_find_options* options, int* hit,
                                  graze_tree_stats* stats) {
    if (!given(a, b) || !given(pose_a, pose_b) || !given(hit)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return searched({a->tree, pose(pose_a)}, {b->tree, pose(pose_b)}, options,
                        [&](const PlacedTree& x, const PlacedTree& y, const FindOptions& wanted) {
                            const CollisionTest found = test_collision(x, y, wanted);
                            *hit = found.hit ? 1 : 0;
                            if (stats != nullptr) *stats = stats_of(found.stats, found.hit ? 1 : 0);
                        });
    });
}

graze_result graze_find_moving_collisions(const graze_moving_tree* a, const graze_moving_tree* b, double dt,
                                          const graze_moving_find_options* options,
                                          graze_moving_contact_callback callback, void* data,
                                          graze_tree_stats* stats) {
    if (!given(a, b) || !given(a->tree, b->tree)) return GRAZE_INVALID_ARGUMENT;
    if (callback == nullptr) return no_callback();
    const auto wanted = find_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const MovingTree first{a->tree->tree, pose(a->pose), vec(a->velocity)},
            second{b->tree->tree, pose(b->pose), vec(b->velocity)};
        if (!(dt >= 0 && dt <= kLargestServed))
            return fail(GRAZE_INVALID_PLACEMENT,
                        "the duration is negative, not finite or above 1e100; give a time from 0 to 1e100");
        for (const MovingTree* moving : {&first, &second}) {
            if (const std::string fault = fault_of(*moving, dt); !fault.empty())
                return fail(GRAZE_INVALID_PLACEMENT, (moving == &first ? "tree a: " : "tree b: ") + fault);
        }
        std::size_t count = 0;
        const auto work = find_moving_collisions(first, second, dt, *wanted, visitor(callback, data, count));
        if (work.status == Status::invalid_input)
            return fail(GRAZE_INVALID_PLACEMENT,
                        "a pose, a velocity or the duration is outside of the served range");
        if (stats != nullptr) *stats = stats_of(work, count);
        return succeed();
    });
}

graze_result graze_find_sampled_collisions(const graze_obb_tree* a, const graze_motion* motion_a,
                                           const graze_obb_tree* b, const graze_motion* motion_b,
                                           uint32_t steps, const graze_moving_find_options* options,
                                           graze_moving_contact_callback callback, void* data,
                                           graze_tree_stats* stats) {
    if (!given(a, b) || !given(motion_a, motion_b)) return GRAZE_INVALID_ARGUMENT;
    if (callback == nullptr) return no_callback();
    if (steps == 0) return fail(GRAZE_INVALID_ARGUMENT, "there are no steps; give at least one");
    const auto wanted = find_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::size_t count = 0;
        const auto work = find_moving_collisions(SampledTree{a->tree, motion_a->motion},
                                                 SampledTree{b->tree, motion_b->motion}, steps, *wanted,
                                                 visitor(callback, data, count));
        if (work.status == Status::invalid_input)
            return fail(GRAZE_INVALID_PLACEMENT,
                        "a motion leads farther than 1e100; give one that stays within");
        if (stats != nullptr) *stats = stats_of(work, count, work.deviation);
        return succeed();
    });
}
