#include "rays.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include "graze/graze.hpp"
#include "graze_shapes.hpp"
#include "oracle/random.hpp"
#include "ratios.hpp"
#include "workload.hpp"

#ifdef GRAZE_BENCH_BULLET
#include "bullet_values.hpp"
#endif

namespace graze::bench {
namespace {

using test::Random;

constexpr std::array kKinds{Kind::sphere, Kind::box, Kind::capsule, Kind::cylinder, Kind::cone, Kind::hull};
constexpr std::size_t kHullVertices = 64;
constexpr double kFar = 10;  // how far Bullet's segments go: past every shape

std::string row_name(Kind kind) {
    return "ray " + std::string(to_string(kind)) +
           (kind == Kind::hull ? std::to_string(kHullVertices) : std::string());
}

struct Subject {
    std::size_t shape = 0;  ///< Of those of the row.
    Placed placed;
    Ray ray;
};

struct RayRow {
    std::vector<ShapeSpec> shapes;
    std::vector<Subject> subjects;
};

/// From 1.5 to 4 around the shape towards its middle; about three of four hit.
RayRow make_row(Kind kind, std::size_t count) {
    Random random(77 + static_cast<std::uint64_t>(kind));
    RayRow row;
    row.shapes = make_batch({kind, kind, kind == Kind::hull ? kHullVertices : 0}, 0.5, 8).shapes_a;
    std::vector<Shape> shapes;
    for (const ShapeSpec& spec : row.shapes) shapes.push_back(make_shape(spec));
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t shape = i % shapes.size();
        const Pose pose = random.pose(1);
        const Vec3 origin = pose.position + random.uniform(1.5, 4) * random.direction();
        const Vec3 target = pose.position + random.in_cube(0.5);
        row.subjects.push_back({shape, {shapes[shape], pose}, {origin, target - origin}});
    }
    return row;
}

/// Hits that `verify` rejects, and misses of a shape that is deep around a point of the ray.
std::size_t wrong_answers(const std::vector<Subject>& subjects) {
    std::size_t wrong = 0;
    for (const Subject& subject : subjects) {
        const std::optional<RayHit> hit = raycast(subject.ray, subject.placed);
        if (hit) {
            wrong += !verify(*hit, subject.ray, subject.placed);
            continue;
        }
        const Placed path{Segment{{}, (kFar / length(subject.ray.direction)) * subject.ray.direction},
                          Pose::translation(subject.ray.origin)};
        wrong += separation(path, subject.placed).distance.upper < -1e-9;
    }
    return wrong;
}

#ifdef GRAZE_BENCH_BULLET

/// Without the margin that Bullet adds, but for balls and capsules, whose radius it is.
std::unique_ptr<btConvexShape> bullet_shape(const ShapeSpec& spec) {
    const auto r = static_cast<btScalar>(spec.radius);
    const auto h = static_cast<btScalar>(spec.half_height);
    std::unique_ptr<btConvexShape> shape;
    switch (spec.kind) {
        case Kind::sphere: return std::make_unique<btSphereShape>(r);
        case Kind::capsule: return std::make_unique<btCapsuleShapeZ>(r, 2 * h);
        case Kind::box: shape = std::make_unique<btBoxShape>(bullet(spec.half_extents)); break;
        case Kind::cylinder: shape = std::make_unique<btCylinderShapeZ>(btVector3(r, r, h)); break;
        case Kind::cone: shape = std::make_unique<btConeShapeZ>(r, 2 * h); break;
        case Kind::hull: {
            auto hull = std::make_unique<btConvexHullShape>();
            for (const Vec3& v : spec.vertices) hull->addPoint(bullet(v), false);
            hull->recalcLocalAabb();
            shape = std::move(hull);
        }
    }
    shape->setMargin(0);
    return shape;
}

class BulletRays {
public:
    explicit BulletRays(const RayRow& row) {
        for (const ShapeSpec& spec : row.shapes) shapes_.push_back(bullet_shape(spec));
        for (const Subject& subject : row.subjects) {
            const Ray& ray = subject.ray;
            const double share = kFar / length(ray.direction);
            queries_.push_back({shapes_[subject.shape].get(), bullet(subject.placed.pose), bullet(ray.origin),
                                bullet(ray.origin + share * ray.direction)});
        }
    }
    std::size_t hits() {
        std::size_t hits = 0;
        for (const Query& query : queries_) {
            btCollisionWorld::ClosestRayResultCallback closest(query.from, query.to);
            btCollisionWorld::rayTestSingle(btTransform(btQuaternion::getIdentity(), query.from),
                                            btTransform(btQuaternion::getIdentity(), query.to), &object_,
                                            query.shape, query.pose, closest);
            hits += closest.hasHit();
        }
        return hits;
    }

private:
    struct Query {
        const btConvexShape* shape;
        btTransform pose;
        btVector3 from;
        btVector3 to;
    };
    btCollisionObject object_;
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    std::vector<Query> queries_;
};

#else

class BulletRays {
public:
    explicit BulletRays(const RayRow&) {}
    std::size_t hits() { return 0; }
};

#endif

void run_ray_row(Kind kind, const Effort& effort) {
    const RayRow row = make_row(kind, std::min<std::size_t>(effort.pairs, 2000));
    const std::vector<Subject>& subjects = row.subjects;
    BulletRays bullet_rays(row);
    const double count = static_cast<double>(subjects.size());
    std::vector<double> own, peer, ratios;
    std::size_t hits = 0, peer_hits = 0;
    for (int repetition = 0; repetition < effort.repetitions; ++repetition) {
        hits = 0;
        double start = cpu_seconds();
        for (const Subject& subject : subjects) hits += raycast(subject.ray, subject.placed).has_value();
        own.push_back(1e9 * (cpu_seconds() - start) / count);
        start = cpu_seconds();
        peer_hits = bullet_rays.hits();
        peer.push_back(1e9 * (cpu_seconds() - start) / count);
        ratios.push_back(own.back() / peer.back());
    }
    const std::size_t wrong = wrong_answers(subjects);
    const double share = 100 / count;
    std::printf("%-20s %7.1f %6.1f %9.1f %11.1f %8.3f %7zu\n", row_name(kind).c_str(),
                share * static_cast<double>(hits), share * static_cast<double>(peer_hits), median(own),
                median(peer), median(ratios), wrong);
    if (peer_hits != 0) record_ratio("convex", {row_name(kind), "bullet", median(ratios), wrong});
}

}  // namespace

bool run_ray_rows(const std::string& filter, const Effort& effort) {
    bool any = false;
    for (const Kind kind : kKinds) {
        if (row_name(kind).find(filter) == std::string::npos) continue;
        if (!any)
            std::printf("\n%-20s %7s %6s %9s %11s %8s %7s\n", "first hits, ns", "hits %", "peer", "graze",
                        "bullet", "ratio", "wrong");
        any = true;
        run_ray_row(kind, effort);
    }
    return any;
}

}  // namespace graze::bench
