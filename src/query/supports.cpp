// The capability table by rule: every pair of convex types is served by the automatic method; named methods
// serve what they have axes or support points for. Sets of parts choose a method for each pair of parts.
#include "graze/query/query.hpp"

#include "shape/primitives/list.hpp"

namespace graze {
namespace {

bool has_separating_axes(ShapeType type) noexcept {
    if (type == ShapeType::polygon || type == ShapeType::hull) return true;
    const PrimitiveInfo* info = primitive_info(type);
    return info && info->polytope;
}

bool is_known(ShapeType type) noexcept { return static_cast<std::size_t>(type) < kShapeTypeCount; }

}  // namespace

bool supports(Query query, ShapeType a, ShapeType b, Method method) noexcept {
    if (!is_known(a) || !is_known(b)) return false;
    if (query == Query::time_of_impact) return method == Method::automatic;
    const bool convex = is_convex(a) && is_convex(b);
    if (!convex && method != Method::automatic) return false;
    if (query != Query::decide || method == Method::automatic) return method == Method::automatic;
    switch (method) {
        // The half-space's own normal is the one axis its pairs need.
        case Method::sat:
            return (has_separating_axes(a) && has_separating_axes(b)) || a == ShapeType::half_space ||
                   b == ShapeType::half_space;
        case Method::gjk: return a != ShapeType::half_space && b != ShapeType::half_space;
        case Method::fourier_motzkin: return has_separating_axes(a) && has_separating_axes(b);
        default: return false;
    }
}

}  // namespace graze
