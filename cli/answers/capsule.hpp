// A question about one or two parts in a small text file: the parts, the question, the answer, and who gave
// it. It needs nothing else: it can be sent with a report of a bug, and replayed there to the last bit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/io/document.hpp>
#include <graze/result/ray.hpp>

namespace graze::cli {

/// Bytes: some millions of triangles. Larger ones are neither made nor read.
inline constexpr std::uintmax_t kLargestCapsule = std::uintmax_t{512} << 20;

enum class CapsuleQuery : std::uint8_t {
    verdict,   ///< Whether a and b overlap, with the proof.
    distance,  ///< How far apart, or how deep.
    contacts,
    relation,
    cast,  ///< When they first touch along their motions, with the proof.
    ray,   ///< Where a ray first hits a.
};

struct Question {
    CapsuleQuery query = CapsuleQuery::distance;
    std::string a{};  ///< Names of parts.
    std::string b{};  ///< Empty for rays.
    Ray ray{};        ///< For rays.
};

/// The file with the answer of now. Throws UserError when a part is not in the document, with the nearest
/// name.
std::string make_capsule(const io::Document& document, const Question& question);

/// What came of a capsule.
struct Replay {
    std::string version;  ///< Of the graze that made it.
    /// "distance[0]: 0.25 then, 0.26 now"; empty when all bits are the same.
    std::vector<std::string> differences;
};

/// Repeats the query. Throws UserError when the text is no capsule, or its parts cannot be used; `name` is
/// for the message.
Replay replay_capsule(std::string_view text, const std::string& name);

}  // namespace graze::cli
