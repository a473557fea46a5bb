// What the handles of the C interface are, and how calls are kept from throwing.
#pragma once

#include <graze/graze.h>

#include <exception>
#include <graze/graze.hpp>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): these are the handles that graze.h names
struct graze_shape {
    graze::Shape shape;
    std::optional<graze::Mesh> mesh{};  ///< Set for meshes, which can be deformed.
};

struct graze_motion {
    graze::Motion motion;
};

struct graze_scene {
    graze::Scene scene;
};

struct graze_table {
    graze::ResponseTable table;
};
// NOLINTEND(readability-identifier-naming)

namespace graze::c {

/// Notes what went wrong on this thread and answers the code.
graze_result fail(graze_result result, const char* message) noexcept;
graze_result fail(graze_result result, const std::string& message) noexcept;
graze_result fail(const SceneError& error) noexcept;
/// Forgets what went wrong before.
graze_result succeed() noexcept;

/// Runs `work() -> graze_result` and turns exceptions into codes.
template <class Work> graze_result guarded(const Work& work) noexcept {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(GRAZE_OUT_OF_MEMORY, "there is not enough memory");
    } catch (const std::length_error&) {
        return fail(GRAZE_INVALID_ARGUMENT, "a count is larger than memory can be; give the number of elements");
    } catch (const std::exception& thrown) {
        return fail(GRAZE_CALLBACK_FAILED, thrown.what());
    } catch (...) {
        return fail(GRAZE_CALLBACK_FAILED, "a callback threw something that is not a std::exception");
    }
}

/// Whether all pointers are there; otherwise the error is noted.
template <class... Pointers> bool given(const Pointers*... pointers) noexcept {
    if (((pointers != nullptr) && ...)) return true;
    fail(GRAZE_INVALID_ARGUMENT, "an argument is NULL that must not be; graze/graze.h says which may be");
    return false;
}

inline Vec3 vec(const double* v) noexcept { return {v[0], v[1], v[2]}; }
inline Pose pose(const double* p) noexcept { return Pose::from({p[3], p[4], p[5], p[6]}, vec(p)); }
inline void store(const Vec3& v, double* out) noexcept {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}
inline ObjectId id(const graze_object& object) noexcept { return {object.index, object.generation, object.scene}; }
inline graze_object object(const ObjectId& id) noexcept { return {id.index, id.generation, id.scene}; }
inline graze_pair pair(const ObjectPair& objects) noexcept { return {object(objects.a), object(objects.b)}; }

graze_status status(Status status) noexcept;
graze_separation separation(const Separation& from) noexcept;
graze_ray_hit ray_hit(const RayHit& from) noexcept;
graze_impact impact(const Impact& from) noexcept;

}  // namespace graze::c
