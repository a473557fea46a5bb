// What the contenders are given: plain descriptions of shapes and of placed pairs, free of any library's
// types. Lengths are about 1. Axis of capsule, cylinder and cone is local z; poses map local to world.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "graze/math/pose.hpp"

namespace graze::bench {

enum class Kind : std::uint8_t { sphere, box, capsule, cylinder, cone, hull };

constexpr std::string_view to_string(Kind kind) {
    constexpr std::array<std::string_view, 6> names{"sphere", "box", "capsule", "cylinder", "cone", "hull"};
    return names[static_cast<std::size_t>(kind)];
}

struct ShapeSpec {
    Kind kind = Kind::sphere;
    Vec3 half_extents{};         ///< Box.
    double radius = 0;           ///< Sphere, capsule, cylinder, cone.
    double half_height = 0;      ///< Capsule (of its segment), cylinder, cone (apex at +z).
    std::vector<Vec3> vertices;  ///< Hull.
    std::vector<std::array<std::uint32_t, 3>>
        triangles;  ///< Hull: its boundary, counter-clockwise from outside.
};

struct PairSpec {
    std::uint32_t a = 0;  ///< Index into Batch::shapes_a.
    std::uint32_t b = 0;  ///< Index into Batch::shapes_b.
    Pose pose_a{};
    Pose pose_b{};
};

struct Batch {
    std::vector<ShapeSpec> shapes_a;  ///< All of one kind.
    std::vector<ShapeSpec> shapes_b;  ///< All of one kind.
    std::vector<PairSpec> pairs;
};

enum class Ask : std::uint8_t { boolean, distance, depth };

/// One contender's answer to one pair. A boolean question fills `hit` only.
struct Reply {
    double distance = 0;  ///< Signed: > 0 gap, < 0 depth.
    Vec3 normal{};        ///< World frame, from a to b; checked for depths only.
    bool hit = false;
    bool failed = false;  ///< The library threw, or returned no answer where there is one.
};

}  // namespace graze::bench
