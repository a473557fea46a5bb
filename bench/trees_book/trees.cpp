#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "experiments.hpp"
#include "graze/obb/obb_search.hpp"
#include "graze/tree/box_tree.hpp"
#include "oracle/random.hpp"
#include "plain_aabb_tree.hpp"

namespace graze::bench {
namespace {

using test::Random;

/// What a contender did: tests of boxes, of a triangle and a box, of triangles; pairs of boxes found disjoint
/// on a face's axis, and on one of two edges.
struct Work {
    double boxes = 0;
    double triangle_boxes = 0;
    double triangles = 0;
    double by_faces = 0;
    double by_edges = 0;
    bool hit = false;

    void add(const Work& w) {
        boxes += w.boxes;
        triangle_boxes += w.triangle_boxes;
        triangles += w.triangles;
        by_faces += w.by_faces;
        by_edges += w.by_edges;
    }
};

/// The book's row, per placement; microseconds on an Athlon at 1.4 GHz.
struct BookRow {
    double boxes = Figures::kNone;
    double triangles = Figures::kNone;
    double microseconds = Figures::kNone;
};

/// The book's four rows of a model: oriented and aligned, fifteen and six axes.
struct BookTable {
    BookRow oriented{}, oriented_lite{}, aligned{}, aligned_lite{};
};

BookTable book_table(const std::string& model) {
    if (model == "torus")
        return {{100.97, 1.946, 56.6}, {130.14, 3.671, 55.8}, {451.63, 37.17, 153.1}, {548.0, 48.69, 124.6}};
    if (model == "teapot")
        return {{119.83, 1.862, 66.0}, {143.54, 2.795, 60.2}, {360.37, 19.69, 116.3}, {420.65, 23.10, 86.0}};
    if (model == "stanford-bunny")
        return {
            {180.08, 1.350, 100.0}, {216.95, 1.964, 92.5}, {506.44, 14.14, 164.0}, {589.82, 16.76, 123.9}};
    return {};
}

struct Contender {
    std::string name;
    std::function<Work(const Pose&, const Pose&)> answer;
    BookRow book{};
};

Work obb_work(const ObbTree& tree, const Pose& a, const Pose& b, ObbTest test) {
    const CollisionTest answer = test_collision({tree, a}, {tree, b}, {.test = test});
    const ObbTreeStats& s = answer.stats;
    const auto exits = [](const StageStats& stage) {
        return static_cast<double>(stage.tests - stage.failures);
    };
    return {static_cast<double>(s.box_tests),
            static_cast<double>(s.triangle_boxes.tests),
            static_cast<double>(s.triangles.tests),
            exits(s.faces),
            exits(s.edges),
            answer.hit};
}

Work plain_work(const PlainAabbTree& tree, const Pose& a, const Pose& b, const PlainOptions& options) {
    const PlainCounts c = tree.collide(a, b, options);
    return {static_cast<double>(c.boxes),          0,
            static_cast<double>(c.triangles),      static_cast<double>(c.apart_by_faces),
            static_cast<double>(c.apart_by_edges), c.hit};
}

/// The library's own tree of axis-aligned boxes.
struct WideTree {
    const TriangleSoup& soup;
    BoxTree tree;
    double reach = 0;

    [[nodiscard]] Triangle corners(std::uint32_t t) const {
        const auto& [a, b, c] = soup.triangles[t];
        return {soup.vertices[a], soup.vertices[b], soup.vertices[c]};
    }
};

Work wide_work(const WideTree& wide, const Pose& a, const Pose& b, BoxTest test) {
    const TriangleView view(a, b, wide.reach);
    Work work;
    const auto leaves = [&](LeafSlots x, LeafSlots y) {
        for (const std::uint32_t i : wide.tree.primitives(x)) {
            for (const std::uint32_t j : wide.tree.primitives(y)) {
                work.triangles += 1;
                if (contact(view, wide.corners(i), wide.corners(j)) == TriangleContact::disjoint) continue;
                work.hit = true;
                return Continue::no;
            }
        }
        return Continue::yes;
    };
    PairOptions options;
    options.test = test;
    work.boxes = static_cast<double>(
        visit_pairs(wide.tree, wide.tree, Affine::from(relative(a, b)), options, leaves).box_tests);
    return work;
}

/// The side of the cube in which about 60 % of the placements overlap.
double tuned_side(const ObbTree& tree, int draws) {
    double low = 0, high = 4 * tree.reach();
    for (int step = 0; step < 12; ++step) {
        const double side = 0.5 * (low + high);
        Random random(511);
        int hits = 0;
        for (int i = 0; i < draws; ++i) {
            const Pose a = random.pose(side / 2), b = random.pose(side / 2);
            hits += test_collision({tree, a}, {tree, b}).hit ? 1 : 0;
        }
        (hits > 0.6 * draws ? low : high) = side;
    }
    return 0.5 * (low + high);
}

/// All trees of a model.
struct Trees {
    ObbTree oriented;
    ObbTree tight;
    PlainAabbTree plain;
    PlainAabbTree rapid;
    WideTree wide;

