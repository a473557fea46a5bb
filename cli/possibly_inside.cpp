#include "possibly_inside.hpp"

#include <algorithm>
#include <cmath>

#include <graze/mesh/compound.hpp>
#include <graze/mesh/height_field.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/shape/support.hpp>

namespace graze::cli {
namespace {

constexpr double kHalf = 0.5;
/// Bounds that decide most points, and those that are asked for where the wide ones leave it open.
constexpr double kWide = 0.05;
constexpr double kNarrow = 1e-3;
/// Connected pieces of a part that are examined: a point takes about a millisecond in a mesh of a million triangles.
constexpr std::size_t kMostPoints = 1000;

const MeshData* surface_of(const Placed& placed) {
    const MeshData* mesh = mesh_data(placed.shape);
    return mesh != nullptr && mesh->options.kind == MeshKind::surface ? mesh : nullptr;
}

/// Halfway between two ends of a convex shape, in its frame.
Vec3 inner_point(const Shape& convex) { return 0.5 * (support(convex, {1, 0, 0}) + support(convex, {-1, 0, 0})); }

/// A point of each connected piece, in the shape's frame; none of shapes without an end.
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

/// The mesh's winding may be either way: what is not closed was turned by nobody.
Interval magnitude(const Interval& winding) { return abs(winding); }

}  // namespace

OpenMeshes::OpenMeshes(const Assembly& assembly, const std::vector<ProxyPair>& pairs) : assembly_(assembly) {
    for (const ProxyPair& pair : pairs) {
        if (!overlaps(assembly.boxes[pair.first], assembly.boxes[pair.second])) continue;
        for (const ProxyId part : {pair.first, pair.second}) {
            const MeshData* mesh = surface_of(assembly.placed[part]);
            if (mesh == nullptr || fields_.contains(mesh)) continue;
            std::optional<WindingField>& field = fields_[mesh];
            if (!is_closed(*mesh)) field.emplace(*mesh);
        }
    }
}

std::optional<OpenMeshes::Found> OpenMeshes::inside(std::uint32_t inner, std::uint32_t outer) const {
    const Placed& around = assembly_.placed[outer];
    const MeshData* mesh = surface_of(around);
    if (mesh == nullptr || !overlaps(assembly_.boxes[inner], assembly_.boxes[outer])) return std::nullopt;
    const auto entry = fields_.find(mesh);
    if (entry == fields_.end() || !entry->second) return std::nullopt;
    for (const Vec3& local : points_of(assembly_.placed[inner].shape)) {
        const Vec3 point = assembly_.placed[inner].pose * local;
        if (!contains(assembly_.boxes[outer], point)) continue;
        Interval winding = magnitude(entry->second->at(around.pose, point, kWide));
        if (winding.contains(kHalf)) winding = magnitude(entry->second->at(around.pose, point, kNarrow));
        if (winding.upper > kHalf) return Found{winding, point};
    }
    return std::nullopt;
}

std::optional<PossiblyInside> OpenMeshes::examine(std::uint32_t a, std::uint32_t b) const {
    if (const std::optional<Found> found = inside(b, a)) return PossiblyInside{a, b, Relation::b_inside_a, found->winding, found->point};
    if (const std::optional<Found> found = inside(a, b)) return PossiblyInside{a, b, Relation::a_inside_b, found->winding, found->point};
    return std::nullopt;
}

}  // namespace graze::cli
