// Motions and moving shapes out of Python's objects.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include <graze/motion/motion.hpp>

namespace graze::python {

/// Null when the object is something else.
const Motion* as_motion(pybind11::handle value) noexcept;
/// A motion object. A TypeError names the argument.
const Motion& motion_of(pybind11::handle value, const std::string& name);
/// A tuple of a shape and a motion.
Moving moving_of(pybind11::handle value, const std::string& name);

}  // namespace graze::python
