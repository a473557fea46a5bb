// Which bodies of a cell rest on each other. How deep bodies that are not convex may be is bounded by the
// convex enclosures of their members: what is no deeper for them is no deeper for the bodies, and what is, is
// tested along paths. How far apart they may be is their own distance.
#include <algorithm>
#include <map>

#include "query/dispatch.hpp"
#include "robot/cell_state.hpp"

namespace graze {
namespace {

/// What the members of two bodies are from each other, without padding: at least, and the least at most.
using Apart = std::map<BodyPair, Interval>;

void measure(const SearchSet& set, const BodyPair& pair, double padding, Apart& apart) {
    const SearchBody &a = set.bodies[pair.a], &b = set.bodies[pair.b];
    Interval gap = widened(pair_separation(a.enclosure, b.enclosure).distance, a.excess + b.excess);
    // An arch over a box: enclosures touch, and bodies are apart.
    if (!a.convex || !b.convex) gap.upper = pair_separation(a.placed, b.placed).distance.upper;
    const Interval unpadded = widened(gap + Interval(padding), 4 * kEps * padding);
    const auto [found, fresh] = apart.try_emplace(set.owners(pair), unpadded);
    if (!fresh) found->second = min(found->second, unpadded);
}

}  // namespace

std::vector<BodyPair> resting_pairs(const RobotCell::State& cell, std::span<const double> padding) {
    const SearchSet& set = cell.parts;
    const double near = kRestingShare * cell.largest_reach;
    const auto padding_of = [&](std::uint32_t body) {
        const std::uint32_t owner = set.bodies[body].owner;
        return owner < padding.size() ? padding[owner] : 0;
    };
    Apart apart;
    for (std::uint32_t a = 0; a < set.link_bodies; ++a) {
        if (set.bodies[a].frame != 0) continue;
        const Vec3 around = near * Vec3{1, 1, 1};
        const Aabb own = box_of(set.bodies[a].placed), box{own.min - around, own.max + around};
        for (auto b = static_cast<std::uint32_t>(set.link_bodies); b < set.bodies.size(); ++b)
            if ((set.bodies[b].half_space || overlaps(box, set.bodies[b].box)) && set.tested(a, b))
                measure(set, {a, b}, padding_of(a), apart);
    }
    for (const BodyPair& pair : set.link_pairs)
        if (set.bodies[pair.a].frame == 0 && set.bodies[pair.b].frame == 0)
            measure(set, pair, padding_of(pair.a) + padding_of(pair.b), apart);
    std::vector<BodyPair> resting;
    for (const auto& [pair, distance] : apart)
        if (-near <= distance.lower && distance.upper <= near) resting.push_back(pair);
    return resting;
}

}  // namespace graze
