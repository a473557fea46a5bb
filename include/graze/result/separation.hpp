// The signed distance between two placed shapes, with bounds that contain the truth and the witnesses that
// show it; the record of a search, and the proof of a deep overlap, both kept on request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

// A record of every iteration of a solver: what explains an answer and what a viewer draws. Costs one pointer
// test per iteration when unused. Everything is in the frame of shape a; points are differences a - b of
// support points of the cores.

enum class TraceStage : std::uint8_t {
    gjk,            ///< An iteration of GJK.
    epa,            ///< An expansion of EPA.
    local_minimum,  ///< EPA: the support height along a local minimum of the depth, found by descent over
                    ///< directions.
    inner_balls,    ///< EPA: a ball inside one core, deep in the other, gave the bounds.
    closed_form,    ///< A formula answered the pair. One step, as for all below: the answer's normal and its
                    ///< distance.
    descent,        ///< Descent of a point of one shape along the derivatives of its distance from the other.
    axes,           ///< The 15 separating axes of two boxes.
    parts,  ///< A search over the parts of meshes, compounds and height fields; the pairs of parts are not
            ///< recorded.
};

struct TraceStep {
    TraceStage stage = TraceStage::gjk;
    Vec3 axis{};  ///< Direction searched in this iteration, not normalised. After a closed form: the normal.
    Vec3 support{};  ///< Support point of the difference of the cores found along it; zero for closed forms.
    std::array<Vec3, 4> simplex{};  ///< gjk: the simplex kept. epa: the facet expanded (three points); in the
                                    ///< first such step the fourth is the other corner of the tetrahedron
                                    ///< that the polytope starts as.
    std::uint32_t simplex_size = 0;
    Interval bounds{};  ///< Of the core distance (gjk) or core depth (epa, local_minimum, inner_balls) so
                        ///< far; of the signed distance of the shapes after a closed form.
};

/// Pass its address in the options. Steps are appended; clear it between queries.
struct Trace {
    std::vector<TraceStep> steps;
};

/// Instead of the number of a part, where no part is meant.
inline constexpr std::uint32_t kNoPart = 0xffffffffU;

/// Gap between two placed shapes. World frame. Trivially copyable.
struct Separation {
    Interval distance = Interval::everything();  ///< Contains the true signed distance: > 0 gap, < 0 depth.
    Vec3 point_a{};                              ///< On (or, when overlapping, inside) a.
    Vec3 point_b{};        ///< point_a + distance * normal: within the bounds along the normal, across it
                           ///< within sqrt(2 * width * distance of the cores): the bounds imply no more.
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b. Set for every status.
    Status status = Status::converged;  ///< or budget_reached: the interval is wider but still true.
    std::uint32_t iterations = 0;  ///< Steps of the search, a support evaluation of the pair each (a warm
                                   ///< start's own are not counted); 0 for closed forms.

    /// How the core points behind the witnesses are made: the core support points of a along directions[i]
    /// and of b along -directions[i], averaged with weights[i]. Directions in a's frame. With `terms_from_b`
    /// a and b change places in this, the frame included: a direction that rounding turns may have another of
    /// several equally high support points. `terms` is 0 when a closed form answered: the points are then
    /// checked by membership.
    std::array<Vec3, 3> directions{};
    std::array<double, 3> weights{};
    std::uint32_t terms = 0;
    bool terms_from_b = false;

    /// For shapes that are not convex: two parts, triangles or members of a compound, whose own distance is
    /// at most `distance.upper`; the terms are those of these parts. In a gap they are the closest parts, and
    /// the points are on them; in an overlap they intersect. 0 for a convex shape; `kNoPart` for both shapes
    /// where no pair of parts is known that is as deep as the whole.
    std::uint32_t part_a = 0;
    std::uint32_t part_b = 0;
};

/// How much is done for the depth of solids and sets of parts.
enum class DepthEffort : std::uint8_t {
    quick,  ///< Bounds within a factor of 1.2 to 3, in milliseconds.
    tight,  ///< Bounds within a hundredth where about a tenth of a second suffices.
};

