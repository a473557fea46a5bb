// When two moving bodies first touch, as an interval that contains the time, and what shows it.
//
// The contract of every routine that answers an Impact: a *miss* proves that nothing touches in [0, 1].
// Otherwise nothing touches before time.lower, and either contact is proven by time.upper (*contact*), or the
// bodies come within the tolerance and contact can be neither proven nor excluded (*within_tolerance*). A
// budget that runs out widens the interval and is reported in the status; it never turns into a miss.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "graze/result/proof.hpp"
#include "graze/result/separation.hpp"

namespace graze {

enum class ImpactAnswer : std::uint8_t { miss, contact, within_tolerance };

/// What shows contact.
enum class ContactProof : std::uint8_t {
    none,  ///< Nothing: a miss, or within the tolerance.
    /// A common point at time.upper, of the bodies as `pose_at` places them; when their motions have a
    /// deviation, they overlap by more than it there.
    overlap,
    /// Between the ends of the time a vertex goes through a face, or two edges through each other, by a
    /// change of sign, or two points on straight paths coincide: flat bodies touch at a moment that no double
    /// may hold, and need not at time.upper.
    passage,
};

/// What a search cost.
struct ImpactWork {
    std::uint32_t separations = 0;  ///< Distances of two convex parts at one moment.
    std::uint32_t cells = 0;        ///< Stretches of time shown to be free of contact.
    std::uint32_t box_tests = 0;    ///< Pairs of boxes tested over an interval of time.
    /// Pairs of parts of meshes and compounds, or of vertices, edges and faces.
    std::uint32_t primitive_tests = 0;
    /// Times that a stretch was cut: a test could not exclude contact in it, or bodies turn too far.
    std::uint32_t bisections = 0;
};

struct Impact {
    bool hit = false;  ///< Not a proven miss.
    ImpactAnswer answer = ImpactAnswer::miss;
    ContactProof proof = ContactProof::none;  ///< How contact is shown; not none when the answer is contact.
    Interval time{1, 1};  ///< Nothing touches before lower; when the answer is contact they do by upper. {0,
                          ///< 0}: they touch at the start. {1, 1} for a miss.
    Vec3 point{};  ///< World frame, on a (inside, when they overlap at the start), at time.lower. Valid when
                   ///< hit.
    Vec3 normal{1, 0, 0};  ///< Unit, world frame, from a to b, at time.lower. Valid when hit.
    /// Triangle or member that touches; 0 for convex shapes. Valid when hit. A body that starts inside of a
    /// solid touches none of its triangles: 0.
    std::uint32_t part_a = 0;
    std::uint32_t part_b = 0;
    Status status = Status::converged;  ///< budget_reached: the interval is wider than requested, but true.
    ImpactWork work{};
};

/// Two parts that touch at an impact, or may: triangles of meshes and height fields, members of compounds, a
/// convex shape itself.
struct ImpactContact {
    std::uint32_t part_a = 0;  ///< 0 for a convex shape.
    std::uint32_t part_b = 0;
    /// Of these two parts alone, where `pose_at` has them at the impact's time.lower: points, normal from a
    /// to b, and bounds of their distance that `verify` checks for the placed parts. World frame.
    Separation separation{};
};

/// How `time_of_impact` searches. Both keep the contract above.
enum class ImpactMethod : std::uint8_t {
    conservative_advancement,  ///< Gaps along planes, with bounds of second order in time. For every pair of
                               ///< shapes.
    /// Interval arithmetic over oriented trees and features (Redon, Kheddar, Coquillart): of first order, and
    /// so slower, with nothing in common with the other but the start. Meshes and height fields without
    /// margins; Status::unsupported for other shapes. Builds both trees.
    interval_obb,
};

struct ImpactOptions {
    /// Wanted closeness: a length relative to the larger shape (or to the extent of four vertices), and a
    /// time. More than 0.
    double tolerance = 1e-6;
    /// Distances, cells, cuts of time and pairs of boxes allowed, up to a handful; 0: 2000 for each two
    /// convex parts in each piece of their motions, and in all of parts of meshes as much as takes half a
    /// second or so, counted by work and not by time. When they run out the interval is wider, and the status
    /// is budget_reached.
    std::uint32_t max_steps = 0;
    ImpactMethod method = ImpactMethod::conservative_advancement;  ///< Of `time_of_impact`; certified impacts
                                                                   ///< and features have their own.
};

/// Throughout `time` the plane along `normal` keeps the two bodies apart.
struct TimeCell {
    /// Whether the plane is fixed, or is attached to a body and moves with it: a plane of a rotating face
    /// rotates with the face.
    enum class Moves : std::uint8_t { not_at_all, with_a, with_b };

    Interval time{0, 0};
    /// World frame, from a to b. A half-space takes its own normal, wherever it turns. Out of the body that
    /// it moves with, in its frame.
    Vec3 normal{1, 0, 0};
    bool balls = false;  ///< The plane separates the balls around the pivots of both motions, which rotation
                         ///< does not move.
    Moves moves = Moves::not_at_all;
};

/// Nothing of two sets of parts overlaps anything of the other over some time, in which neither motion
/// changes its piece: both trees are walked from their roots. Steps are in the order of the walk. A pair
/// starts at a time and is kept apart by one cell after the other, until it is done at the end, or split on
/// one side before; the pairs of its pieces follow, each from the time that the pair has come to. The pieces
/// of a node are its lanes in order, those of a leaf its parts; a convex shape is a single part.
struct MovingCover {
    enum class Step : std::uint8_t { split_a, split_b, cell, done };
    Interval time{0, 0};
    std::vector<Step> steps;
    std::vector<TimeCell> cells;  ///< One for each step that refers to it.
};

/// An impact with what shows that nothing touches before time.lower (of a miss: at all).
struct CertifiedImpact {
    Impact impact{};
    /// For two convex bodies: in the order of time, from 0 to the lower end without gaps.
    std::vector<TimeCell> cells;
    std::vector<MovingCover> covers;  ///< For other bodies: the same.
    Proof contact{};  ///< That bodies touch: two convex ones at the upper end, others that touch at the
                      ///< start. May be missing.
};

}  // namespace graze
