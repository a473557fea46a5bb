// Sets of boxes that trees must cope with, each drawn from a seed.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "oracle/random.hpp"

namespace graze::test {

enum class BoxSet {
    spread,
    clustered,
    flat,
    on_a_line,
    points,
    identical,
    nested,
    growing,
    far_away,
    huge,
    tiny,
    mixed_sizes
};
inline constexpr BoxSet kAllBoxSets[] = {BoxSet::spread,    BoxSet::clustered, BoxSet::flat,
                                         BoxSet::on_a_line, BoxSet::points,    BoxSet::identical,
                                         BoxSet::nested,    BoxSet::growing,   BoxSet::far_away,
                                         BoxSet::huge,      BoxSet::tiny,      BoxSet::mixed_sizes};

inline Aabb box_at(const Vec3& centre, const Vec3& half) { return {centre - abs(half), centre + abs(half)}; }

inline std::vector<Aabb> make_boxes(BoxSet set, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    const double size = 0.6 / std::cbrt(static_cast<double>(count) + 1);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 c = random.in_cube(1), h = random.in_cube(size);
        const auto k = static_cast<double>(i);
        switch (set) {
            case BoxSet::spread: boxes.push_back(box_at(c, h)); break;
            case BoxSet::clustered:
                boxes.push_back(box_at(Vec3{0.1, 0.2, 0.3} * std::floor(k / 32) + c * 0.01, h * 0.01));
                break;
            case BoxSet::flat: boxes.push_back(box_at({c.x, 0.25, c.z}, {h.x, 0, h.z})); break;
            case BoxSet::on_a_line: boxes.push_back(box_at({k, 0, 0}, {0.6, 0, 0})); break;
            case BoxSet::points: boxes.push_back(box_at(c, {})); break;
            case BoxSet::identical: boxes.push_back(box_at({1, 2, 3}, {0.5, 0.25, 0.125})); break;
            case BoxSet::nested: boxes.push_back(box_at({}, Vec3{1, 1, 1} * (1 + k))); break;
            case BoxSet::growing:
                boxes.push_back(box_at(Vec3{1, 1, 1} * std::exp2(std::fmod(k, 300) - 150),
                                       Vec3{1, 1, 1} * std::exp2(std::fmod(k, 300) - 152)));
                break;
            case BoxSet::far_away: boxes.push_back(box_at(c + Vec3{1e9, -1e9, 3e8}, h)); break;
            case BoxSet::huge: boxes.push_back(box_at(c * 1e100, h * 1e100)); break;
            case BoxSet::tiny: boxes.push_back(box_at(c * 1e-100, h * 1e-100)); break;
            case BoxSet::mixed_sizes: boxes.push_back(box_at(c, h * random.log_uniform(1e-6, 10))); break;
        }
    }
    return boxes;
}

inline std::string name_of(BoxSet set) { return "set " + std::to_string(static_cast<int>(set)); }

}  // namespace graze::test
