// The main job: all pairs of an assembly's parts that intersect, how they meet, how deep and where, and which of the others come close.
// What is found, and its order, does not depend on the number of threads. World frame; lengths in the document's unit.
//
// Boxes choose the pairs; the plain yes or no of a pair comes next, and everything else is asked of the pairs that overlap only. Meshes are
// shared, never copied.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <graze/bounds/aabb.hpp>
#include <graze/io/document.hpp>
#include <graze/query/query.hpp>
#include <graze/result/relation.hpp>

#include "assembly_findings.hpp"

namespace graze::cli {

/// Which pairs are examined, beside the document's own exclusions.
enum class Among : std::uint8_t {
    all,
    files,   ///< Only parts of different files: of different ones that were named, or from different mesh files that one of them names.
    groups,  ///< Only parts of different groups; those without a group with all.
};

struct CheckOptions {
    std::optional<double> clearance{};  ///< Pairs that do not meet and are no farther apart are listed. >= 0.
    bool all_distances = false;         ///< All pairs that do not meet are listed, however far apart.
    Among among = Among::all;
    std::vector<std::uint32_t> files{};  ///< For Among::files: of each part, which of the named files it is from. Empty: all from one.
    bool allow_touching = false;         ///< Parts that touch without reaching into each other are fine.
    double allow_depth = 0;              ///< Overlaps that are certainly no deeper are fine. >= 0.
    bool open_meshes = true;             ///< Parts that lie in open meshes are listed as possibly inside.
    bool details = true;                 ///< Contacts, region and crossings of pairs that overlap; without: relation and depth only.
    std::size_t curve_limit = 0;         ///< Segments kept of each pair's crossing, evenly picked.
    unsigned threads = 0;                ///< 0: one per core.
};

/// How deep the two reach into each other; empty for surfaces that cross, which have no depth.
std::optional<Interval> depth_of(const Clash& clash);
/// Where to look: the deepest contact, else between the witness points; in the region where that is bounded.
Vec3 place_of(const Clash& clash);
std::size_t contact_count(const Clash& clash);

/// The document's parts where they stand.
Assembly assemble(const io::Document& document);

/// All that is said of one pair that overlaps; empty when it is certain that it does not.
std::optional<Clash> examine_clash(std::uint32_t a, std::uint32_t b, const Assembly& assembly, const CheckOptions& options);

/// The box of a clash as it is found anew, and how many triangles meet; segments of the crossing as many as the limit says.
struct SurfaceCrossing {
    Region region{};
    std::size_t triangle_pairs = 0;
    std::vector<std::array<Vec3, 2>> curve{};
};
SurfaceCrossing crossing_of(std::uint32_t a, std::uint32_t b, const Assembly& assembly, Relation relation, std::size_t curve_limit = 0);

/// `progress` is called with the share that is done, from any thread.
CheckResult check_assembly(const io::Document& document, const CheckOptions& options, const std::function<void(double)>& progress = {});

}  // namespace graze::cli
