#include "graze/frames/frame_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "graze/bounds/obb.hpp"

namespace graze {
namespace {

BuildError fault(Rule rule, const char* text) { return {rule, Element::whole, 0, text}; }

/// Corner c of a cell has bit 0 set on the far side of the first index, bit 1 of the second, bit 2 of the
/// third.
using GridCell = std::array<std::uint32_t, 8>;

/// One in the middle, four at every other corner. Neighbours alternate so that they share diagonals.
constexpr std::array<std::array<std::size_t, 4>, 5> kEven{
    {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}}};
constexpr std::array<std::array<std::size_t, 4>, 5> kOdd{
    {{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}}};

void add_cell(const GridCell& cell, bool odd, TetrahedralMesh& mesh) {
    for (const auto& t : odd ? kOdd : kEven)
        mesh.tetrahedra.push_back({cell[t[0]], cell[t[1]], cell[t[2]], cell[t[3]]});
}

/// Grid point (ring, u, v) of the square section, u and v in 0 .. cells. Outside of the tube's centre line
/// the chord between two rings lies inside the circle, so those points move out until it does not.
Vec3 grid_point(const Torus& torus, std::uint32_t ring, std::uint32_t u, std::uint32_t v) {
    const double angle = 2 * std::numbers::pi * ring / torus.rings;
    const double across = 2.0 * u / torus.cells - 1;
    const double up = 2.0 * v / torus.cells - 1;
    double radius = torus.major_radius + across * torus.minor_radius;
    if (across > 0) radius /= std::cos(std::numbers::pi / torus.rings);
    return {radius * std::cos(angle), radius * std::sin(angle), up * torus.minor_radius};
}

Frame<3> frame_of(const TetrahedralMesh& mesh, std::uint32_t t) {
    const auto& corner = mesh.tetrahedra[t];
    const Vec3& o = mesh.vertices[corner[0]];
    return Frame<3>(
        FrameKind::tetrahedron, o,
        {mesh.vertices[corner[1]] - o, mesh.vertices[corner[2]] - o, mesh.vertices[corner[3]] - o});
}

Frame<3> cuboid_of(const Obb& box) {
    Vec3 origin = box.centre;
    std::array<Vec3, 3> components{};
    // Flat sets get a little thickness: a frame has an inside.
    const double least = 1e-6 * max_component(box.half_extents);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 half = box.axes.columns[i] * std::max(box.half_extents[i], least);
        origin -= half;
        components[i] = half * 2.0;
    }
    return Frame<3>(FrameKind::cuboid, origin, components);
}

class TreeBuilder {
public:
    TreeBuilder(const TetrahedralMesh& mesh, std::uint32_t fan_out) : mesh_(mesh), fan_out_(fan_out) {
        centres_.reserve(mesh.tetrahedra.size());
        for (const auto& t : mesh.tetrahedra) {
            Vec3 sum{};
            for (const std::uint32_t v : t) sum += mesh.vertices[v];
            centres_.push_back(sum);
        }
        axes_ = fit_obb(mesh.vertices).axes;
    }

