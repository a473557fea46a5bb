// What Python passes, as values of the library. Every refusal is a ValueError or a TypeError of one line that
// names the argument, the index in a batch, and the rule. C-contiguous arrays of float64 are read where they
// are; other numbers and strides are converted with one copy.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>

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
/// "Box", for messages.
std::string type_name(py::handle value);

/// Any array of real numbers. Objects, texts and complex numbers are a TypeError. A ValueError for arrays
/// whose conversion would take more than kLargestConversion numbers.
Doubles doubles_of(py::handle value, const std::string& name);
/// 8 GiB: arrays of that size are made on purpose, but views that repeat one number may be any size.
inline constexpr py::ssize_t kLargestConversion = py::ssize_t{1} << 30;
/// Refuses the conversion of a larger array, before it is made.
void require_convertible(const py::array& array, const std::string& name);
/// A finite number.
double number_of(py::handle value, const std::string& name);
/// A whole number in [least, most].
long long integer_of(py::handle value, const std::string& name, long long least, long long most);
bool boolean_of(py::handle value, const std::string& name);
std::string text_of(py::handle value, const std::string& name);
/// Names the item of `width` numbers with the first that is NaN or infinite.
void require_finite(const Doubles& array, std::size_t width, const std::string& name, bool many);
/// Three finite numbers.
Vec3 vector_of(py::handle value, const std::string& name);
/// (N, 3), finite.
Doubles points_of(py::handle value, const std::string& name);
/// (N, 3) or one (3,), finite; `many` is set for the first.
Doubles points_of(py::handle value, const std::string& name, bool& many);
/// (4, 4) with any linear part, (3, 3), or anything that is taken for one pose.
Affine affine_of(py::handle value, const std::string& name);
unsigned threads_of(py::handle value);

Doubles array_of(const Vec3& v);
Doubles array_of(const Mat3& m);
/// (4, 4).
Doubles array_of(const Pose& pose);

/// As the library's own limit for matrices that count as rotations.
inline constexpr double kRigidTolerance = 1e-6;

/// Why a pose cannot be used, "" when it can: not finite, out of range, not a rotation.
std::string fault_of(const Pose& pose);
/// Whether it can, without text: for loops. NaN and infinity fail the comparisons.
inline bool usable(const Pose& pose) noexcept {
    return (orthonormality_defect(pose.rotation) <= kRigidTolerance) & (determinant(pose.rotation) > 0) &
           below_largest_served(pose.position);
}

/// One pose or many, in an array of the caller's or a converted copy of it.
class Poses {
public:
    Poses() = default;
    /// None is the identity. A Pose, (4, 4), (7,), (R, p); many: (N, 4, 4), (N, 7), ((N, 3, 3), (N, 3)). A
    /// single pose is checked here.
    Poses(py::handle value, const std::string& name);

    [[nodiscard]] bool given() const noexcept { return given_; }
    [[nodiscard]] bool many() const noexcept { return many_; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// Not checked. Quaternions are normalised. May be called without the interpreter's lock.
    [[nodiscard]] Pose operator[](std::size_t i) const noexcept;
    /// Whether pose i can be used: its last row must be 0 0 0 1.
    [[nodiscard]] bool read(std::size_t i, Pose& pose) const noexcept {
        pose = (*this)[i];
        return usable(pose) & last_row_fits(i);
    }
    /// Raises the ValueError for a pose that `read` refused.
    [[noreturn]] void refuse(std::size_t i) const;

private:
    enum class Layout { one, matrices, vectors, split };
    void take_split(py::handle rotations, py::handle positions);
    void take_array(py::handle value);
    [[nodiscard]] bool last_row_fits(std::size_t i) const noexcept {
        if (layout_ != Layout::matrices) return true;
        const double* row = data_ + 16 * i + 12;
        return (row[0] == 0) & (row[1] == 0) & (row[2] == 0) & (row[3] == 1);
    }

    std::string name_;
    Layout layout_ = Layout::one;
    Pose one_{};
    py::object kept_;  ///< The arrays. Not Doubles: those are made with an empty array each.
    py::object kept_positions_;
    const double* data_ = nullptr;
    const double* positions_ = nullptr;
    std::size_t count_ = 1;
    bool given_ = false;  ///< Not None.
    bool many_ = false;
};

inline Pose Poses::operator[](std::size_t i) const noexcept {
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

Pose pose_of(py::handle value, const std::string& name);

}  // namespace graze::python
