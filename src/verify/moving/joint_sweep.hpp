// Where bodies on a tree of axes can be for all values of the joints in a box: the hull of their images under
// a few affine maps, the corner maps. For `verify` in intervals, and in doubles for searches.
//
// The matrix that turns by an angle is affine in its cosine and sine, so a chain of axes is affine in each of
// these pairs, and a point behind the chain stays in the hull of its images when every pair runs over the
// corners of a polygon around its arc (and a shift over its two ends). docs/notes/self_collision.md has the
// argument.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"
#include "graze/motion/robot.hpp"

namespace graze::verifying {

/// One axis between two frames, with what its corner maps are made of.
template <class T> struct SweptAxis {
    bool turns = true;
    bool outward = true;  ///< Away from the tree's root: the value counts as it is, else its opposite.
    std::uint32_t coordinate = 0;
    double multiplier = 1;
    double offset = 0;
    BasicAffine<T> origin{};         ///< Of the axis; its inverse when it is passed towards the root.
    BasicVec3<T> direction{};        ///< Unit.
    BasicMat3<T> along{};            ///< direction directionᵀ.
    BasicMat3<T> across{};           ///< I - along.
    BasicMat3<T> direction_cross{};  ///< Its product with x is direction × x.
};

/// The frames on the path from one to another in the tree, both included.
std::vector<std::uint32_t> frames_between(const KinematicTree& tree, std::uint32_t from, std::uint32_t to);

/// The axes on that path: their maps in this order take coordinates in `to` to coordinates in `from`.
template <class T>
std::vector<SweptAxis<T>> axes_between(const KinematicTree& tree, std::uint32_t from, std::uint32_t to);

/// At most how many corner maps there are: 4 for each turn, 2 for each shift; no more than 2^32.
template <class T> std::uint64_t corner_count(std::span<const SweptAxis<T>> chain) noexcept;

/// For every configuration in the box the map of the whole chain takes each point into the hull of its images
/// under these maps. In doubles up to rounding.
template <class T>
std::vector<BasicAffine<T>> corner_maps(std::span<const SweptAxis<T>> chain,
                                        std::span<const Interval> configuration);

}  // namespace graze::verifying
