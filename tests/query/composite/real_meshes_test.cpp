// Every query on real meshes against brute force: all triangles where that is quick, random samples of them
// where it is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/convex/primitive_tests.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/obj_models.hpp"
#include "oracle/random.hpp"
#include "oracle/triangle_distance_of.hpp"
#include "solid/side_of.hpp"

namespace graze::test {
namespace {

struct RealMesh {
    std::string name;
    Mesh mesh;
};

/// Solids where they are closed.
const std::vector<RealMesh>& real_meshes() {
    static const std::vector<RealMesh> meshes = [] {
        std::vector<RealMesh> built;
        for (const ObjModel& model : obj_models()) {
            auto mesh = Mesh::build(model.soup.vertices, model.soup.triangles, {.kind = MeshKind::solid});
            if (!mesh) mesh = Mesh::build(model.soup.vertices, model.soup.triangles);
            EXPECT_TRUE(mesh.has_value()) << model.name;
            if (mesh) built.push_back({model.name, *mesh});
        }
        return built;
    }();
    return meshes;
}

class RealMeshes : public testing::Test {
protected:
    void SetUp() override {
        if (real_meshes().empty()) GTEST_SKIP() << "no models: GRAZE_MODELS names a folder with .obj files";
    }
};

/// By the crossings of one ray with all triangles, in doubles; -1 when a crossing is too close to an edge to
/// count.
int crossings(const Mesh& mesh, const Vec3& from, const Vec3& direction) {
    int count = 0;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const Triangle t = mesh.triangle(i);
        const double whole = dot(direction, cross(t.b - t.a, t.c - t.a));
        const double u = dot(direction, cross(t.b - from, t.c - from)),
                     v = dot(direction, cross(t.c - from, t.a - from));
        const double w = dot(direction, cross(t.a - from, t.b - from));
        const bool one_side = (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
        if (std::min({std::abs(u), std::abs(v), std::abs(w)}) < 1e-13 && std::abs(u + v + w - whole) < 1e-12)
            return -1;
        if (one_side && dot(t.a - from, cross(t.b - t.a, t.c - t.a)) / whole > 0) ++count;
    }
    return count;
}

TEST_F(RealMeshes, InsideEqualsAnIndependentCount) {
    Random random(71);
    int inside = 0, solids = 0;
    for (const RealMesh& each : real_meshes()) {
        if (each.mesh.kind() != MeshKind::solid) continue;
        ++solids;
        for (int i = 0; i < 40; ++i) {
            const Vec3 p = random.in_cube(0.7);
            const int count = crossings(each.mesh, p, random.direction());
            if (count < 0) continue;
            EXPECT_EQ(side_of(each.mesh.data(), p) == PointSide::inside, count % 2 != 0) << each.name;
            inside += count % 2;
        }
    }
    EXPECT_GT(solids, 0);
    EXPECT_GT(inside, 5);
}

TEST_F(RealMeshes, SignedDistancesEqualBruteForce) {
    Random random(72);
    for (const RealMesh& each : real_meshes()) {
        for (int i = 0; i < 12; ++i) {
            const Placed placed{each.mesh, random.pose(1)};
            const Vec3 p = placed.pose * random.in_cube(i % 2 == 0 ? 0.6 : 2);
            const Vec3 local = inverse(placed.pose) * p;
            double nearest = 1e300;
            for (std::size_t t = 0; t < each.mesh.triangle_count(); ++t)
                nearest = std::min(nearest,
                                   length(local - closest_on_triangle(local, each.mesh.triangle(t)).point));
            const bool inside =
                each.mesh.kind() == MeshKind::solid && side_of(each.mesh.data(), local) == PointSide::inside;
            const Interval found = signed_distance(placed, p);
            EXPECT_NEAR(found.middle(), inside ? -nearest : nearest, 1e-12) << each.name;
            EXPECT_LE(found.width(), 1e-12) << each.name;
        }
    }
}

TEST_F(RealMeshes, RaysEqualBruteForce) {
    Random random(73);
    for (const RealMesh& each : real_meshes()) {
        const int rays = each.mesh.triangle_count() > 10'000 ? 1 : 5;
        for (int i = 0; i < rays; ++i) {
            const Placed placed{each.mesh, random.pose(1)};
            const Vec3 origin = placed.pose.position + 2.0 * random.direction();
            const Ray ray{origin, placed.pose * random.in_cube(0.5) - origin};
            double first = 1e300;
            std::set<std::uint32_t> triangles;
            for (std::uint32_t t = 0; t < each.mesh.triangle_count(); ++t) {
                const auto hit = raycast(ray, {each.mesh.triangle(t), placed.pose});
                if (!hit) continue;
                first = std::min(first, hit->t);
                triangles.insert(t);
            }
            const auto hit = raycast(ray, placed);
            ASSERT_EQ(hit.has_value(), !triangles.empty()) << each.name;
            EXPECT_EQ(raycast_any(ray, placed), !triangles.empty()) << each.name;
            std::set<std::uint32_t> all;
            for (const PartHit& part : raycast_all(ray, placed)) all.insert(part.part);
            EXPECT_EQ(all, triangles) << each.name;
            if (!hit) continue;
            EXPECT_NEAR(hit->t, first, 1e-9) << each.name;
            EXPECT_TRUE(verify(*hit, ray, placed)) << each.name;
        }
    }
}

/// The triangles of b that some triangles of a intersect.
std::set<std::pair<std::uint32_t, std::uint32_t>> intersecting_pairs(const Placed& x, const Mesh& a,
                                                                     const Placed& y, const Mesh& b,
                                                                     const std::set<std::uint32_t>& of_a) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    const TriangleView view(x.pose, y.pose, b.data().reach);
    for (const std::uint32_t i : of_a) {
        for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
            if (contact(view, a.triangle(i), b.triangle(j)) != TriangleContact::disjoint)
                pairs.insert({i, j});
        }
    }
    return pairs;
}

