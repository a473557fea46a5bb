#include <limits>

#include "graze/query/query.hpp"
#include "mesh/unchecked_box.hpp"
#include "shape/pose_check.hpp"

namespace graze {

Aabb box_of(const Placed& placed) noexcept {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    return usable(placed) ? unchecked_box_of(placed) : Aabb{{-kInf, -kInf, -kInf}, {kInf, kInf, kInf}};
}

}  // namespace graze
