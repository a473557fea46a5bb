// The nearest point of a simplex against exact rational brute force over all of its parts, down the
// degeneracy ladder.
#include "convex/simplex/simplex.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Exact = BasicVec3<mpq_class>;

Exact exact(const Vec3& v) { return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}; }
Exact minus(const Exact& a, const Exact& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
mpq_class product(const Exact& a, const Exact& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Squared length of the foot of the origin on the affine hull of the points, when it lies in their convex
/// hull. Empty otherwise and for dependent points, whose nearest point lies on fewer of them.
std::optional<mpq_class> foot_square(const std::vector<Exact>& p) {
    const std::size_t n = p.size() - 1;
    std::vector<Exact> edge;
    for (std::size_t i = 0; i < n; ++i) edge.push_back(minus(p[i + 1], p[0]));
    std::vector<std::vector<mpq_class>> m(n, std::vector<mpq_class>(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) m[i][j] = product(edge[i], edge[j]);
        m[i][n] = -product(edge[i], p[0]);
    }
    for (std::size_t c = 0; c < n; ++c) {
        if (m[c][c] == 0) return std::nullopt;  // a Gram matrix: a zero pivot means dependent edges
        for (std::size_t i = 0; i < n; ++i) {
            if (i == c) continue;
            const mpq_class factor = m[i][c] / m[c][c];
            for (std::size_t j = c; j <= n; ++j) m[i][j] -= factor * m[c][j];
        }
    }
    mpq_class sum = 0;
    Exact foot = p[0];
    for (std::size_t i = 0; i < n; ++i) {
        const mpq_class weight = m[i][n] / m[i][i];
        if (weight < 0) return std::nullopt;
        sum += weight;
        foot = {foot.x + weight * edge[i].x, foot.y + weight * edge[i].y, foot.z + weight * edge[i].z};
    }
    if (sum > 1) return std::nullopt;
    return product(foot, foot);
}

/// Distance of the origin to the hull of the points; of the parts with the last point only when `newest`.
double exact_length(const std::vector<Vec3>& w, bool newest = false) {
    std::optional<mpq_class> best;
    for (unsigned mask = 1; mask < (1u << w.size()); ++mask) {
        if (newest && (mask >> (w.size() - 1)) == 0) continue;
        std::vector<Exact> part;
        for (std::size_t i = 0; i < w.size(); ++i)
            if ((mask >> i) & 1u) part.push_back(exact(w[i]));
        const auto square = foot_square(part);
        if (square && (!best || *square < *best)) best = *square;
    }
    return std::sqrt(best->get_d());
}

Simplex simplex_of(const std::vector<Vec3>& w) {
    Simplex s;
    s.size = static_cast<std::uint32_t>(w.size());
    for (std::size_t i = 0; i < w.size(); ++i) s.points[i].w = w[i];
    return s;
}

double extent_of(const std::vector<Vec3>& w) {
    double extent = 0;
    for (const Vec3& p : w) extent = std::max(extent, length(p));
    return extent;
}

/// Least sine of an angle at the first point of any three of them: what a triangle's normal loses its digits
/// by.
double least_sine(const std::vector<Vec3>& w) {
    double least = 1;
    for (std::size_t i = 0; i < w.size(); ++i)
        for (std::size_t j = i + 1; j < w.size(); ++j)
            for (std::size_t k = j + 1; k < w.size(); ++k) {
                const Vec3 e = w[j] - w[i], f = w[k] - w[i];
                const double edges = length(e) * length(f);
                least = edges > 0 ? std::min(least, length(cross(e, f)) / edges) : 0;
            }
    return least;
}

/// Points as GJK has them: each lies beyond the nearest point of those before it, all of which carry it.
/// Squeezed by `thin` along one or two directions; sometimes collinear, coplanar or repeated.
std::optional<std::vector<Vec3>> gjk_points(Random& random, std::size_t size, double thin) {
    Vec3 scale{1, 1, 1};
    scale[random.index(3)] *= thin;
    if (random.chance(0.3)) scale[random.index(3)] *= thin;
    const Pose pose = Pose::from(random.rotation(), random.in_cube(random.chance(0.5) ? 0.3 : 0.3 * thin));
    std::vector<Vec3> w;
    for (std::size_t i = 0; i < size; ++i) {
        w.push_back(pose * hadamard(random.in_cube(1), scale));
        if (i > 0 && random.chance(0.05)) w[i] = w[0] + thin * random.in_cube(1);
    }
    if (size > 2 && random.chance(0.1)) w[2] = w[0] + random.uniform(-1, 2) * (w[1] - w[0]);
    if (size > 3 && random.chance(0.1))
        w[3] = w[0] + random.uniform(-1, 1) * (w[1] - w[0]) + random.uniform(-1, 1) * (w[2] - w[0]);
    if (size == 1) return w;
    const Nearest before = nearest_to_origin(simplex_of({w.begin(), w.end() - 1}));
    if (before.size != size - 1 || !(dot(before.v, w.back()) < before.length_sq)) return std::nullopt;
    return w;
}

Vec3 weighted(const Nearest& nearest, const std::vector<Vec3>& w) {
    Vec3 sum{};
    for (std::size_t i = 0; i < nearest.size; ++i) sum += nearest.weights[i] * w[nearest.index[i]];
    return sum;
}

class Ladder : public testing::TestWithParam<double> {};

TEST_P(Ladder, NearestPointIsTheExactOne) {
    Random random(900 + static_cast<std::uint64_t>(-std::log10(GetParam() + 1e-20)));
    int whole = 0;
    for (std::size_t size = 1; size <= 4; ++size)
        for (int trial = 0; trial < 1200; ++trial) {
            const auto points = gjk_points(random, size, GetParam());
            if (!points) continue;
            const std::vector<Vec3>& w = *points;
            const double unit = kEps * extent_of(w);
            const Nearest nearest = nearest_to_origin(simplex_of(w));
            ASSERT_GE(nearest.size, 1);
            if (nearest.size == 4) {
                ++whole;
                ASSERT_EQ(exact_length(w), 0) << "a false hit";
                EXPECT_EQ(nearest.v, Vec3{});
                EXPECT_EQ(nearest.length_sq, 0);
                continue;
            }
            // Edges and corners are good to a few roundings, triangles to what a sliver's normal keeps.
            const double slack = size <= 2 ? 8 * unit : 64 * unit / std::max(least_sine(w), 1e-14);
            const double length_found = std::sqrt(nearest.length_sq);
            EXPECT_NEAR(length_found, exact_length(w, size == 4), slack);
            EXPECT_GE(length(weighted(nearest, w)), exact_length(w) - 16 * unit)
                << "a point of the simplex cannot be nearer";
            EXPECT_LE(length(weighted(nearest, w) - nearest.v), slack);
            EXPECT_NEAR(length_sq(nearest.v), nearest.length_sq, 1e-9 * nearest.length_sq);
            double sum = 0;
            for (std::size_t i = 0; i < nearest.size; ++i) {
                EXPECT_GT(nearest.weights[i], 0);
                EXPECT_LT(nearest.index[i], size);
                if (i > 0) {
                    EXPECT_LT(nearest.index[i - 1], nearest.index[i]);
                }
                sum += nearest.weights[i];
            }
            EXPECT_NEAR(sum, 1, 4 * kEps);
        }
    EXPECT_GT(whole, GetParam() > 0 ? 10 : -1);
}

INSTANTIATE_TEST_SUITE_P(Thickness, Ladder, testing::Values(1.0, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 0.0),
                         [](const auto& rung) {
                             const double thin = rung.param;
                             return thin == 0
                                        ? std::string("zero")
                                        : "minus" +
                                              std::to_string(static_cast<int>(std::round(-std::log10(thin))));
                         });

TEST(Simplex, TheDirectionStaysPerpendicularWhenTheLengthIsTiny) {
    Random random(910);
    for (const double lift : {1e-3, 1e-6, 1e-9, 1e-12, 1e-15}) {
        for (int trial = 0; trial < 300; ++trial) {
            const Mat3 turn = rotation_matrix(random.rotation());
            // An edge and a triangle that pass the origin at `lift`.
            const std::vector<Vec3> flat{{-1, -0.5, lift}, {1.2, -0.4, lift}, {0.1, 0.9, lift}};
            std::vector<Vec3> w;
            for (const Vec3& p : flat) w.push_back(turn * p);
            const Nearest face = nearest_to_origin(simplex_of(w));
            ASSERT_EQ(face.size, 3);
            for (const Vec3& p : {w[1] - w[0], w[2] - w[0]})
                EXPECT_LE(std::abs(dot(face.v, p)), 8 * kEps * length(face.v) * length(p));
            w = {turn * Vec3{-1, 0, lift}, turn * Vec3{1.2, 0, lift}};
            const Nearest edge = nearest_to_origin(simplex_of(w));
            ASSERT_EQ(edge.size, 2);
            EXPECT_LE(std::abs(dot(edge.v, w[1] - w[0])), 8 * kEps * length(edge.v) * length(w[1] - w[0]));
        }
    }
}

TEST(Simplex, RepeatedPointsCarryNothing) {
    const Vec3 p{1, 2, 3}, q{-1, 2, 3};
    for (const auto& w :
         {std::vector<Vec3>{p, p}, {p, q, p}, {p, q, q}, {p, p, p}, {p, q, p, q}, {p, p, p, p}}) {
        const Nearest nearest = nearest_to_origin(simplex_of(w));
        EXPECT_NEAR(std::sqrt(nearest.length_sq), exact_length(w), 1e-15);
        EXPECT_LE(nearest.size, 2);
    }
}

TEST(Simplex, ShrinkKeepsThePointsThatCarry) {
    Simplex s = simplex_of({{5, 5, 5}, {-1, 1, 0}, {6, 1, 1}, {1, 1, 0}});
    Nearest nearest;
    nearest.size = 2;
    nearest.index = {1, 3, 0};
    nearest.weights = {0.5, 0.5, 0};
    shrink(s, nearest);
    EXPECT_EQ(s.size, 2u);
    EXPECT_EQ(s.points[0].w, (Vec3{-1, 1, 0}));
    EXPECT_EQ(s.points[1].w, (Vec3{1, 1, 0}));
    EXPECT_EQ(s.weights[0], 0.5);
    EXPECT_EQ(s.weights[1], 0.5);
}

// Slivers whose rounded sides once let the origin in from outside.
TEST(Simplex, SliversMakeNoFalseHit) {
    const std::vector<std::vector<Vec3>> slivers{
        {{-0x1.cf9a829c493bap-2, 0x1.154a01272c5a9p-1, 0x1.6979af0d79049p-1},
         {-0x1.992dda0accf9cp-2, 0x1.e9794b7a0873cp-2, 0x1.3f0a47f837d89p-1},
         {0x1.209a89adefd63p-2, -0x1.593cc68157fa7p-2, -0x1.c20d968bb3fc1p-2},
         {-0x1.cf9a829088aap-2, 0x1.154a012ba74c8p-1, 0x1.6979af0788d07p-1}},
        {{0x1.866ab9d395822p-4, 0x1.e8d0ace7de2bap-3, 0x1.785e41a573001p-3},
         {0x1.2b49b13178912p-2, 0x1.796d9dc9e569fp-1, 0x1.24ab4b0c62748p-1},
         {-0x1.5456ec1191fbp-3, -0x1.aba41c78ae7f8p-2, -0x1.4aeb13fbceda1p-2},
         {0x1.588d255055742p-3, 0x1.b1a5e6fc05a92p-2, 0x1.4f9723d2f68ffp-2}},
        {{0x1.5bbf328f563dcp-2, -0x1.8330686435416p-4, -0x1.374f32bee20dp-3},
         {-0x1.0fef7d62f2902p-1, -0x1.6860e92927fddp-1, -0x1.164c5f95503afp-3},
         {-0x1.05f1a2ec2909ap-2, 0x1.ce1095278caa4p-1, 0x1.b33b729359671p-2},
         {-0x1.2227a5326637ep-2, 0x1.76b11d2bd4046p-1, 0x1.75b152a8c829ep-2}},
    };
    for (const auto& w : slivers) {
        EXPECT_GT(exact_length(w), 0);
        EXPECT_LT(nearest_to_origin(simplex_of(w)).size, 4);
    }
}

}  // namespace
}  // namespace graze::test
