// A value or the reason there is none. Only builders of heavy shapes and checks of outside data return it; queries never do.
#pragma once

#include <tl/expected.hpp>

namespace graze {

template <class T, class E> using expected = tl::expected<T, E>;

template <class E> using unexpected = tl::unexpected<E>;

}  // namespace graze
