// Which placed shapes are half-spaces, and the direction of the normal, in exact arithmetic: two half-spaces
// overlap without bound unless their normals are exactly opposite.
#pragma once

#include "graze/math/predicates.hpp"
#include "graze/shape/shape.hpp"
#include "math/exact_number.hpp"

namespace graze {

inline bool is_half_space(const Placed& placed) noexcept {
    return placed.shape.type() == ShapeType::half_space;
}

/// The half-space's normal times the determinant of its rotation, in world frame: exact.
inline BasicVec3<ExactNumber> exact_normal(const Placed& half_space) noexcept {
    const auto exact = [](const Vec3& v) { return BasicVec3<ExactNumber>{v.x, v.y, v.z}; };
    const auto& c = half_space.pose.rotation.columns;
    const BasicVec3<ExactNumber> columns[3] = {exact(c[0]), exact(c[1]), exact(c[2])};
    const BasicVec3<ExactNumber> n = exact(half_space.shape.vector(0));
    return cross(columns[1], columns[2]) * n.x + cross(columns[2], columns[0]) * n.y +
           cross(columns[0], columns[1]) * n.z;
}

/// Whether the normals of two half-spaces are exactly parallel: zero, not so: positive, or undecided.
inline Sign crossing_sign(const Placed& a, const Placed& b) noexcept {
    const BasicVec3<ExactNumber> across = cross(exact_normal(a), exact_normal(b));
    for (const ExactNumber& component : {across.x, across.y, across.z}) {
        if (component.sign() == Sign::unknown) return Sign::unknown;
        if (component.sign() != Sign::zero) return Sign::positive;
    }
    return Sign::zero;
}

}  // namespace graze
