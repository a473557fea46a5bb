// What the handles of the C interface are, and how calls are kept from throwing.
#pragma once

#include <graze/graze.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <exception>
#include <graze/graze.hpp>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): these are the handles that graze.h names
struct graze_shape {
    graze::Shape shape;
    std::optional<graze::Mesh> mesh{};          ///< Set for meshes, which can be deformed.
    std::optional<graze::Compound> compound{};  ///< Set for compounds, which can be refitted.
    std::optional<graze::HeightField> field{};  ///< Set for height fields, which can be refitted.
};

struct graze_motion {
    graze::Motion motion;
};

struct graze_scene {
    graze::Scene scene;
    std::unique_ptr<graze::CascadeCounters> costs{};  ///< Null: questions are not measured.
};

struct graze_verdict {
    graze::Verdict verdict;
    std::optional<graze::CertifiedCommonPoint> common{};  ///< Of a verdict that is not disjoint.
};

struct graze_pair_cache {
    graze::PairCache cache;
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
        return fail(GRAZE_INVALID_ARGUMENT,
                    "a count is larger than memory can be; give the number of elements");
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

/// An object that a scene has, or the error is noted.
bool known(const Scene& scene, const graze_object& object) noexcept;
/// A ray that can be cast, or the error is noted.
bool ray_given(const Ray& ray) noexcept;
/// A box that is not empty, or the error is noted.
std::optional<Aabb> box_given(const double* min, const double* max) noexcept;
/// Null when there is no such kind, which sets the last error.
std::unique_ptr<BroadPhase> make_broad_phase(const graze_broad_phase_kind& kind);
/// A view whose vertices can be read, or the error is noted.
std::optional<VertexView> vertex_view(const graze_vertex_view& from);
/// Three indices a triangle.
std::vector<std::array<std::uint32_t, 3>> corners_of(const std::uint32_t* triangles, std::size_t count);
/// Notes that there is no callback.
graze_result no_callback() noexcept;
/// Notes that an entry of a list is NULL: `what` and its number.
graze_result no_shape(const char* what, std::size_t i);
/// Options of impacts; empty when one is not valid, which sets the last error.
std::optional<ImpactOptions> impact_options(double tolerance) noexcept;
std::optional<ImpactOptions> impact_options(const graze_impact_options& from) noexcept;
/// The same of separations, and of contacts, where NULL stands for the default.
std::optional<SeparationOptions> separation_options(const graze_separation_options* from) noexcept;
std::optional<ContactOptions> contact_options(const graze_contact_options* from) noexcept;
/// The end of a ray, or the error is noted.
bool is_limit(double max_t) noexcept;

/// The first `capacity` of `from`, made by `convert`, and how many there are.
template <class From, class To, class Convert>
graze_result listed(const std::vector<From>& from, To* to, std::size_t capacity, std::size_t* count,
                    const Convert& convert) {
    if (!given(count) || (capacity > 0 && !given(to))) return GRAZE_INVALID_ARGUMENT;
    for (std::size_t i = 0; i < std::min(capacity, from.size()); ++i) to[i] = convert(from[i]);
    *count = from.size();
    return succeed();
}

/// The number that a caller gave for an enumerator. It need not be one: C++ may not read it as an enumerator
/// before that is checked.
template <class Enum> int number_of(const Enum& given) noexcept {
    int number = 0;
    static_assert(sizeof number == sizeof given);
    std::memcpy(&number, &given, sizeof number);
    return number;
}

inline Vec3 vec(const double* v) noexcept { return {v[0], v[1], v[2]}; }
inline Pose pose(const double* p) noexcept { return Pose::from({p[3], p[4], p[5], p[6]}, vec(p)); }
/// A matrix in columns.
inline Affine affine(const double* m) noexcept {
    return {Mat3{{vec(m), vec(m + 4), vec(m + 8)}}, vec(m + 12)};
}
inline void store(const Vec3& v, double* out) noexcept {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}
inline void store(const Pose& pose, double* out) noexcept {
    const Quat turn = quaternion_of(pose.rotation);
    store(pose.position, out);
    out[3] = turn.w;
    store(Vec3{turn.x, turn.y, turn.z}, out + 4);
}
inline ObjectId id(const graze_object& object) noexcept {
    return {object.index, object.generation, object.scene};
}
inline graze_object object(const ObjectId& id) noexcept { return {id.index, id.generation, id.scene}; }
inline graze_pair pair(const ObjectPair& objects) noexcept { return {object(objects.a), object(objects.b)}; }

/// Asks two placed shapes, when they can be asked. `ask(a, b)`, which may answer a graze_result.
template <class Ask>
graze_result asked(const graze_shape* a, const double* pose_a, const graze_shape* b, const double* pose_b,
                   const Ask& ask) noexcept {
    if (!given(a, b) || !given(pose_a, pose_b)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Placed placed_a{a->shape, pose(pose_a)};
        const Placed placed_b{b->shape, pose(pose_b)};
        for (const Placed* placed : {&placed_a, &placed_b}) {
            if (const auto fault = check(*placed); !fault)
                return fail(GRAZE_INVALID_PLACEMENT, fault.error().message());
        }
        if constexpr (std::is_void_v<decltype(ask(placed_a, placed_b))>) {
            ask(placed_a, placed_b);
            return succeed();
        } else {
            return ask(placed_a, placed_b);
        }
    });
}

/// Asks one placed shape, when it can be asked. `ask(placed) -> graze_result`.
template <class Ask>
graze_result asked(const graze_shape* shape, const double* place, const Ask& ask) noexcept {
    if (!given(shape) || !given(place)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Placed placed{shape->shape, pose(place)};
        if (const auto fault = check(placed); !fault)
            return fail(GRAZE_INVALID_PLACEMENT, fault.error().message());
        return ask(placed);
    });
}

graze_status status(Status status) noexcept;
graze_separation separation(const Separation& from) noexcept;
graze_manifold manifold(const ContactManifold& from) noexcept;
graze_ray_hit ray_hit(const RayHit& from) noexcept;
graze_common_point common_point(const CertifiedCommonPoint& from) noexcept;
graze_common_kind common_kind(CommonPointKind kind) noexcept;
graze_impact impact(const Impact& from) noexcept;
graze_relation relation_of(Relation relation) noexcept;

// And back, for `verify`. Numbers that are no status become Status::invalid_input, which shows nothing.
Separation separation(const graze_separation& from) noexcept;
ContactManifold manifold(const graze_manifold& from) noexcept;
/// With the proof of a member; none of any other kind.
CertifiedCommonPoint common_point(const graze_common_point& from);
RayHit ray_hit(const graze_ray_hit& from) noexcept;
Impact impact(const graze_impact& from) noexcept;

}  // namespace graze::c
