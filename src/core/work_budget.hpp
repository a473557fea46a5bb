// How much a search may do before it has to answer with what it has: counted work, never time, so that
// answers do not depend on the machine, on what else runs on it, or on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>

namespace graze {

/// Costs, in units of about a nanosecond, as measured on a 3 GHz machine with meshes of 300 to 70 000
/// triangles. They only have to be right within a factor of two: a budget is chosen with that much to spare.
namespace work {
inline constexpr std::uint64_t kNode = 20;  ///< A node of a box tree opened.
inline constexpr std::uint64_t kLeaf = 30;  ///< A leaf, or a pair of leaves, visited.
/// A point's distance to a triangle, or a ray through one.
inline constexpr std::uint64_t kPointTriangle = 20;
inline constexpr std::uint64_t kCornersInBox = 40;      ///< A triangle whose corners are tested for a box.
inline constexpr std::uint64_t kTriangleAtCorner = 10;  ///< A triangle compared with a corner.
inline constexpr std::uint64_t kTransformedLeaf = 100;  ///< A leaf of triangles in the other tree's frame.
inline constexpr std::uint64_t kLeafPair = 100;         ///< Two leaves of triangles, by planes and boxes.
inline constexpr std::uint64_t kCulledPair = 5;         ///< Two triangles, by their heights along an axis.
/// Distance of two triangles, or the test whether they intersect, besides exact signs.
inline constexpr std::uint64_t kTrianglePair = 150;
/// A sign of placed points by intervals, or a point enclosed for it.
inline constexpr std::uint64_t kIntervalSign = 200;
inline constexpr std::uint64_t kExactSign = 1000;   ///< The same by exact arithmetic.
inline constexpr std::uint64_t kConvexPair = 1000;  ///< Distance of two convex parts.
inline constexpr std::uint64_t kConvexStep = 200;   ///< Each step of that search.
/// Distance of two convex parts at one moment of a motion.
inline constexpr std::uint64_t kMovingConvex = 330;
/// A stretch of time that a plane of two convex parts is followed over.
inline constexpr std::uint64_t kMovingCell = 300;
inline constexpr std::uint64_t kMovingBoxes = 170;  ///< Two boxes over a stretch of time.
inline constexpr std::uint64_t kBallCell = 4;       ///< A ball of translations against a cell.
/// A plane between two pieces of trees, evaluated in intervals.
inline constexpr std::uint64_t kPlane = 2000;
inline constexpr std::uint64_t kProof = 8000;    ///< A decision about two convex parts, with its proof.
inline constexpr std::uint64_t kProbe = 20'000;  ///< A ray at a solid, followed in intervals.
/// The contact of two parts, with the normals of the faces around them.
inline constexpr std::uint64_t kLocalContact = 5000;
inline constexpr std::uint64_t kContactAlong = 600;  ///< The points of two parts along a normal.
}  // namespace work

/// What the searches on parts of meshes, compounds and height fields may do by default: 0.5 to 0.9 s for
/// those that use it up, on an idle core.
inline constexpr std::uint64_t kDefaultWork = 700'000'000;

class WorkBudget {
public:
    explicit constexpr WorkBudget(std::uint64_t units) noexcept : left_(units) {}
    static constexpr WorkBudget unlimited() noexcept { return WorkBudget(~std::uint64_t{0}); }

    constexpr void spend(std::uint64_t units) noexcept { left_ -= std::min(left_, units); }
    [[nodiscard]] constexpr bool spent() const noexcept { return left_ == 0; }
    [[nodiscard]] constexpr std::uint64_t left() const noexcept { return left_; }

private:
    std::uint64_t left_;
};

/// For searches that may be given none: they are not limited then.
inline void spend(WorkBudget* budget, std::uint64_t units) noexcept {
    if (budget != nullptr) budget->spend(units);
}
inline bool spent(const WorkBudget* budget) noexcept { return budget != nullptr && budget->spent(); }

}  // namespace graze
