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

/// The same shape: bit by bit, but for zeros of either sign.
bool same(const Shape& a, const Shape& b);
/// The same shape in the same place.
bool same(const Placed& a, const Placed& b);

/// How to make a shape of an object that has vertices and faces, for the message that refuses it; else "".
std::string mesh_hint(py::handle value);
/// A TypeError names the argument.
const Shape& shape_of(py::handle value, const std::string& name);
/// As an object of the Python class of its type.
py::object wrapped(const Shape& shape);
py::object wrapped(const Placed& placed);
py::object wrapped(const Pose& pose);

/// The value that an object holds; null when it holds another, or was never initialised (`T.__new__(T)`).
/// Casters would take memory for a value that is missing, and look the type up by its name.
template <class T> T* value_in(py::handle object) noexcept {
    static PyTypeObject* const type = py::detail::get_type_info(typeid(T))->type;
    if (PyObject_TypeCheck(object.ptr(), type) == 0) return nullptr;
    const auto held = reinterpret_cast<py::detail::instance*>(object.ptr())->get_value_and_holder();
    return held.holder_constructed() ? static_cast<T*>(held.value_ptr()) : nullptr;
}

/// The text of an object, also of one that was never initialised: messages that refuse it print it.
template <class T, class Text> auto printable(Text text) {
    return [text](py::handle self) -> std::string {
        const T* value = value_in<T>(self);
        if (value == nullptr) return std::string("<") + Py_TYPE(self.ptr())->tp_name + ", not initialised>";
        return text(*value);
    };
}

/// A member of an enumeration of graze._enums.
py::object member(const char* enumeration, int value);

/// "Box", the class of the type in Python.
std::string class_name(ShapeType type);

}  // namespace graze::python
