// The step of the beneath-beyond method, with exact signs, on a convex surface: the triangles visible from a
// point strictly outside form a disk; they are replaced by the triangles between the disk's rim and the
// point. Triangles in whose plane the point lies do not count as visible and stay, so that no triangle
// without area can arise. Points that Qhull wrongly left out enter the hull this way; those outside by no
// more than the rounding of their coordinates are left out on purpose, and the worst distance is reported.
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "graze/math/predicates.hpp"
#include "math/degeneracy/triangle_normal.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t next(std::size_t k) { return k == 2 ? 0 : k + 1; }

/// Quick answers for the points deep inside: a ball around the middle, then the planes in plain arithmetic,
/// scaled to unit size.
class Depths {
public:
    Depths(const Surface& surface, std::span<const Vec3> points) {
        Vec3 low = points[surface.triangles[0][0]], high = low;
        for (const TriangleIndices& t : surface.triangles)
            for (const std::uint32_t i : t) {
                low = min(low, points[i]);
                high = max(high, points[i]);
            }
        centre_ = 0.5 * low + 0.5 * high;
        scale_ = unit_scale(max_component(high - low));
        radius_ = 2;
        for (const TriangleIndices& t : surface.triangles) {
            const TriangleNormal n = triangle_normal(points[t[0]], points[t[1]], points[t[2]], scale_);
            const Vec3 normal = unit(n.direction);
            const Vec3 corner = local(points[t[0]]);
            // Coordinates are below 2 here; an inaccurate normal moves the plane by its angle times the
            // farthest distance.
            planes_.push_back({normal, -dot(normal, corner) + 32 * kEps + 8 * n.error});
            radius_ = std::min(radius_, -planes_.back().offset);
        }
    }

    bool surely_inside(const Vec3& point) const {
        const Vec3 p = local(point);
        if (radius_ > 0 && length_sq(p) < 0.99 * radius_ * radius_) return true;
        return max_component(abs(p)) < 2 &&
               std::all_of(planes_.begin(), planes_.end(), [&](const Plane& plane) { return plane(p) < 0; });
    }

private:
    Vec3 local(const Vec3& p) const { return scale_ * (p - centre_); }

    Vec3 centre_{};
    double scale_ = 1;
    double radius_ = 0;
    std::vector<Plane> planes_;
};

class Enclosure {
public:
    Enclosure(Surface& surface, std::span<const Vec3> points)
        : surface_(surface), points_(points), mark_(surface.triangles.size(), Mark::unknown) {
        for (const TriangleIndices& t : surface.triangles)
            for (const std::uint32_t i : t)
                rounding_ = std::max(rounding_, kDistanceRoundings * kEps * max_component(abs(points[i])));
    }

    /// Makes the point a corner if it lies outside by more than `tolerance`; otherwise bounds its distance.
    double add(std::uint32_t p, double tolerance) {
        const std::uint32_t start = first_visible(p);
        if (start == kNone) return 0;
        gather(start, p);
        double distance = std::numeric_limits<double>::infinity();
        for (const std::uint32_t t : visible_) {
            const TriangleIndices& v = surface_.triangles[t];
            distance = std::min(distance,
                                triangle_distance(points_[p], points_[v[0]], points_[v[1]], points_[v[2]]));
        }
        if (distance <= tolerance) return distance + rounding_;
        replace(p);
        return 0;
    }

private:
    enum class Mark : std::uint8_t { unknown, visible, hidden };

    bool is_visible(std::uint32_t p, std::uint32_t t) const {
        const TriangleIndices& v = surface_.triangles[t];
        return orient3d(points_[v[0]], points_[v[1]], points_[v[2]], points_[p]) == Sign::positive;
    }

