#include "io/text/json_cursor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/math/vec.hpp"
#include "io/text/fault.hpp"
#include "io/text/scene_keys.hpp"

namespace graze::io {

namespace {

/// "parts[3]" and "shape" make "parts[3].shape"; names with other letters are quoted.
std::string member_path(const std::string& path, std::string_view key) {
    const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    });
    if (!plain || key.empty()) return path + "['" + printable(key, 60) + "']";
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

}  // namespace

void JsonCursor::fail(std::string reason, std::string hint) const {
    io::fail({*file_, path_, std::move(reason), std::move(hint)});
}

std::string_view JsonCursor::kind_name() const noexcept {
    constexpr std::array<std::string_view, 7> names{
        "null", "true or false", "a number", "text", "a list of numbers", "a list", "an object"};
    return names[value_->data.index()];
}

const std::string& JsonCursor::text() const {
    const auto* text = std::get_if<std::string>(&value_->data);
    if (!text) fail("it is " + std::string(kind_name()) + " where text belongs", "Write it in quotes.");
    return *text;
}

bool JsonCursor::flag() const {
    const bool* flag = std::get_if<bool>(&value_->data);
    if (!flag)
        fail("it is " + std::string(kind_name()) + " where true or false belongs",
             "Write true or false, without quotes.");
    return *flag;
}

void JsonCursor::check(double x, std::string_view element) const {
    if (in_served_range(x)) return;
    JsonCursor place = *this;
    place.path_ += element;
    place.fail("the number is outside 0 and 1e-100 .. 1e100 in magnitude", "Choose another unit of length.");
}

double JsonCursor::number() const {
    const double* x = std::get_if<double>(&value_->data);
    if (!x)
        fail("it is " + std::string(kind_name()) + " where a number belongs",
             "Write a number, without quotes.");
    check(*x);
    return *x;
}

double JsonCursor::size() const {
    const double x = number();
    if (x < 0) fail("a size is below zero", "Sizes are zero or positive.");
    return x;
}

double JsonCursor::any_number() const {
    if (const double* x = std::get_if<double>(&value_->data)) return *x;
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const std::string& word = text();
    if (word == "inf") return kInfinite;
    if (word == "-inf") return -kInfinite;
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (word == "-0") return -0.0;
    fail("it is text where a number belongs", "Write a number without quotes, or \"inf\" or \"-inf\".");
}

std::vector<double> JsonCursor::any_numbers() const {
    if (const auto* rows = std::get_if<JsonRows>(&value_->data)) {
        if (rows->width == 0) return rows->numbers;
        fail("it is a list of lists where a list of numbers belongs", "Remove the inner brackets.");
    }
    std::vector<double> numbers;
    for (const JsonCursor& item : items()) numbers.push_back(item.any_number());
    return numbers;
}

std::vector<std::vector<double>> JsonCursor::number_lists() const {
    std::vector<std::vector<double>> lists;
    if (const auto* rows = std::get_if<JsonRows>(&value_->data); rows && rows->width > 0) {
        for (auto at = rows->numbers.begin(); at != rows->numbers.end();
             at += static_cast<std::ptrdiff_t>(rows->width))
            lists.emplace_back(at, at + static_cast<std::ptrdiff_t>(rows->width));
        return lists;
    }
    for (const JsonCursor& item : items()) lists.push_back(item.any_numbers());
    return lists;
}

std::size_t JsonCursor::whole(std::size_t most) const {
    const double x = number();
    if (!(x >= 0 && x <= static_cast<double>(most)) || x != std::floor(x))
        fail("it is not a whole number from 0 to " + std::to_string(most), "Write one.");
    return static_cast<std::size_t>(x);
}

JsonRows JsonCursor::rows() const {
    if (const auto* list = std::get_if<JsonValue::List>(&value_->data); list && list->empty()) return {};
    const auto* rows = std::get_if<JsonRows>(&value_->data);
    if (!rows)
        fail("it is " + std::string(kind_name()) + " where numbers in brackets belong",
             "Write them as [1, 2, 3], lists of them as [[1, 2, 3], [4, 5, 6]].");
    return *rows;
}

