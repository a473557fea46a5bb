// Pairs and motions of the C interface.
#include <cmath>
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

/// Hands a motion out, when it is a good one. `make() -> Motion`.
template <class Make> graze_result made(graze_motion** out, const Make& make) noexcept {
    if (!given(out)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        Motion motion = make();
        if (const auto fault = motion.fault()) return fail(GRAZE_INVALID_PLACEMENT, fault->message());
        *out = new graze_motion{std::move(motion)};
        return succeed();
    });
}

std::vector<Pose> poses_of(const double* numbers, std::size_t count) {
    std::vector<Pose> poses(count);
    for (std::size_t i = 0; i < count; ++i) poses[i] = pose(numbers + 7 * i);
    return poses;
}

std::vector<double> times_of(const double* times, std::size_t count) {
    return times ? std::vector<double>(times, times + count) : std::vector<double>();
}

}  // namespace

graze_result graze_overlaps(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                            const double pose_b[7], int* overlap) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b,
                 [&](const Placed& x, const Placed& y) { *overlap = overlaps(x, y) ? 1 : 0; });
}

graze_result graze_pair_cache_create(graze_pair_cache** cache) {
    if (!given(cache)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        *cache = new graze_pair_cache{};
        return succeed();
    });
}

void graze_pair_cache_release(graze_pair_cache* cache) { delete cache; }

graze_result graze_overlaps_warm(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                 const double pose_b[7], graze_pair_cache* cache, int* overlap) {
    if (!given(cache) || !given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b,
                 [&](const Placed& x, const Placed& y) { *overlap = overlaps(x, y, &cache->cache) ? 1 : 0; });
}

graze_result graze_separation_warm(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                   const double pose_b[7], graze_pair_cache* cache,
                                   graze_separation* answer) {
    if (!given(cache) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *answer = c::separation(graze::separation(x, y, {}, &cache->cache));
    });
}

graze_result graze_separation_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                 const double pose_b[7], graze_separation* answer) {
    if (!given(answer)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b,
                 [&](const Placed& x, const Placed& y) { *answer = c::separation(graze::separation(x, y)); });
}

graze_result graze_separation_within(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                     const double pose_b[7], const graze_separation_options* options,
                                     graze_separation* answer) {
    if (!given(options) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    const auto wanted = separation_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *answer = c::separation(graze::separation(x, y, *wanted));
    });
}

graze_result graze_contacts(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                            const double pose_b[7], graze_manifold* manifold) {
    if (!given(manifold)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b,
                 [&](const Placed& x, const Placed& y) { *manifold = c::manifold(contacts(x, y)); });
}

graze_result graze_contacts_within(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                   const double pose_b[7], const graze_contact_options* options,
                                   graze_manifold* manifold) {
    if (!given(options) || !given(manifold)) return GRAZE_INVALID_ARGUMENT;
    const auto wanted = contact_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b,
                 [&](const Placed& x, const Placed& y) { *manifold = c::manifold(contacts(x, y, *wanted)); });
}

graze_result graze_relation_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                               const double pose_b[7], graze_relation* answer) {
    if (!given(answer)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b,
                 [&](const Placed& x, const Placed& y) { *answer = relation_of(relation(x, y)); });
}

