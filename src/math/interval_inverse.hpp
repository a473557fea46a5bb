// The solutions of m x = v for many v, in outward-rounded intervals.
#pragma once

#include "graze/math/interval.hpp"

namespace graze {

/// What `solve` computes of the matrix alone.
class IntervalInverse {
public:
    explicit IntervalInverse(const Mat3& m) noexcept {
        const IntervalMat3 exact = enclose(m);
        rows_[0] = cross(exact.columns[1], exact.columns[2]);
        rows_[1] = cross(exact.columns[2], exact.columns[0]);
        rows_[2] = cross(exact.columns[0], exact.columns[1]);
        determinant_ = dot(exact.columns[0], rows_[0]);
    }

    /// The same as `solve(m, v)`, bit for bit.
    [[nodiscard]] IntervalVec3 operator()(const IntervalVec3& v) const noexcept {
        return {dot(rows_[0], v) / determinant_, dot(rows_[1], v) / determinant_,
                dot(rows_[2], v) / determinant_};
    }

private:
    IntervalVec3 rows_[3];
    Interval determinant_;
};

}  // namespace graze
