// Bodies of a cell made ready for searches: convex enclosures, balls, boxes, and the tree of obstacles.
#include <algorithm>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "robot/cell_state.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// Compounds of more parts are enclosed by a box: the hull of all of them would be slower than they are.
constexpr std::size_t kPartsInHull = 64;

Shape hull_or_box(std::span<const Vec3> points, double margin) {
    const auto hull = ConvexHull::build(points, {.allow_degenerate = true});
    if (!hull) return Shape::invalid(ShapeType::hull, Rule::hull_failed, Element::whole, 0);
    const double grown = margin + hull->data().dropped_distance;
    return grown > 0 ? rounded(*hull, grown) : Shape(*hull);
}

/// A convex set around a shape that is not convex. Its frame is the shape's.
Shape enclosure_of(const Shape& shape) {
    if (const MeshData* mesh = mesh_data(shape)) {
        const Shape hull = hull_or_box(mesh->vertices.copied(), shape.margin());
        if (hull.valid()) return hull;
    }
    if (const CompoundData* compound = compound_data(shape)) {
        if (compound->parts.size() <= kPartsInHull) {
            const Shape hull = convex_hull_of(compound->parts);
            if (hull.valid()) return shape.margin() > 0 ? rounded(hull, shape.margin()) : hull;
        }
    }
    std::vector<Vec3> corners;
    Vec3 low, high;
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3 axis{};
        axis[i] = 1;
        high[i] = support_value(shape, enclose(axis)).upper;
        low[i] = -support_value(shape, enclose(-axis)).upper;
    }
    for (unsigned k = 0; k < 8; ++k)
        corners.push_back({k & 1U ? high.x : low.x, k & 2U ? high.y : low.y, k & 4U ? high.z : low.z});
    return hull_or_box(corners, 0);
}

SearchBody search_body(const CellBody& body, std::uint32_t owner) {
    const MeshData* mesh = mesh_data(body.shape);
    const bool convex_mesh = mesh != nullptr && mesh->convex.has_value();
    const bool convex = body.shape.convex();
    SearchBody s{.placed = {body.shape, body.pose},
                 .enclosure = {convex ? body.shape : enclosure_of(body.shape), body.pose},
                 .owner = owner,
                 .frame = body.frame,
                 .in_frame = body.pose,
                 .convex = convex || convex_mesh,
                 .half_space = body.shape.type() == ShapeType::half_space,
                 .excess = convex_mesh ? mesh->convex->excess : 0,
                 .ball = verifying::ball_around(body)};
    // Poses are rotations within a tolerance: what they stretch is the margin, which heights have as it is.
    const double defect = orthonormality_defect(body.pose.rotation);
    s.excess *= 1 + defect;
    s.support_error = s.enclosure.shape.support_error() + s.excess;
    if (!s.half_space) s.support_error += defect * (s.enclosure.shape.reach() + s.support_error);
    if (body.obstacle) s.box = box_of(s.placed);
    return s;
}

void build_tree(SearchSet& set) {
    std::vector<Aabb> boxes;
    for (auto i = static_cast<std::uint32_t>(set.link_bodies); i < set.bodies.size(); ++i) {
        if (set.bodies[i].half_space) {
            set.unbounded.push_back(i);
        } else {
            set.bounded.push_back(i);
            boxes.push_back(set.bodies[i].box);
        }
    }
    if (boxes.size() <= kObstaclesInList) return;
    if (auto tree = BoxTree::build(boxes)) set.obstacle_tree = std::move(*tree);
}

}  // namespace

SearchSet search_set(const RobotCell::State& cell, bool split) {
    SearchSet set;
    set.cell = &cell;
    // Of each body its first part, and the end.
    std::vector<std::uint32_t> first;
    for (std::uint32_t i = 0; i < cell.model.bodies.size(); ++i) {
        const CellBody& body = cell.model.bodies[i];
        first.push_back(static_cast<std::uint32_t>(set.bodies.size()));
        const CompoundData* compound = split ? compound_data(body.shape) : nullptr;
        if (compound == nullptr) {
            set.bodies.push_back(search_body(body, i));
        } else {
            set.split = true;
            for (const Shape& member : compound->parts) {
                CellBody part = body;
                part.shape = body.shape.margin() > 0 ? rounded(member, body.shape.margin()) : member;
                set.bodies.push_back(search_body(part, i));
            }
        }
        if (i < cell.model.link_bodies) set.link_bodies = set.bodies.size();
    }
    first.push_back(static_cast<std::uint32_t>(set.bodies.size()));
    for (const BodyPair& pair : cell.model.link_pairs)
        for (std::uint32_t a = first[pair.a]; a < first[pair.a + 1]; ++a)
            for (std::uint32_t b = first[pair.b]; b < first[pair.b + 1]; ++b)
                set.link_pairs.push_back({a, b});
    build_tree(set);
    return set;
}

bool SearchSet::tested(std::uint32_t link_body, std::uint32_t obstacle) const noexcept {
    const std::vector<BodyPair>& allowed = cell->model.allowed;
    return allowed.empty() || !std::ranges::binary_search(allowed, owners({link_body, obstacle}));
}

}  // namespace graze
