// Independent checks of every kind of answer. No solver is used: support values in outward-rounded intervals,
// membership tests, and exact orientation signs. `true` is a theorem about the given doubles; `false` means
// "not shown".
#pragma once

#include "graze/motion/motion.hpp"
#include "graze/result/contact.hpp"
#include "graze/result/impact.hpp"
#include "graze/result/path.hpp"
#include "graze/result/proof.hpp"
#include "graze/result/ray.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

bool verify(const Proof& proof, const Placed& a, const Placed& b) noexcept;

/// The verdict's proof shows the verdict's answer.
bool verify(const Verdict& verdict, const Placed& a, const Placed& b) noexcept;

/// A member: the point belongs to both, or to the two parts that the proof names. A nearby one: the proof
/// shows a point of both, and it is within the distance. A close one: the proof shows how close they are, and
/// each has a point within the distance. Linear in the parts where a solid is not convex.
bool verify(const CertifiedCommonPoint& common, const Placed& a, const Placed& b) noexcept;

/// Both ends of the distance interval contain the true signed distance between them, and the witness points
/// agree with it: point_b - point_a is distance * normal within the interval's width along the normal (and
/// within sqrt(2 width distance) across it), up to rounding. The lower end follows from the normal; the upper
/// end of a gap, or of an overlap no deeper than the margins, from the witness points. A deeper overlap is
/// shown without help for half-spaces, and for pairs of boxes, spheres and capsules; spheres in cylinders and
/// cones too. Else it needs the certificate: without it this is false. For shapes that are not convex
/// the named parts show the upper end; how deep such shapes overlap is not shown.
bool verify(const Separation& separation, const Placed& a, const Placed& b) noexcept;
bool verify(const CertifiedSeparation& certified, const Placed& a, const Placed& b) noexcept;

/// The lower end of the distance, by the normal. The upper end, within the rounding that points may have:
/// that of a gap by the nearest points; that of an overlap with half-spaces and between boxes, spheres and
/// capsules; for other overlaps only the overlap is verified, not its depth, which requires a
/// `CertifiedSeparation`. And for every point: position + depth / 2 * normal lies in a and position - depth /
/// 2 * normal in b, each within distance.width() and rounding. So b moved by depth * normal would still reach
/// a there, and no depth exceeds the overlap along the normal. Without points the distance must not claim an
/// overlap, and the nearest points lie in their shapes, at the reported distance, like those of a
/// `Separation`. For sets of parts (meshes, compounds, height fields) the ends lie in them, or in the
/// parts that the point names, within rounding and 1e-9 of the larger reach (1e-6 when a part is curved); a
/// part number out of range is refused. Linear in the parts.
bool verify(const ContactManifold& manifold, const Placed& a, const Placed& b) noexcept;

/// Apart by the verdict's proof; identical by comparing all numbers; touching and overlapping by the
/// certified depth, which is at most 64 eps of the pair's extent, or certainly more, or touching by a verdict
/// that is too close to call; inside by each corner, or by the supports along all directions, within as much,
/// where both are convex. For a pair reported as overlapping, it is not verified that neither is inside of
/// the other. Surfaces that cross have no depth, and containment in meshes cannot be decided by corners:
/// false then.
bool verify(const CertifiedRelation& certified, const Placed& a, const Placed& b);

/// No point of the ray before bounds.lower is in the shape: the plane along the hit's normal (a half-space's
/// own plane) has the start of the ray strictly and the point at bounds.lower weakly on its outer side. And
/// somewhere in the bounds the ray comes within `slack` of the shape, slack = 64 eps (reach + distance of the
/// origins + length of the path), plus what the pose's defect does to lengths: a double t has no point
/// exactly on a flat shape. The hit's `terms` give the place; without them, or when they do not prove it,
/// membership is tested at a few t. The reported point is the ray's at t, within slack.
bool verify(const RayHit& hit, const Ray& ray, const Placed& target) noexcept;

