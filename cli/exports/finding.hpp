// The findings of a check as one list, for files that are handed on: each with its parts, its numbers, a
// title, an identifier that stays, and what a picture of it must show. World frame, lengths in the document's
// unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

namespace graze::cli {

enum class FindingKind : std::uint8_t {
    clash,      ///< The parts overlap or touch.
    clearance,  ///< They are disjoint, and closer than the clearance.
    undecided,  ///< Parts deviate from their shapes: they may overlap, touch, or be apart.
    possible,   ///< One is possibly inside of the other, an open mesh.
    allowed,    ///< A clash that the options of the check allow.
};
/// "clash", "clearance", "undecided", "possibly-inside", "allowed".
std::string_view to_string(FindingKind kind);

/// How a finding compares with an earlier check.
enum class FindingState : std::uint8_t {
    unknown,    ///< There is none to compare with.
    fresh,      ///< It was not found before.
    worse,      ///< It was found before, and is worse now.
    unchanged,  ///< It was found before, no smaller.
    accepted,   ///< Somebody has accepted it: it fails nothing.
};

struct Finding {
    FindingKind kind = FindingKind::clash;
    PartIndex a = 0;  ///< a < b.
    PartIndex b = 0;
    std::string name_a;  ///< Printable UTF-8: see `legible`. Different parts, different names.
    std::string name_b;
    std::string title;     ///< One line: "arm overlaps base, interference 2.1 .. 3.4 mm".
    std::string relation;  ///< "overlapping", "a inside b"; "disjoint" of a near miss.
    std::string measure_name = "interference";  ///< Or "distance", "winding number".
    std::optional<Interval>
        measure{};                 ///< Contains the true value. Empty: surfaces that cross have no inside.
    Vec3 location{};               ///< A point to show.
    Aabb box{};                    ///< What a picture must show: the region of a clash, both ends of a gap.
    std::optional<Vec3> normal{};  ///< Unit, from a to b; empty where there is none.
    std::array<Vec3, 2> gap{};     ///< Of a near miss the nearest points, of a and of b; else the location.
    /// Segments in which the surfaces cross. Valid as long as the findings of the check.
    std::span<const std::array<Vec3, 2>> curve{};
    std::vector<Vec3> contacts{};  ///< Positions of contact points.
    std::size_t contact_count = 0;
    bool fails = false;  ///< Makes the exit code of the command 1.
    FindingState state = FindingState::unknown;
    std::string reason{};  ///< Of an accepted or allowed finding, for people.
    std::string guid{};    ///< See `pair_guid`.
};

/// What the tool ranks clashes by: contains the interference, >= 0; empty for surfaces that cross.
std::optional<Interval> measure_of(const Clash& clash);

/// The UUID of the name joined from "graze-pair-1", the assembly's name, "overlap" (clashes and near misses:
/// a pair that comes closer stays the same one) or "inside" (possibly inside), and the names of both parts in
/// ascending order of their bytes. It does not depend on the order of parts, nor on places and shapes.
std::string pair_guid(std::string_view assembly, FindingKind kind, std::array<std::string_view, 2> names);

/// Clashes, possible ones, near misses within the clearance, then allowed clashes; each in the order of the
/// check. `assembly` names it in identifiers. The findings must outlive the list.
std::vector<Finding> list_findings(const io::Document& document, const AssemblyFindings& result,
                                   const AssemblyOptions& options, std::string_view assembly);

/// The name of an assembly from several files are their names without folders, in ascending order; that of an
/// assembly from one file is its title, or else the file's name.
std::string assembly_name(const io::Document& document, std::span<const std::string> files);

}  // namespace graze::cli
