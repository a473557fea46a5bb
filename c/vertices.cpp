// Vertex arrays of the C interface.
#include <graze/graze_vertices.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

using Corners = std::array<std::uint32_t, 3>;

/// A view that can be read, or the error is noted.
std::optional<VertexView> read(const graze_vertex_view& from) {
    const int scalar = number_of(from.scalar);
    if (scalar != GRAZE_FLOAT32 && scalar != GRAZE_FLOAT64) {
        fail(GRAZE_INVALID_ARGUMENT, "there is no such scalar; use GRAZE_FLOAT32 or GRAZE_FLOAT64");
        return std::nullopt;
    }
    const VertexView view{from.pointer, from.stride, from.count,
                          scalar == GRAZE_FLOAT32 ? VertexScalar::float32 : VertexScalar::float64};
    if (const auto readable = check(view); !readable) {
        fail(GRAZE_INVALID_ARGUMENT, readable.error().message());
        return std::nullopt;
    }
    return view;
}

std::vector<Corners> faces_of(const std::uint32_t* triangles, std::size_t count) {
    std::vector<Corners> faces(count);
    for (std::size_t i = 0; i < count; ++i)
        faces[i] = {triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]};
    return faces;
}

/// A deforming mesh with its triangles in our form.
struct ReadMesh {
    std::vector<Corners> triangles;
    DeformingMesh mesh{};
};

std::optional<ReadMesh> read(const graze_deforming_mesh& from) {
    if (from.triangle_count > 0 && !given(from.triangles)) return std::nullopt;
    const auto start = read(from.start), end = read(from.end);
    if (!start || !end) return std::nullopt;
    ReadMesh to{faces_of(from.triangles, from.triangle_count), {}};
    to.mesh = {*start, *end, to.triangles};
    return to;
}

std::optional<VertexImpactOptions> read_options(double tolerance, double minimum_separation) {
    const auto usual = impact_options(tolerance);
    if (!usual) return std::nullopt;
    if (!(minimum_separation >= 0) || !std::isfinite(minimum_separation)) {
        fail(GRAZE_INVALID_ARGUMENT,
             "the minimum separation is negative or not finite; give a length from 0 on");
        return std::nullopt;
    }
    VertexImpactOptions options;
    options.tolerance = usual->tolerance;
    options.minimum_separation = minimum_separation;
    return options;
}

graze_result hand_out(const expected<DeformingImpact, BuildError>& found, graze_deforming_impact* out) {
    if (!found) return fail(GRAZE_INVALID_SHAPE, found.error().message());
    graze_deforming_impact to{};
    to.impact = impact(found->impact);
    to.kind = found->pair.kind == FeaturePair::Kind::vertex_face   ? GRAZE_VERTEX_FACE
              : found->pair.kind == FeaturePair::Kind::face_vertex ? GRAZE_FACE_VERTEX
                                                                   : GRAZE_EDGE_EDGE;
    std::ranges::copy(found->pair.vertices, to.vertices);
    *out = to;
    return succeed();
}

}  // namespace

graze_result graze_shape_mesh_view(const graze_vertex_view* vertices, const uint32_t* triangles,
                                   size_t triangle_count, graze_mesh_kind kind, int borrow,
                                   graze_shape** shape) {
    if (!given(vertices) || !given(triangles) || !given(shape)) return GRAZE_INVALID_ARGUMENT;
    if (number_of(kind) != GRAZE_SURFACE && number_of(kind) != GRAZE_SOLID)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "there is no such kind of mesh; use GRAZE_SURFACE or GRAZE_SOLID");
    return guarded([&] {
        const auto view = read(*vertices);
        if (!view) return GRAZE_INVALID_ARGUMENT;
        MeshOptions options;
        options.kind = kind == GRAZE_SOLID ? MeshKind::solid : MeshKind::surface;
        options.borrow = borrow != 0;
        const auto mesh = Mesh::build(*view, faces_of(triangles, triangle_count), options);
        if (!mesh) return fail(GRAZE_INVALID_SHAPE, mesh.error().message());
        *shape = new graze_shape{*mesh, *mesh, {}};
        return succeed();
    });
}

graze_result graze_shape_hull_view(const graze_vertex_view* points, graze_shape** shape) {
    if (!given(points) || !given(shape)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto view = read(*points);
        if (!view) return GRAZE_INVALID_ARGUMENT;
        const auto hull = ConvexHull::build(*view);
        if (!hull) return fail(GRAZE_INVALID_SHAPE, hull.error().message());
        *shape = new graze_shape{*hull, {}, {}};
        return succeed();
    });
}

graze_result graze_shape_deform(graze_shape* mesh, const graze_vertex_view* vertices) {
    if (!given(mesh) || !given(vertices)) return GRAZE_INVALID_ARGUMENT;
    if (!mesh->mesh)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the shape is not a mesh; only shapes of graze_shape_mesh and graze_shape_mesh_view can "
                    "be deformed");
    return guarded([&] {
        const auto view = read(*vertices);
        if (!view) return GRAZE_INVALID_ARGUMENT;
        const auto deformed = deform(*mesh->mesh, *view);
        if (!deformed) return fail(deformed.error());
        mesh->mesh = *deformed;
        mesh->shape = *deformed;
        return succeed();
    });
}

graze_result graze_shape_refit_compound(graze_shape* compound, const graze_shape* const* parts,
                                        const double* poses, size_t count) {
    if (!given(compound) || !given(parts) || !given(poses)) return GRAZE_INVALID_ARGUMENT;
    if (!compound->compound)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the shape is not a compound; only shapes of graze_shape_compound can be refitted");
    return guarded([&] {
        std::vector<CompoundPart> members;
        for (std::size_t i = 0; i < count; ++i) {
            if (!given(parts[i])) return GRAZE_INVALID_ARGUMENT;
            members.push_back({parts[i]->shape, Affine::from(pose(poses + 7 * i))});
        }
        const auto fitted = compound->compound->with_parts(members);
        if (!fitted) return fail(GRAZE_INVALID_SHAPE, fitted.error().message());
        compound->compound = *fitted;
        compound->shape = *fitted;
        return succeed();
    });
}

graze_result graze_shape_rebuild_pays(const graze_shape* shape, int* pays) {
    if (!given(shape) || !given(pays)) return GRAZE_INVALID_ARGUMENT;
    *pays =
        (shape->mesh && shape->mesh->rebuild_pays()) || (shape->compound && shape->compound->rebuild_pays());
    return succeed();
}

graze_result graze_deforming_impact_of(const graze_deforming_mesh* a, const graze_deforming_mesh* b,
                                       double tolerance, double minimum_separation,
                                       graze_deforming_impact* impact) {
    if (!given(a, b) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto options = read_options(tolerance, minimum_separation);
        const auto mesh_a = options ? read(*a) : std::nullopt, mesh_b = mesh_a ? read(*b) : std::nullopt;
        if (!mesh_b) return GRAZE_INVALID_ARGUMENT;
        return hand_out(deforming_impact(mesh_a->mesh, mesh_b->mesh, *options), impact);
    });
}

graze_result graze_self_impact(const graze_deforming_mesh* mesh, double tolerance, double minimum_separation,
                               graze_deforming_impact* impact) {
    if (!given(mesh) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto options = read_options(tolerance, minimum_separation);
        const auto read_mesh = options ? read(*mesh) : std::nullopt;
        if (!read_mesh) return GRAZE_INVALID_ARGUMENT;
        return hand_out(self_impact(read_mesh->mesh, *options), impact);
    });
}
