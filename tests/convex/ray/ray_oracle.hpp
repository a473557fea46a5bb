// Where a line intersects a shape, in 600-bit floating point: far beyond every rounding of the library, with
// the exact doubles of the ray, the pose and the shape as input. Slow and obvious.
#pragma once

#include <gmpxx.h>

#include <array>
#include <optional>
#include <vector>

#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"

namespace graze::test {

inline constexpr unsigned kOracleBits = 600;

struct Real3 {
    mpf_class x{0, kOracleBits}, y{0, kOracleBits}, z{0, kOracleBits};
    const mpf_class& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

inline mpf_class real(double v) { return mpf_class(v, kOracleBits); }
inline Real3 real3(const Vec3& v) { return {real(v.x), real(v.y), real(v.z)}; }
inline Real3 operator+(const Real3& a, const Real3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Real3 operator-(const Real3& a, const Real3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Real3 operator*(const Real3& a, const mpf_class& s) { return {a.x * s, a.y * s, a.z * s}; }
inline mpf_class dot(const Real3& a, const Real3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Real3 cross(const Real3& a, const Real3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The line's part inside a set; `in > out` never happens: empty says it.
struct RealSpan {
    bool empty = false;
    bool bounded_in = false;
    bool bounded_out = false;
    mpf_class in{0, kOracleBits}, out{0, kOracleBits};

    static RealSpan none() {
        RealSpan s;
        s.empty = true;
        return s;
    }
    void enter(const mpf_class& t) {
        if (!bounded_in || t > in) in = t;
        bounded_in = true;
        normalise();
    }
    void leave(const mpf_class& t) {
        if (!bounded_out || t < out) out = t;
        bounded_out = true;
        normalise();
    }
    void clip(const RealSpan& s) {
        if (s.empty) {
            empty = true;
            return;
        }
        if (s.bounded_in) enter(s.in);
        if (s.bounded_out) leave(s.out);
    }
    /// Union with a bounded span.
    void join(const RealSpan& s) {
        if (s.empty) return;
        if (empty) {
            *this = s;
            return;
        }
        if (s.in < in) in = s.in;
        if (s.out > out) out = s.out;
    }

private:
    void normalise() {
        if (bounded_in && bounded_out && in > out) empty = true;
    }
};

struct RealLine {
    Real3 o, d;
};

inline mpf_class oracle_root(const mpf_class& x) {
    mpf_class r(0, kOracleBits);
    mpf_sqrt(r.get_mpf_t(), x.get_mpf_t());
    return r;
}

/// a + t b <= 0.
inline RealSpan half_line(const mpf_class& a, const mpf_class& b) {
    RealSpan s;
    if (b == 0) {
        s.empty = a > 0;
        return s;
    }
    const mpf_class t = -a / b;
    if (b > 0)
        s.leave(t);
    else
        s.enter(t);
    return s;
}

/// a t² + 2 b t + c <= 0 with a >= 0.
inline RealSpan inside_quadratic(const mpf_class& a, const mpf_class& b, const mpf_class& c) {
    if (a == 0) return half_line(c, 2 * b);
    const mpf_class disc = b * b - a * c;
    if (disc < 0) return RealSpan::none();
    RealSpan s;
    s.enter((-b - oracle_root(disc)) / a);
    s.leave((-b + oracle_root(disc)) / a);
    return s;
}

inline RealSpan inside_box(const RealLine& l, const Real3& half) {
    RealSpan s;
    for (int i = 0; i < 3; ++i) {
        s.clip(half_line(l.o[i] - half[i], l.d[i]));
        s.clip(half_line(-l.o[i] - half[i], -l.d[i]));
    }
    return s;
}
inline RealSpan inside_ball(const RealLine& l, const Real3& c, const mpf_class& r) {
    const Real3 y = l.o - c;
    return inside_quadratic(dot(l.d, l.d), dot(y, l.d), dot(y, y) - r * r);
}
inline RealSpan inside_tube(const RealLine& l, const mpf_class& r) {
    return inside_quadratic(l.d.x * l.d.x + l.d.y * l.d.y, l.o.x * l.d.x + l.o.y * l.d.y,
                            l.o.x * l.o.x + l.o.y * l.o.y - r * r);
}
inline RealSpan inside_cylinder(const RealLine& l, const mpf_class& r, const mpf_class& h) {
    RealSpan s = inside_tube(l, r);
    s.clip(half_line(l.o.z - h, l.d.z));
    s.clip(half_line(-l.o.z - h, -l.d.z));
    return s;
}
inline RealSpan inside_capsule(const RealLine& l, const mpf_class& r, const mpf_class& h) {
    RealSpan s = inside_cylinder(l, r, h);
    s.join(inside_ball(l, {real(0), real(0), h}, r));
    s.join(inside_ball(l, {real(0), real(0), -h}, r));
    return s;
}
inline RealSpan inside_cone(const RealLine& l, const mpf_class& r, const mpf_class& h) {
    const mpf_class k = r / (2 * h), s0 = h - l.o.z, ds = -l.d.z;
    const mpf_class a = l.d.x * l.d.x + l.d.y * l.d.y - k * k * ds * ds;
    const mpf_class b = l.o.x * l.d.x + l.o.y * l.d.y - k * k * s0 * ds;
    const mpf_class c = l.o.x * l.o.x + l.o.y * l.o.y - k * k * s0 * s0;
    RealSpan s;
    if (a > 0) {
        s = inside_quadratic(a, b, c);
        if (s.empty || s0 + ds * (s.in + s.out) / 2 < 0) return RealSpan::none();
    } else if (a < 0) {
        const mpf_class disc = b * b - a * c;
        const mpf_class w = oracle_root(disc < 0 ? real(0) : disc);
        if (ds > 0)
            s.enter((-b - w) / a);
        else
            s.leave((-b + w) / a);
    } else {
        s = half_line(c, 2 * b);
    }
    s.clip(half_line(l.o.z - h, l.d.z));
    s.clip(half_line(-l.o.z - h, -l.d.z));
    return s;
}
inline RealSpan inside_ellipsoid(const RealLine& l, const Real3& r) {
    const RealLine unit{{l.o.x / r.x, l.o.y / r.y, l.o.z / r.z}, {l.d.x / r.x, l.d.y / r.y, l.d.z / r.z}};
    return inside_ball(unit, {}, real(1));
}
/// Hull of a few points that span space: every plane through three of them with all others on one side.
inline RealSpan inside_points(const RealLine& l, const std::vector<Real3>& p) {
    RealSpan s;
    for (std::size_t i = 0; i < p.size(); ++i) {
        for (std::size_t j = i + 1; j < p.size(); ++j) {
            for (std::size_t k = j + 1; k < p.size(); ++k) {
                Real3 n = cross(p[j] - p[i], p[k] - p[i]);
                if (n.x == 0 && n.y == 0 && n.z == 0) continue;
                bool above = false, below = false;
                for (const Real3& q : p) {
                    const int side = sgn(dot(n, q - p[i]));
                    above = above || side > 0;
                    below = below || side < 0;
                }
                if (above && below) continue;
                if (above) n = n * real(-1);
                s.clip(half_line(dot(n, l.o - p[i]), dot(n, l.d)));
                if (s.empty) return s;
            }
        }
    }
    return s;
}
/// A box with all points within r of it: three stretched boxes, twelve rods along the edges, eight balls at
/// the corners.
inline RealSpan inside_rounded_box(const RealLine& l, const Real3& h, const mpf_class& r) {
    RealSpan s = inside_box(l, {h.x + r, h.y, h.z});
    s.join(inside_box(l, {h.x, h.y + r, h.z}));
    s.join(inside_box(l, {h.x, h.y, h.z + r}));
    const auto turned = [&](int axis, const mpf_class& p,
                            const mpf_class& q) {  // the rod along `axis` at (p, q) across it
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        return inside_capsule({{l.o[i] - p, l.o[j] - q, l.o[axis]}, {l.d[i], l.d[j], l.d[axis]}}, r, h[axis]);
    };
    for (int axis = 0; axis < 3; ++axis) {
        for (int corner = 0; corner < 4; ++corner) {
            const int i = (axis + 1) % 3, j = (axis + 2) % 3;
            s.join(turned(axis, corner & 1 ? h[i] : mpf_class(-h[i]), corner & 2 ? h[j] : mpf_class(-h[j])));
        }
    }
    return s;
}

/// The ray in the local frame of a pose, by the exact inverse of its matrix.
inline RealLine local_line(const Ray& ray, const Pose& pose) {
    const Real3 c0 = real3(pose.rotation.columns[0]), c1 = real3(pose.rotation.columns[1]),
                c2 = real3(pose.rotation.columns[2]);
    const Real3 r0 = cross(c1, c2), r1 = cross(c2, c0), r2 = cross(c0, c1);
    const mpf_class det = dot(c0, r0);
    const auto back = [&](const Real3& v) {
        return Real3{dot(r0, v) / det, dot(r1, v) / det, dot(r2, v) / det};
    };
    return {back(real3(ray.origin) - real3(pose.position)), back(real3(ray.direction))};
}

/// The first t >= 0 of the span, if any.
inline std::optional<mpf_class> first_parameter(const RealSpan& s) {
    if (s.empty || (s.bounded_out && s.out < 0)) return std::nullopt;
    if (!s.bounded_in || s.in < 0) return real(0);
    return s.in;
}

}  // namespace graze::test
