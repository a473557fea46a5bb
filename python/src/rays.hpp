// Rays out of Python's arrays.
#pragma once

#include <cstddef>
#include <vector>

#include <graze/result/ray.hpp>

#include "arguments.hpp"

namespace graze::python {

/// Rays of (3,) or (N, 3) origins and directions; a single one of either serves all.
struct Rays {
    std::vector<Ray> items;
    bool many = false;
};

Rays rays_of(py::handle origin, py::handle direction);

/// The end of a ray, in multiples of its direction; None is infinite.
double reach_of(py::handle max_t);

}  // namespace graze::python
