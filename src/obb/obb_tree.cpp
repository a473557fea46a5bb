// Builds from the top: fit a box, cut its triangles across the longest axis, go on with both halves. Nodes
// are written in preorder, so children come after their parents, and the triangles below a node are
// consecutive.
#include "graze/obb/obb_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "graze/math/pose.hpp"
#include "graze/math/vec.hpp"
#include "graze/mesh/mesh.hpp"
#include "obb/obb_fit_set.hpp"
#include "obb/obb_limits.hpp"
#include "shape/hull/packed_vertices.hpp"

namespace graze {
namespace {

std::optional<BuildError> fault_of(std::span<const Vec3> vertices,
                                   std::span<const std::array<std::uint32_t, 3>> triangles) {
    if (triangles.size() > kMaxObbTriangles) {
        return BuildError{Rule::out_of_range, Element::whole, 0,
                          "a tree holds at most 2^31 - 1 triangles; divide the mesh"};
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (!std::isfinite(vertices[i][k])) {
                return BuildError{Rule::not_finite, Element::vertex, i,
                                  "a coordinate is NaN or infinite; give finite numbers"};
            }
            if (!in_served_range(vertices[i][k])) {
                return BuildError{
                    Rule::out_of_range, Element::vertex, i,
                    "a coordinate is outside 1e-100 .. 1e100 and not zero; choose another unit of length"};
            }
        }
    }
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        for (const std::uint32_t v : triangles[i]) {
            if (v >= vertices.size()) {
                return BuildError{Rule::out_of_range, Element::triangle, i,
                                  "it names a vertex past the end; indices count from 0"};
            }
        }
    }
    return std::nullopt;
}

/// The corners of a set of triangles, each once; for one set after the other of the same mesh.
class CornerSet {
public:
    explicit CornerSet(std::size_t vertex_count) : stamp_(vertex_count, 0), place_(vertex_count, 0) {}

    void gather(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                std::span<const std::uint32_t> members);

    /// As they are.
    [[nodiscard]] std::span<const Vec3> corners() const noexcept { return corners_; }
    /// At about unit size around the origin, and the triangles by their places in the set.
    [[nodiscard]] const ObbFitSet& at_unit_size() const noexcept { return set_; }

private:
    std::vector<Vec3> corners_;
    ObbFitSet set_;
    /// By vertex: the set that it was last gathered for, and its place there.
    std::vector<std::uint32_t> stamp_, place_;
    std::uint32_t stamp_now_ = 0;
};

void CornerSet::gather(std::span<const Vec3> vertices,
                       std::span<const std::array<std::uint32_t, 3>> triangles,
                       std::span<const std::uint32_t> members) {
    ++stamp_now_;
    corners_.clear();
    set_.points.clear();
    set_.triangles.clear();
    Vec3 low = vertices[triangles[members[0]][0]], high = low;
    for (const std::uint32_t t : members) {
        std::array<std::uint32_t, 3> places{};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t v = triangles[t][k];
            if (stamp_[v] != stamp_now_) {
                stamp_[v] = stamp_now_;
                place_[v] = static_cast<std::uint32_t>(corners_.size());
                corners_.push_back(vertices[v]);
                low = min(low, vertices[v]);
                high = max(high, vertices[v]);
            }
            places[k] = place_[v];
        }
        set_.triangles.push_back(places);
    }
    const Vec3 middle = low * 0.5 + high * 0.5;
    const double size = max_component(high * 0.5 - low * 0.5);
    const double scale = size > 0 ? std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000)) : 1;
    for (const Vec3& corner : corners_) set_.points.push_back((corner - middle) * scale);
}

}  // namespace

class ObbTreeBuilder {
public:
    ObbTreeBuilder(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                   const ObbTreeOptions& options)
        : vertices_(vertices), triangles_(triangles), options_(options), members_(vertices.size()) {
        options_.leaf_size = std::max(options_.leaf_size, 1U);
        tree_.order_.resize(triangles.size());
        for (std::size_t i = 0; i < triangles.size(); ++i) tree_.order_[i] = static_cast<std::uint32_t>(i);
    }

