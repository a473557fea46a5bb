// Exact signs of a few placed points that are needed many times: each point is enclosed once and made exact
// at most once, where graze/math/predicates.hpp places all points again for every sign. The signs are the
// same.
#pragma once

#include <array>
#include <cstddef>

#include "core/work_budget.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/predicates.hpp"
#include "math/exact_number.hpp"

namespace graze {

/// Points by number. About 30 kB: for the stack of a function, made where rounded tests have failed.
class PlacedSigns {
public:
    static constexpr std::size_t kMost = 6;
    using Point = std::size_t;  ///< A point's number, below kMost.

    /// Every sign is charged to the budget, if there is one, by what it takes.
    explicit PlacedSigns(WorkBudget* work = nullptr) noexcept : work_(work) {}

    /// Sets a point, numbered below kMost. Keeps the address of its pose. A point that is not finite makes
    /// all its signs `unknown`.
    void set(std::size_t i, const PlacedPoint& point) noexcept;

    /// As the functions of these names in predicates.hpp.
    [[nodiscard]] Sign orient3d(std::size_t a, std::size_t b, std::size_t c, std::size_t d) noexcept;
    [[nodiscard]] Sign cross_sign(std::size_t a, std::size_t b, std::size_t c, int axis) noexcept;
    [[nodiscard]] Sign difference_sign(std::size_t a, std::size_t b, int axis) noexcept;

private:
    using ExactVec3 = BasicVec3<ExactNumber>;

    const ExactVec3& exact(std::size_t i) noexcept;

    std::array<PlacedPoint, kMost> points_{};
    std::array<IntervalVec3, kMost> enclosed_{};
    std::array<ExactVec3, kMost> exact_;  ///< Of those that `is_exact_` names.
    std::array<bool, kMost> is_finite_{};
    std::array<bool, kMost> is_exact_{};
    WorkBudget* work_;
};

}  // namespace graze
