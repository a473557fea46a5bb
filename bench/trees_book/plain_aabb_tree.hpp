// The book's tree of axis-aligned boxes, as plainly as it describes it: binary, one triangle per leaf, cut at
// the middle of the longest axis, a box test with the relative orientation worked out once per query, the
// larger box opened first. The scheme that its tables measure; the library's own box tree is wider and of
// floats. Source: van den Bergen, Collision Detection in Interactive 3D Environments, 5.3.2 and 5.3.3.
//
// The numbers in the book come from a modified RAPID, whose rules differ from the text, and can be chosen
// here: a set is divided across its principal axis at the mean of the surface, and of two boxes the one with
// the larger first extent is opened. That is the longest extent of an oriented box, and the one along x of a
// box along the axes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/bounds/aabb.hpp"
#include "graze/mesh/generate.hpp"

namespace graze::bench {

/// By which measure the larger of two boxes is opened.
enum class Descent : std::uint8_t { volume, first_extent };

/// Where a set of triangles is divided.
enum class Division : std::uint8_t { midpoint_of_longest, mean_along_principal };

struct PlainOptions {
    bool lite = false;  ///< The six face axes only.
    Descent descent = Descent::volume;
};

struct PlainCounts {
    std::uint64_t boxes = 0;
    std::uint64_t apart_by_faces = 0;
    std::uint64_t apart_by_edges = 0;
    std::uint64_t triangles = 0;
    bool hit = false;
};

class PlainAabbTree {
public:
    explicit PlainAabbTree(const TriangleSoup& soup, Division division = Division::midpoint_of_longest)
        : soup_(&soup), division_(division), order_(soup.triangles.size()) {
        for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
        nodes_.reserve(2 * order_.size());
        build(0, static_cast<std::uint32_t>(order_.size()));
        for (const Vec3& v : soup.vertices) reach_ = std::max(reach_, length(v) * (1 + 1e-12));
    }

    /// Boxes around moved vertices, from the last node to the first: children come after their parents.
    void refit() {
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            Node& node = nodes_[i];
            node.box =
                node.right == 0 ? box_of(node.triangle) : merged(nodes_[i + 1].box, nodes_[node.right].box);
        }
    }

    [[nodiscard]] std::size_t memory_bytes() const {
        return nodes_.size() * sizeof(Node) + order_.size() * sizeof(std::uint32_t);
    }

    /// Whether two copies of the tree overlap; ends at the first pair of triangles that does.
    [[nodiscard]] PlainCounts collide(const Pose& pose_a, const Pose& pose_b,
                                      const PlainOptions& options = {}) const {
        const Pose b_in_a = relative(pose_a, pose_b);
        Query query{*this, *this, TriangleView(pose_a, pose_b, reach_), b_in_a, {}, options, {}};
        for (std::size_t j = 0; j < 3; ++j) query.magnitudes.columns[j] = abs(b_in_a.rotation.columns[j]);
        query.counts.hit = query.visit(0, 0);
        return query.counts;
    }

private:
    struct CentreBox {
        Vec3 centre{};
        Vec3 half{};
    };
    /// 56 bytes; the left child is the next node.
    struct Node {
        CentreBox box{};
        std::uint32_t right = 0;     ///< 0: a leaf.
        std::uint32_t triangle = 0;  ///< Of a leaf.
    };

    struct Query {
        const PlainAabbTree& a;
        const PlainAabbTree& b;
        TriangleView view;
        Pose b_in_a;
        Mat3 magnitudes;
        PlainOptions options;
        PlainCounts counts;

        bool visit(std::uint32_t i, std::uint32_t j) {
            const Node &x = a.nodes_[i], &y = b.nodes_[j];
            ++counts.boxes;
            if (apart(x.box, y.box)) return false;
            if (x.right == 0 && y.right == 0) {
                ++counts.triangles;
                return contact(view, a.corners(x.triangle), b.corners(y.triangle)) !=
                       TriangleContact::disjoint;
            }
            if (y.right == 0 || (x.right != 0 && opens_a(x.box, y.box)))
                return visit(i + 1, j) || visit(x.right, j);
            return visit(i, j + 1) || visit(i, y.right);
        }

        [[nodiscard]] bool opens_a(const CentreBox& x, const CentreBox& y) const {
            switch (options.descent) {
                case Descent::first_extent: return x.half.x > y.half.x;
                case Descent::volume: break;
            }
            return volume(x) >= volume(y);
        }

