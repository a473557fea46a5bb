// GJK in the plane across a line. A triangle grows from the side of the set's middle; an edge that cannot be
// pushed out by more than the error bound ends the search as a graze, whose nearest member is then approached
// as far as rounding goes.
#include "convex/ray/ray_silhouette.hpp"

#include <algorithm>
#include <utility>

#include "math/nearest.hpp"

namespace graze {

namespace {

/// Vectors shorter than this many error bounds have no usable direction.
constexpr double kOffLine = 64;
/// Round sides quarter the distance with every step or two, and the searches end within a few error bounds:
/// enough for the rest.
constexpr int kApproaches = 64;

Vec2 left(const Vec2& v) noexcept { return {-v.y, v.x}; }

/// Normal of the edge pq on the side of the origin.
Vec2 towards_origin(const Vec2& p, const Vec2& q) noexcept {
    const Vec2 n = left(q - p);
    return dot(n, p) > 0 ? -n : n;
}

Vec3 raised(const Vec2& f) noexcept { return {f.x, f.y, 0}; }

TrianglePoint nearest_member(const LineView& view, const PortalTriangle& t) noexcept {
    return nearest_on_triangle({raised(view.flat(t[0])), raised(view.flat(t[1])), raised(view.flat(t[2]))},
                               Vec3{});
}

class Silhouette {
public:
    explicit Silhouette(LineView& view) noexcept : view_(view) {}

    SilhouetteSearch search() noexcept {
        const Vec2 centre = view_.flat(view_.line.interior);
        if (!support(length(centre) > kOffLine * view_.line.error ? -centre : Vec2{1, 0}, 0)) return found_;
        point(1) = point(2) = point(0);
        const Vec2 first = view_.flat(point(0));
        const bool off = length(first) > kOffLine * view_.line.error;
        // A support point on the line is the tip of the silhouette, or close to it: search along the edge
        // there, to both sides.
        const Vec2 next = off ? -first : left(view_.flat(found_.beside));
        if (!support(next, 1)) return found_;
        if (!off && view_.flat(point(1)) == first && !support(-next, 1)) return found_;
        while (found_.side == SilhouetteSide::outside && advance()) {
        }
        return found_;
    }

private:
    PortalPoint& point(std::size_t i) noexcept { return found_.triangle[i]; }

    /// Puts the support point along a flat direction into the place; false when the line is separated by it.
    bool support(const Vec2& direction, std::size_t place) noexcept {
        found_.beside = view_.lift(direction);
        point(place) = view_.evaluate(found_.beside);
        return dot(found_.beside, point(place).point) >= -view_.line.error;
    }

    /// Pushes the edge of the first two points out. False when the line is separated.
    bool advance() noexcept {
        const Vec2 p = view_.flat(point(0));
        const Vec2 q = view_.flat(point(1));
        if (!support(towards_origin(p, q), 2)) return false;
        const double gained = dot(found_.beside, point(2).point - point(0).point);
        if (view_.out_of_budget() || !(gained > 2 * view_.line.error)) {
            found_.side = SilhouetteSide::grazing;
            return true;
        }
        const Vec2 r = view_.flat(point(2));
        const double winding = cross(q - p, r - p) > 0 ? 1 : -1;
        const double beyond_q = winding * cross(q, r);
        const double beyond_p = winding * cross(r, p);
        if (beyond_q >= 0 && beyond_p >= 0) {
            if (winding < 0) std::swap(point(0), point(1));
            found_.side = SilhouetteSide::inside;
        } else {
            point(beyond_q < beyond_p ? 0 : 1) = point(2);
        }
        return true;
    }

    LineView& view_;
    SilhouetteSearch found_{};
};

TrianglePoint nearest_member(const PortalTriangle& t, const Vec3& x) noexcept {
    return nearest_on_triangle({t[0].point, t[1].point, t[2].point}, x);
}

PortalWeights weights_of(const TrianglePoint& p) noexcept { return {std::max(0.0, 1 - p.u - p.v), p.u, p.v}; }

/// From the triangle towards x: across its plane when x lies over it. The offset to x itself loses its digits
/// as it gets short.
Vec3 towards(const PortalTriangle& t, const PortalWeights& w, const Vec3& x) noexcept {
    if (!(w[0] > 0 && w[1] > 0 && w[2] > 0))
        return unit(x - (t[0].point * w[0] + t[1].point * w[1] + t[2].point * w[2]));
    const Vec3 n = unit(cross(t[1].point - t[0].point, t[2].point - t[0].point));
    return dot(n, x - t[0].point) < 0 ? -n : n;
}

}  // namespace

SilhouetteSearch search_silhouette(LineView& view) noexcept { return Silhouette(view).search(); }

PortalWeights nearest_weights(const LineView& view, const PortalTriangle& triangle) noexcept {
    return weights_of(nearest_member(view, triangle));
}

PortalWeights nearest_weights(const PortalTriangle& triangle, const Vec3& x) noexcept {
    return weights_of(nearest_member(triangle, x));
}

void approach_point(LineView& view, PortalTriangle& triangle, const Vec3& x) noexcept {
    double best = nearest_member(triangle, x).distance_sq;
    for (int step = 0; step < kApproaches && best > 0; ++step) {
        const PortalTriangle now = triangle;
        const double before = best;
        const PortalPoint w = view.evaluate(towards(now, nearest_weights(now, x), x));
        for (std::size_t i = 0; i < 3; ++i) {
            PortalTriangle next = now;
            next[i] = w;
            const double distance_sq = nearest_member(next, x).distance_sq;
            if (!(distance_sq < best)) continue;
            best = distance_sq;
            triangle = next;
        }
        if (!(best < before)) return;
    }
}

void approach_line(LineView& view, PortalTriangle& triangle) noexcept {
    double best = nearest_member(view, triangle).distance_sq;
    for (int step = 0; step < kApproaches && best > 0; ++step) {
        const PortalWeights weights = nearest_weights(view, triangle);
        // The ends of the side, or the corner, that is nearest; all three when the line is inside.
        PortalTriangle next{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            if (weights[i] > 0) next[count++] = triangle[i];
        }
        if (count == 0 || count == 3) return;
        const Vec2 p = view.flat(next[0]);
        next[2] = view.evaluate(view.lift(count == 1 ? -p : towards_origin(p, view.flat(next[1]))));
        if (count == 1) next[1] = next[0];
        const double distance_sq = nearest_member(view, next).distance_sq;
        if (!(distance_sq < best)) return;
        best = distance_sq;
        triangle = next;
    }
}

}  // namespace graze
