#include "motions.hpp"

#include "arguments.hpp"
#include "objects.hpp"

namespace graze::python {

Moving moving_of(py::handle value, const std::string& name) {
    if (!PyTuple_Check(value.ptr()) || PyTuple_GET_SIZE(value.ptr()) != 2)
        refuse_type(name + ": a shape and its motion are needed");
    const Shape& shape = shape_of(PyTuple_GET_ITEM(value.ptr(), 0), name);
    return {shape, motion_of(PyTuple_GET_ITEM(value.ptr(), 1), name)};
}

const Motion* as_motion(py::handle value) noexcept { return value_in<Motion>(value); }

const Motion& motion_of(py::handle value, const std::string& name) {
    const Motion* motion = as_motion(value);
    if (motion == nullptr) refuse_type(name + ": a motion is needed, not " + type_name(value));
    return *motion;
}

}  // namespace graze::python
