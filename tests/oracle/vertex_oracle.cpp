#include "oracle/vertex_oracle.hpp"

#include <algorithm>
#include <vector>

#include "oracle/real.hpp"

namespace graze::test {
namespace {

using RealVec = BasicVec3<Real>;
using Cubic = std::array<Real, 4>;  // c[0] + c[1] t + ...

const Real kClear(1e-25);

RealVec lift(const Vec3& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
Real magnitude(const Real& x) { return x < Real(0) ? -x : x; }

Real value(const Cubic& c, const Real& t) { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }

/// Roots in (0, 1) where the sign changes, between the extremes in growing order.
std::vector<Real> roots_between(const Cubic& c, const std::vector<Real>& extremes) {
    std::vector<Real> ends{Real(0)}, roots;
    for (const Real& e : extremes) {
        if (Real(0) < e && e < Real(1)) ends.push_back(e);
    }
    ends.emplace_back(1);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        Real low = ends[i], high = ends[i + 1];
        const bool rising = value(c, low) < Real(0);
        if (rising == (value(c, high) < Real(0))) continue;
        for (int k = 0; k < 170; ++k) {
            const Real middle = (low + high) * Real(0.5);
            ((value(c, middle) < Real(0)) == rising ? low : high) = middle;
        }
        roots.push_back(low);
    }
    return roots;
}

std::vector<Real> roots(const Cubic& c) {
    const Cubic first{c[1], Real(2) * c[2], Real(3) * c[3], Real(0)},
        second{Real(2) * c[2], Real(6) * c[3], Real(0), Real(0)};
    return roots_between(c, roots_between(first, roots_between(second, {})));
}

/// The volume det[p1 - p0, p2 - p0, p3 - p0] as a cubic of time, by its values at four times.
Cubic volume_cubic(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
    const auto at = [&](int t) {
        std::array<RealVec, 4> p;
        for (std::size_t i = 0; i < 4; ++i) {
            const RealVec s = lift(start[i]), d = lift(end[i]) - s;
            p[i] = s + Real(t) * d;
        }
        return dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0]));
    };
    const Real f0 = at(0), f1 = at(1), f2 = at(2), f3 = at(-1);
    // Newton's form at 0, 1, 2, -1, expanded.
    const Real even = (f1 + f3) * Real(0.5) - f0;                          // c2
    const Real odd = (f1 - f3) * Real(0.5);                                // c1 + c3
    const Real c3 = (f2 - f0 - Real(4) * even - Real(2) * odd) / Real(6);  // 8 c3 + 2 c1 = f2 - f0 - 4 c2
    return {f0, odd - c3, even, c3};
}

std::array<RealVec, 4> points_at(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                                 const Real& t) {
    std::array<RealVec, 4> p;
    for (std::size_t i = 0; i < 4; ++i) p[i] = lift(start[i]) + t * (lift(end[i]) - lift(start[i]));
    return p;
}

/// All positive: inside. One clearly negative: outside. Else unclear.
int inside(const std::vector<Real>& sides, const Real& scale) {
    bool all = true;
    for (const Real& side : sides) {
        if (side < -(kClear * scale)) return -1;
        all &= kClear * scale < side;
    }
    return all ? 1 : 0;
}

template <class Sides>
VertexTruth first_contact(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                          const Sides& sides) {
    const Cubic c = volume_cubic(start, end);
    VertexTruth truth;
    Real size(0);
    for (const Real& x : c) size = size + magnitude(x);
    if (!(Real(1e-60) < size) || magnitude(c[0]) < kClear * size ||
        magnitude(value(c, Real(1))) < kClear * size) {
        truth.clear = false;
        return truth;
    }
    for (const Real& root : roots(c)) {
        const int where = sides(points_at(start, end, root));
        if (where == 0) truth.clear = false;
        if (where == 1 && !truth.time) truth.time = static_cast<double>(root);
    }
    // Two roots that nearly coincide leave no sign change between them: a touch that only an exact
    // discriminant could decide.
    const Cubic slope{c[1], Real(2) * c[2], Real(3) * c[3], Real(0)};
    for (const Real& flat : roots(slope)) truth.clear &= kClear * size < magnitude(value(c, flat));
    return truth;
}

}  // namespace

VertexTruth vertex_face_truth(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
    return first_contact(start, end, [](const std::array<RealVec, 4>& p) {
        const RealVec n = cross(p[2] - p[1], p[3] - p[1]);
        std::vector<Real> sides;
        for (std::size_t k = 0; k < 3; ++k) {
            const RealVec &u = p[1 + k], &v = p[1 + (k + 1) % 3];
            sides.push_back(dot(n, cross(v - u, p[0] - u)));
        }
        return inside(sides, dot(n, n));
    });
}

VertexTruth edge_edge_truth(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
    return first_contact(start, end, [](const std::array<RealVec, 4>& p) {
        const RealVec a = p[1] - p[0], b = p[3] - p[2], n = cross(a, b), r = p[2] - p[0];
        const Real scale = dot(n, n), s = dot(cross(r, b), n), u = dot(cross(r, a), n);
        return inside({s, scale - s, u, scale - u}, scale);
    });
}

}  // namespace graze::test
