// The points that show the overlap of two boxes along one of their 15 axes. Frame of a, as in
// sat_box_box.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/math/pose.hpp"

namespace graze {

/// One of the 15 axes.
struct BoxAxis {
    enum class Kind : std::uint8_t { face_a, face_b, edges };
    Kind kind = Kind::face_a;
    std::size_t i = 0;  ///< a's axis, for face_a and edges.
    std::size_t j = 0;  ///< b's axis, for face_b and edges.
};

/// Unit, from a's centre to b's. Where the centres lie level along it: along a's axis, against b's, along
/// their cross product.
Vec3 box_axis_direction(const BoxAxis& axis, const Pose& b_in_a) noexcept;

struct BoxPair {
    Vec3 half_a{};
    Vec3 half_b{};
    Pose b_in_a{};
    double slack = 0;  ///< Heights that differ by less count as equal. A length.
};

struct BoxWitness {
    Vec3 point_a{};  ///< The point of a that is farthest along the direction.
    Vec3 point_b{};  ///< In b, farthest against it: point_a + separation * direction.
};

/// For the axis of least overlap, `separation` < 0 along the unit `direction`. Where the contact is a segment
/// or an area, a point inside it.
BoxWitness box_box_witness(const BoxPair& pair, const BoxAxis& axis, const Vec3& direction,
                           double separation) noexcept;

}  // namespace graze
