// Objects as trees of frames, worlds of many, and which of them collide.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <graze/frames/frame_tree.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "frames.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

using TreeHandle = std::shared_ptr<const FrameTree>;

/// Not copied: worlds share it.
struct FrameTreeObject {
    TreeHandle tree;
};

FrameTreeObject kept(expected<FrameTree, BuildError>&& made) {
    if (!made) refuse_value(made.error().message());
    return {std::make_shared<const FrameTree>(*std::move(made))};
}

std::uint32_t whole(py::handle value, const char* name, std::uint32_t least = 0) {
    return static_cast<std::uint32_t>(integer_of(value, name, least, 0xffffffffLL));
}

/// Of frames, and the first child and the number of children of each.
FrameTreeObject tree_of_nodes(const py::list& frames, const py::list& children) {
    std::vector<FrameNode> nodes(frames.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const py::tuple of = children[i];
        nodes[i] = {frame_of<3>(frames[i], named("nodes", i, true)).frame, whole(of[0], "children"),
                    whole(of[1], "children")};
    }
    return kept(unlocked([&] { return FrameTree::make(std::move(nodes)); }));
}

/// (M, 4) whole numbers below `vertices`.
std::vector<std::array<std::uint32_t, 4>> tetrahedra_in(py::handle value, std::size_t vertices) {
    const py::array given = array_or_none(value);
    const char kind = given ? given.dtype().kind() : 'O';
    if (kind != 'i' && kind != 'u') refuse_type("tetrahedra: an array of whole numbers is needed");
    if (given.ndim() != 2 || given.shape(1) != 4)
        refuse_value("tetrahedra: shape " + extents_of(given) + "; tetrahedra are (M, 4)");
    require_convertible(given, "tetrahedra");
    const auto rows = py::array_t<long long, py::array::c_style | py::array::forcecast>::ensure(given);
    if (!rows) refuse_value("tetrahedra: shape " + extents_of(given) + " cannot be converted to int64");
    std::vector<std::array<std::uint32_t, 4>> tetrahedra(static_cast<std::size_t>(rows.shape(0)));
    for (std::size_t i = 0; i < 4 * tetrahedra.size(); ++i) {
        const long long index = rows.data()[i];
        if (index < 0 || index >= static_cast<long long>(vertices))
            refuse_value(named("tetrahedra", i / 4, true) + ": vertex " + std::to_string(index) + " of " +
                         std::to_string(vertices));
        tetrahedra[i / 4][i % 4] = static_cast<std::uint32_t>(index);
    }
    return tetrahedra;
}

FrameTreeObject tree_of_tetrahedra(const py::object& vertices, const py::object& tetrahedra,
                                   const py::object& fan_out) {
    const Doubles points = points_of(vertices, "vertices");
    TetrahedralMesh mesh;
    mesh.vertices.assign(as_points(points).begin(), as_points(points).end());
    mesh.tetrahedra = tetrahedra_in(tetrahedra, mesh.vertices.size());
    const FrameTreeOptions options{whole(fan_out, "fan_out")};
    return kept(unlocked([&] { return build_frame_tree(mesh, options); }));
}

py::tuple torus_arrays(const py::tuple& given) {
    const Torus torus{number_of(given[0], "major_radius"), number_of(given[1], "minor_radius"),
                      static_cast<std::uint32_t>(integer_of(given[2], "rings", 3, 4096)),
                      static_cast<std::uint32_t>(integer_of(given[3], "cells", 1, 64))};
    const auto mesh = unlocked([&] { return tetrahedra_of(torus); });
    if (!mesh) refuse_value(mesh.error().message());
    py::array_t<std::uint32_t> tetrahedra(
        {static_cast<py::ssize_t>(mesh->tetrahedra.size()), py::ssize_t{4}});
    std::uint32_t* out = tetrahedra.mutable_data();
    for (const auto& corners : mesh->tetrahedra)
        for (const std::uint32_t corner : corners) *out++ = corner;
    return py::make_tuple(vector_column(mesh->vertices, [](const Vec3& v) { return v; }), tetrahedra);
}

FrameTreeObject cover_of(const py::object& solid, const py::object& max_leaves,
                         const py::object& max_levels) {
    const Shape shape = shape_of(solid, "solid");
    constexpr long long kMostLeaves = 1 << 20;  // a gigabyte, in some seconds
    const FrameCoverOptions options{
        static_cast<std::uint32_t>(integer_of(max_leaves, "max_leaves", 1, kMostLeaves)),
        static_cast<std::uint32_t>(integer_of(max_levels, "max_levels", 0, 60))};
    return kept(unlocked([&] { return cover_by_frames(shape, options); }));
}

