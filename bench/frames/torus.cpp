// graze_bench_torus: the experiments of Baillehache's article on trees of frames. Tori of tetrahedra below
// one box, at random places, sizes and orientations; one of them against all others: all pairs of nodes, over
// the number of pairs found; the first pair of each object, over the number of objects that collide; and 100,
// 300 and 1000 tori at the same number of collisions. The document's search (elimination, two levels, every
// object's root tested) beside the library's (separating axes, levels of eight, a tree over the objects).
// Processor time of one thread, least of three runs for each search; they take turns. Usage:
// graze_bench_torus [--quick] [--csv FILE]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "documents/figures.hpp"
#include "graze/frames/frame_tree.hpp"
#include "oracle/random_frames.hpp"
#include "plain_elimination.hpp"

namespace graze::bench {
namespace {

using test::Random;

/// The document's limit for a game, in microseconds: 25 steps a second.
constexpr double kFrameTime = 40000;

struct Crowd {
    std::size_t count = 100;
    std::uint32_t cells = 1;  ///< Across the tube: 201 nodes with one, 801 with two.
    double side = 7;          ///< Of the cube of the centres.

    [[nodiscard]] std::uint32_t nodes() const { return 5 * 40 * cells * cells + 1; }
};

using Trees = std::vector<std::shared_ptr<const FrameTree>>;

Trees make_trees(std::uint32_t cells, std::uint32_t fan_out) {
    Trees trees;
    for (const double size : {0.5, 0.7, 0.9, 1.1}) {
        const auto mesh = tetrahedra_of({size, 0.25 * size, 40, cells});
        trees.push_back(std::make_shared<const FrameTree>(*build_frame_tree(*mesh, {.fan_out = fan_out})));
    }
    return trees;
}

FrameWorld strew(const Crowd& crowd, const Trees& trees, std::uint64_t seed) {
    Random random(seed);
    std::vector<FrameObject> objects;
    for (std::size_t i = 0; i < crowd.count; ++i) {
        const auto& tree = trees[random.index(trees.size())];
        objects.push_back({tree, random.pose(crowd.side / 2)});
    }
    return FrameWorld::make(std::move(objects)).value();
}

/// A way to search: the form of the trees, and the options.
struct Method {
    const char* name;
    std::uint32_t fan_out;
    FrameSearch search;
};
const std::array<Method, 3> kMethods{{{"document", 0, {.by_tree = false, .method = FrameMethod::elimination}},
                                      {"document, axes", 0, {.by_tree = false}},
                                      {"graze", 8, {}}}};

/// Times and tests of the searches with the same number of hits.
struct Bin {
    double searches = 0;
    double microseconds = 0;
    double worst = 0;
    double tests = 0;

