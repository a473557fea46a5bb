// Oriented trees of the C interface, at rest and moving.
#include <graze/graze_trees.h>

#include <array>

#include "handles.hpp"

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

/// Whether a tree can move so for that long.
bool can_move(const MovingTree& moving, double dt) noexcept {
    return dt >= 0 && dt <= kLargestServed && below_largest_served(dt * moving.velocity) &&
           check(Placed{Point{}, moving.pose}).has_value();
}

}  // namespace

graze_result graze_obb_tree_build(const double* vertices, std::size_t vertex_count,
                                  const std::uint32_t* triangles, std::size_t triangle_count,
                                  graze_obb_tree** tree) {
    if (!given(tree) || (vertex_count > 0 && !given(vertices)) || (triangle_count > 0 && !given(triangles)))
        return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<Vec3> points(vertex_count);
        for (std::size_t i = 0; i < vertex_count; ++i) points[i] = vec(vertices + 3 * i);
        std::vector<std::array<std::uint32_t, 3>> corners(triangle_count);
        for (std::size_t i = 0; i < triangle_count; ++i)
            corners[i] = {triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]};
        auto built = ObbTree::build(points, corners);
        if (!built) return fail(GRAZE_INVALID_SHAPE, built.error().message());
        *tree = new graze_obb_tree{std::move(*built)};
        return succeed();
    });
}

void graze_obb_tree_release(graze_obb_tree* tree) { delete tree; }

graze_result graze_find_collisions(const graze_obb_tree* a, const double pose_a[7], const graze_obb_tree* b,
                                   const double pose_b[7], std::int32_t depth_a, std::int32_t depth_b,
                                   graze_tree_contact_callback callback, void* data, std::size_t* calls) {
    if (!given(a, b) || !given(pose_a, pose_b)) return GRAZE_INVALID_ARGUMENT;
    if (callback == nullptr)
        return fail(GRAZE_INVALID_ARGUMENT, "there is no callback to hand the contacts to");
    return guarded([&] {
        std::size_t count = 0;
        const FindOptions options{.depth_a = depth_a, .depth_b = depth_b};
        const auto stats = find_collisions(
            {a->tree, pose(pose_a)}, {b->tree, pose(pose_b)}, options, [&](const TreeContact& contact) {
                ++count;
                const graze_tree_contact described = tree_contact(contact);
                const graze_continue answer = callback(data, &described);
                return number_of(answer) == GRAZE_STOP ? Continue::no : Continue::yes;
            });
        if (stats.status == Status::invalid_input)
            return fail(GRAZE_INVALID_PLACEMENT, "a pose is not finite or too far away; give finite numbers");
        if (calls != nullptr) *calls = count;
        return succeed();
    });
}

graze_result graze_find_moving_collisions(const graze_moving_tree* a, const graze_moving_tree* b, double dt,
                                          const graze_moving_find_options* options,
                                          graze_moving_contact_callback callback, void* data,
                                          std::size_t* calls) {
    if (!given(a, b) || !given(a->tree, b->tree)) return GRAZE_INVALID_ARGUMENT;
    if (callback == nullptr)
        return fail(GRAZE_INVALID_ARGUMENT, "there is no callback to hand the contacts to");
    return guarded([&] {
        MovingFindOptions find;
        if (options != nullptr) {
            find.depth_a = options->depth_a;
            find.depth_b = options->depth_b;
            find.first_only = options->first_only != 0;
        }
        std::size_t count = 0;
        const MovingTree first{a->tree->tree, pose(a->pose), vec(a->velocity)},
            second{b->tree->tree, pose(b->pose), vec(b->velocity)};
        if (!can_move(first, dt) || !can_move(second, dt)) {
            return fail(GRAZE_INVALID_PLACEMENT,
                        "a pose, a velocity or the duration is not usable; all must be finite, and the "
                        "duration not negative");
        }
        find_moving_collisions(first, second, dt, find, [&](const MovingTreeContact& contact) {
            ++count;
            const graze_moving_contact described = moving_contact(contact);
            return number_of(callback(data, &described)) == GRAZE_STOP ? Continue::no : Continue::yes;
        });
        if (calls != nullptr) *calls = count;
        return succeed();
    });
}
