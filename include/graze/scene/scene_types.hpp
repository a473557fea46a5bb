// Input and answers of scenes, the names of their objects, and what questions cost. World frame throughout.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graze/motion/motion.hpp"
#include "graze/result/contact.hpp"
#include "graze/result/impact.hpp"
#include "graze/result/ray.hpp"
#include "graze/result/separation.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

// An id is never given to another object, in this scene or any other: using one after its object was removed,
// or in the wrong scene, is reported and does nothing.

/// The default id names no object. Ids of one scene are ordered by place, and a place that is used again by
/// age.
struct ObjectId {
    std::uint32_t index = 0;       ///< Place in the scene; used again after removal.
    std::uint32_t generation = 0;  ///< How many objects had the place, this one included; 0 for no object.
    std::uint64_t scene = 0;       ///< The scene's own number.

    /// Whether the id was ever given to an object.
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return generation != 0; }
    friend constexpr auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

/// Two objects, a < b.
struct ObjectPair {
    ObjectId a{};
    ObjectId b{};

    /// In the order of their ids.
    static constexpr ObjectPair of(const ObjectId& x, const ObjectId& y) noexcept {
        return x < y ? ObjectPair{x, y} : ObjectPair{y, x};
    }
    friend constexpr auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

/// Why a scene refused a change. The scene is then unchanged.
struct SceneError {
    enum class Reason : std::uint8_t {
        no_object,          ///< An id that was never given to an object, or a mesh that no object has.
        other_scene,        ///< An object of another scene.
        removed,            ///< An object that is no longer there.
        invalid_shape,      ///< A shape that cannot be used.
        invalid_placement,  ///< A pose or map that is not finite, too large, not a rotation where one must
                            ///< be, or not there.
        invalid_margin,     ///< A margin below zero or not finite.
    };
    Reason reason = Reason::no_object;
    ObjectId object{};
    std::string message;  ///< One sentence for a person: what is wrong and what to do.
};

/// What an object is besides its shape and place.
struct ObjectOptions {
    double margin = 0;  ///< All points within this distance of the placed shape belong to the object. >= 0.
    /// Two objects are examined when each one's mask has a bit of the other's group.
    std::uint32_t group = 1;
    std::uint32_t mask = ~std::uint32_t{0};
    std::uint64_t user_data = 0;  ///< The application's; the scene only keeps it.
};

/// Where a ray first hits an object. As `raycast` of the placed object has it, but t is not before the ray
/// enters the object's box
/// (`Scene::bounds`), which may be later by rounding or within the bounds.
struct ObjectRayHit : RayHit {
    ObjectId object{};
};

/// Two objects and how far apart they are.
struct ObjectSeparation {
    ObjectPair objects{};
    Separation separation{};  ///< Of objects.a and objects.b in this order.
};

/// Two objects and where they press.
struct ObjectContacts {
    ObjectPair objects{};
    /// Of objects.a and objects.b in this order, the deepest first. Not empty.
    std::vector<ContactManifold> manifolds;
};

/// An object with its motion.
struct ObjectMotion {
    ObjectId object{};
    Motion motion{};
};

/// Two objects and when they first touch.
struct ObjectImpact {
    ObjectPair objects{};
    Impact impact{};                        ///< Of objects.a and objects.b in this order. A hit.
    std::vector<ImpactContact> contacts{};  ///< All parts that touch then, as of `impact_contacts`: set by
                                            ///< Scene::step for converged impacts, empty otherwise.
};

/// Where a moving shape first touches an object.
struct ObjectCastHit {
    ObjectId object{};
    Impact impact{};  ///< Of the object and the moving shape in this order. A hit.
};

/// The cascade behind an answer about many objects: boxes of objects, trees of their parts, primitives. Each
/// stage gets what the one before did not decide. Questions add to it, so that it can sum up many of them.
/// Counts are exact and do not depend on the number of threads. Seconds of tests and details are the sum over
/// all threads, those of the broad phase wall time; the clock is read around every test of a primitive or
/// leaf, about 50 ns that they contain.
struct CascadeCounters {
    std::uint64_t pairs = 0;   ///< That the question is about, whatever their places and filters.
    std::uint64_t culled = 0;  ///< Decided by boxes of objects, or left out by groups, masks and exclusions.
    std::uint64_t tested = 0;  ///< The others: culled + tested == pairs.
    std::uint64_t found = 0;   ///< In the answer.
    std::uint64_t box_tests = 0;        ///< N_b: boxes in trees, when pairs of parts or rays were searched.
    std::uint64_t primitive_tests = 0;  ///< N_p: pairs of triangles, members or whole convex shapes.
    double broad_seconds = 0;           ///< Boxes of objects, and filters.
    double tree_seconds = 0;            ///< N_b C_b: in pairs with parts all but their primitives.
    double primitive_seconds = 0;       ///< N_p C_p.
    double detail_seconds = 0;          ///< What is computed only of pairs that were found: contacts, proofs.

    [[nodiscard]] double seconds() const noexcept {
        return broad_seconds + tree_seconds + primitive_seconds + detail_seconds;
    }
    /// C_b: seconds of a box; 0 without any.
    [[nodiscard]] double box_cost() const noexcept {
        return box_tests == 0 ? 0 : tree_seconds / static_cast<double>(box_tests);
    }
    /// C_p: seconds of a primitive; 0 without any.
    [[nodiscard]] double primitive_cost() const noexcept {
        return primitive_tests == 0 ? 0 : primitive_seconds / static_cast<double>(primitive_tests);
    }
    /// T = C_broad + P (N_b C_b + N_p C_p), the book's cost function: seconds of a pair on average, where P
    /// is the share of pairs that the broad phase does not decide, and N_b and N_p are those of such a pair.
    [[nodiscard]] double pair_cost() const noexcept {
        return pairs == 0 ? 0 : (seconds() - detail_seconds) / static_cast<double>(pairs);
    }
    CascadeCounters& operator+=(const CascadeCounters& other) noexcept {
        pairs += other.pairs;
        culled += other.culled;
        tested += other.tested;
        found += other.found;
        box_tests += other.box_tests;
        primitive_tests += other.primitive_tests;
        broad_seconds += other.broad_seconds;
        tree_seconds += other.tree_seconds;
        primitive_seconds += other.primitive_seconds;
        detail_seconds += other.detail_seconds;
        return *this;
    }
};

}  // namespace graze

template <> struct std::hash<graze::ObjectId> {
    std::size_t operator()(const graze::ObjectId& id) const noexcept {
        const std::uint64_t place = (std::uint64_t{id.generation} << 32) | id.index;
        return std::hash<std::uint64_t>{}(place ^ id.scene);
    }
};

template <> struct std::hash<graze::ObjectPair> {
    std::size_t operator()(const graze::ObjectPair& pair) const noexcept {
        const std::size_t first = std::hash<graze::ObjectId>{}(pair.a);
        return first ^
               (std::hash<graze::ObjectId>{}(pair.b) + 0x9e3779b97f4a7c15U + (first << 6) + (first >> 2));
    }
};

#include "graze/core/fp_contract_off_end.inc"