        bool apart(const CentreBox& x, const CentreBox& y) {
            const Vec3 c = b_in_a * y.centre - x.centre;
            const bool by_faces = apart_by_faces(x, y, c);
            const bool by_edges = !by_faces && !options.lite && apart_by_edges(x, y, c);
            counts.apart_by_faces += by_faces ? 1 : 0;
            counts.apart_by_edges += by_edges ? 1 : 0;
            return by_faces || by_edges;
        }
        [[nodiscard]] bool apart_by_faces(const CentreBox& x, const CentreBox& y, const Vec3& c) const {
            const Mat3 &m = b_in_a.rotation, &q = magnitudes;
            const Vec3 gap_a = abs(c) - (x.half + q * y.half);
            if (max_component(gap_a) > slack()) return true;
            const Vec3 gap_b = abs(transpose_times(m, c)) - (y.half + transpose_times(q, x.half));
            return max_component(gap_b) > slack();
        }
        [[nodiscard]] bool apart_by_edges(const CentreBox& x, const CentreBox& y, const Vec3& c) const {
            const Mat3 &m = b_in_a.rotation, &q = magnitudes;
            for (std::size_t j = 0; j < 3; ++j) {
                const Vec3 &u = m.columns[j], &v = q.columns[j], &h = x.half;
                const Vec3 reach{h.y * v.z + h.z * v.y, h.z * v.x + h.x * v.z, h.x * v.y + h.y * v.x};
                const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
                if (max_component(abs(cross(u, c)) - reach - q.columns[l] * y.half[k] -
                                  q.columns[k] * y.half[l]) > slack())
                    return true;
            }
            return false;
        }
        /// Rounding, for tori and other models of size about 10.
        [[nodiscard]] double slack() const { return 1e-12 * (a.reach_ + b.reach_); }
    };

    static double volume(const CentreBox& box) { return box.half.x * box.half.y * box.half.z; }

    [[nodiscard]] Triangle corners(std::uint32_t t) const {
        const auto& [a, b, c] = soup_->triangles[t];
        return {soup_->vertices[a], soup_->vertices[b], soup_->vertices[c]};
    }
    static CentreBox around(const Vec3& low, const Vec3& high) {
        return {(low + high) * 0.5, (high - low) * 0.5};
    }
    [[nodiscard]] CentreBox box_of(std::uint32_t t) const {
        const Triangle c = corners(t);
        return around(min(c.a, min(c.b, c.c)), max(c.a, max(c.b, c.c)));
    }
    static CentreBox merged(const CentreBox& a, const CentreBox& b) {
        return around(min(a.centre - a.half, b.centre - b.half), max(a.centre + a.half, b.centre + b.half));
    }

    /// { x : normal · x <= offset }
    struct HalfSpace {
        Vec3 normal{};
        double offset = 0;
    };
    static HalfSpace below_midpoint(const CentreBox& box) {
        const Vec3& h = box.half;
        HalfSpace below{};
        const std::size_t axis = h.x >= h.y && h.x >= h.z ? 0 : h.y >= h.z ? 1 : 2;
        below.normal[axis] = 1;
        below.offset = box.centre[axis];
        return below;
    }
    /// Mean and covariance of the surface; the axis by squaring the covariance until one direction is left.
    [[nodiscard]] HalfSpace below_mean(std::uint32_t first, std::uint32_t count) const {
        Vec3 mean{};
        double area = 0;
        const auto each = [&](const auto& add) {
            for (std::uint32_t i = first; i < first + count; ++i) {
                const Triangle c = corners(order_[i]);
                add(c, length(cross(c.b - c.a, c.c - c.a)));
            }
        };
        each([&](const Triangle& c, double weight) {
            mean += (c.a + c.b + c.c) * (weight / 3);
            area += weight;
        });
        mean = mean * (1 / area);
        Mat3 covariance{};
        each([&](const Triangle& c, double weight) {
            const Vec3 sum = c.a + c.b + c.c - 3.0 * mean;
            for (const Vec3& v : {c.a - mean, c.b - mean, c.c - mean, sum}) {
                for (std::size_t j = 0; j < 3; ++j) covariance.columns[j] += v * (weight * v[j]);
            }
        });
        for (int i = 0; i < 12; ++i) {
            double largest = 0;
            for (const Vec3& column : covariance.columns) largest = std::max(largest, length(column));
            for (Vec3& column : covariance.columns) column = column * (1 / largest);
            covariance = covariance * covariance;
        }
        Vec3 axis = covariance.columns[0];
        for (const Vec3& column : covariance.columns) axis = length(column) > length(axis) ? column : axis;
        return {axis, dot(axis, mean)};
    }

    void build(std::uint32_t first, std::uint32_t count) {
        const std::size_t index = nodes_.size();
        Node node{box_of(order_[first]), 0, order_[first]};
        for (std::uint32_t i = 1; i < count; ++i) node.box = merged(node.box, box_of(order_[first + i]));
        nodes_.push_back(node);
        if (count == 1) return;
        const auto begin = order_.begin() + first, end = begin + count;
        const HalfSpace below =
            division_ == Division::midpoint_of_longest ? below_midpoint(node.box) : below_mean(first, count);
        auto middle = std::partition(begin, end, [&](std::uint32_t t) {
            const Triangle c = corners(t);
            const Vec3 at =
                division_ == Division::midpoint_of_longest ? box_of(t).centre : (c.a + c.b + c.c) * (1.0 / 3);
            return dot(below.normal, at) <= below.offset;
        });
        if (middle == begin || middle == end) middle = begin + count / 2;
        const auto left = static_cast<std::uint32_t>(middle - begin);
        build(first, left);
        nodes_[index].right = static_cast<std::uint32_t>(nodes_.size());
        build(first + left, count - left);
    }

    const TriangleSoup* soup_;
    Division division_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
    double reach_ = 0;
};

}  // namespace graze::bench
