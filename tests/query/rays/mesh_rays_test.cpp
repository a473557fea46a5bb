// Rays at meshes and height fields against rational arithmetic: the bounds contain the exact first parameter
// of the given doubles, what is met is never missed, and what is reported verifies. Rays through corners and
// edges, along faces, from far away, at flat and thin triangles, at scales from 1e-6 to 1e6, in poses that
// are rotations only within 1e-6.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr std::array<double, 3> kScales{1e-6, 1, 1e6};

using ExactVec3 = std::array<mpq_class, 3>;
using ExactTriangle = std::array<ExactVec3, 3>;

ExactVec3 exact(const Vec3& v) { return {v.x, v.y, v.z}; }
ExactVec3 operator-(const ExactVec3& a, const ExactVec3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
mpq_class dot(const ExactVec3& a, const ExactVec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
ExactVec3 cross(const ExactVec3& a, const ExactVec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
bool is_zero(const ExactVec3& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

ExactVec3 placed(const Pose& pose, const Vec3& v) {
    ExactVec3 x = exact(pose.position);
    for (std::size_t column = 0; column < 3; ++column) {
        for (std::size_t row = 0; row < 3; ++row)
            x[row] += mpq_class(pose.rotation.columns[column][row]) * mpq_class(v[column]);
    }
    return x;
}

/// First exact parameter, or nothing.
using First = std::optional<mpq_class>;

void offer(First& first, const mpq_class& t) {
    if (t >= 0 && (!first || t < *first)) first = t;
}

void intersect_edge(First& first, const ExactVec3& origin, const ExactVec3& direction, const ExactVec3& p,
                    const ExactVec3& q) {
    const ExactVec3 edge = q - p, off = p - origin, c = cross(direction, edge);
    if (!is_zero(c)) {
        if (dot(off, c) != 0) return;
        const mpq_class square = dot(c, c), along = dot(cross(off, direction), c) / square;
        if (along >= 0 && along <= 1) offer(first, dot(cross(off, edge), c) / square);
        return;
    }
    if (!is_zero(cross(off, direction))) return;
    const mpq_class square = dot(direction, direction), t_p = dot(off, direction) / square,
                    t_q = dot(q - origin, direction) / square;
    if ((t_p < 0) != (t_q < 0)) offer(first, 0);
    offer(first, t_p);
    offer(first, t_q);
}

First exact_hit(const Ray& ray, const ExactTriangle& t) {
    const ExactVec3 origin = exact(ray.origin), direction = exact(ray.direction);
    const ExactVec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const mpq_class rate = dot(normal, direction), height = dot(normal, t[0] - origin);
    First first;
    if (rate == 0) {
        if (height != 0) return first;
        for (std::size_t i = 0; i < 3; ++i) intersect_edge(first, origin, direction, t[i], t[(i + 1) % 3]);
        bool inside = !is_zero(normal);
        for (std::size_t i = 0; i < 3 && inside; ++i)
            inside = dot(cross(t[(i + 1) % 3] - t[i], origin - t[i]), normal) >= 0;
        if (inside) offer(first, 0);
        return first;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const mpq_class side = dot(cross(t[i] - origin, t[(i + 1) % 3] - t[i]), direction);
        if ((side < 0 && rate > 0) || (side > 0 && rate < 0)) return first;
    }
    offer(first, height / rate);
    return first;
}

/// Whether the line passes the triangle's ball by so much that no rounding could decide otherwise.
bool passes_clearly(const Ray& ray, const Pose& pose, const Triangle& t) {
    const Vec3 a = pose * t.a;
    const double radius = std::max(length(t.b - t.a), length(t.c - t.a));
    const Vec3 off = a - ray.origin;
    return length(off - unit(ray.direction) * graze::dot(off, unit(ray.direction))) >
           1.001 * radius + 1e-9 * (length(off) + length(a));
}

template <class Mesh> First exact_first(const Ray& ray, const Mesh& mesh, const Pose& pose) {
    First first;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const Triangle t = mesh.triangle(i);
        if (passes_clearly(ray, pose, t)) continue;
        if (const First found = exact_hit(ray, {placed(pose, t.a), placed(pose, t.b), placed(pose, t.c)}))
            offer(first, *found);
    }
    return first;
}

struct Tally {
    int hits = 0, narrow = 0;
};

/// Checks one ray in every field.
template <class Mesh>
void check(const Ray& ray, const Mesh& mesh, const Pose& pose, double size, Tally& tally) {
    const Placed target{mesh, pose};
    const First first = exact_first(ray, mesh, pose);
    const auto hit = raycast(ray, target);
    if (first) {
        ASSERT_TRUE(hit.has_value()) << "missed at t = " << first->get_d();
        EXPECT_LE(mpq_class(hit->bounds.lower), *first)
            << hit->bounds.lower - first->get_d() << " t " << hit->t;
        EXPECT_GE(mpq_class(hit->bounds.upper), *first)
            << hit->bounds.upper - first->get_d() << " t " << hit->t;
        ++tally.hits;
    }
    if (!hit) return;
    EXPECT_TRUE(hit->bounds.contains(hit->t));
    // From farther away `verify` cannot distinguish the ray from its neighbours.
    const bool far = length(ray.origin - pose.position) > 1e6 * size;
    EXPECT_TRUE(far || verify(*hit, ray, target)) << hit->bounds.lower << " " << hit->bounds.upper;
    EXPECT_NEAR(length(hit->normal), 1, 1e-14);
    EXPECT_LE(graze::dot(hit->normal, ray.direction), 0);
    EXPECT_LE(length(hit->point - (ray.origin + hit->t * ray.direction)),
              1e-14 * (length(ray.origin) + length(hit->point)));
    tally.narrow += hit->status == Status::converged &&
                    hit->bounds.width() * length(ray.direction) <= 1e-11 * (size + length(ray.origin));
}

Pose any_pose(Random& random, int i, double reach) {
    Pose pose = random.pose(reach);
    if (i % 4 == 1) pose = Pose::translation(pose.position);
    if (i % 4 == 2) {
        for (Vec3& column : pose.rotation.columns) {
            for (std::size_t k = 0; k < 3; ++k) column[k] = static_cast<float>(column[k]);
        }
    }
    if (i % 4 == 3) pose.rotation.columns[random.index(3)][random.index(3)] += 1e-7;
    return pose;
}

/// A point that rays are aimed at: anywhere, a corner, on an edge, in a triangle.
Vec3 aim(Random& random, const Triangle& t, int kind) {
    switch (kind % 4) {
        case 0: return t.a;
        case 1: return t.a + (t.b - t.a) * (kind % 8 < 4 ? 0.5 : random.unit());
        case 2: return t.a + (t.b - t.a) * (0.5 * random.unit()) + (t.c - t.a) * (0.5 * random.unit());
        default: return t.a + random.in_cube(length(t.b - t.a));
    }
}

template <class Mesh> void aimed_rays(const Mesh& mesh, double size, std::uint64_t seed, int count) {
    Random random(seed);
    Tally tally;
    for (int i = 0; i < count; ++i) {
        const Pose pose = any_pose(random, i, i % 3 == 0 ? 100 * size : size);
        const Triangle t = mesh.triangle(random.index(mesh.triangle_count()));
        const Vec3 at = pose * aim(random, t, i / 4);
        const double away = size * (i % 7 == 0 ? random.log_uniform(1e2, 1e9) : random.uniform(0.01, 4));
        const Vec3 origin = at + away * random.direction();
        const Ray ray{origin, (at - origin) * random.log_uniform(1e-6, 1e6)};
        SCOPED_TRACE("ray " + std::to_string(i));
        check(ray, mesh, pose, size, tally);
        if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GT(tally.hits, count / 2);
    EXPECT_GT(tally.narrow, count / 3);
}

std::vector<TriangleSoup> models() {
    return {torus_mesh({1, 0.3, 16, 10}), noisy_sphere_mesh({1, 0.2, 2, 7}),
            gear_mesh({8, 1, 0.8, 0.3, 0.2, 2}), torus_knot_mesh({2, 3, 1, 0.4, 0.15, 40, 6})};
}

Mesh scaled(const TriangleSoup& soup, double scale) {
    std::vector<Vec3> vertices = soup.vertices;
    for (Vec3& v : vertices) v = v * scale;
    return *Mesh::build(vertices, soup.triangles);
}

TEST(MeshRays, BoundsContainTheExactHit) {
    std::uint64_t seed = 71;
    for (const double scale : kScales) {
        for (const TriangleSoup& soup : models()) aimed_rays(scaled(soup, scale), scale, ++seed, 56);
    }
}

TEST(MeshRays, HeightFieldsToo) {
    Random random(72);
    for (const double scale : kScales) {
        std::vector<double> heights(17 * 13);
        for (double& h : heights) h = random.uniform(0, 0.2) * scale;
        const auto field =
            HeightField::build({16, 12, 0.1 * scale, 0.1 * scale, {-0.8 * scale, -0.6 * scale}}, heights);
        ASSERT_TRUE(field.has_value());
        aimed_rays(*field, scale, random.bits(), 56);
    }
}

/// The start, moved to the shape, was rounded to behind it.
TEST(MeshRays, FromWhereNoDoubleIsNearTheShape) {
    const std::vector<Vec3> vertices{{-0.875, 1, 1}, {-0.9375, 1.1875, -1}, {1.1875, 1.3125, 1}};
    const Mesh mesh = *Mesh::build(vertices, std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}});
    Pose pose{Mat3{{Vec3{0.79826855854021583, 0.062276791264142484, 0.59907337590312615},
                    Vec3{-0.59907337590301291, -0.020746827501991083, 0.80042529909590576},
                    Vec3{0.062276791265232168, -0.99784325944431029, 0.020746827498720033}}},
              {1e57, 9.9999999999998576e56, -2.875}};
    const Ray ray{{-4, -2.5625, -1.3125}, {1e57, 9.9999999999998576e56, -1.1943730747315127}};
    const First first = exact_first(ray, mesh, pose);
    ASSERT_TRUE(first.has_value());
    const auto hit = raycast(ray, {mesh, pose});
    ASSERT_TRUE(hit.has_value());
    EXPECT_LE(mpq_class(hit->bounds.lower), *first);
    EXPECT_GE(mpq_class(hit->bounds.upper), *first);
}

/// Flat and thin triangles, points and segments among them.
Mesh splinters(Random& random, double scale) {
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t i = 0; i < 40; ++i) {
        const Vec3 a = random.in_cube(1), b = a + random.in_cube(0.5);
        Vec3 c = a + (b - a) * random.unit();
        if (i % 4 == 0) c = c + random.in_cube(0.5);
        if (i % 4 == 1) c = c + random.in_cube(0.5) * random.log_uniform(1e-17, 1e-3);
        if (i % 4 == 3) c = i % 8 == 3 ? b : a;
        for (const Vec3& v : {a, b, c}) vertices.push_back(v * scale);
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return *Mesh::build(vertices, triangles);
}

TEST(MeshRays, ThinAndFlatTriangles) {
    Random random(73);
    for (const double scale : kScales) {
        Tally tally;
        for (int i = 0; i < 80; ++i) {
            const Mesh mesh = splinters(random, scale);
            const Pose pose = any_pose(random, i, scale);
            const Vec3 at = pose * aim(random, mesh.triangle(random.index(mesh.triangle_count())), i);
            const Vec3 origin = pose * (random.in_cube(2) * scale);
            SCOPED_TRACE("scale " + std::to_string(scale) + " ray " + std::to_string(i));
            check({origin, at - origin}, mesh, pose, scale, tally);
            if (HasFailure()) return;
        }
        EXPECT_GT(tally.hits, 10);
    }
}

/// One to four needles, near each other and often along one line.
Mesh needles(Random& random, double scale) {
    const Vec3 line = random.direction(), near = random.in_cube(1);
    const double thin = random.log_uniform(1e-17, 1e-3);
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    const auto count = static_cast<std::uint32_t>(1 + random.index(4));
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 along = random.chance(0.5) ? line : random.direction();
        const Vec3 a = near + random.in_cube(random.chance(0.5) ? 0 : 0.3);
        const Vec3 c = a + random.uniform(-0.2, 1.2) * along + thin * random.direction();
        for (const Vec3& v : {a, a + along, c}) vertices.push_back(scale * v);
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return *Mesh::build(vertices, triangles);
}

/// Whatever the status says: the plane of a needle is known badly, its edges are not, and neither is the time
/// of the hit.
TEST(MeshRays, HitsAtNeedlesVerify) {
    Random random(75);
    int hits = 0, shown = 0, wide = 0;
    for (int i = 0; i < 6000; ++i) {
        const double scale = kScales[static_cast<std::size_t>(i) % 3];
        const Mesh mesh = needles(random, scale);
        const Pose pose =
            random.chance(0.3) ? Pose::identity() : random.pose(scale * random.log_uniform(1e-2, 1e2));
        const Triangle t = mesh.triangle(random.index(mesh.triangle_count()));
        const double u = random.unit(), v = random.unit() * (1 - u);
        const Vec3 at = pose * (t.a + u * (t.b - t.a) + v * (t.c - t.a));
        Vec3 origin = at + scale * random.log_uniform(1e-2, 1e2) * random.direction();
        if (random.chance(0.15)) origin = pose * (t.a - 0.5 * (t.b - t.a));
        const Ray ray{origin, at - origin};
        const auto hit = raycast(ray, {mesh, pose});
        if (!hit) continue;
        ++hits;
        wide += hit->status == Status::budget_reached;
        const bool narrow =
            hit->bounds.width() * length(ray.direction) <= 1e-8 * (scale + length(ray.direction));
        EXPECT_TRUE(narrow || hit->status == Status::budget_reached) << i;
        shown += verify(*hit, ray, {mesh, pose});
    }
    EXPECT_GT(hits, 4000);
    EXPECT_GT(wide, 300);
    // Of 450 000 such rays eight are not shown: the walls of several needles at one place.
    EXPECT_GE(shown, hits - 1);
}

}  // namespace
}  // namespace graze::test
