#include "interval_operations.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/interval.hpp>
#include <limits>
#include <string>
#include <vector>

#include "graze/math/interval.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

using Boost = boost::numeric::interval<double>;

constexpr std::size_t kCount = 1000;  ///< Operands, used a thousand times.

/// The thesis's class as it should have been: all four products, and no outward rounding, so not sound.
struct Plain {
    double lower = 0, upper = 0;

    friend Plain operator+(const Plain& a, const Plain& b) { return {a.lower + b.lower, a.upper + b.upper}; }
    friend Plain operator-(const Plain& a, const Plain& b) { return {a.lower - b.upper, a.upper - b.lower}; }
    friend Plain operator*(const Plain& a, const Plain& b) {
        const auto [low, high] =
            std::minmax({a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper});
        return {low, high};
    }
    friend Plain operator/(const Plain& a, const Plain& b) { return a * Plain{1 / b.upper, 1 / b.lower}; }
};

double lower_end(const Plain& x) { return x.lower; }
double lower_end(const Interval& x) { return x.lower; }
double lower_end(const Boost& x) { return x.lower(); }

/// The same doubles in each class: intervals that straddle zero, and divisors that do not.
template <class T> struct Operands {
    std::vector<T> a, b, divisors;

    Operands() {
        test::Random random(19);
        for (std::size_t i = 0; i < kCount; ++i) {
            const double low = -random.uniform(0.1, 10), high = random.uniform(0.1, 10);
            a.push_back(T{low, high});
            const double other = -random.uniform(0.1, 10), end = random.uniform(0.1, 10);
            b.push_back(T{other, end});
            const double least = random.uniform(0.1, 10);
            divisors.push_back(T{least, least + end});
        }
    }
};

/// Seconds of a million operations; the sum keeps the compiler from leaving any out.
template <class T, class Operation>
double million(const std::vector<T>& a, const std::vector<T>& b, const Operation& operation, double& sum) {
    std::vector<T> results(kCount);
    const double start = thread_seconds();
    for (std::size_t round = 0; round < 1000; ++round) {
        for (std::size_t i = 0; i < kCount; ++i) results[i] = operation(a[i], b[(i + round) % kCount]);
        sum += lower_end(results[round % kCount]);
    }
    return thread_seconds() - start;
}

/// Of the four operations in the document's order.
using Seconds = std::array<double, 4>;

template <class T> void run_once(const Operands<T>& x, Seconds& least, double& sum) {
    const auto keep = [](double& best, double seconds) { best = std::min(best, seconds); };
    keep(least[0], million(
                       x.a, x.b, [](const T& a, const T& b) { return a * b; }, sum));
    keep(least[1], million(
                       x.a, x.b, [](const T& a, const T& b) { return a + b; }, sum));
    keep(least[2], million(
                       x.a, x.b, [](const T& a, const T& b) { return a - b; }, sum));
    keep(least[3], million(
                       x.a, x.divisors, [](const T& a, const T& b) { return a / b; }, sum));
}

}  // namespace

void time_interval_operations(Figures& figures, int repetitions) {
    const Operands<Plain> plain;
    const Operands<Interval> own;
    const Operands<Boost> boost;
    Seconds by_plain, by_own, by_boost;
    for (Seconds* seconds : {&by_plain, &by_own, &by_boost})
        seconds->fill(std::numeric_limits<double>::infinity());
    double sum = 0;
    for (int i = 0; i < repetitions; ++i) {
        run_once(plain, by_plain, sum);
        run_once(own, by_own, sum);
        run_once(boost, by_boost, sum);
    }
    const std::array<const char*, 4> names{"multiply", "add", "subtract", "divide"};
    const Seconds thesis{2.85913, 1.94612, 2.00829, 3.41608}, thesis_boost{5.13671, 3.86221, 3.8229, 4.78257};
    const std::string table = "A million interval operations, seconds (section 9)";
    for (std::size_t k = 0; k < names.size(); ++k) {
        figures.add(table, names[k], "plain, not rounded", by_plain[k], thesis[k]);
        figures.add(table, names[k], "graze", by_own[k]);
        figures.add(table, names[k], "boost", by_boost[k], thesis_boost[k]);
        figures.add(table, names[k], "plain / boost", by_plain[k] / by_boost[k], thesis[k] / thesis_boost[k]);
        figures.add(table, names[k], "graze / boost", by_own[k] / by_boost[k]);
    }
    if (sum == 0) figures.add(table, "sum", "plain, not rounded", sum);
}

}  // namespace graze::bench
