// Exact sums and products of doubles: a signed binary number of fixed capacity, without allocation. Its value
// is sign · Σ limb_i · 2^(64 (i + offset)). The capacity holds every intermediate of the orientation signs of
// placed points (three factors R x + p, each from 2^-2148 to 2^2051), whatever the finite doubles. NaN,
// infinities and results past the capacity make the number invalid, and so is everything computed from it:
// `sign()` then says unknown, it is never wrong. Plain enough to stand in for T in the templates of math/.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "graze/math/predicates.hpp"

namespace graze {

class ExactNumber {
public:
    /// One double is at most limbs -17 .. 15, a product of two -34 .. 31, R x + p one more above: 67. A
    /// difference adds a carry limb at most: 68; the product of three of them, summed six times, 3 · 68 + 1.
    static constexpr int kCapacity = 208;

    ExactNumber() = default;
    ExactNumber(double value) noexcept;  // NOLINT: every finite double is an exact number
    ExactNumber(const ExactNumber& other) noexcept { assign(other); }
    ExactNumber& operator=(const ExactNumber& other) noexcept {
        if (this != &other) assign(other);
        return *this;
    }

    [[nodiscard]] Sign sign() const noexcept {
        return valid_ ? static_cast<Sign>(size_ == 0 ? 0 : sign_) : Sign::unknown;
    }

    friend ExactNumber operator+(const ExactNumber& a, const ExactNumber& b) noexcept {
        return add(a, b, b.sign_);
    }
    friend ExactNumber operator-(const ExactNumber& a, const ExactNumber& b) noexcept {
        return add(a, b, -b.sign_);
    }
    friend ExactNumber operator*(const ExactNumber& a, const ExactNumber& b) noexcept;
    ExactNumber operator-() const noexcept {
        ExactNumber negated(*this);
        negated.sign_ = -sign_;
        return negated;
    }

    /// The magnitude lies in [mantissa, mantissa + 1] · 2^exponent; the mantissa has 53 bits, and is 0 for
    /// the numbers 0 and invalid.
    struct Leading {
        double mantissa = 0;
        int exponent = 0;
    };
    [[nodiscard]] Leading leading() const noexcept;

private:
    using Wide = unsigned __int128;

    static ExactNumber add(const ExactNumber& a, const ExactNumber& b, int sign_of_b) noexcept;
    static int compare_magnitude(const ExactNumber& a, const ExactNumber& b) noexcept;
    static ExactNumber invalid() noexcept {
        ExactNumber number;
        number.valid_ = false;
        return number;
    }
    /// The limb that counts 2^(64 position); zero outside the stored range.
    [[nodiscard]] std::uint64_t limb(int position) const noexcept {
        return position < offset_ || position >= offset_ + size_
                   ? 0
                   : limbs_[static_cast<std::size_t>(position - offset_)];
    }
    void assign(const ExactNumber& other) noexcept {
        size_ = other.size_;
        offset_ = other.offset_;
        sign_ = other.sign_;
        valid_ = other.valid_;
        std::copy_n(other.limbs_.begin(), size_, limbs_.begin());
    }
    void trim() noexcept;

    std::array<std::uint64_t, kCapacity> limbs_;  ///< Least first; only `size_` of them are set.
    int size_ = 0;
    int offset_ = 0;
    int sign_ = 1;
    bool valid_ = true;
};

inline ExactNumber::ExactNumber(double value) noexcept {
    if (!std::isfinite(value)) {
        valid_ = false;
        return;
    }
    if (value == 0) return;
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);  // in [1/2, 1), also for subnormal values
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    exponent -= 53;
    offset_ = exponent >= 0 ? exponent / 64 : -((63 - exponent) / 64);
    const Wide shifted = static_cast<Wide>(mantissa) << (exponent - 64 * offset_);
    limbs_[0] = static_cast<std::uint64_t>(shifted);
    limbs_[1] = static_cast<std::uint64_t>(shifted >> 64);
    size_ = 2;
    sign_ = value < 0 ? -1 : 1;
    trim();
}