graze_result graze_raycast(const double origin[3], const double direction[3], const graze_shape* target,
                           const double pose_of_target[7], int* hit, graze_ray_hit* answer) {
    if (!given(origin, direction) || !given(hit) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    return asked(target, pose_of_target, [&](const Placed& placed) {
        const Ray ray{vec(origin), vec(direction)};
        if (!ray_given(ray)) return GRAZE_INVALID_ARGUMENT;
        const auto found = raycast(ray, placed);
        *hit = found ? 1 : 0;
        if (found) *answer = ray_hit(*found);
        return succeed();
    });
}

graze_result graze_raycast_any(const double origin[3], const double direction[3], const graze_shape* target,
                               const double pose_of_target[7], double max_t, int* hit) {
    if (!given(origin, direction) || !given(hit)) return GRAZE_INVALID_ARGUMENT;
    return asked(target, pose_of_target, [&](const Placed& placed) {
        const Ray ray{vec(origin), vec(direction)};
        if (!ray_given(ray) || !is_limit(max_t)) return GRAZE_INVALID_ARGUMENT;
        *hit = raycast_any(ray, placed, max_t) ? 1 : 0;
        return succeed();
    });
}

graze_result graze_shape_bounds(const graze_shape* shape, const double place[7], double min[3],
                                double max[3]) {
    if (!given(min, max)) return GRAZE_INVALID_ARGUMENT;
    return asked(shape, place, [&](const Placed& placed) {
        const Aabb box = box_of(placed);
        store(box.min, min);
        store(box.max, max);
        return succeed();
    });
}

graze_result graze_signed_distance(const graze_shape* solid, const double pose_of_solid[7],
                                   const double point[3], double* lower, double* upper) {
    if (!given(point, lower, upper)) return GRAZE_INVALID_ARGUMENT;
    return asked(solid, pose_of_solid, [&](const Placed& placed) {
        if (!is_finite(vec(point)))
            return fail(GRAZE_INVALID_ARGUMENT, "the point has a NaN or an infinity; give finite numbers");
        const Interval distance = signed_distance(placed, vec(point));
        *lower = distance.lower;
        *upper = distance.upper;
        return succeed();
    });
}

graze_result graze_motion_linear(const double start[7], const double displacement[3], graze_motion** motion) {
    if (!given(start, displacement)) return GRAZE_INVALID_ARGUMENT;
    return made(motion, [&] { return Motion(LinearMotion{pose(start), vec(displacement)}); });
}

graze_result graze_motion_in_between(const double start[7], const double end[7], graze_motion** motion) {
    if (!given(start, end)) return GRAZE_INVALID_ARGUMENT;
    return made(motion, [&] { return Motion(InBetweenMotion{pose(start), pose(end)}); });
}

graze_result graze_motion_twist(const double start[7], const double velocity[3],
                                const double angular_velocity[3], const double* pivot,
                                graze_motion** motion) {
    if (!given(start, velocity, angular_velocity)) return GRAZE_INVALID_ARGUMENT;
    return made(motion, [&] {
        return Motion(
            TwistMotion{pose(start), vec(velocity), vec(angular_velocity), pivot ? vec(pivot) : Vec3{}});
    });
}

graze_result graze_motion_screw(const double start[7], const double axis_point[3],
                                const double axis_direction[3], double angle, double advance,
                                graze_motion** motion) {
    if (!given(start, axis_point, axis_direction)) return GRAZE_INVALID_ARGUMENT;
    return made(motion, [&] {
        return Motion(ScrewMotion{pose(start), vec(axis_point), vec(axis_direction), angle, advance});
    });
}

graze_result graze_motion_sampled(const double* poses, const double* times, size_t count, double deviation,
                                  graze_motion** motion) {
    if (!given(poses)) return GRAZE_INVALID_ARGUMENT;
    return made(motion, [&] {
        return Motion(SampledMotion{poses_of(poses, count), times_of(times, count), deviation});
    });
}

graze_result graze_motion_spline(const double* poses, const double* times, size_t count,
                                 graze_motion** motion) {
    if (!given(poses)) return GRAZE_INVALID_ARGUMENT;
    return made(motion, [&] { return Motion(SplineMotion{poses_of(poses, count), times_of(times, count)}); });
}

graze_result graze_motion_pose_at(const graze_motion* motion, double t, double pose_out[7]) {
    if (!given(motion) || !given(pose_out)) return GRAZE_INVALID_ARGUMENT;
    if (std::isnan(t)) return fail(GRAZE_INVALID_ARGUMENT, "the time is not a number; give one from 0 to 1");
    store(pose_at(motion->motion, t), pose_out);
    return succeed();
}

void graze_motion_release(graze_motion* motion) { delete motion; }

graze_result graze_impact_contacts(const graze_impact* impact, const graze_shape* a,
                                   const graze_motion* motion_a, const graze_shape* b,
                                   const graze_motion* motion_b, double tolerance,
                                   graze_impact_contact* contacts, size_t capacity, size_t* count) {
    if (!given(a, b) || !given(motion_a, motion_b) || !given(impact) || !given(count))
        return GRAZE_INVALID_ARGUMENT;
    const auto options = impact_options(tolerance);
    if (!options) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto found = impact_contacts(c::impact(*impact), {a->shape, motion_a->motion},
                                           {b->shape, motion_b->motion}, *options);
        return listed(found, contacts, capacity, count, [](const ImpactContact& contact) {
            return graze_impact_contact{contact.part_a, contact.part_b, c::separation(contact.separation)};
        });
    });
}

graze_result graze_time_of_impact(const graze_shape* a, const graze_motion* motion_a, const graze_shape* b,
                                  const graze_motion* motion_b, double tolerance, graze_impact* answer) {
    const graze_impact_options options{tolerance, 0, GRAZE_CONSERVATIVE_ADVANCEMENT};
    return graze_time_of_impact_within(a, motion_a, b, motion_b, &options, answer);
}

graze_result graze_translational_cast(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                      const double pose_b[7], const double displacement[3], int* hit,
                                      graze_cast_hit* answer) {
    if (!given(displacement) || !given(hit) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        const Vec3 along = vec(displacement);
        if (!is_finite(along) || !below_largest_served(along))
            return fail(GRAZE_INVALID_ARGUMENT,
                        "the displacement is not finite or above 1e100; give finite numbers");
        if (!supports(Query::translational_cast, x.shape.type(), y.shape.type()))
            return fail(GRAZE_UNSUPPORTED, "this pair cannot be cast; graze_supports answers which can");
        const auto found = translational_cast(x, y, along);
        *hit = found ? 1 : 0;
        if (!found) return succeed();
        graze_cast_hit to{};
        to.lower = found->time.lower;
        to.upper = found->time.upper;
        store(found->point, to.point);
        store(found->normal, to.normal);
        to.status = status(found->status);
        to.iterations = found->iterations;
        *answer = to;
        return succeed();
    });
}

graze_result graze_time_of_impact_within(const graze_shape* a, const graze_motion* motion_a,
                                         const graze_shape* b, const graze_motion* motion_b,
                                         const graze_impact_options* wanted, graze_impact* answer) {
    if (!given(a, b) || !given(motion_a, motion_b) || !given(wanted) || !given(answer))
        return GRAZE_INVALID_ARGUMENT;
    const auto options = impact_options(*wanted);
    if (!options) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Impact found =
            time_of_impact({a->shape, motion_a->motion}, {b->shape, motion_b->motion}, *options);
        if (found.status == Status::unsupported)
            return fail(GRAZE_UNSUPPORTED, "this pair cannot be asked when it touches");
        *answer = c::impact(found);
        return succeed();
    });
}
