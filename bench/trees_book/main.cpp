// graze_bench_book: the experiments of van den Bergen's chapter on bounding volumes, on this machine.
// Tables 5.2 and 5.3: which tests fail to part two tori; Tables 5.4 and 5.5: box and triangle tests per
// placement, trees of axis-aligned boxes against oriented ones, all axes against faces only; Table 5.6:
// builds, refits and tests; and bytes per triangle. Placements: two copies of a model, all orientations
// alike, in a cube so large that about 60 % meet; searches end at the first pair of triangles. Processor time
// of one thread. Usage: graze_bench_book [--quick] [model.obj ...]
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graze/obb/obb_search.hpp"
#include "graze/tree/traverse.hpp"
#include "models.hpp"
#include "obb/torus_study.hpp"
#include "oracle/obj_file.hpp"
#include "plain_aabb_tree.hpp"

namespace graze::bench {
namespace {

using test::Random;
using test::TorusStudy;

double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

void progress(const char* what, const std::string& name) {
    std::fprintf(stderr, "  %s: %s ...\n", name.c_str(), what);
}

void print_study(double side, std::uint64_t samples) {
    Random random(side > 50 ? 501 : 502);
    const TorusStudy s = study_tori(random, side, samples);
    std::printf("\nTwo tori of radii 10 and 2, centres in a cube of side %g, %llu draws (Tables 5.2, 5.3)\n",
                side, static_cast<unsigned long long>(samples));
    std::printf("%-28s %10s %10s %12s\n", "test", "P first", "P all", "operations");
    const auto row = [](const char* name, double first, double all, double operations) {
        std::printf("%-28s %8.2f %% %8.2f %% %12.0f\n", name, 100 * first, 100 * all, operations);
    };
    using test::cascade_operations;
    row("sphere", s.sphere, s.sphere, cascade_operations(11, 0, s.sphere));
    row("oriented box, 15 axes", s.obb, s.obb, cascade_operations(200, 0, s.obb));
    row("oriented box, 6 axes", s.obb_lite, s.obb_lite, cascade_operations(200, 0, s.obb_lite));
    row("dynamic box, oriented (15)", s.dynamic_aabb, s.obb, cascade_operations(54, s.dynamic_aabb, s.obb));
    row("dynamic box, oriented (6)", s.dynamic_aabb, s.obb_lite,
        cascade_operations(54, s.dynamic_aabb, s.obb_lite));
    row("fixed box, oriented (15)", s.fixed_aabb, s.fixed_aabb_obb,
        cascade_operations(6, s.fixed_aabb, s.fixed_aabb_obb));
    row("fixed box, oriented (6)", s.fixed_aabb, s.fixed_aabb_obb_lite,
        cascade_operations(6, s.fixed_aabb, s.fixed_aabb_obb_lite));
    row("sphere, oriented (15)", s.sphere, s.sphere_obb, cascade_operations(11, s.sphere, s.sphere_obb));
    row("sphere, oriented (6)", s.sphere, s.sphere_obb_lite,
        cascade_operations(11, s.sphere, s.sphere_obb_lite));
}

/// Boxes of a soup's triangles, for the library's box tree.
std::vector<Aabb> boxes_of(const TriangleSoup& soup) {
    std::vector<Aabb> boxes;
    boxes.reserve(soup.triangles.size());
    for (const auto& [a, b, c] : soup.triangles) {
        const Vec3 &x = soup.vertices[a], &y = soup.vertices[b], &z = soup.vertices[c];
        boxes.push_back({min(x, min(y, z)), max(x, max(y, z))});
    }
    return boxes;
}

/// What a contender did on one placement: tests of boxes, of a triangle and a box, of triangles.
struct Work {
    std::uint64_t boxes = 0;
    std::uint64_t triangle_boxes = 0;
    std::uint64_t triangles = 0;
    bool hit = false;
};
struct Contender {
    std::string name;
    std::function<Work(const Pose&, const Pose&)> answer;
};

Work wide_tree_work(const BoxTree& tree, const TriangleSoup& soup, const Pose& pose_a, const Pose& pose_b,
                    double reach, BoxTest test) {
    const TriangleView view(pose_a, pose_b, reach);
    const auto corners = [&](std::uint32_t t) {
        const auto& [a, b, c] = soup.triangles[t];
        return Triangle{soup.vertices[a], soup.vertices[b], soup.vertices[c]};
    };
    Work work;
    PairOptions options;
    options.test = test;
    const TreeStats stats = visit_pairs(
        tree, tree, Affine::from(relative(pose_a, pose_b)), options, [&](LeafSlots x, LeafSlots y) {
            for (const std::uint32_t i : tree.primitives(x)) {
                for (const std::uint32_t j : tree.primitives(y)) {
                    ++work.triangles;
                    if (contact(view, corners(i), corners(j)) == TriangleContact::disjoint) continue;
                    work.hit = true;
                    return Continue::no;
                }
            }
            return Continue::yes;
        });
    work.boxes = stats.box_tests;
    return work;
}

/// The side of the cube at which about 60 % of the placements meet.
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

Work obb_work(const ObbTree& tree, const Pose& a, const Pose& b, ObbTest test) {
    const CollisionTest answer = test_collision({tree, a}, {tree, b}, {.test = test});
    return {answer.stats.box_tests, answer.stats.triangle_boxes.tests, answer.stats.triangles.tests,
            answer.hit};
}

void compare(const Model& model, int placements) {
    const TriangleSoup& soup = model.soup;
    progress("building", model.name);
    const ObbTree centre = ObbTree::build(soup.vertices, soup.triangles).value();
    const ObbTree tight =
        ObbTree::build(soup.vertices, soup.triangles, {.fit = ObbFit::minimum_volume}).value();
    const PlainAabbTree plain(soup);
    const BoxTree wide = BoxTree::build(boxes_of(soup)).value();
    progress("tuning the cube", model.name);
    const double side = tuned_side(centre, std::min(placements, 1000));
    using P = const Pose&;
    const auto plain_work = [&](P a, P b, bool lite) {
        const PlainCounts counts = PlainAabbTree::collide(plain, a, plain, b, lite);
        return Work{counts.boxes, 0, counts.triangles, counts.hit};
    };
    const std::vector<Contender> contenders{
        {"oriented, 15 axes", [&](P a, P b) { return obb_work(centre, a, b, ObbTest::sat); }},
        {"oriented, 6 axes", [&](P a, P b) { return obb_work(centre, a, b, ObbTest::sat_lite); }},
        {"oriented, sphere + 15", [&](P a, P b) { return obb_work(centre, a, b, ObbTest::sphere_sat); }},
        {"oriented, sphere + 6", [&](P a, P b) { return obb_work(centre, a, b, ObbTest::sphere_sat_lite); }},
        {"least volume, 15 axes", [&](P a, P b) { return obb_work(tight, a, b, ObbTest::sat); }},
        {"aligned (book), 15 axes", [&](P a, P b) { return plain_work(a, b, false); }},
        {"aligned (book), 6 axes", [&](P a, P b) { return plain_work(a, b, true); }},
        {"aligned, 8 wide, 15 axes",
         [&](P a, P b) {
             return wide_tree_work(wide, soup, a, b, centre.reach(), BoxTest::faces_and_edges);
         }},
        {"aligned, 8 wide, 6 axes",
         [&](P a, P b) { return wide_tree_work(wide, soup, a, b, centre.reach(), BoxTest::faces); }},
    };
    std::vector<Work> sums(contenders.size());
    std::vector<double> times(contenders.size(), 0);
    Random random(512);
    int hits = 0, wrong = 0;
    // By blocks, so that contenders take turns and each finds its own data in the caches.
    for (int done = 0; done < placements;) {
        if (done % std::max(placements / 4, 1) == 0)
            progress((std::to_string(done) + " of " + std::to_string(placements)).c_str(), model.name);
        std::vector<std::pair<Pose, Pose>> block;
        for (; block.size() < 250 && done < placements; ++done) {
            const Pose a = random.pose(side / 2), b = random.pose(side / 2);
            block.emplace_back(a, b);
        }
        std::vector<bool> truth;
        for (std::size_t k = 0; k < contenders.size(); ++k) {
            const double start = now();
            for (std::size_t i = 0; i < block.size(); ++i) {
                const Work work = contenders[k].answer(block[i].first, block[i].second);
                sums[k].boxes += work.boxes;
                sums[k].triangle_boxes += work.triangle_boxes;
                sums[k].triangles += work.triangles;
                if (k == 0) truth.push_back(work.hit);
                wrong += work.hit != truth[i] ? 1 : 0;
            }
            times[k] += now() - start;
        }
        hits += static_cast<int>(std::count(truth.begin(), truth.end(), true));
    }
    std::printf(
        "\n%s: %zu triangles, cube of side %.3g, %d placements, %.1f %% meet, %d answers differ (Tables 5.4, "
        "5.5)\n",
        model.name.c_str(), soup.triangles.size(), side, placements, 100.0 * hits / placements, wrong);
    std::printf("%-26s %10s %14s %14s %10s\n", "per placement", "boxes", "triangle-box", "triangles", "us");
    for (std::size_t k = 0; k < contenders.size(); ++k) {
        const double n = placements;
        std::printf("%-26s %10.1f %14.1f %14.1f %10.2f\n", contenders[k].name.c_str(),
                    static_cast<double>(sums[k].boxes) / n, static_cast<double>(sums[k].triangle_boxes) / n,
                    static_cast<double>(sums[k].triangles) / n, times[k] / n * 1e6);
    }
}

/// The least of a few runs, in milliseconds.
template <class Run> double milliseconds(int repetitions, const Run& run) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repetitions; ++i) {
        const double start = now();
        run();
        best = std::min(best, now() - start);
    }
    return best * 1e3;
}

