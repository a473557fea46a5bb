// Quickhull: the highest point over some face replaces all faces visible from it; points that lose their face
// are assigned to one of the new ones. Exact hulls (shape/hull) cost ten times as much, most of it for what a
// box does not need. Source: Barber, Dobkin, Huhdanpaa, The Quickhull algorithm for convex hulls, 1996.
#include "obb/obb_fit_hull.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace graze {
namespace {

/// In sets of about unit size: thinner than this, a set counts as flat, and points this close to a face do
/// not move it.
constexpr double kNegligibleHeight = 1e-10;

/// Four points far from each other, the last one behind the first three; nothing when they span no volume.
std::optional<std::array<std::uint32_t, 4>> far_apart(std::span<const Vec3> points) noexcept {
    std::array<std::uint32_t, 4> far{};
    const auto farthest = [&](std::size_t slot, double least, const auto& distance) {
        double best = least;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double d = distance(points[i]);
            if (!(d > best)) continue;
            best = d;
            far[slot] = static_cast<std::uint32_t>(i);
        }
        return best > least;
    };
    constexpr double kNegligibleSq = kNegligibleHeight * kNegligibleHeight;
    const Vec3 a = points[0];
    if (!farthest(0, kNegligibleSq, [&](const Vec3& p) { return length_sq(p - a); })) return std::nullopt;
    const Vec3 b = points[far[0]];
    if (!farthest(1, kNegligibleSq, [&](const Vec3& p) { return length_sq(p - b); })) return std::nullopt;
    const Vec3 along = unit(points[far[1]] - b);
    if (!farthest(2, kNegligibleSq, [&](const Vec3& p) { return length_sq(cross(p - b, along)); }))
        return std::nullopt;
    const Vec3 normal = unit(cross(along, points[far[2]] - b));
    if (!farthest(3, kNegligibleHeight, [&](const Vec3& p) { return std::abs(dot(normal, p - b)); }))
        return std::nullopt;
    if (dot(normal, points[far[3]] - b) > 0) std::swap(far[0], far[1]);
    return far;
}

}  // namespace

const ObbFitSet& FitHull::of(const ObbFitSet& set) {
    points_ = set.points;
    if (points_.size() < 4 || !start()) return set;
    while (!to_open_.empty()) {
        const std::uint32_t face = to_open_.back();
        to_open_.pop_back();
        if (faces_[face].alive && faces_[face].outside != kNone && !include(face, faces_[face].highest))
            return set;
    }
    collect();
    return result_;
}

bool FitHull::start() {
    const auto first = far_apart(points_);
    if (!first) return false;
    const auto [a, b, c, d] = *first;
    faces_.clear();
    to_open_.clear();
    next_.assign(points_.size(), kNone);
    starting_.assign(points_.size(), kNone);
    add_face({a, b, c});
    add_face({a, d, b});
    add_face({b, d, c});
    add_face({c, d, a});
    faces_[0].across = {1, 2, 3};
    faces_[1].across = {3, 2, 0};
    faces_[2].across = {1, 3, 0};
    faces_[3].across = {2, 1, 0};
    for (std::uint32_t p = 0; p < points_.size(); ++p) {
        if (p != a && p != b && p != c && p != d) assign(p, 0);
    }
    to_open_ = {0, 1, 2, 3};
    return true;
}

std::uint32_t FitHull::add_face(const std::array<std::uint32_t, 3>& corners) {
    const Vec3& a = points_[corners[0]];
    Face face;
    face.corners = corners;
    face.plane.normal = unit(cross(points_[corners[1]] - a, points_[corners[2]] - a));
    face.plane.offset = -dot(face.plane.normal, a);
    faces_.push_back(face);
    return static_cast<std::uint32_t>(faces_.size() - 1);
}

/// Gives a point to the first face from `first_face` on that it is above of; points above none are inside.
void FitHull::assign(std::uint32_t point, std::uint32_t first_face) {
    for (std::uint32_t f = first_face; f < faces_.size(); ++f) {
        Face& face = faces_[f];
        const double height = face.plane(points_[point]);
        if (!(height > kNegligibleHeight)) continue;
        next_[point] = face.outside;
        face.outside = point;
        if (height > face.height) {
            face.height = height;
            face.highest = point;
        }
        return;
    }
}

/// All faces visible from the point, connected with `face`, and the edges around them.
void FitHull::find_rim(std::uint32_t face, std::uint32_t point) {
    rim_.clear();
    visible_ = {face};
    faces_[face].visible = true;
    for (std::size_t i = 0; i < visible_.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Face& from = faces_[visible_[i]];
            const std::uint32_t other = from.across[k];
            Face& beyond = faces_[other];
            if (beyond.visible) continue;
            if (beyond.plane(points_[point]) > kNegligibleHeight) {
                beyond.visible = true;
                visible_.push_back(other);
                continue;
            }
            const std::uint32_t u = from.corners[k], v = from.corners[(k + 1) % 3];
            const std::uint32_t edge = beyond.corners[0] == v ? 0 : beyond.corners[1] == v ? 1 : 2;
            rim_.push_back({u, v, other, edge});
        }
    }
}

/// Replaces the faces visible from the point by its cone over the rim. False when rounding has made a rim
/// that is no simple loop.
bool FitHull::include(std::uint32_t face, std::uint32_t point) {
    find_rim(face, point);
    const auto first = static_cast<std::uint32_t>(faces_.size());
    bool simple = true;
    for (const RimEdge& edge : rim_) {
        simple = simple && starting_[edge.from] == kNone;
        const std::uint32_t made = add_face({edge.from, edge.to, point});
        starting_[edge.from] = made;
        faces_[made].across[0] = edge.face;
        faces_[edge.face].across[edge.edge] = made;
    }
    for (std::uint32_t f = first; f < faces_.size() && simple; ++f) {
        const std::uint32_t after = starting_[faces_[f].corners[1]];
        simple = after != kNone;
        if (!simple) break;
        faces_[f].across[1] = after;
        faces_[after].across[2] = f;
    }
    for (const RimEdge& edge : rim_) starting_[edge.from] = kNone;
    if (!simple) return false;
    for (const std::uint32_t f : visible_) {
        faces_[f].alive = false;
        for (std::uint32_t p = faces_[f].outside; p != kNone;) {
            const std::uint32_t after = next_[p];
            if (p != point) assign(p, first);
            p = after;
        }
    }
    for (std::uint32_t f = first; f < faces_.size(); ++f) {
        if (faces_[f].outside != kNone) to_open_.push_back(f);
    }
    return true;
}

void FitHull::collect() {
    result_.points.clear();
    result_.triangles.clear();
    for (const Face& face : faces_) {
        if (!face.alive) continue;
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t k = 0; k < 3; ++k) {
            std::uint32_t& place = starting_[face.corners[k]];
            if (place == kNone) {
                place = static_cast<std::uint32_t>(result_.points.size());
                result_.points.push_back(points_[face.corners[k]]);
            }
            corners[k] = place;
        }
        result_.triangles.push_back(corners);
    }
}

}  // namespace graze
