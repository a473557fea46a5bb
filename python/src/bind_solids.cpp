// What is inside of meshes, meshes that are deformed, generated meshes, boxes and support points.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <graze/mesh/generate.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/query/query.hpp>
#include <graze/solid/inside.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

/// Lower and upper bounds, numbers or arrays.
py::tuple winding_verb(const py::object& mesh, const py::object& point, const py::object& pose,
                       const py::object& given_width, const py::object& threads) {
    const MeshData& data = mesh_of(mesh, "mesh");
    const Pose place = pose_of(pose, "pose");
    const double width = number_of(given_width, "width");
    if (width <= 0) refuse_value("width: not above 0");
    bool many = false;
    const Doubles points = points_of(point, "point", many);
    const auto count = static_cast<std::size_t>(points.size()) / 3;
    std::vector<Interval> found(count);
    const WindingField field = unlocked([&] { return WindingField(data); });
    const double* in = points.data();
    run_batch({count, threads_of(threads)}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            found[i] = field.at(place, {in[3 * i], in[3 * i + 1], in[3 * i + 2]}, width);
            return true;
        });
    });
    if (!many) return py::make_tuple(found[0].lower, found[0].upper);
    return py::make_tuple(column<double>(found, [](const Interval& i) { return i.lower; }),
                          column<double>(found, [](const Interval& i) { return i.upper; }));
}

/// A mesh and the tree that follows its vertices.
class Deformable {
public:
    explicit Deformable(const py::object& mesh) : mesh_(mesh_again(mesh_of(mesh, "mesh"))) {}
    void move(const py::object& vertices) {
        const Doubles points = points_of(vertices, "vertices");
        const std::vector<Vec3> own(as_points(points).begin(), as_points(points).end());
        const Mesh from = mesh_;  // another thread may replace it meanwhile
        auto moved = unlocked([&] { return from.with_vertices(own); });
        if (!moved) refuse_value("vertices: " + moved.error().message());
        mesh_ = *std::move(moved);
    }
    [[nodiscard]] py::object mesh() const { return wrapped(Shape(mesh_)); }
    [[nodiscard]] bool rebuild_pays() const noexcept { return mesh_.rebuild_pays(); }

private:
    Mesh mesh_;
};

class Bsp {
public:
    explicit Bsp(const py::object& solid) : tree_(built(mesh_again(mesh_of(solid, "solid")))) {}
    [[nodiscard]] const BspTree& tree() const noexcept { return tree_; }
    [[nodiscard]] py::object contains(const py::object& point, const py::object& threads) const {
        bool many = false;
        const unsigned parallel = threads_of(threads);
        const Doubles points = points_of(point, "point", many);
        const double* in = points.data();
        const auto at = [in](std::size_t i) { return Vec3{in[3 * i], in[3 * i + 1], in[3 * i + 2]}; };
        if (!many) return py::bool_(tree_.contains(at(0)));
        py::array_t<bool> results(points.size() / 3);
        bool* out = results.mutable_data();
        run_batch({static_cast<std::size_t>(results.size()), parallel}, [&]() -> Block {
            return item_by_item([&, out](std::size_t i) {
                out[i] = tree_.contains(at(i));
                return true;
            });
        });
        return results;
    }
    /// (t, normal) of a convex shape that moves along `displacement`.
    [[nodiscard]] py::object first_impact(const py::object& convex, const py::object& pose,
                                          const py::object& displacement) const {
        const Placed moving = placed_of(convex, pose, "convex");
        const Vec3 along = vector_of(displacement, "displacement");
        const auto hit = unlocked([&] { return tree_.first_impact(moving, along); });
        if (!hit) return py::none();
        return py::make_tuple(hit->t, array_of(hit->normal));
    }

private:
    static BspTree built(const Mesh& mesh) {
        auto made = unlocked([&] { return BspTree::build(mesh); });
        if (!made) refuse_value("solid: " + made.error().message());
        return *std::move(made);
    }
    BspTree tree_;
};

void bind_trees(py::module_& module) {
    py::class_<Deformable>(module, "DeformableBase")
        .def(py::init<const py::object&>())
        .def("_move", &Deformable::move)
        .def_property_readonly("_mesh", &Deformable::mesh)
        .def_property_readonly("_rebuild_pays", &Deformable::rebuild_pays);
    py::class_<Bsp>(module, "BspBase")
        .def(py::init<const py::object&>())
        .def("_contains", &Bsp::contains)
        .def("_may_overlap",
             [](const Bsp& bsp, const py::object& convex, const py::object& pose) {
                 return bsp.tree().may_overlap(placed_of(convex, pose, "convex"));
             })
        .def("_first_impact", &Bsp::first_impact)
        .def_property_readonly("_node_count", [](const Bsp& bsp) { return bsp.tree().nodes().size(); })
        .def_property_readonly("_depth", [](const Bsp& bsp) { return bsp.tree().depth(); })
        .def_property_readonly("_thickness", [](const Bsp& bsp) { return bsp.tree().thickness(); });
}

