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

graze_result no_callback() noexcept {
    return fail(GRAZE_INVALID_ARGUMENT, "the callback is NULL; give a function");
}

graze_result no_shape(const char* what, std::size_t i) {
    return fail(GRAZE_INVALID_ARGUMENT,
                std::string(what) + " " + std::to_string(i) + " is NULL; give a shape for every one");
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

std::optional<ImpactOptions> impact_options(const graze_impact_options& from) noexcept {
    auto options = impact_options(from.tolerance);
    if (!options) return std::nullopt;
    const int method = number_of(from.method);
    if (method != GRAZE_CONSERVATIVE_ADVANCEMENT && method != GRAZE_INTERVAL_OBB) {
        fail(GRAZE_INVALID_ARGUMENT, "there is no such method; use one of graze_impact_method");
        return std::nullopt;
    }
    options->max_steps = from.max_steps;
    if (method == GRAZE_INTERVAL_OBB) options->method = ImpactMethod::interval_obb;
    return options;
}

std::optional<SeparationOptions> separation_options(const graze_separation_options* from) noexcept {
    SeparationOptions options;
    if (from == nullptr) return options;
    if (!std::isfinite(from->tolerance)) {
        fail(GRAZE_INVALID_ARGUMENT, "the tolerance is not finite; give a ratio, or -1 for the default");
        return std::nullopt;
    }
    options.tolerance = from->tolerance;
    options.max_iterations = from->max_iterations;
    return options;
}

std::optional<ContactOptions> contact_options(const graze_contact_options* from) noexcept {
    ContactOptions options;
    if (from == nullptr) return options;
    if (!std::isfinite(from->face_angle) || !std::isfinite(from->patch_gap)) {
        fail(GRAZE_INVALID_ARGUMENT,
             "the face angle or the patch gap is not finite; give radians and a ratio, or -1 for the "
             "defaults");
        return std::nullopt;
    }
    if (from->face_angle >= 0) options.face_angle = from->face_angle;
    if (from->patch_gap >= 0) options.patch_gap = from->patch_gap;
    return options;
}

bool is_limit(double max_t) noexcept {
    if (max_t >= 0) return true;
    fail(GRAZE_INVALID_ARGUMENT,
         "the end of the ray is negative or not a number; give 0 or more, INFINITY for all of the ray");
    return false;
}

}  // namespace graze::c

const char* graze_last_error(void) { return graze::c::last_error.c_str(); }

const char* graze_version(void) { return GRAZE_VERSION_STRING; }
