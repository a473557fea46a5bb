// What overlapping things have in common: contact manifolds of shapes, segments of pairs of triangles, boxes
// of pairs of frames. World frame.
//
// A contact point represents two ends on one line along the normal: position + depth / 2 * normal belongs to
// a, position - depth / 2 * normal to b. For sets of parts (meshes, compounds, height fields) the depth is
// local. Below the surface of a solid it is the distance to that surface along the normal. A surface without
// an inside has two sides: a shape that crosses a triangle is pushed to the nearer side, so the depth is how
// far it reaches through. Two such surfaces are in contact where their triangles cross.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/bounds/frame.hpp"
#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

struct ContactPoint {
    Vec3 position{};            ///< World frame, midway between the two surfaces.
    double depth = 0;           ///< > 0: overlap along the manifold's normal at this point.
    std::uint64_t feature = 0;  ///< Names the pair of features that made the point; equal from frame to frame
                                ///< while they stay the same.
    std::uint32_t part_a = 0;   ///< The part of a that the point is on: a triangle or a member of a compound;
                                ///< 0 for a convex shape.
    std::uint32_t part_b = 0;   ///< The same of b.
};

/// At most four points, kept inline; reads like a small vector.
struct ContactPoints {
    std::array<ContactPoint, 4> storage{};
    std::size_t count = 0;

    [[nodiscard]] std::size_t size() const noexcept { return count; }
    [[nodiscard]] bool empty() const noexcept { return count == 0; }
    [[nodiscard]] const ContactPoint* begin() const noexcept { return storage.data(); }
    [[nodiscard]] const ContactPoint* end() const noexcept { return storage.data() + count; }
    [[nodiscard]] const ContactPoint& operator[](std::size_t i) const noexcept { return storage[i]; }
};

/// Disjoint shapes give no points, and neither do two half-spaces: they share no bounded face. Shapes that
/// only touch need not have any.
struct ContactManifold {
    /// The deepest first (within a thousandth), then those that span the largest area.
    ContactPoints points;
    Vec3 normal{1, 0, 0};  ///< Unit, world frame, from a to b.
    /// Signed distance of the pair; [0, 0] for two surfaces that intersect.
    Interval distance = Interval::everything();
    /// `budget_reached` without points: sets of parts that overlap, as the distance has it, at places that
    /// were not found.
    Status status = Status::converged;
    /// Without contact points: the point of a and the point of b that are nearest to each other, as
    /// `separation` has them. World frame. Not set when there are contact points, and where the distance has
    /// no lower end, as that of two half-spaces.
    Vec3 nearest_a{};
    Vec3 nearest_b{};
};

struct ContactOptions {
    /// A face takes part as a whole when its normal is within this angle (radians) of the contact normal, an
    /// edge when it is level within it; otherwise the contact is a point. Between 0 and pi / 4, to which
    /// other values are moved. 0.05 is far above the noise of normals (1e-3 on round shapes) and keeps a
    /// rocking box from losing its face before it has turned by three degrees.
    double face_angle = 0.05;
    /// Sets of parts: contacts along one normal that are farther apart than this share of the smaller shape's
    /// reach belong to different manifolds of `contact_manifolds`, unless a chain of contacts joins them. A
    /// tenth keeps the feet of a table apart.
    double patch_gap = 0.1;
};

/// Two triangles that intersect, as searches of pairs of meshes report them.
struct TrianglePair {
    std::uint32_t triangle_a = 0;  ///< Index in a's triangles.
    std::uint32_t triangle_b = 0;  ///< Index in b's triangles.
    /// What they have in common, world frame; of length zero when it is a point. For coplanar triangles:
    /// two common points that are farthest from each other.
    Segment segment{};
    double error = 0;       ///< Each end is within this distance of the exact one. A length.
    bool coplanar = false;  ///< In one plane, or one of them is degenerate.
    /// An arbitrarily small translation separates them; all coplanar pairs are of this kind.
    bool touching = false;
};

/// Why two frames do not overlap: multipliers >= 0 of the rows of the system whose sum reads 0 <= negative
/// (or 0 < 0 when `strict`). The rows, in coordinates y of a and x of b: 0 <= y_i (row i), y_i <= 1 (row D +
/// i; for a tetrahedron row D alone, Σ y_i <= 1), the same for b, and 0 <= t, t <= 1 for moving frames.
/// `verify` checks it without the elimination. All zero: no certificate.
template <int D> struct FrameFarkas {
    std::array<double, std::size_t{2} * D> rows_a{};
    std::array<double, std::size_t{2} * D> rows_b{};
    std::array<double, 2> rows_t{};
    bool strict = false;  ///< The interiors are apart; the closed frames may touch.
};

/// Which box of the intersection to compute.
enum class FrameBox : std::uint8_t {
    none,         ///< The fast path.
    elimination,  ///< From the ranges of b's coordinates: contains the intersection, depends on the order of
                  ///< the pair.
    tight,        ///< The smallest, up to rounding.
};

struct FrameOptions {
    bool open = false;               ///< Only the interiors count.
    FrameBox box = FrameBox::tight;  ///< Of the intersection.
};

template <int D> struct FrameOverlap {
    bool hit = false;     ///< True for invalid input too, as in `overlaps`.
    AabbOf<D> box{};      ///< Contains all common points (moving: at all times). Empty on a miss and for
                          ///< FrameBox::none.
    Interval time{0, 0};  ///< Contains the times at which the frames overlap; moving hits only. `lower`: the
                          ///< first contact.
    VecOf<D> witness{};   ///< A common point, up to rounding; hits only.
    double witness_time = 0;  ///< When it is common, in [0, 1]; 0 for still frames.
    FrameFarkas<D> farkas{};  ///< Misses only.
    Status status = Status::converged;
    std::uint32_t rows = 0;       ///< Most rows that any stage of the elimination held.
    bool by_exact_signs = false;  ///< Rounded arithmetic could not decide.
};

}  // namespace graze
