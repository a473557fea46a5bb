// The queries of a case of shapes made of parts, and what the judge states about the answers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/obb/obb_tree.hpp"
#include "oracle/parts/part_generators.hpp"

namespace graze::test {

enum class Verb : std::uint8_t {
    overlaps,
    decide,
    separation,
    contacts,
    raycast,
    cast,
    impact,
    relation,
    signed_distance,
    triangles,
    trees,
    scene,
    verify,
};
inline constexpr std::size_t kVerbCount = 13;
std::string_view to_string(Verb verb);

/// Which verbs a class of the run is about.
enum class PartGroup : std::uint8_t {
    distance,  ///< overlaps, decide, separation, relation, intersecting_triangles, and how they change with
               ///< the input.
    rays,      ///< raycast, raycast_any, raycast_all, signed_distance, parts_overlapping_box.
    casts,     ///< translational_cast, time_of_impact with its certificate.
    contacts,  ///< contacts, contact_manifolds.
    trees,     ///< Oriented trees and trees of frames.
    scenes,    ///< Scenes of four objects.
};
inline constexpr std::size_t kPartGroupCount = 6;
std::string_view to_string(PartGroup group);

/// Oriented trees of a pair of shapes: fitting the boxes of one takes longer than all queries of a placement.
struct OrientedTrees {
    ObbTree a;
    ObbTree b;
    std::optional<std::uint64_t> shapes_seed;  ///< Of the shapes they were built of.
};

struct PartJudgeOptions {
    PartGroup group = PartGroup::distance;
    bool exact = false;  ///< Compare with rational brute force.
    bool brute = false;  ///< Compare with the convex verbs on all pairs of parts, where there are others than
                         ///< triangles.
    bool depths =
        false;  ///< Ask for the depth of overlaps too, where it takes a search of its own: up to a second.
    bool changed_input =
        false;  ///< Rigid motion, split, doubled and permuted triangles, added ones, warm starts.
    std::uint64_t seed = 0;
    std::uint64_t shapes_seed = 0;  ///< The same for all placements of a pair of shapes.
    OrientedTrees* trees =
        nullptr;  ///< Keeps the trees of a pair of shapes from placement to placement; or null.
};

struct PartJudgement {
    std::vector<std::string> faults;  ///< Empty when everything holds.
    std::vector<std::string_view>
        not_shown;  ///< Kinds of answers that `verify` did not accept without being refuted.
    std::array<double, kVerbCount> slowest{};  ///< Seconds of one call, by verb.
    bool overlapping = false;
    bool undecided = false;
    bool converged = true;
    double width = 0;  ///< Of the distance interval, relative to the larger reach.
};

}  // namespace graze::test