/// Kinds, origins (N, 3), components (N, 3, 3) and children (N, 2) of the nodes.
py::tuple nodes_of(const FrameTreeObject& self) {
    const auto nodes = self.tree->nodes();
    const auto count = static_cast<py::ssize_t>(nodes.size());
    py::list kinds;
    Doubles components({count, py::ssize_t{3}, py::ssize_t{3}});
    py::array_t<std::uint32_t> children({count, py::ssize_t{2}});
    double* out = components.mutable_data();
    std::uint32_t* child = children.mutable_data();
    for (const FrameNode& node : nodes) {
        kinds.append(node.volume.kind() == FrameKind::cuboid ? "cuboid" : "tetrahedron");
        for (const Vec3& v : node.volume.components()) *out++ = v.x, *out++ = v.y, *out++ = v.z;
        *child++ = node.first_child, *child++ = node.child_count;
    }
    return py::make_tuple(kinds, vector_column(nodes, [](const FrameNode& n) { return n.volume.origin(); }),
                          components, children);
}

/// (prune, by_tree, box, method).
FrameSearch search_of(const py::tuple& given) {
    FrameSearch search;
    search.prune = boolean_of(given[0], "prune");
    search.by_tree = boolean_of(given[1], "by_tree");
    const std::string box = text_of(given[2], "box");
    search.box = box == "none" ? FrameBox::none : box == "tight" ? FrameBox::tight : FrameBox::elimination;
    search.method = text_of(given[3], "method") == "elimination" ? FrameMethod::elimination
                                                                 : FrameMethod::separating_axes;
    return search;
}

py::dict work_of(const FrameSearchStats& stats) {
    py::dict work;
    work["objects"] = stats.objects;
    work["tests"] = stats.tests;
    work["pruned"] = stats.pruned;
    return work;
}

py::tuple collision_fields(const FrameCollisions& found) {
    using C = FrameContact;
    const auto& all = found.contacts;
    py::array_t<std::uint32_t> objects({static_cast<py::ssize_t>(all.size()), py::ssize_t{2}});
    py::array_t<std::uint32_t> nodes({static_cast<py::ssize_t>(all.size()), py::ssize_t{2}});
    std::uint32_t *object = objects.mutable_data(), *node = nodes.mutable_data();
    for (const C& contact : all) {
        *object++ = contact.object_a, *object++ = contact.object_b;
        *node++ = contact.node_a, *node++ = contact.node_b;
    }
    const py::tuple boxes = py::make_tuple(vector_column(all, [](const C& c) { return c.box.min; }),
                                           vector_column(all, [](const C& c) { return c.box.max; }));
    return py::make_tuple(objects, nodes, boxes, work_of(found.stats));
}

/// Two trees at one place each, or at many: answer(i, object of a, object of b, search).
struct PlacedFrameTrees {
    TreeHandle a;
    TreeHandle b;
    Poses a_poses;
    Poses b_poses;
    bool many = false;
    std::size_t count = 1;

    PlacedFrameTrees(const FrameTreeObject& tree_a, const FrameTreeObject& tree_b, const py::tuple& poses)
        : a(tree_a.tree), b(tree_b.tree), a_poses(poses[0], "a_pose"), b_poses(poses[1], "b_pose") {
        if (a_poses.many() && b_poses.many() && a_poses.size() != b_poses.size())
            refuse_value("b_pose: " + std::to_string(b_poses.size()) + " poses, and a_pose has " +
                         std::to_string(a_poses.size()));
        many = a_poses.many() || b_poses.many();
        count = a_poses.many() ? a_poses.size() : b_poses.size();
    }

    template <class Answer>
    void run(unsigned threads, const FrameSearch& search, const Answer& answer) const {
        const auto bad = run_batch({count, threads, ItemCost::seconds}, [&]() -> Block {
            return item_by_item([&, object_a = FrameObject{a}, object_b = FrameObject{b}](
                                    std::size_t i, Watch& watch) mutable {
                if (!a_poses.read(a_poses.many() ? i : 0, object_a.pose) ||
                    !b_poses.read(b_poses.many() ? i : 0, object_b.pose))
                    return false;
                ask_stoppable(watch, [&](const StopRequest* stop) {
                    FrameSearch own = search;
                    own.stop = stop;
                    answer(i, object_a, object_b, own);
                });
                return true;
            });
        });
        if (!bad) return;
        Pose pose;
        (a_poses.read(a_poses.many() ? *bad : 0, pose) ? b_poses : a_poses).refuse(*bad);
    }
};

py::object search_verb(const py::tuple& trees, const py::tuple& poses, const py::tuple& given,
                       const py::object& threads) {
    const FrameSearch search = search_of(given);
    const PlacedFrameTrees placed(trees[0].cast<const FrameTreeObject&>(),
                                  trees[1].cast<const FrameTreeObject&>(), poses);
    std::vector<FrameCollisions> found(placed.count);
    placed.run(threads_of(threads), search,
               [&](std::size_t i, const FrameObject& a, const FrameObject& b, const FrameSearch& own) {
                   found[i] = search_collisions(a, b, own);
               });
    if (!placed.many) return collision_fields(found.front());
    py::list list;
    for (const FrameCollisions& one : found) list.append(collision_fields(one));
    return list;
}

