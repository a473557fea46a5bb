#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "experiments.hpp"
#include "graze/obb/obb_tree.hpp"
#include "graze/tree/box_tree.hpp"
#include "plain_aabb_tree.hpp"

namespace graze::bench {
namespace {

/// The least of a few runs, in milliseconds.
template <class Run> double milliseconds(int repetitions, const Run& run) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repetitions; ++i) {
        const double start = thread_seconds();
        run();
        best = std::min(best, thread_seconds() - start);
    }
    return best * 1e3;
}

/// The book's milliseconds: oriented build, aligned build, aligned refit.
struct BookTimes {
    double oriented = Figures::kNone;
    double aligned = Figures::kNone;
    double refit = Figures::kNone;
};

BookTimes book_times(const std::string& model) {
    if (model == "torus") return {35.9, 6.1, 3.1};
    if (model == "teapot") return {28.0, 5.0, 2.4};
    if (model == "stanford-bunny") return {681, 192, 50.2};
    return {};
}

}  // namespace

void time_builds(Figures& figures, const Model& model, int repetitions) {
    progress(model.name + ": builds and refits");
    const TriangleSoup& soup = model.soup;
    const auto triangles = static_cast<double>(soup.triangles.size());
    const BookTimes book = book_times(model.name);
    const std::string table = model.name + ": builds and refits (table 5.6)";
    double aligned_ms = 0;
    const auto row = [&](const char* name, double ms, double book_ms, double bytes) {
        figures.add(table, name, "ms", ms, book_ms);
        figures.add(table, name, "x aligned build", ms / aligned_ms, book_ms / book.aligned);
        if (bytes > 0) figures.add(table, name, "bytes/triangle", bytes / triangles);
    };
    PlainAabbTree tree(soup);
    aligned_ms = milliseconds(repetitions, [&] { tree = PlainAabbTree(soup); });
    row("build aligned", aligned_ms, book.aligned, static_cast<double>(tree.memory_bytes()));
    row("refit aligned", milliseconds(repetitions, [&] { tree.refit(); }), book.refit, 0);
    const auto oriented = [&](const char* name, const ObbTreeOptions& options, double book_ms) {
        std::size_t bytes = 0;
        const double ms = milliseconds(repetitions, [&] {
            bytes = ObbTree::build(soup.vertices, soup.triangles, options)->memory_bytes();
        });
        row(name, ms, book_ms, static_cast<double>(bytes));
    };
    oriented("build oriented, triangles, centre", {}, book.oriented);
    oriented("build oriented, triangles, median", {.split = ObbSplit::median}, Figures::kNone);
    oriented("build oriented, points", {.fit = ObbFit::points}, Figures::kNone);
    oriented("build oriented, least volume", {.fit = ObbFit::minimum_volume}, Figures::kNone);
    oriented("build oriented, leaves of 4", {.leaf_size = 4}, Figures::kNone);
    const std::vector<Aabb> boxes = boxes_of(soup);
    BoxTree wide = BoxTree::build(boxes).value();
    const double wide_ms = milliseconds(repetitions, [&] { wide = BoxTree::build(boxes).value(); });
    row("build aligned, 8 wide", wide_ms, Figures::kNone, static_cast<double>(wide.memory_bytes()));
    row("refit aligned, 8 wide", milliseconds(repetitions, [&] { static_cast<void>(wide.refit(boxes)); }),
        Figures::kNone, 0);
    figures.print();
}

}  // namespace graze::bench
