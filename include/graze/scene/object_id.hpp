// Names of objects in scenes. An id is never given to another object, in this scene or any other: using one after its object
// was removed, or in the wrong scene, is reported and does nothing.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace graze {

/// The default id names no object. Ids of one scene are ordered by place, and a place that is used again by age.
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
    static constexpr ObjectPair of(const ObjectId& x, const ObjectId& y) noexcept { return x < y ? ObjectPair{x, y} : ObjectPair{y, x}; }
    friend constexpr auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
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
        return first ^ (std::hash<graze::ObjectId>{}(pair.b) + 0x9e3779b97f4a7c15U + (first << 6) + (first >> 2));
    }
};
