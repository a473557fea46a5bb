// Objects and lists of a JSON text that is being written.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "graze/math/vec.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"

namespace graze::io {

/// An object being written: keys with values, commas in between.
class ObjectText {
public:
    explicit ObjectText(std::string& out) : out_(out) { out_ += '{'; }
    ObjectText(const ObjectText&) = delete;
    ObjectText& operator=(const ObjectText&) = delete;
    ~ObjectText() { out_ += '}'; }

    /// The value is written next.
    std::string& key(std::string_view name) {
        if (!first_) out_ += ',';
        first_ = false;
        write_text(out_, name);
        out_ += ':';
        return out_;
    }
    void number(std::string_view name, double x) { write_number(key(name), x); }
    void text(std::string_view name, std::string_view value) {
        write_text(key(name), printable(value, value.size()));
    }
    void vector(std::string_view name, const Vec3& v) { write_vector(key(name), v); }
    void points(std::string_view name, std::span<const Vec3> points) { write_points(key(name), points); }

private:
    std::string& out_;
    bool first_ = true;
};

template <class Items, class Write>
void write_list(std::string& out, const Items& items, const Write& write) {
    out += '[';
    bool first = true;
    for (const auto& item : items) {
        if (!first) out += ',';
        first = false;
        write(item);
    }
    out += ']';
}

}  // namespace graze::io