    explicit Trees(const TriangleSoup& soup)
        : oriented(ObbTree::build(soup.vertices, soup.triangles).value()),
          tight(ObbTree::build(soup.vertices, soup.triangles, {.fit = ObbFit::minimum_volume}).value()),
          plain(soup),
          rapid(soup, Division::mean_along_principal),
          wide{soup, BoxTree::build(boxes_of(soup)).value(), oriented.reach()} {}
};

std::vector<Contender> contenders_of(const Trees& trees, const BookTable& book) {
    using P = const Pose&;
    const auto oriented = [&](ObbTest test) {
        return [&trees, test](P a, P b) { return obb_work(trees.oriented, a, b, test); };
    };
    const auto plain = [](const PlainAabbTree& tree, const PlainOptions& options) {
        return [&tree, options](P a, P b) { return plain_work(tree, a, b, options); };
    };
    const auto wide = [&](BoxTest test) {
        return [&trees, test](P a, P b) { return wide_work(trees.wide, a, b, test); };
    };
    return {
        {"oriented, 15 axes", oriented(ObbTest::sat), book.oriented},
        {"oriented, 6 axes", oriented(ObbTest::sat_lite), book.oriented_lite},
        {"oriented, sphere + 15", oriented(ObbTest::sphere_sat)},
        {"oriented, least volume, 15", [&](P a, P b) { return obb_work(trees.tight, a, b, ObbTest::sat); }},
        {"aligned, 15 axes", plain(trees.plain, {}), book.aligned},
        {"aligned, 6 axes", plain(trees.plain, {.lite = true}), book.aligned_lite},
        {"aligned, x extent opens, 15", plain(trees.plain, {.descent = Descent::first_extent}), book.aligned},
        {"aligned, RAPID's division, 15", plain(trees.rapid, {}), book.aligned},
        {"aligned, both, 15", plain(trees.rapid, {.descent = Descent::first_extent}), book.aligned},
        {"aligned, both, 6", plain(trees.rapid, {.lite = true, .descent = Descent::first_extent}),
         book.aligned_lite},
        {"aligned, 8 wide, 15 axes", wide(BoxTest::faces_and_edges)},
        {"aligned, 8 wide, 6 axes", wide(BoxTest::faces)},
    };
}

/// Sums over all placements; times are the least of two runs over each block.
struct Totals {
    std::vector<Work> work;
    std::vector<double> seconds;
    int hits = 0;
    int wrong = 0;  ///< Answers that differ from those of the first contender.
};

void run_block(const std::vector<Contender>& contenders, const std::vector<std::pair<Pose, Pose>>& block,
               Totals& totals) {
    std::vector<bool> truth;
    for (std::size_t k = 0; k < contenders.size(); ++k) {
        double least = std::numeric_limits<double>::infinity();
        for (int run = 0; run < 2; ++run) {
            Work work;
            const double start = thread_seconds();
            for (std::size_t i = 0; i < block.size(); ++i) {
                const Work each = contenders[k].answer(block[i].first, block[i].second);
                work.add(each);
                if (truth.size() == i) truth.push_back(each.hit);
                totals.wrong += each.hit != truth[i] ? 1 : 0;
            }
            least = std::min(least, thread_seconds() - start);
            if (run == 0) totals.work[k].add(work);
        }
        totals.seconds[k] += least;
    }
    totals.hits += static_cast<int>(std::count(truth.begin(), truth.end(), true));
}

void report(Figures& figures, const Model& model, const std::vector<Contender>& contenders,
            const Totals& totals, double n) {
    const std::string counts = model.name + ", " + std::to_string(model.soup.triangles.size()) +
                               " triangles: per placement (tables 5.4, 5.5)";
    for (std::size_t k = 0; k < contenders.size(); ++k) {
        const Work& work = totals.work[k];
        const BookRow &book = contenders[k].book, &first = contenders[0].book;
        const std::string& row = contenders[k].name;
        figures.add(counts, row, "boxes", work.boxes / n, book.boxes);
        figures.add(counts, row, "triangle-box", work.triangle_boxes / n);
        figures.add(counts, row, "triangles", work.triangles / n, book.triangles);
        figures.add(counts, row, "us", 1e6 * totals.seconds[k] / n, book.microseconds);
        figures.add(counts, row, "x oriented", totals.seconds[k] / totals.seconds[0],
                    book.microseconds / first.microseconds);
    }
    const std::string exits = model.name + ": on which axes boxes are disjoint (figure 5.11)";
    for (const std::size_t k : {std::size_t{0}, std::size_t{4}}) {
        const Work& work = totals.work[k];
        const double apart = work.by_faces + work.by_edges;
        figures.add(exits, contenders[k].name, "overlap %", 100 * (1 - apart / work.boxes), 60);
        figures.add(exits, contenders[k].name, "disjoint on an edge axis %", 100 * work.by_edges / apart, 15);
        figures.add(exits, contenders[k].name, "missed by 6 axes %", 100 * work.by_edges / work.boxes, 6);
    }
    const std::string answers = model.name + ": answers";
    figures.add(answers, "placements", "number", n, 1e6);
    figures.add(answers, "overlap", "number", totals.hits, 6e5);
    figures.add(answers, "differ between trees", "number", totals.wrong);
}

}  // namespace

void compare_trees(Figures& figures, const Model& model, int placements) {
    progress(model.name + ": building trees");
    const Trees trees(model.soup);
    progress(model.name + ": tuning the cube");
    const double side = tuned_side(trees.oriented, std::min(placements, 1000));
    const std::vector<Contender> contenders = contenders_of(trees, book_table(model.name));
    Totals totals{std::vector<Work>(contenders.size()), std::vector<double>(contenders.size(), 0)};
    Random random(512);
    // By blocks, so that contenders take turns and each finds its own data in the caches.
    for (int done = 0; done < placements;) {
        if (done % std::max(placements / 4, 1) < 250)
            progress(model.name + ": " + std::to_string(done) + " of " + std::to_string(placements) +
                     " placements");
        std::vector<std::pair<Pose, Pose>> block;
        for (; block.size() < 250 && done < placements; ++done) {
            const Pose a = random.pose(side / 2), b = random.pose(side / 2);
            block.emplace_back(a, b);
        }
        run_block(contenders, block, totals);
    }
    report(figures, model, contenders, totals, placements);
    figures.print();
}

}  // namespace graze::bench
