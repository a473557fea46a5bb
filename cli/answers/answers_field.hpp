// A value in a file of answers, and its position. Files are not trusted: whatever is not as it should be
// throws Malformed, which names the place. Numbers keep their bits; those that are not finite are the words
// "inf", "-inf" and "nan". Other programs may write a file again, with numbers of the same value: whole ones
// for 1.0, zeros without their sign, counts past 2^53 rounded. What depends on more than the value is a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <graze/math/interval.hpp>
#include <graze/math/pose.hpp>
#include <graze/math/vec.hpp>

namespace graze::cli {

using Json = nlohmann::ordered_json;

/// A file of answers that cannot be read.
struct Malformed {
    std::string place;   ///< "clashes[3].verdict.proof"; empty for the file as a whole.
    std::string reason;  ///< One clause.
};

class Field {
public:
    explicit Field(const Json& value, std::string place = {}) : value_(&value), place_(std::move(place)) {}

    [[nodiscard]] bool has(const char* key) const { return value_->is_object() && value_->contains(key); }
    [[nodiscard]] bool is_null() const { return value_->is_null(); }
    /// A member of an object, an element of an array; throw when there is none.
    [[nodiscard]] Field at(const char* key) const;
    [[nodiscard]] Field at(std::size_t index) const;
    /// Of an array with at most so many elements.
    [[nodiscard]] std::size_t size(std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    /// An array of exactly so many.
    void expect_size(std::size_t count) const;

    [[nodiscard]] double number() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::string text() const;
    /// Whole, not negative, at most `most`.
    [[nodiscard]] std::uint64_t count(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) const;
    /// The same of any size, as a text or a number.
    [[nodiscard]] std::uint64_t name() const;
    [[nodiscard]] std::uint32_t index() const {
        return static_cast<std::uint32_t>(count(std::numeric_limits<std::uint32_t>::max()));
    }
    [[nodiscard]] Vec3 vector() const;
    [[nodiscard]] Interval interval() const;
    /// Which of the names the text is.
    [[nodiscard]] std::size_t one_of(std::span<const std::string_view> names) const;

    [[noreturn]] void fail(const std::string& reason) const;

private:
    const Json* value_;
    std::string place_;
};

Json json_of(double value);
Json json_of(const Vec3& vector);
Json json_of(const Interval& interval);
/// A direction along which a support point is searched: the sign of a zero may select one of two equally far
/// points, so -0 is the word "-0".
Json direction_json(const Vec3& direction);

}  // namespace graze::cli
