// Answers that are lists, for the C interface: manifolds, pairs of triangles, parts.
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

bool made_of_triangles(const graze_shape& shape) noexcept {
    return shape.shape.type() == ShapeType::mesh || shape.shape.type() == ShapeType::height_field;
}

graze_result not_triangles() {
    return fail(GRAZE_UNSUPPORTED,
                "a shape is neither a mesh nor a height field and has no triangles to list");
}

graze_triangle_pair triangle_pair(const TrianglePair& from) noexcept {
    graze_triangle_pair to{};
    to.triangle_a = from.triangle_a;
    to.triangle_b = from.triangle_b;
    store(from.segment.a, to.start);
    store(from.segment.b, to.end);
    to.error = from.error;
    to.coplanar = from.coplanar ? 1 : 0;
    to.touching = from.touching ? 1 : 0;
    return to;
}

}  // namespace

graze_result graze_contact_manifolds(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                     const double pose_b[7], const graze_contact_options* options,
                                     graze_manifold* manifolds, size_t capacity, size_t* count) {
    const auto wanted = contact_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        return listed(contact_manifolds(x, y, *wanted), manifolds, capacity, count,
                      [](const ContactManifold& from) { return c::manifold(from); });
    });
}

graze_result graze_intersecting_triangles(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                          const double pose_b[7], graze_triangle_pair* pairs, size_t capacity,
                                          size_t* count) {
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        if (!made_of_triangles(*a) || !made_of_triangles(*b)) return not_triangles();
        return listed(intersecting_triangles(x, y), pairs, capacity, count, triangle_pair);
    });
}

graze_result graze_self_intersections(const graze_shape* mesh, graze_triangle_pair* pairs, size_t capacity,
                                      size_t* count) {
    if (!given(mesh)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!made_of_triangles(*mesh)) return not_triangles();
        return listed(self_intersections(mesh->shape), pairs, capacity, count, triangle_pair);
    });
}

graze_result graze_parts_in_box(const graze_shape* target, const double pose_of_target[7],
                                const double min[3], const double max[3], uint32_t* parts, size_t capacity,
                                size_t* count) {
    if (!given(min, max)) return GRAZE_INVALID_ARGUMENT;
    return asked(target, pose_of_target, [&](const Placed& placed) {
        const auto box = box_given(min, max);
        if (!box) return GRAZE_INVALID_ARGUMENT;
        return listed(parts_overlapping_box(placed, *box), parts, capacity, count,
                      [](std::uint32_t part) { return part; });
    });
}

graze_result graze_raycast_parts(const double origin[3], const double direction[3], const graze_shape* target,
                                 const double pose_of_target[7], double max_t, graze_part_hit* hits,
                                 size_t capacity, size_t* count) {
    if (!given(origin, direction)) return GRAZE_INVALID_ARGUMENT;
    return asked(target, pose_of_target, [&](const Placed& placed) {
        const Ray ray{vec(origin), vec(direction)};
        if (!ray_given(ray) || !is_limit(max_t)) return GRAZE_INVALID_ARGUMENT;
        return listed(raycast_all(ray, placed, max_t), hits, capacity, count, [](const PartHit& from) {
            return graze_part_hit{ray_hit(from.hit), from.part};
        });
    });
}
