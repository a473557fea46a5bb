// Shapes: one class over graze::Shape, of which every Python class of shapes is made; builders of the heavy
// ones, and combinators. Shapes that Python holds are valid: a bad one is refused when it is made.
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>

#include <graze/mesh/compound.hpp>
#include <graze/mesh/height_field.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/mesh/shape_bytes.hpp>
#include <graze/query/query.hpp>
#include <graze/shape/hull.hpp>

#include "arguments.hpp"
#include "bindings.hpp"
#include "objects.hpp"
#include "poses.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

template <class T, class E> T value_or_refuse(expected<T, E>&& made, const std::string& name) {
    if (!made) refuse_value(name + ": " + made.error().message());
    return *std::move(made);
}

Shape checked_shape(Shape shape, const std::string& name) {
    if (const auto fault = shape.fault()) refuse_value(name + ": " + fault->message());
    return shape;
}

/// The argument of a class that a number of its struct comes from: "radius", "half_extents[1]".
std::string argument_of(const std::string& type, std::size_t number) {
    struct Arguments {
        std::string_view type;
        std::array<const char*, 4> names;
        bool vectors;  ///< Three numbers each; of a half-space the last is one.
    };
    static constexpr std::array<Arguments, 12> kArguments = {{
        {"Point", {"position"}, true},
        {"Segment", {"a", "b"}, true},
        {"Triangle", {"a", "b", "c"}, true},
        {"Tetrahedron", {"a", "b", "c", "d"}, true},
        {"Sphere", {"radius"}, false},
        {"Box", {"half_extents"}, true},
        {"Capsule", {"radius", "half_height"}, false},
        {"TaperedCapsule", {"radius_bottom", "radius_top", "half_height"}, false},
        {"Cylinder", {"radius", "half_height"}, false},
        {"Cone", {"radius", "half_height"}, false},
        {"Ellipsoid", {"radii"}, true},
        {"HalfSpace", {"normal", "offset"}, true},
    }};
    const auto found = std::ranges::find(kArguments, std::string_view(type), &Arguments::type);
    if (found == kArguments.end()) return type;
    if (!found->vectors) return found->names.at(number);
    const std::string name = found->names.at(number / 3);
    return name == "offset" ? name : named(name, number % 3, true);
}

/// A primitive of numbers that its class was given.
Shape checked_primitive(Shape shape, const std::string& type) {
    const auto fault = shape.fault();
    if (!fault) return shape;
    if (fault->kind == Element::component)
        refuse_value(argument_of(type, fault->element) + ": " + fault->text);
    if (fault->rule == Rule::zero_direction) refuse_value("normal: " + fault->text);
    refuse_value(type + ": " + fault->message());
}

/// A primitive by the name of its class and the numbers of its struct, in their order.
Shape primitive(const std::string& type, const std::vector<double>& v) {
    const auto at = [&](std::size_t i) { return Vec3{v.at(3 * i), v.at(3 * i + 1), v.at(3 * i + 2)}; };
    if (type == "Point") return Point{at(0)};
    if (type == "Segment") return Segment{at(0), at(1)};
    if (type == "Triangle") return Triangle{at(0), at(1), at(2)};
    if (type == "Tetrahedron") return Tetrahedron{at(0), at(1), at(2), at(3)};
    if (type == "Sphere") return Sphere{v.at(0)};
    if (type == "Box") return Box{at(0)};
    if (type == "Capsule") return Capsule{v.at(0), v.at(1)};
    if (type == "TaperedCapsule") return TaperedCapsule{v.at(0), v.at(1), v.at(2)};
    if (type == "Cylinder") return Cylinder{v.at(0), v.at(1)};
    if (type == "Cone") return Cone{v.at(0), v.at(1)};
    if (type == "Ellipsoid") return Ellipsoid{at(0)};
    if (type == "HalfSpace") return HalfSpace{at(0), v.at(3)};
    refuse_value("type: " + type + " is not a primitive");
}

std::size_t field_count(ShapeType type) {
    switch (type) {
        case ShapeType::point:
        case ShapeType::box:
        case ShapeType::ellipsoid: return 3;
        case ShapeType::segment: return 6;
        case ShapeType::triangle: return 9;
        case ShapeType::tetrahedron: return 12;
        case ShapeType::sphere: return 1;
        case ShapeType::capsule:
        case ShapeType::cylinder:
        case ShapeType::cone: return 2;
        case ShapeType::tapered_capsule: return 3;
        case ShapeType::half_space: return 4;
        default: return 0;
    }
}

