// The largest leaf that is not all solid is divided in eight along its longest edges, and the pieces are
// shrunk to what they hold, until there are leaves enough.
#include "graze/frames/frame_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

#include "frames/frame_cover_sets.hpp"
#include "graze/bounds/obb.hpp"
#include "graze/shape/shape.hpp"

namespace graze {
namespace {

using frame_cover::Content;
using frame_cover::ConvexParts;
using frame_cover::SolidTriangles;

BuildError fault(Rule rule, const char* text) { return {rule, Element::whole, 0, text}; }

double volume_of(const Aabb& box) noexcept {
    const Vec3 size = box.max - box.min;
    return size.x * size.y * size.z;
}

/// Halves every piece along its longest edge.
std::vector<Aabb> halved(const std::vector<Aabb>& pieces) {
    std::vector<Aabb> halves;
    for (const Aabb& piece : pieces) {
        const Vec3 size = piece.max - piece.min;
        const std::size_t axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
        const double middle = piece.min[axis] + 0.5 * size[axis];
        Aabb low = piece, high = piece;
        low.max[axis] = high.min[axis] = middle;
        halves.push_back(low);
        halves.push_back(high);
    }
    return halves;
}

/// A frame has an inside: flat boxes get a little thickness, as much as fits in the parent, on the side with
/// more space.
Aabb thickened(Aabb box, const Aabb& parent) noexcept {
    const double least = 1e-6 * max_component(box.max - box.min);
    for (std::size_t i = 0; i < 3; ++i) {
        const double missing = least - (box.max[i] - box.min[i]);
        if (missing <= 0) continue;
        const double above = std::min(missing, std::max(0.0, parent.max[i] - box.max[i]));
        box.max[i] += above;
        box.min[i] -= missing - above;
    }
    return box;
}

template <class Set> class CoverBuilder {
public:
    CoverBuilder(const Set& set, const Mat3& axes, const FrameCoverOptions& options)
        : set_(set), axes_(axes), options_(options) {}

    std::vector<FrameNode> build() {
        std::vector<std::uint32_t> all(set_.count());
        std::iota(all.begin(), all.end(), 0U);
        Content whole = set_.classify(set_.bounds(), all);
        if (is_nothing(whole)) return {};
        add(std::move(whole), set_.bounds(), 0);
        std::size_t leaves = 1;
        while (!queue_.empty() && leaves + 7 <= options_.max_leaves) {
            const std::uint32_t largest = queue_.top().node;
            queue_.pop();
            leaves += divide(largest) - 1;
        }
        return std::move(nodes_);
    }

private:
    struct Cell {
        Aabb box{};
        std::vector<std::uint32_t> candidates;
        std::uint32_t level = 0;
    };
    struct Waiting {
        double volume = 0;
        std::uint32_t node = 0;
        bool operator<(const Waiting& other) const noexcept {
            return volume != other.volume ? volume < other.volume : node > other.node;
        }
    };

    void add(Content content, const Aabb& parent, std::uint32_t level) {
        const auto node = static_cast<std::uint32_t>(nodes_.size());
        const Aabb box = thickened(content.box, parent);
        nodes_.push_back({frame_of(box), 0, 0});
        if (!content.full && level < options_.max_levels) queue_.push({volume_of(box), node});
        cells_.push_back({box, std::move(content.candidates), level});
    }

    /// The number of children.
    std::size_t divide(std::uint32_t node) {
        const Cell cell = std::move(cells_[node]);
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (const Aabb& piece : halved(halved(halved({cell.box})))) {
            Content content = set_.classify(piece, cell.candidates);
            if (!is_nothing(content)) add(std::move(content), cell.box, cell.level + 1);
        }
        nodes_[node].first_child = first;
        nodes_[node].child_count = static_cast<std::uint32_t>(nodes_.size()) - first;
        return nodes_[node].child_count;
    }

    /// Grown by what the rounding of its corner and its edges may take away.
    [[nodiscard]] Frame<3> frame_of(const Aabb& box) const noexcept {
        const Vec3 slack = Vec3{1, 1, 1} * set_.slack();
        const Vec3 size = box.max - box.min + 2.0 * slack;
        return Frame<3>(FrameKind::cuboid, axes_ * (box.min - slack),
                        {axes_.columns[0] * size.x, axes_.columns[1] * size.y, axes_.columns[2] * size.z});
    }

    const Set& set_;
    Mat3 axes_;
    FrameCoverOptions options_;
    std::vector<FrameNode> nodes_;
    std::vector<Cell> cells_;  ///< Of the nodes; the candidates of divided ones are gone.
    std::priority_queue<Waiting> queue_;
};

template <class Set>
expected<FrameTree, BuildError> covered(const Set& set, const Mat3& axes, const FrameCoverOptions& options) {
    const Aabb whole = set.bounds();
    std::vector<FrameNode> nodes;
    // The box of a point is up to four times the slack wide; a few times that, rounding still decides what
    // the pieces hold.
    if (max_component(whole.max - whole.min) > 16 * set.slack())
        nodes = CoverBuilder<Set>(set, axes, options).build();
    if (nodes.empty())
        return unexpected<BuildError>(
            fault(Rule::flat, "the shape is a point, up to rounding: there is no volume to cover"));
    return FrameTree::make(std::move(nodes));
}

/// Points whose covariance determines the axes.
std::vector<Vec3> outline(const Shape& solid) {
    if (const MeshData* mesh = mesh_data(solid)) return mesh->vertices.copied();
    std::vector<Shape> parts{solid};
    if (const CompoundData* compound = compound_data(solid)) parts = compound->parts;
    std::vector<Vec3> points;
    for (const Shape& part : parts) {
        for (const double sign : {-1.0, 1.0}) {
            for (const Vec3& d :
                 {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {1, -1, -1}})
                points.push_back(support(part, sign * d));
        }
    }
    return points;
}

}  // namespace

expected<FrameTree, BuildError> cover_by_frames(const Shape& solid, const FrameCoverOptions& options) {
    if (options.max_leaves < 1 || options.max_levels > 60)
        return unexpected<BuildError>(
            fault(Rule::out_of_range, "give at least 1 leaf and at most 60 levels"));
    if (!solid.valid())
        return unexpected<BuildError>(fault(Rule::invalid_child, "the shape is invalid: its fault says why"));
    if (solid.type() == ShapeType::half_space)
        return unexpected<BuildError>(fault(Rule::unbounded_child, "a half-space has no bounds"));
    const MeshData* mesh = mesh_data(solid);
    if (solid.type() == ShapeType::height_field || (mesh != nullptr && mesh->options.kind != MeshKind::solid))
        return unexpected<BuildError>(
            fault(Rule::not_closed, "a surface has nothing to cover; build a solid mesh"));
    const Mat3 axes = fit_obb(outline(solid)).axes;
    if (mesh != nullptr) return covered(SolidTriangles(PartSet(solid), axes), axes, options);
    std::vector<Shape> parts{solid};
    if (compound_data(solid) != nullptr) {
        const PartSet set(solid);
        parts.clear();
        for (std::size_t i = 0; i < set.count(); ++i) parts.push_back(set.part(i));
    }
    return covered(ConvexParts(std::move(parts), axes), axes, options);
}

}  // namespace graze
