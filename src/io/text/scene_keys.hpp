// Which keys the objects of the scene format have: one table for the reader, the hints of its errors, and the
// schema's test.
#pragma once

#include <span>
#include <string_view>

namespace graze::io {

struct SceneObject {
    std::string_view kind;  ///< The "type" of shapes and motions; of other objects a name of their own.
    std::span<const std::string_view> keys;
};

/// Shapes first, primitives before others, then motions, then the others.
std::span<const SceneObject> scene_objects() noexcept;
/// The values of "type".
std::span<const SceneObject> scene_shapes() noexcept;
std::span<const SceneObject> scene_motions() noexcept;
/// Empty for an unknown kind.
std::span<const std::string_view> scene_keys(std::string_view kind) noexcept;

}  // namespace graze::io
