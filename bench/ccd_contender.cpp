// libccd called directly with our own support functions: ccd/gjk is its GJK (booleans) and GJK + EPA
// (depths), ccd/mpr its portal refinement. Tolerances are 1e-6, iterations limited to 500. It has no
// distance.
#include <cmath>
#include <vector>

#include <ccd/ccd.h>
#include <ccd/vec3.h>

#include "contender.hpp"

namespace graze::bench {
namespace {

struct Object {
    const ShapeSpec* shape = nullptr;
    const Pose* pose = nullptr;
};

Vec3 vertex_support(const std::vector<Vec3>& vertices, const Vec3& d) {
    const Vec3* best = vertices.data();
    double height = dot(*best, d);
    for (const Vec3& v : vertices) {
        const double h = dot(v, d);
        if (h <= height) continue;
        height = h;
        best = &v;
    }
    return *best;
}

Vec3 local_support(const ShapeSpec& s, const Vec3& d) {
    const double across = std::sqrt(d.x * d.x + d.y * d.y);
    const double scale = across > 0 ? s.radius / across : 0;
    switch (s.kind) {
        case Kind::sphere: return d * (s.radius / length(d));
        case Kind::box:
            return {std::copysign(s.half_extents.x, d.x), std::copysign(s.half_extents.y, d.y),
                    std::copysign(s.half_extents.z, d.z)};
        case Kind::capsule: return d * (s.radius / length(d)) + Vec3{0, 0, std::copysign(s.half_height, d.z)};
        case Kind::cylinder: return {d.x * scale, d.y * scale, std::copysign(s.half_height, d.z)};
        case Kind::cone:
            if (2 * s.half_height * d.z > s.radius * across) return {0, 0, s.half_height};
            return {d.x * scale, d.y * scale, -s.half_height};
        case Kind::hull: return vertex_support(s.vertices, d);
    }
    return {};
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
    const auto& o = *static_cast<const Object*>(object);
    const Vec3 d{direction->v[0], direction->v[1], direction->v[2]};
    const Vec3 p = *o.pose * local_support(*o.shape, transpose_times(o.pose->rotation, d));
    ccdVec3Set(point, p.x, p.y, p.z);
}

void centre(const void* object, ccd_vec3_t* point) {
    const Vec3& p = static_cast<const Object*>(object)->pose->position;
    ccdVec3Set(point, p.x, p.y, p.z);
}

using Intersect = int (*)(const void*, const void*, const ccd_t*);
using Penetrate = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*, ccd_vec3_t*);

class Ccd final : public Contender {
public:
    Ccd(std::string name, Intersect intersect, Penetrate penetrate)
        : Contender(std::move(name)), intersect_(intersect), penetrate_(penetrate) {
        CCD_INIT(&ccd_);
        ccd_.support1 = support;
        ccd_.support2 = support;
        ccd_.center1 = centre;
        ccd_.center2 = centre;
        ccd_.max_iterations = 500;
        ccd_.epa_tolerance = 1e-6;
        ccd_.mpr_tolerance = 1e-6;
    }

    bool serves(Ask ask, Kind, Kind) const override { return ask != Ask::distance; }
    void load(const Batch& batch) override { batch_ = &batch; }

    void answer(Ask ask, std::span<Reply> replies) override {
        for (std::size_t i = 0; i < replies.size(); ++i) {
            const PairSpec& pair = batch_->pairs[i];
            const Object a{&batch_->shapes_a[pair.a], &pair.pose_a};
            const Object b{&batch_->shapes_b[pair.b], &pair.pose_b};
            Reply& reply = replies[i];
            if (ask == Ask::boolean) {
                reply.hit = intersect_(&a, &b, &ccd_) != 0;
                continue;
            }
            ccd_real_t depth = 0;
            ccd_vec3_t direction{};
            ccd_vec3_t position{};
            reply.failed = penetrate_(&a, &b, &ccd_, &depth, &direction, &position) != 0;
            reply.distance = -depth;
            reply.normal = {direction.v[0], direction.v[1], direction.v[2]};
        }
    }

private:
    const Batch* batch_ = nullptr;
    Intersect intersect_;
    Penetrate penetrate_;
    ccd_t ccd_{};
};

}  // namespace

void add_ccd(Contenders& contenders) {
    contenders.push_back(std::make_unique<Ccd>("ccd/gjk", ccdGJKIntersect, ccdGJKPenetration));
    contenders.push_back(std::make_unique<Ccd>("ccd/mpr", ccdMPRIntersect, ccdMPRPenetration));
}

}  // namespace graze::bench
