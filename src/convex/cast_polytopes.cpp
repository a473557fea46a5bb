// Three support points around the line, seen along it, or a direction beside them; then the corners are exchanged for the support point along the
// triangle's normal until that one is in its plane. After portal refinement (Snethen, "XenoCollide", Game Programming Gems 7).
#include "convex/cast_polytopes.hpp"

#include <utility>

#include "convex/core_kinds.hpp"

namespace graze {
namespace {

/// A dozen is usual; whoever takes more is in a degenerate place.
constexpr int kMostSupports = 64;

template <class CoreA, class CoreB> class Line {
public:
    explicit Line(const StraightPair& pair) noexcept
        : pair_(pair), a_(*pair.a, 1), b_(*pair.b, 1), e1_(perpendicular(pair.velocity)), e2_(cross(pair.velocity, e1_)) {
        e2_ = e2_ * (1 / length(pair.velocity));
    }

    QuickCast run() noexcept {
        if (!surround()) return cast_;
        waist_ = corners_;
        const double entered = push();
        if (cast_.outcome == QuickCastOutcome::apart || supports_ >= kMostSupports) return cast_;
        if (!(entered > pair_.time.lower)) {
            corners_ = waist_;
            leave();
            return cast_;
        }
        finish(entered);
        return cast_;
    }

private:
    struct Corner {
        Vec3 w{};  ///< x - turn * y.
        Vec3 x{};  ///< Of a.
        Vec2 f{};  ///< w - offset, across the line.
    };

    [[nodiscard]] Vec2 flat(const Vec3& w) const noexcept { return {dot(w, e1_), dot(w, e2_)}; }
    [[nodiscard]] Vec3 lift(const Vec2& f) const noexcept { return e1_ * f.x + e2_ * f.y; }

    Corner support(const Vec3& n) noexcept {
        ++supports_;
        Corner c;
        c.x = a_.support(n);
        c.w = c.x - pair_.turn * b_.support(-transpose_times(pair_.turn, n));
        c.f = flat(c.w - pair_.offset);
        return c;
    }

    void apart(const Vec3& n) noexcept {
        cast_.outcome = QuickCastOutcome::apart;
        cast_.normal = n;
    }

    /// The support point across the line along f; false when the line is beyond it.
    bool beside(const Vec2& f, Corner& c) noexcept {
        const Vec3 n = lift(f);
        c = support(n);
        if (dot(f, c.f) >= 0) return true;
        apart(n);
        return false;
    }

    /// Three corners counter-clockwise around the line. False: apart, or unsure.
    bool surround() noexcept {
        auto& [p, q, r] = corners_;
        const Vec2 middle = flat(pair_.a->centre() - pair_.turn * pair_.b->centre() - pair_.offset);
        if (middle == Vec2{} || !beside(-middle, p) || p.f == Vec2{} || !beside(-p.f, q)) return false;
        while (supports_ < kMostSupports) {
            const Vec2 edge = q.f - p.f;
            Vec2 out{-edge.y, edge.x};
            if (dot(out, p.f) > 0) out = -out;
            if (!beside(out, r)) return false;
            if (!(dot(out, r.f - p.f) > 0)) return false;
            const double turn = cross(edge, r.f - p.f) > 0 ? 1 : -1;
            const double beyond_q = turn * cross(q.f, r.f), beyond_p = turn * cross(r.f, p.f);
            if (beyond_q >= 0 && beyond_p >= 0) {
                if (turn < 0) std::swap(p, q);
                return true;
            }
            (beyond_q < beyond_p ? p : q) = r;
        }
        return false;
    }

    /// Along the line, as far as the flat corners go counter-clockwise.
    [[nodiscard]] Vec3 back_normal() const noexcept { return cross(corners_[1].w - corners_[0].w, corners_[2].w - corners_[0].w); }

    void replace_corner(const Corner& c) noexcept {
        const double t0 = cross(c.f, corners_[0].f), t1 = cross(c.f, corners_[1].f), t2 = cross(c.f, corners_[2].f);
        if (t0 >= 0 && t1 <= 0)
            corners_[2] = c;
        else if (t1 >= 0 && t2 <= 0)
            corners_[0] = c;
        else
            corners_[1] = c;
    }

    /// Towards where the line comes from. When the line enters the triangle; `cast_` says when that is out of the question.
    double push() noexcept {
        double entered = 0;
        while (supports_ < kMostSupports) {
            const Vec3 n = -back_normal();
            const double rate = dot(n, pair_.velocity);
            const double start = dot(n, pair_.offset);
            entered = (dot(n, corners_[0].w) - start) / rate;
            if (!(rate < 0) || !(entered > pair_.time.lower)) break;
            const Corner c = support(n);
            cast_.normal = n;
            cast_.plane_time = (dot(n, c.w) - start) / rate;
            if (cast_.plane_time > pair_.time.upper) {
                apart(n);
                break;
            }
            if (entered - cast_.plane_time <= pair_.close_enough) break;
            replace_corner(c);
        }
        return entered;
    }

    /// The line starts inside or behind: towards where it goes, until a plane shows the latter.
    void leave() noexcept {
        while (supports_ < kMostSupports) {
            const Vec3 n = back_normal();
            const double rate = dot(n, pair_.velocity);
            const double start = dot(n, pair_.offset) + rate * pair_.time.lower;
            if (!(rate > 0) || dot(n, corners_[0].w) >= start) return;
            const Corner c = support(n);
            if (dot(n, c.w) < start) return apart(n);
            if (!(dot(n, c.w) > dot(n, corners_[0].w))) return;
            replace_corner(c);
        }
    }

    void finish(double entered) noexcept {
        const auto& [p, q, r] = corners_;
        const Vec3& n = cast_.normal;
        const double wp = cross(q.f, r.f), wq = cross(r.f, p.f), wr = cross(p.f, q.f);
        const double sum = wp + wq + wr;
        if (!(sum > 0)) return;
        const Corner* behind = &waist_[0];
        for (const Corner& c : waist_) {
            if (dot(n, c.w) < dot(n, behind->w)) behind = &c;
        }
        // The triangle may be the waist itself, or next to it. A thousandth of the size is deep enough.
        Corner deepest;
        if (dot(n, p.w - behind->w) < 1e-3 * length(n) * (pair_.a->reach() + pair_.b->reach())) {
            deepest = support(-n);
            behind = &deepest;
        }
        cast_.outcome = QuickCastOutcome::front;
        cast_.time = entered;
        cast_.point = (p.x * wp + q.x * wq + r.x * wr) * (1 / sum);
        cast_.around = {p.w, q.w, r.w, behind->w};
    }

    const StraightPair& pair_;
    CoreA a_;
    CoreB b_;
    Vec3 e1_;  ///< Across the line, unit; e1, e2 and the velocity are right-handed.
    Vec3 e2_;
    std::array<Corner, 3> corners_{};
    std::array<Corner, 3> waist_{};
    int supports_ = 0;
    QuickCast cast_{};
};

}  // namespace

QuickCast cast_polytopes(const StraightPair& pair) noexcept {
    const ShapeType a = pair.a->type(), b = pair.b->type();
    if (a == ShapeType::box && b == ShapeType::box) return Line<BoxCore, BoxCore>(pair).run();
    if (a == ShapeType::hull && b == ShapeType::hull) return Line<HullCore, HullCore>(pair).run();
    return Line<AnyCore, AnyCore>(pair).run();
}

}  // namespace graze
