// The convex hull of a set, for fits of boxes, without the guarantees of `ConvexHull`: the hull only weighs
// the axes of a box that is made to contain everything afterwards. Takes a seventieth of the instructions of
// ConvexHull::build for 20 points, a sixteenth for 2000.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/math/pose.hpp"

namespace graze {

/// Points brought to about unit size around the origin, each once, and triangles over them.
struct ObbFitSet {
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Quickhull, with memory that is kept from one set to the next: trees fit thousands of boxes.
class FitHull {
public:
    /// The surface of the convex hull, up to rounding; the set itself when it is flat or the search gets
    /// lost. Valid until the next call.
    const ObbFitSet& of(const ObbFitSet& set);

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    struct Face {
        std::array<std::uint32_t, 3> corners{};  ///< Counter-clockwise from outside.
        std::array<std::uint32_t, 3> across{};   ///< The face beyond the edge from corner k to corner k + 1.
        Plane plane{};
        std::uint32_t outside = kNone;  ///< First of the points above it, linked by next_.
        std::uint32_t highest = kNone;  ///< Among them.
        double height = 0;              ///< Of that one.
        bool alive = true;
        bool visible = false;  ///< By the point at work.
    };
    /// An edge of the horizon of a point: the face on the far side, and which of its edges.
    struct RimEdge {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint32_t face = 0;
        std::uint32_t edge = 0;
    };

    bool start();
    bool include(std::uint32_t face, std::uint32_t point);
    void find_rim(std::uint32_t face, std::uint32_t point);
    std::uint32_t add_face(const std::array<std::uint32_t, 3>& corners);
    void assign(std::uint32_t point, std::uint32_t first_face);
    void collect();

    std::span<const Vec3> points_;
    std::vector<Face> faces_;
    std::vector<std::uint32_t> next_;      ///< By point: the next one outside of the same face.
    std::vector<std::uint32_t> starting_;  ///< By point: the new face whose rim edge starts there.
    std::vector<RimEdge> rim_;
    std::vector<std::uint32_t> visible_, to_open_;
    ObbFitSet result_;
};

}  // namespace graze
