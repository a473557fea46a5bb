// Vertex arrays of the C interface.
#include <graze/graze_vertices.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

std::optional<VertexView> c::vertex_view(const graze_vertex_view& from) {
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

std::vector<std::array<std::uint32_t, 3>> c::corners_of(const std::uint32_t* triangles, std::size_t count) {
    std::vector<std::array<std::uint32_t, 3>> corners(count);
    for (std::size_t i = 0; i < count; ++i)
        corners[i] = {triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]};
    return corners;
}

namespace {

/// A deforming mesh with its triangles in our form.
struct ReadMesh {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    DeformingMesh mesh{};
};

std::optional<ReadMesh> read(const graze_deforming_mesh& from) {
    if (from.triangle_count > 0 && !given(from.triangles)) return std::nullopt;
    const auto start = vertex_view(from.start), end = vertex_view(from.end);
    if (!start || !end) return std::nullopt;
    ReadMesh to{corners_of(from.triangles, from.triangle_count), {}};
    to.mesh = {*start, *end, to.triangles};
    return to;
}

std::optional<VertexImpactOptions> read_options(const graze_vertex_impact_options* from) {
    VertexImpactOptions options;
    if (from == nullptr) return options;
    const auto usual = impact_options(from->tolerance);
    if (!usual) return std::nullopt;
    if (!(from->minimum_separation >= 0) || !std::isfinite(from->minimum_separation)) {
        fail(GRAZE_INVALID_ARGUMENT,
             "the minimum separation is negative or not finite; give a length from 0 on");
        return std::nullopt;
    }
    if (!(from->until >= 0 && from->until <= 1)) {
        fail(GRAZE_INVALID_ARGUMENT, "the end of the time is not in [0, 1]; give one, or 0 for 1");
        return std::nullopt;
    }
    options.tolerance = usual->tolerance;
    options.minimum_separation = from->minimum_separation;
    if (from->until > 0) options.until = from->until;
    options.max_steps = from->max_steps;
    return options;
}

graze_feature_kind kind_of(FeaturePair::Kind kind) noexcept {
    return kind == FeaturePair::Kind::vertex_face   ? GRAZE_VERTEX_FACE
           : kind == FeaturePair::Kind::face_vertex ? GRAZE_FACE_VERTEX
                                                    : GRAZE_EDGE_EDGE;
}

graze_feature_pair feature_pair(const FeaturePair& from) noexcept {
    graze_feature_pair to{};
    to.kind = kind_of(from.kind);
    std::ranges::copy(from.vertices, to.vertices);
    return to;
}

/// Four vertices at two times, or the error is noted.
std::optional<std::array<Vec3, 4>> four_vertices(const double* from, const char* when) {
    std::array<Vec3, 4> to{};
    for (std::size_t i = 0; i < 4; ++i) {
        to[i] = vec(from + 3 * i);
        if (is_finite(to[i]) && below_largest_served(to[i])) continue;
        fail(GRAZE_INVALID_ARGUMENT, "vertex " + std::to_string(i) + " at the " + when +
                                         " is not finite or above 1e100; give finite numbers");
        return std::nullopt;
    }
    return to;
}

/// Asks four vertices that can be asked. `ask(start, end, options) -> Impact`.
template <class Ask>
graze_result asked_vertices(const double* start, const double* end,
                            const graze_vertex_impact_options* options, graze_impact* out,
                            const Ask& ask) noexcept {
    if (!given(start, end) || !given(out)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto wanted = read_options(options);
        const auto from = wanted ? four_vertices(start, "start") : std::nullopt;
        const auto to = from ? four_vertices(end, "end") : std::nullopt;
        if (!to) return GRAZE_INVALID_ARGUMENT;
        *out = impact(ask(*from, *to, *wanted));
        return succeed();
    });
}

graze_result hand_out(const expected<DeformingImpact, BuildError>& found, graze_deforming_impact* out) {
    if (!found) return fail(GRAZE_INVALID_SHAPE, found.error().message());
    graze_deforming_impact to{};
    to.impact = impact(found->impact);
    to.kind = kind_of(found->pair.kind);
    std::ranges::copy(found->pair.vertices, to.vertices);
    *out = to;
    return succeed();
}

}  // namespace

