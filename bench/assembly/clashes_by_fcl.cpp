#include "clashes_by_fcl.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <graze/io/document.hpp>

namespace graze::bench {
namespace {

std::shared_ptr<fcl::CollisionGeometryd> geometry_of(const TriangleSoup& soup) {
    std::vector<fcl::Vector3d> vertices;
    for (const Vec3& v : soup.vertices) vertices.emplace_back(v.x, v.y, v.z);
    std::vector<fcl::Triangle> triangles;
    for (const auto& t : soup.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    mesh->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    mesh->addSubModel(vertices, triangles);
    mesh->endModel();
    return mesh;
}

bool print_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* /*unused*/) {
    const fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    if (fcl::collide(a, b, request, result) > 0) {
        std::printf("%s,%s\n", static_cast<const std::string*>(a->getUserData())->c_str(),
                    static_cast<const std::string*>(b->getUserData())->c_str());
    }
    return false;
}

}  // namespace

bool print_clashes_by_fcl(const std::filesystem::path& file) {
    auto parts = io::read_triangles(file);
    if (!parts) {
        std::fprintf(stderr, "%s\n", parts.error().message().c_str());
        return false;
    }
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
    for (io::NamedTriangles& part : *parts) {
        objects.push_back(std::make_unique<fcl::CollisionObjectd>(geometry_of(part.triangles)));
        objects.back()->setUserData(&part.name);
        part.triangles = {};  // FCL has its own copy
    }
    fcl::DynamicAABBTreeCollisionManagerd manager;
    for (const auto& object : objects) manager.registerObject(object.get());
    manager.setup();
    manager.collide(nullptr, print_pair);
    return true;
}

}  // namespace graze::bench