inline ExactNumber::Leading ExactNumber::leading() const noexcept {
    if (!valid_ || size_ == 0) return {};
    const int top = offset_ + size_ - 1;
    const int zeros = std::countl_zero(limb(top));
    const Wide both = (static_cast<Wide>(limb(top)) << 64 | limb(top - 1)) << zeros;
    return {static_cast<double>(static_cast<std::uint64_t>(both >> 75)), 64 * top - zeros + 11};
}

inline void ExactNumber::trim() noexcept {
    while (size_ > 0 && limbs_[static_cast<std::size_t>(size_ - 1)] == 0) --size_;
    int zeros = 0;
    while (zeros < size_ && limbs_[static_cast<std::size_t>(zeros)] == 0) ++zeros;
    if (zeros > 0) {
        std::copy(limbs_.begin() + zeros, limbs_.begin() + size_, limbs_.begin());
        size_ -= zeros;
        offset_ += zeros;
    }
}

inline int ExactNumber::compare_magnitude(const ExactNumber& a, const ExactNumber& b) noexcept {
    const int low = std::min(a.offset_, b.offset_);
    for (int i = std::max(a.offset_ + a.size_, b.offset_ + b.size_) - 1; i >= low; --i) {
        if (a.limb(i) != b.limb(i)) return a.limb(i) < b.limb(i) ? -1 : 1;
    }
    return 0;
}

inline ExactNumber ExactNumber::add(const ExactNumber& a, const ExactNumber& b, int sign_of_b) noexcept {
    if (!a.valid_ || !b.valid_) return invalid();
    if (b.size_ == 0) return a;
    if (a.size_ == 0) {
        ExactNumber sum(b);
        sum.sign_ = sign_of_b;
        return sum;
    }
    const int low = std::min(a.offset_, b.offset_);
    const int high = std::max(a.offset_ + a.size_, b.offset_ + b.size_) + 1;
    if (high - low > kCapacity) return invalid();
    ExactNumber sum;
    sum.offset_ = low;
    sum.size_ = high - low;
    if (a.sign_ == sign_of_b) {
        sum.sign_ = a.sign_;
        Wide carry = 0;
        for (int i = low; i < high; ++i) {
            carry += static_cast<Wide>(a.limb(i)) + b.limb(i);
            sum.limbs_[static_cast<std::size_t>(i - low)] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
    } else {
        const int order = compare_magnitude(a, b);
        const ExactNumber& big = order < 0 ? b : a;
        const ExactNumber& small = order < 0 ? a : b;
        sum.sign_ = order < 0 ? sign_of_b : a.sign_;
        std::uint64_t borrow = 0;
        for (int i = low; i < high; ++i) {
            const Wide difference = static_cast<Wide>(big.limb(i)) - small.limb(i) - borrow;
            sum.limbs_[static_cast<std::size_t>(i - low)] = static_cast<std::uint64_t>(difference);
            borrow = static_cast<std::uint64_t>(difference >> 64) != 0 ? 1 : 0;
        }
    }
    sum.trim();
    return sum;
}

inline ExactNumber operator*(const ExactNumber& a, const ExactNumber& b) noexcept {
    if (!a.valid_ || !b.valid_) return ExactNumber::invalid();
    ExactNumber product;
    if (a.size_ == 0 || b.size_ == 0) return product;
    if (a.size_ + b.size_ > ExactNumber::kCapacity) return ExactNumber::invalid();
    product.size_ = a.size_ + b.size_;
    product.offset_ = a.offset_ + b.offset_;
    product.sign_ = a.sign_ * b.sign_;
    std::fill_n(product.limbs_.begin(), product.size_, 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.size_); ++i) {
        ExactNumber::Wide carry = 0;
        for (std::size_t j = 0; j < static_cast<std::size_t>(b.size_); ++j) {
            carry += static_cast<ExactNumber::Wide>(a.limbs_[i]) * b.limbs_[j] + product.limbs_[i + j];
            product.limbs_[i + j] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        product.limbs_[i + static_cast<std::size_t>(b.size_)] = static_cast<std::uint64_t>(carry);
    }
    product.trim();
    return product;
}

}  // namespace graze
