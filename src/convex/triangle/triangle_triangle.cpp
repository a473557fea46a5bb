// Signs of corners against planes, then of edges along the common line of the planes, each rounded
// first and exact where rounding does not decide.
#include "convex/triangle/triangle_triangle.hpp"

#include <algorithm>
#include <cmath>

#include "convex/triangle/triangle_corners.hpp"
#include "convex/triangle/triangle_pair_signs.hpp"
#include "graze/math/interval.hpp"
#include "math/underflow.hpp"

namespace graze {
namespace {

/// Rotations made in doubles have a defect of up to 1e-14, counting what its evaluation may hide. Beyond this
/// the inverse in intervals is worth its time.
constexpr double kRotationDefect = 1e-13;

double max_abs_component(const Vec3& v) noexcept { return max_component(abs(v)); }

/// A difference of two corners: what was computed, its largest component, and how far each component may be
/// off.
struct Arm {
    Vec3 v{};
    double size = 0;
    double error = 0;
};
Arm arm(const Vec3& from, const Vec3& to, double inherited) noexcept {
    const Vec3 v = to - from;
    const double size = max_abs_component(v);
    return {v, size, inherited + kEps * size};
}

/// A determinant and the bound of its error.
struct Height {
    double value;
    double error;

    [[nodiscard]] Sign sign() const noexcept {
        if (value > error) return Sign::positive;
        return value < -error ? Sign::negative : Sign::unknown;
    }
};

/// cross(u, v) with the sizes of its factors: the plane through their common start.
struct Normal {
    Vec3 v{};
    double product = 0;  ///< |u| |v| by largest components.
    double error = 0;    ///< What the errors of u and v add to each of the products in the components.

    Normal(const Arm& first, const Arm& second) noexcept
        : v(cross(first.v, second.v)),
          product(first.size * second.size),
          error(first.size * second.error + first.error * (second.size + second.error)) {}

    // det(u, v, w) is a sum of six products. Their factors are off by the arms' errors: the product of three
    // off by e1, e2, e3 is off by at most (U + e1)(V + e2)(W + e3) - U V W. The evaluation rounds each
    // product at most five times: 6 · 5 roundings of U V W. 2 % more cover the rounding of the bound itself.
    [[nodiscard]] Height height(const Arm& w) const noexcept {
        const double inherited = product * w.error + error * (w.size + w.error);
        return {dot(v, w.v), 6.12 * inherited + 32 * kEps * product * w.size + kDeterminantUnderflow};
    }
};

using Heights = std::array<Height, 3>;

/// Of three corners over the plane through `at`.
Heights heights_of(const Triangle& corners, const Normal& normal, const Vec3& at, double error) noexcept {
    return {normal.height(arm(at, corners.a, error)), normal.height(arm(at, corners.b, error)),
            normal.height(arm(at, corners.c, error))};
}
bool shown_on_one_side(const Heights& h) noexcept {
    const auto above = [](const Height& x) { return x.value > x.error; };
    const auto below = [](const Height& x) { return x.value < -x.error; };
    return (above(h[0]) && above(h[1]) && above(h[2])) || (below(h[0]) && below(h[1]) && below(h[2]));
}

/// The corners of each triangle over the plane of the other, in a's frame.
struct PlaneHeights {
    Heights of_a;
    Heights of_b;
    bool separated;  ///< Shown by one of the planes, as for most pairs; then `of_a` may be missing.

