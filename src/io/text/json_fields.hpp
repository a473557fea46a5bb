// Structs as JSON objects, both ways by one list of their fields: for a struct S there is a function
// `fields(archive, s)` that calls `archive("name", s.member)` for each member, with s const where it is
// written. Doubles keep every bit, those that are not finite too. What is read has exactly these fields.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_cursor.hpp"
#include "io/text/json_object.hpp"

namespace graze::io {

/// V is T, or const T.
template <class V, class T>
concept FieldsOf = std::same_as<std::remove_const_t<V>, T>;

/// The names of an enumeration's values, in their order.
template <class E> struct EnumNames;

/// A letter for each of an enumeration's values: lists of these are one text.
template <class E> struct EnumLetters;
template <class E>
concept HasLetters = requires {
    EnumLetters<E>::kLetters;
};

/// A member whose form in JSON is not that of its type: it writes and reads itself.
template <class T>
concept OwnForm = requires(T& form, std::string& out, const JsonCursor& from) {
    form.write(out);
    form.read(from);
};

/// The name of an alternative of a variant.
template <class T> struct TypeName;
template <> struct TypeName<std::monostate> { static constexpr std::string_view kName = "none"; };

void fields(auto& /*archive*/, FieldsOf<std::monostate> auto& /*nothing*/) {}

class FieldWriter {
public:
    explicit FieldWriter(ObjectText& object) : object_(object) {}
    template <class T> void operator()(std::string_view name, const T& value) {
        write(object_.key(name), value);
    }

    static void write(std::string& out, double x) { write_any_number(out, x); }
    static void write(std::string& out, std::uint32_t x) { out += std::to_string(x); }
    static void write(std::string& out, bool x) { out += x ? "true" : "false"; }
    static void write(std::string& out, const Interval& x) {
        write_numbers(out, std::array{x.lower, x.upper});
    }
    static void write(std::string& out, const Vec3& v) { write_numbers(out, std::array{v.x, v.y, v.z}); }
    template <class E>
    requires std::is_enum_v<E>
    static void write(std::string& out, E value) {
        write_text(out, EnumNames<E>::kNames[static_cast<std::size_t>(value)]);
    }
    template <HasLetters E> static void write(std::string& out, const std::vector<E>& list) {
        std::string letters;
        for (const E value : list) letters += EnumLetters<E>::kLetters[static_cast<std::size_t>(value)];
        write_text(out, letters);
    }
    template <OwnForm T> static void write(std::string& out, const T& form) { form.write(out); }
    template <class T> static void write(std::string& out, const std::vector<T>& list) {
        write_list(out, list, [&out](const T& item) { write(out, item); });
    }
    template <class T, std::size_t N> static void write(std::string& out, const std::array<T, N>& list) {
        write_list(out, list, [&out](const T& item) { write(out, item); });
    }
    template <class... T> static void write(std::string& out, const std::variant<T...>& value) {
        ObjectText object(out);
        std::visit(
            [&object](const auto& one) {
                object.text("kind", TypeName<std::remove_cvref_t<decltype(one)>>::kName);
                FieldWriter writer(object);
                fields(writer, one);
            },
            value);
    }
    template <class T>
    requires requires(FieldWriter& writer, const T& value) { fields(writer, value); }
    static void write(std::string& out, const T& value) {
        ObjectText object(out);
        FieldWriter writer(object);
        fields(writer, value);
    }

private:
    static void write_numbers(std::string& out, std::span<const double> numbers) {
        write_list(out, numbers, [&out](double x) { write_any_number(out, x); });
    }

    ObjectText& object_;
};

class FieldReader {
public:
    explicit FieldReader(const JsonCursor& object) : object_(object) {}
    template <class T> void operator()(std::string_view name, T&& value) {
        names_.push_back(name);
        read(object_.need(name), value);
    }
    /// Fails for fields that were not read.
    void finish() const { (void)object_.object_of(names_); }

