#include "oracle/parts/part_soups.hpp"

#include <algorithm>
#include <cmath>

namespace graze::test {
namespace {

Vec3 integer_point(Random& random, int range) {
    const auto coordinate = [&] {
        return static_cast<double>(random.index(2 * static_cast<std::size_t>(range) + 1)) - range;
    };
    const double x = coordinate(), y = coordinate();
    return {x, y, coordinate()};
}

void add(TriangleSoup& soup, const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), {a, b, c});
    soup.triangles.push_back({first, first + 1, first + 2});
}

}  // namespace

TriangleSoup integer_soup(Random& random, std::size_t count, int range) {
    TriangleSoup soup;
    const std::size_t spread = random.index(3);
    if (spread == 2) {
        const std::size_t corners = 3 + random.index(count + 4);
        for (std::size_t i = 0; i < corners; ++i) soup.vertices.push_back(integer_point(random, range));
        const auto corner = [&] { return static_cast<std::uint32_t>(random.index(corners)); };
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t a = corner(), b = corner();
            soup.triangles.push_back({a, b, corner()});
        }
        return soup;
    }
    const int small = std::max(1, range / 3);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 a = integer_point(random, range);
        const Vec3 b = spread == 0 ? integer_point(random, range) : a + integer_point(random, small);
        const Vec3 c = spread == 0 ? integer_point(random, range) : a + integer_point(random, small);
        add(soup, a, b, c);
    }
    return soup;
}

TriangleSoup needle_soup(Random& random, std::size_t count, double range) {
    TriangleSoup soup;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 a = random.in_cube(range), e = random.in_cube(range);
        const double thin = random.chance(0.2) ? 0 : random.log_uniform(1e-9, 1e-1);
        const Vec3 off = thin * random.in_cube(range);
        switch (random.index(5)) {
            case 0: add(soup, a, a + e, a + off); break;  // two corners next to each other
            case 1: add(soup, a, a + e, a + random.unit() * e + off); break;         // nearly collinear
            case 2: add(soup, a, a + off, a + thin * random.in_cube(range)); break;  // nearly a point
            case 3: add(soup, a, a + e, a + 2.0 * e); break;  // collinear up to rounding
            default: add(soup, a, a + e, a + random.in_cube(range)); break;
        }
    }
    return soup;
}

TriangleSoup coplanar_soup(Random& random, std::size_t count, int range) {
    TriangleSoup soup;
    const std::size_t axis = random.index(3);
    if (random.chance(0.3)) {
        // In planes x + y + z = level, most of them.
        for (std::size_t i = 0; i < count; ++i) {
            const double level = static_cast<double>(random.index(3)) - 1;
            const auto corner = [&] {
                const Vec3 p = integer_point(random, range);
                return random.chance(0.9) ? Vec3{p.x, p.y, level - p.x - p.y} : p;
            };
            const Vec3 a = corner(), b = corner();
            add(soup, a, b, corner());
        }
        return soup;
    }
    for (std::size_t i = 0; i < count; ++i) {
        Vec3 corners[3] = {integer_point(random, range), integer_point(random, range),
                           integer_point(random, range)};
        const std::size_t along = random.chance(0.8) ? axis : random.index(3);
        const double level = static_cast<double>(random.index(3)) - 1;
        if (random.chance(0.9))
            for (Vec3& corner : corners) corner[along] = level;
        add(soup, corners[0], corners[1], corners[2]);
    }
    return soup;
}

TriangleSoup closed_shell(Random& random, double size) {
    const auto seed = random.bits();
    switch (random.index(6)) {
        case 0: return box_mesh(size * (Vec3{1, 1, 1} + random.in_cube(0.8)));
        case 1: return icosphere_mesh(size, static_cast<std::uint32_t>(random.index(2)));
        case 2:
            return torus_mesh({size, size * random.uniform(0.2, 0.5),
                               3 + static_cast<std::uint32_t>(random.index(6)),
                               3 + static_cast<std::uint32_t>(random.index(3))});
        case 3: {
            GearMesh gear;
            gear.teeth = 3 + static_cast<std::uint32_t>(random.index(2));
            gear.tip_radius = size, gear.root_radius = 0.7 * size, gear.bore_radius = 0.3 * size,
            gear.half_thickness = 0.3 * size;
            return gear_mesh(gear);
        }
        case 4: return noisy_sphere_mesh({size, random.uniform(0.1, 0.6), 1, seed});
        default: {
            TriangleSoup simplex;  // a tetrahedron, seen counter-clockwise from outside
            simplex.vertices = {size * Vec3{1, 1, 1}, size * Vec3{-1, -1, 1}, size * Vec3{-1, 1, -1},
                                size * Vec3{1, -1, -1}};
            simplex.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
            return simplex;
        }
    }
}

void snap(TriangleSoup& soup, double grid) {
    for (Vec3& v : soup.vertices)
        for (std::size_t k = 0; k < 3; ++k) v[k] = std::round(v[k] / grid) * grid;
}

void scale(TriangleSoup& soup, double factor) {
    for (Vec3& v : soup.vertices) v *= factor;
}

void translate(TriangleSoup& soup, const Vec3& offset) {
    for (Vec3& v : soup.vertices) v += offset;
}

TriangleSoup joined(const TriangleSoup& a, const TriangleSoup& b) {
    TriangleSoup both = a;
    const auto first = static_cast<std::uint32_t>(a.vertices.size());
    both.vertices.insert(both.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const auto& [i, j, k] : b.triangles) both.triangles.push_back({first + i, first + j, first + k});
    return both;
}

double extent(const TriangleSoup& soup) {
    double largest = 0;
    for (const Vec3& v : soup.vertices) largest = std::max(largest, max_component(abs(v)));
    return largest;
}

}  // namespace graze::test
