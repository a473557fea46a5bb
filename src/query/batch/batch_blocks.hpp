// A batch in blocks, on several threads where it is worth starting them. A block belongs to one thread, and
// nothing is shared between blocks but the shapes.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/parallel.hpp"
#include "graze/query/query.hpp"

namespace graze {

/// Nanoseconds of a block, about: its start costs a hundredth of that.
inline constexpr double kBlockCost = 20'000;
/// Threads that sleep take some 10 µs to begin: batches below this are answered by the caller.
inline constexpr double kLeastShared = 40'000;

/// What a question costs on one thread, in nanoseconds and roughly: it decides how a batch is split, not what
/// it answers.
inline constexpr double kLaneCost = 5;
inline constexpr double kLaneDistanceCost = 15;
inline constexpr double kWalkCost = 50;
inline constexpr double kConvexCost = 150;
inline constexpr double kDistanceCost = 300;
inline constexpr double kRayCost = 50;
inline constexpr double kMeshRayCost = 500;
inline constexpr double kPartsCost = 5'000;

/// Limits of the length of blocks.
struct BlockLengths {
    std::size_t least = 1;
    std::size_t most = std::size_t{1} << 30;
};

/// block(first, last) over [0, count), for questions of that cost each.
template <class Block>
void in_blocks(std::size_t count, double cost, const BatchOptions& options, const Block& block,
               const BlockLengths& lengths = {}) {
    const bool alone = options.threads == 1 || cost * static_cast<double>(count) < kLeastShared;
    // Whole groups of lanes, where a block has many questions.
    const auto fitting = static_cast<std::size_t>(std::max(1.0, kBlockCost / cost));
    const std::size_t whole = fitting < 64 ? fitting : fitting / 64 * 64;
    const std::size_t length = alone ? lengths.most : std::clamp(whole, lengths.least, lengths.most);
    const Workers workers(alone ? 1 : options.threads);
    workers.run([&] {
        workers.for_each((count + length - 1) / length,
                         [&](std::size_t i) { block(i * length, std::min(count, (i + 1) * length)); });
    });
}

}  // namespace graze
