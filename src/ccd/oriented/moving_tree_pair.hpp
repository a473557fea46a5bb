// A pair of oriented trees of which each moves straight, for a search: swept tests and contacts of their
// elements, with one bound of all rounding. Elements are children (see obb_child): a node represents its box.
// Time counts from 0 to 1.
#pragma once

#include <cstdint>
#include <optional>

#include "ccd/oriented/swept_tests.hpp"
#include "graze/ccd/steady_contact.hpp"

namespace graze {

/// A tree that moves straight from its pose, by a displacement.
struct DisplacedTree {
    const ObbTree& tree;
    Pose pose{};
    Vec3 displacement{};
};

class MovingTreePair {
public:
    MovingTreePair(const DisplacedTree& a, const DisplacedTree& b, ObbTest test) noexcept;

    /// Keeps the times of the window at which two elements, not both triangles, are not shown to be apart.
    /// False when none is left. Counts the work.
    bool keep(std::uint32_t a, std::uint32_t b, SweptWindow& window, ObbTreeStats& stats) const noexcept;

    /// The contact of two elements as they are placed, relative to the position of a's tree; empty when they
    /// never touch.
    [[nodiscard]] std::optional<SteadyContact> contact(std::uint32_t a, std::uint32_t b) const noexcept;

private:
    [[nodiscard]] Triangle triangle_of_a(std::uint32_t a) const noexcept;
    [[nodiscard]] Triangle triangle_of_b(std::uint32_t b) const noexcept;

    DisplacedTree a_;
    DisplacedTree b_;
    ObbTest test_;
    Vec3 between_;  ///< From a's position to b's. World frame.
    Pose b_in_a_;
    Pose a_in_b_;
    Vec3 displacement_in_a_;  ///< Of b relative to a, in a's frame,
    Vec3 displacement_in_b_;  ///< of a relative to b, in b's frame.
    double slack_ = 0;
};

}  // namespace graze
