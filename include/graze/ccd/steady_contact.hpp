// Oriented boxes and triangles at constant velocity, without turning: the first and the last moment of
// contact, and where; and all pairs of two oriented trees that touch during the motion. World frame; time of
// a pair counts from 0 to 1, in which a body moves by its velocity. All sets are closed.
//
// By separating axes: along each the two projections overlap from one moment to another; contact is when they
// do along all of them. The axes at rest suffice: two convex polytopes are apart at a moment exactly when one
// of them shows it. Source: D. Eberly, Dynamic Collision Detection using Oriented Bounding Boxes, with first
// and last times per axis instead of signs at the ends; the searches of moving trees are those of its section
// 7, sampled motion is that of its section 5.
#pragma once

#include <cstdint>

#include "graze/bounds/obb.hpp"
#include "graze/core/error.hpp"
#include "graze/core/function_ref.hpp"
#include "graze/core/stop_request.hpp"
#include "graze/math/interval.hpp"
#include "graze/motion/motion.hpp"
#include "graze/obb/obb_search.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

struct SteadyContact {
    bool hit = false;      ///< False is certain, for the doubles given, when converged; true may be wrong by
                           ///< rounding, as at rest.
    Interval first{0, 0};  ///< Contains the first moment of contact in [0, 1]; [0, 0] when they touch at the
                           ///< start. Valid when hit.
    Interval last{0, 0};   ///< Contains the last moment of contact in [0, 1]. Valid when hit.
    Vec3 point{};  ///< Of both bodies at the first moment, up to rounding: the mean of the corners of what
                   ///< they share then. For triangles that cross at the start: the middle of what they share.
    bool unique = false;     ///< They share just this point: a corner, or two edges that cross.
    Vec3 normal{1, 0, 0};    ///< Unit, from a to b: the axis they touch along. At the start of an overlap the
                             ///< one of least depth.
    Vec3 normal_a{1, 0, 0};  ///< Unit, outward normal of a at the point: a box's as of an ellipsoid, a
                             ///< triangle's own on b's side.
    Vec3 normal_b{1, 0, 0};  ///< The same for b.
    Status status = Status::converged;  ///< invalid_input for numbers that are not finite, empty boxes and
                                        ///< triangles without area.
};

SteadyContact steady_contact(const Obb& a, const Vec3& velocity_a, const Obb& b,
                             const Vec3& velocity_b) noexcept;
SteadyContact steady_contact(const Triangle& a, const Vec3& velocity_a, const Obb& b,
                             const Vec3& velocity_b) noexcept;
SteadyContact steady_contact(const Triangle& a, const Vec3& velocity_a, const Triangle& b,
                             const Vec3& velocity_b) noexcept;

/// A tree that moves straight at constant velocity and does not turn. The tree is borrowed.
struct MovingTree {
    const ObbTree& tree;
    Pose pose{};      ///< At the start.
    Vec3 velocity{};  ///< World frame, per unit of time.
};

/// A tree on any motion, over [0, 1]. The tree is borrowed.
struct SampledTree {
    const ObbTree& tree;
    Motion motion{};
};

struct MovingFindOptions {
    std::int32_t depth_a = -1;  ///< Levels of each tree to go down, as in FindOptions: boxes at the limit are
                                ///< taken for the objects.
    std::int32_t depth_b = -1;
    ObbTest test = ObbTest::sat;  ///< How two moving boxes are separated.
    /// Report only the earliest contact: one visit, at the end. Every contact that is found shortens the time
    /// that is searched. Among contacts with the same time.lower, the one with the least
    /// time.upper is reported, then the least element of a, then of b (in the order of the trees): the
    /// answer does not depend on the order of the search.
    bool first_only = false;
    /// A search that it ends counts as one that the visitor ended. `first_only` visits nothing then.
    const StopRequest* stop = nullptr;
};

/// Two elements that touch during the motion. World frame. See SteadyContact for what the fields hold.
struct MovingTreeContact {
    TreeElement a{};
    TreeElement b{};
    /// Contains the first moment of contact of these two; [0, 0] when they touch at the start.
    Interval time{0, 0};
    /// Contains the last one; of sampled motion the last of the step of the first contact.
    Interval last{0, 0};
    Vec3 point{};               ///< Of both at the first moment, up to rounding.
    Vec3 normal{1, 0, 0};       ///< Unit, from a to b: the axis they touch along.
    Vec3 normal_a{1, 0, 0};     ///< Unit, outward normal of a's element at the point.
    Vec3 normal_b{1, 0, 0};     ///< The same for b.
    bool point_unique = false;  ///< They share just this point.
};

/// The work of a moving search: tests of boxes and triangles over an interval of time instead of at a moment.
struct MovingTreeStats : ObbTreeStats {
    /// How far a point of both trees together can be from where the search had it: 0 for MovingTree, for
    /// which the search is exact up to rounding; of sampled motion what the frozen orientations leave out.
    /// Elements that stay farther apart than this on their real motions are never reported; contact shallower
    /// than this may be missed.
    double deviation = 0;
};

using MovingContactVisitor = FunctionRef<Continue(const MovingTreeContact&)>;

/// Visits every pair of elements that touches within [0, dt], each once with its own times, until the visitor
/// has enough. The order of visits is the same on every machine. A pair that is not visited is certain not to
/// touch, as its placed corners are rounded; pairs within rounding of a touch are visited. Triangles without
/// area count as the segment or point they are. What the visitor throws ends the search.
/// Status::invalid_input, and no visits, when a pose, a velocity or dt < 0 is not usable.
MovingTreeStats find_moving_collisions(const MovingTree& a, const MovingTree& b, double dt,
                                       const MovingFindOptions& options, MovingContactVisitor visitor);

/// The same over `steps` equal steps of [0, 1] (0 counts as 1). In each step both trees keep their
/// orientation of its start and go straight from one sampled position to the next. Each pair is visited once,
/// at its first contact. Turning within a step is left out: stats.deviation bounds what that can miss, and it
/// shrinks with the number of steps. `time_of_impact` misses nothing.
MovingTreeStats find_moving_collisions(const SampledTree& a, const SampledTree& b, std::uint32_t steps,
                                       const MovingFindOptions& options, MovingContactVisitor visitor);

}  // namespace graze
