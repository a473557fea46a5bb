#include "workload.hpp"

#include <cmath>
#include <numbers>

#include "graze/shape/hull.hpp"
#include "oracle/random.hpp"
#include "reference.hpp"

namespace graze::bench {
namespace {

using test::Random;

constexpr std::size_t kShapes = 8;  // of each side
constexpr int kBisections = 14;     // of the placement range, from a factor of 100: ends within 0.03 %

ShapeSpec make_hull(Random& random, std::size_t vertices) {
    ShapeSpec spec;
    spec.kind = Kind::hull;
    const Vec3 radii{random.uniform(0.25, 0.75), random.uniform(0.25, 0.75), random.uniform(0.25, 0.75)};
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) points.push_back(hadamard(radii, random.direction()));
    // Centred: libraries take the local origin as an inside point, and eight random points need not surround
    // it.
    Vec3 centre{};
    for (const Vec3& point : points) centre += point * (1 / static_cast<double>(vertices));
    for (Vec3& point : points) point -= centre;
    const ConvexHull hull = ConvexHull::build(points).value();
    spec.vertices.assign(hull.vertices().begin(), hull.vertices().end());
    spec.triangles = hull.data().triangles;
    return spec;
}

ShapeSpec make_spec(Random& random, Kind kind, std::size_t vertices) {
    if (kind == Kind::hull) return make_hull(random, vertices);
    ShapeSpec spec;
    spec.kind = kind;
    spec.half_extents = {random.uniform(0.25, 0.75), random.uniform(0.25, 0.75), random.uniform(0.25, 0.75)};
    spec.radius = kind == Kind::sphere ? random.uniform(0.25, 0.75) : random.uniform(0.2, 0.5);
    spec.half_height = random.uniform(0.25, 0.75);
    return spec;
}

Batch make_shapes(Random& random, const Family& family) {
    Batch batch;
    for (std::size_t i = 0; i < kShapes; ++i)
        batch.shapes_a.push_back(make_spec(random, family.a, family.vertices));
    for (std::size_t i = 0; i < kShapes; ++i)
        batch.shapes_b.push_back(make_spec(random, family.b, family.vertices));
    return batch;
}

// b's position is relative to a's, within the unit cube.
PairSpec make_pair(Random& random) {
    PairSpec pair;
    pair.a = static_cast<std::uint32_t>(random.index(kShapes));
    pair.b = static_cast<std::uint32_t>(random.index(kShapes));
    pair.pose_a = random.pose(1);
    pair.pose_b = random.pose(1);
    return pair;
}

PairSpec spread(PairSpec pair, double range) {
    pair.pose_b.position = pair.pose_a.position + pair.pose_b.position * range;
    return pair;
}

bool overlapping(const Batch& batch, const PairSpec& pair) {
    const ReferenceOptions sign{.sign_only = true, .max_cells = 2000};
    return reference_distance({&batch.shapes_a[pair.a], &pair.pose_a},
                              {&batch.shapes_b[pair.b], &pair.pose_b}, sign)
               .lower <= 0;
}

double hit_rate_at(const Batch& batch, double range) {
    std::size_t hits = 0;
    for (const PairSpec& pair : batch.pairs) hits += overlapping(batch, spread(pair, range)) ? 1 : 0;
    return static_cast<double>(hits) / static_cast<double>(batch.pairs.size());
}

std::uint64_t seed_of(const Family& family) {
    return 1000 * static_cast<std::uint64_t>(family.a) + 100 * static_cast<std::uint64_t>(family.b) +
           10000 * family.vertices;
}

}  // namespace

std::string Family::name() const {
    if (vertices != 0) return "hull" + std::to_string(vertices);
    return std::string(to_string(a)) + "-" + std::string(to_string(b));
}

std::vector<Family> all_families() {
    std::vector<Family> families{{Kind::box, Kind::box}};
    for (const std::size_t vertices : {8, 32, 128, 512})
        families.push_back({Kind::hull, Kind::hull, vertices});
    constexpr std::array kinds{Kind::sphere, Kind::box, Kind::capsule, Kind::cylinder, Kind::cone};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        for (std::size_t j = i; j < kinds.size(); ++j) {
            if (kinds[i] != Kind::box || kinds[j] != Kind::box) families.push_back({kinds[i], kinds[j]});
        }
    }
    return families;
}

Batch make_batch(const Family& family, double hit_rate, std::size_t count) {
    Random random(seed_of(family));
    Batch batch = make_shapes(random, family);
    for (std::size_t i = 0; i < count; ++i) batch.pairs.push_back(make_pair(random));
    // Fewer pairs overlap the wider they are spread.
    double near = 0.1;
    double far = 10;
    for (int i = 0; i < kBisections; ++i) {
        const double range = std::sqrt(near * far);
        (hit_rate_at(batch, range) > hit_rate ? near : far) = range;
    }
    for (PairSpec& pair : batch.pairs) pair = spread(pair, std::sqrt(near * far));
    return batch;
}

Batch make_coherent_batch(const Family& family, std::size_t steps) {
    Random random(seed_of(family) + 2);
    Batch batch = make_shapes(random, family);
    const Vec3 axis_a = random.direction();
    const Vec3 axis_b = random.direction();
    const Vec3 along = random.direction();
    const Vec3 side = perpendicular(along);
    for (std::size_t i = 0; i < steps; ++i) {
        const double t = static_cast<double>(i) / 1000;  // one step: 1 mrad, 1 mm for shapes of a metre
        PairSpec pair;
        pair.pose_a = Pose::from(Quat::from_axis_angle(axis_a, t), {});
        pair.pose_b = Pose::from(Quat::from_axis_angle(axis_b, -0.7 * t),
                                 along * (1.7 + 0.2 * std::sin(t)) + side * (0.3 * std::cos(2 * t)));
        batch.pairs.push_back(pair);
    }
    return batch;
}

}  // namespace graze::bench
