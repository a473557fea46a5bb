// Single features of rigid bodies, and swept boxes, for the C interface.
#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

/// Whether all vertices of a feature are finite, or the first that is not is named.
bool finite(const double* feature, std::size_t vertices, const char* name) {
    for (std::size_t i = 0; i < vertices; ++i) {
        if (is_finite(vec(feature + 3 * i)) && below_largest_served(vec(feature + 3 * i))) continue;
        fail(GRAZE_INVALID_ARGUMENT, "vertex " + std::to_string(i) + " of the " + name +
                                         " is not finite or above 1e100; give finite numbers");
        return false;
    }
    return true;
}

/// Asks two features that are finite. `ask(options) -> Impact`.
template <class Ask>
graze_result asked_features(const graze_impact_options* options, graze_impact* out, const Ask& ask) {
    const auto wanted = options != nullptr ? impact_options(*options) : ImpactOptions{};
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    const Impact found = ask(*wanted);
    if (found.status == Status::invalid_input)
        return fail(GRAZE_INVALID_ARGUMENT, "the features or their motions lead farther than 1e100");
    *out = impact(found);
    return succeed();
}

Triangle triangle(const double* v) noexcept { return {vec(v), vec(v + 3), vec(v + 6)}; }
Segment segment(const double* v) noexcept { return {vec(v), vec(v + 3)}; }

}  // namespace

graze_result graze_rigid_vertex_face_impact(const graze_motion* a, const double vertex[3],
                                            const graze_motion* b, const double face[9],
                                            const graze_impact_options* options, graze_impact* impact) {
    if (!given(a, b) || !given(vertex, face) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!finite(vertex, 1, "vertex") || !finite(face, 3, "face")) return GRAZE_INVALID_ARGUMENT;
        return asked_features(options, impact, [&](const ImpactOptions& wanted) {
            return vertex_face_impact(a->motion, vec(vertex), b->motion, triangle(face), wanted);
        });
    });
}

graze_result graze_rigid_edge_edge_impact(const graze_motion* a, const double edge_a[6],
                                          const graze_motion* b, const double edge_b[6],
                                          const graze_impact_options* options, graze_impact* impact) {
    if (!given(a, b) || !given(edge_a, edge_b) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!finite(edge_a, 2, "first edge") || !finite(edge_b, 2, "second edge"))
            return GRAZE_INVALID_ARGUMENT;
        return asked_features(options, impact, [&](const ImpactOptions& wanted) {
            return edge_edge_impact(a->motion, segment(edge_a), b->motion, segment(edge_b), wanted);
        });
    });
}

graze_result graze_rigid_triangle_triangle_impact(const graze_motion* a, const double triangle_a[9],
                                                  const graze_motion* b, const double triangle_b[9],
                                                  const graze_impact_options* options, graze_impact* impact) {
    if (!given(a, b) || !given(triangle_a, triangle_b) || !given(impact)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!finite(triangle_a, 3, "first triangle") || !finite(triangle_b, 3, "second triangle"))
            return GRAZE_INVALID_ARGUMENT;
        return asked_features(options, impact, [&](const ImpactOptions& wanted) {
            return triangle_triangle_impact(a->motion, triangle(triangle_a), b->motion, triangle(triangle_b),
                                            wanted);
        });
    });
}

graze_result graze_swept_box(const graze_motion* motion, const double min[3], const double max[3],
                             double from, double to, double swept_min[3], double swept_max[3]) {
    if (!given(motion) || !given(min, max, swept_min, swept_max)) return GRAZE_INVALID_ARGUMENT;
    if (!(0 <= from && from <= to && to <= 1))
        return fail(GRAZE_INVALID_ARGUMENT, "the times are not in order in [0, 1]; give from <= to");
    return guarded([&] {
        const auto box = box_given(min, max);
        if (!box) return GRAZE_INVALID_ARGUMENT;
        const Aabb swept = swept_box(motion->motion, *box, {from, to});
        store(swept.min, swept_min);
        store(swept.max, swept_max);
        return succeed();
    });
}
