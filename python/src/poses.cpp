#include "poses.hpp"

#include <cstdio>

namespace graze::python {

namespace {

std::string six_digits(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", x);
    return text;
}

}  // namespace

Placed placed_of(py::handle value, py::handle pose, const std::string& name) {
    if (const Placed* placed = as_placed(value)) {
        if (!pose.is_none()) refuse_type("pose: " + name + " is a Placed, which has its pose");
        return *placed;
    }
    return {shape_of(value, name), pose_of(pose, "pose")};
}

Affine affine_of(py::handle value, const std::string& name) {
    const bool split = PyTuple_Check(value.ptr()) && PyTuple_GET_SIZE(value.ptr()) == 2;
    if (split || as_pose(value) != nullptr) return Affine::from(pose_of(value, name));
    const Doubles array = doubles_of(value, name);
    if (array.ndim() == 1 && array.shape(0) == 7) return Affine::from(pose_of(array, name));
    const auto n = array.ndim() == 2 ? array.shape(0) : 0;
    if (array.ndim() != 2 || n != array.shape(1) || (n != 3 && n != 4))
        refuse_value(name + ": shape " + extents_of(array) + "; a map is (4, 4) or (3, 3)");
    require_finite(array, 1, name, false);
    Affine map;
    for (py::ssize_t r = 0; r < 3; ++r)
        for (py::ssize_t c = 0; c < 3; ++c)
            map.linear(static_cast<std::size_t>(r), static_cast<std::size_t>(c)) = array.at(r, c);
    if (n == 4) {
        map.offset = {array.at(0, 3), array.at(1, 3), array.at(2, 3)};
        if (array.at(3, 0) != 0 || array.at(3, 1) != 0 || array.at(3, 2) != 0 || array.at(3, 3) != 1)
            refuse_value(name + ": its last row is not 0 0 0 1");
    }
    return map;
}

double* put_matrix(const Pose& pose, double* out) {
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) *out++ = pose.rotation(r, c);
        *out++ = pose.position[r];
    }
    *out++ = 0, *out++ = 0, *out++ = 0, *out++ = 1;
    return out;
}

Doubles array_of(const Pose& pose) {
    Doubles array({4, 4});
    put_matrix(pose, array.mutable_data());
    return array;
}

bool usable(const Pose& pose) noexcept {
    return orthonormality_defect(pose.rotation) <= kRigidTolerance && determinant(pose.rotation) > 0 &&
           below_largest_served(pose.position);
}

std::string fault_of(const Pose& pose) {
    const auto& [x, y, z] = pose.rotation.columns;
    if (!is_finite(x) || !is_finite(y) || !is_finite(z) || !is_finite(pose.position)) return "not finite";
    if (!below_largest_served(pose.position)) return "a position beyond 1e100";
    const double defect = orthonormality_defect(pose.rotation);
    const double det = determinant(pose.rotation);
    if (defect <= kRigidTolerance && det > 0) return "";
    const bool skewed = std::abs(det - 1) < 1e-4;
    return skewed ? "not a rotation, R^T R differs from 1 by " + six_digits(defect)
                  : "not a rotation, det = " + six_digits(det);
}

namespace {

/// A list or a tuple whose items are poses by themselves, not the rows of one or the parts of (R, p).
bool lists_poses(py::handle value) {
    const bool list = PyList_Check(value.ptr()) != 0, tuple = PyTuple_Check(value.ptr()) != 0;
    if ((!list && !tuple) || py::len(value) == 0) return false;
    const py::handle first = list ? PyList_GET_ITEM(value.ptr(), 0) : PyTuple_GET_ITEM(value.ptr(), 0);
    if (as_pose(first) != nullptr) return true;
    if (PyTuple_Check(first.ptr()) && PyTuple_GET_SIZE(first.ptr()) == 2) {
        PyObject* const part = PyTuple_GET_ITEM(first.ptr(), 0);
        return !PyFloat_Check(part) && !PyLong_Check(part);
    }
    if (!py::isinstance<py::array>(first)) return false;
    const auto array = py::reinterpret_borrow<py::array>(first);
    return (array.ndim() == 2 && array.shape(0) == 4 && array.shape(1) == 4) ||
           (array.ndim() == 1 && array.shape(0) == 7);
}

}  // namespace

Poses::Poses(py::handle value, const std::string& name) : name_(name) {
    if (value.is_none()) return;
    given_ = true;
    if (const Pose* pose = as_pose(value)) {
        one_ = *pose;
        return;
    }
    if (lists_poses(value)) {
        take_list(value);
        return;
    }
    if (PyTuple_Check(value.ptr()) && PyTuple_GET_SIZE(value.ptr()) == 2) {
        const py::handle first = PyTuple_GET_ITEM(value.ptr(), 0);
        const Doubles rotations = doubles_of(first, name + ": R");
        const bool one_of_two = rotations.ndim() == 0 || rotations.shape(rotations.ndim() - 1) == 7 ||
                                (rotations.ndim() == 2 && rotations.shape(1) == 4);
        if (!one_of_two) {
            take_split(rotations, PyTuple_GET_ITEM(value.ptr(), 1));
            if (!many_ && !read(0, one_)) refuse(0);
            return;
        }
    }
    take_array(value);
    if (!many_ && !read(0, one_)) refuse(0);
}

