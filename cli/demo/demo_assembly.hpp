// The assembly of the demonstration: a gearbox on a table, a conveyor with parcels, a pallet, and a robot arm
// that swings; some hundred parts of every type of shape, made on the spot. Lengths in millimetres, world
// frame, z up. Some faults are planted, and known. All other pairs are at least twice the clearance apart, or
// excluded by a rule with a reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <graze/io/document.hpp>
#include <graze/math/interval.hpp>
#include <graze/result/proof.hpp>

namespace graze::cli {

/// Pairs that come closer than this are near misses: half a millimetre.
inline constexpr double kDemoClearance = 0.5;

enum class PlantedKind : std::uint8_t { clash, near_miss, impact };

/// One thing that a check must find.
struct Planted {
    PlantedKind kind = PlantedKind::clash;
    std::string a;  ///< Names of parts; a comes first in the document.
    std::string b;
    Relation relation = Relation::overlapping;  ///< Of a clash.
    Interval value;  ///< Contains the depth of a clash, the gap of a near miss or the time of an impact, by
                     ///< construction.
    std::string story;
};

struct DemoAssembly {
    io::Document document;
    std::vector<Planted> planted;
};

DemoAssembly demo_assembly();

// Each adds one machine with what is planted in it. `demo_assembly` calls them all.
void add_gearbox(DemoAssembly& assembly);
void add_conveyor(DemoAssembly& assembly);
void add_robot(DemoAssembly& assembly);
void add_surroundings(DemoAssembly& assembly);

/// Adds a part without a motion to a group; the reference is good until the next one.
io::Part& add_part(DemoAssembly& assembly, const std::string& name, const Shape& shape, const Pose& pose,
                   const std::string& group);
/// "screw" and 7 make "screw-07".
std::string numbered(const std::string& name, int number);

}  // namespace graze::cli
