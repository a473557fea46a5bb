// Bodies as FCL's geometry.
#pragma once

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision_object.h>

#include <memory>
#include <vector>

#include "body.hpp"
#include "graze/math/pose.hpp"

namespace graze::bench {

using FclGeometry = std::shared_ptr<fcl::CollisionGeometryd>;

inline fcl::Vector3d fcl_vector(const Vec3& v) { return {v.x, v.y, v.z}; }

inline fcl::Transform3d fcl_transform(const Pose& pose) {
    fcl::Transform3d to = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            to.linear()(row, column) =
                pose.rotation(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    }
    to.translation() = fcl_vector(pose.position);
    return to;
}

inline FclGeometry fcl_hull(const TriangleSoup& soup) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3& v : soup.vertices) vertices->push_back(fcl_vector(v));
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& triangle : soup.triangles) {
        faces->push_back(3);
        for (const std::uint32_t index : triangle) faces->push_back(static_cast<int>(index));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(soup.triangles.size()), faces, false);
}

/// A mesh in a tree of `Volume`s.
template <typename Volume> FclGeometry fcl_mesh(const TriangleSoup& soup) {
    std::vector<fcl::Vector3d> vertices;
    for (const Vec3& v : soup.vertices) vertices.push_back(fcl_vector(v));
    std::vector<fcl::Triangle> triangles;
    for (const auto& t : soup.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto mesh = std::make_shared<fcl::BVHModel<Volume>>();
    mesh->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    mesh->addSubModel(vertices, triangles);
    mesh->endModel();
    return mesh;
}

template <typename Volume> FclGeometry fcl_geometry(const Body& body) {
    const Vec3& h = body.half_extents;
    switch (body.kind) {
        case Body::Kind::box: return std::make_shared<fcl::Boxd>(2 * h.x, 2 * h.y, 2 * h.z);
        case Body::Kind::sphere: return std::make_shared<fcl::Sphered>(body.radius);
        case Body::Kind::capsule: return std::make_shared<fcl::Capsuled>(body.radius, 2 * body.half_height);
        case Body::Kind::cylinder: return std::make_shared<fcl::Cylinderd>(body.radius, 2 * body.half_height);
        case Body::Kind::hull: return fcl_hull(*body.soup);
        case Body::Kind::mesh: return fcl_mesh<Volume>(*body.soup);
    }
    return nullptr;
}

}  // namespace graze::bench
