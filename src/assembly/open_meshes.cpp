#include "assembly/open_meshes.hpp"

#include <cmath>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/shape.hpp"

namespace graze {
namespace {

constexpr double kHalf = 0.5;
/// Widths of the winding number: the first decides most points, the second is for those that it leaves open.
constexpr double kWide = 0.05;
constexpr double kNarrow = 1e-3;
/// Connected pieces of a part that are tested: one point takes about a millisecond in a mesh of a million
/// triangles.
constexpr std::size_t kMostPoints = 1000;

const MeshData* surface_of(const Placed& placed) {
    const MeshData* mesh = mesh_data(placed.shape);
    return mesh != nullptr && mesh->options.kind == MeshKind::surface ? mesh : nullptr;
}

/// A point of a bounded convex shape, in its frame: halfway between two support points.
Vec3 inner_point(const Shape& convex) {
    return 0.5 * (support(convex, {1, 0, 0}) + support(convex, {-1, 0, 0}));
}

/// One point of each connected piece, in the shape's frame; none for unbounded shapes.
std::vector<Vec3> points_of(const Shape& shape) {
    std::vector<Vec3> points;
    if (const MeshData* mesh = mesh_data(shape)) {
        for (const std::uint32_t t : mesh->piece_triangles) {
            if (points.size() == kMostPoints) break;
            points.push_back(mesh->triangle(t).a);
        }
    } else if (const CompoundData* compound = compound_data(shape)) {
        for (const Shape& part : compound->parts) {
            if (points.size() == kMostPoints) break;
            points.push_back(inner_point(part));
        }
    } else if (const HeightFieldData* field = height_field_data(shape)) {
        points.push_back(field->vertex(0, 0));
    } else if (shape.convex() && shape.type() != ShapeType::half_space) {
        points.push_back(inner_point(shape));
    }
    return points;
}

}  // namespace

OpenMeshes::OpenMeshes(const PartBoxes& parts, std::span<const ProxyPair> pairs) : parts_(parts) {
    for (const ProxyPair& pair : pairs) {
        if (!overlaps(parts.boxes[pair.first], parts.boxes[pair.second])) continue;
        for (const ProxyId part : {pair.first, pair.second}) {
            const MeshData* mesh = surface_of(parts.placed(part));
            if (mesh == nullptr || fields_.contains(mesh)) continue;
            std::optional<WindingField>& field = fields_[mesh];
            if (kind_of(parts.placed(part).shape) == PartKind::open) field.emplace(*mesh);
        }
    }
}

std::optional<OpenMeshes::Enclosed> OpenMeshes::inside(PartIndex inner, PartIndex outer) const {
    const Placed& around = parts_.placed(outer);
    const MeshData* mesh = surface_of(around);
    if (mesh == nullptr || !overlaps(parts_.boxes[inner], parts_.boxes[outer])) return std::nullopt;
    const auto entry = fields_.find(mesh);
    if (entry == fields_.end() || !entry->second) return std::nullopt;
    // The orientation of an open mesh is arbitrary: only the absolute value counts.
    const auto winding_at = [&](const Vec3& point, double width) {
        return abs(entry->second->at(around.pose, point, width));
    };
    const Placed& part = parts_.placed(inner);
    for (const Vec3& local : points_of(part.shape)) {
        const Vec3 point = part.pose * local;
        if (!contains(parts_.boxes[outer], point)) continue;
        Interval winding = winding_at(point, kWide);
        if (winding.contains(kHalf)) winding = winding_at(point, kNarrow);
        if (winding.upper > kHalf) return Enclosed{winding, point};
    }
    return std::nullopt;
}

std::optional<PossiblyInside> OpenMeshes::test(PartIndex a, PartIndex b) const {
    if (const std::optional<Enclosed> found = inside(b, a))
        return PossiblyInside{a, b, Relation::b_inside_a, found->winding, found->point};
    if (const std::optional<Enclosed> found = inside(a, b))
        return PossiblyInside{a, b, Relation::a_inside_b, found->winding, found->point};
    return std::nullopt;
}

}  // namespace graze
