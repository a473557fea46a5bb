#include "io/text/scene_keys.hpp"

#include <array>

#include "shape/primitives/list.hpp"

namespace graze::io {

namespace {

using Key = std::string_view;

constexpr std::array<Key, 3> kSum{"type", "a", "b"};
constexpr std::array<Key, 2> kVertices{"type", "vertices"};
constexpr std::array<Key, 2> kHullOf{"type", "shapes"};
constexpr std::array<Key, 3> kAffineImage{"type", "shape", "matrix"};
constexpr std::array<Key, 3> kRounded{"type", "shape", "radius"};
constexpr std::array<Key, 4> kMesh{"type", "vertices", "triangles", "kind"};
constexpr std::array<Key, 2> kCompound{"type", "parts"};
constexpr std::array<Key, 7> kHeightField{"type",       "columns", "rows",   "cell_width",
                                          "cell_depth", "corner",  "heights"};
constexpr std::array<Key, 7> kFile{"type", "file", "node", "unit_scale", "up", "kind", "weld"};

constexpr std::array<Key, 3> kLinear{"type", "start", "displacement"};
constexpr std::array<Key, 3> kInBetween{"type", "start", "end"};
constexpr std::array<Key, 5> kTwist{"type", "start", "velocity", "angular_velocity", "pivot"};
constexpr std::array<Key, 6> kScrew{"type", "start", "axis_point", "axis_direction", "angle", "advance"};
constexpr std::array<Key, 4> kSampled{"type", "poses", "times", "deviation"};
constexpr std::array<Key, 3> kSpline{"type", "poses", "times"};

constexpr std::array<Key, 8> kScene{"format", "version", "title", "unit",
                                    "up",     "shapes",  "parts", "exclusions"};
constexpr std::array<Key, 14> kPart{"name", "shape", "file", "scene",  "node",  "unit_scale", "up",
                                    "kind", "weld",  "pose", "motion", "group", "margin",     "source"};
constexpr std::array<Key, 8> kPose{"position", "quaternion", "axis",   "angle",
                                   "degrees",  "rotation",   "matrix", "scale"};
constexpr std::array<Key, 2> kCompoundPart{"shape", "pose"};
constexpr std::array<Key, 3> kExclusion{"a", "b", "reason"};

/// "type" and the names of a primitive's fields.
struct PrimitiveKeys {
    std::array<Key, 13> keys{"type"};  // no more fields than numbers
    std::size_t count = 1;
};
constexpr auto kPrimitiveKeys = [] {
    std::array<PrimitiveKeys, kPrimitives.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const PrimitiveField& field : kPrimitives[i].fields) all[i].keys[all[i].count++] = field.name;
    }
    return all;
}();

constexpr std::size_t kOtherShapes = 10;
constexpr std::size_t kMotions = 6;
constexpr std::array<SceneObject, kOtherShapes + kMotions + 5> kOthers{{
    {"polygon", kVertices},
    {"hull", kVertices},
    {"minkowski_sum", kSum},
    {"convex_hull_of", kHullOf},
    {"affine_image", kAffineImage},
    {"rounded", kRounded},
    {"mesh", kMesh},
    {"compound", kCompound},
    {"height_field", kHeightField},
    {"file", kFile},
    {"linear", kLinear},
    {"in_between", kInBetween},
    {"twist", kTwist},
    {"screw", kScrew},
    {"sampled", kSampled},
    {"spline", kSpline},
    {"scene", kScene},
    {"part", kPart},
    {"pose", kPose},
    {"compound_part", kCompoundPart},
    {"exclusion", kExclusion},
}};

constexpr auto kObjects = [] {
    std::array<SceneObject, kPrimitives.size() + kOthers.size()> all{};
    std::size_t next = 0;
    for (std::size_t i = 0; i < kPrimitives.size(); ++i)
        all[next++] = {kPrimitives[i].name, std::span(kPrimitiveKeys[i].keys).first(kPrimitiveKeys[i].count)};
    for (const SceneObject& other : kOthers) all[next++] = other;
    return all;
}();
constexpr std::size_t kShapes = kPrimitives.size() + kOtherShapes;

}  // namespace

std::span<const SceneObject> scene_objects() noexcept { return kObjects; }
std::span<const SceneObject> scene_shapes() noexcept { return scene_objects().first(kShapes); }
std::span<const SceneObject> scene_motions() noexcept { return scene_objects().subspan(kShapes, kMotions); }

std::span<const std::string_view> scene_keys(std::string_view kind) noexcept {
    for (const SceneObject& object : kObjects) {
        if (object.kind == kind) return object.keys;
    }
    return {};
}

}  // namespace graze::io