void builds(const Model& model, int repetitions) {
    const TriangleSoup& soup = model.soup;
    progress("builds and refits", model.name);
    const double n = static_cast<double>(soup.triangles.size());
    const auto row = [&](const char* name, double ms, double bytes) {
        std::printf("%-12s %-34s %10.2f", model.name.c_str(), name, ms);
        bytes > 0 ? std::printf(" %14.1f\n", bytes / n) : std::printf(" %14s\n", "");
    };
    const auto oriented = [&](const char* name, const ObbTreeOptions& options) {
        double bytes = 0;
        const double ms = milliseconds(repetitions, [&] {
            bytes =
                static_cast<double>(ObbTree::build(soup.vertices, soup.triangles, options)->memory_bytes());
        });
        row(name, ms, bytes);
    };
    oriented("build oriented, triangles, centre", {});
    oriented("build oriented, triangles, median", {.split = ObbSplit::median});
    oriented("build oriented, points", {.fit = ObbFit::points});
    oriented("build oriented, least volume", {.fit = ObbFit::minimum_volume});
    oriented("build oriented, leaves of 4", {.leaf_size = 4});
    const double plain = milliseconds(repetitions, [&] { PlainAabbTree tree(soup); });
    PlainAabbTree tree(soup);
    row("build aligned (book)", plain, static_cast<double>(tree.memory_bytes()));
    row("refit aligned (book)", milliseconds(repetitions, [&] { tree.refit(); }), 0);
    const std::vector<Aabb> boxes = boxes_of(soup);
    double bytes = 0;
    const double wide = milliseconds(
        repetitions, [&] { bytes = static_cast<double>(BoxTree::build(boxes)->memory_bytes()); });
    row("build aligned, 8 wide", wide, bytes);
    BoxTree wide_tree = BoxTree::build(boxes).value();
    row("refit aligned, 8 wide",
        milliseconds(repetitions, [&] { static_cast<void>(wide_tree.refit(boxes)); }), 0);
}

