// Bullet: GImpact for pairs of meshes (it has no early out, so only all contacts are requested), its triangle
// tree for rays. Single precision.
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletCollisionCommon.h>

#include <limits>

#include "mesh_contender.hpp"

namespace graze::bench {
namespace {

btVector3 bullet(const Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

btTransform bullet(const Pose& pose) {
    btMatrix3x3 basis;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            basis[i][j] =
                static_cast<float>(pose.rotation(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
    }
    return btTransform(basis, bullet(pose.position));
}

std::unique_ptr<btTriangleMesh> triangle_mesh(const TriangleSoup& model) {
    auto mesh = std::make_unique<btTriangleMesh>();
    mesh->preallocateVertices(static_cast<int>(model.vertices.size()));
    mesh->preallocateIndices(static_cast<int>(3 * model.triangles.size()));
    for (const Vec3& v : model.vertices) mesh->findOrAddVertex(bullet(v), false);
    for (const auto& t : model.triangles)
        mesh->addTriangleIndices(static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2]));
    return mesh;
}

class BulletMesh final : public MeshContender {
public:
    BulletMesh() : MeshContender("bullet/gimpact"), dispatcher_(&configuration_) {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
        object_[0].setWorldTransform(btTransform::getIdentity());
    }

    bool serves(MeshAsk ask) const override { return ask == MeshAsk::all_pairs; }

    void build(int side, const TriangleSoup& model) override {
        shape_[side].reset();
        mesh_[side] = triangle_mesh(model);
        shape_[side] = std::make_unique<btGImpactMeshShape>(mesh_[side].get());
        shape_[side]->setMargin(0);
        shape_[side]->updateBound();
        object_[side].setCollisionShape(shape_[side].get());
    }

    void set_poses(std::span<const Pose> poses) override {
        poses_.clear();
        for (const Pose& pose : poses) poses_.push_back(bullet(pose));
    }

    MeshReply answer(MeshAsk, std::size_t pose) override {
        object_[1].setWorldTransform(poses_[static_cast<int>(pose)]);
        const btCollisionObjectWrapper a(nullptr, shape_[0].get(), &object_[0],
                                         object_[0].getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper b(nullptr, shape_[1].get(), &object_[1],
                                         object_[1].getWorldTransform(), -1, -1);
        Counter counter(&a, &b);
        btCollisionAlgorithm* algorithm =
            dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        algorithm->processCollision(&a, &b, info_, &counter);
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
        return {counter.count > 0, counter.count, 0};
    }

private:
    struct Counter final : btManifoldResult {
        using btManifoldResult::btManifoldResult;
        void addContactPoint(const btVector3&, const btVector3&, btScalar) override { ++count; }
        std::size_t count = 0;
    };

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDispatcherInfo info_;
    std::unique_ptr<btTriangleMesh> mesh_[2];
    std::unique_ptr<btGImpactMeshShape> shape_[2];
    btCollisionObject object_[2];
    btAlignedObjectArray<btTransform> poses_;
};

class BulletRays final : public RayContender {
public:
    BulletRays() : RayContender("bullet/bvh") {}

    void build(const TriangleSoup& model) override {
        shape_.reset();
        mesh_ = triangle_mesh(model);
        shape_ = std::make_unique<btBvhTriangleMeshShape>(mesh_.get(), false);
        double largest = 0;
        for (const Vec3& v : model.vertices) largest = std::max(largest, length(v));
        length_ = static_cast<float>(8 * largest);
    }

    double cast(const Vec3& origin, const Vec3& direction) override {
        const btVector3 from = bullet(origin);
        Closest closest(from, from + length_ * bullet(direction));
        shape_->performRaycast(&closest, from, from + length_ * bullet(direction));
        return closest.m_hitFraction < 1 ? static_cast<double>(closest.m_hitFraction) * length_
                                         : std::numeric_limits<double>::infinity();
    }

private:
    struct Closest final : btTriangleRaycastCallback {
        using btTriangleRaycastCallback::btTriangleRaycastCallback;
        btScalar reportHit(const btVector3&, btScalar fraction, int, int) override { return fraction; }
    };

    std::unique_ptr<btTriangleMesh> mesh_;
    std::unique_ptr<btBvhTriangleMeshShape> shape_;
    float length_ = 1;
};

}  // namespace

void add_bullet_mesh(MeshContenders& contenders) { contenders.push_back(std::make_unique<BulletMesh>()); }
void add_bullet_rays(RayContenders& contenders) { contenders.push_back(std::make_unique<BulletRays>()); }

}  // namespace graze::bench
