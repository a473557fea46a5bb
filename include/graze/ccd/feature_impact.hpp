// First contact of vertices, edges and faces of rigid bodies on any motion, turning included: by intervals of time alone. The answers keep the
// contract of graze/result/impact.hpp, and no contact inside of an interval can be missed: every interval is shown to be free of it, or kept.
//
// An interval is free when, throughout, the volume of the four vertices is not zero, or a plane keeps the features apart. A step of interval Newton
// on the volume shrinks it, otherwise it is halved, the earlier half first. `time_of_impact` of the same shapes is of higher order and
// faster; this one is the plain method, for single features and to compare with.
// Source: Redon, Kheddar, Coquillart, "Fast continuous collision detection between rigid bodies", 2002, with proofs of contact.
#pragma once

#include "graze/motion/motion.hpp"
#include "graze/result/impact.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

// The tolerance is relative to the larger reach of the features from the origins of their bodies. The steps
// allowed count intervals; the default is 20 000. Invalid motions and numbers answer Status::invalid_input
// and a hit over all of [0, 1].

/// A vertex of body a and a face of body b, each in the frame of its body. The face may be degenerate.
Impact vertex_face_impact(const Motion& a, const Vec3& vertex, const Motion& b, const Triangle& face,
                          const ImpactOptions& options = {}) noexcept;

/// An edge of each. Edges may be points.
Impact edge_edge_impact(const Motion& a, const Segment& edge_a, const Motion& b, const Segment& edge_b,
                        const ImpactOptions& options = {}) noexcept;

/// Two triangles: all fifteen pairs of a vertex and a face or of two edges in one sweep over time. Contact at the start is decided exactly.
Impact triangle_triangle_impact(const Motion& a, const Triangle& triangle_a, const Motion& b, const Triangle& triangle_b,
                                const ImpactOptions& options = {}) noexcept;

}  // namespace graze
