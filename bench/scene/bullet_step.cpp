// Bullet: a collision world with its dynamic tree; GImpact for meshes. Single precision, margins as Bullet
// has them but for hulls and meshes, which they would make larger. Its manifolds also keep points that are a
// little apart: only those that are not are counted.
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <map>

#include "../bullet_values.hpp"
#include "step_contender.hpp"

namespace graze::bench {
namespace {

class BulletStep final : public StepContender {
public:
    BulletStep() : StepContender("bullet") {}
    ~BulletStep() override { clear(); }

    bool serves(StepAsk ask) const override { return ask == StepAsk::contacts; }
    void load(const BodyWorld& world) override {
        clear();
        broad_ = std::make_unique<btDbvtBroadphase>();
        dispatcher_ = std::make_unique<btCollisionDispatcher>(&configuration_);
        btGImpactCollisionAlgorithm::registerAlgorithm(dispatcher_.get());
        world_ = std::make_unique<btCollisionWorld>(dispatcher_.get(), broad_.get(), &configuration_);
        std::map<const TriangleSoup*, btCollisionShape*> heavy;
        for (std::size_t i = 0; i < world.bodies().size(); ++i) {
            const Body& body = world.bodies()[i];
            btCollisionShape*& known = heavy[body.soup.get()];
            if (!body.soup || !known) {
                shapes_.push_back(shape_of(body));
                known = shapes_.back().get();
            }
            objects_.push_back(std::make_unique<btCollisionObject>());
            objects_.back()->setCollisionShape(known);
            objects_.back()->setCollisionFlags(0);  // moves
            objects_.back()->setWorldTransform(bullet(world.poses()[i]));
            world_->addCollisionObject(objects_.back().get());
        }
    }
    StepAnswer step(StepAsk, std::span<const Pose> poses) override {
        for (std::size_t i = 0; i < poses.size(); ++i) objects_[i]->setWorldTransform(bullet(poses[i]));
        world_->performDiscreteCollisionDetection();
        StepAnswer answer;
        // GImpact keeps several manifolds of a pair: they follow each other.
        for (int i = 0; i < dispatcher_->getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(i);
            double deepest = -1;
            for (int k = 0; k < manifold.getNumContacts(); ++k) {
                const double distance = static_cast<double>(manifold.getContactPoint(k).getDistance());
                if (distance > 0) continue;
                ++answer.points;
                deepest = std::max(deepest, -distance);
            }
            if (deepest < 0) continue;
            ++answer.pairs;
            answer.depth += deepest;
        }
        return answer;
    }

private:
    void clear() {
        if (!world_) return;
        for (const auto& object : objects_) world_->removeCollisionObject(object.get());
        world_.reset();
        objects_.clear();
        shapes_.clear();
        meshes_.clear();
    }
    std::unique_ptr<btCollisionShape> shape_of(const Body& body) {
        const auto r = static_cast<btScalar>(body.radius), h = static_cast<btScalar>(body.half_height);
        switch (body.kind) {
            case Body::Kind::box: return std::make_unique<btBoxShape>(bullet(body.half_extents));
            case Body::Kind::sphere: return std::make_unique<btSphereShape>(r);
            case Body::Kind::capsule: return std::make_unique<btCapsuleShapeZ>(r, 2 * h);
            case Body::Kind::cylinder: return std::make_unique<btCylinderShapeZ>(btVector3(r, r, h));
            case Body::Kind::hull: {
                auto hull = std::make_unique<btConvexHullShape>();
                for (const Vec3& v : body.soup->vertices) hull->addPoint(bullet(v), false);
                hull->setMargin(0);
                hull->recalcLocalAabb();
                return hull;
            }
            case Body::Kind::mesh: break;
        }
        meshes_.push_back(std::make_unique<btTriangleMesh>());
        for (const Vec3& v : body.soup->vertices) meshes_.back()->findOrAddVertex(bullet(v), false);
        for (const auto& t : body.soup->triangles)
            meshes_.back()->addTriangleIndices(static_cast<int>(t[0]), static_cast<int>(t[1]),
                                               static_cast<int>(t[2]));
        auto shape = std::make_unique<btGImpactMeshShape>(meshes_.back().get());
        shape->setMargin(0);
        shape->updateBound();
        return shape;
    }

    btDefaultCollisionConfiguration configuration_;
    std::unique_ptr<btDbvtBroadphase> broad_;
    std::unique_ptr<btCollisionDispatcher> dispatcher_;
    std::unique_ptr<btCollisionWorld> world_;
    std::vector<std::unique_ptr<btTriangleMesh>> meshes_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

}  // namespace

void add_bullet_step(StepContenders& contenders) { contenders.push_back(std::make_unique<BulletStep>()); }

}  // namespace graze::bench
