// How files are read, out of what Python passes.
#pragma once

#include <pybind11/pybind11.h>

#include <graze/io/document.hpp>

namespace graze::python {

/// A dictionary by the names of io::ReadOptions; None is the default.
io::ReadOptions read_options(const pybind11::dict& given);

}  // namespace graze::python