int run(bool quick, const std::vector<std::string>& files) {
    std::vector<Model> models = generated_models(quick);
    for (const std::string& path : files) {
        auto soup = test::read_obj(path);
        if (!soup) {
            std::fprintf(stderr, "graze_bench_book: cannot read %s\n", path.c_str());
            return 1;
        }
        models.push_back(
            {std::filesystem::path(path).stem().string(), test::scaled_to_radius_one(*std::move(soup))});
    }
    progress("Monte Carlo", "torus case study");
    for (const double side : {100.0, 20.0}) print_study(side, quick ? 100000 : 1000000);
    for (const Model& model : models) compare(model, quick ? 500 : 20000);
    std::printf(
        "\n%-12s %-34s %10s %14s  (Table 5.6; bytes with triangles and vertices for oriented trees)\n",
        "model", "", "ms", "bytes/triangle");
    for (const Model& model : models) builds(model, quick ? 1 : 3);
    return 0;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    bool quick = false;
    std::vector<std::string> files;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(arguments[i], "--quick") == 0) {
            quick = true;
        } else if (arguments[i][0] == '-') {
            std::fprintf(stderr, "usage: graze_bench_book [--quick] [model.obj ...]\n");
            return 2;
        } else {
            files.emplace_back(arguments[i]);
        }
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // tables show as they come, in files too
    return graze::bench::run(quick, files);
}
