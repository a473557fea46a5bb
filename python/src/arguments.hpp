// What Python passes, as values of the library. Every refusal is a ValueError or a TypeError of one line that
// names the argument, the index in a batch, and the rule. C-contiguous arrays of float64 are read where they
// are; other numbers and strides are converted with one copy.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>
#include <vector>

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

/// Any array of real numbers. Objects, texts and complex numbers are a TypeError.
Doubles doubles_of(py::handle value, const std::string& name);
/// A finite number.
double number_of(py::handle value, const std::string& name);
/// A whole number in [least, most].
long long integer_of(py::handle value, const std::string& name, long long least, long long most);
bool boolean_of(py::handle value, const std::string& name);
std::string text_of(py::handle value, const std::string& name);
/// Three finite numbers.
Vec3 vector_of(py::handle value, const std::string& name);
/// (N, 3), finite.
Doubles points_of(py::handle value, const std::string& name);
/// (N, 3) or one (3,), finite; `many` is set for the first.
Doubles points_of(py::handle value, const std::string& name, bool& many);
/// (4, 4) with any linear part, or (3, 3).
Affine affine_of(py::handle value, const std::string& name);
unsigned threads_of(py::handle value);

Doubles array_of(const Vec3& v);
Doubles array_of(const Mat3& m);
/// (4, 4).
Doubles array_of(const Pose& pose);

/// Why a pose cannot be used, "" when it can: not finite, out of range, not a rotation.
std::string fault_of(const Pose& pose);
/// The first entries tested, without text: for loops.
bool usable(const Pose& pose) noexcept;

/// One pose or many, in an array of the caller's or a converted copy of it.
class Poses {
public:
    Poses() = default;
    /// None is the identity. A Pose, (4, 4), (7,), (R, p); many: (N, 4, 4), (N, 7), ((N, 3, 3), (N, 3)). A
    /// single pose is checked here.
    Poses(py::handle value, const std::string& name);

    [[nodiscard]] bool many() const noexcept { return many_; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// Not checked. Quaternions are normalised. May be called without the interpreter's lock.
    [[nodiscard]] Pose operator[](std::size_t i) const noexcept;
    /// The pose with its last row, which must be 0 0 0 1.
    [[nodiscard]] bool read(std::size_t i, Pose& pose) const noexcept;
    /// Raises the ValueError for a pose that `read` refused.
    [[noreturn]] void refuse(std::size_t i) const;

private:
    enum class Layout { one, matrices, vectors, split };
    void take_split(py::handle rotations, py::handle positions);
    void take_array(py::handle value);
    [[nodiscard]] bool last_row_fits(std::size_t i) const noexcept;

    std::string name_;
    Layout layout_ = Layout::one;
    Pose one_{};
    py::object kept_;  ///< The arrays. Not Doubles: those are made with an empty array each.
    py::object kept_positions_;
    const double* data_ = nullptr;
    const double* positions_ = nullptr;
    std::size_t count_ = 1;
    bool many_ = false;
};

Pose pose_of(py::handle value, const std::string& name);

}  // namespace graze::python
