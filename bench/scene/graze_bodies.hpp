// Bodies of the rows of whole steps as graze's shapes.
#pragma once

#include "body.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"

namespace graze::bench {

/// Meshes are surfaces here, as they are to the peers. A mesh is built again: bodies that share one should
/// share the shape.
inline Shape graze_shape_of(const Body& body) {
    switch (body.kind) {
        case Body::Kind::box: return Box{body.half_extents};
        case Body::Kind::sphere: return Sphere{body.radius};
        case Body::Kind::capsule: return Capsule{body.radius, body.half_height};
        case Body::Kind::cylinder: return Cylinder{body.radius, body.half_height};
        case Body::Kind::hull: return ConvexHull::build(body.soup->vertices).value();
        case Body::Kind::mesh: return Mesh::build(body.soup->vertices, body.soup->triangles).value();
    }
    return Sphere{1};
}

}  // namespace graze::bench
