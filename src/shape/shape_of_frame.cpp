#include "graze/shape/shape.hpp"

#include <limits>

#include "graze/bounds/frame.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {
namespace {

/// Replaces an invalid frame: check() then reports that a number is not finite.
Shape invalid_shape() { return Point{{std::numeric_limits<double>::quiet_NaN(), 0, 0}}; }

/// The unit cube's image: a box around its middle, so that the middle is rounded once.
Shape cuboid(const Vec3& origin, const std::array<Vec3, 3>& c, double half_z) {
    const Vec3 middle = origin + (c[0] + c[1] + c[2] * (2 * half_z)) * 0.5;
    return transformed(Box{{0.5, 0.5, half_z}}, Affine{Mat3{c}, middle});
}

}  // namespace

Shape shape_of(const Frame<3>& frame) {
    if (!frame.valid()) return invalid_shape();
    const Vec3& o = frame.origin();
    const auto& c = frame.components();
    if (frame.kind() == FrameKind::cuboid) return cuboid(o, c, 0.5);
    return Tetrahedron{o, o + c[0], o + c[1], o + c[2]};
}

Shape shape_of(const Frame<2>& frame) {
    if (!frame.valid()) return invalid_shape();
    const auto lifted = [](const Vec2& v) { return Vec3{v.x, v.y, 0}; };
    const Vec3 o = lifted(frame.origin());
    const Vec3 u = lifted(frame.components()[0]);
    const Vec3 v = lifted(frame.components()[1]);
    if (frame.kind() == FrameKind::cuboid) return cuboid(o, {u, v, {0, 0, 1}}, 0);
    return Triangle{o, o + u, o + v};
}

}  // namespace graze
