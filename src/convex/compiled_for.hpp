// Loops compiled for the kinds of shapes that are worth it: one list of kinds per loop, and one place that
// picks the instance for given shapes. A kind is a type with `static bool serves(const Shape&)`; the loop is
// a generic lambda that takes the kinds as template arguments.
#pragma once

#include <utility>

#include "graze/shape/shape.hpp"

namespace graze {

/// Calls f with the first kind of the list that serves the shape. The last kind serves what is left, without
/// a test.
template <class Kind, class... More, class F>
decltype(auto) compiled_for(const Shape& shape, F&& f) noexcept {
    if constexpr (sizeof...(More) == 0) {
        return f.template operator()<Kind>();
    } else {
        if (Kind::serves(shape)) return f.template operator()<Kind>();
        return compiled_for<More...>(shape, std::forward<F>(f));
    }
}

/// Kinds of pairs: every two of the list, n² instances.
template <class... Kinds> struct EachKind {};
/// Two of the same kind, n instances. The last kind serves all mixed pairs too.
template <class... Kinds> struct SameKind {};

template <class... Kinds, class F>
decltype(auto) compiled_for(EachKind<Kinds...> /*list*/, const Shape& a, const Shape& b, F&& f) noexcept {
    return compiled_for<Kinds...>(a, [&]<class A>() noexcept -> decltype(auto) {
        return compiled_for<Kinds...>(
            b, [&]<class B>() noexcept -> decltype(auto) { return f.template operator()<A, B>(); });
    });
}

template <class Kind, class... More, class F>
decltype(auto) compiled_for(SameKind<Kind, More...> /*list*/, const Shape& a, const Shape& b,
                            F&& f) noexcept {
    if constexpr (sizeof...(More) == 0) {
        return f.template operator()<Kind, Kind>();
    } else {
        if (Kind::serves(a) && Kind::serves(b)) return f.template operator()<Kind, Kind>();
        return compiled_for(SameKind<More...>{}, a, b, std::forward<F>(f));
    }
}

}  // namespace graze
