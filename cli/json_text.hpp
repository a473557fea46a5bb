// Small values as JSON. Ends of intervals that are not finite become null.
#pragma once

#include <nlohmann/json.hpp>

#include <graze/math/interval.hpp>
#include <graze/math/vec.hpp>

namespace graze::cli {

inline nlohmann::ordered_json to_json(const Vec3& v) { return {v.x, v.y, v.z}; }
inline nlohmann::ordered_json to_json(const Interval& interval) { return {interval.lower, interval.upper}; }

}  // namespace graze::cli
