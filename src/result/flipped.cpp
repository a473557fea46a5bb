#include "result/flipped.hpp"

namespace graze {

Separation invalid_separation() noexcept {
    Separation s;
    s.status = Status::invalid_input;
    return s;
}

Separation flipped(const Separation& s) noexcept {
    Separation f = s;
    flip(f);
    return f;
}

}  // namespace graze
