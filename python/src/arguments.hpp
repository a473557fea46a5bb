// What Python passes, as values of the library. Every refusal is a ValueError or a TypeError of one line that
// names the argument, the index in a batch, and the rule. C-contiguous arrays of float64 are read where they
// are; other numbers and strides are converted with one copy.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <graze/math/pose.hpp>
#include <graze/shape/shape.hpp>

namespace graze::python {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style>;

[[noreturn]] void refuse_value(const std::string& message);
[[noreturn]] void refuse_type(const std::string& message);

/// "b_pose" or, of many, "b_pose[17]".
std::string named(const std::string& name, std::size_t index, bool many);
/// "(3, 3)", as NumPy prints it.
std::string extents_of(const py::array& array);
/// "Box" of a box, "the class Box" of the class; for messages.
std::string type_name(py::handle value);

/// Any array of real numbers. Objects, texts and complex numbers are a TypeError. A ValueError for arrays
/// whose conversion would take more than kLargestConversion numbers.
Doubles doubles_of(py::handle value, const std::string& name);
/// 2 GiB: larger arrays are made in one type on purpose, and views that repeat one number may be any size.
inline constexpr py::ssize_t kLargestConversion = py::ssize_t{1} << 28;
/// Refuses the conversion of a larger array, before it is made.
void require_convertible(const py::array& array, const std::string& name);
/// A finite number.
double number_of(py::handle value, const std::string& name);
/// A whole number in [least, most].
long long integer_of(py::handle value, const std::string& name, long long least, long long most);
bool boolean_of(py::handle value, const std::string& name);
std::string text_of(py::handle value, const std::string& name);
/// The bytes of an object that stays alive. A TypeError for other objects.
std::string_view bytes_of(py::handle value);
/// Clears the exception with which NumPy or Python refused to convert a value. What else was raised, by the
/// handler of a signal or by a method of the value, such as its __array__, comes out as it is.
void clear_refusal();
/// The array that NumPy makes of a value, without a copy where it is one; null where NumPy makes none of it.
py::array array_or_none(py::handle value);
/// Names the item of `width` numbers with the first that is NaN or infinite.
void require_finite(const Doubles& array, std::size_t width, const std::string& name, bool many);
/// Three finite numbers.
Vec3 vector_of(py::handle value, const std::string& name);
/// (N, 3), finite.
Doubles points_of(py::handle value, const std::string& name);
/// (N, 3) or one (3,), finite; `many` is set for the first.
Doubles points_of(py::handle value, const std::string& name, bool& many);
unsigned threads_of(py::handle value);

Doubles array_of(const Vec3& v);
Doubles array_of(const Mat3& m);
/// The same array, read-only: of a value that cannot change, so that a write to one of its numbers is refused
/// and not lost.
template <class Array> Array fixed(Array array) {
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}
/// Calls a function without the interpreter's lock: for work that takes long, and for waits.
template <class Work> auto unlocked(const Work& work) {
    const py::gil_scoped_release release;
    return work();
}

}  // namespace graze::python
