// Our intervals beside boost::numeric::interval: the same templates of vectors, volumes and box tests over
// both, on the same numbers, interleaved, processor time; and the library's own test of moving boxes. Both
// round outwards; every answer of one must overlap the other's, and the wider of the two is reported. usage:
// graze_bench_intervals [--repetitions N] [--csv FILE]
#include <time.h>

#include <algorithm>
#include <array>
#include <boost/numeric/interval.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "interval_operations.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

using Theirs = boost::numeric::interval<double>;
using test::Random;

constexpr std::size_t kCount = 4096;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double low(const Interval& x) { return x.lower; }
double low(const Theirs& x) { return x.lower(); }
double high(const Interval& x) { return x.upper; }
double high(const Theirs& x) { return x.upper(); }
Theirs abs_of(const Theirs& x) { return boost::numeric::abs(x); }
Interval abs_of(const Interval& x) { return abs(x); }

/// Poses of a body over some time: as graze's PoseBounds, over any intervals.
template <class T> struct Bounds {
    BasicMat3<T> rotation{};
    BasicVec3<T> position{};
};

/// Two moving boxes and four moving points.
template <class T> struct Case {
    Bounds<T> a{};
    Bounds<T> b{};
    Obb box_a{};
    Obb box_b{};
    std::array<BasicVec3<T>, 4> points{};
};

/// The same doubles in both kinds of intervals: poses over a short time, boxes of which about half stay
/// apart.
template <class T> std::vector<Case<T>> make_cases() {
    Random random(17);
    const auto wide = [&](double x, double width) {
        const double low = x - width * random.unit();
        return T(low, x + width * random.unit());
    };
    const auto body = [&](Bounds<T>& bounds, Obb& box, double away) {
        const Mat3 r = rotation_matrix(random.rotation());
        box.axes = rotation_matrix(random.rotation());
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) bounds.rotation(i, j) = wide(r(i, j), 0.01);
            bounds.position[i] = wide(random.uniform(-away, away), 0.01);
            box.centre[i] = random.uniform(-0.1, 0.1);
            box.half_extents[i] = random.uniform(0.2, 0.7);
        }
    };
    std::vector<Case<T>> cases(kCount);
    for (Case<T>& c : cases) {
        body(c.a, c.box_a, 0);
        body(c.b, c.box_b, 1.2);
        for (auto& point : c.points)
            point = {wide(random.uniform(-1, 1), 0.01), wide(random.uniform(-1, 1), 0.01),
                     wide(random.uniform(-1, 1), 0.01)};
    }
    return cases;
}

template <class T> BasicVec3<T> exact(const Vec3& v) { return {T(v.x), T(v.y), T(v.z)}; }

template <class T> T products(const Case<T>& c) { return dot(c.points[0], c.points[1]); }

template <class T> T quotient(const Case<T>& c) { return c.points[0].x / T(c.box_a.half_extents.x); }

template <class T> T place(const Case<T>& c) {
    const BasicVec3<T> p = c.a.rotation * c.points[0] + c.a.position;
    return p.x + p.y + p.z;
}

template <class T> T crossed(const Case<T>& c) {
    const BasicVec3<T> p = cross(c.points[0], c.points[1]);
    return p.x + p.y + p.z;
}

template <class T> T volume_of(const Case<T>& c) {
    const BasicVec3<T>&o = c.points[0], u = c.points[1] - o, v = c.points[2] - o, w = c.points[3] - o;
    return dot(u, cross(v, w));
}

/// What `stay_apart` of two boxes says, in intervals throughout: balls, then fifteen axes by the numbers
/// u_i·v_j, u_i·d and v_j·d.
template <class T> bool boxes_stay_apart(const Case<T>& c) {
    const BasicVec3<T> d = (c.b.rotation * exact<T>(c.box_b.centre) + c.b.position) -
                           (c.a.rotation * exact<T>(c.box_a.centre) + c.a.position);
    const BasicVec3<T> ha = exact<T>(c.box_a.half_extents), hb = exact<T>(c.box_b.half_extents);
    const double balls = length(c.box_a.half_extents) + length(c.box_b.half_extents);
    if (low(dot(d, d)) > balls * balls) return true;
    std::array<BasicVec3<T>, 3> u, v;
    for (std::size_t i = 0; i < 3; ++i) {
        u[i] = c.a.rotation * exact<T>(c.box_a.axes.columns[i]);
        v[i] = c.b.rotation * exact<T>(c.box_b.axes.columns[i]);
    }
    BasicMat3<T> r, size;
    BasicVec3<T> along;
    for (std::size_t i = 0; i < 3; ++i) {
        along[i] = dot(u[i], d);
        for (std::size_t j = 0; j < 3; ++j) {
            r(i, j) = dot(u[i], v[j]);
            size(i, j) = abs_of(r(i, j));
        }
    }
    const auto exceeds = [](const T& offset, const T& reach) { return low(abs_of(offset)) > high(reach); };
    for (std::size_t i = 0; i < 3; ++i) {
        if (exceeds(along[i], ha[i] + (size(i, 0) * hb.x + size(i, 1) * hb.y + size(i, 2) * hb.z)))
            return true;
        if (exceeds(dot(v[i], d), hb[i] + dot(size.columns[i], ha))) return true;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t k = (i + 1) % 3, l = (i + 2) % 3;
        for (std::size_t j = 0; j < 3; ++j) {
            const std::size_t m = (j + 1) % 3, n = (j + 2) % 3;
            const T reach = ha[k] * size(l, j) + ha[l] * size(k, j) + hb[m] * size(i, n) + hb[n] * size(i, m);
            if (exceeds(along[l] * r(k, j) - along[k] * r(l, j), reach)) return true;
        }
    }
    return false;
}

