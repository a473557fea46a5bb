// EPA in long double or Real on the difference a - b: bounds of the depth of the origin, both shown: the
// lower by the expanded polytope, the upper by one direction. Starts from any four spread points of the
// difference, so the origin need not be inside the first polytope: planes that see it have a negative
// distance and are pushed out first. A facet's plane counts with what rounding may do to it: the normal of a
// thin facet is the worse known the thinner it is.
#pragma once

#include <array>
#include <cstddef>
#include <queue>
#include <type_traits>
#include <vector>

#include "oracle/precise_gjk.hpp"

namespace graze::test {

template <class T> struct DepthBounds {
    T lower{-1e300};  ///< May be negative: nothing is known then.
    T upper{0};
    BasicVec3<T> normal{T(1), T(0),
                        T(0)};  ///< Unit direction of the upper bound: a's overlap over b along it.
};

template <class T> class PreciseEpa {
public:
    PreciseEpa(const Placed& a, const Placed& b, const T& tolerance)
        : a_(&a), b_(&b), tolerance_(tolerance) {}

    DepthBounds<T> run(int max_iterations) {
        if (!start()) return bounds_;
        for (int i = 0; i < max_iterations && !queue_.empty(); ++i) {
            const std::size_t nearest = queue_.top().second;
            queue_.pop();
            if (faces_[nearest].dead) continue;
            const Face face = faces_[nearest];
            bounds_.lower = face.distance - face.error;
            const BasicVec3<T> w = support(face.normal);
            if (bounds_.upper - bounds_.lower <= tolerance_ ||
                dot(face.normal, w) - face.distance <= tolerance_)
                break;
            if (!grow(nearest, w)) break;
        }
        return bounds_;
    }

private:
    struct Face {
        std::array<std::size_t, 3> v{};
        std::array<std::size_t, 3> neighbour{};  ///< Across the edge v[i] -> v[i + 1].
        BasicVec3<T> normal{};
        T distance{0};  ///< Of the plane.
        T error{0};     ///< Of the distance.
        bool dead = false;
    };
    struct Rim {
        std::size_t face;  ///< A face that stays; the removed ones are across its edge `edge`.
        std::size_t edge;
    };
    using Entry = std::pair<T, std::size_t>;
    struct Later {
        bool operator()(const Entry& x, const Entry& y) const { return x.first > y.first; }
    };

    /// Support point along a unit direction; every one is also an upper bound of the depth.
    BasicVec3<T> support(const BasicVec3<T>& unit) {
        const BasicVec3<T> w = difference_support<T>(*a_, *b_, unit);
        const T height = dot(w, unit);
        if (!known_ || height < bounds_.upper) {
            known_ = true;
            bounds_.upper = height;
            bounds_.normal = unit;
        }
        return w;
    }

    bool start() {
        const BasicVec3<T> w0 = support({T(1), T(0), T(0)});
        const BasicVec3<T> w1 = farther(w0, {T(-1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)});
        const BasicVec3<T> e = w1 - w0;
        if (!(root<T>(length_sq(e)) > tolerance_)) return false;
        const BasicVec3<T> side = perpendicular_to(e);
        const BasicVec3<T> other = with_length<T>(cross(e, side), T(1));
        BasicVec3<T> w2 = w0;
        T area(0);
        for (const BasicVec3<T>& d : {side, -side, other, -other}) {
            const BasicVec3<T> w = support(d);
            const T size = length_sq(cross(e, w - w0));
            if (size > area) {
                area = size;
                w2 = w;
            }
        }
        if (!(root<T>(area) > tolerance_ * root<T>(length_sq(e)))) return false;
        const BasicVec3<T> n = with_length<T>(cross(e, w2 - w0), T(1));
        const BasicVec3<T> up = support(n), down = support(-n);
        const bool above = dot(n, up - w0) > dot(n, w0 - down);
        const BasicVec3<T> w3 = above ? up : down;
        if (!(dot(n, above ? w3 - w0 : w0 - w3) > tolerance_)) return false;
        points_ =
            above ? std::vector<BasicVec3<T>>{w0, w2, w1, w3} : std::vector<BasicVec3<T>>{w0, w1, w2, w3};
        add({0, 1, 2});
        add({0, 3, 1});
        add({0, 2, 3});
        add({1, 3, 2});
        faces_[0].neighbour = {1, 3, 2};
        faces_[1].neighbour = {2, 3, 0};
        faces_[2].neighbour = {0, 3, 1};
        faces_[3].neighbour = {1, 2, 0};
        return true;
    }

    BasicVec3<T> farther(const BasicVec3<T>& from, const BasicVec3<T>& x, const BasicVec3<T>& y,
                         const BasicVec3<T>& z) {
        BasicVec3<T> best = from;
        for (const BasicVec3<T>& d : {x, y, -y, z, -z}) {
            const BasicVec3<T> w = support(d);
            if (length_sq(w - from) > length_sq(best - from)) best = w;
        }
        return best;
    }

    static BasicVec3<T> perpendicular_to(const BasicVec3<T>& v) {
        const T x = v.x * v.x, y = v.y * v.y, z = v.z * v.z;
        const BasicVec3<T> axis = x <= y && x <= z ? BasicVec3<T>{T(1), T(0), T(0)}
                                  : y <= z         ? BasicVec3<T>{T(0), T(1), T(0)}
                                                   : BasicVec3<T>{T(0), T(0), T(1)};
        return with_length<T>(cross(v, axis), T(1));
    }

    void add(const std::array<std::size_t, 3>& v) {
        Face face{v, {}, {}, T(0), T(0), false};
        const BasicVec3<T>&p = points_[v[0]], &q = points_[v[1]], &r = points_[v[2]];
        const BasicVec3<T> n = cross(q - p, r - p);
        face.normal = with_length<T>(n, T(1));
        // The vertex nearest the foot of the perpendicular feels the least of a tilted normal.
        const BasicVec3<T>& near = length_sq(p) <= length_sq(q) && length_sq(p) <= length_sq(r) ? p
                                   : length_sq(q) <= length_sq(r)                               ? q
                                                                                                : r;
        face.distance = dot(face.normal, near);
        const T size = root<T>(length_sq(near)),
                edges = root<T>(length_sq(q - p)) + root<T>(length_sq(r - p)), area = root<T>(length_sq(n));
        const BasicVec3<T> lateral = near - face.normal * face.distance;
        const T tilt = area > T(0) ? kRounding * edges * (edges + size) / area : T(2);
        face.error = tilt * root<T>(length_sq(lateral)) + kRounding * size;
        queue_.push({face.distance - face.error, faces_.size()});
        faces_.push_back(face);
    }

    /// A dozen roundings each.
    static inline const T kRounding = std::is_same_v<T, long double> ? T(1e-18) : T(1e-56);

    /// Replaces the faces visible from w by a fan to it. False when rounding spoils the surface: the bounds
    /// so far stay true.
    bool grow(std::size_t visible, const BasicVec3<T>& w) {
        std::vector<Rim> rim;
        faces_[visible].dead = true;
        for (std::size_t i = 0; i < 3; ++i) collect(faces_[visible].neighbour[i], visible, w, rim);
        const std::size_t apex = points_.size(), first = faces_.size(), count = rim.size();
        points_.push_back(w);
        for (const Rim& r : rim) add({faces_[r.face].v[(r.edge + 1) % 3], faces_[r.face].v[r.edge], apex});
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t next = (i + 1) % count;
            if (faces_[first + i].v[1] != faces_[first + next].v[0]) return false;  // the rim is not one loop
            faces_[first + i].neighbour = {rim[i].face, first + next, first + (i + count - 1) % count};
            faces_[rim[i].face].neighbour[rim[i].edge] = first + i;
        }
        return count >= 3;
    }

    /// Depth-first walk over the faces that see w, in counter-clockwise order, so that the rim comes out as a
    /// loop.
    void collect(std::size_t index, std::size_t from, const BasicVec3<T>& w, std::vector<Rim>& rim) {
        Face& face = faces_[index];
        if (face.dead) return;
        std::size_t edge = 0;
        while (edge < 2 && face.neighbour[edge] != from) ++edge;
        if (dot(face.normal, w - points_[face.v[0]]) <= tolerance_) {
            rim.push_back({index, edge});
            return;
        }
        face.dead = true;
        for (std::size_t i = 1; i < 3; ++i) collect(faces_[index].neighbour[(edge + i) % 3], index, w, rim);
    }

    const Placed* a_;
    const Placed* b_;
    T tolerance_;
    bool known_ = false;
    DepthBounds<T> bounds_{};
    std::vector<BasicVec3<T>> points_;
    std::vector<Face> faces_;
    std::priority_queue<Entry, std::vector<Entry>, Later> queue_;
};

}  // namespace graze::test