void Poses::take_list(py::handle value) {
    const auto items = py::reinterpret_steal<py::tuple>(PySequence_Tuple(value.ptr()));
    if (!items) throw py::error_already_set();
    const auto count = static_cast<py::ssize_t>(items.size());
    Doubles rotations({count, py::ssize_t{3}, py::ssize_t{3}}), positions({count, py::ssize_t{3}});
    double *r = rotations.mutable_data(), *p = positions.mutable_data();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string item = named(name_, i, true);
        if (items[i].is_none()) refuse_type(item + ": a pose is needed, not None");
        const Pose pose = pose_of(items[i], item);
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) *r++ = pose.rotation(row, column);
            *p++ = pose.position[row];
        }
    }
    take_split(rotations, positions);
}

void Poses::take_split(py::handle rotations, py::handle positions) {
    const Doubles r = doubles_of(rotations, name_ + ": R");
    const Doubles p = doubles_of(positions, name_ + ": p");
    const bool one = r.ndim() == 2 && r.shape(0) == 3 && r.shape(1) == 3;
    const bool many = r.ndim() == 3 && r.shape(1) == 3 && r.shape(2) == 3;
    const bool fits = one ? p.ndim() == 1 && p.shape(0) == 3
                          : many && p.ndim() == 2 && p.shape(1) == 3 && p.shape(0) == r.shape(0);
    if (!fits)
        refuse_value(name_ + ": R is " + extents_of(r) + " and p is " + extents_of(p) +
                     "; (R, p) is ((3, 3), (3,)), many are ((N, 3, 3), (N, 3))");
    layout_ = Layout::split;
    many_ = many;
    count_ = many ? static_cast<std::size_t>(r.shape(0)) : 1;
    data_ = r.data();
    positions_ = p.data();
    kept_ = r;
    kept_positions_ = p;
}

void Poses::take_array(py::handle value) {
    const Doubles array = doubles_of(value, name_);
    const auto n = array.ndim();
    const auto last = n > 0 ? array.shape(n - 1) : 0;
    const bool vectors = (n == 1 || n == 2) && last == 7;
    const bool matrices = (n == 2 || n == 3) && last == 4 && array.shape(n - 2) == 4;
    const bool empty = n == 1 && last == 0;
    if (!vectors && !matrices && !empty)
        refuse_value(name_ + ": shape " + extents_of(array) +
                     "; a pose is (4, 4), (7,) or (R, p), many are (N, 4, 4) or (N, 7)" +
                     (n == 1 && last == 3 ? "; a position alone is Pose(position=...)" : ""));
    layout_ = vectors ? Layout::vectors : Layout::matrices;
    many_ = empty || n == (vectors ? 2 : 3);
    count_ = many_ ? static_cast<std::size_t>(array.shape(0)) : 1;
    data_ = array.data();
    kept_ = array;
}

Pose Poses::operator[](std::size_t i) const noexcept {
    switch (layout_) {
        case Layout::one: return one_;
        case Layout::matrices: {
            const double* m = data_ + 16 * i;
            return {Mat3::from_rows({m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}),
                    {m[3], m[7], m[11]}};
        }
        case Layout::vectors: {
            const double* v = data_ + 7 * i;
            return Pose::from(Quat{v[3], v[4], v[5], v[6]}, {v[0], v[1], v[2]});
        }
        case Layout::split: break;
    }
    const double* m = data_ + 9 * i;
    const double* p = positions_ + 3 * i;
    return {Mat3::from_rows({m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}), {p[0], p[1], p[2]}};
}

void Poses::refuse(std::size_t i) const {
    const Pose pose = (*this)[i];
    std::string fault = fault_of(pose);
    if (layout_ == Layout::vectors) {
        const double* v = data_ + 7 * i;
        const bool finite = is_finite(Vec3{v[3], v[4], v[5]}) && std::isfinite(v[6]);
        if (finite && length_sq(Quat{v[3], v[4], v[5], v[6]}) == 0) fault = "a quaternion of length 0";
    }
    if (fault.empty()) fault = "its last row is not 0 0 0 1";
    refuse_value(named(name_, i, many_) + ": " + fault);
}

Pose pose_of(py::handle value, const std::string& name) {
    const Poses poses(value, name);
    if (poses.many()) refuse_value(name + ": one pose is needed, not " + std::to_string(poses.size()));
    return poses[0];
}

}  // namespace graze::python