std::vector<double> JsonCursor::numbers() const {
    JsonRows list = rows();
    if (list.width != 0)
        fail("it is a list of lists where a list of numbers belongs", "Remove the inner brackets.");
    for (std::size_t i = 0; i < list.numbers.size(); ++i) check(list.numbers[i], bracketed(i));
    return std::move(list.numbers);
}

Vec3 JsonCursor::vector() const {
    const std::vector<double> list = numbers();
    if (list.size() != 3)
        fail("it has " + std::to_string(list.size()) + " numbers where x, y and z belong",
             "Write three, as in [0, 0, 1].");
    return {list[0], list[1], list[2]};
}

JsonRows JsonCursor::take_rows(std::size_t width) const {
    auto* rows = std::get_if<JsonRows>(&value_->data);
    if (!rows || rows->width != width)
        fail("it is not a list of lists of " + std::to_string(width) + " numbers each",
             "Write it as [[1, 2, 3], [4, 5, 6]].");
    return std::exchange(*rows, {});
}

std::vector<Vec3> JsonCursor::take_points() const {
    const JsonRows rows = take_rows(3);
    std::vector<Vec3> points;
    points.reserve(rows.numbers.size() / 3);
    for (std::size_t i = 0; i < rows.numbers.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (!in_served_range(rows.numbers[i + k])) check(rows.numbers[i + k], bracketed(i / 3));
        }
        points.push_back({rows.numbers[i], rows.numbers[i + 1], rows.numbers[i + 2]});
    }
    return points;
}

const JsonCursor& JsonCursor::object(std::string_view kind) const { return object_of(scene_keys(kind)); }

const JsonCursor& JsonCursor::object_of(std::span<const std::string_view> known) const {
    const auto* object = std::get_if<JsonValue::Object>(&value_->data);
    if (!object)
        fail("it is " + std::string(kind_name()) + " where an object belongs",
             "Write it in braces: { ... }.");
    for (const JsonMember& member : *object) {
        if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
        const std::string name = printable(member.key, 60);
        io::fail({*file_, member_path(path_, member.key), "the key '" + name + "' is not known",
                  nearest_name(name, known)});
    }
    return *this;
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
    auto* object = std::get_if<JsonValue::Object>(&value_->data);
    if (!object) return std::nullopt;
    const auto found =
        std::find_if(object->begin(), object->end(), [&](const JsonMember& m) { return m.key == key; });
    if (found == object->end()) return std::nullopt;
    return JsonCursor(found->value, *file_, member_path(path_, key));
}

JsonCursor JsonCursor::need(std::string_view key) const {
    auto found = find(key);
    if (!found) fail("the key '" + std::string(key) + "' is missing", "Add it.");
    return *std::move(found);
}

std::vector<JsonCursor> JsonCursor::members() const {
    auto* object = std::get_if<JsonValue::Object>(&value_->data);
    if (!object)
        fail("it is " + std::string(kind_name()) + " where an object belongs",
             "Write it in braces: { ... }.");
    std::vector<JsonCursor> cursors;
    for (JsonMember& member : *object) {
        cursors.emplace_back(member.value, *file_, member_path(path_, member.key));
        cursors.back().key_ = member.key;
    }
    return cursors;
}

std::vector<JsonCursor> JsonCursor::items() const {
    auto* list = std::get_if<JsonValue::List>(&value_->data);
    if (!list)
        fail("it is " + std::string(kind_name()) + " where a list of objects belongs",
             "Write it in brackets: [ ... ].");
    std::vector<JsonCursor> cursors;
    for (std::size_t i = 0; i < list->size(); ++i)
        cursors.emplace_back((*list)[i], *file_, path_ + bracketed(i));
    return cursors;
}

}  // namespace graze::io