Shape build_mesh(const py::object& vertices, const py::object& triangles, const std::string& kind,
                 const py::object& threads, bool compact) {
    const Doubles points = points_of(vertices, "vertices");
    const std::span<const Vec3> places = as_points(points);
    const TriangleIndices indices = triangles_of(triangles, places.size(), "triangles");
    if (kind != "surface" && kind != "solid") refuse_value("kind: 'surface' or 'solid', not '" + kind + "'");
    MeshOptions options;
    options.kind = kind == "solid" ? MeshKind::solid : MeshKind::surface;
    options.threads = threads_of(threads);
    options.compact = compact;
    const std::vector<Vec3> own(places.begin(), places.end());
    return value_or_refuse(unlocked([&] { return Mesh::build(own, indices, options); }), "mesh");
}

Shape build_compound(const py::list& shapes, const py::list& placements) {
    std::vector<CompoundPart> parts;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        parts.push_back(
            {shape_of(shapes[i], named("parts", i, true)),
             placements[i].is_none() ? Affine{} : affine_of(placements[i], named("parts", i, true))});
    return value_or_refuse(unlocked([&] { return Compound::build(parts); }), "parts");
}

Shape build_height_field(const py::object& heights, const py::object& cell, const py::object& corner) {
    const Doubles given = doubles_of(heights, "heights");
    if (given.ndim() != 2 || given.shape(0) < 2 || given.shape(1) < 2)
        refuse_value("heights: shape " + extents_of(given) +
                     "; a grid is (rows + 1, columns + 1), 2 x 2 at least");
    if (given.size() > (py::ssize_t{1} << 30)) refuse_value("heights: more than 2^30 points");
    const Doubles sizes = doubles_of(cell, "cell");
    const Doubles origin = doubles_of(corner, "corner");
    if (sizes.ndim() != 1 || sizes.size() != 2) refuse_value("cell: two sizes, along x and y, are needed");
    if (origin.ndim() != 1 || origin.size() != 2) refuse_value("corner: two numbers, x and y, are needed");
    const HeightGrid grid{static_cast<std::uint32_t>(given.shape(1) - 1),
                          static_cast<std::uint32_t>(given.shape(0) - 1),
                          sizes.data()[0],
                          sizes.data()[1],
                          {origin.data()[0], origin.data()[1]}};
    const std::vector<double> own(given.data(), given.data() + given.size());
    return value_or_refuse(unlocked([&] { return HeightField::build(grid, own); }), "heights");
}

py::bytes shape_bytes(const Shape& shape) {
    const auto bytes = unlocked([&] { return to_bytes(shape); });
    if (!bytes) refuse_value("shape: " + bytes.error().message());
    return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

Shape from_bytes(const py::bytes& bytes) {
    const std::string_view view = bytes;  // bytes never change
    const std::span data(reinterpret_cast<const std::byte*>(view.data()), view.size());
    return value_or_refuse(unlocked([&] { return shape_from_bytes(data); }), "bytes");
}

py::object vertices_of(const Shape& shape) {
    const auto copy = [](const auto& view, std::size_t count) {
        Doubles array({static_cast<py::ssize_t>(count), py::ssize_t{3}});
        double* out = array.mutable_data();
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3 v = view[i];
            *out++ = v.x, *out++ = v.y, *out++ = v.z;
        }
        return fixed(std::move(array));
    };
    if (const MeshData* mesh = mesh_data(shape)) return copy(mesh->vertices, mesh->vertices.size());
    if (shape.type() == ShapeType::hull || shape.type() == ShapeType::polygon) {
        const auto* hull = static_cast<const HullData*>(shape.payload());
        return copy(hull->vertices, hull->vertices.size());
    }
    return py::none();
}

py::object triangles_of_shape(const Shape& shape) {
    if (const MeshData* mesh = mesh_data(shape)) return fixed(array_of(mesh->triangles.copied()));
    if (shape.type() != ShapeType::hull) return py::none();
    return fixed(array_of(static_cast<const HullData*>(shape.payload())->triangles));
}

py::tuple parts_of(const Shape& shape) {
    py::list parts;
    if (const CompoundData* compound = compound_data(shape))
        for (const Shape& part : compound->parts) parts.append(wrapped(part));
    for (const Shape& child : shape.children()) parts.append(wrapped(child));
    return py::tuple(parts);
}

py::object grid_of(const Shape& shape) {
    const HeightFieldData* field = height_field_data(shape);
    if (field == nullptr) return py::none();
    const py::ssize_t rows = field->grid.rows + 1, columns = field->grid.columns + 1;
    Doubles heights({rows, columns});
    std::memcpy(heights.mutable_data(), field->heights.data(), field->heights.size() * sizeof(double));
    return py::make_tuple(fixed(heights), py::make_tuple(field->grid.cell_width, field->grid.cell_depth),
                          py::make_tuple(field->grid.corner.x, field->grid.corner.y));
}

std::string mesh_kind(const Shape& shape) {
    const MeshData* mesh = mesh_data(shape);
    return mesh == nullptr ? "" : mesh->options.kind == MeshKind::solid ? "solid" : "surface";
}

