// The book's tree of axis-aligned boxes, as plainly as it describes it: binary, one triangle per leaf, cut at
// the middle of the longest axis, a box test with the relative orientation worked out once per query, the
// larger box opened first. The scheme that its tables measure; the library's own box tree is wider and of
// floats. Source: van den Bergen, Collision Detection in Interactive 3D Environments, 5.3.2 and 5.3.3.
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

struct PlainCounts {
    std::uint64_t boxes = 0;
    std::uint64_t triangles = 0;
    bool hit = false;
};

class PlainAabbTree {
public:
    explicit PlainAabbTree(const TriangleSoup& soup) : soup_(&soup), order_(soup.triangles.size()) {
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

    /// Whether two placed trees meet; ends at the first pair of triangles that does.
    static PlainCounts collide(const PlainAabbTree& a, const Pose& pose_a, const PlainAabbTree& b,
                               const Pose& pose_b, bool lite) {
        const Pose b_in_a = relative(pose_a, pose_b);
        Query query{a, b, TriangleView(pose_a, pose_b, b.reach_), b_in_a, {}, lite, {}};
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
        bool lite;
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
            if (y.right == 0 || (x.right != 0 && volume(x.box) >= volume(y.box)))
                return visit(i + 1, j) || visit(x.right, j);
            return visit(i, j + 1) || visit(i, y.right);
        }

        [[nodiscard]] bool apart(const CentreBox& x, const CentreBox& y) const {
            const Mat3 &m = b_in_a.rotation, &q = magnitudes;
            const Vec3 c = b_in_a * y.centre - x.centre, gap_a = abs(c) - (x.half + q * y.half);
            if (max_component(gap_a) > slack()) return true;
            const Vec3 gap_b = abs(transpose_times(m, c)) - (y.half + transpose_times(q, x.half));
            if (max_component(gap_b) > slack()) return true;
            if (lite) return false;
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

    void build(std::uint32_t first, std::uint32_t count) {
        const std::size_t index = nodes_.size();
        Node node{box_of(order_[first]), 0, order_[first]};
        for (std::uint32_t i = 1; i < count; ++i) node.box = merged(node.box, box_of(order_[first + i]));
        nodes_.push_back(node);
        if (count == 1) return;
        const Vec3& h = node.box.half;
        const std::size_t axis = h.x >= h.y && h.x >= h.z ? 0 : h.y >= h.z ? 1 : 2;
        const auto begin = order_.begin() + first, end = begin + count;
        auto middle = std::partition(
            begin, end, [&](std::uint32_t t) { return box_of(t).centre[axis] <= node.box.centre[axis]; });
        if (middle == begin || middle == end) middle = begin + count / 2;
        const auto left = static_cast<std::uint32_t>(middle - begin);
        build(first, left);
        nodes_[index].right = static_cast<std::uint32_t>(nodes_.size());
        build(first + left, count - left);
    }

    const TriangleSoup* soup_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
    double reach_ = 0;
};

}  // namespace graze::bench
