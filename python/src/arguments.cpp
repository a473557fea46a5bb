#include "arguments.hpp"

#include "objects.hpp"

namespace graze::python {

namespace {

std::string digits(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", x);
    return text;
}

bool is_real_array(const py::array& array) {
    const char kind = array.dtype().kind();
    return kind == 'f' || kind == 'i' || kind == 'u' || kind == 'b';
}

}  // namespace

void refuse_value(const std::string& message) { throw py::value_error(message); }
void refuse_type(const std::string& message) { throw py::type_error(message); }

std::string named(const std::string& name, std::size_t index, bool many) {
    return many ? name + "[" + std::to_string(index) + "]" : name;
}

std::string type_name(py::handle value) {
    const std::string full = Py_TYPE(value.ptr())->tp_name;
    return full.substr(full.rfind('.') + 1);
}

std::string extents_of(const py::array& array) {
    std::string text = "(";
    for (py::ssize_t i = 0; i < array.ndim(); ++i)
        text += std::to_string(array.shape(i)) + (i + 1 < array.ndim() ? ", " : array.ndim() == 1 ? "," : "");
    return text + ")";
}

void require_convertible(const py::array& array, const std::string& name) {
    // The product may not fit: views that repeat numbers have any extents.
    double size = 1;
    for (py::ssize_t i = 0; i < array.ndim(); ++i) size *= static_cast<double>(array.shape(i));
    if (size > static_cast<double>(kLargestConversion))
        refuse_value(name + ": shape " + extents_of(array) +
                     " is too large to convert; pass a C-contiguous array of the type that is needed");
}

void clear_refusal() {
    if (PyErr_Occurred() == nullptr) return;
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    // What went through a line of Python has a traceback: it is not NumPy's own.
    const bool refusal = trace == nullptr && PyErr_GivenExceptionMatches(type, PyExc_Exception) != 0 &&
                         PyErr_GivenExceptionMatches(type, PyExc_MemoryError) == 0;
    if (!refusal) {
        PyErr_Restore(type, value, trace);
        throw py::error_already_set();
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
}

py::array array_or_none(py::handle value) {
    const auto& numpy = py::detail::npy_api::get();
    PyObject* array = numpy.PyArray_FromAny_(value.ptr(), nullptr, 0, 0,
                                             py::detail::npy_api::NPY_ARRAY_ENSUREARRAY_, nullptr);
    if (array == nullptr) clear_refusal();
    return py::reinterpret_steal<py::array>(array);
}

Doubles doubles_of(py::handle value, const std::string& name) {
    if (Doubles::check_(value)) {
        auto array = py::reinterpret_borrow<Doubles>(value);
        if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0) return array;
    }
    if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr()) || value.is_none())
        refuse_type(name + ": an array of numbers is needed, not " + type_name(value));
    const py::array array = array_or_none(value);
    if (!array) refuse_type(name + ": an array of numbers is needed, not " + type_name(value));
    if (array.size() == 0 && !is_real_array(array)) return Doubles(0);
    if (!is_real_array(array))
        refuse_type(name + ": an array of numbers is needed, not of " +
                    py::str(array.dtype()).cast<std::string>());
    require_convertible(array, name);
    auto converted = py::array_t<double, py::array::c_style | py::array::forcecast |
                                             py::detail::npy_api::NPY_ARRAY_ALIGNED_>::ensure(array);
    if (!converted) refuse_value(name + ": shape " + extents_of(array) + " cannot be converted to float64");
    return py::reinterpret_borrow<Doubles>(converted);
}

double number_of(py::handle value, const std::string& name) {
    const bool whole = PyLong_Check(value.ptr()) != 0;
    double x = 0;
    if (PyFloat_Check(value.ptr())) {
        x = PyFloat_AS_DOUBLE(value.ptr());
    } else {
        if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr()))
            refuse_type(name + ": a number is needed, not " + type_name(value));
        x = PyFloat_AsDouble(value.ptr());
        if (PyErr_Occurred() != nullptr) {
            clear_refusal();
            if (whole) refuse_value(name + ": too large a number");
            refuse_type(name + ": a number is needed, not " + type_name(value));
        }
    }
    if (!std::isfinite(x)) refuse_value(name + ": not finite");
    return x;
}

