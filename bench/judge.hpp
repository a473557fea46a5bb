// Which answers are right. The truth comes from the referee of reference.hpp, at most about 1e-9 wide, for
// every pair.
#pragma once

#include <span>
#include <vector>

#include "batch.hpp"
#include "reference.hpp"

namespace graze::bench {

/// An answer further off than this is wrong; shapes have size about 1. Exact solvers of single precision stay
/// far below it.
inline constexpr double kWrong = 1e-2;
/// Counted and shown, but not held against a contender.
inline constexpr double kInexact = 1e-3;
/// More wrong answers than this fraction (and than one), and a contender is no measure for speed on that row.
inline constexpr double kWrongAllowed = 1e-3;

struct Score {
    std::size_t checked =
        0;  ///< Pairs with a known truth. Booleans of touching pairs (truth contains 0) are not counted.
    std::size_t wrong =
        0;  ///< Wrong booleans; or no answer, distance off by more than kWrong, or a bad normal.
    std::size_t bad_normals =
        0;  ///< Depths only: the overlap along the normal exceeds the true depth by more than kWrong.
    std::size_t inexact = 0;  ///< Off by more than kInexact, the wrong ones included.
    std::size_t failed = 0;   ///< No answer.
    double worst = 0;         ///< Largest error; for booleans the largest |distance| that was judged wrongly.

    [[nodiscard]] bool right() const {
        return wrong <= 1 || static_cast<double>(wrong) <= kWrongAllowed * static_cast<double>(checked);
    }
};

std::vector<ReferenceDistance> find_truth(const Batch& batch);

Score judge(Ask ask, const Batch& batch, std::span<const ReferenceDistance> truth,
            std::span<const Reply> replies);

}  // namespace graze::bench
