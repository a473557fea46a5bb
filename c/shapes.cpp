// Shapes of the C interface.
#include <array>
#include <span>
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

/// Hands a shape out, when it is a good one.
graze_result hand_out(const Shape& shape, graze_shape** out, std::optional<Mesh> mesh = {}) {
    if (!given(out)) return GRAZE_INVALID_ARGUMENT;
    if (const auto fault = shape.fault()) return fail(GRAZE_INVALID_SHAPE, fault->message());
    *out = new graze_shape{shape, std::move(mesh), {}, {}};
    return succeed();
}

/// Makes a shape of numbers. `make() -> Shape`.
template <class Make> graze_result made(graze_shape** out, const Make& make) noexcept {
    return guarded([&] { return hand_out(make(), out); });
}

/// Hands out what a builder answered.
template <class Built> graze_result built(const Built& outcome, graze_shape** out) {
    if (!outcome) return fail(GRAZE_INVALID_SHAPE, outcome.error().message());
    return hand_out(*outcome, out);
}

std::vector<Vec3> points(const double* numbers, std::size_t count) {
    std::vector<Vec3> read(count);
    for (std::size_t i = 0; i < count; ++i) read[i] = vec(numbers + 3 * i);
    return read;
}

/// A compound of shapes, each under a map. `placement(i) -> Affine`.
template <class Placement>
graze_result compound_of(const graze_shape* const* parts, std::size_t count, graze_shape** out,
                         const Placement& placement) noexcept {
    if (!given(out)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<CompoundPart> members;
        for (std::size_t i = 0; i < count; ++i) {
            if (parts[i] == nullptr) return no_shape("part", i);
            members.push_back({parts[i]->shape, placement(i)});
        }
        const auto compound = Compound::build(members);
        if (!compound) return fail(GRAZE_INVALID_SHAPE, compound.error().message());
        *out = new graze_shape{*compound, {}, *compound, {}};
        return succeed();
    });
}

}  // namespace

graze_result graze_shape_point(const double position[3], graze_shape** shape) {
    if (!given(position)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return Shape(Point{vec(position)}); });
}

graze_result graze_shape_segment(const double a[3], const double b[3], graze_shape** shape) {
    if (!given(a, b)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return Shape(Segment{vec(a), vec(b)}); });
}

graze_result graze_shape_triangle(const double a[3], const double b[3], const double c[3],
                                  graze_shape** shape) {
    if (!given(a, b, c)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return Shape(Triangle{vec(a), vec(b), vec(c)}); });
}

graze_result graze_shape_tetrahedron(const double a[3], const double b[3], const double c[3],
                                     const double d[3], graze_shape** shape) {
    if (!given(a, b, c, d)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return Shape(Tetrahedron{vec(a), vec(b), vec(c), vec(d)}); });
}

graze_result graze_shape_polygon(const double* vertices, size_t count, graze_shape** shape) {
    if (!given(vertices)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] { return built(ConvexPolygon::build(points(vertices, count)), shape); });
}

graze_result graze_shape_sphere(double radius, graze_shape** shape) {
    return made(shape, [&] { return Shape(Sphere{radius}); });
}

graze_result graze_shape_box(double half_x, double half_y, double half_z, graze_shape** shape) {
    return made(shape, [&] { return Shape(Box{{half_x, half_y, half_z}}); });
}

graze_result graze_shape_capsule(double radius, double half_height, graze_shape** shape) {
    return made(shape, [&] { return Shape(Capsule{radius, half_height}); });
}

graze_result graze_shape_tapered_capsule(double radius_bottom, double radius_top, double half_height,
                                         graze_shape** shape) {
    return made(shape, [&] { return Shape(TaperedCapsule{radius_bottom, radius_top, half_height}); });
}

graze_result graze_shape_cylinder(double radius, double half_height, graze_shape** shape) {
    return made(shape, [&] { return Shape(Cylinder{radius, half_height}); });
}

graze_result graze_shape_cone(double radius, double half_height, graze_shape** shape) {
    return made(shape, [&] { return Shape(Cone{radius, half_height}); });
}

graze_result graze_shape_ellipsoid(double radius_x, double radius_y, double radius_z, graze_shape** shape) {
    return made(shape, [&] { return Shape(Ellipsoid{{radius_x, radius_y, radius_z}}); });
}

graze_result graze_shape_half_space(const double normal[3], double offset, graze_shape** shape) {
    if (!given(normal)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return Shape(HalfSpace{vec(normal), offset}); });
}

graze_result graze_shape_hull(const double* numbers, size_t count, graze_shape** shape) {
    if (!given(numbers)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] { return built(ConvexHull::build(points(numbers, count)), shape); });
}

graze_result graze_shape_minkowski_sum(const graze_shape* a, const graze_shape* b, graze_shape** shape) {
    if (!given(a, b)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return minkowski_sum(a->shape, b->shape); });
}

graze_result graze_shape_convex_hull_of(const graze_shape* const* shapes, size_t count, graze_shape** shape) {
    if (!given(shapes)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<Shape> children;
        for (std::size_t i = 0; i < count; ++i) {
            if (shapes[i] == nullptr) return no_shape("child", i);
            children.push_back(shapes[i]->shape);
        }
        return hand_out(convex_hull_of(children), shape);
    });
}