long long integer_of(py::handle value, const std::string& name, long long least, long long most) {
    PyObject* index = PyNumber_Index(value.ptr());
    if (index == nullptr) {
        clear_refusal();
        refuse_type(name + ": a whole number is needed, not " + type_name(value));
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (overflow != 0 || number < least || number > most)
        refuse_value(name + ": not between " + std::to_string(least) + " and " + std::to_string(most));
    return number;
}

bool boolean_of(py::handle value, const std::string& name) {
    if (!PyBool_Check(value.ptr())) refuse_type(name + ": True or False is needed, not " + type_name(value));
    return value.ptr() == Py_True;
}

std::string text_of(py::handle value, const std::string& name) {
    if (!PyUnicode_Check(value.ptr())) refuse_type(name + ": a str is needed, not " + type_name(value));
    try {
        return value.cast<std::string>();
    } catch (py::error_already_set&) {
        refuse_value(name + ": not a text that UTF-8 can hold");
    } catch (py::cast_error&) {
        refuse_value(name + ": not a text that UTF-8 can hold");
    }
}

std::string_view bytes_of(py::handle value) {
    if (!PyBytes_Check(value.ptr())) refuse_type("bytes are needed, not " + type_name(value));
    return {PyBytes_AS_STRING(value.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(value.ptr()))};
}

void require_finite(const Doubles& array, std::size_t width, const std::string& name, bool many) {
    const double* data = array.data();
    const auto size = static_cast<std::size_t>(array.size());
    for (std::size_t i = 0; i < size; ++i)
        if (!std::isfinite(data[i])) refuse_value(named(name, i / width, many) + ": not finite");
}

Vec3 vector_of(py::handle value, const std::string& name) {
    const Doubles array = doubles_of(value, name);
    if (array.ndim() != 1 || array.shape(0) != 3)
        refuse_value(name + ": shape " + extents_of(array) + "; a vector is (3,)");
    const double* v = array.data();
    if (!std::isfinite(v[0]) || !std::isfinite(v[1]) || !std::isfinite(v[2]))
        refuse_value(name + ": not finite");
    return {v[0], v[1], v[2]};
}

Doubles points_of(py::handle value, const std::string& name) {
    bool many = false;
    Doubles array = points_of(value, name, many);
    if (!many) refuse_value(name + ": shape (3,); points are (N, 3)");
    return array;
}

Doubles points_of(py::handle value, const std::string& name, bool& many) {
    Doubles array = doubles_of(value, name);
    many = array.ndim() != 1 || array.shape(0) != 3;
    const bool empty = array.ndim() == 1 && array.shape(0) == 0;
    if (many && !empty && (array.ndim() != 2 || array.shape(1) != 3))
        refuse_value(name + ": shape " + extents_of(array) + "; a point is (3,), many are (N, 3)");
    require_finite(array, 3, name, many);
    return array;
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

unsigned threads_of(py::handle value) { return static_cast<unsigned>(integer_of(value, "threads", 0, 1024)); }

Doubles array_of(const Vec3& v) {
    Doubles array(3);
    double* out = array.mutable_data();
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
    return array;
}

Doubles array_of(const Mat3& m) {
    Doubles array({3, 3});
    double* out = array.mutable_data();
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) *out++ = m(r, c);
    return array;
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
    return skewed ? "not a rotation, R^T R differs from 1 by " + digits(defect)
                  : "not a rotation, det = " + digits(det);
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
        if (rotations.ndim() >= 2 && rotations.shape(rotations.ndim() - 1) == 3) {
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
                     "; a pose is (4, 4), (7,) or (R, p), many are (N, 4, 4) or (N, 7)");
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
