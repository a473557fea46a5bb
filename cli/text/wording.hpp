// Answers in words and numbers, for people: the same in every command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <graze/math/interval.hpp>
#include <graze/math/vec.hpp>
#include <graze/query/query.hpp>
#include <graze/result/proof.hpp>
#include <graze/shape/shape.hpp>

namespace graze::cli {

/// Six digits, as short as they get: "0.25", "1.5e-07".
std::string number_text(double value);
/// With so many significant digits, no larger than the value; no smaller.
std::string rounded_down(double value, int digits = 6);
std::string rounded_up(double value, int digits = 6);
/// "[0.2499, 0.2501]": as many digits as distinguish the ends, rounded outward so that the text contains the
/// interval. One number when the ends are equal. Ends of a search that rounding has made cross change places.
std::string interval_text(const Interval& given);
/// "(1, 0.5, -2)".
std::string vector_text(const Vec3& v);
/// "1 triangle", "2 triangles", "12 403 triangles"; `plural` where an s does not do.
std::string count_text(std::size_t count, std::string_view noun, std::string_view plural = {});

/// What a shape is: "box", "solid mesh of 1 200 triangles", "hull of 64 vertices".
std::string shape_text(const Shape& shape);
/// "apart", "overlap", "too close to call".
std::string_view answer_text(Answer answer);
/// "gjk", "separating axes", "elimination", "closed form or boxes".
std::string_view method_text(Method method);

/// Whether the points of a separation belong to the parts, within its bounds. For overlapping parts
/// that are not convex they need not: there the translation from one point to the other is the answer.
struct PointsInParts {
    bool a = true;
    bool b = true;
};
PointsInParts points_in_parts(const Separation& gap, const Placed& a, const Placed& b);
/// Said of points that are beside the parts.
inline constexpr std::string_view kMoveWords =
    "b is separated when it has moved from the second point to the first; neither point need be in its part";

/// The name of a proof and its contents, one fact a line. The parts are called by the given names.
struct ProofWords {
    std::string kind;  ///< "separating plane"; "none" without one.
    std::vector<std::string> lines;
};
ProofWords proof_words(const Proof& proof, const std::string& a, const std::string& b);

}  // namespace graze::cli
