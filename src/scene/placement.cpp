#include "scene/placement.hpp"

#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// Columns are brought to size 1 first: a scale, however uneven, does not make the cofactors lose digits or
/// leave the range of doubles.
std::optional<Mat3> careful_inverse(const Mat3& map) noexcept {
    Mat3 even = map;
    Vec3 sizes{};
    for (std::size_t j = 0; j < 3; ++j) {
        sizes[j] = max_component(abs(map.columns[j]));
        even.columns[j] = {map.columns[j].x / sizes[j], map.columns[j].y / sizes[j],
                           map.columns[j].z / sizes[j]};
    }
    if (determinant(even) == 0) return {};
    Mat3 result = inverse(even);
    for (Vec3& column : result.columns) column = {column.x / sizes.x, column.y / sizes.y, column.z / sizes.z};
    if (!is_finite(result.columns[0]) || !is_finite(result.columns[1]) || !is_finite(result.columns[2]))
        return {};
    return result;
}

Mat3 difference(const Mat3& a, const Mat3& b) noexcept {
    return {{a.columns[0] - b.columns[0], a.columns[1] - b.columns[1], a.columns[2] - b.columns[2]}};
}

/// Whether every column of a difference is within 8 roundings of the map's: a product of two matrices is off
/// by as much. False for NaN.
bool negligible(const Mat3& residual, const Mat3& map) noexcept {
    bool small = true;
    for (std::size_t j = 0; j < 3; ++j)
        small &= max_component(abs(residual.columns[j])) <= 8 * kEps * max_component(abs(map.columns[j]));
    return small;
}

}  // namespace

Placement Placement::of(const Affine& placement) noexcept {
    if (orthonormality_defect(placement.linear) <= kRigidTolerance)
        return {{placement.linear, placement.offset}, {}};
    return {Pose::translation(placement.offset), placement.linear};
}

ShapeMap::ShapeMap(const Mat3& map) noexcept : linear(map), inverse(careful_inverse(map)) {}

std::optional<Pose> ShapeMap::pose_of(const Affine& wanted) const noexcept {
    if (wanted.linear == linear) return Pose::translation(wanted.offset);
    if (!inverse) return {};
    Mat3 rotation = wanted.linear * *inverse;
    Mat3 residual = difference(wanted.linear, rotation * linear);
    if (!negligible(residual, linear)) {
        // One step of refinement makes up for a map that is not well conditioned.
        const Mat3 correction = residual * *inverse;
        for (std::size_t j = 0; j < 3; ++j) rotation.columns[j] += correction.columns[j];
        residual = difference(wanted.linear, rotation * linear);
        if (!negligible(residual, linear)) return {};
    }
    if (!(orthonormality_defect(rotation) <= kRigidTolerance) || !(determinant(rotation) > 0)) return {};
    return Pose{rotation, wanted.offset};
}

}  // namespace graze
