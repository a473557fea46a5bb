// Meshes out of noise: terrains and bumpy spheres. The noise is a sum of octaves of smoothly joined random
// values on a grid.
#include <cmath>

#include "graze/mesh/generate.hpp"
#include "mesh/generate_limits.hpp"

namespace graze {
namespace {

/// splitmix64's finisher.
std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Uniform in [-1, 1), one number for every grid point.
double grid_value(std::int64_t i, std::int64_t j, std::int64_t k, std::uint64_t seed) noexcept {
    std::uint64_t h = mixed(seed + 0x9e3779b97f4a7c15ULL);
    for (const std::int64_t n : {i, j, k})
        h = mixed(h + 0x9e3779b97f4a7c15ULL * (static_cast<std::uint64_t>(n) + 1));
    return static_cast<double>(h >> 11) * 0x1p-52 - 1;
}

double smooth(double t) noexcept { return t * t * (3 - 2 * t); }
double mix(double a, double b, double t) noexcept { return a + t * (b - a); }

/// In [-1, 1], with bumps about 1 wide.
double bumps(const Vec3& p, std::uint64_t seed) noexcept {
    const Vec3 cell{std::floor(p.x), std::floor(p.y), std::floor(p.z)};
    const auto i = static_cast<std::int64_t>(cell.x), j = static_cast<std::int64_t>(cell.y),
               k = static_cast<std::int64_t>(cell.z);
    const Vec3 t{smooth(p.x - cell.x), smooth(p.y - cell.y), smooth(p.z - cell.z)};
    const auto along_x = [&](std::int64_t dj, std::int64_t dk) {
        return mix(grid_value(i, j + dj, k + dk, seed), grid_value(i + 1, j + dj, k + dk, seed), t.x);
    };
    return mix(mix(along_x(0, 0), along_x(1, 0), t.y), mix(along_x(0, 1), along_x(1, 1), t.y), t.z);
}

/// In [-1, 1]: five octaves, each half as wide and half as high as the one before.
double noise(const Vec3& p, std::uint64_t seed) noexcept {
    double sum = 0, weight = 0.5, frequency = 1;
    for (std::uint64_t octave = 0; octave < 5; ++octave, weight /= 2, frequency *= 2)
        sum += weight * bumps(frequency * p, seed + octave);
    return sum;
}

bool can_generate(const Terrain& terrain) noexcept {
    return positive(terrain.half_width) && in_served_range(terrain.height) && terrain.height >= 0 &&
           terrain.columns >= 1 && terrain.rows >= 1 && !too_many(2.0 * terrain.columns * terrain.rows);
}

double coordinate(double half_width, std::uint32_t i, std::uint32_t cells) noexcept {
    return half_width * (2.0 * i / cells - 1);
}

}  // namespace

std::vector<double> terrain_heights(const Terrain& terrain) {
    if (!can_generate(terrain)) return {};
    std::vector<double> heights;
    heights.reserve((std::size_t{terrain.columns} + 1) * (std::size_t{terrain.rows} + 1));
    for (std::uint32_t j = 0; j <= terrain.rows; ++j) {
        for (std::uint32_t i = 0; i <= terrain.columns; ++i) {
            // Three hills across.
            const Vec3 at{3 * coordinate(1, i, terrain.columns), 3 * coordinate(1, j, terrain.rows), 0};
            heights.push_back(terrain.height * noise(at, terrain.seed));
        }
    }
    return heights;
}

TriangleSoup terrain_mesh(const Terrain& terrain) {
    if (!can_generate(terrain)) return {};
    const std::vector<double> heights = terrain_heights(terrain);
    TriangleSoup soup;
    soup.vertices.reserve(heights.size());
    soup.triangles.reserve(std::size_t{2} * terrain.columns * terrain.rows);
    const std::uint32_t stride = terrain.columns + 1;
    for (std::uint32_t j = 0; j <= terrain.rows; ++j) {
        for (std::uint32_t i = 0; i <= terrain.columns; ++i) {
            soup.vertices.push_back({coordinate(terrain.half_width, i, terrain.columns),
                                     coordinate(terrain.half_width, j, terrain.rows),
                                     heights[soup.vertices.size()]});
            if (i == terrain.columns || j == terrain.rows) continue;
            const std::uint32_t p = j * stride + i;
            soup.triangles.push_back({p, p + 1, p + stride + 1});
            soup.triangles.push_back({p, p + stride + 1, p + stride});
        }
    }
    return soup;
}

TriangleSoup noisy_sphere_mesh(const NoisySphereMesh& sphere) {
    if (!(sphere.roughness >= 0 && sphere.roughness < 1)) return {};
    TriangleSoup soup = icosphere_mesh(1, sphere.subdivisions);
    if (!positive(sphere.radius)) return {};
    for (Vec3& v : soup.vertices)
        v = sphere.radius * (1 + sphere.roughness * noise(2.0 * v, sphere.seed)) * v;
    return soup;
}

}  // namespace graze
