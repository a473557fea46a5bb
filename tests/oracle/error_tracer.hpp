// A scalar that carries a bound of its own relative error, to see where an algorithm loses its digits. Every
// operation rounds to `Digits` decimal digits (0: plain double) and propagates the bound to first order,
// after van den Bergen, "Collision Detection in Interactive 3D Environments", table 2.1, with the power row
// corrected: |a₂ e₁| + |a₂ ln(a₁) e₂|.
#pragma once

#include <cmath>
#include <limits>

namespace graze::test {

template <int Digits = 0> class ErrorTracer {
public:
    /// Largest relative error of one operation: half a unit of the last digit, over the smallest mantissa.
    static double unit_roundoff() {
        return Digits == 0 ? std::numeric_limits<double>::epsilon() / 2 : 0.5 * std::pow(10.0, 1 - Digits);
    }

    ErrorTracer(double value = 0) : value_(value) {}  // NOLINT: inputs are taken as exact
    ErrorTracer(double value, double relative_error) : value_(value), error_(relative_error) {}

    [[nodiscard]] double value() const { return value_; }
    /// First-order bound of |value - exact| / |value|; infinite when the value is zero by cancellation.
    [[nodiscard]] double relative_error() const { return error_; }
    [[nodiscard]] double absolute_error() const { return value_ == 0 ? lost_ : std::abs(value_) * error_; }
    /// How many of the trailing digits the error may have reached.
    [[nodiscard]] double contaminated_digits() const {
        return error_ <= unit_roundoff()
                   ? 0
                   : std::ceil(std::log(error_ / unit_roundoff()) / std::log(Digits == 0 ? 2.0 : 10.0));
    }

    friend ErrorTracer operator+(const ErrorTracer& a, const ErrorTracer& b) {
        return sum(a, b, a.value_ + b.value_);
    }
    friend ErrorTracer operator-(const ErrorTracer& a, const ErrorTracer& b) {
        return sum(a, b, a.value_ - b.value_);
    }
    friend ErrorTracer operator-(const ErrorTracer& a) { return {-a.value_, a.error_}; }
    friend ErrorTracer operator*(const ErrorTracer& a, const ErrorTracer& b) {
        return rounded(a.value_ * b.value_, a.error_ + b.error_);
    }
    friend ErrorTracer operator/(const ErrorTracer& a, const ErrorTracer& b) {
        return rounded(a.value_ / b.value_, a.error_ + b.error_);
    }
    friend ErrorTracer sqrt(const ErrorTracer& a) { return rounded(std::sqrt(a.value_), a.error_ / 2); }
    friend ErrorTracer square(const ErrorTracer& a) { return rounded(a.value_ * a.value_, 2 * a.error_); }
    friend ErrorTracer pow(const ErrorTracer& a, const ErrorTracer& b) {
        return rounded(std::pow(a.value_, b.value_),
                       std::abs(b.value_) * a.error_ + std::abs(b.value_ * std::log(a.value_)) * b.error_);
    }
    friend bool operator==(const ErrorTracer& a, const ErrorTracer& b) { return a.value_ == b.value_; }
    friend bool operator<(const ErrorTracer& a, const ErrorTracer& b) { return a.value_ < b.value_; }

private:
    static double to_digits(double x) {
        if (Digits == 0 || x == 0) return x;
        const double exponent = std::floor(std::log10(std::abs(x))) + 1 - Digits;
        // Dividing by an exact power of ten rounds once; multiplying by its inverse would round twice.
        return exponent >= 0 ? std::nearbyint(x / std::pow(10.0, exponent)) * std::pow(10.0, exponent)
                             : std::nearbyint(x * std::pow(10.0, -exponent)) / std::pow(10.0, -exponent);
    }
    static ErrorTracer rounded(double exact_operation, double propagated) {
        return {to_digits(exact_operation), propagated + unit_roundoff()};
    }
    static ErrorTracer sum(const ErrorTracer& a, const ErrorTracer& b, double value) {
        const double lost = a.absolute_error() + b.absolute_error();
        if (value == 0) {
            ErrorTracer zero(0.0, lost == 0 ? 0 : std::numeric_limits<double>::infinity());
            zero.lost_ = lost;
            return zero;
        }
        return rounded(value, lost / std::abs(value));
    }

    double value_ = 0;
    double error_ = 0;
    double lost_ = 0;  ///< Absolute error of a value that cancelled to zero.
};

}  // namespace graze::test
