// The parser is nlohmann's; its events are put together here, so that a mesh of a million vertices is one
// array of doubles.
#include "io/text/json_value.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <nlohmann/json.hpp>

#include "io/text/fault.hpp"
#include "io/text/text_bounds.hpp"

namespace graze::io {

namespace {

/// Turns packed numbers back into single values, for lists that turn out to be mixed.
JsonValue::List unpacked(JsonRows rows) {
    JsonValue::List list;
    if (rows.width == 0) {
        for (const double x : rows.numbers) list.push_back({x});
        return list;
    }
    for (std::size_t i = 0; i < rows.numbers.size(); i += rows.width) {
        const auto from = rows.numbers.begin() + static_cast<std::ptrdiff_t>(i);
        list.push_back({JsonRows{{from, from + static_cast<std::ptrdiff_t>(rows.width)}, 0}});
    }
    return list;
}

void add_to_list(JsonValue& list, JsonValue value) {
    const double* number = std::get_if<double>(&value.data);
    const auto* row = std::get_if<JsonRows>(&value.data);
    const std::size_t width = row && row->width == 0 ? row->numbers.size() : 0;
    if (auto* items = std::get_if<JsonValue::List>(&list.data);
        items && items->empty() && (number || width > 0))
        list.data = JsonRows{{}, width};
    if (auto* rows = std::get_if<JsonRows>(&list.data)) {
        if (number && rows->width == 0) return rows->numbers.push_back(*number);
        if (width > 0 && rows->width == width) {
            rows->numbers.insert(rows->numbers.end(), row->numbers.begin(), row->numbers.end());
            return;
        }
        list.data = unpacked(std::move(*rows));
    }
    std::get<JsonValue::List>(list.data).push_back(std::move(value));
}

/// Takes nlohmann's events. Every method answers whether to go on.
class Builder {
public:
    Builder(const std::string& file, const JsonLimits& limits) : file_(file), limits_(limits) {}

    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    bool null() { return add({}); }
    bool boolean(bool value) { return add({value}); }
    bool number_integer(number_integer_t value) { return add({static_cast<double>(value)}); }
    bool number_unsigned(number_unsigned_t value) { return add({static_cast<double>(value)}); }
    bool number_float(number_float_t value, const string_t& /*text*/) { return add({value}); }
    bool string(string_t& value) { return add({std::move(value)}); }
    bool binary(binary_t& /*value*/) { return false; }
    bool key(string_t& name) {
        keys_.back() = std::move(name);
        return true;
    }
    bool start_object(std::size_t /*count*/) { return open({JsonValue::Object{}}); }
    bool start_array(std::size_t /*count*/) { return open({JsonValue::List{}}); }
    bool end_object() {
        refuse_repeated(std::get<JsonValue::Object>(open_.back().data));
        return close();
    }
    bool end_array() { return close(); }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::json::exception& error);

    JsonValue take() { return std::move(whole_); }

private:
    bool open(JsonValue value) {
        if (open_.size() >= limits_.depth)
            fail({file_, "",
                  "lists and objects are nested more than " + std::to_string(limits_.depth) + " deep",
                  "Flatten the file."});
        open_.push_back(std::move(value));
        keys_.emplace_back();
        return true;
    }
    bool close() {
        JsonValue done = std::move(open_.back());
        open_.pop_back();
        keys_.pop_back();
        return add(std::move(done));
    }
    bool add(JsonValue value);
    void refuse_repeated(const JsonValue::Object& object) const;

    const std::string& file_;
    JsonLimits limits_;
    JsonValue whole_;
    std::vector<JsonValue> open_;
    std::vector<std::string> keys_;  ///< Of each open value the key that comes next.
    std::size_t count_ = 0;
};

bool Builder::add(JsonValue value) {
    if (open_.empty()) {
        whole_ = std::move(value);
        return true;
    }
    JsonValue& parent = open_.back();
    if (auto* object = std::get_if<JsonValue::Object>(&parent.data))
        object->push_back({std::move(keys_.back()), std::move(value)});
    else
        add_to_list(parent, std::move(value));
    if (!std::holds_alternative<JsonRows>(parent.data) && ++count_ > limits_.values)
        fail({file_, "", "it holds more than " + std::to_string(limits_.values) + " values",
              "Put large meshes into mesh files."});
    return true;
}

void Builder::refuse_repeated(const JsonValue::Object& object) const {
    std::vector<std::string_view> keys;
    keys.reserve(object.size());
    for (const JsonMember& member : object) keys.emplace_back(member.key);
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice != keys.end())
        fail({file_, "", "an object has the key '" + printable(*twice) + "' twice", "Keep one of them."});
}

bool Builder::parse_error(std::size_t position, const std::string& /*token*/,
                          const nlohmann::json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 2, column 5: syntax error while parsing value -
    // unexpected ..."
    std::string_view text = error.what();
    if (const auto head = text.find("] "); head != std::string_view::npos) text.remove_prefix(head + 2);
    std::string where = "byte " + std::to_string(position);
    if (const auto line = text.find("line ");
        text.starts_with("parse error at ") && line != std::string_view::npos) {
        const auto end = text.find(": ", line);
        where = text.substr(line, end - line);
        if (end != std::string_view::npos) text.remove_prefix(end + 2);
    }
    fail({file_, where, "not valid JSON: " + printable(text),
          "Check the commas, quotes and brackets just before that place."});
}

[[noreturn]] void fail_after_end(const std::string& file, std::uint64_t byte) {
    fail({file, "byte " + std::to_string(byte), "there is more after the end of the JSON text",
          "Remove it, or export the file again."});
}

}  // namespace

// The parser skips a byte order mark and takes a zero for the end of the text: zeros may fill up the rest,
// but nothing may follow them.

JsonValue parse_json(std::istream& stream, const std::string& file, const JsonLimits& limits) {
    std::array<char, 4> start{};
    stream.read(start.data(), start.size());
    mark_bytes({start.data(), static_cast<std::size_t>(stream.gcount())}, file);
    stream.clear();
    stream.seekg(0);
    Builder builder(file, limits);
    nlohmann::json::sax_parse(stream, &builder);
    if (stream.eof()) return builder.take();
    const auto position = static_cast<std::uint64_t>(std::max<std::streamoff>(stream.tellg(), 0));
    if (const auto at = find_content(stream, position)) fail_after_end(file, *at);
    return builder.take();
}

JsonValue parse_json(std::string_view text, const std::string& file, const JsonLimits& limits) {
    mark_bytes(text, file);
    const std::size_t end = std::min(text.find('\0'), text.size());
    const auto trailing =
        std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(), is_filler);
    if (trailing != text.end()) fail_after_end(file, static_cast<std::uint64_t>(trailing - text.begin()));
    Builder builder(file, limits);
    nlohmann::json::sax_parse(text.substr(0, end), &builder);
    return builder.take();
}

}  // namespace graze::io
