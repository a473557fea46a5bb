// What must hold for every string of bytes. Nothing here needs an oracle: no NaN, bounds in order, results
// that stay within what they state about themselves, and verbs that do not contradict each other. Called by
// the fuzzers and, on kept strings, by an ordinary test.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace graze::test {

/// Builders: hulls, polygons, structs and combinators made from the bytes, and the support mappings of what
/// came out. Empty when everything holds, else what failed and the input as C++ text.
std::string fault_of_builders(std::span<const std::uint8_t> bytes);

/// Queries: every verb on two placed shapes made from the bytes, in both orders.
std::string fault_of_queries(std::span<const std::uint8_t> bytes);

/// Box trees: loaded from the bytes, as they are or with a right checksum; or built from boxes made of them,
/// searched, and sent through bytes again.
std::string fault_of_trees(std::span<const std::uint8_t> bytes);

/// Meshes: examined, built, deformed, mapped, asked for sides and distances of points and for triangles that
/// intersect.
std::string fault_of_meshes(std::span<const std::uint8_t> bytes);

/// Kept scenes: loaded from the bytes, as they are or with right checksums; or made of shapes from the bytes,
/// kept, changed in a few words and loaded again. What loads can be asked and kept.
std::string fault_of_scene_bytes(std::span<const std::uint8_t> bytes);

}  // namespace graze::test
