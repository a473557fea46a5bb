// Pins and rings as triangles, for pairs that are stuck in each other.
#pragma once

#include <cmath>
#include <cstdint>

#include "graze/mesh/generate.hpp"

namespace graze::test {

/// A tube around z, or a cylinder when `inner` is 0, of `sides` sides. Closed, faces counter-clockwise.
inline TriangleSoup tube(double inner, double outer, double half_height, int sides) {
    constexpr double kPi = 3.14159265358979323846;
    TriangleSoup soup;
    const bool hollow = inner > 0;
    const std::uint32_t ring = hollow ? 4 : 2;
    const auto count = static_cast<std::uint32_t>(sides);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 out{std::cos(2 * kPi * i / sides), std::sin(2 * kPi * i / sides), 0};
        for (const double z : {-half_height, half_height})
            soup.vertices.push_back(outer * out + Vec3{0, 0, z});
        if (!hollow) continue;
        for (const double z : {-half_height, half_height})
            soup.vertices.push_back(inner * out + Vec3{0, 0, z});
    }
    const std::uint32_t bottom = ring * count;
    if (!hollow) {
        soup.vertices.push_back({0, 0, -half_height});
        soup.vertices.push_back({0, 0, half_height});
    }
    const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        soup.triangles.push_back({a, b, c});
        soup.triangles.push_back({a, c, d});
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t p = ring * i, q = ring * ((i + 1) % count);
        quad(p, q, q + 1, p + 1);
        if (hollow) {
            quad(q + 2, p + 2, p + 3, q + 3);
            quad(p + 1, q + 1, q + 3, p + 3);
            quad(q, p, p + 2, q + 2);
        } else {
            soup.triangles.push_back({q, p, bottom});
            soup.triangles.push_back({p + 1, q + 1, bottom + 1});
        }
    }
    return soup;
}

}  // namespace graze::test
