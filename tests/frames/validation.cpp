// Elimination against separating axes on random pairs of frames, both orders, still and moving, in the plane
// and in space: the same answer every time, every miss certified, every hit with a witness. Stops at the
// first disagreement and prints its frames. Usage: graze_frames_validation [pairs per kind, default 1000000]
// [seed].
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "graze/frames/frame_overlap.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random_frames.hpp"

namespace graze::test {
namespace {

struct Count {
    std::uint64_t tests = 0;
    std::uint64_t hits = 0;
    std::uint64_t by_exact_signs = 0;
    std::uint32_t rows = 0;  ///< Most that a stage held.
};

template <int D> void print(const Frame<D>& frame) {
    std::printf("%c", frame.kind() == FrameKind::cuboid ? 'C' : 'T');
    const auto vector = [](const VecOf<D>& v) {
        for (std::size_t k = 0; k < D; ++k) std::printf("%s%.17g", k == 0 ? " (" : ", ", v[k]);
        std::printf(")");
    };
    vector(frame.origin());
    for (const auto& component : frame.components()) vector(component);
    std::printf("\n");
}
template <int D> void print(const MovingFrame<D>& moving) {
    print(moving.frame);
    for (std::size_t k = 0; k < D; ++k)
        std::printf("%s%.17g", k == 0 ? "  moves by (" : ", ", moving.velocity[k]);
    std::printf(")\n");
}

/// False, with both frames printed, when something is wrong.
template <class Body> bool check(const Body& a, const Body& b, Count& count) {
    const auto found = intersect(a, b, {.open = false, .box = FrameBox::none});
    const FrameSat axes = separating_axes(a, b);
    ++count.tests;
    count.hits += found.hit ? 1 : 0;
    count.by_exact_signs += found.by_exact_signs ? 1 : 0;
    count.rows = std::max(count.rows, found.rows);
    const char* fault =
        found.hit != axes.hit                        ? "elimination and axes disagree"
        : found.hit != overlaps_by_elimination(a, b) ? "the elimination without a proof disagrees"
        : found.hit != overlaps(a, b)                ? "the quick axes disagree"
        : !verify(found, a, b) ? (found.hit ? "the witness is not common" : "the certificate does not hold")
                               : nullptr;
    if (fault == nullptr) return true;
    std::printf("%s:\n", fault);
    print(a);
    print(b);
    return false;
}

void show_progress(const char* name, std::uint64_t done, std::uint64_t all) {
    if (isatty(2) == 0) return;
    std::fprintf(stderr, "\r%-10s %3.0f %%", name,
                 100.0 * static_cast<double>(done) / static_cast<double>(all));
    if (done == all) std::fprintf(stderr, "\r                    \r");
}

template <class Draw> bool run(const char* name, std::uint64_t pairs, const Draw& draw) {
    Count count;
    for (std::uint64_t i = 0; i < pairs; ++i) {
        const auto a = draw();
        const auto b = draw();
        if (!check(a, b, count) || !check(b, a, count)) return false;
        if (i % 4096 == 0) show_progress(name, i, pairs);
    }
    show_progress(name, pairs, pairs);
    std::printf("%-10s %12llu %12llu %9.4f %12llu %8u\n", name, static_cast<unsigned long long>(count.tests),
                static_cast<unsigned long long>(count.hits),
                static_cast<double>(count.hits) / static_cast<double>(count.tests),
                static_cast<unsigned long long>(count.by_exact_signs), count.rows);
    return true;
}

int validate(std::uint64_t pairs, std::uint64_t seed) {
    Random random(seed);
    std::printf("Elimination against separating axes: no disagreement unless it is printed.\n");
    std::printf("%-10s %12s %12s %9s %12s %8s\n", "kind", "tests", "hits", "share", "exact signs", "rows");
    const bool ok = run("2D still", pairs, [&] { return random_frame<2>(random); }) &&
                    run("2D moving", pairs, [&] { return random_moving_frame<2>(random); }) &&
                    run("3D still", pairs, [&] { return random_frame<3>(random); }) &&
                    run("3D moving", pairs, [&] { return random_moving_frame<3>(random); });
    return ok ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int count, char** arguments) {
    const std::uint64_t pairs = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1000000;
    const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    if (pairs == 0 || count > 3) {
        std::fprintf(stderr, "usage: graze_frames_validation [pairs per kind > 0] [seed]\n");
        return 2;
    }
    return graze::test::validate(pairs, seed);
}
