// The pairs of a cell that may be near each other at one moment, in a fixed order; and loops over many
// configurations.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/parallel.hpp"
#include "robot/body_gaps.hpp"

namespace graze {

/// visit(pair) -> whether to go on, for every tested pair whose bodies may be within distance(link's body) of
/// each other: obstacles by the tree when they are many. Whether all were visited.
template <class Distance, class Visit>
bool each_near_pair(const SearchSet& set, const Moment& moment, const Distance& distance,
                    const Visit& visit) {
    const auto links = static_cast<std::uint32_t>(set.link_bodies);
    for (std::uint32_t a = 0; a < links; ++a) {
        const auto take = [&](std::uint32_t b) { return !set.tested(a, b) || visit(BodyPair{a, b}); };
        for (const std::uint32_t b : set.unbounded)
            if (!take(b)) return false;
        if (set.obstacle_tree.empty()) {
            for (const std::uint32_t b : set.bounded)
                if (!take(b)) return false;
            continue;
        }
        // Boxes are rounded outward by the tree; the centre's own rounding is far below a millionth.
        const double reach = (set.bodies[a].ball.radius + distance(a)) * (1 + 1e-6);
        if (!(reach < kLargestServed)) {
            for (const std::uint32_t b : set.bounded)
                if (!take(b)) return false;
            continue;
        }
        const Vec3 around{reach, reach, reach};
        bool going = true;
        visit_box(set.obstacle_tree, {moment.balls[a] - around, moment.balls[a] + around},
                  [&](LeafSlots leaf) {
                      for (const std::uint32_t i : set.obstacle_tree.primitives(leaf))
                          if (going) going = take(set.bounded[i]);
                      return going ? Continue::yes : Continue::no;
                  });
        if (!going) return false;
    }
    for (const BodyPair& pair : set.link_pairs)
        if (!visit(pair)) return false;
    return true;
}

/// work(first, last) over [0, count) in parts of a fixed length.
template <class Work> void in_chunks(std::size_t count, unsigned threads, const Work& work) {
    constexpr std::size_t kChunk = 64;  // microseconds each: enough to outweigh the start of a task
    const Workers workers(count > kChunk ? threads : 1);
    workers.run([&] {
        workers.for_each((count + kChunk - 1) / kChunk,
                         [&](std::size_t i) { work(i * kChunk, std::min(count, (i + 1) * kChunk)); });
    });
}

}  // namespace graze
