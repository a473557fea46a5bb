// Errors of the C interface, and what many of its functions check.
#include "handles.hpp"

#include <cmath>

namespace graze::c {
namespace {

// The one piece of state beside the handles: what `graze_last_error` reads on this thread.
thread_local std::string last_error;

}  // namespace

graze_result fail(graze_result result, const char* message) noexcept {
    try {
        last_error = message;
    } catch (...) {
        last_error.clear();  // without memory there is no sentence, but the code is still returned
    }
    return result;
}

graze_result fail(graze_result result, const std::string& message) noexcept {
    return fail(result, message.c_str());
}

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

bool known(const Scene& scene, const graze_object& object) noexcept {
    if (scene.contains(id(object))) return true;
    fail(GRAZE_UNKNOWN_OBJECT,
         "the object is not in this scene; use one that was added to it and not removed");
    return false;
}

bool ray_given(const Ray& ray) noexcept {
    if (is_finite(ray.origin) && is_finite(ray.direction) && ray.direction != Vec3{}) return true;
    fail(GRAZE_INVALID_ARGUMENT,
         "the ray has a NaN, an infinity or no direction; give finite numbers, not all zero");
    return false;
}

std::optional<ImpactOptions> impact_options(double tolerance) noexcept {
    if (!(tolerance >= 0) || !std::isfinite(tolerance)) {
        fail(GRAZE_INVALID_ARGUMENT,
             "the tolerance is negative or not finite; give a number above 0, or 0 for 1e-6");
        return std::nullopt;
    }
    ImpactOptions options;
    if (tolerance > 0) options.tolerance = tolerance;
    return options;
}

}  // namespace graze::c

const char* graze_last_error(void) { return graze::c::last_error.c_str(); }

const char* graze_version(void) { return GRAZE_VERSION_STRING; }
