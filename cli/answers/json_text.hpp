// Small values as JSON, and JSON as text. Numbers that are not finite are words, as in files of answers.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <graze/math/interval.hpp>
#include <graze/math/vec.hpp>

#include "answers/answers_field.hpp"

namespace graze::cli {

inline nlohmann::ordered_json to_json(const Vec3& v) { return json_of(v); }
inline nlohmann::ordered_json to_json(const Interval& interval) { return json_of(interval); }

/// For the terminal. Names come from files, in any bytes: those that are no text are replaced.
inline std::string json_text(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace graze::cli
