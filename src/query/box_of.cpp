
#include "graze/query/query.hpp"
#include "mesh/unchecked_box.hpp"
#include "shape/pose_check.hpp"

namespace graze {

Aabb box_of(const Placed& placed) noexcept {
    return usable(placed) ? unchecked_box_of(placed)
                          : Aabb{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
}

}  // namespace graze
