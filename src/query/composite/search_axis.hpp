// Culling for distance searches: heights of triangles and tree nodes of two placed sets along one axis, from
// a to b. Two sets whose heights are farther apart than the closest pair so far hold nothing closer. Any axis
// is valid for that; the direction between the closest points so far culls most, so the axis turns while a
// search runs. Heights along different axes have nothing to do with each other. Therefore every height
// carries its axis, its number cannot be read, and the gap between heights of different axes is minus
// infinity: it culls nothing. a's frame.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "query/composite/part_pairs.hpp"

namespace graze {

/// A height along one axis of a search. Comes from a SearchAxis and serves `gap` only.
class AxisHeight {
public:
    AxisHeight() = default;

    /// How far b's lowest point is above a's highest one, rounded; minus infinity where one of both was
    /// measured along another axis.
    [[nodiscard]] friend double gap(const AxisHeight& highest_of_a, const AxisHeight& lowest_of_b) noexcept {
        const bool comparable = highest_of_a.axis_ == lowest_of_b.axis_ && highest_of_a.axis_ != kNoAxis;
        return comparable ? -lowest_of_b.value_ - highest_of_a.value_
                          : -std::numeric_limits<double>::infinity();
    }

private:
    friend class SearchAxis;
    static constexpr std::uint32_t kNoAxis = 0;

    AxisHeight(double value, std::uint32_t axis) noexcept : value_(value), axis_(axis) {}

    /// Of the highest point along the side's own direction: the axis for a, its opposite for b.
    double value_ = 0;
    std::uint32_t axis_ = kNoAxis;
};

/// The axis of one search over triangles. Keeps references to the sets.
class SearchAxis {
public:
    /// `b_in_a` maps b's coordinates to a's, up to what the caller adds to the error of heights.
    SearchAxis(const PlacedParts& a, const PlacedParts& b, const Affine& b_in_a) noexcept
        : b_in_a_(b_in_a), sides_{Side{&a}, Side{&b}} {}

    /// Makes `direction` the axis: unit, from a to b. Heights measured before cannot be compared with later
    /// ones. An axis that is this close to the direction already (cosine) culls about as much, and its
    /// heights are known: it stays.
    void turn_to(const Vec3& direction) noexcept {
        constexpr double kSameDirection = 0.999;
        if (dot(direction, axis_) > kSameDirection) return;
        axis_ = direction;
        ++number_;
        sides_[0].measure_along(direction, 0);
        sides_[1].measure_along(-transpose_times(b_in_a_.linear, direction), -dot(direction, b_in_a_.offset));
    }

    /// Unit, or zero before the first turn.
    [[nodiscard]] const Vec3& direction() const noexcept { return axis_; }

    [[nodiscard]] AxisHeight highest_of_a(const Triangle& t) const noexcept {
        return {sides_[0].triangle(t), number_};
    }
    [[nodiscard]] AxisHeight lowest_of_b(const Triangle& t) const noexcept {
        return {sides_[1].triangle(t), number_};
    }
    /// Of all below a child of the side's tree: a leaf by its corners, a node by the boxes and leaves that it
    /// holds.
    [[nodiscard]] AxisHeight highest_of_a(std::uint32_t child) noexcept { return below(sides_[0], child); }
    [[nodiscard]] AxisHeight lowest_of_b(std::uint32_t child) noexcept { return below(sides_[1], child); }

private:
    /// The latest heights of children: many pairs are made of few of them. One whose place was taken by
    /// another is measured again.
    struct KnownHeight {
        AxisHeight height;
        std::uint32_t child = 0;
    };

    /// Heights of one set, in its own frame, along a direction of its own.
    struct Side {
        explicit Side(const PlacedParts* of) noexcept : parts(of) {}

        void measure_along(const Vec3& direction, double offset_of_frame) noexcept {
            along = direction;
            offset = offset_of_frame;
            per_unit = along * (1 / parts->tree()->frame().scale);
            box_offset = dot(along, parts->tree()->frame().origin) + offset;
        }
        [[nodiscard]] double triangle(const Triangle& t) const noexcept {
            return std::max(std::max(dot(along, t.a), dot(along, t.b)), dot(along, t.c)) + offset;
        }
        [[nodiscard]] double box(const BoxNode& node, std::size_t lane) const noexcept {
            double sum = box_offset;
            for (std::size_t k = 0; k < 3; ++k) {
                const double n = per_unit[k];
                sum += n * static_cast<double>(n > 0 ? node.max[k][lane] : node.min[k][lane]);
            }
            return sum;
        }
        /// Of the ends that count only. Not clipped at 1: a bound all the same.
        [[nodiscard]] double box(const PackedNode& node, std::size_t lane) const noexcept {
            double sum = box_offset;
            for (std::size_t k = 0; k < 3; ++k) {
                const double n = per_unit[k];
                const auto steps = static_cast<float>(n > 0 ? node.max[k][lane] : node.min[k][lane]);
                sum += n * static_cast<double>(node.origin[k] + steps * node.step(k));
            }
            return sum;
        }

        const PlacedParts* parts;
        Vec3 along{};
        Vec3 per_unit{};  ///< `along` for coordinates of nodes.
        double offset = 0;
        double box_offset = 0;  ///< `offset` for coordinates of nodes.
        static constexpr unsigned kKnownBits = 8;
        std::array<KnownHeight, 1U << kKnownBits> known{};
    };

    AxisHeight below(Side& side, std::uint32_t child) noexcept {
        KnownHeight& known = side.known[(child * 0x9e3779b1U) >> (32 - Side::kKnownBits)];
        if (known.height.axis_ == number_ && known.child == child) return known.height;
        const AxisHeight height{child::is_leaf(child) ? leaf(side, child) : node(side, child), number_};
        known = {height, child};  // not before: a leaf below a node may have the same place
        return height;
    }
    [[nodiscard]] static double leaf(const Side& side, std::uint32_t child) noexcept {
        double high = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < child::leaf_count(child); ++i)
            high = std::max(high, side.triangle(side.parts->triangle_in_slot(child::leaf_first(child) + i)));
        return high;
    }
    double node(Side& side, std::uint32_t index) noexcept {
        const BoxTree& tree = *side.parts->tree();
        return tree.compact() ? lanes_of(side, tree.packed_nodes()[index])
                              : lanes_of(side, tree.nodes()[index]);
    }
    template <class Node> double lanes_of(Side& side, const Node& node) noexcept {
        double high = -std::numeric_limits<double>::infinity();
        for (std::uint32_t lane = 0; lane < kNodeWidth && node.child[lane] != child::kNone; ++lane) {
            const std::uint32_t c = node.child[lane];
            high = std::max(high, child::is_leaf(c) ? below(side, c).value_ : side.box(node, lane));
        }
        return high;
    }

    Affine b_in_a_;
    Vec3 axis_{};
    std::uint32_t number_ = AxisHeight::kNoAxis;
    std::array<Side, 2> sides_;
};

}  // namespace graze
