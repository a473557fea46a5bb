// Errors of the C interface, and answers in its structs.
#include "handles.hpp"

namespace graze::c {
namespace {

// The one piece of state beside the handles: what `graze_last_error` reads on this thread.
thread_local std::string last_error;

}  // namespace

graze_result fail(graze_result result, const char* message) noexcept {
    try {
        last_error = message;
    } catch (...) {
        last_error.clear();  // without memory there is no sentence, but the code still tells
    }
    return result;
}

graze_result fail(graze_result result, const std::string& message) noexcept { return fail(result, message.c_str()); }

graze_result fail(const SceneError& error) noexcept {
    switch (error.reason) {
        case SceneError::Reason::no_object:
        case SceneError::Reason::other_scene:
        case SceneError::Reason::removed: return fail(GRAZE_UNKNOWN_OBJECT, error.message);
        case SceneError::Reason::invalid_shape: return fail(GRAZE_INVALID_SHAPE, error.message);
        case SceneError::Reason::invalid_placement: return fail(GRAZE_INVALID_PLACEMENT, error.message);
        case SceneError::Reason::invalid_margin: return fail(GRAZE_INVALID_ARGUMENT, error.message);
    }
    return fail(GRAZE_INVALID_ARGUMENT, error.message);
}

graze_result succeed() noexcept {
    last_error.clear();
    return GRAZE_OK;
}

graze_status status(Status status) noexcept {
    switch (status) {
        case Status::converged: return GRAZE_CONVERGED;
        case Status::budget_reached: return GRAZE_BUDGET_REACHED;
        case Status::invalid_input: return GRAZE_NOT_VALID;
        case Status::unsupported: return GRAZE_NOT_SUPPORTED;
    }
    return GRAZE_NOT_VALID;
}

graze_separation separation(const Separation& from) noexcept {
    graze_separation to{};
    to.lower = from.distance.lower;
    to.upper = from.distance.upper;
    store(from.point_a, to.point_a);
    store(from.point_b, to.point_b);
    store(from.normal, to.normal);
    to.status = status(from.status);
    to.iterations = from.iterations;
    return to;
}

graze_ray_hit ray_hit(const RayHit& from) noexcept {
    graze_ray_hit to{};
    to.t = from.t;
    to.lower = from.bounds.lower;
    to.upper = from.bounds.upper;
    store(from.point, to.point);
    store(from.normal, to.normal);
    to.status = status(from.status);
    return to;
}

graze_impact impact(const Impact& from) noexcept {
    graze_impact to{};
    to.answer = from.answer == ImpactAnswer::miss      ? GRAZE_MISS
                : from.answer == ImpactAnswer::contact ? GRAZE_CONTACT
                                                       : GRAZE_WITHIN_TOLERANCE;
    to.lower = from.time.lower;
    to.upper = from.time.upper;
    store(from.point, to.point);
    store(from.normal, to.normal);
    to.part_a = from.part_a;
    to.part_b = from.part_b;
    to.status = status(from.status);
    return to;
}

}  // namespace graze::c

const char* graze_last_error(void) { return graze::c::last_error.c_str(); }

const char* graze_version(void) { return GRAZE_VERSION_STRING; }