    std::uint32_t first_visible(std::uint32_t p) const {
        for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t)
            if (is_visible(p, t)) return t;
        return kNone;
    }

    void gather(std::uint32_t start, std::uint32_t p) {
        mark_.assign(surface_.triangles.size(), Mark::unknown);
        mark_[start] = Mark::visible;
        visible_ = {start};
        rim_.clear();
        for (std::size_t i = 0; i < visible_.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t beyond = surface_.across[visible_[i]][k];
                if (mark_[beyond] == Mark::unknown) {
                    mark_[beyond] = is_visible(p, beyond) ? Mark::visible : Mark::hidden;
                    if (mark_[beyond] == Mark::visible) visible_.push_back(beyond);
                }
                if (mark_[beyond] == Mark::hidden)
                    rim_.push_back({surface_.triangles[visible_[i]][k],
                                    surface_.triangles[visible_[i]][next(k)], beyond});
            }
        }
    }

    /// Puts the new triangles into the places of the old ones; the rim of a disk has more edges than half its
    /// triangles, so places may be missing (appended) or left over (filled from the end).
    void replace(std::uint32_t p) {
        std::unordered_map<std::uint32_t, std::uint32_t> starting_at;
        std::vector<std::uint32_t> places;
        for (std::size_t i = 0; i < rim_.size(); ++i) {
            std::uint32_t place =
                i < visible_.size() ? visible_[i] : static_cast<std::uint32_t>(surface_.triangles.size());
            if (place == surface_.triangles.size()) {
                surface_.triangles.emplace_back();
                surface_.across.emplace_back();
            }
            places.push_back(place);
            starting_at[rim_[i].from] = place;
        }
        for (std::size_t i = 0; i < rim_.size(); ++i) {
            surface_.triangles[places[i]] = {rim_[i].from, rim_[i].to, p};
            surface_.across[places[i]][0] = rim_[i].beyond;
            surface_.across[places[i]][1] = starting_at[rim_[i].to];
            surface_.across[starting_at[rim_[i].to]][2] = places[i];
            relink(rim_[i].beyond, rim_[i].to, places[i]);
        }
        std::vector<std::uint32_t> left_over(
            visible_.begin() + static_cast<std::ptrdiff_t>(std::min(rim_.size(), visible_.size())),
            visible_.end());
        std::sort(left_over.rbegin(), left_over.rend());
        for (const std::uint32_t t : left_over) remove(t);
    }

    /// In triangle t, the edge that starts at `from` now leads to `beyond`.
    void relink(std::uint32_t t, std::uint32_t from, std::uint32_t beyond) {
        for (std::size_t k = 0; k < 3; ++k)
            if (surface_.triangles[t][k] == from) surface_.across[t][k] = beyond;
    }

    void remove(std::uint32_t t) {
        const auto last = static_cast<std::uint32_t>(surface_.triangles.size() - 1);
        if (t != last) {
            surface_.triangles[t] = surface_.triangles[last];
            surface_.across[t] = surface_.across[last];
            for (std::size_t k = 0; k < 3; ++k)
                relink(surface_.across[t][k], surface_.triangles[t][next(k)], t);
        }
        surface_.triangles.pop_back();
        surface_.across.pop_back();
    }

    struct RimEdge {
        std::uint32_t from = 0, to = 0;
        std::uint32_t beyond = 0;  ///< The triangle that is not visible on the other side.
    };

    Surface& surface_;
    std::span<const Vec3> points_;
    std::vector<Mark> mark_;
    std::vector<std::uint32_t> visible_;
    std::vector<RimEdge> rim_;
    double rounding_ = 0;  ///< Error of a computed distance.
};

}  // namespace

std::optional<Surface> tetrahedron_surface(std::array<std::uint32_t, 4> corners,
                                           std::span<const Vec3> points) {
    auto& [a, b, c, d] = corners;
    const Sign sign = orient3d(points[a], points[b], points[c], points[d]);
    if (sign == Sign::zero) return std::nullopt;
    if (sign == Sign::positive) std::swap(b, c);
    return link_surface({{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}});
}

double enclose(Surface& surface, std::span<const Vec3> points, std::span<const std::uint32_t> candidates,
               double tolerance) {
    const Depths depths(surface, points);
    std::vector<bool> corner(points.size(), false);
    for (const TriangleIndices& t : surface.triangles)
        for (const std::uint32_t i : t) corner[i] = true;
    Enclosure enclosure(surface, points);
    double worst = 0;
    // The surface only grows: a point that was inside once stays inside, and one that was close stays as
    // close.
    for (const std::uint32_t i : candidates)
        if (!corner[i] && !depths.surely_inside(points[i]))
            worst = std::max(worst, enclosure.add(i, tolerance));
    return worst;
}

}  // namespace graze::hulls
