// JSON in memory, compact where scenes are large: lists of numbers, and lists of lists of as many numbers,
// are kept as plain doubles.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace graze::io {

struct JsonMember;

/// Numbers in rows of equal width; of a plain list the width is 0.
struct JsonRows {
    std::vector<double> numbers;
    std::size_t width = 0;
};

struct JsonValue {
    using List = std::vector<JsonValue>;
    using Object = std::vector<JsonMember>;  ///< As written; no key twice.
    std::variant<std::monostate, bool, double, std::string, JsonRows, List, Object> data;
};

struct JsonMember {
    std::string key;
    JsonValue value;
};

struct JsonLimits {
    std::size_t depth = 256;          ///< Of lists and objects in each other.
    std::size_t values = 16'000'000;  ///< That are not numbers in lists.
};

/// The document in a stream or text. Throws a Fault for the file that names line and column.
JsonValue parse_json(std::istream& stream, const std::string& file, const JsonLimits& limits = {});
JsonValue parse_json(std::string_view text, const std::string& file, const JsonLimits& limits = {});

}  // namespace graze::io
