// Lifting the common part of two faces back onto each of them, and choosing at most four of its corners:
// deep, far apart, wide. Both orders of the pair and repeated frames choose alike: ties go by a fixed
// direction in space.
#include "convex/manifold/manifold.hpp"

#include <algorithm>
#include <cmath>

#include "convex/manifold/manifold_clip.hpp"
#include "math/nearest.hpp"

namespace graze {
namespace {

/// Two axes across the normal.
struct ContactFrame {
    Vec3 u{};
    Vec3 v{};
    Vec3 normal{};
};

void project_along(const SupportFace& face, const ContactFrame& frame, FlatPart& part) noexcept {
    part.id = face.id;
    double area = 0;
    for (std::size_t i = 0; i < face.size(); ++i) {
        part.points.push({dot(frame.u, face.points[i]), dot(frame.v, face.points[i])});
        part.ids.push(face.ids[i]);
        if (i >= 2) area += cross(part.points[i - 1] - part.points[0], part.points[i] - part.points[0]);
    }
    if (area < 0) {
        std::reverse(part.points.begin(), part.points.end());
        std::reverse(part.ids.begin(), part.ids.end());
    }
}

/// Height along the normal of the face over a spot of its shadow.
class Lift {
public:
    Lift(const SupportFace& face, const ContactFrame& frame) noexcept
        : face_(face), frame_(frame), tilt_(face_normal(face, frame.normal)) {
        // The corners of a needle's face need not lie on the plane that fits it: what is then true are its
        // triangles.
        const double slope = dot(tilt_, frame.normal);
        for (std::size_t i = 1; i < face.size() && flat_; ++i) {
            const double size = length(face.points[i]) + length(face.points[0]);
            flat_ = std::abs(dot(tilt_, face.points[i] - face.points[0])) <= kPlaneRoundings * size * slope;
        }
    }

    double operator()(const Vec2& at) const noexcept {
        const Vec3 spot = frame_.u * at.x + frame_.v * at.y;
        const Vec3& origin = face_.points[0];
        if (face_.size() == 1) return dot(frame_.normal, origin);
        if (face_.size() == 2) {
            const Vec3 edge = face_.points[1] - origin;
            const Vec3 level = edge - frame_.normal * dot(frame_.normal, edge);
            const double norm_sq = length_sq(level);
            const double t = norm_sq > 0 ? std::clamp(dot(spot - origin, level) / norm_sq, 0.0, 1.0) : 0;
            return dot(frame_.normal, origin + edge * t);
        }
        return flat_ ? dot(tilt_, origin - spot) / dot(tilt_, frame_.normal) : on_triangles(spot);
    }

private:
    /// The height of the triangle under the spot, or of the one nearest to it.
    [[nodiscard]] double on_triangles(const Vec3& spot) const noexcept {
        const auto height = [&](std::size_t i) { return dot(frame_.normal, face_.points[i]); };
        const auto shadow = [&](std::size_t i) { return face_.points[i] - frame_.normal * height(i); };
        TrianglePoint nearest;
        double found = height(0);
        for (std::size_t i = 1; i + 1 < face_.size(); ++i) {
            const TrianglePoint p = nearest_on_triangle({shadow(0), shadow(i), shadow(i + 1)}, spot);
            if (!(p.distance_sq < nearest.distance_sq)) continue;
            nearest = p;
            found = height(0) + p.u * (height(i) - height(0)) + p.v * (height(i + 1) - height(0));
        }
        return found;
    }

