// A 192-bit binary floating-point number (MPFR, stored inline, round to nearest): what doubles are judged by.
// One operation is off by at most 2^-192 relative, so sums of a few thousand operations stay within 1e-50 of
// their terms.
#pragma once

#include <mpfr.h>

#include <cstring>

namespace graze::test {

class Real {
public:
    static constexpr mpfr_prec_t kBits = 192;

    Real() { prepare(); }
    Real(double x) {
        prepare();
        mpfr_set_d(value_, x, MPFR_RNDN);
    }  // NOLINT: doubles convert exactly
    Real(int x) {
        prepare();
        mpfr_set_si(value_, x, MPFR_RNDN);
    }  // NOLINT
    Real(const Real& other) { adopt(other); }
    Real& operator=(const Real& other) {
        if (this != &other) adopt(other);
        return *this;
    }
    ~Real() = default;  // nothing is allocated

    explicit operator double() const { return mpfr_get_d(value_, MPFR_RNDN); }
    /// Nearest double that is not above / not below.
    [[nodiscard]] double rounded_down() const { return mpfr_get_d(value_, MPFR_RNDD); }
    [[nodiscard]] double rounded_up() const { return mpfr_get_d(value_, MPFR_RNDU); }

    friend Real operator+(const Real& a, const Real& b) {
        Real r;
        mpfr_add(r.value_, a.value_, b.value_, MPFR_RNDN);
        return r;
    }
    friend Real operator-(const Real& a, const Real& b) {
        Real r;
        mpfr_sub(r.value_, a.value_, b.value_, MPFR_RNDN);
        return r;
    }
    friend Real operator*(const Real& a, const Real& b) {
        Real r;
        mpfr_mul(r.value_, a.value_, b.value_, MPFR_RNDN);
        return r;
    }
    friend Real operator/(const Real& a, const Real& b) {
        Real r;
        mpfr_div(r.value_, a.value_, b.value_, MPFR_RNDN);
        return r;
    }
    friend Real operator-(const Real& a) {
        Real r;
        mpfr_neg(r.value_, a.value_, MPFR_RNDN);
        return r;
    }
    friend Real sqrt(const Real& a) {
        Real r;
        mpfr_sqrt(r.value_, a.value_, MPFR_RNDN);
        return r;
    }
    friend Real sin(const Real& a) {
        Real r;
        mpfr_sin(r.value_, a.value_, MPFR_RNDN);
        return r;
    }
    friend Real cos(const Real& a) {
        Real r;
        mpfr_cos(r.value_, a.value_, MPFR_RNDN);
        return r;
    }
    friend Real abs(const Real& a) {
        Real r;
        mpfr_abs(r.value_, a.value_, MPFR_RNDN);
        return r;
    }
    Real& operator+=(const Real& b) {
        mpfr_add(value_, value_, b.value_, MPFR_RNDN);
        return *this;
    }

    friend bool operator<(const Real& a, const Real& b) { return mpfr_less_p(a.value_, b.value_) != 0; }
    friend bool operator>(const Real& a, const Real& b) { return mpfr_greater_p(a.value_, b.value_) != 0; }
    friend bool operator<=(const Real& a, const Real& b) { return mpfr_lessequal_p(a.value_, b.value_) != 0; }
    friend bool operator>=(const Real& a, const Real& b) {
        return mpfr_greaterequal_p(a.value_, b.value_) != 0;
    }
    friend bool operator==(const Real& a, const Real& b) { return mpfr_equal_p(a.value_, b.value_) != 0; }

private:
    void prepare() {
        mpfr_custom_init(limbs_, kBits);
        mpfr_custom_init_set(value_, MPFR_ZERO_KIND, 0, kBits, limbs_);
    }
    void adopt(const Real& other) {
        std::memcpy(limbs_, other.limbs_, sizeof limbs_);
        value_[0] = other.value_[0];
        mpfr_custom_move(value_, limbs_);
    }

    mp_limb_t limbs_[kBits / 64]{};
    mpfr_t value_;
};

}  // namespace graze::test