    PlaneHeights(const Triangle& a, const Triangle& b_transformed, double error) noexcept
        : of_b(heights_of(b_transformed, Normal(arm(a.a, a.b, 0), arm(a.a, a.c, 0)), a.a, error)),
          separated(shown_on_one_side(of_b)) {
        if (separated) return;
        of_a = heights_of(a,
                          Normal(arm(b_transformed.a, b_transformed.b, 2 * error),
                                 arm(b_transformed.a, b_transformed.c, 2 * error)),
                          b_transformed.a, error);
        separated = shown_on_one_side(of_a);
    }
};

using Signs = std::array<Sign, 3>;

bool strictly_one_side(const Signs& s) noexcept { return s[0] == s[1] && s[1] == s[2] && s[0] != Sign::zero; }
bool all_zero(const Signs& s) noexcept {
    return s[0] == Sign::zero && s[1] == Sign::zero && s[2] == Sign::zero;
}
bool both_sides(const Signs& s) noexcept {
    const auto any = [&](Sign sign) { return s[0] == sign || s[1] == sign || s[2] == sign; };
    return any(Sign::positive) && any(Sign::negative);
}

/// The corners in the order that makes the common line of the planes readable: the first one is alone on its
/// side of the other triangle's plane, so that its two edges reach the plane.
struct Order {
    std::array<std::uint8_t, 3> corner{0, 1, 2};
    bool below = false;  ///< The first corner is on the negative side, or on the plane with the others above.
};
Order order_by(const Signs& s) noexcept {
    const auto count = [&](Sign sign) { return (s[0] == sign) + (s[1] == sign) + (s[2] == sign); };
    const Sign picked = count(Sign::positive) == 1   ? Sign::positive
                        : count(Sign::negative) == 1 ? Sign::negative
                                                     : Sign::zero;
    const std::uint8_t first = s[0] == picked ? 0 : s[1] == picked ? 1 : 2;
    Order order{
        {first, static_cast<std::uint8_t>((first + 1) % 3), static_cast<std::uint8_t>((first + 2) % 3)},
        picked == Sign::negative};
    if (picked == Sign::zero) order.below = s[order.corner[1]] == Sign::positive;
    return order;
}

/// The signs that decide a pair in general position.
class Pair {
public:
    /// For heights that did not separate them.
    Pair(const TriangleView& view, TrianglePairSigns& exact, const Triangle& a, const Triangle& b_transformed,
         const PlaneHeights& heights) noexcept
        : view_(view),
          exact_(exact),
          a_(corners(a)),
          b_transformed_(corners(b_transformed)),
          e_(view.error()),
          heights_a_(heights.of_a),
          heights_b_(heights.of_b) {}

    /// False when one triangle lies strictly on one side of the other's plane.
    bool planes_are_reached() noexcept {
        resolve_signs(heights_b_, signs_b_,
                      [&](std::size_t i) { return exact_.get().orient3d(0, 1, 2, 3 + i); });
        if (strictly_one_side(signs_b_)) return false;
        if (in_plane_of_a()) return true;
        resolve_signs(heights_a_, signs_a_, [&](std::size_t i) { return exact_.get().orient3d(3, 4, 5, i); });
        return !strictly_one_side(signs_a_);
    }

    /// All of b is in a's plane, or a has none: then the heights of a's corners were not evaluated.
    [[nodiscard]] bool in_plane_of_a() const noexcept { return all_zero(signs_b_); }

    /// Both in one plane, or one without a plane.
    [[nodiscard]] bool flat() const noexcept { return all_zero(signs_a_) || all_zero(signs_b_); }

    /// Not for flat pairs. Both triangles cut an interval out of the common line of their planes.
    TriangleContact classify() noexcept {
        order_a_ = order_by(signs_a_);
        order_b_ = order_by(signs_b_);
        // Winding each triangle so that the other's first corner is above it puts the ends of the intervals
        // in order.
        if (order_b_.below) std::swap(order_a_.corner[1], order_a_.corner[2]);
        if (order_a_.below) std::swap(order_b_.corner[1], order_b_.corner[2]);
        const Sign start_b = b_after_a(1, 1);  // b's interval starts beyond the end of a's
        if (start_b == Sign::positive || start_b == Sign::unknown) return TriangleContact::disjoint;
        const Sign end_b = b_after_a(2, 2);  // b's interval ends before the start of a's
        if (end_b == Sign::negative || end_b == Sign::unknown) return TriangleContact::disjoint;
        const bool strict = start_b == Sign::negative && end_b == Sign::positive && both_sides(signs_a_) &&
                            both_sides(signs_b_);
        return strict ? TriangleContact::crossing : TriangleContact::touching;
    }

    /// After `classify`, for pairs that do.
    [[nodiscard]] TriangleIntersection where(TriangleContact found) const noexcept {
        TriangleIntersection intersection{found, false, {}, {}, {}, 0};
        const bool starts_on_b = b_after_a(2, 1) != Sign::negative;
        const bool ends_on_b = b_after_a(1, 2) != Sign::positive;
        const End start = starts_on_b ? end_on_b(1) : end_on_a(2);
        const End end = ends_on_b ? end_on_b(2) : end_on_a(1);
        const auto& edge = starts_on_b ? order_b_.corner : order_a_.corner;
        const TriangleFeature through{TriangleFeature::Kind::edge, edge[0], edge[starts_on_b ? 1 : 2]};
        (starts_on_b ? intersection.feature_b : intersection.feature_a) = through;
        intersection.segment = {start.point, end.point};
        intersection.error = std::max(start.error, end.error);
        return intersection;
    }

private:
    using End = EdgePoint;