struct SeparationOptions {
    /// Wanted width of the distance interval, relative to the larger shape's reach. Negative: 1e-9 when both
    /// cores are polytopes, 1e-6 otherwise. Rounding sets a floor, at which an answer counts as converged: 64
    /// eps (eps = 2^-53) of the pair's extent (the sum of both reaches and the distance of the origins), plus
    /// four times both shapes' `support_error`, plus four times the defect of poses that are not quite
    /// rotations times the extent: 1e-7 of it for matrices from single precision.
    double tolerance = -1;
    /// Support evaluations allowed for each of GJK and EPA; 0: 128, and 1250 for EPA, 7900 when both cores
    /// are polytopes. EPA takes 7900 at most, whatever the option; beyond the first 250 its polytope is on
    /// the heap. For the depth of sets of parts: translations tried; 0: as many as take less than a second,
    /// counted by work and not by time, so that the answer is the same on every machine.
    std::uint32_t max_iterations = 0;
    /// Receives every iteration of a search, or the closed form that answered, when not null. The algorithm
    /// and the answer are the same without it, bit for bit.
    Trace* trace = nullptr;
    /// Of depths of sets of parts that are not both convex; no other answer depends on it. With a limit on
    /// iterations always quick.
    DepthEffort depth = DepthEffort::quick;
};

/// How far two placed shapes pass through each other: the greatest depth of a point of one shape's surface
/// below the surface of the other shape, inside of that. A point of a surface mesh is one of its surface; two
/// surfaces have no inside, and no interference. World frame. No larger than the penetration depth, which is
/// the length of the least translation that frees the shapes, the escape distance: a pin in a hole that is
/// 0.01 too narrow has an interference of 0.01, and has to go out of the hole to be free.
struct Interference {
    Interval depth = Interval{0, kInfinity};  ///< Contains it; [0, 0] for disjoint shapes. >= 0.
    Vec3 point{};       ///< Of the surface of one shape, up to rounding, and `depth.lower` deep in the other.
    Vec3 exit{};        ///< Nearest to it on the surface of the other, up to rounding.
    bool in_a = false;  ///< The point is inside of a, and of b's surface; else the other way round.
    /// `budget_reached`: the interval is wider than the tolerance.
    Status status = Status::converged;
    std::uint32_t iterations = 0;  ///< Points whose depth was measured.
};

struct InterferenceOptions {
    /// Wanted width of the interval, relative to its lower end. A millionth of the smaller shape's reach is
    /// always narrow enough.
    double tolerance = 0.01;
    /// Points measured at the most, a few microseconds each. When they are used up, the interval holds.
    std::uint32_t max_iterations = 20'000;
    /// The separation of the same pair, where it is known: its depth bounds the interference. Computed where
    /// it is needed, for shapes whose surface is neither flat nor made of triangles.
    const Separation* separation = nullptr;
};

/// What one query leaves for the next one on the same pair: a start for the search, never an answer. Owned by
/// the caller. Any content is safe; results may differ within their bounds.
struct PairCache {
    Vec3 axis{};  ///< In a's frame: last separating axis or closest difference, from b's core to a's. Zero
                  ///< when empty.
    std::array<Vec3, 3> directions{};  ///< In a's frame: along which the support points of the last closest
                                       ///< features were found.
    std::uint32_t count = 0;           ///< How many of the directions are set.
    /// For shapes that are not convex: the numbers of two parts that overlapped, or that were the closest, in
    /// the last query.
    std::array<std::uint32_t, 2> parts{};
    bool parts_known = false;
};

/// What holds the lower bound of a penetration depth: a polytope inside the difference of the two cores,
/// around the origin. Its vertices are differences of core support points along the stored directions.
struct DepthCertificate {
    struct Vertex {
        Vec3 direction_a{};  ///< In a's local frame.
        Vec3 direction_b{};  ///< In b's local frame.
    };
    struct Triangle {
        std::array<std::uint32_t, 3> vertices{};
        Vec3 normal{};  ///< World frame, outward: along which the lowest of the three vertices is as high as
                        ///< the depth.
    };
    std::vector<Vertex> vertices;
    std::vector<Triangle> triangles;  ///< A closed surface; empty when the cores only touch.
};

struct CertifiedSeparation {
    Separation separation;
    DepthCertificate certificate;  ///< Empty unless the cores overlap.
};

}  // namespace graze
