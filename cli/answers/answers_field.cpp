#include "answers/answers_field.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace graze::cli {
void Field::fail(const std::string& reason) const { throw Malformed{place_, reason}; }

Field Field::at(const char* key) const {
    if (!value_->is_object()) fail("should be an object");
    const auto found = value_->find(key);
    if (found == value_->end()) fail(std::string("has no \"") + key + "\"");
    return Field(*found, place_.empty() ? std::string(key) : place_ + "." + key);
}

Field Field::at(std::size_t index) const {
    if (index >= size()) fail("has too few elements");
    return Field((*value_)[index], place_ + "[" + std::to_string(index) + "]");
}

std::size_t Field::size(std::size_t most) const {
    if (!value_->is_array()) fail("should be an array");
    if (value_->size() > most) fail("has more than " + std::to_string(most) + " elements");
    return value_->size();
}

void Field::expect_size(std::size_t count) const {
    if (size() != count) fail("should have " + std::to_string(count) + " elements");
}

double Field::number() const {
    if (value_->is_number()) return value_->get<double>();
    const std::string* word = value_->get_ptr<const std::string*>();
    if (word != nullptr && *word == "inf") return kInfinity;
    if (word != nullptr && *word == "-inf") return -kInfinity;
    if (word != nullptr && *word == "-0") return -0.0;
    if (word != nullptr && *word == "nan") return std::numeric_limits<double>::quiet_NaN();
    fail("should be a number");
}

bool Field::boolean() const {
    if (!value_->is_boolean()) fail("should be true or false");
    return value_->get<bool>();
}

std::string Field::text() const {
    if (!value_->is_string()) fail("should be a text");
    return value_->get<std::string>();
}

std::uint64_t Field::count(std::uint64_t most) const {
    if (!value_->is_number_unsigned()) fail("should be a whole number of 0 or more");
    const auto value = value_->get<std::uint64_t>();
    if (value > most) fail("is too large");
    return value;
}

std::uint64_t Field::name() const {
    const std::string* word = value_->get_ptr<const std::string*>();
    if (word == nullptr) return count();
    std::uint64_t value = 0;
    const char* end = word->data() + word->size();
    const auto [stop, error] = std::from_chars(word->data(), end, value);
    if (error != std::errc{} || stop != end) fail("should be a whole number of 0 or more");
    return value;
}

Vec3 Field::vector() const {
    expect_size(3);
    return {at(std::size_t{0}).number(), at(1).number(), at(2).number()};
}

Interval Field::interval() const {
    expect_size(2);
    return {at(std::size_t{0}).number(), at(1).number()};
}

std::size_t Field::one_of(std::span<const std::string_view> names) const {
    const std::string word = text();
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) fail("does not know the word \"" + word + "\"");
    return static_cast<std::size_t>(found - names.begin());
}

Json json_of(double value) {
    if (std::isfinite(value)) return value;
    if (std::isnan(value)) return "nan";
    return value > 0 ? "inf" : "-inf";
}

Json json_of(const Vec3& vector) {
    return Json::array({json_of(vector.x), json_of(vector.y), json_of(vector.z)});
}

Json direction_json(const Vec3& direction) {
    const auto word = [](double x) { return x == 0 && std::signbit(x) ? Json("-0") : json_of(x); };
    return Json::array({word(direction.x), word(direction.y), word(direction.z)});
}

Json json_of(const Interval& interval) {
    return Json::array({json_of(interval.lower), json_of(interval.upper)});
}

}  // namespace graze::cli
