// Poses out of what Python passes: single ones, and many in one array or a list.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include <graze/math/pose.hpp>

#include "arguments.hpp"
#include "objects.hpp"

namespace graze::python {

/// (4, 4) with any linear part, (3, 3), or anything that is taken for one pose.
Affine affine_of(py::handle value, const std::string& name);
/// A Placed, or a shape with a pose argument.
Placed placed_of(py::handle value, py::handle pose, const std::string& name);

/// (4, 4).
Doubles array_of(const Pose& pose);
/// Its sixteen numbers, row by row; returns the place after them.
double* put_matrix(const Pose& pose, double* out);

/// As the library's own limit for matrices that count as rotations.
inline constexpr double kRigidTolerance = 1e-6;

/// Why a pose cannot be used, "" when it can: not finite, out of range, not a rotation.
std::string fault_of(const Pose& pose);
/// Whether it can, without text. NaN and infinity fail the comparisons.
bool usable(const Pose& pose) noexcept;

/// Where the rows of a rotation and a position are in an array.
struct PoseRows {
    const double* rows[3] = {};
    double position[3] = {};
};

/// Reads a pose and returns whether it can be used: the answer of `usable`, in less time.
inline bool read_pose(const PoseRows& from, Pose& pose) noexcept {
    const double *r = from.rows[0], *s = from.rows[1], *t = from.rows[2];
    const Vec3 x{r[0], s[0], t[0]}, y{r[1], s[1], t[1]}, z{r[2], s[2], t[2]};
    // Where x and y are orthonormal and z is x × y, all within e together, |RᵀR - 1| is at most 4 e and the
    // determinant is positive.
    const Vec3 off = abs(z - cross(x, y));
    const double e =
        std::abs(length_sq(x) - 1) + std::abs(length_sq(y) - 1) + std::abs(dot(x, y)) + off.x + off.y + off.z;
    const auto& p = from.position;
    pose = {{{x, y, z}}, {p[0], p[1], p[2]}};
    return ((e <= kRigidTolerance / 8) & below_largest_served(pose.position)) || usable(pose);
}

/// One pose or many, in an array of the caller's or a converted copy of it.
class Poses {
public:
    Poses() = default;
    /// None is the identity. A Pose, (4, 4), (7,), (R, p); many: (N, 4, 4), (N, 7), ((N, 3, 3), (N, 3)), or a
    /// list of single ones. A single pose is checked here, and so are those of a list.
    Poses(py::handle value, const std::string& name);

    [[nodiscard]] bool given() const noexcept { return given_; }
    [[nodiscard]] bool many() const noexcept { return many_; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// Not checked. Quaternions are normalised. May be called without the interpreter's lock.
    [[nodiscard]] Pose operator[](std::size_t i) const noexcept;
    /// Whether pose i can be used: its last row must be 0 0 0 1.
    [[nodiscard]] bool read(std::size_t i, Pose& pose) const noexcept {
        if (layout_ == Layout::matrices) {
            const double* m = data_ + 16 * i;
            const bool last_row = (m[12] == 0) & (m[13] == 0) & (m[14] == 0) & (m[15] == 1);
            return read_pose({{m, m + 4, m + 8}, {m[3], m[7], m[11]}}, pose) & last_row;
        }
        if (layout_ == Layout::split) {
            const double *m = data_ + 9 * i, *p = positions_ + 3 * i;
            return read_pose({{m, m + 3, m + 6}, {p[0], p[1], p[2]}}, pose);
        }
        pose = (*this)[i];
        return usable(pose);
    }
    /// Raises the ValueError for a pose that `read` refused.
    [[noreturn]] void refuse(std::size_t i) const;

private:
    enum class Layout { one, matrices, vectors, split };
    void take_list(py::handle value);
    void take_split(py::handle rotations, py::handle positions);
    void take_array(py::handle value);

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

Pose pose_of(py::handle value, const std::string& name);

}  // namespace graze::python
