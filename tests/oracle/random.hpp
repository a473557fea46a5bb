// The tests' own random numbers: fixed seeds give the same cases on every machine and standard library.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "graze/math/pose.hpp"

namespace graze::test {

/// splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, 1).
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    double uniform(double low, double high) { return low + (high - low) * unit(); }
    /// Uniform in the exponent.
    double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    /// Uniform in 0 .. count - 1.
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(bits() % count); }
    bool chance(double probability) { return unit() < probability; }
    double normal() { return std::sqrt(-2 * std::log(1 - unit())) * std::cos(2 * std::numbers::pi * unit()); }

    Vec3 in_cube(double half) {
        const double x = uniform(-half, half), y = uniform(-half, half);
        return {x, y, uniform(-half, half)};
    }
    Vec3 direction() {
        const double x = normal(), y = normal();
        return graze::unit(Vec3{x, y, normal()});
    }
    Quat rotation() {
        const double w = normal(), x = normal(), y = normal();
        return normalized(Quat{w, x, y, normal()});
    }
    Pose pose(double half) {
        const Quat q = rotation();
        return Pose::from(q, in_cube(half));
    }

private:
    std::uint64_t state_;
};

}  // namespace graze::test
