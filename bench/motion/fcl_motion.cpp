// FCL's conservative advancement, tolerance 1e-4, 50 iterations. Its interpolating motion is made from
// matrices with an explicit reference point: the constructor from two transforms leaves that point
// uninitialised.
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "motion_contender.hpp"

namespace graze::bench {
namespace {

fcl::Matrix3d matrix(const Mat3& m) {
    fcl::Matrix3d result;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            result(row, column) = m(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    }
    return result;
}
fcl::Vector3d vector(const Vec3& v) { return {v.x, v.y, v.z}; }

std::shared_ptr<fcl::CollisionGeometryd> make_geometry(const ShapeSpec& spec) {
    const Vec3& h = spec.half_extents;
    if (spec.kind == Kind::box) return std::make_shared<fcl::Boxd>(2 * h.x, 2 * h.y, 2 * h.z);
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3& v : spec.vertices) vertices->push_back(vector(v));
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& t : spec.triangles) {
        faces->push_back(3);
        for (const std::uint32_t corner : t) faces->push_back(static_cast<int>(corner));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(spec.triangles.size()), faces);
}

class FclMotion final : public MotionContender {
public:
    FclMotion() : MotionContender("fcl/advancement") {
        request_.num_max_iterations = 50;
        request_.toc_err = 1e-4;
        request_.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    }

    bool serves(const MotionBatch&) const override { return true; }

    void load(const MotionBatch& batch) override {
        batch_ = &batch;
        shapes_.clear();
        for (const ShapeSpec& spec : batch.shapes) {
            shapes_.push_back(make_geometry(spec));
            shapes_.back()->computeLocalAABB();
        }
    }

    MotionReply answer(std::size_t index) override {
        const MotionPair& pair = batch_->pairs[index];
        const fcl::Vector3d centre = fcl::Vector3d::Zero();
        fcl::InterpMotion<double> a(matrix(pair.rest.rotation), vector(pair.rest.position),
                                    matrix(pair.rest.rotation), vector(pair.rest.position), centre);
        fcl::InterpMotion<double> b(matrix(pair.from.rotation), vector(pair.from.position),
                                    matrix(pair.to.rotation), vector(pair.to.position), centre);
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(shapes_[pair.a].get(), &a, shapes_[pair.b].get(), &b, request_, result);
        return {result.is_collide, result.time_of_contact, result.time_of_contact};
    }

private:
    fcl::ContinuousCollisionRequestd request_;
    const MotionBatch* batch_ = nullptr;
    std::vector<std::shared_ptr<fcl::CollisionGeometryd>> shapes_;
};

}  // namespace

void add_fcl_motion(MotionContenders& contenders) { contenders.push_back(std::make_unique<FclMotion>()); }

}  // namespace graze::bench
