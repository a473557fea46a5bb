// Parallelepipeds and tetrahedra, parallelograms and triangles in the plane, still or moving straight:
// whether they intersect, by Fourier-Motzkin elimination, and the box of what they have in common.
#include <array>
#include <string>

#include <graze/frames/frame_overlap.hpp>
#include <graze/verify/verify.hpp>

#include "arguments.hpp"
#include "bindings.hpp"
#include "objects.hpp"

namespace graze::python {

namespace {

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

template <class Vec> Doubles array_of_vec(const Vec& v, std::size_t size) {
    Doubles array(static_cast<py::ssize_t>(size));
    for (std::size_t i = 0; i < size; ++i) array.mutable_data()[i] = v[i];
    return array;
}

/// A tuple (kind, origin, components by rows, velocity).
template <int D> MovingFrame<D> frame_of(const py::tuple& given, const std::string& name) {
    const std::string kind = text_of(given[0], name + ".kind");
    if (kind != "cuboid" && kind != "tetrahedron")
        refuse_value(name + ".kind: 'cuboid' or 'tetrahedron', not '" + kind + "'");
    const Doubles rows = doubles_of(given[2], name + ".components");
    if (rows.ndim() != 2 || rows.shape(0) != D || rows.shape(1) != D)
        refuse_value(name + ".components: shape " + extents_of(rows) + "; " + std::to_string(D) +
                     " vectors are needed");
    std::array<VecOf<D>, std::size_t{D}> components{};
    for (std::size_t i = 0; i < D; ++i) components[i] = vec_of<D>(rows.data() + i * D);
    auto made = Frame<D>::make(kind == "cuboid" ? FrameKind::cuboid : FrameKind::tetrahedron,
                               vec_of<D>(given[1], name + ".origin"), components);
    if (!made) refuse_value(name + ": " + made.error().message());
    MovingFrame<D> moving{*made, {}};
    if (!given[3].is_none()) moving.velocity = vec_of<D>(given[3], name + ".velocity");
    return moving;
}

template <int D> py::dict overlap_fields(const FrameOverlap<D>& overlap) {
    py::dict fields;
    fields["hit"] = overlap.hit;
    fields["box"] = py::make_tuple(array_of_vec(overlap.box.min, D), array_of_vec(overlap.box.max, D));
    fields["time"] = py::make_tuple(overlap.time.lower, overlap.time.upper);
    fields["witness"] = array_of_vec(overlap.witness, D);
    fields["witness_time"] = overlap.witness_time;
    fields["status"] = member("Status", static_cast<int>(overlap.status));
    fields["rows"] = overlap.rows;
    py::dict farkas;
    farkas["rows_a"] = array_of_vec(overlap.farkas.rows_a, overlap.farkas.rows_a.size());
    farkas["rows_b"] = array_of_vec(overlap.farkas.rows_b, overlap.farkas.rows_b.size());
    farkas["rows_t"] = array_of_vec(overlap.farkas.rows_t, 2);
    farkas["strict"] = overlap.farkas.strict;
    fields["farkas"] = farkas;
    return fields;
}

template <int D>
py::dict intersect_verb(const py::tuple& a, const py::tuple& b, const FrameOptions& options) {
    const MovingFrame<D> one = frame_of<D>(a, "a"), other = frame_of<D>(b, "b");
    const bool still = a[3].is_none() && b[3].is_none();
    const FrameOverlap<D> overlap =
        still ? intersect(one.frame, other.frame, options) : intersect(one, other, options);
    py::dict fields = overlap_fields(overlap);
    fields["verified"] = still ? verify(overlap, one.frame, other.frame) : verify(overlap, one, other);
    return fields;
}

}  // namespace

void bind_frames(py::module_& module) {
    module.def("intersect_frames", [](const py::object& dimensions, const py::tuple& a, const py::tuple& b,
                                      const py::object& open, const std::string& box) {
        FrameOptions options;
        options.open = boolean_of(open, "open");
        if (box != "none" && box != "elimination" && box != "tight")
            refuse_value("box: 'none', 'elimination' or 'tight', not '" + box + "'");
        options.box = box == "none"          ? FrameBox::none
                      : box == "elimination" ? FrameBox::elimination
                                             : FrameBox::tight;
        return integer_of(dimensions, "dimensions", 2, 3) == 2 ? intersect_verb<2>(a, b, options)
                                                               : intersect_verb<3>(a, b, options);
    });
}

}  // namespace graze::python