    std::vector<FrameNode> build() {
        std::vector<std::uint32_t> members(mesh_.tetrahedra.size());
        std::iota(members.begin(), members.end(), 0U);
        nodes_.emplace_back();
        fill(0, members);
        return std::move(nodes_);
    }

private:
    void fill(std::size_t self, std::span<std::uint32_t> members) {
        if (members.size() == 1) {
            nodes_[self].volume = frame_of(mesh_, members[0]);
            return;
        }
        const std::vector<std::span<std::uint32_t>> parts = divide(members);
        nodes_[self].first_child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[self].child_count = static_cast<std::uint32_t>(parts.size());
        nodes_.resize(nodes_.size() + parts.size());
        const std::size_t first = nodes_[self].first_child;
        // Around the children's volumes, not only around the tetrahedra: a child's box may stick out of a box
        // around the same points.
        std::vector<Vec3> points;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            fill(first + i, parts[i]);
            const auto corners = nodes_[first + i].volume.corners();
            points.insert(points.end(), corners.begin(), corners.end());
        }
        nodes_[self].volume = cuboid_of(fit_obb(points, axes_));
    }

    /// No more than the fan-out allows, and as many on each level below: the lowest one would have few
    /// otherwise.
    [[nodiscard]] std::size_t children_for(std::size_t count) const {
        if (fan_out_ == 0 || count <= fan_out_) return count;
        const double levels =
            std::ceil(std::log(static_cast<double>(count)) / std::log(static_cast<double>(fan_out_)) - 1e-9);
        const auto even =
            static_cast<std::size_t>(std::ceil(std::pow(static_cast<double>(count), 1 / levels) - 1e-9));
        return std::clamp<std::size_t>(even, 2, fan_out_);
    }

    /// Halves the largest part until there are enough.
    std::vector<std::span<std::uint32_t>> divide(std::span<std::uint32_t> members) {
        std::vector<std::span<std::uint32_t>> parts{members};
        const std::size_t wanted = children_for(members.size());
        if (wanted == members.size()) {
            parts.clear();
            for (std::size_t i = 0; i < members.size(); ++i) parts.push_back(members.subspan(i, 1));
            return parts;
        }
        while (parts.size() < wanted) {
            const auto largest = std::max_element(
                parts.begin(), parts.end(), [](const auto& x, const auto& y) { return x.size() < y.size(); });
            const std::span<std::uint32_t> part = *largest;
            const std::size_t half = part.size() / 2;
            halve(part, half);
            *largest = part.first(half);
            parts.insert(largest + 1, part.subspan(half));
        }
        return parts;
    }

    void halve(std::span<std::uint32_t> part, std::size_t half) {
        Aabb box;
        for (const std::uint32_t t : part) box = merge(box, Aabb{centres_[t], centres_[t]});
        const Vec3 size = box.max - box.min;
        const std::size_t axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
        std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(half), part.end(),
                         [&](auto x, auto y) {
                             return std::pair(centres_[x][axis], x) < std::pair(centres_[y][axis], y);
                         });
    }

    const TetrahedralMesh& mesh_;
    std::uint32_t fan_out_;
    std::vector<Vec3> centres_;  ///< Sums of the corners.
    Mat3 axes_;  ///< Of all boxes: around boxes along other axes they would grow with every level.
    std::vector<FrameNode> nodes_;
};

}  // namespace

expected<TetrahedralMesh, BuildError> tetrahedra_of(const Torus& torus) {
    if (!(torus.minor_radius > 0 && torus.major_radius > torus.minor_radius &&
          std::isfinite(torus.major_radius)))
        return unexpected<BuildError>(
            fault(Rule::out_of_range, "a torus needs 0 < minor radius < major radius"));
    if (torus.rings < 3 || torus.cells < 1)
        return unexpected<BuildError>(fault(Rule::too_few, "a torus needs 3 rings and 1 cell or more"));
    if (torus.rings > 4096 || torus.cells > 64)
        return unexpected<BuildError>(fault(Rule::too_complex, "at most 4096 rings and 64 cells"));
    TetrahedralMesh mesh;
    const std::uint32_t side = torus.cells + 1;
    for (std::uint32_t ring = 0; ring < torus.rings; ++ring) {
        for (std::uint32_t u = 0; u < side; ++u) {
            for (std::uint32_t v = 0; v < side; ++v) mesh.vertices.push_back(grid_point(torus, ring, u, v));
        }
    }
    const auto at = [&](std::uint32_t ring, std::uint32_t u, std::uint32_t v) {
        return ((ring % torus.rings) * side + u) * side + v;
    };
    for (std::uint32_t ring = 0; ring < torus.rings; ++ring) {
        for (std::uint32_t u = 0; u < torus.cells; ++u) {
            for (std::uint32_t v = 0; v < torus.cells; ++v) {
                GridCell cell{};
                for (std::uint32_t c = 0; c < 8; ++c)
                    cell[c] = at(ring + (c & 1U), u + (c >> 1 & 1U), v + (c >> 2 & 1U));
                add_cell(cell, (ring + u + v) % 2 != 0, mesh);
            }
        }
    }
    return mesh;
}

expected<FrameTree, BuildError> build_frame_tree(const TetrahedralMesh& mesh,
                                                 const FrameTreeOptions& options) {
    if (mesh.tetrahedra.empty())
        return unexpected<BuildError>(fault(Rule::too_few, "the mesh has no tetrahedron"));
    if (options.fan_out == 1)
        return unexpected<BuildError>(
            fault(Rule::too_few, "a fan-out of 1 refines nothing: give 2 or more, or 0 for no limit"));
    for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
        for (const std::uint32_t v : mesh.tetrahedra[t]) {
            if (v >= mesh.vertices.size())
                return unexpected<BuildError>(
                    {Rule::out_of_range, Element::tetrahedron, t, "names a vertex past the end"});
        }
        if (auto ok = check(frame_of(mesh, static_cast<std::uint32_t>(t))); !ok)
            return unexpected<BuildError>({ok.error().rule, Element::tetrahedron, t, ok.error().message()});
    }
    return FrameTree::make(TreeBuilder(mesh, options.fan_out).build());
}

}  // namespace graze
