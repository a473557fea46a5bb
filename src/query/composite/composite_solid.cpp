// Solids: which pieces of the other side are inside, by probes that `verify` can check, and how deep.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "query/composite/composite.hpp"
#include "solid/side_of.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

using verifying::kProbeDirections;
using verifying::locate_point;
using verifying::PointLocation;

/// A probe of one part that is decided, and its result. Unknown when no direction of the list decides.
struct ProbeResult {
    SolidProbe probe;
    PointLocation where = PointLocation::unknown;
};

ProbeResult probe_part(const PartPairs& pairs, bool of_b, std::uint32_t part) noexcept {
    const Placed& solid = (of_b ? pairs.a : pairs.b).placed;
    const Placed piece = placed_part(of_b ? pairs.b : pairs.a, part);
    const double distance =
        2 * (solid.shape.reach() + piece.shape.reach() + length(solid.pose.position - piece.pose.position));
    ProbeResult result;
    for (const Vec3& direction : kProbeDirections) {
        spend(pairs.work, work::kProbe);
        result.probe = {of_b, part, solid.pose.position + distance * direction};
        const verifying::Probed probed = locate_point(result.probe, pairs.a, pairs.b);
        spend(pairs.work, probed.triangles * work::kIntervalSign);
        result.where = probed.where;
        if (result.where != PointLocation::unknown) break;
    }
    return result;
}

/// Whether a point of the part is inside of the other side's solid: exact for corners of triangles, up to
/// rounding for other parts.
bool seems_inside(const PartPairs& pairs, bool of_b, std::uint32_t part) noexcept {
    const PlacedParts& solid = of_b ? pairs.a : pairs.b;
    const PlacedParts& side = of_b ? pairs.b : pairs.a;
    const PlacedPoint point{&side.placed.pose, support(side.core_part(part), {1, 0, 0})};
    return side_of(*solid.mesh(), solid.placed.pose, point, pairs.work) != PointSide::outside;
}

/// A part of some connected piece of one side, when that piece seems to be inside of the other side; empty
/// when none does.
std::optional<std::uint32_t> part_inside(const PartPairs& pairs, bool of_b) noexcept {
    if (!(of_b ? pairs.a : pairs.b).solid()) return std::nullopt;
    const PlacedParts& side = of_b ? pairs.b : pairs.a;
    for (std::uint32_t i = 0; i < side.piece_count() && !spent(pairs.work); ++i) {
        if (seems_inside(pairs, of_b, side.part_of_piece(i))) return side.part_of_piece(i);
    }
    return std::nullopt;
}

/// One probe for each connected piece; the last one is unknown when the work is spent.
std::vector<ProbeResult> probe_side(const PartPairs& pairs, bool of_b) {
    std::vector<ProbeResult> all;
    if (!(of_b ? pairs.a : pairs.b).solid()) return all;
    const PlacedParts& side = of_b ? pairs.b : pairs.a;
    for (std::uint32_t i = 0; i < side.piece_count() && !spent(pairs.work); ++i)
        all.push_back(probe_part(pairs, of_b, side.part_of_piece(i)));
    if (spent(pairs.work)) all.emplace_back();
    return all;
}

/// Whether one of the holder's parts, which are convex, holds the point. True when the work is spent.
bool some_part_holds(const PlacedParts& holder, const Placed& point, WorkBudget* work) noexcept {
    if (holder.tree() == nullptr) return overlaps(point, holder.placed);
    PartPairs near(point, holder.placed);
    near.work = work;
    bool held = false;
    visit_close_parts(near, 0, [&](std::uint32_t, std::uint32_t part) {
        spend(work, work::kConvexPair);
        held = overlaps(point, placed_part(holder, part));
        return held ? Continue::no : Continue::yes;
    });
    return held || spent(work);
}

}  // namespace

bool encloses_part(const PartPairs& pairs) noexcept {
    return part_inside(pairs, true) || part_inside(pairs, false);
}

std::optional<SolidProbe> enclosed_part(const PartPairs& pairs) noexcept {
    for (const bool of_b : {true, false}) {
        const std::optional<std::uint32_t> part = part_inside(pairs, of_b);
        const ProbeResult result = part ? probe_part(pairs, of_b, *part) : ProbeResult{};
        if (result.where == PointLocation::inside) return result.probe;
    }
    return std::nullopt;
}

std::optional<std::vector<SolidProbe>> outside_probes(const PartPairs& pairs) {
    std::vector<SolidProbe> probes;
    for (const bool of_b : {true, false}) {
        for (const ProbeResult& result : probe_side(pairs, of_b)) {
            if (result.where != PointLocation::outside) return std::nullopt;
            probes.push_back(result.probe);
        }
    }
    return probes;
}

bool all_enclosed(const PartPairs& pairs, bool b_in_a) noexcept {
    const std::vector<ProbeResult> all = probe_side(pairs, b_in_a);
    return !all.empty() && std::all_of(all.begin(), all.end(), [](const ProbeResult& result) {
        return result.where == PointLocation::inside;
    });
}

bool reaches_around_piece(const PartPairs& pairs, bool b_holds) noexcept {
    const PlacedParts& holder = b_holds ? pairs.b : pairs.a;
    const PlacedParts& side = b_holds ? pairs.a : pairs.b;
    if (holder.solid()) {
        const std::vector<ProbeResult> all = probe_side(pairs, !b_holds);
        return std::any_of(all.begin(), all.end(),
                           [](const ProbeResult& result) { return result.where != PointLocation::outside; });
    }
    if (holder.made_of_triangles()) return false;
    // Convex parts do not intersect the piece's surface: it is in one of them, or outside of all.
    for (std::uint32_t i = 0; i < side.piece_count(); ++i) {
        const Placed point{Point{support(side.core_part(side.part_of_piece(i)), {1, 0, 0})},
                           side.placed.pose};
        if (some_part_holds(holder, point, pairs.work)) return true;
    }
    return false;
}

bool surface_enters_solid(const PartPairs& pairs, double tolerance) noexcept {
    for (const bool of_b : {true, false}) {
        const PlacedParts& solid = of_b ? pairs.a : pairs.b;
        const PlacedParts& side = of_b ? pairs.b : pairs.a;
        if (!solid.solid()) continue;
        for (std::uint32_t i = 0; i < side.count() && !spent(pairs.work); ++i) {
            const Vec3 middle = side.placed.pose * side.core_part(i).centre();
            if (distance_from_point(solid.placed, middle, pairs.work).distance.upper < -tolerance)
                return true;
        }
    }
    return false;
}

}  // namespace graze
