// graze_bench_book: the experiments of van den Bergen's book on this machine, each figure beside the book's.
// Processor time of one thread; contenders take turns. Usage: graze_bench_book [--quick] [--models FOLDER]
// [--placements N] [--csv FILE]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "experiments.hpp"

namespace graze::bench {
namespace {

struct BookOptions {
    bool quick = false;
    int placements = 0;  ///< 0: 500 quickly, else 20 000.
    std::string models;
    std::string csv;
};

int run(const BookOptions& options) {
    const bool quick = options.quick;
    Figures figures;
    const int placements = options.placements > 0 ? options.placements : quick ? 500 : 20000;
    study_volumes(figures, quick ? 100000 : 1000000);
    compare_polygons(figures, quick ? 3 : 25);
    study_coherence(figures, quick);
    for (const Model& model : book_models(options.models, quick)) {
        compare_trees(figures, model, placements);
        time_builds(figures, model, quick ? 1 : 5);
    }
    return figures.write(options.csv) ? 0 : 1;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    graze::bench::BookOptions options;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--quick") {
            options.quick = true;
            continue;
        }
        const char* value = i + 1 < count ? arguments[++i] : nullptr;
        if (value != nullptr && name == "--models") {
            options.models = value;
        } else if (value != nullptr && name == "--csv") {
            options.csv = value;
        } else if (value != nullptr && name == "--placements" && std::atoi(value) > 0) {
            options.placements = std::atoi(value);
        } else {
            std::fprintf(
                stderr,
                "usage: graze_bench_book [--quick] [--models FOLDER] [--placements N] [--csv FILE]\n");
            return 2;
        }
    }
    return graze::bench::run(options);
}
