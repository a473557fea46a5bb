// Which translations of a cell leave two shapes overlapping, by walls: a point of one shape that is pushed
// into a wall of the other stays inside of it, however far it slides, as long as no other surface is near.
// Each such point gives a half-space of translations. Where half-spaces that face each other leave nothing of
// the cell between them, all of it overlaps: that is how a pin is stuck in its hole.
#pragma once

#include <optional>
#include <vector>

#include "query/composite/part_pairs.hpp"
#include "query/depth/deep_point.hpp"

namespace graze {

/// A cube of translations, world axes.
struct TranslationCube {
    Vec3 centre{};
    double half = 0;  ///< Of its edge.
};

/// Translations centre + x of a cube with normal · x > height leave the pair overlapping. Unit normal.
struct OverlapBeyond {
    Vec3 normal{1, 0, 0};
    double height = 0;
};

/// The half-spaces that a point which is deep after a translation in the cube shows: none, one or two.
void add_walls(const PartPairs& pairs, const TranslationCube& cube, const Vec3& translation,
               const DeepPoint& deep, std::vector<OverlapBeyond>& walls);

/// What is left of a cube.
struct CubeRemainder {
    bool none = false;  ///< For certain.
    Vec3 farthest{};    ///< From the centre: where most seems to be left.
};
CubeRemainder remainder_of(const TranslationCube& cube, const std::vector<OverlapBeyond>& walls) noexcept;

}  // namespace graze
