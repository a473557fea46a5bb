#include "arguments.hpp"

namespace graze::python {

namespace {

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
    const bool is_class = PyType_Check(value.ptr()) != 0;
    const auto* type = is_class ? reinterpret_cast<PyTypeObject*>(value.ptr()) : Py_TYPE(value.ptr());
    const std::string full = type->tp_name;
    return (is_class ? "the class " : "") + full.substr(full.rfind('.') + 1);
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
    const bool listed = PyList_Check(value.ptr()) != 0 || PyTuple_Check(value.ptr()) != 0;
    if (!array && listed)
        refuse_type(name + ": an array of numbers is needed, and the items of this " + type_name(value) +
                    " differ in shape");
    // NumPy wraps what it does not know in an array of one object.
    if (!array || (array.ndim() == 0 && array.dtype().kind() == 'O'))
        refuse_type(name + ": an array of numbers is needed, not " + type_name(value));
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

}  // namespace graze::python
