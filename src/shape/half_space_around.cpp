#include "shape/half_space_around.hpp"

#include "graze/shape/shape.hpp"

namespace graze {

std::optional<Shape> half_space_around(const Shape& shape, const Vec3& normal) noexcept {
    if (!shape.convex() || shape.type() == ShapeType::half_space || !is_finite(normal) || normal == Vec3{})
        return std::nullopt;
    const Vec3 n = unit(normal);
    const Shape around = HalfSpace{n, support_value(shape, enclose(n)).upper};
    return around.valid() ? std::optional(around) : std::nullopt;
}

}  // namespace graze
