#include "io/text/scene_keys.hpp"

#include <array>

namespace graze::io {

namespace {

using Key = std::string_view;

constexpr std::array<Key, 2> kPoint{"type", "position"};
constexpr std::array<Key, 3> kSegment{"type", "a", "b"};
constexpr std::array<Key, 4> kTriangle{"type", "a", "b", "c"};
constexpr std::array<Key, 5> kTetrahedron{"type", "a", "b", "c", "d"};
constexpr std::array<Key, 2> kVertices{"type", "vertices"};
constexpr std::array<Key, 2> kSphere{"type", "radius"};
constexpr std::array<Key, 2> kBox{"type", "half_extents"};
constexpr std::array<Key, 3> kRound{"type", "radius", "half_height"};
constexpr std::array<Key, 2> kEllipsoid{"type", "radii"};
constexpr std::array<Key, 3> kHalfSpace{"type", "normal", "offset"};
constexpr std::array<Key, 2> kHullOf{"type", "shapes"};
constexpr std::array<Key, 3> kAffineImage{"type", "shape", "matrix"};
constexpr std::array<Key, 3> kRounded{"type", "shape", "radius"};
constexpr std::array<Key, 4> kMesh{"type", "vertices", "triangles", "kind"};
constexpr std::array<Key, 2> kCompound{"type", "parts"};
constexpr std::array<Key, 7> kHeightField{"type", "columns", "rows", "cell_width", "cell_depth", "corner", "heights"};
constexpr std::array<Key, 7> kFile{"type", "file", "node", "unit_scale", "up", "kind", "weld"};

constexpr std::array<Key, 3> kLinear{"type", "start", "displacement"};
constexpr std::array<Key, 3> kInBetween{"type", "start", "end"};
constexpr std::array<Key, 5> kTwist{"type", "start", "velocity", "angular_velocity", "pivot"};
constexpr std::array<Key, 6> kScrew{"type", "start", "axis_point", "axis_direction", "angle", "advance"};
constexpr std::array<Key, 4> kSampled{"type", "poses", "times", "deviation"};
constexpr std::array<Key, 3> kSpline{"type", "poses", "times"};

constexpr std::array<Key, 8> kScene{"format", "version", "title", "unit", "up", "shapes", "parts", "exclusions"};
constexpr std::array<Key, 14> kPart{"name", "shape", "file", "scene",  "node",  "unit_scale", "up",
                                    "kind", "weld",  "pose", "motion", "group", "margin",     "source"};
constexpr std::array<Key, 8> kPose{"position", "quaternion", "axis", "angle", "degrees", "rotation", "matrix", "scale"};
constexpr std::array<Key, 2> kCompoundPart{"shape", "pose"};
constexpr std::array<Key, 3> kExclusion{"a", "b", "reason"};

constexpr std::size_t kShapes = 21;
constexpr std::size_t kMotions = 6;
constexpr std::array<SceneObject, kShapes + kMotions + 5> kObjects{{
    {"point", kPoint},
    {"segment", kSegment},
    {"triangle", kTriangle},
    {"tetrahedron", kTetrahedron},
    {"polygon", kVertices},
    {"sphere", kSphere},
    {"box", kBox},
    {"capsule", kRound},
    {"cylinder", kRound},
    {"cone", kRound},
    {"ellipsoid", kEllipsoid},
    {"half_space", kHalfSpace},
    {"hull", kVertices},
    {"minkowski_sum", kSegment},
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
