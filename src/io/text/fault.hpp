// The exception of readers: a fault is thrown where it is found and caught in the public functions, which
// return it as a value. Only `guarded` catches it, and readers are called only through `guarded`.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "graze/core/error.hpp"
#include "graze/io/document.hpp"

namespace graze::io {

struct Fault {
    FileError error;
};

[[noreturn]] inline void fail(FileError error) { throw Fault{std::move(error)}; }

/// What `make` returns, or the fault that ended it. Other exceptions (no memory, a parser's own) become
/// errors of the file as a whole.
template <class Make>
auto guarded(const std::string& file, const Make& make) -> expected<decltype(make()), FileError> {
    try {
        return make();
    } catch (Fault& fault) {
        return unexpected<FileError>(std::move(fault.error));
    } catch (const std::bad_alloc&) {
        return unexpected<FileError>(
            {file, "", "it needs more memory than there is", "Split the file, or simplify its meshes."});
    } catch (const std::exception& e) {
        return unexpected<FileError>(
            {file, "", std::string("it cannot be read: ") + e.what(), "Check that the file is complete."});
    }
}

/// The text with everything that is not printable UTF-8 replaced by '?', and cut after `longest` bytes: for
/// names that come from files.
std::string printable(std::string_view text, std::size_t longest = 200);

/// The whole text with every byte that is not printable UTF-8 as "\\x1b": for texts that must stay different,
/// as names of files.
std::string legible(std::string_view text);

/// "; did you mean 'radius'?" when one of the known names is near, else the known names.
template <class Names> std::string nearest_name(std::string_view wrong, const Names& known);

/// "[3]".
inline std::string bracketed(std::size_t index) {
    std::string text(1, '[');
    text += std::to_string(index);
    text += ']';
    return text;
}

/// How many letters must be changed, added or removed.
std::size_t edit_distance(std::string_view a, std::string_view b);

template <class Names> std::string nearest_name(std::string_view wrong, const Names& known) {
    std::string_view best;
    std::size_t least = wrong.size() / 3 + 1;  // a third of the letters wrong is still a slip of the finger
    std::string all;
    for (const auto& name : known) {
        const std::size_t distance = edit_distance(wrong.substr(0, 64), name);
        if (distance < least) least = distance, best = name;
        if (all.size() < 300) all += (all.empty() ? "" : ", ") + std::string(name);
    }
    if (!best.empty()) return "Did you mean '" + std::string(best) + "'?";
    return "Known here: " + all + ".";
}

}  // namespace graze::io