TEST_F(RealMeshes, PairsEqualBruteForce) {
    Random random(74);
    const auto& meshes = real_meshes();
    int overlapping = 0, count = 0;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const Mesh& a = meshes[m].mesh;
        const Mesh& b = meshes[(m + 1) % meshes.size()].mesh;
        for (int i = 0; i < 3; ++i) {
            const Placed x{a, random.pose(0.3)}, y{b, random.pose(i == 0 ? 2 : 0.6)};
            std::set<std::pair<std::uint32_t, std::uint32_t>> found;
            std::set<std::uint32_t> sample;
            for (const TrianglePair& pair : intersecting_triangles(x, y)) {
                found.insert({pair.triangle_a, pair.triangle_b});
                if (sample.size() < 10) sample.insert(pair.triangle_a);
            }
            for (int k = 0; k < 20; ++k)
                sample.insert(static_cast<std::uint32_t>(random.index(a.triangle_count())));
            std::set<std::pair<std::uint32_t, std::uint32_t>> of_sample;
            std::copy_if(found.begin(), found.end(), std::inserter(of_sample, of_sample.end()),
                         [&](const auto& pair) { return sample.contains(pair.first); });
            EXPECT_EQ(of_sample, intersecting_pairs(x, a, y, b, sample)) << meshes[m].name;
            const Verdict verdict = decide(x, y);
            EXPECT_EQ(verdict.answer == Answer::intersecting, overlaps(x, y)) << meshes[m].name;
            EXPECT_TRUE(verify(verdict, x, y)) << meshes[m].name;
            EXPECT_TRUE(found.empty() || overlaps(x, y)) << meshes[m].name;
            overlapping += overlaps(x, y) ? 1 : 0;
            ++count;
        }
    }
    EXPECT_GT(overlapping, count / 4);
    EXPECT_LT(overlapping, count);
}

TEST_F(RealMeshes, DistancesEqualBruteForce) {
    Random random(75);
    const auto& meshes = real_meshes();
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const Mesh& a = meshes[m].mesh;
        const Mesh& b = meshes[(m + 3) % meshes.size()].mesh;
        const Placed x{a, random.pose(0.1)}, y{b, Pose::from(random.rotation(), 2.1 * random.direction())};
        const Separation s = separation(x, y);
        EXPECT_GT(s.distance.lower, 0) << meshes[m].name;
        EXPECT_LE(s.distance.width(), 1e-9) << meshes[m].name;
        EXPECT_NEAR(length(s.point_b - s.point_a), s.distance.middle(), 1e-9) << meshes[m].name;
        EXPECT_NEAR(signed_distance(x, s.point_a).middle(), 0, 1e-9) << meshes[m].name;
        EXPECT_NEAR(signed_distance(y, s.point_b).middle(), 0, 1e-9) << meshes[m].name;
        // No corner is nearer, and no triangle next to the closest points.
        const Pose b_in_a = relative(x.pose, y.pose);
        const Vec3 at = inverse(x.pose) * s.point_a, there = inverse(y.pose) * s.point_b;
        std::vector<std::uint32_t> near_a, near_b;
        for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
            if (length(closest_on_triangle(at, a.triangle(i)).point - at) < 0.05) near_a.push_back(i);
        }
        for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
            if (length(closest_on_triangle(there, b.triangle(j)).point - there) < 0.05) near_b.push_back(j);
        }
        for (std::size_t k = 0; k < 100'000; ++k) {
            const bool close = k % 2 == 0;
            const std::uint32_t i = close ? near_a[random.index(near_a.size())]
                                          : static_cast<std::uint32_t>(random.index(a.triangle_count()));
            const std::uint32_t j = close ? near_b[random.index(near_b.size())]
                                          : static_cast<std::uint32_t>(random.index(b.triangle_count()));
            const Triangle p = a.triangle(i), q = b.triangle(j);
            const Interval d =
                distance_of_triangles({p.a, p.b, p.c}, {b_in_a * q.a, b_in_a * q.b, b_in_a * q.c}).distance;
            ASSERT_GE(d.upper, s.distance.lower - 1e-12) << meshes[m].name;
        }
        // Linear in the triangles, and slow.
        EXPECT_TRUE(a.triangle_count() + b.triangle_count() > 20'000 || verify(s, x, y)) << meshes[m].name;
    }
}

TEST_F(RealMeshes, DepthsPartTheSolids) {
    Random random(76);
    const auto& meshes = real_meshes();
    int deep = 0;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const Placed x{meshes[m].mesh, random.pose(0.1)};
        const Placed y = m % 2 == 0 ? Placed{Box{{0.4, 0.3, 0.2}}, random.pose(0.3)}
                                    : Placed{meshes[m - 1].mesh, random.pose(0.5)};
        const Separation s = separation(x, y);
        if (s.distance.upper >= 0) continue;
        // Surfaces are known by a few of their points only.
        const bool solids = meshes[m].mesh.kind() == MeshKind::solid &&
                            (m % 2 == 0 || meshes[m - 1].mesh.kind() == MeshKind::solid);
        EXPECT_TRUE(!solids || -s.distance.lower <= -3 * s.distance.upper) << meshes[m].name;
        Placed moved = y;
        moved.pose.position += (1e-12 - s.distance.lower) * s.normal;
        EXPECT_FALSE(overlaps(x, moved)) << meshes[m].name;
        ++deep;
    }
    EXPECT_GT(deep, 0);
}

}  // namespace
}  // namespace graze::test
