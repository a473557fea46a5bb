// Trees of frames of the C interface, and many of them placed.
#include <span>

#include "frames.hpp"

using namespace graze;
using namespace graze::c;

// NOLINTBEGIN(readability-identifier-naming): these are the handles that graze_frames.h names
struct graze_frame_tree {
    std::shared_ptr<const FrameTree> tree;
};

struct graze_frame_world {
    FrameWorld world;
};
// NOLINTEND(readability-identifier-naming)

namespace {

graze_result hand_out(expected<FrameTree, BuildError>&& built, graze_frame_tree** tree) {
    if (!built) return fail(GRAZE_INVALID_SHAPE, built.error().message());
    *tree = new graze_frame_tree{std::make_shared<const FrameTree>(*std::move(built))};
    return succeed();
}

graze_frame_node node_of(const FrameNode& from) noexcept {
    graze_frame_node to{};
    to.volume.kind = from.volume.kind() == FrameKind::cuboid ? GRAZE_CUBOID : GRAZE_TETRAHEDRON;
    store(from.volume.origin(), to.volume.origin);
    for (std::size_t i = 0; i < 3; ++i) store(from.volume.components()[i], to.volume.components[i]);
    to.first_child = from.first_child;
    to.child_count = from.child_count;
    return to;
}

graze_frame_contact contact_of(const FrameContact& from) noexcept {
    graze_frame_contact to{from.object_a, from.object_b, from.node_a, from.node_b, {}, {}};
    if (!is_empty(from.box)) {
        store(from.box.min, to.min);
        store(from.box.max, to.max);
    }
    return to;
}

/// Empty when there is no such method or box, which sets the last error.
std::optional<FrameSearch> read(const graze_frame_search* from) noexcept {
    FrameSearch to;
    to.box = FrameBox::tight;
    if (from == nullptr) return to;
    const auto box = frame_box(from->box);
    if (!box) return std::nullopt;
    to.box = *box;
    const int method = number_of(from->method);
    if (method != GRAZE_FRAMES_BY_AXES && method != GRAZE_FRAMES_BY_ELIMINATION) {
        fail(GRAZE_INVALID_ARGUMENT, "there is no such method of a search; use one of graze_frame_method");
        return std::nullopt;
    }
    if (method == GRAZE_FRAMES_BY_ELIMINATION) to.method = FrameMethod::elimination;
    return to;
}

bool has_object(const graze_frame_world& world, std::uint32_t object) {
    const std::size_t count = world.world.objects().size();
    if (object < count) return true;
    fail(GRAZE_UNKNOWN_OBJECT,
         "there is no object " + std::to_string(object) + "; the world has " + std::to_string(count));
    return false;
}

}  // namespace

graze_result graze_frame_tree_make(const graze_frame_node* nodes, size_t count, graze_frame_tree** tree) {
    if ((count > 0 && !given(nodes)) || !given(tree)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<FrameNode> read;
        for (std::size_t i = 0; i < count; ++i) {
            const auto volume = frame_given<3>(nodes[i].volume);
            if (!volume)
                return fail(GRAZE_INVALID_SHAPE,
                            "node " + std::to_string(i) + ": " + std::string(graze_last_error()));
            read.push_back({*volume, nodes[i].first_child, nodes[i].child_count});
        }
        return hand_out(FrameTree::make(std::move(read)), tree);
    });
}

graze_result graze_frame_tree_of_tetrahedra(const graze_vertex_view* vertices, const uint32_t* tetrahedra,
                                            size_t count, uint32_t fan_out, graze_frame_tree** tree) {
    if (!given(vertices) || (count > 0 && !given(tetrahedra)) || !given(tree)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto view = vertex_view(*vertices);
        if (!view) return GRAZE_INVALID_ARGUMENT;
        TetrahedralMesh mesh{view->copied(), {}};
        mesh.tetrahedra.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            std::copy_n(tetrahedra + 4 * i, 4, mesh.tetrahedra[i].begin());
        return hand_out(build_frame_tree(mesh, {fan_out}), tree);
    });
}

graze_result graze_frame_tree_cover(const graze_shape* solid, uint32_t max_leaves, uint32_t max_levels,
                                    graze_frame_tree** tree) {
    if (!given(solid) || !given(tree)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        FrameCoverOptions options;
        if (max_leaves > 0) options.max_leaves = max_leaves;
        if (max_levels > 0) options.max_levels = max_levels;
        return hand_out(cover_by_frames(solid->shape, options), tree);
    });
}

graze_result graze_frame_tree_nodes(const graze_frame_tree* tree, graze_frame_node* nodes, size_t capacity,
                                    size_t* count) {
    if (!given(tree)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto all = tree->tree->nodes();
        return listed(std::vector<FrameNode>(all.begin(), all.end()), nodes, capacity, count, node_of);
    });
}

void graze_frame_tree_release(graze_frame_tree* tree) { delete tree; }

graze_result graze_frame_world_create(const graze_frame_object* objects, size_t count,
                                      graze_frame_world** world) {
    if ((count > 0 && !given(objects)) || !given(world)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<FrameObject> placed;
        for (std::size_t i = 0; i < count; ++i) {
            if (objects[i].tree == nullptr)
                return fail(GRAZE_INVALID_ARGUMENT,
                            "object " + std::to_string(i) + " has no tree; give every object one");
            placed.push_back({objects[i].tree->tree, pose(objects[i].pose), objects[i].group});
        }
        auto made = FrameWorld::make(std::move(placed));
        if (!made) return fail(GRAZE_INVALID_PLACEMENT, made.error().message());
        *world = new graze_frame_world{*std::move(made)};
        return succeed();
    });
}

graze_result graze_frame_world_move(graze_frame_world* world, uint32_t object, const double to[7]) {
    if (!given(world) || !given(to)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!has_object(*world, object)) return GRAZE_UNKNOWN_OBJECT;
        if (const auto moved = world->world.move(object, pose(to)); !moved)
            return fail(GRAZE_INVALID_PLACEMENT, moved.error().message());
        return succeed();
    });
}

void graze_frame_world_destroy(graze_frame_world* world) { delete world; }

graze_result graze_frame_world_contacts(const graze_frame_world* world, const uint32_t* object,
                                        const graze_frame_search* search, graze_frame_contact* contacts,
                                        size_t capacity, size_t* count) {
    if (!given(world)) return GRAZE_INVALID_ARGUMENT;
    const auto options = read(search);
    if (!options) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (object != nullptr && !has_object(*world, *object)) return GRAZE_UNKNOWN_OBJECT;
        const FrameCollisions found = object != nullptr ? search_collisions(world->world, *object, *options)
                                                        : search_collisions(world->world, *options);
        return listed(found.contacts, contacts, capacity, count, contact_of);
    });
}

graze_result graze_frame_world_colliding(const graze_frame_world* world, uint32_t object,
                                         const graze_frame_search* search, uint32_t* objects, size_t capacity,
                                         size_t* count) {
    if (!given(world)) return GRAZE_INVALID_ARGUMENT;
    const auto options = read(search);
    if (!options) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!has_object(*world, object)) return GRAZE_UNKNOWN_OBJECT;
        const CollidingObjects found = colliding_objects(world->world, object, *options);
        return listed(found.objects, objects, capacity, count, [](std::uint32_t other) { return other; });
    });
}