graze_result graze_shape_transformed(const graze_shape* child, const double matrix[16], graze_shape** shape) {
    if (!given(child, matrix)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return transformed(child->shape, affine(matrix)); });
}

graze_result graze_shape_rounded(const graze_shape* child, double radius, graze_shape** shape) {
    if (!given(child)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return rounded(child->shape, radius); });
}

graze_result graze_shape_mesh(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                              size_t triangle_count, graze_mesh_kind kind, graze_shape** shape) {
    if (!given(vertices, triangles)) return GRAZE_INVALID_ARGUMENT;
    if (number_of(kind) != GRAZE_SURFACE && number_of(kind) != GRAZE_SOLID) {
        return fail(GRAZE_INVALID_ARGUMENT,
                    "there is no such kind of mesh; use GRAZE_SURFACE or GRAZE_SOLID");
    }
    return guarded([&] {
        std::vector<std::array<std::uint32_t, 3>> faces(triangle_count);
        for (std::size_t i = 0; i < triangle_count; ++i)
            faces[i] = {triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]};
        const auto mesh = Mesh::build(points(vertices, vertex_count), faces,
                                      {kind == GRAZE_SOLID ? MeshKind::solid : MeshKind::surface});
        if (!mesh) return fail(GRAZE_INVALID_SHAPE, mesh.error().message());
        return hand_out(*mesh, shape, *mesh);
    });
}

graze_result graze_shape_swept_along(const graze_shape* child, const double displacement[3],
                                     graze_shape** shape) {
    if (!given(child) || !given(displacement)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return swept_along(child->shape, vec(displacement)); });
}

graze_result graze_shape_hull_of_placements(const graze_shape* child, const double first[7],
                                            const double second[7], graze_shape** shape) {
    if (!given(child) || !given(first, second)) return GRAZE_INVALID_ARGUMENT;
    return made(shape, [&] { return hull_of_placements(child->shape, pose(first), pose(second)); });
}

graze_result graze_shape_compound(const graze_shape* const* parts, const double* poses, size_t count,
                                  graze_shape** shape) {
    if (!given(parts) || !given(poses)) return GRAZE_INVALID_ARGUMENT;
    return compound_of(parts, count, shape, [&](std::size_t i) { return Affine::from(pose(poses + 7 * i)); });
}

graze_result graze_shape_compound_matrices(const graze_shape* const* parts, const double* matrices,
                                           size_t count, graze_shape** shape) {
    if (!given(parts) || !given(matrices)) return GRAZE_INVALID_ARGUMENT;
    return compound_of(parts, count, shape, [&](std::size_t i) { return affine(matrices + 16 * i); });
}

graze_result graze_compound_path(const graze_shape* compound, uint32_t part, uint32_t* path, size_t capacity,
                                 size_t* count) {
    if (!given(compound) || !given(count)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const CompoundData* data = compound_data(compound->shape);
        if (data == nullptr)
            return fail(GRAZE_INVALID_SHAPE, "the shape is no compound; only its parts have paths");
        if (part >= data->parts.size())
            return fail(GRAZE_INVALID_ARGUMENT, "the compound has no such part; parts are numbered from 0");
        return listed(part_path(*data, part), path, capacity, count, [](std::uint32_t step) { return step; });
    });
}

graze_result graze_shape_height_field(uint32_t columns, uint32_t rows, double cell_width, double cell_depth,
                                      const double* heights, graze_shape** shape) {
    const double corner[2] = {0, 0};
    return graze_shape_height_field_at(columns, rows, cell_width, cell_depth, corner, heights, shape);
}

graze_result graze_shape_height_field_at(uint32_t columns, uint32_t rows, double cell_width,
                                         double cell_depth, const double corner[2], const double* heights,
                                         graze_shape** shape) {
    if (!given(corner, heights) || !given(shape)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const std::size_t count = (std::size_t{columns} + 1) * (std::size_t{rows} + 1);
        const auto field = HeightField::build({columns, rows, cell_width, cell_depth, {corner[0], corner[1]}},
                                              std::span(heights, count));
        if (!field) return fail(GRAZE_INVALID_SHAPE, field.error().message());
        *shape = new graze_shape{*field, {}, {}, *field};
        return succeed();
    });
}

graze_result graze_shape_save(const graze_shape* shape, void* bytes, size_t capacity, size_t* size) {
    if (!given(shape) || !given(size) || (capacity > 0 && !given(bytes))) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto written = to_bytes(shape->shape);
        if (!written) return fail(GRAZE_INVALID_SHAPE, written.error().message());
        if (written->size() <= capacity) std::memcpy(bytes, written->data(), written->size());
        *size = written->size();
        return succeed();
    });
}

graze_result graze_shape_load(const void* bytes, size_t size, graze_shape** shape) {
    if (!given(bytes) || !given(shape)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return built(shape_from_bytes({static_cast<const std::byte*>(bytes), size}), shape);
    });
}

void graze_shape_release(graze_shape* shape) { delete shape; }