py::object collide_verb(const py::tuple& trees, const py::tuple& poses, const py::tuple& given,
                        const py::object& threads) {
    const FrameSearch search = search_of(given);
    const PlacedFrameTrees placed(trees[0].cast<const FrameTreeObject&>(),
                                  trees[1].cast<const FrameTreeObject&>(), poses);
    py::array_t<bool> hits(static_cast<py::ssize_t>(placed.count));
    bool* out = hits.mutable_data();
    placed.run(threads_of(threads), search,
               [&](std::size_t i, const FrameObject& a, const FrameObject& b, const FrameSearch& own) {
                   out[i] = collide(a, b, own);
               });
    return placed.many ? py::object(hits) : py::object(py::bool_(out[0]));
}

/// A world. Searches without the interpreter's lock keep theirs: a move copies it then.
class FrameWorldObject {
    /// Without the lock; what a handler of a signal raised comes out.
    template <class Question> auto asked(const py::tuple& given, const Question& question) const {
        FrameSearch search = search_of(given);
        const std::shared_ptr<const FrameWorld> world = world_;
        return ask_watched([&](Watch& watch) {
            return ask_stoppable(watch, [&](const StopRequest* stop) {
                search.stop = stop;
                return question(*world, search);
            });
        });
    }

public:
    /// Items (tree, pose, group).
    explicit FrameWorldObject(const py::list& given) {
        std::vector<FrameObject> objects;
        for (std::size_t i = 0; i < given.size(); ++i) {
            const py::tuple item = given[i];
            FrameObject object{item[0].cast<const FrameTreeObject&>().tree,
                               pose_of(item[1], named("objects", i, true) + ".pose")};
            if (!item[2].is_none())
                object.group = static_cast<std::uint32_t>(
                    integer_of(item[2], named("objects", i, true) + ".group", 0, 0xfffffffeLL));
            objects.push_back(std::move(object));
        }
        auto made = unlocked([&] { return FrameWorld::make(std::move(objects)); });
        if (!made) refuse_value("objects: " + made.error().message());
        world_ = std::make_shared<FrameWorld>(*std::move(made));
    }

    [[nodiscard]] std::size_t size() const noexcept { return world_->objects().size(); }
    [[nodiscard]] py::object pose(const py::object& index) const {
        return wrapped(world_->objects()[index_of(index, size())].pose);
    }
    [[nodiscard]] py::tuple bounds(const py::object& index) const {
        const Aabb& box = world_->bounds(index_of(index, size()));
        return py::make_tuple(array_of(box.min), array_of(box.max));
    }
    void move(const py::object& index, const py::object& pose) {
        const std::size_t object = index_of(index, size());
        const Pose place = pose_of(pose, "pose");
        if (world_.use_count() > 1) world_ = std::make_shared<FrameWorld>(*world_);
        if (auto moved = world_->move(object, place); !moved)
            refuse_value("pose: " + moved.error().message());
    }
    [[nodiscard]] py::tuple search(const py::object& index, const py::tuple& given) const {
        const bool all = index.is_none();
        const std::size_t object = all ? 0 : index_of(index, size());
        return collision_fields(asked(given, [&](const FrameWorld& world, const FrameSearch& search) {
            return all ? search_collisions(world, search) : search_collisions(world, object, search);
        }));
    }
    [[nodiscard]] py::tuple colliding(const py::object& index, const py::tuple& given) const {
        const std::size_t object = index_of(index, size());
        const CollidingObjects found = asked(given, [&](const FrameWorld& world, const FrameSearch& search) {
            return colliding_objects(world, object, search);
        });
        return py::make_tuple(column<std::uint32_t>(found.objects, [](std::uint32_t i) { return i; }),
                              work_of(found.stats));
    }

private:
    std::shared_ptr<FrameWorld> world_;
};

}  // namespace

void bind_frame_trees(py::module_& module) {
    using T = FrameTreeObject;
    py::class_<T>(module, "FrameTreeBase")
        .def_property_readonly("_nodes", &nodes_of)
        .def_property_readonly("_node_count", [](const T& t) { return t.tree->nodes().size(); })
        .def_property_readonly("_leaf_count", [](const T& t) { return t.tree->leaf_count(); })
        .def_property_readonly("_depth", [](const T& t) { return t.tree->depth(); })
        .def_property_readonly("_reach", [](const T& t) { return t.tree->reach(); });
    py::class_<FrameWorldObject>(module, "FrameWorldBase")
        .def(py::init<const py::list&>())
        .def("_size", &FrameWorldObject::size)
        .def("_pose", &FrameWorldObject::pose)
        .def("_bounds", &FrameWorldObject::bounds)
        .def("_move", &FrameWorldObject::move)
        .def("_search", &FrameWorldObject::search)
        .def("_colliding", &FrameWorldObject::colliding);
    module.def("frame_tree_of_nodes", &tree_of_nodes);
    module.def("build_frame_tree", &tree_of_tetrahedra);
    module.def("tetrahedra_of_torus", &torus_arrays);
    module.def("cover_by_frames", &cover_of);
    module.def("search_frame_trees", &search_verb);
    module.def("frame_trees_collide", &collide_verb);
}

}  // namespace graze::python
