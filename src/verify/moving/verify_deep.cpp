#include "verify/moving/verify_deep.hpp"

#include <cmath>
#include <numbers>

#include "verify/verify_bounds.hpp"

namespace graze::verifying {

bool overlap_deeper(const Placed& a, const Placed& b, const Vec3& normal, double depth) noexcept {
    if (!nearly_unit(normal)) return false;
    const IntervalVec3 apart = enclose(b.pose.position) - enclose(a.pose.position);
    // Two faces of the octahedron are across the normal, which then needs no more than the depth: (1, 1, 1)
    // in the frame of its corners.
    const Vec3 n = unit(normal), u = perpendicular(n), v = cross(n, u);
    // The ball inside is a little larger than the depth: roundings of the corners, and of a depth that is a
    // sum.
    const double corner = std::numbers::sqrt3 * depth * (1 + 64 * kEps);
    for (int k = 0; k < 3; ++k) {
        const double angle = 2 * std::numbers::pi / 3 * k;
        const Vec3 axis = (n + std::numbers::sqrt2 * (std::cos(angle) * u + std::sin(angle) * v)) *
                          (1 / std::numbers::sqrt3);
        for (const double shift : {corner, -corner}) {
            if (!come_within(a, b, apart + enclose(axis * shift), 0)) return false;
        }
    }
    return true;
}

}  // namespace graze::verifying