/// Boxes of the world's axes around a shape at one pose or many: (3,) or (N, 3) each.
py::tuple boxes_of(const py::object& shape, const py::object& pose, const py::object& threads) {
    const Side side(shape, pose, "shape");
    const unsigned parallel = threads_of(threads);
    if (!side.many()) {
        const Aabb box = box_of(side.first());
        return py::make_tuple(array_of(box.min), array_of(box.max));
    }
    std::vector<Aabb> boxes(side.size());
    const auto bad = run_batch({boxes.size(), parallel}, [&]() -> Block {
        return item_by_item([&, own = side.first()](std::size_t i) mutable {
            const Placed* placed = side.load(i, own);
            if (placed != nullptr) boxes[i] = box_of(*placed);
            return placed != nullptr;
        });
    });
    if (bad) side.poses().refuse(*bad);
    return py::make_tuple(vector_column(boxes, [](const Aabb& box) { return box.min; }),
                          vector_column(boxes, [](const Aabb& box) { return box.max; }));
}

/// The farthest points of a convex shape along directions.
Doubles supports_of(const py::object& given, const py::object& direction) {
    const Shape& shape = shape_of(given, "shape");
    if (!shape.convex() || !std::isfinite(shape.reach()))
        refuse_value("shape: a convex and bounded shape is needed, not " + class_name(shape.type()));
    bool many = false;
    const Doubles directions = points_of(direction, "direction", many);
    const double* in = directions.data();
    Doubles points(std::vector<py::ssize_t>(directions.shape(), directions.shape() + directions.ndim()));
    double* out = points.mutable_data();
    for (py::ssize_t i = 0; i + 2 < directions.size(); i += 3) {
        const Vec3 v = support(shape, {in[i], in[i + 1], in[i + 2]});
        out[i] = v.x, out[i + 1] = v.y, out[i + 2] = v.z;
    }
    return points;
}

bool supported(const std::string& query, const std::string& a, const std::string& b,
               const std::string& method) {
    static constexpr std::array<const char*, 7> kQueries = {
        "overlaps", "decide", "separation", "contacts", "raycast", "translational_cast", "time_of_impact"};
    static constexpr std::array<const char*, 4> kMethods = {"automatic", "gjk", "sat", "fourier_motzkin"};
    const auto index_in = [](const auto& names, const std::string& name, const char* argument) {
        const auto* found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) refuse_value(std::string(argument) + ": '" + name + "' is not known");
        return static_cast<std::size_t>(found - names.begin());
    };
    const auto type_of = [](const std::string& name, const char* argument) {
        for (std::size_t i = 0; i < kShapeTypeCount; ++i)
            if (class_name(static_cast<ShapeType>(i)) == name) return static_cast<ShapeType>(i);
        refuse_value(std::string(argument) + ": '" + name + "' is not a shape");
    };
    return supports(static_cast<Query>(index_in(kQueries, query, "query")), type_of(a, "a"), type_of(b, "b"),
                    static_cast<Method>(index_in(kMethods, method, "method")));
}

std::uint32_t count_of(const py::dict& given, const char* name, std::uint32_t least) {
    return static_cast<std::uint32_t>(integer_of(given[name], name, least, 4096));
}

/// A generated mesh by its name and the fields of its struct.
py::tuple generated(const std::string& kind, const py::dict& given) {
    const auto length = [&](const char* name) {
        const double x = number_of(given[name], name);
        if (x < 0) refuse_value(std::string(name) + ": below 0");
        return x;
    };
    if (kind == "box") return arrays_of(box_mesh(vector_of(given["half_extents"], "half_extents")));
    if (kind == "icosphere")
        return arrays_of(icosphere_mesh(length("radius"), static_cast<std::uint32_t>(integer_of(
                                                              given["subdivisions"], "subdivisions", 0, 9))));
    if (kind == "torus")
        return arrays_of(torus_mesh({length("major_radius"), length("minor_radius"),
                                     count_of(given, "rings", 3), count_of(given, "sides", 3)}));
    if (kind == "torus_knot")
        return arrays_of(
            torus_knot_mesh({count_of(given, "turns", 1), count_of(given, "loops", 1), length("major_radius"),
                             length("minor_radius"), length("tube_radius"), count_of(given, "rings", 3),
                             count_of(given, "sides", 3)}));
    if (kind == "gear")
        return arrays_of(
            gear_mesh({count_of(given, "teeth", 3), length("tip_radius"), length("root_radius"),
                       length("bore_radius"), length("half_thickness"), count_of(given, "layers", 1)}));
    const auto seed = static_cast<std::uint64_t>(integer_of(given["seed"], "seed", 0, 1LL << 62));
    if (kind == "terrain")
        return arrays_of(terrain_mesh({length("half_width"), length("height"), count_of(given, "columns", 1),
                                       count_of(given, "rows", 1), seed}));
    return arrays_of(noisy_sphere_mesh(
        {length("radius"), std::min(length("roughness"), 0.999),
         static_cast<std::uint32_t>(integer_of(given["subdivisions"], "subdivisions", 0, 9)), seed}));
}

}  // namespace

void bind_solids(py::module_& module) {
    bind_trees(module);
    module.def("is_closed", [](const py::object& mesh) { return is_closed(mesh_of(mesh, "mesh")); });
    module.def("winding_number", &winding_verb);
    module.def("box_of", &boxes_of);
    module.def("support", &supports_of);
    module.def("supports", &supported);
    module.def("generated", &generated);
}

}  // namespace graze::python
