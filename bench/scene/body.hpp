// A body of the rows of whole steps.
#pragma once

#include <cstdint>
#include <memory>

#include "graze/math/vec.hpp"
#include "graze/mesh/generate.hpp"

namespace graze::bench {

/// A body in its own frame. Capsules and cylinders lie along z.
struct Body {
    enum class Kind : std::uint8_t { box, sphere, capsule, cylinder, hull, mesh };
    Kind kind = Kind::box;
    Vec3 half_extents{};     ///< Of a box.
    double radius = 0;       ///< Of spheres, capsules and cylinders.
    double half_height = 0;  ///< Of capsules (without the caps) and cylinders.
    std::shared_ptr<const TriangleSoup>
        soup{};  ///< Of hulls, whose surface it is, and meshes; shared by those that are alike.
};

}  // namespace graze::bench