    template <class Exact>
    void resolve_signs(const Heights& heights, Signs& signs, const Exact& exact) const noexcept {
        for (std::size_t i = 0; i < 3; ++i) {
            signs[i] = heights[i].sign();
            if (signs[i] == Sign::unknown) signs[i] = view_.in_frame_of_a(exact(i));
        }
    }

    /// Along the common line: whether b's edge from its first to its `on_b`-th corner reaches it after a's
    /// first to `on_a`-th.
    [[nodiscard]] Sign b_after_a(std::size_t on_a, std::size_t on_b) const noexcept {
        const std::size_t p = order_a_.corner[0], q = order_a_.corner[on_a], u = order_b_.corner[0],
                          v = order_b_.corner[on_b];
        const Normal normal(arm(a_[p], a_[q], 0), arm(a_[p], b_transformed_[u], e_));
        const Sign sign = normal.height(arm(a_[p], b_transformed_[v], e_)).sign();
        return sign != Sign::unknown ? sign : view_.in_frame_of_a(exact_.get().orient3d(p, q, 3 + u, 3 + v));
    }

    [[nodiscard]] End end_on_a(std::size_t to) const noexcept {
        const std::size_t p = order_a_.corner[0], q = order_a_.corner[to];
        return in_world(zero_on_edge(a_[p], a_[q], heights_a_[p].value, heights_a_[q].value,
                                     std::max(heights_a_[p].error, heights_a_[q].error)));
    }
    [[nodiscard]] End end_on_b(std::size_t to) const noexcept {
        const std::size_t p = order_b_.corner[0], q = order_b_.corner[to];
        End end = zero_on_edge(b_transformed_[p], b_transformed_[q], heights_b_[p].value, heights_b_[q].value,
                               std::max(heights_b_[p].error, heights_b_[q].error));
        end.error += 2 * e_;  // √3 for the length of a vector with components of this size
        return in_world(end);
    }
    /// From a's frame. That rotations lengthen by 1e-6 at most is within what the error has to spare: factors
    /// of 2 in place of √3, 3.1 in place of 3. Three products and sums of them round.
    [[nodiscard]] End in_world(const End& end) const noexcept {
        const Pose& pose = view_.pose_a();
        return {pose * end.point,
                end.error + 8 * kEps * (max_abs_component(pose.position) + 2 * max_abs_component(end.point))};
    }

    const TriangleView& view_;
    TrianglePairSigns& exact_;
    std::array<Vec3, 3> a_, b_transformed_;
    double e_;
    Heights heights_a_, heights_b_;
    Signs signs_a_{}, signs_b_{};
    Order order_a_{}, order_b_{};
};

}  // namespace

TriangleView::TriangleView(const Pose& pose_a, const Pose& pose_b, double reach_b, WorkBudget* work) noexcept
    : pose_a_(&pose_a), pose_b_(&pose_b), same_(pose_a == pose_b), work_(work) {
    if (same_) {
        linear_ = Mat3::identity();
        return;
    }
    if (use_relative_rotation(reach_b)) return;
    // R_a⁻¹ is applied to the whole pair: it keeps every sign, or turns every sign when it reflects.
    const Interval orientation = determinant(enclose(pose_a.rotation));
    if (!(orientation.lower > 0 || orientation.upper < 0)) {
        error_ = kInfinity;
        return;
    }
    mirrored_ = orientation.upper < 0;
    double matrix_error = 0, matrix_size = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const IntervalVec3 column = solve(pose_a.rotation, enclose(pose_b.rotation.columns[i]));
        linear_.columns[i] = middle(column);
        for (std::size_t k = 0; k < 3; ++k) matrix_error = std::max(matrix_error, column[k].width());
        matrix_size = std::max(matrix_size, max_abs_component(linear_.columns[i]));
    }
    const IntervalVec3 offset = solve(pose_a.rotation, enclose(pose_b.position) - enclose(pose_a.position));
    offset_ = middle(offset);
    const double offset_error = std::max({offset.x.width(), offset.y.width(), offset.z.width()});
    // Three products with rounded factors, and three sums of at most this size. Widths count double, being
    // twice the radius.
    error_ = 3 * matrix_error * reach_b + offset_error +
             5 * kEps * (3 * matrix_size * reach_b + max_abs_component(offset_));
    if (std::isfinite(error_)) return;
    linear_ = {};
    offset_ = {};
    error_ = kInfinity;
}

