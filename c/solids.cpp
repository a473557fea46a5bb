// The inside of meshes, for the C interface.
#include <graze/graze_solids.h>

#include <cmath>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

// NOLINTNEXTLINE(readability-identifier-naming): this is the handle that graze_solids.h names
struct graze_bsp_tree {
    BspTree tree;
};

namespace {

/// A mesh, or the error is noted.
const MeshData* mesh_given(const graze_shape* shape) noexcept {
    if (!given(shape)) return nullptr;
    const MeshData* mesh = mesh_data(shape->shape);
    if (mesh == nullptr) fail(GRAZE_INVALID_ARGUMENT, "the shape is not a mesh; give one that is");
    return mesh;
}

/// A convex shape that can be asked. `ask(placed) -> graze_result`.
template <class Ask>
graze_result asked_convex(const graze_shape* shape, const double* place, const Ask& ask) noexcept {
    return asked(shape, place, [&](const Placed& placed) {
        if (!placed.shape.convex())
            return fail(GRAZE_UNSUPPORTED, "the shape is not convex; ask its parts one by one");
        return ask(placed);
    });
}

}  // namespace

graze_result graze_mesh_is_closed(const graze_shape* mesh, int* closed) {
    if (!given(closed)) return GRAZE_INVALID_ARGUMENT;
    const MeshData* data = mesh_given(mesh);
    if (data == nullptr) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        *closed = is_closed(*data) ? 1 : 0;
        return succeed();
    });
}

graze_result graze_winding_numbers(const graze_shape* mesh, const double place[7], const double* points,
                                   size_t count, double width, double* lower, double* upper) {
    const MeshData* data = mesh_given(mesh);
    if (data == nullptr || (count > 0 && !given(points, lower, upper))) return GRAZE_INVALID_ARGUMENT;
    if (!(width >= 0)) return fail(GRAZE_INVALID_ARGUMENT, "the width is negative; give one above 0, or 0");
    return asked(mesh, place, [&](const Placed& placed) {
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_finite(vec(points + 3 * i)))
                return fail(GRAZE_INVALID_ARGUMENT,
                            "point " + std::to_string(i) + " has a NaN or an infinity; give finite numbers");
        }
        const WindingField field(*data);
        for (std::size_t i = 0; i < count; ++i) {
            const Interval number = field.at(placed.pose, vec(points + 3 * i), width > 0 ? width : 0.05);
            lower[i] = number.lower;
            upper[i] = number.upper;
        }
        return succeed();
    });
}

graze_result graze_bsp_tree_build(const graze_shape* solid, graze_bsp_tree** tree) {
    if (!given(tree) || !given(solid)) return GRAZE_INVALID_ARGUMENT;
    if (!solid->mesh)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the shape is not a mesh; give one of graze_shape_mesh or graze_shape_mesh_view");
    return guarded([&] {
        auto built = BspTree::build(*solid->mesh);
        if (!built) return fail(GRAZE_INVALID_SHAPE, built.error().message());
        *tree = new graze_bsp_tree{*std::move(built)};
        return succeed();
    });
}

void graze_bsp_tree_release(graze_bsp_tree* tree) { delete tree; }

graze_result graze_bsp_tree_contains(const graze_bsp_tree* tree, const double point[3], int* inside) {
    if (!given(tree) || !given(point) || !given(inside)) return GRAZE_INVALID_ARGUMENT;
    if (!is_finite(vec(point)))
        return fail(GRAZE_INVALID_ARGUMENT, "the point has a NaN or an infinity; give finite numbers");
    *inside = tree->tree.contains(vec(point)) ? 1 : 0;
    return succeed();
}

graze_result graze_bsp_tree_may_overlap(const graze_bsp_tree* tree, const graze_shape* convex,
                                        const double place[7], int* overlap) {
    if (!given(tree) || !given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked_convex(convex, place, [&](const Placed& placed) {
        *overlap = tree->tree.may_overlap(placed) ? 1 : 0;
        return succeed();
    });
}

graze_result graze_bsp_tree_first_impact(const graze_bsp_tree* tree, const graze_shape* convex,
                                         const double place[7], const double displacement[3], int* hit,
                                         double* t, double normal[3]) {
    if (!given(tree) || !given(displacement) || !given(hit) || !given(t, normal))
        return GRAZE_INVALID_ARGUMENT;
    return asked_convex(convex, place, [&](const Placed& placed) {
        const Vec3 along = vec(displacement);
        if (!is_finite(along) || !below_largest_served(along))
            return fail(GRAZE_INVALID_ARGUMENT,
                        "the displacement is not finite or above 1e100; give finite numbers");
        const auto found = tree->tree.first_impact(placed, along);
        *hit = found ? 1 : 0;
        if (found) {
            *t = found->t;
            store(found->normal, normal);
        }
        return succeed();
    });
}
