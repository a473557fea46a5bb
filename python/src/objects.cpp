#include "objects.hpp"

#include <array>

#include "arguments.hpp"

namespace graze::python {

const Pose* as_pose(py::handle value) noexcept { return value_in<Pose>(value); }

const Shape* as_shape(py::handle value) noexcept { return value_in<Shape>(value); }

const Placed* as_placed(py::handle value) noexcept { return value_in<Placed>(value); }

std::string mesh_hint(py::handle value) {
    const bool mesh =
        !PyType_Check(value.ptr()) && py::hasattr(value, "vertices") && py::hasattr(value, "faces");
    return mesh ? "; Mesh.of makes one of its vertices and faces" : "";
}

const Shape& shape_of(py::handle value, const std::string& name) {
    const Shape* shape = as_shape(value);
    if (shape == nullptr)
        refuse_type(name + ": a shape is needed, not " + type_name(value) + mesh_hint(value));
    return *shape;
}

std::string class_name(ShapeType type) {
    static constexpr std::array<const char*, kShapeTypeCount> kNames = {
        "Point",      "Segment",      "Triangle",      "Tetrahedron", "ConvexPolygon", "Sphere",
        "Box",        "Capsule",      "Cylinder",      "Cone",        "Ellipsoid",     "HalfSpace",
        "ConvexHull", "MinkowskiSum", "HullOfShapes",  "AffineImage", "Rounded",       "Mesh",
        "Compound",   "HeightField",  "TaperedCapsule"};
    return kNames[static_cast<std::size_t>(type)];
}

py::object wrapped(const Shape& shape) {
    return py::module_::import("graze._shapes").attr("_wrapped")(py::cast(shape));
}

py::object wrapped(const Placed& placed) {
    return py::module_::import("graze._poses").attr("Placed")(wrapped(placed.shape), py::cast(placed.pose));
}

py::object wrapped(const Pose& pose) {
    return py::module_::import("graze._poses").attr("Pose").attr("of")(py::cast(pose));
}

py::object member(const char* enumeration, int value) {
    return py::module_::import("graze._enums").attr(enumeration)(value);
}

}  // namespace graze::python