py::tuple shape_bounds(const Shape& shape) {
    const Aabb box = box_of({shape, Pose{}});
    return py::make_tuple(array_of(box.min), array_of(box.max));
}

void bind_shape_class(py::module_& module) {
    py::class_<Shape>(module, "ShapeBase")
        .def(py::init([](const Shape& shape) { return shape; }))
        .def_property_readonly("_type", [](const Shape& s) { return class_name(s.type()); })
        .def_property_readonly("_values",
                               [](const Shape& s) {
                                   const auto& v = s.values();
                                   return std::vector<double>(
                                       v.begin(), v.begin() + static_cast<long>(field_count(s.type())));
                               })
        .def_property_readonly("convex", &Shape::convex)
        .def_property_readonly("margin", &Shape::margin)
        .def_property_readonly("reach", &Shape::reach)
        .def_property_readonly("bounds", &shape_bounds)
        .def_property_readonly("_vertices", &vertices_of)
        .def_property_readonly("_triangles", &triangles_of_shape)
        .def_property_readonly("_parts", &parts_of)
        .def_property_readonly("_grid", &grid_of)
        .def_property_readonly("_kind", &mesh_kind)
        .def("to_bytes", &shape_bytes)
        .def("__eq__",
             [](const Shape& a, const py::object& other) -> py::object {
                 const Shape* b = as_shape(other);
                 if (b == nullptr) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::bool_(same(a, *b));
             })
        .def("__hash__", [](const Shape& shape) -> py::ssize_t {
            if (field_count(shape.type()) > 0) {
                // 0.0 and -0.0 are equal, so that their hashes are too.
                return py::hash(py::make_tuple(
                    static_cast<int>(shape.type()),
                    py::tuple(py::cast(std::vector<double>(shape.values().begin(), shape.values().end())))));
            }
            return py::hash(shape_bytes(shape));
        });
}

}  // namespace

bool same(const Shape& a, const Shape& b) {
    if (a.type() != b.type() || a.margin() != b.margin()) return false;
    if (field_count(a.type()) > 0) return a.values() == b.values();
    if (a.payload() == b.payload() && a.payload() != nullptr) return true;
    return shape_bytes(a).equal(shape_bytes(b));
}

bool same(const Placed& a, const Placed& b) { return a.pose == b.pose && same(a.shape, b.shape); }

void bind_shapes(py::module_& module) {
    bind_shape_class(module);
    module.def("primitive", [](const std::string& type, const std::vector<double>& values) {
        return checked_primitive(primitive(type, values), type);
    });
    module.def("build_hull", [](const py::object& given, const py::object& allow_degenerate) {
        const Doubles points = points_of(given, "points");
        const HullOptions options{boolean_of(allow_degenerate, "allow_degenerate")};
        const std::vector<Vec3> own(as_points(points).begin(), as_points(points).end());
        return Shape(value_or_refuse(unlocked([&] { return ConvexHull::build(own, options); }), "points"));
    });
    module.def("build_polygon", [](const py::object& given) {
        const Doubles points = points_of(given, "points");
        const std::vector<Vec3> own(as_points(points).begin(), as_points(points).end());
        return Shape(value_or_refuse(unlocked([&] { return ConvexPolygon::build(own); }), "points"));
    });
    module.def("build_mesh", &build_mesh);
    module.def("build_compound", &build_compound);
    module.def("build_height_field", &build_height_field);
    module.def("shape_from_bytes", &from_bytes);
    module.def("minkowski_sum", [](const Shape& a, const Shape& b) {
        return checked_shape(minkowski_sum(a, b), "minkowski_sum");
    });
    module.def("convex_hull_of", [](const py::list& given) {
        std::vector<Shape> shapes;
        for (std::size_t i = 0; i < given.size(); ++i)
            shapes.push_back(shape_of(given[i], named("shapes", i, true)));
        return checked_shape(unlocked([&] { return convex_hull_of(shapes); }), "shapes");
    });
    module.def("transformed", [](const Shape& shape, const py::object& map) {
        const Affine by = affine_of(map, "map");
        const Shape own = shape;  // another thread may initialise the object again
        return checked_shape(unlocked([&] { return transformed(own, by); }), "map");
    });
    module.def("rounded", [](const Shape& shape, const py::object& radius) {
        const Shape made = rounded(shape, number_of(radius, "radius"));
        const auto fault = made.fault();
        if (fault && fault->kind == Element::component) refuse_value("radius: " + fault->text);
        return checked_shape(made, "radius");
    });
    module.def("scaled", [](const Shape& shape, const py::object& factors) {
        const Vec3 by = vector_of(factors, "factors");
        const Shape own = shape;
        return checked_shape(unlocked([&] { return scaled(own, by); }), "factors");
    });
}

}  // namespace graze::python