    const SupportFace& face_;
    const ContactFrame& frame_;
    Vec3 tilt_;
    bool flat_ = true;
};

/// Breaks ties: no plane of symmetry of a usual scene is perpendicular to this direction.
constexpr Vec3 kTieBreak{0.6180339887498949, 0.5436890126920764, 0.5672143904210983};

/// The candidate with the largest measure; equal ones (within `same`) go by the fixed direction. `count` when
/// none is positive.
template <class Measure>
std::size_t pick(std::span<const ContactPoint> candidates, double same, const Measure& measure) noexcept {
    double largest = 0;
    for (const ContactPoint& candidate : candidates) largest = std::max(largest, measure(candidate));
    std::size_t best = candidates.size();
    double best_tie = 0;
    for (std::size_t i = 0; largest > 0 && i < candidates.size(); ++i) {
        if (measure(candidates[i]) < largest * (1 - same)) continue;
        const double tie = dot(kTieBreak, candidates[i].position);
        if (best < candidates.size() && tie <= best_tie) continue;
        best = i;
        best_tie = tie;
    }
    return best;
}

/// The choice by depth, distance and area.
ContactPoints spread_out(std::span<const ContactPoint> candidates, const Vec3& normal,
                         double tolerance) noexcept {
    ContactPoints kept;
    const auto keep = [&](std::size_t i) {
        if (i < candidates.size()) kept.storage[kept.count++] = candidates[i];
        return i < candidates.size();
    };
    if (!keep(pick(candidates, 1e-3, [](const ContactPoint& p) { return p.depth; }))) return kept;
    const Vec3 first = kept[0].position;
    // Measures below the tolerance are none: lengths, then areas over the length found.
    const auto apart = [&](const ContactPoint& p) {
        return std::max(length(p.position - first) - tolerance, 0.0);
    };
    if (!keep(pick(candidates, 1e-6, apart))) return kept;
    const Vec3 span = kept[1].position - first;
    const double floor = tolerance * length(span);
    const auto area = [&](const Vec3& x) { return dot(normal, cross(span, x - first)); };
    const auto wide = [&](const ContactPoint& p) {
        return std::max(std::abs(area(p.position)) - floor, 0.0);
    };
    if (!keep(pick(candidates, 1e-6, wide))) return kept;
    const Vec3 third = kept[2].position;
    const double side = area(third) > 0 ? 1 : -1;
    // Outside the triangle, how much area its nearest side gains.
    const auto gain = [&](const ContactPoint& p) {
        const double over_span = -side * area(p.position);
        const double over_second =
            -side * dot(normal, cross(third - kept[1].position, p.position - kept[1].position));
        const double over_third = -side * dot(normal, cross(first - third, p.position - third));
        return std::max(std::max({over_span, over_second, over_third}) - floor, 0.0);
    };
    keep(pick(candidates, 1e-6, gain));
    return kept;
}

/// Puts the deepest candidate first: it is kept already, or takes the place of the kept point nearest to it.
void put_deepest_first(std::span<const ContactPoint> candidates, double tolerance,
                       ContactPoints& kept) noexcept {
    const auto less_deep = [](const ContactPoint& p, const ContactPoint& q) { return p.depth < q.depth; };
    const ContactPoint& deepest = *std::max_element(candidates.begin(), candidates.end(), less_deep);
    const auto begin = kept.storage.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(kept.count);
    auto first = std::max_element(begin, end, less_deep);
    if (first->depth < deepest.depth - tolerance) {
        first = std::min_element(begin, end, [&](const ContactPoint& p, const ContactPoint& q) {
            return length_sq(p.position - deepest.position) < length_sq(q.position - deepest.position);
        });
        *first = deepest;
    }
    std::iter_swap(begin, first);
}

}  // namespace

void face_contacts(const SupportFace& a, const SupportFace& b, const Vec3& normal, double tolerance,
                   ContactCandidates& found) noexcept {
    const Vec3 u = perpendicular(normal);
    const ContactFrame frame{u, cross(normal, u), normal};
    FlatPart flat_a;
    FlatPart flat_b;
    FlatCorners common;
    project_along(a, frame, flat_a);
    project_along(b, frame, flat_b);
    intersect_flat(flat_a, flat_b, tolerance, common);
    const Lift on_a(a, frame);
    const Lift on_b(b, frame);
    for (const FlatCorner& corner : common) {
        const double height_a = on_a(corner.at);
        const double height_b = on_b(corner.at);
        if (!(height_a > height_b)) continue;
        const Vec3 position =
            frame.u * corner.at.x + frame.v * corner.at.y + normal * (0.5 * (height_a + height_b));
        found.push({position, height_a - height_b, feature_pair(corner.first, corner.second)});
    }
}

ContactPoints reduced(std::span<const ContactPoint> candidates, const Vec3& normal,
                      double tolerance) noexcept {
    ContactPoints kept = spread_out(candidates, normal, tolerance);
    if (kept.count > 0) put_deepest_first(candidates, tolerance, kept);
    return kept;
}

}  // namespace graze