/// Nanoseconds for one call over all cases.
template <class T, class Routine, class Answer>
double time_of(const std::vector<Case<T>>& cases, Routine routine, std::vector<Answer>& answers) {
    const double start = cpu_seconds();
    for (std::size_t i = 0; i < cases.size(); ++i) answers[i] = routine(cases[i]);
    return 1e9 * (cpu_seconds() - start) / static_cast<double>(cases.size());
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

template <class Ours, class Other> void compare(const char* name, Ours ours, Other other, int repetitions) {
    const auto cases = make_cases<Interval>();
    const auto other_cases = make_cases<Theirs>();
    std::vector<Interval> answers(kCount);
    std::vector<Theirs> other_answers(kCount);
    std::vector<double> times, other_times;
    for (int k = 0; k < repetitions; ++k) {
        times.push_back(time_of(cases, ours, answers));
        other_times.push_back(time_of(other_cases, other, other_answers));
    }
    std::size_t apart = 0, wider = 0, narrower = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
        const Interval& x = answers[i];
        const Theirs& y = other_answers[i];
        apart += high(x) < low(y) || high(y) < low(x);
        wider += low(x) < low(y) || high(x) > high(y);
        narrower += low(x) > low(y) || high(x) < high(y);
    }
    const double mine = median(times), others = median(other_times);
    std::printf("%-22s %10.1f %10.1f %8.2f   %6zu %6zu %6zu\n", name, mine, others, others / mine, wider,
                narrower, apart);
    if (apart > 0) std::exit(1);
}

/// The library's routine, which holds intervals as middles and radii, against the same test in boost's
/// intervals, and in ours.
void compare_boxes(int repetitions) {
    const auto cases = make_cases<Interval>();
    const auto other_cases = make_cases<Theirs>();
    std::vector<char> answers(kCount), plain_answers(kCount), other_answers(kCount);
    std::vector<double> times, plain_times, other_times;
    const auto routine = [](const Case<Interval>& c) {
        return stay_apart(c.box_a, PoseBounds{c.a.rotation, c.a.position}, c.box_b,
                          PoseBounds{c.b.rotation, c.b.position});
    };
    const auto plain = [](const auto& c) { return boxes_stay_apart(c); };
    for (int k = 0; k < repetitions; ++k) {
        times.push_back(time_of(cases, routine, answers));
        plain_times.push_back(time_of(cases, plain, plain_answers));
        other_times.push_back(time_of(other_cases, plain, other_answers));
    }
    std::size_t apart = 0, more = 0, fewer = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
        apart += answers[i] != 0;
        more += answers[i] > other_answers[i];
        fewer += answers[i] < other_answers[i];
    }
    const double mine = median(times), same = median(plain_times), others = median(other_times);
    std::printf("%-22s %10.1f %10.1f %8.2f\n", "boxes, same code", same, others, others / same);
    std::printf(
        "%-22s %10.1f %10.1f %8.2f   of %zu, %zu apart; shown by graze alone %zu, by boost alone %zu\n",
        "boxes, stay_apart", mine, others, others / mine, kCount, apart, more, fewer);
}

void run(int repetitions) {
    std::printf("%-22s %10s %10s %8s   %6s %6s %6s\n", "ns per call, median", "graze", "boost", "ratio",
                "wider", "sharper", "apart");
    const auto both = [&](const char* name, auto routine) { compare(name, routine, routine, repetitions); };
    both("products", [](const auto& c) { return products(c); });
    both("quotient", [](const auto& c) { return quotient(c); });
    both("cross product", [](const auto& c) { return crossed(c); });
    both("place of a point", [](const auto& c) { return place(c); });
    both("volume", [](const auto& c) { return volume_of(c); });
    compare_boxes(repetitions);
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
    int repetitions = 51;
    std::string csv;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        if (name == "--repetitions") repetitions = std::max(1, std::atoi(argv[i + 1]));
        if (name == "--csv") csv = argv[i + 1];
    }
    if (argc % 2 == 0) {
        std::fprintf(stderr, "usage: graze_bench_intervals [--repetitions N] [--csv FILE]\n");
        return 2;
    }
    graze::bench::Figures figures;
    graze::bench::time_interval_operations(figures, repetitions);
    figures.print();
    std::printf("\n");
    graze::bench::run(repetitions);
    return figures.write(csv) ? 0 : 1;
}
