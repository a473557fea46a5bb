// Elimination against separating axes on random pairs of frames, both orders, still and moving, in the plane
// and in space: the same answer every time, every miss certified, every hit with a witness. Stops at the
// first disagreement and prints its frames. The document's own two tests, written plainly, answer the still
// pairs too: where they differ is counted. Usage: graze_frames_validation [--pairs N per kind, default
// 1000000] [--seed N] [--csv FILE]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "documents/figures.hpp"
#include "frames/plain_axes.hpp"
#include "graze/frames/frame_overlap.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random_frames.hpp"

namespace graze::test {
namespace {

struct Count {
    std::uint64_t tests = 0;
    std::uint64_t hits = 0;
    std::uint64_t by_exact_signs = 0;
    std::uint32_t rows = 0;                ///< Most that a stage held.
    std::uint64_t plain_eliminations = 0;  ///< Of the document's plain elimination, wrong ones.
    std::uint64_t plain_axes = 0;          ///< Of its plain separating axes, wrong ones.
};

template <int D> void ask_plain_tests(const Frame<D>& a, const Frame<D>& b, bool hit, Count& count) {
    using Axes = bench::PlainAxes<D, bench::PlainProjection::vertices>;
    static thread_local bench::PlainElimination<D> elimination;
    const bench::PlainFrame<D> p(a), q(b);
    count.plain_eliminations += elimination.overlap(p, q) != hit ? 1 : 0;
    count.plain_axes += Axes::overlap(p, q) != hit ? 1 : 0;
}
template <int D> void ask_plain_tests(const MovingFrame<D>&, const MovingFrame<D>&, bool, Count&) {}

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
    ask_plain_tests(a, b, found.hit, count);
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

/// What the document reports of still frames in the plane; it has no other counts.
struct DocumentCounts {
    double tests = bench::Figures::kNone;
    double hits = bench::Figures::kNone;
};

template <class Draw>
bool run(bench::Figures& figures, const char* name, std::uint64_t pairs, const DocumentCounts& document,
         const Draw& draw) {
    Count count;
    for (std::uint64_t i = 0; i < pairs; ++i) {
        if (i % 250000 == 0) bench::progress(std::string(name) + ": " + std::to_string(i) + " pairs");
        const auto a = draw();
        const auto b = draw();
        if (!check(a, b, count) || !check(b, a, count)) return false;
    }
    const auto add = [&](const char* column, double here, double there) {
        figures.add("Elimination against separating axes, random pairs in both orders", name, column, here,
                    there);
    };
    const auto tests = static_cast<double>(count.tests), hits = static_cast<double>(count.hits);
    const double none = bench::Figures::kNone;
    add("tests", tests, document.tests);
    add("hits", hits, document.hits);
    add("hit share", hits / tests, document.hits / document.tests);
    add("disagreements", 0, document.tests > 0 ? 0 : none);
    add("by exact signs", static_cast<double>(count.by_exact_signs), none);
    add("most rows", count.rows, none);
    if constexpr (!requires { draw().velocity; }) {  // the document's plain tests are of still frames
        add("plain elimination wrong", static_cast<double>(count.plain_eliminations), none);
        add("plain axes wrong", static_cast<double>(count.plain_axes), none);
    }
    return true;
}

int validate(std::uint64_t pairs, std::uint64_t seed, const std::string& csv) {
    Random random(seed);
    bench::Figures figures;
    const bool ok =
        run(figures, "2D still", pairs, {2000000, 467386}, [&] { return random_frame<2>(random); }) &&
        run(figures, "2D moving", pairs, {}, [&] { return random_moving_frame<2>(random); }) &&
        run(figures, "3D still", pairs, {}, [&] { return random_frame<3>(random); }) &&
        run(figures, "3D moving", pairs, {}, [&] { return random_moving_frame<3>(random); });
    figures.print();
    return figures.write(csv) && ok ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int count, char** arguments) {
    std::uint64_t pairs = 1000000, seed = 1;
    std::string csv;
    bool right = count % 2 == 1;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        if (name == "--pairs")
            pairs = std::strtoull(arguments[i + 1], nullptr, 10);
        else if (name == "--seed")
            seed = std::strtoull(arguments[i + 1], nullptr, 10);
        else if (name == "--csv")
            csv = arguments[i + 1];
        else
            right = false;
    }
    if (!right || pairs == 0) {
        std::fprintf(stderr, "usage: graze_frames_validation [--pairs N] [--seed N] [--csv FILE]\n");
        return 2;
    }
    return graze::test::validate(pairs, seed, csv);
}
