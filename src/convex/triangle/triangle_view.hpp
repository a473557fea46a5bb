// Pairs of triangles of two poses, and how two of them intersect: the types of the triangle-triangle test.
#pragma once

#include <array>
#include <cstdint>

#include "core/work_budget.hpp"
#include "graze/math/pose.hpp"
#include "graze/math/predicates.hpp"
#include "graze/shape/primitives.hpp"

namespace graze {

/// The two poses of many pairs of triangles, and b's pose in a's frame.
class TriangleView {
public:
    /// Every corner of b's triangles is within `reach_b` of b's origin. Keeps the addresses of the poses.
    /// Poses that are not close to rotations or reflections are fine, and slow. Exact signs of the pairs are
    /// charged to the budget, if there is one.
    TriangleView(const Pose& pose_a, const Pose& pose_b, double reach_b, WorkBudget* work = nullptr) noexcept;

    /// b's triangle in a's frame, rounded: off by at most `error` along each axis.
    [[nodiscard]] Triangle in_frame_of_a(const Triangle& b) const noexcept {
        return {linear_ * b.a + offset_, linear_ * b.b + offset_, linear_ * b.c + offset_};
    }
    [[nodiscard]] double error() const noexcept { return error_; }
    /// The rounded map itself.
    [[nodiscard]] Affine map() const noexcept { return {linear_, offset_}; }
    [[nodiscard]] const Pose& pose_a() const noexcept { return *pose_a_; }
    [[nodiscard]] const Pose& pose_b() const noexcept { return *pose_b_; }
    [[nodiscard]] WorkBudget* work() const noexcept { return work_; }
    /// A corner for exact signs; equal poses are left out of them.
    [[nodiscard]] PlacedPoint exact_a(const Vec3& corner) const noexcept {
        return {same_ ? nullptr : pose_a_, corner};
    }
    [[nodiscard]] PlacedPoint exact_b(const Vec3& corner) const noexcept {
        return {same_ ? nullptr : pose_b_, corner};
    }
    /// An exact sign of the world's, as it is in a's frame.
    [[nodiscard]] Sign in_frame_of_a(Sign sign) const noexcept { return mirrored_ ? opposite(sign) : sign; }

private:
    /// The common case: a's pose is a rotation up to the rounding of doubles. False when it is not.
    bool use_relative_rotation(double reach_b) noexcept;

    const Pose* pose_a_;
    const Pose* pose_b_;
    Mat3 linear_{};  ///< Maps b's coordinates to a's, with `offset_`.
    Vec3 offset_{};
    double error_ = 0;  ///< A length; infinite when the poses are not close to rotations or reflections.
    bool same_ = false;
    bool mirrored_ = false;  ///< a's pose reflects.
    WorkBudget* work_;       ///< Or null.
};

/// touching: they intersect, and an arbitrarily small translation separates them. All coplanar triangles that
/// intersect are of this kind.
enum class TriangleContact : std::uint8_t { disjoint, touching, crossing };

/// A corner, an edge or the whole of a triangle, by the indices 0, 1, 2 of its corners.
struct TriangleFeature {
    enum class Kind : std::uint8_t { vertex, edge, face };
    Kind kind = Kind::face;
    std::uint8_t first = 0;
    std::uint8_t second = 0;  ///< Edges only: their other corner.
};

/// Where two triangles intersect.
struct TriangleIntersection {
    TriangleContact contact = TriangleContact::disjoint;
    /// All six corners lie in one plane, or a triangle is degenerate: their common set need not be a segment.
    bool flat = false;
    /// Two features that intersect, shown by exact signs. Meaningful unless disjoint.
    TriangleFeature feature_a{};
    TriangleFeature feature_b{};
    /// The common segment, world frame; a point when both ends are equal. Flat pairs: two points of the
    /// common set that are farthest from each other. Meaningful unless disjoint.
    Segment segment{};
    /// Each end is within this distance of the exact one. A length; grows where the planes are nearly
    /// parallel.
    double error = 0;
};

}  // namespace graze