    ObbTree finish() && {
        if (triangles_.size() > 1) tree_.nodes_.reserve(triangles_.size() - 1);
        if (!triangles_.empty()) build_range(0, static_cast<std::uint32_t>(triangles_.size()), 0);
        tree_.nodes_.shrink_to_fit();
        tree_.vertices_.assign(vertices_.begin(), vertices_.end());
        tree_.triangles_.reserve(triangles_.size());
        for (const std::uint32_t t : tree_.order_) tree_.triangles_.push_back(triangles_[t]);
        for (const Vec3& v : vertices_) tree_.reach_ = std::max(tree_.reach_, length(v));
        for (const ObbNode& node : tree_.nodes_) {
            tree_.reach_ = std::max(tree_.reach_, length(node.box.centre) + length(node.box.half_extents));
            tree_.defect_ = std::max(tree_.defect_, orthonormality_defect(node.box.axes));
        }
        tree_.reach_ *= 1 + 16 * kEps;
        return std::move(tree_);
    }

private:
    std::uint32_t build_range(std::uint32_t first, std::uint32_t count, std::size_t depth) {
        tree_.depth_ = std::max(tree_.depth_, depth);
        if (count == 1) return obb_child::kTriangleBit | first;
        const auto index = static_cast<std::uint32_t>(tree_.nodes_.size());
        const ObbNode node = fit(first, count);
        tree_.nodes_.push_back(node);
        if (count <= options_.leaf_size) {
            tree_.depth_ = std::max(tree_.depth_, depth + 1);
            return index;
        }
        const std::uint32_t left = cut(node, depth);
        const std::uint32_t one = build_range(first, left, depth + 1);
        const std::uint32_t two = build_range(first + left, count - left, depth + 1);
        tree_.nodes_[index].children = {one, two};
        return index;
    }

    ObbNode fit(std::uint32_t first, std::uint32_t count) {
        const std::span<const std::uint32_t> members{tree_.order_.data() + first, count};
        members_.gather(vertices_, triangles_, members);
        ObbNode node;
        node.box = fit_obb(members_.corners(), fitted_axes(members_.at_unit_size(), options_.fit, hull_));
        double radius_sq = 0;
        for (const Vec3& corner : members_.corners())
            radius_sq = std::max(radius_sq, length_sq(corner - node.box.centre));
        node.radius =
            std::sqrt(radius_sq) * (1 + 16 * kEps) + 0x1p-500;  // squares of less than that underflow
        node.first = first;
        node.count = count;
        return node;
    }

    double centroid(std::uint32_t t, const Vec3& axis, const Vec3& origin) const noexcept {
        const auto& [a, b, c] = triangles_[t];
        return dot(axis, vertices_[a] - origin) + dot(axis, vertices_[b] - origin) +
               dot(axis, vertices_[c] - origin);
    }

    /// Reorders the node's triangles; returns how many go left, at least 1 and fewer than all.
    std::uint32_t cut(const ObbNode& node, std::size_t depth) {
        std::array<std::size_t, 3> axes{0, 1, 2};
        std::stable_sort(axes.begin(), axes.end(), [&](std::size_t i, std::size_t j) {
            return node.box.half_extents[i] > node.box.half_extents[j];
        });
        const auto begin = tree_.order_.begin() + node.first, end = begin + node.count;
        if (options_.split == ObbSplit::centre && depth < kCentreDepth) {
            for (const std::size_t i : axes) {
                const Vec3& axis = node.box.axes.columns[i];
                const auto middle = std::stable_partition(
                    begin, end, [&](std::uint32_t t) { return centroid(t, axis, node.box.centre) <= 0; });
                if (middle != begin && middle != end) return static_cast<std::uint32_t>(middle - begin);
            }
        }
        const Vec3& axis = node.box.axes.columns[axes[0]];
        keys_.clear();
        for (auto t = begin; t != end; ++t) keys_.emplace_back(centroid(*t, axis, node.box.centre), *t);
        std::sort(
            keys_.begin(),
            keys_.end());  // not nth_element: its order within the halves differs from library to library
        std::transform(keys_.begin(), keys_.end(), begin, [](const auto& key) { return key.second; });
        return node.count / 2;
    }

    /// Below this depth sets are halved, so that no tree is deeper than kMaxObbDepth.
    static constexpr std::size_t kCentreDepth = kMaxObbDepth - 32;

    std::span<const Vec3> vertices_;
    std::span<const std::array<std::uint32_t, 3>> triangles_;
    ObbTreeOptions options_;
    ObbTree tree_;
    CornerSet members_;  ///< Of the node that is fitted.
    FitHull hull_;
    std::vector<std::pair<double, std::uint32_t>> keys_;
};

expected<ObbTree, BuildError> ObbTree::build(std::span<const Vec3> vertices,
                                             std::span<const std::array<std::uint32_t, 3>> triangles,
                                             const ObbTreeOptions& options) {
    if (auto fault = fault_of(vertices, triangles)) return unexpected<BuildError>(*std::move(fault));
    return ObbTreeBuilder(vertices, triangles, options).finish();
}

ObbTree ObbTree::build(const Mesh& mesh, const ObbTreeOptions& options) {
    const PackedVertices vertices(mesh.vertices());
    const std::vector<std::array<std::uint32_t, 3>> triangles = mesh.triangles().copied();
    return ObbTreeBuilder(vertices.points(), triangles, options).finish();
}

std::size_t ObbTree::memory_bytes() const noexcept {
    return nodes_.capacity() * sizeof(ObbNode) + order_.capacity() * sizeof(std::uint32_t) +
           triangles_.capacity() * sizeof(triangles_[0]) + vertices_.capacity() * sizeof(Vec3);
}

}  // namespace graze
