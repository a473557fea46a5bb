// An assembly and what a check finds in it. World frame; lengths in the document's unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <graze/bounds/aabb.hpp>
#include <graze/query/query.hpp>
#include <graze/result/relation.hpp>

namespace graze::cli {

/// What the box of a clash holds.
enum class RegionKind : std::uint8_t {
    boxes,     ///< All that the two have in common: where their own boxes overlap.
    crossing,  ///< Where the surfaces of two meshes meet, within rounding.
};

struct Region {
    RegionKind kind = RegionKind::boxes;
    Aabb box{};
};

/// Two parts that intersect, or are too close to call.
struct Clash {
    std::uint32_t a = 0;  ///< Index of the part; a < b.
    std::uint32_t b = 0;
    Relation relation = Relation::overlapping;
    Verdict verdict{};
    Separation separation{};
    DepthCertificate certificate{};            ///< Of the separation, where its proof needs one; mostly empty.
    std::vector<ContactManifold> manifolds{};  ///< The deepest first.
    std::size_t triangle_pairs = 0;            ///< Of two meshes without margins: how many triangles cross or touch.
    Region region{};
    std::vector<std::array<Vec3, 2>> curve{};  ///< Of two meshes: a selection of the segments in which they cross.
};

/// Two parts that do not meet.
struct NearMiss {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Separation separation{};
};

/// Two parts that do not meet, one of which lies in the other as far as the surface of an open mesh surrounds it.
struct PossiblyInside {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Relation relation = Relation::b_inside_a;  ///< Or a_inside_b: what it would be if the mesh around were closed.
    Interval winding{};                        ///< Contains how often the mesh winds around the point, of either sign; reaches above 1/2.
    Vec3 point{};                              ///< Of the part inside, within rounding.
};

struct CheckResult {
    std::vector<Clash> clashes;            ///< The deepest first, then by numbers.
    std::vector<Clash> allowed;            ///< Pairs that meet and may, in the same order.
    std::vector<NearMiss> near_misses;     ///< The closest first, then by numbers.
    std::vector<PossiblyInside> possible;  ///< By numbers. These may be near misses too.
    std::size_t pairs = 0;                 ///< Looked at: their boxes come close enough, and nothing excludes them.
    std::size_t excluded = 0;              ///< Of the pairs whose boxes come close enough, those left out.
    double seconds = 0;
};

/// The parts where they stand, margins included, and boxes that contain them.
struct Assembly {
    std::vector<Placed> placed;
    std::vector<Aabb> boxes;
};

}  // namespace graze::cli
