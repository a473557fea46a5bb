// The described shapes as graze's own.
#pragma once

#include <cstdlib>

#include "batch.hpp"
#include "graze/graze.hpp"

namespace graze::bench {

inline Shape make_shape(const ShapeSpec& spec) {
    switch (spec.kind) {
        case Kind::sphere: return Sphere{spec.radius};
        case Kind::box: return Box{spec.half_extents};
        case Kind::capsule: return Capsule{spec.radius, spec.half_height};
        case Kind::cylinder: return Cylinder{spec.radius, spec.half_height};
        case Kind::cone: return Cone{spec.radius, spec.half_height};
        case Kind::hull: break;
    }
    // The workload built this hull before: its vertices make one again.
    return ConvexHull::build(spec.vertices).value();
}

}  // namespace graze::bench
