// Slow and obvious answers for oriented trees: every pair of placed triangles by exact signs; soups to try
// them on.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/obb/obb_search.hpp"
#include "oracle/random.hpp"

namespace graze::test {

using IndexPair = std::pair<std::uint32_t, std::uint32_t>;

inline Triangle triangle_of(const TriangleSoup& soup, std::size_t i) {
    const auto& t = soup.triangles[i];
    return {soup.vertices[t[0]], soup.vertices[t[1]], soup.vertices[t[2]]};
}

/// Every pair of triangles that intersects. The exact test is checked against rationals where it lives.
inline std::set<IndexPair> brute_pairs(const TriangleSoup& a, const Pose& pose_a, const TriangleSoup& b,
                                       const Pose& pose_b) {
    double reach = 0;
    for (const Vec3& v : b.vertices) reach = std::max(reach, length(v) * (1 + 1e-12));
    const TriangleView view(pose_a, pose_b, reach);
    std::set<IndexPair> pairs;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
            if (contact(view, triangle_of(a, i), triangle_of(b, j)) != TriangleContact::disjoint)
                pairs.emplace(i, j);
        }
    }
    return pairs;
}

/// Triangles of their own corners, about `size` across, in a cube. `kind`: 0 general, 1 all in one plane, 2
/// all on one line, 3 all the same, 4 points, 5 on an integer grid (many touch, share corners or are
/// degenerate).
inline TriangleSoup some_soup(Random& random, std::size_t count, int kind, double size = 0.4) {
    TriangleSoup soup;
    const Vec3 u = random.direction(), v = random.direction();
    const std::array<Vec3, 3> same{random.in_cube(1), random.in_cube(1), random.in_cube(1)};
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 place = random.in_cube(1);
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 free = place + random.in_cube(size);
            const auto grid = [&] { return static_cast<double>(random.index(5)) / 2 - 1; };
            switch (kind) {
                case 1: soup.vertices.push_back(u * free.x + v * free.y); break;
                case 2: soup.vertices.push_back(u * free.x); break;
                case 3: soup.vertices.push_back(same[k]); break;
                case 4: soup.vertices.push_back(place); break;
                case 5: {
                    const double x = grid(), y = grid();
                    soup.vertices.push_back({x, y, grid()});
                    break;
                }
                default: soup.vertices.push_back(free); break;
            }
        }
        const auto first = static_cast<std::uint32_t>(3 * i);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

inline TriangleSoup scaled_soup(TriangleSoup soup, double s) {
    for (Vec3& v : soup.vertices) v *= s;
    return soup;
}

inline ObbTree tree_of(const TriangleSoup& soup, const ObbTreeOptions& options = {}) {
    return ObbTree::build(soup.vertices, soup.triangles, options).value();
}

inline std::string name_of(const ObbTreeOptions& options) {
    const std::array<const char*, 3> fits{"minimum volume", "points", "triangles"};
    return std::string(fits[static_cast<std::size_t>(options.fit)]) +
           (options.split == ObbSplit::centre ? ", centre, " : ", median, ") +
           std::to_string(options.leaf_size);
}

/// Every fit, split and a few leaf sizes.
inline std::vector<ObbTreeOptions> all_options() {
    std::vector<ObbTreeOptions> all;
    for (const ObbFit fit : {ObbFit::minimum_volume, ObbFit::points, ObbFit::triangles}) {
        for (const ObbSplit split : {ObbSplit::centre, ObbSplit::median}) {
            for (const std::uint32_t leaf : {1U, 2U, 5U}) all.push_back({fit, split, leaf});
        }
    }
    return all;
}

}  // namespace graze::test
