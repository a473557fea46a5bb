// The hull of a set, point by point for small sets, by Qhull for large ones. Rounding does not matter here: the hull only weighs the axes
// of a box that is made to contain everything afterwards.
#include "mesh/obb_fit_hull.hpp"

#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "graze/math/pose.hpp"
#include "shape/hull_build.hpp"

namespace graze {
namespace {

using TriangleIndices = std::array<std::uint32_t, 3>;

/// In sets of about unit size: thinner than this, a set counts as flat, and points this close to a face do not move it.
constexpr double kFlat = 1e-10;

/// Four points far from each other; nothing when they span no volume.
std::optional<std::array<std::uint32_t, 4>> far_apart(std::span<const Vec3> points) noexcept {
    std::array<std::uint32_t, 4> far{};
    const auto farthest = [&](std::size_t slot, const auto& distance) {
        double best = kFlat;
        bool found = false;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double d = distance(points[i]);
            if (!(d > best)) continue;
            best = d;
            far[slot] = static_cast<std::uint32_t>(i);
            found = true;
        }
        return found;
    };
    const Vec3& a = points[0];
    if (!farthest(0, [&](const Vec3& p) { return length(p - a); })) return std::nullopt;
    const Vec3& b = points[far[0]];
    if (!farthest(1, [&](const Vec3& p) { return length(p - b); })) return std::nullopt;
    const Vec3 along = unit(points[far[1]] - b);
    if (!farthest(2, [&](const Vec3& p) { return length(cross(p - b, along)); })) return std::nullopt;
    const Vec3 normal = unit(cross(along, points[far[2]] - b));
    if (!farthest(3, [&](const Vec3& p) { return std::abs(dot(normal, p - b)); })) return std::nullopt;
    if (dot(normal, points[far[3]] - b) > 0) std::swap(far[0], far[1]);
    return far;
}

/// The hull of at most 64 points, point by point: the faces that a point sees are replaced by its cone over their rim. Qhull takes tens of
/// microseconds for any set, and most nodes of a tree are small.
class SmallHull {
public:
    static constexpr std::size_t kMostPoints = 64;

    SmallHull(std::span<const Vec3> points, const std::array<std::uint32_t, 4>& first, std::vector<TriangleIndices>& faces)
        : points_(points), faces_(faces) {
        faces_.clear();
        planes_.clear();
        for (const TriangleIndices& t : {TriangleIndices{first[0], first[1], first[2]}, TriangleIndices{first[0], first[3], first[1]},
                                         TriangleIndices{first[1], first[3], first[2]}, TriangleIndices{first[2], first[3], first[0]}}) {
            add(t);
        }
    }

    void include(std::uint32_t p) {
        seen_edges_.fill(0);
        std::array<TriangleIndices, kMostFaces> seen;
        std::size_t count = 0, kept = 0;
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            if (planes_[f](points_[p]) > kFlat && count < seen.size()) {
                seen[count++] = faces_[f];
                for (std::size_t k = 0; k < 3; ++k) seen_edges_[faces_[f][k]] |= std::uint64_t{1} << faces_[f][(k + 1) % 3];
                continue;
            }
            faces_[kept] = faces_[f];
            planes_[kept++] = planes_[f];
        }
        faces_.resize(kept);
        planes_.resize(kept);
        for (std::size_t f = 0; f < count; ++f) {
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t u = seen[f][k], v = seen[f][(k + 1) % 3];
                if ((seen_edges_[v] >> u & 1) == 0) add({u, v, p});
            }
        }
    }

private:
    /// Twice the points: what a triangulated sphere has. Rounding may leave a few more unseen, which does no harm.
    static constexpr std::size_t kMostFaces = 2 * kMostPoints;

    void add(const TriangleIndices& t) {
        const Vec3& a = points_[t[0]];
        const Vec3 normal = unit(cross(points_[t[1]] - a, points_[t[2]] - a));
        faces_.push_back(t);
        planes_.push_back({normal, -dot(normal, a)});
    }

    std::span<const Vec3> points_;
    std::vector<TriangleIndices>& faces_;
    std::vector<Plane> planes_;
    std::array<std::uint64_t, kMostPoints> seen_edges_{};  ///< Bit v of entry u: the edge from u to v belongs to a face that is seen.
};

}  // namespace

const ObbFitSet& hull_of(const ObbFitSet& set, ObbFitSet& scratch) {
    const auto first = far_apart(set.points);
    if (!first) return set;
    if (set.points.size() <= SmallHull::kMostPoints) {
        SmallHull hull(set.points, *first, scratch.triangles);
        for (std::uint32_t p = 0; p < set.points.size(); ++p) hull.include(p);
    } else {
        std::vector<double> coordinates;
        coordinates.reserve(3 * set.points.size());
        for (const Vec3& p : set.points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
        scratch.triangles = hull::propose_surface(coordinates);
    }
    if (scratch.triangles.empty()) return set;
    scratch.points.clear();
    std::vector<std::uint32_t> place(set.points.size(), 0);
    for (auto& t : scratch.triangles) {
        for (std::uint32_t& v : t) {
            if (place[v] == 0) {
                scratch.points.push_back(set.points[v]);
                place[v] = static_cast<std::uint32_t>(scratch.points.size());
            }
            v = place[v] - 1;
        }
    }
    return scratch;
}

}  // namespace graze
