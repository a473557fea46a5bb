// Frames out of Python's tuples.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <string>

#include <graze/bounds/frame.hpp>

#include "arguments.hpp"

namespace graze::python {

/// D finite numbers from the place `data`.
template <int D> VecOf<D> vec_of(const double* data) {
    VecOf<D> v{};
    for (std::size_t i = 0; i < D; ++i) v[i] = data[i];
    return v;
}

template <int D> VecOf<D> vec_of(py::handle value, const std::string& name) {
    const Doubles array = doubles_of(value, name);
    if (array.ndim() != 1 || array.shape(0) != D)
        refuse_value(name + ": shape " + extents_of(array) + "; (" + std::to_string(D) + ",) is needed");
    require_finite(array, D, name, false);
    return vec_of<D>(array.data());
}

/// "cuboid" or "tetrahedron".
inline FrameKind frame_kind_of(py::handle value, const std::string& name) {
    const std::string kind = text_of(value, name);
    if (kind != "cuboid" && kind != "tetrahedron")
        refuse_value(name + ": 'cuboid' or 'tetrahedron', not '" + kind + "'");
    return kind == "cuboid" ? FrameKind::cuboid : FrameKind::tetrahedron;
}

/// A tuple (kind, origin, components by rows, velocity).
template <int D> MovingFrame<D> frame_of(const py::tuple& given, const std::string& name) {
    const FrameKind kind = frame_kind_of(given[0], name + ".kind");
    const Doubles rows = doubles_of(given[2], name + ".components");
    if (rows.ndim() != 2 || rows.shape(0) != D || rows.shape(1) != D)
        refuse_value(name + ".components: shape " + extents_of(rows) + "; " + std::to_string(D) +
                     " vectors are needed");
    std::array<VecOf<D>, std::size_t{D}> components{};
    for (std::size_t i = 0; i < D; ++i) components[i] = vec_of<D>(rows.data() + i * D);
    auto made = Frame<D>::make(kind, vec_of<D>(given[1], name + ".origin"), components);
    if (!made) refuse_value(name + ": " + made.error().message());
    MovingFrame<D> moving{*made, {}};
    if (!given[3].is_none()) moving.velocity = vec_of<D>(given[3], name + ".velocity");
    return moving;
}

}  // namespace graze::python
