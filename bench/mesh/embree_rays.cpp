// Embree, robust mode, one ray at a time.
#include <embree3/rtcore.h>

#include <limits>

#include "mesh_contender.hpp"

namespace graze::bench {
namespace {

class EmbreeRays final : public RayContender {
public:
    EmbreeRays(std::string name, RTCSceneFlags flags)
        : RayContender(std::move(name)), device_(rtcNewDevice("threads=1")), flags_(flags) {}
    ~EmbreeRays() override {
        if (scene_ != nullptr) rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }

    void build(const TriangleSoup& model) override {
        if (scene_ != nullptr) rtcReleaseScene(scene_);
        scene_ = rtcNewScene(device_);
        rtcSetSceneFlags(scene_, flags_);
        RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                                     RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                                     model.vertices.size()));
        for (const Vec3& v : model.vertices) {
            for (const double x : {v.x, v.y, v.z}) *vertices++ = static_cast<float>(x);
        }
        auto* indices = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0,
                                                                       RTC_FORMAT_UINT3, 3 * sizeof(unsigned),
                                                                       model.triangles.size()));
        for (const auto& t : model.triangles) {
            for (const std::uint32_t i : t) *indices++ = i;
        }
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
    }

    double cast(const Vec3& origin, const Vec3& direction) override {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit ray{};
        ray.ray = {static_cast<float>(origin.x),
                   static_cast<float>(origin.y),
                   static_cast<float>(origin.z),
                   0,
                   static_cast<float>(direction.x),
                   static_cast<float>(direction.y),
                   static_cast<float>(direction.z),
                   0,
                   std::numeric_limits<float>::infinity(),
                   0xffffffffU,
                   0,
                   0};
        ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene_, &context, &ray);
        return ray.hit.geomID == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<double>::infinity()
                                                         : ray.ray.tfar;
    }

private:
    RTCDevice device_;
    RTCScene scene_ = nullptr;
    RTCSceneFlags flags_;
};

}  // namespace

void add_embree_rays(RayContenders& contenders) {
    contenders.push_back(std::make_unique<EmbreeRays>("embree", RTC_SCENE_FLAG_NONE));
    contenders.push_back(std::make_unique<EmbreeRays>("embree/robust", RTC_SCENE_FLAG_ROBUST));
}

}  // namespace graze::bench