/// With R_aᵀR_a = I + E, R_a⁻¹ - R_aᵀ = -E R_a⁻¹: as small as the defect of the rotation. Its six entries
/// have fewer than 32 roundings in all, and those off the diagonal count twice in the norm of E.
bool TriangleView::use_relative_rotation(double reach_b) noexcept {
    const double defect = 2.1 * (orthonormality_defect(pose_a_->rotation) + 32 * kEps);
    if (!(defect < kRotationDefect)) return false;
    const Pose b_in_a = relative(*pose_a_, *pose_b_);
    linear_ = b_in_a.rotation;
    offset_ = b_in_a.position;
    mirrored_ = determinant(pose_a_->rotation) < 0;  // ± 1, or nearly
    double size_b = 0;
    for (const Vec3& column : pose_b_->rotation.columns) size_b = std::max(size_b, length(column));
    // Entries are sums of three products of numbers no larger than 1 and size_b; the offset starts with a
    // rounded difference.
    const double matrix_error = (4 * kEps + defect) * size_b;
    const double offset_error = (8 * kEps + defect) * length(pose_b_->position - pose_a_->position);
    error_ = 3 * matrix_error * reach_b + offset_error +
             5 * kEps * (3 * 1.01 * size_b * reach_b + max_abs_component(offset_));
    return std::isfinite(error_);
}

EdgePoint zero_on_edge(const Vec3& p, const Vec3& q, double height_p, double height_q,
                       double error) noexcept {
    const Vec3 edge = q - p;
    const double length_bound =
        2 * max_abs_component(edge);  // √3 times the largest component, and its rounding
    const double rounding = 8 * kEps * (max_abs_component(p) + max_abs_component(q));
    const double span = std::abs(height_p - height_q);
    // s = P / (P - Q) of the exact heights lies in [0, 1]. Off by e in P and in Q, it is off by at most 3 e /
    // span.
    const double uncertain =
        error < kInfinity && span > 0 ? std::min(1.0, 3.1 * error / span + 4 * kEps) : 1.0;
    const double s = span > 0 ? std::clamp(std::abs(height_p) / span, 0.0, 1.0) : 0.0;
    if (!(std::abs(s) <= 1)) return {p, length_bound + rounding};
    return {p + s * edge, uncertain * length_bound + rounding};
}

TriangleContact contact(const TriangleView& view, const Triangle& a, const Triangle& b,
                        const Triangle& b_transformed) noexcept {
    const PlaneHeights heights(a, b_transformed, view.error());
    if (heights.separated) return TriangleContact::disjoint;
    TrianglePairSigns exact(view, a, b);
    Pair pair(view, exact, a, b_transformed, heights);
    if (!pair.planes_are_reached()) return TriangleContact::disjoint;
    if (!pair.flat()) return pair.classify();
    if (pair.in_plane_of_a()) {
        if (const auto quick = coplanar_contact(view, exact, a, b_transformed)) return *quick;
    }
    return flat_intersection(view, exact, a, b_transformed).contact;
}

TriangleContact contact(const TriangleView& view, const Triangle& a, const Triangle& b) noexcept {
    return contact(view, a, b, view.in_frame_of_a(b));
}

TriangleIntersection intersection(const TriangleView& view, const Triangle& a, const Triangle& b) noexcept {
    const Triangle b_transformed = view.in_frame_of_a(b);
    const PlaneHeights heights(a, b_transformed, view.error());
    if (heights.separated) return {};
    TrianglePairSigns exact(view, a, b);
    Pair pair(view, exact, a, b_transformed, heights);
    if (!pair.planes_are_reached()) return {};
    if (pair.in_plane_of_a() && coplanar_contact(view, exact, a, b_transformed) == TriangleContact::disjoint)
        return {};
    if (pair.flat()) return flat_intersection(view, exact, a, b_transformed);
    const TriangleContact found = pair.classify();
    return found == TriangleContact::disjoint ? TriangleIntersection{} : pair.where(found);
}

}  // namespace graze
