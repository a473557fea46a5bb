#include "mesh/placed_parts.hpp"

#include <cmath>
#include <limits>

#include "graze/shape/shape.hpp"
#include "math/degeneracy/sine_limits.hpp"

namespace graze {
namespace {

/// Contains the maximum of n · (x - origin) over a piece, for every n of the box.
Interval height(const Piece& piece, const PlacedParts& parts, const IntervalVec3& n, const Vec3& origin) {
    const Pose& pose = parts.placed.pose;
    const IntervalVec3 local = transpose_times(enclose(pose.rotation), n);
    const Interval base = dot(n, enclose(pose.position) - enclose(origin));
    if (piece.kind == Piece::Kind::part) return base + support_value(parts.part(piece.index), local);
    return base + support_value(piece.box, local) + Interval(parts.margin()) * norm(local);
}

/// A piece's box in the world: its axes are those of the pose. Exactness is not needed to guess a normal.
struct RoughBox {
    Vec3 centre{};
    Vec3 half{};
};

RoughBox rough_box(const Piece& piece, const PlacedParts& parts) noexcept {
    const Aabb box = piece.kind == Piece::Kind::subtree ? piece.box : parts.part_box(piece.index);
    const double margin = parts.margin();
    return {parts.placed.pose * centre(box), half_extents(box) + Vec3{margin, margin, margin}};
}

double radius_along(const RoughBox& box, const Mat3& axes, const Vec3& n) noexcept {
    return box.half.x * std::abs(dot(axes.columns[0], n)) + box.half.y * std::abs(dot(axes.columns[1], n)) +
           box.half.z * std::abs(dot(axes.columns[2], n));
}

}  // namespace

Shape PlacedParts::core_part(std::uint32_t i) const {
    if (!set_) return placed.shape;
    return made_of_triangles() ? Shape(triangle(i)) : compound_data(placed.shape)->parts[i];
}

std::uint32_t PlacedParts::piece_count() const noexcept {
    if (mesh() != nullptr) return static_cast<std::uint32_t>(mesh()->piece_triangles.size());
    return made_of_triangles() ? 1 : count();
}

std::uint32_t PlacedParts::part_of_piece(std::uint32_t piece) const noexcept {
    return mesh() != nullptr ? mesh()->piece_triangles[piece] : piece;
}

Piece root_of(const PlacedParts& parts) noexcept {
    if (parts.tree() == nullptr) return {};
    return {Piece::Kind::subtree, 0, parts.tree()->bounds()};
}

std::vector<Piece> split(const Piece& piece, const PlacedParts& parts) {
    std::vector<Piece> pieces;
    if (piece.kind == Piece::Kind::part) return pieces;
    const BoxTree& tree = *parts.tree();
    if (child::is_leaf(piece.index)) {
        for (const std::uint32_t part : tree.primitives(child::leaf_slots(piece.index)))
            pieces.push_back({Piece::Kind::part, part, {}});
        return pieces;
    }
    BoxNode place;
    const BoxNode& node = tree.node(piece.index, place);
    for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
        if (node.child[lane] != child::kNone)
            pieces.push_back({Piece::Kind::subtree, node.child[lane], tree.lane_box(node, lane)});
    }
    return pieces;
}

bool tree_holds(const PlacedParts& parts) {
    if (parts.tree() == nullptr) return true;
    std::vector<Aabb> boxes(parts.count());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) boxes[i] = parts.part_box(i);
    return parts.tree()->encloses(boxes);
}

Interval gap_along(const Piece& a, const PlacedParts& in_a, const Piece& b, const PlacedParts& in_b,
                   const Vec3& n) {
    const IntervalVec3 exact = enclose(n);
    const Vec3& origin = in_a.placed.pose.position;
    return -height(b, in_b, -exact, origin) - height(a, in_a, exact, origin);
}

double half_diagonal_sq(const Piece& piece, const PlacedParts& parts) noexcept {
    return length_sq(rough_box(piece, parts).half);
}

Vec3 widest_axis(const Piece& a, const PlacedParts& in_a, const Piece& b, const PlacedParts& in_b) noexcept {
    const RoughBox box_a = rough_box(a, in_a);
    const RoughBox box_b = rough_box(b, in_b);
    const Mat3& axes_a = in_a.placed.pose.rotation;
    const Mat3& axes_b = in_b.placed.pose.rotation;
    const Vec3 between = box_b.centre - box_a.centre;
    Vec3 best = unit(between);
    double best_gap = -std::numeric_limits<double>::infinity();
    const auto offer = [&](const Vec3& axis) {
        const double sq = length_sq(axis);
        if (is_below_sine(kAccurateSine, sq, 1, 1)) return;  // axes are unit, and any may be left out
        const Vec3 n = axis * (1 / std::sqrt(sq));
        const double apart = dot(between, n);
        const double gap = std::abs(apart) - radius_along(box_a, axes_a, n) - radius_along(box_b, axes_b, n);
        if (!(gap > best_gap)) return;
        best_gap = gap;
        best = apart < 0 ? -n : n;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        offer(axes_a.columns[i]);
        offer(axes_b.columns[i]);
        for (std::size_t j = 0; j < 3; ++j) offer(cross(axes_a.columns[i], axes_b.columns[j]));
    }
    return best;
}

}  // namespace graze