    static void read(const JsonCursor& from, double& x) { x = from.any_number(); }
    static void read(const JsonCursor& from, std::uint32_t& x) {
        x = static_cast<std::uint32_t>(from.whole(std::numeric_limits<std::uint32_t>::max()));
    }
    static void read(const JsonCursor& from, bool& x) { x = from.flag(); }
    static void read(const JsonCursor& from, Interval& x) {
        const std::array<double, 2> ends = numbers<2>(from, from.any_numbers());
        x = {ends[0], ends[1]};
    }
    static void read(const JsonCursor& from, Vec3& v) { v = vector(from, from.any_numbers()); }
    template <class E>
    requires std::is_enum_v<E>
    static void read(const JsonCursor& from, E& value) {
        for (std::size_t i = 0; i < EnumNames<E>::kNames.size(); ++i) {
            if (from.text() != EnumNames<E>::kNames[i]) continue;
            value = static_cast<E>(i);
            return;
        }
        from.fail("'" + printable(from.text(), 60) + "' is not known here",
                  nearest_name(printable(from.text(), 60), EnumNames<E>::kNames));
    }
    template <HasLetters E> static void read(const JsonCursor& from, std::vector<E>& list) {
        for (const char letter : from.text()) {
            const std::size_t value = EnumLetters<E>::kLetters.find(letter);
            if (value == std::string_view::npos)
                from.fail("it has the letter '" + printable(std::string_view(&letter, 1), 10) +
                              "', and only " + std::string(EnumLetters<E>::kLetters) + " mean something",
                          "Write the proof again.");
            list.push_back(static_cast<E>(value));
        }
    }
    template <OwnForm T> static void read(const JsonCursor& from, T& form) { form.read(from); }
    static void read(const JsonCursor& from, std::vector<double>& list) { list = from.any_numbers(); }
    static void read(const JsonCursor& from, std::vector<Vec3>& list) {
        for (const std::vector<double>& row : from.number_lists()) list.push_back(vector(from, row));
    }
    template <class T> static void read(const JsonCursor& from, std::vector<T>& list) {
        for (const JsonCursor& item : from.items()) read(item, list.emplace_back());
    }
    template <class T, std::size_t N> static void read(const JsonCursor& from, std::array<T, N>& list) {
        std::vector<T> items;
        read(from, items);
        list = numbers<N>(from, items);
    }
    template <class... T> static void read(const JsonCursor& from, std::variant<T...>& value) {
        const JsonCursor kind = from.need("kind");
        if ((read_as<T>(from, kind.text(), value) || ...)) return;
        constexpr std::array<std::string_view, sizeof...(T)> kKnown{TypeName<T>::kName...};
        kind.fail("there is no kind '" + printable(kind.text(), 60) + "' here",
                  nearest_name(printable(kind.text(), 60), kKnown));
    }
    template <class T>
    requires requires(FieldReader& reader, T& value) { fields(reader, value); }
    static void read(const JsonCursor& from, T& value) {
        FieldReader reader(from);
        fields(reader, value);
        reader.finish();
    }

private:
    template <std::size_t N, class T>
    static std::array<T, N> numbers(const JsonCursor& from, const std::vector<T>& items) {
        if (items.size() != N)
            from.fail("it has " + std::to_string(items.size()) + " entries instead of " + std::to_string(N),
                      "Write the proof again.");
        std::array<T, N> list{};
        for (std::size_t i = 0; i < N; ++i) list[i] = items[i];
        return list;
    }
    static Vec3 vector(const JsonCursor& from, const std::vector<double>& row) {
        const std::array<double, 3> v = numbers<3>(from, row);
        return {v[0], v[1], v[2]};
    }
    template <class T, class Variant>
    static bool read_as(const JsonCursor& from, const std::string& kind, Variant& value) {
        if (kind != TypeName<T>::kName) return false;
        FieldReader reader(from);
        reader.names_.push_back("kind");
        fields(reader, value.template emplace<T>());
        reader.finish();
        return true;
    }

    const JsonCursor& object_;
    std::vector<std::string_view> names_;
};

}  // namespace graze::io
