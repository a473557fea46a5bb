// A local minimum of the support heights of a difference of two cores, and how far around it the minimum is
// known to be the least.
//
// EPA's polytope approaches a curved boundary with facets, halving their size to halve their angle: two
// thirds of its steps go into the last degrees around the answer. For cores made of segments and disks
// (boxes, capsules, cylinders, cones) the heights are known in closed form, so a few Newton steps find the
// minimum and a lower model of the heights, quadratic with kinks, shows that no direction within an angle of
// it is lower. The polytope must then only cover the directions beyond that angle. Frame and scale of the
// CorePair. Derivation: docs/notes/epa.md.
#pragma once

#include <array>
#include <cstdint>

#include "convex/core_pair.hpp"
#include "core/in_place.hpp"

namespace graze {

/// A local minimum of the height and its neighbourhood.
struct LocalMinimum {
    bool found = false;
    Vec3 normal{1, 0, 0};  ///< Unit: where the minimum is.
    double height = 0;     ///< The model's height there.
    double reach = 0;      ///< Tangent of the angle within which no direction is lower than height - deficit.
    double deficit = 0;
    /// The face of the difference at `normal`: support points along normal + tilt, averaged with the weights,
    /// lie on the normal.
    std::array<Vec3, 3> tilts{};
    std::array<double, 3> weights{};
    std::uint32_t terms = 0;
};

/// The support height h(n) of the difference as a sum of known terms.
class DifferenceHeights {
public:
    explicit DifferenceHeights(const CorePair& pair) noexcept;

    /// Whether both cores are of known terms, and at least one of them is curved.
    [[nodiscard]] bool known() const noexcept { return known_ && disk_count_ > 0; }
    /// Goes down from a unit direction. Not found when it takes too many steps or the minimum is not of a
    /// known kind.
    [[nodiscard]] LocalMinimum descend(const Vec3& from) const noexcept;
    /// Goes down from the lowest of the directions that flat faces may have, and the one between the centres.
    [[nodiscard]] LocalMinimum descend() const noexcept;

private:
    /// A place where the support point jumps: between the ends of a segment, or between a cone's apex and its
    /// rim. It is where n · across equals `level`; above it the far end counts.
    struct Jump {
        Vec3 across{};     ///< Unit.
        double level = 0;  ///< 0 for segments.
        double slope = 1;  ///< sqrt(1 - level²).
        /// Half of the offset from end to end: its length, the same for all of a cone's rim.
        double size = 0;
        Vec3 half{};    ///< ... and for a segment the offset itself.
        int disk = -1;  ///< For a cone: its disk.
    };
    struct Disk {
        Vec3 axis{};  ///< Unit; towards the apex of a cone.
        Vec3 centre{};
        double radius = 0;
        int jump = -1;  ///< For a cone.
        Vec3 apex{};
    };
    struct Directions {
        Vec3 inside{};
        Vec3 out{};
        bool exist = false;
    };
    struct Descent;
    /// A direction with what it is at: up to two jumps, or the axis of a disk.
    struct Start {
        Vec3 direction{1, 0, 0};
        std::array<int, 2> jumps{-1, -1};
        int disk = -1;
    };

    static Directions at_both(const Jump& p, const Jump& q) noexcept;
    void add(const Shape& shape, const Mat3& rotation, double scale) noexcept;
    void add_segment(const Vec3& half) noexcept;
    struct TwoHeights {
        double along = 0;
        double against = 0;
    };
    [[nodiscard]] TwoHeights heights(const Vec3& unit) const noexcept;
    [[nodiscard]] LocalMinimum descend(const Start& start) const noexcept;

    Vec3 centre_{};
    Uninitialized<Jump, 6> jumps_;
    Uninitialized<Disk, 2> disks_;
    std::uint32_t jump_count_ = 0;
    std::uint32_t disk_count_ = 0;
    bool known_ = true;
};

}  // namespace graze
