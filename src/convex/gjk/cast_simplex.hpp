// GJK for two moving polytopes at successive times: the simplex is stored as points of the bodies and moves
// with them, so that a query a little later starts close to its result. It finds directions and proves
// nothing: the caller evaluates gaps along them with error bounds.
#pragma once

#include <array>
#include <cstdint>

#include "convex/simplex/simplex.hpp"
#include "graze/math/pose.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

class CastSimplex {
public:
    /// Bounded shapes with polytope cores, which outlive the simplex.
    CastSimplex(const Shape& a, const Shape& b) noexcept : a_(a), b_(b), margin_(a.margin() + b.margin()) {}

    /// Finds the direction of the shortest difference, so that the gap along it is short of the distance by
    /// at most this share, margins taken off. False when they seem to touch: then the values below are of
    /// this search or of the one before.
    bool update(const Pose& b_in_a, double share) noexcept;

    /// The state of the last query; in a's frame unless stated otherwise.
    [[nodiscard]] const Vec3& normal() const noexcept { return normal_; }  ///< Unit, from a to b.
    /// The gap of the cores along the normal; rounded.
    [[nodiscard]] double lower() const noexcept { return lower_; }
    /// The distance of the two closest points.
    [[nodiscard]] double upper() const noexcept { return upper_; }
    /// The closest points of the cores; b's in b's frame.
    [[nodiscard]] const Vec3& point_a() const noexcept { return point_a_; }
    [[nodiscard]] const Vec3& point_b() const noexcept { return point_b_; }

    /// Points of b in b's frame.
    [[nodiscard]] const Simplex& simplex() const noexcept { return simplex_; }
    /// The difference of the two points for another place of b.
    [[nodiscard]] Vec3 difference(const Pose& b_in_a) const noexcept { return point_a_ - b_in_a * point_b_; }
    /// Whether the nearest features span a triangle of differences, as a vertex and a face or two edges do.
    /// Then four differences for another place of b: its corners, and one on the far side.
    bool around(const Pose& b_in_a, std::array<Vec3, 4>& differences) const noexcept;

private:
    template <class CoreA, class CoreB> bool search(const Pose& b_in_a, double share) noexcept;
    void report(const Vec3& axis) noexcept;

    const Shape& a_;
    const Shape& b_;
    double margin_;      ///< Sum of both margins.
    Simplex simplex_{};  ///< Points of b in b's frame, directions unused.
    Vec3 normal_{};
    double lower_ = 0;
    double upper_ = 0;
    Vec3 point_a_{};
    Vec3 point_b_{};
};

}  // namespace graze
