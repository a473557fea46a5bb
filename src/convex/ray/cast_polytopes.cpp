// Finds three support points around the line in the projection along it, or a direction that separates them
// from it. Then corners are replaced by the support point along the triangle's normal until that point is in
// its plane. After portal refinement (Snethen, "XenoCollide", Game Programming Gems 7).
#include "convex/ray/cast_polytopes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "convex/core_kinds.hpp"

namespace graze {
namespace {

/// A dozen is usual; a search that takes more is degenerate.
constexpr std::uint32_t kMostSupports = 64;

/// Perpendicular to v, about as long: v × the axis where |v| is smallest.
Vec3 across(const Vec3& v) noexcept {
    const Vec3 m = abs(v);
    if (m.x <= m.y && m.x <= m.z) return {0, v.z, -v.y};
    return m.y <= m.z ? Vec3{-v.z, 0, v.x} : Vec3{v.y, -v.x, 0};
}

template <class CoreA, class CoreB> class Line {
public:
    explicit Line(const StraightPair& pair) noexcept
        : pair_(pair),
          a_(*pair.a, 1),
          b_(*pair.b, 1),
          e1_(across(pair.velocity)),
          e2_(cross(pair.velocity, e1_) * (1 / pair.speed)) {}

    QuickCast run() noexcept {
        if (!surround()) return cast_;
        first_ = {corners_[0].w, corners_[1].w, corners_[2].w};
        if (push())
            finish();
        else if (cast_.outcome == QuickCastOutcome::unsure)
            leave();
        return cast_;
    }

private:
    struct Corner {
        Vec3 w{};  ///< x - rotation * y.
        Vec3 x{};  ///< Support point of a.
        Vec3 n{};  ///< Its direction.
        Vec2 f{};  ///< w - offset, across the line.
    };

    [[nodiscard]] Vec2 flat(const Vec3& w) const noexcept { return {dot(w, e1_), dot(w, e2_)}; }
    [[nodiscard]] Vec3 lift(const Vec2& f) const noexcept { return e1_ * f.x + e2_ * f.y; }

    Corner support(const Vec3& n) noexcept {
        ++cast_.supports;
        Corner c;
        c.n = n;
        c.x = a_.support(n);
        c.w = c.x - pair_.rotation * b_.support(transpose_times(pair_.rotation, -n));
        c.f = flat(c.w - pair_.offset);
        return c;
    }

    void apart(const Vec3& n, const Corner& highest) noexcept {
        cast_.outcome = QuickCastOutcome::apart;
        cast_.normal = n;
        cast_.height = dot(n, highest.w);
    }

    /// The support point across the line along f; false when the line is beyond it.
    bool beside(const Vec2& f, Corner& c) noexcept {
        const Vec3 n = lift(f);
        c = support(n);
        if (dot(f, c.f) >= 0) return true;
        apart(n, c);
        return false;
    }

    /// Three corners counter-clockwise around the line. False: apart, or unsure.
    bool surround() noexcept {
        auto& [p, q, r] = corners_;
        const Vec2 middle = flat(pair_.a->centre() - pair_.rotation * pair_.b->centre() - pair_.offset);
        if (!beside(middle == Vec2{} ? Vec2{1, 0} : -middle, p) || p.f == Vec2{} || !beside(-p.f, q))
            return false;
        while (cast_.supports < kMostSupports) {
            const Vec2 edge = q.f - p.f;
            Vec2 out{-edge.y, edge.x};
            if (dot(out, p.f) > 0) out = -out;
            if (!beside(out, r)) return false;
            if (!(dot(out, r.f - p.f) > 0)) return false;
            const double winding = cross(edge, r.f - p.f) > 0 ? 1 : -1;
            const double beyond_q = winding * cross(q.f, r.f), beyond_p = winding * cross(r.f, p.f);
            if (beyond_q >= 0 && beyond_p >= 0) {
                if (winding < 0) std::swap(p, q);
                return true;
            }
            (beyond_q < beyond_p ? p : q) = r;
        }
        return false;
    }

    /// Along the line, as far as the flat corners go counter-clockwise.
    [[nodiscard]] Vec3 back_normal() const noexcept {
        return cross(corners_[1].w - corners_[0].w, corners_[2].w - corners_[0].w);
    }

    void replace_corner(const Corner& c) noexcept {
        const double t0 = cross(c.f, corners_[0].f), t1 = cross(c.f, corners_[1].f),
                     t2 = cross(c.f, corners_[2].f);
        if (t0 >= 0 && t1 <= 0)
            corners_[2] = c;
        else if (t1 >= 0 && t2 <= 0)
            corners_[0] = c;
        else
            corners_[1] = c;
    }

    /// Towards where the line comes from, until the triangle is in the surface. False when the line starts
    /// behind it, or this is undecided; `cast_` records when the contact is out of range.
    bool push() noexcept {
        while (cast_.supports < kMostSupports) {
            const Vec3 n = -back_normal();
            const double rate = dot(n, pair_.velocity), start = dot(n, pair_.offset),
                         here = dot(n, corners_[0].w) - start;
            if (!(rate < 0) || !(here < rate * pair_.time.lower)) return false;
            const Corner c = support(n);
            const double height = dot(n, c.w) - start;
            if (height < rate * pair_.time.upper) {
                apart(n, c);
                return false;
            }
            if (height - here <= -rate * pair_.close_enough) {
                cast_.normal = n;
                cast_.height = dot(n, c.w);
                cast_.plane_time = height / rate;
                cast_.time = here / rate;
                return true;
            }
            replace_corner(c);
        }
        return false;
    }

    /// The line starts inside or behind: towards where it goes, until a plane shows the latter.
    void leave() noexcept {
        while (cast_.supports < kMostSupports) {
            const Vec3 n = back_normal();
            const double rate = dot(n, pair_.velocity);
            const double start = dot(n, pair_.offset) + rate * pair_.time.lower;
            if (!(rate > 0) || dot(n, corners_[0].w) >= start) return;
            const Corner c = support(n);
            if (dot(n, c.w) < start) return apart(n, c);
            if (!(dot(n, c.w) > dot(n, corners_[0].w))) return;
            replace_corner(c);
        }
    }

    void finish() noexcept {
        const auto& [p, q, r] = corners_;
        const Vec3& n = cast_.normal;
        const double wp = cross(q.f, r.f), wq = cross(r.f, p.f), wr = cross(p.f, q.f);
        const double sum = wp + wq + wr;
        if (!(sum > 0)) return;
        const double front = cast_.height;
        Vec3 behind = first_[0];
        double lowest = dot(n, behind);
        for (std::size_t i = 1; i < 3; ++i) {
            const double height = dot(n, first_[i]);
            behind = height < lowest ? first_[i] : behind;
            lowest = std::min(lowest, height);
        }
        // The triangle may be the first one itself, or next to it. A thousandth of the size is deep enough.
        const double deep = 1e-3 * (pair_.a->reach() + pair_.b->reach()), depth = front - lowest;
        if (!(depth > 0 && depth * depth > deep * deep * length_sq(n))) behind = support(-n).w;
        cast_.outcome = QuickCastOutcome::front;
        const double inverse = 1 / sum;
        cast_.point = (p.x * wp + q.x * wq + r.x * wr) * inverse;
        cast_.around = {p.w, q.w, r.w, behind};
        cast_.directions = {p.n, q.n, r.n};
        cast_.weights = {std::max(0.0, wp * inverse), std::max(0.0, wq * inverse),
                         std::max(0.0, wr * inverse)};
    }

    const StraightPair& pair_;
    CoreA a_;
    CoreB b_;
    Vec3 e1_;  ///< Across the line; e1, e2, equally long, and the velocity are right-handed.
    Vec3 e2_;
    std::array<Corner, 3> corners_{};
    std::array<Vec3, 3> first_{};  ///< The first triangle.
    QuickCast cast_{};
};

}  // namespace

QuickCast cast_polytopes(const StraightPair& pair) noexcept {
    return compiled_for(CastCores{}, *pair.a, *pair.b,
                        [&]<class CoreA, class CoreB>() noexcept { return Line<CoreA, CoreB>(pair).run(); });
}

}  // namespace graze
