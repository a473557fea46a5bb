// Two convex flat parts clipped against each other (after Sutherland and Hodgman), every corner named by the
// features that make it. Parts that only touch count within the tolerance, and end where they leave it.
#include "convex/manifold/manifold_clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "convex/manifold/contact_feature.hpp"

namespace graze {
namespace {

std::uint32_t corner_name(const FlatPart& part, std::size_t i) noexcept {
    return feature_name(FeatureKind::vertex, part.ids[i]);
}
std::uint32_t side_name(const FlatPart& part, std::size_t i) noexcept {
    return edge_name(part.ids[i], part.ids[i + 1 == part.size() ? 0 : i + 1]);
}
std::uint32_t whole_name(const FlatPart& part) noexcept { return feature_name(FeatureKind::face, part.id); }

/// Side i of a loop as a line; heights are distances to its left. A side of length zero has everything on it.
struct Side {
    Vec2 from{};
    Vec2 inward{};  ///< Unit.

    Side(const FlatPart& loop, std::size_t i) noexcept : from(loop.points[i]) {
        const Vec2 along = loop.points[i + 1 == loop.size() ? 0 : i + 1] - from;
        const double norm = length(along);
        if (norm > 0) inward = Vec2{-along.y, along.x} * (1 / norm);
    }
    double operator()(const Vec2& x) const noexcept { return dot(inward, x - from); }
};

/// A corner of the clipped loop and the side that leaves it: of the subject, or of the loop it was clipped
/// by.
struct Running {
    FlatCorner corner{};
    std::size_t side = 0;
    bool of_clipper = false;
};
using RunningLoop = InPlace<Running, FlatCorners::kCapacity>;

Vec2 nearest_on_side(const Vec2& from, const Vec2& to, const Vec2& x) noexcept {
    const Vec2 along = to - from;
    const double norm_sq = length_sq(along);
    return norm_sq > 0 ? from + along * std::clamp(dot(x - from, along) / norm_sq, 0.0, 1.0) : from;
}

/// The side `cut` of the clipper, by which the subject is clipped.
struct Cut {
    const FlatPart& subject;
    const FlatPart& clipper;
    std::size_t cut = 0;
};

/// Where the side from `from` to `to` crosses the cut, as computed: `at`.
Running crossing(const Running& from, const Vec2& to, const Vec2& at, const Cut& by) noexcept {
    const auto& [subject, clipper, cut] = by;
    if (!from.of_clipper)
        return {{at, side_name(clipper, cut), side_name(subject, from.side)}, from.side, false};
    // Two sides of the clipper intersect here: its corner is inside the subject. Neighbouring sides share the
    // corner exactly, whereas the computed intersection of a needle's sides may be far from it. The computed
    // intersection of almost collinear sides is arbitrary, also where the corner is not in the subject: the
    // result is kept between `from` and `to`.
    const bool after = (from.side + 1) % clipper.size() == cut;
    const bool neighbours = after || (cut + 1) % clipper.size() == from.side;
    const std::size_t corner = after ? cut : from.side;
    const Vec2 corner_point = neighbours ? nearest_on_side(from.corner.at, to, clipper.points[corner]) : at;
    return {{corner_point, corner_name(clipper, corner), whole_name(subject)}, from.side, true};
}

/// One step of Sutherland and Hodgman's clipping, keeping what is left of the cut. False when that is all.
bool clip(const RunningLoop& loop, const Cut& by, RunningLoop& kept) noexcept {
    const Side side(by.clipper, by.cut);
    InPlace<double, RunningLoop::kCapacity> heights;
    bool all_inside = true;
    for (const Running& item : loop) {
        heights.push(side(item.corner.at));
        all_inside = all_inside && heights[heights.size() - 1] >= 0;
    }
    if (all_inside) return false;
    kept.clear();
    for (std::size_t n = 0; n < loop.size(); ++n) {
        const std::size_t next = n + 1 == loop.size() ? 0 : n + 1;
        const Running& from = loop[n];
        if (heights[n] >= 0) kept.push(from);
        if ((heights[n] >= 0) == (heights[next] >= 0)) continue;
        const Vec2 at = from.corner.at +
                        (loop[next].corner.at - from.corner.at) * (heights[n] / (heights[n] - heights[next]));
        Running item = crossing(from, loop[next].corner.at, at, by);
        if (heights[n] >= 0) {  // leaving: the clipper's side runs on from here
            item.side = by.cut;
            item.of_clipper = true;
        }
        kept.push(item);
    }
    return true;
}

/// Fills `common` with the features in the order (clipper, subject).
void intersect_loops(const FlatPart& clipper, const FlatPart& subject, FlatCorners& common) noexcept {
    RunningLoop loops[2];
    Vec2 centre{};
    for (std::size_t i = 0; i < subject.size(); ++i) {
        loops[0].push({{subject.points[i], whole_name(clipper), corner_name(subject, i)}, i, false});
        centre = centre + subject.points[i] * (1 / static_cast<double>(subject.size()));
    }
    double radius = 0;
    for (const Vec2& x : subject.points) radius = std::max(radius, length(x - centre));
    std::size_t now = 0;
    for (std::size_t cut = 0; cut < clipper.size() && loops[now].size() > 0; ++cut) {
        if (Side(clipper, cut)(centre) > radius) continue;  // the whole subject lies on the inner side
        if (clip(loops[now], {subject, clipper, cut}, loops[1 - now])) now = 1 - now;
    }
    for (const Running& item : loops[now]) common.push(item.corner);
}

/// Features in the order (loop, segment).
void intersect_loop_segment(const FlatPart& loop, const FlatPart& segment, double tolerance,
                            FlatCorners& common) noexcept {
    FlatCorner start{segment.points[0], whole_name(loop), corner_name(segment, 0)};
    FlatCorner stop{segment.points[1], whole_name(loop), corner_name(segment, 1)};
    double enter = 0;
    double leave = 1;
    const Vec2 along = segment.points[1] - segment.points[0];
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Side side(loop, i);
        const double from = side(segment.points[0]);
        const double to = side(segment.points[1]);
        if (from < -tolerance && to < -tolerance) return;
        // A segment that is nowhere inside ends where it is no longer within the tolerance.
        const double edge = from >= 0 || to >= 0 ? 0 : -tolerance;
        if ((from < edge) == (to < edge)) continue;
        const double t = (from - edge) / (from - to);
        const FlatCorner cut{segment.points[0] + along * t, side_name(loop, i),
                             edge_name(segment.ids[0], segment.ids[1])};
        if (from < edge && t > enter) {
            enter = t;
            start = cut;
        } else if (from >= edge && t < leave) {
            leave = t;
            stop = cut;
        }
    }
    if (enter > leave) return;
    common.push(start);
    common.push(stop);
}

/// Features in the order (part, point).
void intersect_point(const FlatPart& part, const FlatPart& point, double tolerance,
                     FlatCorners& common) noexcept {
    const Vec2& x = point.points[0];
    bool inside = true;
    if (part.size() == 1) inside = length(x - part.points[0]) <= tolerance;
    if (part.size() == 2) {
        const Vec2 along = part.points[1] - part.points[0];
        const double t = std::clamp(dot(x - part.points[0], along) / length_sq(along), 0.0, 1.0);
        inside = length(x - part.points[0] - along * t) <= tolerance;
    }
    for (std::size_t i = 0; part.size() > 2 && i < part.size(); ++i)
        inside = inside && Side(part, i)(x) >= -tolerance;
    if (inside) common.push({x, whole_name(part), corner_name(point, 0)});
}

void intersect_segments(const FlatPart& p, const FlatPart& q, double tolerance,
                        FlatCorners& common) noexcept {
    const Vec2 u = p.points[1] - p.points[0];
    const Vec2 v = q.points[1] - q.points[0];
    const double norm = length(u);
    const auto along = [&](const Vec2& x) { return dot(x - p.points[0], u) / norm; };
    const auto across = [&](const Vec2& x) { return cross(u, x - p.points[0]) / norm; };
    const std::uint32_t p_edge = edge_name(p.ids[0], p.ids[1]);
    const std::uint32_t q_edge = edge_name(q.ids[0], q.ids[1]);
    if (std::abs(across(q.points[0])) <= tolerance && std::abs(across(q.points[1])) <= tolerance) {
        const std::size_t low = along(q.points[0]) <= along(q.points[1]) ? 0 : 1;
        const double q_low = along(q.points[low]);
        const double q_high = along(q.points[1 - low]);
        if (q_low > norm || q_high < 0) return;
        if (q_low < 0)
            common.push({p.points[0], corner_name(p, 0), q_edge});
        else
            common.push({q.points[low], p_edge, corner_name(q, low)});
        if (q_high > norm)
            common.push({p.points[1], corner_name(p, 1), q_edge});
        else
            common.push({q.points[1 - low], p_edge, corner_name(q, 1 - low)});
        return;
    }
    const double denominator = cross(u, v);
    if (denominator == 0) return;
    const double s = cross(q.points[0] - p.points[0], v) / denominator;
    const double t = cross(q.points[0] - p.points[0], u) / denominator;
    const double slack_s = tolerance / norm;
    const double slack_t = tolerance / length(v);
    if (s < -slack_s || s > 1 + slack_s || t < -slack_t || t > 1 + slack_t) return;
    common.push({p.points[0] + u * std::clamp(s, 0.0, 1.0), p_edge, q_edge});
}

void intersect_ordered(const FlatPart& first, const FlatPart& second, double tolerance,
                       FlatCorners& common) noexcept {
    if (second.size() == 1) return intersect_point(first, second, tolerance, common);
    if (first.size() == 2) return intersect_segments(first, second, tolerance, common);
    if (second.size() == 2) return intersect_loop_segment(first, second, tolerance, common);
    intersect_loops(first, second, common);
}

/// The part's own point nearest to x; x itself inside of a loop.
Vec2 nearest_in(const FlatPart& part, const Vec2& x) noexcept {
    bool outside = part.size() < 3;
    for (std::size_t i = 0; !outside && i < part.size(); ++i) outside = Side(part, i)(x) < 0;
    if (!outside) return x;
    Vec2 nearest = part.points[0];
    for (std::size_t i = 0; i < part.size(); ++i) {
        const Vec2 on_side =
            nearest_on_side(part.points[i], part.points[i + 1 == part.size() ? 0 : i + 1], x);
        if (length_sq(on_side - x) < length_sq(nearest - x)) nearest = on_side;
    }
    return nearest;
}

/// Corners inside one part and slightly outside of the other are moved midway. Those outside of a sharp
/// corner are farther away than their distance to its sides: they are no longer within the tolerance.
void share(const FlatPart& first, const FlatPart& second, double tolerance, FlatCorners& common) noexcept {
    std::array<FlatCorner, 2> corners{};  // a segment or a point leaves no more
    const std::size_t count = std::min(common.size(), corners.size());
    std::copy_n(common.begin(), count, corners.begin());
    common.clear();
    for (std::size_t i = 0; i < count; ++i) {
        FlatCorner& corner = corners[i];
        const Vec2 in_first = nearest_in(first, corner.at);
        const Vec2 in_second = nearest_in(second, corner.at);
        if (length(in_first - in_second) > tolerance) continue;
        corner.at = (in_first + in_second) * 0.5;
        common.push(corner);
    }
}

}  // namespace

void intersect_flat(const FlatPart& first, const FlatPart& second, double tolerance,
                    FlatCorners& common) noexcept {
    common.clear();
    if (first.size() == 0 || second.size() == 0) return;
    // Loops before segments before points; of two loops the one with fewer sides clips.
    const bool loops = first.size() > 2 && second.size() > 2;
    const bool in_order = loops ? first.size() <= second.size() : first.size() >= second.size();
    intersect_ordered(in_order ? first : second, in_order ? second : first, tolerance, common);
    for (std::size_t i = 0; !in_order && i < common.size(); ++i) std::swap(common[i].first, common[i].second);
    if (!loops) share(first, second, tolerance, common);
}

}  // namespace graze
