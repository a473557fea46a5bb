// Single oriented boxes and triangles of the C interface: fits, and pairs at rest and moving straight.
#include "oriented_boxes.hpp"

using namespace graze;
using namespace graze::c;

graze_obb c::obb(const Obb& from) noexcept {
    graze_obb to{};
    store(from.centre, to.centre);
    for (std::size_t i = 0; i < 3; ++i) store(from.axes.columns[i], to.axes[i]);
    store(from.half_extents, to.half_extents);
    return to;
}

std::optional<ObbFit> c::obb_fit(const graze_obb_fit& from) noexcept {
    switch (number_of(from)) {
        case GRAZE_FIT_TRIANGLES: return ObbFit::triangles;
        case GRAZE_FIT_POINTS: return ObbFit::points;
        case GRAZE_FIT_VOLUME: return ObbFit::minimum_volume;
        default:
            fail(GRAZE_INVALID_ARGUMENT, "there is no such fit of boxes; use one of graze_obb_fit");
            return std::nullopt;
    }
}

namespace {

/// As poses are checked: matrices from single precision are rotations within this.
constexpr double kOrthonormal = 1e-6;

/// A box with finite numbers and orthonormal axes, or the error is noted.
std::optional<Obb> read(const graze_obb* from) {
    const Obb box{vec(from->centre), Mat3{{vec(from->axes[0]), vec(from->axes[1]), vec(from->axes[2])}},
                  vec(from->half_extents)};
    if (!is_finite(box.half_extents) || is_empty(box)) {
        fail(GRAZE_INVALID_ARGUMENT,
             "a half extent of an oriented box is negative or not finite; give lengths from 0 on");
        return std::nullopt;
    }
    if (!is_finite(box.centre) || !below_largest_served(box.centre)) {
        fail(GRAZE_INVALID_ARGUMENT,
             "the centre of an oriented box is not finite or above 1e100; give finite numbers");
        return std::nullopt;
    }
    if (!(orthonormality_defect(box.axes) <= kOrthonormal)) {
        fail(GRAZE_INVALID_ARGUMENT,
             "the axes of an oriented box are not unit and perpendicular; give three that are");
        return std::nullopt;
    }
    return box;
}

/// A triangle with finite numbers, or the error is noted.
std::optional<Triangle> read(const double* from) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (is_finite(vec(from + 3 * i)) && below_largest_served(vec(from + 3 * i))) continue;
        fail(GRAZE_INVALID_ARGUMENT, "corner " + std::to_string(i) +
                                         " of a triangle is not finite or above 1e100; give finite numbers");
        return std::nullopt;
    }
    return Triangle{vec(from), vec(from + 3), vec(from + 6)};
}

graze_result report(const std::optional<Vec3>& common, int* overlap, double* point) noexcept {
    *overlap = common ? 1 : 0;
    if (common && point != nullptr) store(*common, point);
    return succeed();
}

graze_result report(const SteadyContact& from, graze_steady_contact* out) noexcept {
    if (from.status == Status::invalid_input)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "a velocity is not finite or too large, or a triangle has no area; give others");
    graze_steady_contact to{};
    if (from.hit) {
        to.hit = 1;
        to.first_lower = from.first.lower;
        to.first_upper = from.first.upper;
        to.last_lower = from.last.lower;
        to.last_upper = from.last.upper;
        store(from.point, to.point);
        to.unique = from.unique ? 1 : 0;
        store(from.normal, to.normal);
        store(from.normal_a, to.normal_a);
        store(from.normal_b, to.normal_b);
    }
    *out = to;
    return succeed();
}

/// Reads two sets and asks them. `ask(a, b) -> graze_result`.
template <class A, class B, class Ask>
graze_result asked_sets(const A* a, const B* b, const Ask& ask) noexcept {
    if (!given(a) || !given(b)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto first = read(a);
        if (!first) return GRAZE_INVALID_ARGUMENT;
        const auto second = read(b);
        if (!second) return GRAZE_INVALID_ARGUMENT;
        return ask(*first, *second);
    });
}

}  // namespace

graze_result graze_obb_fit_triangles(const graze_vertex_view* vertices, const uint32_t* triangles,
                                     size_t triangle_count, graze_obb_fit fit, graze_obb* box) {
    if (!given(vertices) || !given(triangles) || !given(box)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto view = vertex_view(*vertices);
        const auto wanted = view ? obb_fit(fit) : std::nullopt;
        if (!wanted) return GRAZE_INVALID_ARGUMENT;
        const auto points = view->copied();
        const auto corners = corners_of(triangles, triangle_count);
        // A tree refuses what a fit cannot use, and names it.
        if (const auto tree = ObbTree::build(points, corners, {.leaf_size = kNoPart}); !tree)
            return fail(GRAZE_INVALID_SHAPE, tree.error().message());
        const Obb fitted = fit_obb(points, corners, *wanted);
        if (is_empty(fitted))
            return fail(GRAZE_INVALID_SHAPE, "there are no triangles to fit a box to; give at least one");
        *box = obb(fitted);
        return succeed();
    });
}

graze_result graze_obb_obb(const graze_obb* a, const graze_obb* b, int* overlap, double point[3]) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked_sets(a, b,
                      [&](const Obb& x, const Obb& y) { return report(find_obb_obb(x, y), overlap, point); });
}

graze_result graze_obb_obb_lite(const graze_obb* a, const graze_obb* b, int* overlap) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked_sets(a, b, [&](const Obb& x, const Obb& y) {
        *overlap = overlaps_lite(x, y) ? 1 : 0;
        return succeed();
    });
}

graze_result graze_triangle_obb(const double triangle[9], const graze_obb* box, int* overlap,
                                double point[3]) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked_sets(triangle, box, [&](const Triangle& x, const Obb& y) {
        return report(find_triangle_obb(x, y), overlap, point);
    });
}

graze_result graze_triangle_triangle(const double a[9], const double b[9], int* overlap, double point[3]) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked_sets(a, b, [&](const Triangle& x, const Triangle& y) {
        return report(find_common_point(x, y), overlap, point);
    });
}

graze_result graze_steady_obb_obb(const graze_obb* a, const double velocity_a[3], const graze_obb* b,
                                  const double velocity_b[3], graze_steady_contact* contact) {
    if (!given(velocity_a, velocity_b) || !given(contact)) return GRAZE_INVALID_ARGUMENT;
    return asked_sets(a, b, [&](const Obb& x, const Obb& y) {
        return report(steady_contact(x, vec(velocity_a), y, vec(velocity_b)), contact);
    });
}

graze_result graze_steady_triangle_obb(const double a[9], const double velocity_a[3], const graze_obb* b,
                                       const double velocity_b[3], graze_steady_contact* contact) {
    if (!given(velocity_a, velocity_b) || !given(contact)) return GRAZE_INVALID_ARGUMENT;
    return asked_sets(a, b, [&](const Triangle& x, const Obb& y) {
        return report(steady_contact(x, vec(velocity_a), y, vec(velocity_b)), contact);
    });
}

graze_result graze_steady_triangle_triangle(const double a[9], const double velocity_a[3], const double b[9],
                                            const double velocity_b[3], graze_steady_contact* contact) {
    if (!given(velocity_a, velocity_b) || !given(contact)) return GRAZE_INVALID_ARGUMENT;
    return asked_sets(a, b, [&](const Triangle& x, const Triangle& y) {
        return report(steady_contact(x, vec(velocity_a), y, vec(velocity_b)), contact);
    });
}
