// Sets of points that are near each other: connected over pairs whose coordinates all differ by no more than
// a tolerance.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/math/vec.hpp"

namespace graze {

inline constexpr std::uint32_t kNoSet = std::numeric_limits<std::uint32_t>::max();

struct NearSets {
    /// For each point the number of its set; kNoSet for points that are near no other.
    std::vector<std::uint32_t> set_of;
    std::vector<Aabb> boxes;  ///< Of each set. One larger than the tolerance was connected over a chain.
    /// Then there are no sets: too many points lie near each other to compare them all.
    bool gave_up = false;
};

/// Disjoint sets of numbers; the root of one is its least member.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count);
    std::uint32_t find(std::uint32_t i) noexcept;
    void join(std::uint32_t a, std::uint32_t b) noexcept;

private:
    std::vector<std::uint32_t> parent_;
};

/// Of the points named by `chosen`, which must be finite and different. `tolerance` > 0. The sets do not
/// depend on the order of points, but their numbers do.
NearSets find_near_sets(std::span<const Vec3> points, std::span<const std::uint32_t> chosen,
                        double tolerance);

}  // namespace graze
