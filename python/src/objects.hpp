// The values of the library that Python holds as objects of their own: poses, shapes and placed shapes.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include <graze/math/pose.hpp>
#include <graze/shape/shape.hpp>

namespace graze::python {

namespace py = pybind11;

/// Null when the object is something else.
const Pose* as_pose(py::handle value) noexcept;
const Shape* as_shape(py::handle value) noexcept;
const Placed* as_placed(py::handle value) noexcept;

/// A TypeError names the argument.
const Shape& shape_of(py::handle value, const std::string& name);
/// A Placed, or a shape with a pose argument.
Placed placed_of(py::handle value, py::handle pose, const std::string& name);

/// As an object of the Python class of its type.
py::object wrapped(const Shape& shape);
py::object wrapped(const Placed& placed);
py::object wrapped(const Pose& pose);

/// A member of an enumeration of graze._enums.
py::object member(const char* enumeration, int value);

/// "Box", the class of the type in Python.
std::string class_name(ShapeType type);

}  // namespace graze::python
