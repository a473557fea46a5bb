// Eigenvectors of a symmetric 3x3 matrix.
#pragma once

#include "graze/math/vec.hpp"

namespace graze {

struct SymmetricEigen {
    Vec3 values{};  ///< Falling.
    /// Columns, in the order of the values; orthonormal to rounding, right-handed.
    Mat3 vectors = Mat3::identity();
};

/// The matrix's lower triangle is read. The identity and zeros when an entry is not finite.
SymmetricEigen symmetric_eigen(const Mat3& matrix) noexcept;

}  // namespace graze
