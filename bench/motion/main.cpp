// Time of impact of convex shapes beside the peers: boxes and hulls, straight and turning, the same pairs for
// everyone, interleaved, processor time. The truth is graze's interval where `verify` accepts it with its
// proof; who reports a hit that is proven to be a miss, or misses a proven contact, is counted. Then oriented
// trees that move beside the same trees at sampled moments, and frames of a folded sheet: features by leaves
// of the tree, and by boxes of their own. usage: graze_bench_motion [--pairs N] [--repetitions N]
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../graze_shapes.hpp"
#include "cloth.hpp"
#include "feature_rows.hpp"
#include "graze/graze.hpp"
#include "motion_contender.hpp"
#include "moving_trees.hpp"
#include "oracle/random.hpp"
#include "ratios.hpp"

namespace graze::bench {
namespace {

using test::Random;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

ShapeSpec random_shape(Random& random, std::size_t vertices) {
    ShapeSpec spec;
    if (vertices == 0) {
        spec.kind = Kind::box;
        for (std::size_t i = 0; i < 3; ++i) spec.half_extents[i] = random.uniform(0.25, 0.75);
        return spec;
    }
    spec.kind = Kind::hull;
    const Vec3 radii{random.uniform(0.3, 0.7), random.uniform(0.3, 0.7), random.uniform(0.3, 0.7)};
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) points.push_back(hadamard(radii, random.direction()));
    const ConvexHull hull = ConvexHull::build(points).value();
    const auto& data = static_cast<const HullData&>(*Shape(hull).payload());
    spec.vertices.assign(data.vertices.begin(), data.vertices.end());
    spec.triangles.assign(data.triangles.begin(), data.triangles.end());
    return spec;
}

MotionBatch make_batch(std::size_t vertices, bool turns, std::size_t count) {
    Random random(7 + vertices);
    MotionBatch batch;
    batch.turns = turns;
    for (int i = 0; i < 16; ++i) batch.shapes.push_back(random_shape(random, vertices));
    for (std::size_t i = 0; i < count; ++i) {
        MotionPair pair;
        pair.a = static_cast<std::uint32_t>(random.index(8));
        pair.b = static_cast<std::uint32_t>(8 + random.index(8));
        pair.rest = random.pose(0);
        const Quat start = random.rotation();
        const Vec3 from = random.uniform(1.6, 3) * random.direction();
        pair.from = Pose::from(start, from);
        const Quat turn = turns ? Quat::from_axis_angle(random.direction(), random.uniform(0.3, 2)) : Quat{};
        const Quat last = turn * start;
        pair.to = Pose::from(turns ? last : start, random.in_cube(1.8) - 0.5 * from);
        batch.pairs.push_back(pair);
    }
    return batch;
}

/// What is known of a pair: proven contact within an interval, or a proven miss, or neither.
struct Truth {
    bool known = false;
    bool hit = false;
    Interval time{};
};

std::vector<Truth> truths(const MotionBatch& batch) {
    std::vector<Shape> shapes;
    for (const ShapeSpec& spec : batch.shapes) shapes.push_back(make_shape(spec));
    std::vector<Truth> result;
    for (const MotionPair& pair : batch.pairs) {
        const Moving a{shapes[pair.a], LinearMotion{pair.rest, {}}};
        Motion motion = InBetweenMotion{pair.from, pair.to};
        if (!batch.turns) motion = LinearMotion{pair.from, pair.to.position - pair.from.position};
        const Moving b{shapes[pair.b], motion};
        const CertifiedImpact impact = certified_time_of_impact(a, b);
        const bool known = impact.impact.answer != ImpactAnswer::within_tolerance && verify(impact, a, b);
        result.push_back({known, impact.impact.hit, impact.impact.time});
    }
    return result;
}

struct Score {
    std::vector<double> seconds;
    std::size_t hits = 0, missed = 0, invented = 0, late = 0;
    double worst = 0;
};

void judge(const std::vector<MotionReply>& replies, const std::vector<Truth>& truth, Score& score) {
    for (std::size_t i = 0; i < replies.size(); ++i) {
        score.hits += replies[i].hit;
        if (!truth[i].known) continue;
        score.missed += truth[i].hit && !replies[i].hit;
        score.invented += !truth[i].hit && replies[i].hit;
        if (!truth[i].hit || !replies[i].hit) continue;
        const double error =
            std::max({0.0, truth[i].time.lower - replies[i].upper, replies[i].lower - truth[i].time.upper});
        score.worst = std::max(score.worst, error);
        score.late += replies[i].lower > truth[i].time.upper + 1e-3;
    }
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

/// Each verb of graze beside each peer, of those that served the row.
void record_ratios(const std::string& row, const std::vector<Score>& scores,
                   const MotionContenders& contenders) {
    for (std::size_t own = 0; own < contenders.size(); ++own) {
        const bool cast = contenders[own]->name() == kGrazeCast;
        if ((own > 0 && !cast) || scores[own].seconds.empty()) continue;
        for (std::size_t c = 1; c < contenders.size(); ++c) {
            if (contenders[c]->name() == kGrazeCast || scores[c].seconds.empty()) continue;
            record_ratio("motion", {cast ? row + " cast" : row, contenders[c]->name(),
                                    median(scores[own].seconds) / median(scores[c].seconds),
                                    scores[own].missed + scores[own].invented + scores[own].late});
        }
    }
}

void run_family(const char* name, std::size_t vertices, bool turns, std::size_t count, int repetitions,
                MotionContenders& contenders) {
    const MotionBatch batch = make_batch(vertices, turns, count);
    const std::vector<Truth> truth = truths(batch);
    std::vector<Score> scores(contenders.size());
    for (auto& contender : contenders) {
        if (contender->serves(batch)) contender->load(batch);
    }
    std::vector<MotionReply> replies(count);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            if (!contenders[c]->serves(batch)) continue;
            const double start = cpu_seconds();
            for (std::size_t i = 0; i < count; ++i) replies[i] = contenders[c]->answer(i);
            scores[c].seconds.push_back(cpu_seconds() - start);
            if (repetition == 0) judge(replies, truth, scores[c]);
        }
    }
    const double own = median(scores[0].seconds);
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        if (!contenders[c]->serves(batch)) continue;
        const double time = median(scores[c].seconds);
        std::printf("%-7s %-8s %-18s %9.0f %8.2f %7.1f %7zu %8zu %6zu %10.1e\n", name,
                    turns ? "turning" : "straight", contenders[c]->name().c_str(),
                    1e9 * time / static_cast<double>(count), own / time,
                    100.0 * static_cast<double>(scores[c].hits) / static_cast<double>(count),
                    scores[c].missed, scores[c].invented, scores[c].late, scores[c].worst);
    }
    record_ratios(name + std::string(turns ? " turning" : " straight"), scores, contenders);
    std::size_t unknown = 0;
    for (const Truth& t : truth) unknown += !t.known;
    if (unknown > 0)
        std::printf("        (%zu of %zu pairs are undecided, and not counted against anyone)\n", unknown,
                    count);
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    using namespace graze::bench;
    std::size_t pairs = 1000;
    int repetitions = 7;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        if (name == "--pairs") pairs = std::strtoull(arguments[i + 1], nullptr, 10);
        if (name == "--repetitions") repetitions = std::atoi(arguments[i + 1]);
    }
    if (pairs == 0 || repetitions <= 0 || count % 2 == 0) {
        std::fprintf(stderr, "usage: graze_bench_motion [--pairs N] [--repetitions N]\n");
        return 2;
    }
    MotionContenders contenders;
    add_graze_motion(contenders);
#ifdef GRAZE_BENCH_FCL
    add_fcl_motion(contenders);
#endif
#ifdef GRAZE_BENCH_BULLET
    add_bullet_motion(contenders);
#endif
    std::printf("%-7s %-8s %-18s %9s %8s %7s %7s %8s %6s %10s\n", "shapes", "motion", "library", "ns",
                "graze/it", "hits %", "missed", "invented", "late", "worst");
    for (const bool turns : {false, true}) {
        run_family("box", 0, turns, pairs, repetitions, contenders);
        run_family("hull32", 32, turns, pairs, repetitions, contenders);
        run_family("hull128", 128, turns, pairs, repetitions, contenders);
    }
    Figures figures;
    run_moving_trees(figures, std::min<std::size_t>(pairs, 200), repetitions);
    run_mesh_impacts(figures, std::min<std::size_t>(pairs, 20), std::min(repetitions, 3));
    figures.print();
    std::printf("\n");
    run_cloth(repetitions);
    run_features(std::min<std::size_t>(4 * pairs, 2000), repetitions);
    return 0;
}
