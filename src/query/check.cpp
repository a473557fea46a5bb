// Why a placed shape is refused, in the order in which a user can fix it: the shape's own numbers, then
// position, rotation and rigidity of the pose. Accepts exactly what the solvers take as usable.
#include <cmath>

#include "graze/math/vec.hpp"
#include "graze/query/query.hpp"
#include "shape/pose_check.hpp"

namespace graze {

expected<void, BuildError> check(const Placed& placed) {
    if (auto fault = placed.shape.fault()) return unexpected<BuildError>(*std::move(fault));
    const Pose& pose = placed.pose;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!std::isfinite(pose.position[i])) {
            return unexpected<BuildError>({Rule::not_finite, Element::component, i,
                                           "the pose's position is NaN or infinite; give finite numbers"});
        }
        if (std::abs(pose.position[i]) > kLargestServed) {
            return unexpected<BuildError>(
                {Rule::out_of_range, Element::component, i,
                 "the pose's position exceeds 1e100; choose another unit of length"});
        }
        if (!is_finite(pose.rotation.columns[i])) {
            return unexpected<BuildError>(
                {Rule::not_finite, Element::component, i,
                 "the pose's rotation has a NaN or an infinity in this column; a zero quaternion makes one"});
        }
    }
    if (!(orthonormality_defect(pose.rotation) <= kRigidTolerance)) {
        return unexpected<BuildError>({Rule::not_orthonormal, Element::whole, 0,
                                       "the pose's matrix is not a rotation within 1e-6; scale the shape "
                                       "with scaled() or transformed() and keep "
                                       "the pose rigid, or build it with Pose::from(quaternion, position)"});
    }
    return {};
}

}  // namespace graze
