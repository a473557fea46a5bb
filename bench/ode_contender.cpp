// ODE: dCollide on two geoms outside any space. Its geoms hold their pose, so setting it is part of the timed
// query. It has no distance and no cone. Hulls over 128 vertices are left out: its convex code tests every
// edge against every face.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include <ode/ode.h>

#include "contender.hpp"

namespace graze::bench {
namespace {

constexpr std::size_t kMostVertices = 128;
constexpr int kContacts = 8;  // enough for a box face; the deepest one is the answer

// ODE's hull keeps pointers to what it was made from.
struct HullArrays {
    std::vector<dReal> planes;
    std::vector<dReal> points;
    std::vector<unsigned> polygons;
};

struct Geom {
    std::unique_ptr<HullArrays> arrays;
    dGeomID id = nullptr;

    Geom() = default;
    Geom(const Geom&) = delete;
    Geom& operator=(const Geom&) = delete;
    Geom(Geom&& other) noexcept : arrays(std::move(other.arrays)), id(std::exchange(other.id, nullptr)) {}
    Geom& operator=(Geom&&) = delete;
    ~Geom() {
        if (id != nullptr) dGeomDestroy(id);
    }
};

std::unique_ptr<HullArrays> hull_arrays(const ShapeSpec& spec) {
    auto arrays = std::make_unique<HullArrays>();
    for (const Vec3& v : spec.vertices) arrays->points.insert(arrays->points.end(), {v.x, v.y, v.z});
    for (const auto& triangle : spec.triangles) {
        const Vec3& p = spec.vertices[triangle[0]];
        const Vec3 normal = unit(cross(spec.vertices[triangle[1]] - p, spec.vertices[triangle[2]] - p));
        arrays->planes.insert(arrays->planes.end(), {normal.x, normal.y, normal.z, dot(normal, p)});
        arrays->polygons.insert(arrays->polygons.end(), {3U, triangle[0], triangle[1], triangle[2]});
    }
    return arrays;
}

Geom make_geom(const ShapeSpec& spec) {
    const Vec3& h = spec.half_extents;
    Geom geom;
    switch (spec.kind) {
        case Kind::sphere: geom.id = dCreateSphere(nullptr, spec.radius); break;
        case Kind::box: geom.id = dCreateBox(nullptr, 2 * h.x, 2 * h.y, 2 * h.z); break;
        case Kind::capsule: geom.id = dCreateCapsule(nullptr, spec.radius, 2 * spec.half_height); break;
        case Kind::cylinder: geom.id = dCreateCylinder(nullptr, spec.radius, 2 * spec.half_height); break;
        case Kind::cone: break;
        case Kind::hull:
            geom.arrays = hull_arrays(spec);
            geom.id =
                dCreateConvex(nullptr, geom.arrays->planes.data(),
                              static_cast<unsigned>(spec.triangles.size()), geom.arrays->points.data(),
                              static_cast<unsigned>(spec.vertices.size()), geom.arrays->polygons.data());
            break;
    }
    return geom;
}

struct OdePose {
    dMatrix3 rotation;
    dVector3 position;
};

OdePose ode(const Pose& pose) {
    OdePose out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column)
            out.rotation[4 * row + column] = pose.rotation(row, column);
        out.position[row] = pose.position[row];
    }
    return out;
}

class Ode final : public Contender {
public:
    Ode() : Contender("ode") { dInitODE2(0); }
    ~Ode() override {
        shapes_a_.clear();
        shapes_b_.clear();
        dCloseODE();
    }

    bool serves(Ask ask, Kind a, Kind b) const override {
        return ask != Ask::distance && a != Kind::cone && b != Kind::cone;
    }

    void load(const Batch& batch) override {
        batch_ = &batch;
        shapes_a_.clear();
        shapes_b_.clear();
        poses_.clear();
        if (batch.shapes_a[0].vertices.size() > kMostVertices) return;
        for (const ShapeSpec& spec : batch.shapes_a) shapes_a_.push_back(make_geom(spec));
        for (const ShapeSpec& spec : batch.shapes_b) shapes_b_.push_back(make_geom(spec));
        for (const PairSpec& pair : batch.pairs) {
            poses_.push_back(ode(pair.pose_a));
            poses_.push_back(ode(pair.pose_b));
        }
    }

    bool loaded() const override { return !poses_.empty(); }

    void answer(Ask ask, std::span<Reply> replies) override {
        std::array<dContactGeom, kContacts> contacts;
        for (std::size_t i = 0; i < replies.size(); ++i) {
            const PairSpec& pair = batch_->pairs[i];
            place(shapes_a_[pair.a].id, poses_[2 * i]);
            place(shapes_b_[pair.b].id, poses_[2 * i + 1]);
            const int flags = ask == Ask::boolean ? 1 : kContacts;
            const int count = dCollide(shapes_a_[pair.a].id, shapes_b_[pair.b].id, flags, contacts.data(),
                                       sizeof(dContactGeom));
            Reply& reply = replies[i];
            reply.hit = count > 0;
            if (ask == Ask::boolean) continue;
            reply.failed = count == 0;
            if (reply.failed) continue;
            const auto& deepest = *std::max_element(
                contacts.begin(), contacts.begin() + count,
                [](const dContactGeom& x, const dContactGeom& y) { return x.depth < y.depth; });
            reply.distance = -deepest.depth;
            reply.normal = {-deepest.normal[0], -deepest.normal[1],
                            -deepest.normal[2]};  // ODE's points into the first geom
        }
    }

private:
    static void place(dGeomID geom, const OdePose& pose) {
        dGeomSetPosition(geom, pose.position[0], pose.position[1], pose.position[2]);
        dGeomSetRotation(geom, pose.rotation);
    }

    const Batch* batch_ = nullptr;
    std::vector<Geom> shapes_a_;
    std::vector<Geom> shapes_b_;
    std::vector<OdePose> poses_;  // a and b of each pair in turn
};

}  // namespace

void add_ode(Contenders& contenders) { contenders.push_back(std::make_unique<Ode>()); }

}  // namespace graze::bench