    void add(double time, double work) {
        searches += 1;
        microseconds += time;
        worst = std::max(worst, time);
        tests += work;
    }
};
using Curve = std::map<std::size_t, Bin>;

/// Least of three runs, in microseconds.
template <class Search> double least_time(const Search& search) {
    double least = std::numeric_limits<double>::infinity();
    for (int run = 0; run < 3; ++run) {
        const double start = thread_seconds();
        search();
        least = std::min(least, 1e6 * (thread_seconds() - start));
    }
    return least;
}

/// One curve for each way. Worlds are drawn until so many searches were made, each torus of a world in turn.
template <class Ask>
std::array<Curve, 3> curves(const Crowd& crowd, std::size_t searches, const Ask& ask, std::size_t& wrong) {
    std::array<Trees, 3> trees;
    for (std::size_t w = 0; w < kMethods.size(); ++w) trees[w] = make_trees(crowd.cells, kMethods[w].fan_out);
    std::array<Curve, 3> result;
    const std::size_t asked = std::min<std::size_t>(crowd.count, 100);
    for (std::size_t done = 0; done < searches; done += asked) {
        std::vector<FrameWorld> worlds;
        for (const Trees& forms : trees) worlds.push_back(strew(crowd, forms, 1000 + done));
        for (std::size_t i = 0; i < asked; ++i) {
            std::array<std::size_t, 3> hits{};
            for (std::size_t w = 0; w < kMethods.size(); ++w) {
                FrameSearchStats stats;
                const double time =
                    least_time([&] { hits[w] = ask(worlds[w], i, kMethods[w].search, stats); });
                result[w][hits[0]].add(time, static_cast<double>(stats.tests));
                wrong += hits[w] != hits[0] ? 1 : 0;
            }
        }
    }
    return result;
}

std::size_t all_pairs(const FrameWorld& world, std::size_t object, const FrameSearch& search,
                      FrameSearchStats& stats) {
    const FrameCollisions found = search_collisions(world, object, search);
    stats = found.stats;
    return found.contacts.size();
}

std::size_t first_pairs(const FrameWorld& world, std::size_t object, const FrameSearch& search,
                        FrameSearchStats& stats) {
    const CollidingObjects found = colliding_objects(world, object, search);
    stats = found.stats;
    return found.objects.size();
}

/// The points of a curve, several numbers of hits taken together where a step is given.
void add_curve(Figures& figures, const std::string& table, const std::array<Curve, 3>& curves,
               std::size_t step) {
    for (std::size_t w = 0; w < kMethods.size(); ++w) {
        Curve points;
        for (const auto& [hits, bin] : curves[w]) {
            Bin& point = points[hits == 0 ? 0 : (hits - 1) / step * step + 1];
            point.searches += bin.searches;
            point.microseconds += bin.microseconds;
            point.worst = std::max(point.worst, bin.worst);
            point.tests += bin.tests;
        }
        for (const auto& [hits, point] : points) {
            if (point.searches < 5) continue;
            const std::string row = hits == 0 || step == 1
                                        ? std::to_string(hits)
                                        : std::to_string(hits) + " to " + std::to_string(hits + step - 1);
            const std::string name = kMethods[w].name;
            if (w == 0) figures.add(table, row, "searches", point.searches);
            figures.add(table, row, name + ", us", point.microseconds / point.searches);
            figures.add(table, row, name + ", tests", point.tests / point.searches);
        }
    }
}

/// Mean over all searches.
Bin total(const Curve& curve) {
    Bin sum;
    for (const auto& [hits, bin] : curve) {
        sum.searches += bin.searches;
        sum.microseconds += bin.microseconds;
        sum.worst = std::max(sum.worst, bin.worst);
        sum.tests += bin.tests;
    }
    return sum;
}

void time_one_test(Figures& figures) {
    Random random(5);
    std::vector<Frame<3>> a, b;
    for (int i = 0; i < 2000; ++i) {
        a.push_back(test::random_frame<3>(random));
        b.push_back(test::random_frame<3>(random));
    }
    const auto each = [&](const auto& ask) {
        return least_time([&] {
                   for (std::size_t i = 0; i < a.size(); ++i) static_cast<void>(ask(a[i], b[i]));
               }) /
               static_cast<double>(a.size());
    };
    const std::vector<PlainFrame<3>> plain_a(a.begin(), a.end()), plain_b(b.begin(), b.end());
    PlainElimination<3> plain;
    const double by_plain = least_time([&] {
                                for (std::size_t i = 0; i < a.size(); ++i)
                                    static_cast<void>(plain.overlap(plain_a[i], plain_b[i]));
                            }) /
                            static_cast<double>(a.size());
    const std::string table = "One test of two frames, us";
    figures.add(table, "plain elimination, no box", "us", by_plain, 6.5);
    figures.add(table, "elimination with its box", "us", each([](const auto& p, const auto& q) {
                    return intersect(p, q, {.box = FrameBox::elimination}).hit;
                }),
                6.5);
    figures.add(table, "elimination, yes or no", "us",
                each([](const auto& p, const auto& q) { return overlaps_by_elimination(p, q); }));
    figures.add(table, "separating axes, yes or no", "us",
                each([](const auto& p, const auto& q) { return overlaps(p, q); }));
}

/// 100, 300 and 1000 tori: in a cube that grows with them, so that each collides with as many, and in one
/// that does not.
void ten_times(Figures& figures, bool quick, std::size_t& wrong) {
    for (const bool grows : {true, false}) {
        std::vector<std::array<Curve, 3>> all;
        const std::array<std::size_t, 3> counts{100, 300, 1000};
        for (const std::size_t count : counts) {
            progress(std::to_string(count) + " tori in a cube that " + (grows ? "grows" : "stays"));
            Crowd crowd{count, 1, grows ? 7.0 : 15.0};
            if (grows) crowd.side *= std::cbrt(static_cast<double>(count) / 100);
            all.push_back(curves(crowd, quick ? 200 : 1000, first_pairs, wrong));
        }
        const std::string table = std::string("Ten times the tori, 201 nodes, first hit of each, cube ") +
                                  (grows ? "grows with them" : "stays");
        for (std::size_t w = 0; w < kMethods.size(); ++w) {
            const double first = total(all[0][w]).microseconds / total(all[0][w]).searches;
            for (std::size_t k = 0; k < counts.size(); ++k) {
                const std::string row = std::string(kMethods[w].name) + ", " + std::to_string(counts[k]);
                const Bin sum = total(all[k][w]);
                figures.add(table, row, "us", sum.microseconds / sum.searches);
                figures.add(table, row, "x 100", sum.microseconds / sum.searches / first,
                            counts[k] == 1000 ? 2 : Figures::kNone);
                for (const std::size_t hits : {0U, 2U, 4U, 6U}) {
                    const auto at = all[k][w].find(hits);
                    if (at == all[k][w].end() || at->second.searches < 5) continue;
                    figures.add(table, row, "us at " + std::to_string(hits) + " collisions",
                                at->second.microseconds / at->second.searches);
                }
            }
        }
    }
}

int run(bool quick, const std::string& csv) {
    Figures figures;
    std::size_t wrong = 0;
    time_one_test(figures);
    for (const std::uint32_t cells : {1U, 2U}) {
        const Crowd crowd{100, cells, 7};
        const std::string nodes = std::to_string(crowd.nodes()) + " nodes";
        progress("all pairs, " + nodes);
        const auto full = curves(crowd, quick ? 100 : 400, all_pairs, wrong);
        add_curve(figures, "100 tori of " + nodes + ", all pairs, by pairs found", full, 500);
        progress("first pairs, " + nodes);
        const auto first = curves(crowd, quick ? 100 : 1000, first_pairs, wrong);
        add_curve(figures, "100 tori of " + nodes + ", first pair of each, by objects hit", first, 1);
        const std::string table = "100 tori of " + nodes + ": share of a frame of 0.04 s";
        for (std::size_t w = 0; w < kMethods.size(); ++w) {
            const Bin f = total(full[w]), one = total(first[w]);
            figures.add(table, kMethods[w].name, "all pairs, mean %",
                        100 * f.microseconds / f.searches / kFrameTime);
            figures.add(table, kMethods[w].name, "all pairs, worst %", 100 * f.worst / kFrameTime);
            figures.add(table, kMethods[w].name, "first, mean %",
                        100 * one.microseconds / one.searches / kFrameTime);
            figures.add(table, kMethods[w].name, "first, worst %", 100 * one.worst / kFrameTime);
        }
        figures.print();
    }
    ten_times(figures, quick, wrong);
    figures.add("Answers", "that differ between the searches", "number", static_cast<double>(wrong));
    figures.print();
    return figures.write(csv) && wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    bool quick = false;
    std::string csv;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--quick") {
            quick = true;
        } else if (name == "--csv" && i + 1 < count) {
            csv = arguments[++i];
        } else {
            std::fprintf(stderr, "usage: graze_bench_torus [--quick] [--csv FILE]\n");
            return 2;
        }
    }
    return graze::bench::run(quick, csv);
}
