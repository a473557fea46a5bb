// What three points span and the normal they have, in rationals; and triangles of every kind to ask about.
#pragma once

#include <array>
#include <cmath>

#include "math/degeneracy/triangle_rank.hpp"
#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {

inline ExactVec3 exact_normal(const std::array<Vec3, 3>& t) {
    return cross(exact(t[1]) - exact(t[0]), exact(t[2]) - exact(t[0]));
}

inline TriangleRank exact_rank(const std::array<Vec3, 3>& t) {
    const ExactVec3 n = exact_normal(t);
    if (n.x != 0 || n.y != 0 || n.z != 0) return TriangleRank::triangle;
    const auto same = [](const Vec3& p, const Vec3& q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
    return same(t[0], t[1]) && same(t[0], t[2]) ? TriangleRank::point : TriangleRank::segment;
}

/// The squared sine of the angle between two directions, 1 beyond a right angle; neither may be zero.
inline mpq_class exact_sine_sq(const ExactVec3& v, const ExactVec3& w) {
    if (dot(v, w) <= 0) return 1;
    const ExactVec3 across = cross(v, w);
    return dot(across, across) / (dot(v, v) * dot(w, w));
}

/// Height over longest side, rounded: 1 and less for fat triangles, 0 for those without area.
inline double thinness(const std::array<Vec3, 3>& t) {
    const ExactVec3 n = exact_normal(t), u = exact(t[1]) - exact(t[0]), v = exact(t[2]) - exact(t[0]),
                    w = exact(t[2]) - exact(t[1]);
    mpq_class longest = dot(u, u);
    if (dot(v, v) > longest) longest = dot(v, v);
    if (dot(w, w) > longest) longest = dot(w, w);
    if (longest == 0) return 0;
    const mpq_class ratio = dot(n, n) / (longest * longest);
    return std::sqrt(ratio.get_d());
}

/// Fat triangles, needles (one side short), slivers (one corner near the opposite side) down to nothing,
/// small integers, exact segments and points; anywhere, and 1 in 4 far away from the origin.
inline std::array<Vec3, 3> random_triangle(Random& random, double scale) {
    const auto point = [&] { return scale * random.in_cube(1); };
    const Vec3 a = point(), b = point(), c = point();
    const double thin = random.chance(0.2) ? 0 : std::pow(10.0, random.uniform(-18, 0));
    std::array<Vec3, 3> t{a, b, c};
    switch (random.index(6)) {
        case 0: break;
        case 1: t[2] = b + thin * (c - b); break;
        case 2: t[2] = a + random.unit() * (b - a) + thin * (c - a); break;
        case 3: {
            const auto whole = [&] { return scale * (static_cast<double>(random.index(7)) - 3); };
            for (Vec3& p : t) p = {whole(), whole(), whole()};
            break;
        }
        case 4: t[2] = a + static_cast<double>(random.index(4)) * (b - a); break;
        default:
            t[1] = random.chance(0.5) ? a : a + thin * (b - a);
            t[2] = random.chance(0.5) ? t[1] : a + thin * (c - a);
    }
    if (random.chance(0.25)) {
        const Vec3 away = std::pow(10.0, random.uniform(0, 8)) * scale * random.direction();
        for (Vec3& p : t) p += away;
    }
    const std::size_t turn = random.index(3);
    return {t[turn], t[(turn + 1) % 3], t[(turn + 2) % 3]};
}

}  // namespace graze::test
