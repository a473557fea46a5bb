// A position in a JSON document with its path: values read from it are checked, and errors are reported with
// the path.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/vec.hpp"
#include "io/text/json_value.hpp"

namespace graze::io {

class JsonCursor {
public:
    /// Both must outlive the cursor.
    JsonCursor(JsonValue& value, const std::string& file, std::string path = {})
        : value_(&value), file_(&file), path_(std::move(path)) {}

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] const std::string& file() const noexcept { return *file_; }
    [[noreturn]] void fail(std::string reason, std::string hint) const;

    [[nodiscard]] bool is_text() const noexcept { return std::holds_alternative<std::string>(value_->data); }
    [[nodiscard]] bool is_null() const noexcept {
        return std::holds_alternative<std::monostate>(value_->data);
    }
    [[nodiscard]] bool is_number() const noexcept { return std::holds_alternative<double>(value_->data); }

    [[nodiscard]] bool is_object() const noexcept {
        return std::holds_alternative<JsonValue::Object>(value_->data);
    }

    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] bool flag() const;
    [[nodiscard]] double number() const;  ///< Zero or a magnitude that the library serves.
    [[nodiscard]] double size() const;    ///< The same, not below zero.
    /// Any double: a number, or the texts "inf", "-inf" and "nan", for which JSON has no numbers, and "-0",
    /// whose sign other programs lose.
    [[nodiscard]] double any_number() const;
    [[nodiscard]] std::vector<double> any_numbers() const;  ///< A list of these.
    /// A list of lists of these, of any lengths.
    [[nodiscard]] std::vector<std::vector<double>> number_lists() const;
    [[nodiscard]] std::size_t whole(std::size_t most) const;  ///< 0 .. most.
    [[nodiscard]] Vec3 vector() const;
    [[nodiscard]] std::vector<double> numbers() const;  ///< A list.
    /// A list of rows; takes it out of the document, so that it is not held twice. Checked as `number` is.
    [[nodiscard]] std::vector<Vec3> take_points() const;
    [[nodiscard]] JsonRows rows() const;  ///< Any width.
    [[nodiscard]] JsonRows take_rows(std::size_t width) const;

    /// An object whose keys are all known to the kind.
    const JsonCursor& object(std::string_view kind) const;
    /// An object whose keys are all among these.
    const JsonCursor& object_of(std::span<const std::string_view> known) const;
    [[nodiscard]] std::optional<JsonCursor> find(std::string_view key) const;  ///< Of an object.
    [[nodiscard]] JsonCursor need(std::string_view key) const;
    [[nodiscard]] std::vector<JsonCursor> members() const;  ///< Of an object, in order.
    [[nodiscard]] std::vector<JsonCursor> items() const;    ///< Of a list that is not all numbers.
    [[nodiscard]] const std::string& key() const noexcept {
        return key_;
    }  ///< Under which `members` found it.

private:
    void check(double x, std::string_view element = {}) const;
    [[nodiscard]] std::string_view kind_name() const noexcept;

    JsonValue* value_;
    const std::string* file_;
    std::string path_;
    std::string key_;
};

}  // namespace graze::io
