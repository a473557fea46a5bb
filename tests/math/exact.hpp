// Exact rationals next to doubles: what every result of math/ and bounds/ is compared with.
#pragma once

#include <gmpxx.h>

#include <cmath>

#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"

namespace graze::test {

using ExactVec3 = BasicVec3<mpq_class>;

inline ExactVec3 exact(const Vec3& v) { return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}; }
inline BasicMat3<mpq_class> exact(const Mat3& m) {
    return {{exact(m.columns[0]), exact(m.columns[1]), exact(m.columns[2])}};
}
inline BasicPose<mpq_class> exact(const Pose& pose) { return {exact(pose.rotation), exact(pose.position)}; }
inline BasicAffine<mpq_class> exact(const Affine& map) { return {exact(map.linear), exact(map.offset)}; }

/// lower <= x <= upper over the reals; infinite ends bound nothing.
inline bool encloses(const Interval& interval, const mpq_class& x) {
    if (std::isnan(interval.lower) || std::isnan(interval.upper)) return false;
    const bool above = std::isinf(interval.lower) ? interval.lower < 0 : mpq_class(interval.lower) <= x;
    const bool below = std::isinf(interval.upper) ? interval.upper > 0 : x <= mpq_class(interval.upper);
    return above && below;
}

}  // namespace graze::test
