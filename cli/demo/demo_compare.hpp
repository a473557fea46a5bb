// What was planted in the demonstration against what a check found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <graze/assembly/assembly.hpp>

#include "cast.hpp"
#include "demo/demo_assembly.hpp"

namespace graze::cli {

/// A finding of a check, in the form of planted faults.
struct Found {
    PlantedKind kind = PlantedKind::clash;
    std::string a;
    std::string b;
    Relation relation = Relation::disjoint;
    Interval value;  ///< Contains the depth, gap or time; for surfaces, which have no depth, the distance of
                     ///< the separation.
};

struct DemoComparison {
    std::vector<std::optional<Found>> found;  ///< For each planted thing, in order: what answers it.
    std::vector<Found> surplus;  ///< Found and not planted, or with another relation or value than planted.

    /// All that was planted, and nothing else.
    [[nodiscard]] bool exact() const;
};

DemoComparison compare(const std::vector<Planted>& planted, const io::Document& document,
                       const AssemblyFindings& result, const CastAnswer& cast);

/// A table of what was planted and what was found of it, then what else was found. Lengths below `noise` are
/// 0; `width` is the terminal's.
std::string comparison_table(const std::vector<Planted>& planted, const DemoComparison& comparison,
                             double noise, std::size_t width);

}  // namespace graze::cli
