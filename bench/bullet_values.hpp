// Vectors and poses as Bullet's, in single precision.
#pragma once

#include <btBulletCollisionCommon.h>

#include "graze/math/pose.hpp"

namespace graze::bench {

inline btVector3 bullet(const Vec3& v) {
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

inline btTransform bullet(const Pose& pose) {
    btMatrix3x3 rotation;
    for (int row = 0; row < 3; ++row) {
        const auto r = static_cast<std::size_t>(row);
        rotation[row] = bullet(Vec3{pose.rotation(r, 0), pose.rotation(r, 1), pose.rotation(r, 2)});
    }
    return btTransform(rotation, bullet(pose.position));
}

}  // namespace graze::bench
