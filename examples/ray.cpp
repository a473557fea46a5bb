// Rays and straight casts. A miss is an empty optional, not an error.
#include <graze/graze.hpp>

#include <cmath>
#include <cstdio>

using namespace graze;

int main() {
    // [shown: ray]
    const Placed egg{Ellipsoid{{0.5, 0.5, 0.8}}, Pose::translation({4, 0, 0})};
    const Ray ray{{0, 0, 0.4}, {1, 0, 0}};
    const auto hit = raycast(ray, egg);
    if (!hit) return 1;
    std::printf("the ray hits at t = %.9f, normal (%.4f, %.4f, %.4f), proved: %s\n", hit->t, hit->normal.x,
                hit->normal.y, hit->normal.z, verify(*hit, ray, egg) ? "yes" : "no");
    std::printf("a ray beside it %s\n", raycast({{0, 2, 0}, {1, 0, 0}}, egg) ? "hits" : "misses");
    // [end]

    // [shown: cast]
    // A box flies 10 to the right: when does it first touch the egg at rest?
    const Placed box{Box{{0.2, 0.2, 0.2}}, Pose::translation({-1, 0, 0})};
    const auto impact = translational_cast(egg, box, {10, 0, 0});
    if (!impact) return 1;
    std::printf("the box touches at t in [%.9f, %.9f], proved: %s\n", impact->time.lower, impact->time.upper,
                verify(*impact, egg, box, {10, 0, 0}) ? "yes" : "no");
    // [end]
    return std::abs(impact->time.middle() - 0.43) < 1e-6 ? 0 : 1;
}
