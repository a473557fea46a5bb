// Corners of two moving bodies over an interval of time, and the times at which their features
// may touch. Vertices, edges and faces are given by the numbers of their corners. Bounds are of the exact
// motion.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/math/interval.hpp"
#include "motion/motion_piece.hpp"

namespace graze {

/// A pair of features by the numbers of their corners: a vertex and a face, a face and a vertex, or two
/// edges.
struct FeatureTest {
    enum class Kind : std::uint8_t { vertex_face, face_vertex, edge_edge };
    Kind kind = Kind::edge_edge;
    std::uint8_t a = 0;  ///< The vertex, or the edge's first corner; unused for a face.
    std::uint8_t b = 0;
};

/// Three corners of each body, in the frames of their bodies; vertices and edges repeat theirs.
struct Features {
    std::array<Vec3, 3> corners_a{};
    std::array<Vec3, 3> corners_b{};
    std::vector<FeatureTest> tests;

    [[nodiscard]] double reach() const noexcept;
};

/// A moving point in the middle of an interval and throughout, and its velocity.
struct Track {
    IntervalVec3 middle{};
    IntervalVec3 over{};
    IntervalVec3 velocity{};
};

/// The differences of two features: their hull holds the origin when they touch.
struct Differences {
    std::array<Track, 4> d{};
    std::size_t count = 0;
    std::array<Track, 3> spanning{};  ///< Three of them, or sides of theirs, whose volume is zero at contact.

    /// Whether a plane keeps the features apart throughout: the one across their closest points in the middle
    /// of the interval.
    [[nodiscard]] bool apart() const noexcept;

    struct Nearest {
        Vec3 difference{};  ///< From a's closest point to b's.
        /// Its direction; across the features, to either side, where they touch but for rounding.
        Vec3 normal{1, 0, 0};
        bool distinct = true;  ///< The closest points differ by more than rounding.
        /// The closest difference is d[0] + u (d[first] - d[0]) + v (d[first + 1] - d[0]).
        double u = 0, v = 0;
        std::size_t first = 1;  ///< 1 or 2.
    };
    /// In the middle of the interval, rounded.
    [[nodiscard]] Nearest nearest() const noexcept;
};

/// How far each body may be off its path.
struct Slack {
    double a = 0;
    double b = 0;
};

class FeatureCorners {
public:
    FeatureCorners(const PiecePair& pieces, const Features& features, const Interval& time,
                   const Slack& slack) noexcept;
    /// At a border of pieces.
    FeatureCorners(const PiecePair& before, const PiecePair& after, const Features& features, double t,
                   const Slack& slack) noexcept;

    /// From a's feature to b's.
    [[nodiscard]] Differences differences(const FeatureTest& test) const noexcept;

    /// The part of the interval in which the volume may be zero; empty when there is none.
    [[nodiscard]] Interval shrunk_by_volume(const std::array<Track, 3>& s) const noexcept;

    static constexpr Interval kEmpty{1, 0};

private:
    Interval time_;
    bool smooth_;
    std::array<Track, 3> a_;
    std::array<Track, 3> b_;
};

}  // namespace graze