/// The same for b moving by t * displacement against the resting a: disjoint for every t before time.lower;
/// at some t in the interval the two come within 2 slack of each other, and the reported point is as near to
/// both as that t implies: within slack and g + sqrt(2 g extent), g being their overlap along the normal
/// then, plus the distance covered in time.width(). One plane, along the normal, must prove that they are
/// disjoint before. For meshes, compounds and height fields there mostly is none, so most of their casts,
/// although true, are not verified: verify the `certified_time_of_impact` of the same motion instead.
bool verify(const CastHit& hit, const Placed& a, const Placed& b, const Vec3& displacement) noexcept;

/// The frames (`strict`: their interiors) are disjoint, moving ones at all times: the multipliers of one
/// frame's rows make a direction along which the other lies beyond it.
template <int D> bool verify(const FrameFarkas<D>& farkas, const Frame<D>& a, const Frame<D>& b) noexcept;
template <int D>
bool verify(const FrameFarkas<D>& farkas, const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept;

/// A miss by its certificate; a hit by its witness, which must lie in both frames at its time, up to 64 eps
/// of the pair's extent.
template <int D> bool verify(const FrameOverlap<D>& overlap, const Frame<D>& a, const Frame<D>& b) noexcept;
template <int D>
bool verify(const FrameOverlap<D>& overlap, const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept;

/// Nothing touches before time.lower (for a miss: in [0, 1]): the cells follow each other without a gap, and
/// in each of them the gap along its normal stays open, by the gaps at its ends and the largest acceleration
/// of both motions. For shapes that are not convex the same holds of each pair of parts, by the covers, and
/// no piece starts inside of a solid. When the answer is contact, its proof is checked: a common point of the
/// bodies (of the parts that the impact names) at time.upper, as `pose_at` places them, or a passage between
/// the ends. Unless the search ran out of budget, the point of a hit is on a and next to b, and the normal's
/// plane separates them, at time.lower and of the parts named, within 1e-4 of the larger shape or as much as
/// the time is wide, and by what the bodies move in that time; within 1e-2 when the result is only
/// within_tolerance. For an overlap at the start: the point is within half the depth along the normal, and
/// the normal (of convex shapes) is the shorter of its two directions out; for a body that starts inside of a
/// solid the point is in the ball around a. A hit that could be tighter is not refused.
bool verify(const CertifiedImpact& certified, const Moving& a, const Moving& b) noexcept;

/// The same without cells: directions are guessed during the check, in doubles. Slower, and may fail where
/// the cells do not. Convex shapes only.
bool verify(const Impact& impact, const Moving& a, const Moving& b) noexcept;

/// Every pair of the cell stays apart by at least `clearance` before `until`: its stretches of time leave
/// nothing out, and in each of them the gap along the plane is large enough at the ends, by interval forward
/// kinematics, to stay so in between, by bounds of the speed and acceleration of both bodies. The certificate
/// is of these numbers and no others. A free path ends at 1 with the clearance that the answer claims; of a
/// hit it is shown that nothing is closer than wanted before, and that the pair touches at time.upper where
/// `place` has it (where something is wanted: that it is no farther apart).
///
/// What the model does not test is as given, and nothing is shown of it: pairs that are no `link_pairs`, and
/// `allowed`. Of `resting` it is checked that neither body moves and that no such pair is tested, not that
/// they touch: that takes distances, and with them solvers. The model of a RobotCell has what its rule finds;
/// who fills in another, or reads one, compares the lists with those of a cell, as `graze verify` does.
bool verify(const PathCertificate& certificate, const CellModel& cell, const JointPath& path);

/// never: no two shapes of the links come as close as the proof's padding in any configuration within the
/// proof's limits. always: in each of them two shapes overlap. The limits contain the robot's own; where it
/// has none, an angle takes a whole turn, and other values what the proof names. Other answers are not
/// proven: false. Shapes that are not convex count as their hulls in the first, and as balls in them in the
/// second.
bool verify(const SelfCollisionPair& pair, const Robot& robot);

}  // namespace graze