graze_result graze_shape_mesh_view(const graze_vertex_view* vertices, const uint32_t* triangles,
                                   size_t triangle_count, const graze_mesh_options* options,
                                   graze_shape** shape) {
    if (!given(vertices) || (triangle_count > 0 && !given(triangles)) || !given(shape))
        return GRAZE_INVALID_ARGUMENT;
    const graze_mesh_options wanted = options != nullptr ? *options : graze_mesh_options{};
    const int kind = number_of(wanted.kind);
    if (kind != GRAZE_SURFACE && kind != GRAZE_SOLID)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "there is no such kind of mesh; use GRAZE_SURFACE or GRAZE_SOLID");
    return guarded([&] {
        const auto view = vertex_view(*vertices);
        if (!view) return GRAZE_INVALID_ARGUMENT;
        MeshOptions build;
        build.kind = kind == GRAZE_SOLID ? MeshKind::solid : MeshKind::surface;
        build.borrow = wanted.borrow != 0;
        build.compact = wanted.compact != 0;
        build.threads = wanted.threads;
        const auto mesh = Mesh::build(*view, corners_of(triangles, triangle_count), build);
        if (!mesh) return fail(GRAZE_INVALID_SHAPE, mesh.error().message());
        *shape = new graze_shape{*mesh, *mesh, {}, {}};
        return succeed();
    });
}

graze_result graze_shape_hull_view(const graze_vertex_view* points, int allow_degenerate,
                                   graze_shape** shape) {
    if (!given(points) || !given(shape)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto view = vertex_view(*points);
        if (!view) return GRAZE_INVALID_ARGUMENT;
        const auto hull = ConvexHull::build(*view, {.allow_degenerate = allow_degenerate != 0});
        if (!hull) return fail(GRAZE_INVALID_SHAPE, hull.error().message());
        *shape = new graze_shape{*hull, {}, {}, {}};
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
        const auto view = vertex_view(*vertices);
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
            if (parts[i] == nullptr) return no_shape("part", i);
            members.push_back({parts[i]->shape, Affine::from(pose(poses + 7 * i))});
        }
        const auto fitted = compound->compound->with_parts(members);
        if (!fitted) return fail(GRAZE_INVALID_SHAPE, fitted.error().message());
        compound->compound = *fitted;
        compound->shape = *fitted;
        return succeed();
    });
}

graze_result graze_shape_refit_height_field(graze_shape* field, const double* heights, size_t count) {
    if (!given(field) || !given(heights)) return GRAZE_INVALID_ARGUMENT;
    if (!field->field)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the shape is not a height field; only shapes of graze_shape_height_field can be "
                    "refitted by heights");
    return guarded([&] {
        const auto fitted = field->field->with_heights({heights, count});
        if (!fitted) return fail(GRAZE_INVALID_SHAPE, fitted.error().message());
        field->field = *fitted;
        field->shape = *fitted;
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
                                       const graze_vertex_impact_options* options,
                                       graze_deforming_impact* impact) {
    if (!given(a, b) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto wanted = read_options(options);
        const auto mesh_a = wanted ? read(*a) : std::nullopt, mesh_b = mesh_a ? read(*b) : std::nullopt;
        if (!mesh_b) return GRAZE_INVALID_ARGUMENT;
        return hand_out(deforming_impact(mesh_a->mesh, mesh_b->mesh, *wanted), impact);
    });
}

graze_result graze_self_impact(const graze_deforming_mesh* mesh, const graze_vertex_impact_options* options,
                               graze_deforming_impact* impact) {
    if (!given(mesh) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto wanted = read_options(options);
        const auto read_mesh = wanted ? read(*mesh) : std::nullopt;
        if (!read_mesh) return GRAZE_INVALID_ARGUMENT;
        return hand_out(self_impact(read_mesh->mesh, *wanted), impact);
    });
}

graze_result graze_close_features(const graze_deforming_mesh* a, const graze_deforming_mesh* b, double reach,
                                  graze_feature_pair* pairs, size_t capacity, size_t* count) {
    if (!given(a)) return GRAZE_INVALID_ARGUMENT;
    if (!(reach >= 0) || !std::isfinite(reach))
        return fail(GRAZE_INVALID_ARGUMENT, "the reach is negative or not finite; give a length from 0 on");
    return guarded([&] {
        const auto mesh_a = read(*a), mesh_b = mesh_a && b != nullptr ? read(*b) : std::nullopt;
        if (!mesh_a || (b != nullptr && !mesh_b)) return GRAZE_INVALID_ARGUMENT;
        const auto found =
            mesh_b ? close_features(mesh_a->mesh, mesh_b->mesh, reach) : close_features(mesh_a->mesh, reach);
        if (!found) return fail(GRAZE_INVALID_SHAPE, found.error().message());
        return listed(*found, pairs, capacity, count, feature_pair);
    });
}

graze_result graze_vertex_face_impact(const double start[12], const double end[12],
                                      const graze_vertex_impact_options* options, graze_impact* impact) {
    return asked_vertices(start, end, options, impact,
                          [](const auto& from, const auto& to, const VertexImpactOptions& wanted) {
                              return vertex_face_impact(from, to, wanted);
                          });
}

graze_result graze_edge_edge_impact(const double start[12], const double end[12],
                                    const graze_vertex_impact_options* options, graze_impact* impact) {
    return asked_vertices(start, end, options, impact,
                          [](const auto& from, const auto& to, const VertexImpactOptions& wanted) {
                              return edge_edge_impact(from, to, wanted);
                          });
}
