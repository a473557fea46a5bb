#include "feature_rows.hpp"

#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "graze/ccd/feature_impact.hpp"
#include "oracle/random.hpp"
#include "ratios.hpp"

namespace graze::bench {
namespace {

using test::Random;

/// The first `split` vertices move along one displacement, the others along another.
struct Query {
    std::array<Vec3, 4> start{}, end{};
    LinearMotion a{}, b{};  ///< The same motions, of bodies whose frames are the world's at the start.
};

Query random_query(Random& random, std::size_t split) {
    Query query;
    for (Vec3& x : query.start) x = random.in_cube(1);
    const Vec3 apart = random.uniform(0.5, 2) * random.direction();
    for (std::size_t i = split; i < 4; ++i) query.start[i] = query.start[i] + apart;
    query.a.displacement = random.in_cube(0.5);
    // Roughly towards the other side, so that about a half hits.
    query.b.displacement = random.uniform(-1.6, 0) * apart + random.in_cube(0.3);
    for (std::size_t i = 0; i < 4; ++i)
        query.end[i] = query.start[i] + (i < split ? query.a : query.b).displacement;
    return query;
}

Impact by_lines(const Query& q, bool edges) {
    return edges ? edge_edge_impact(q.start, q.end) : vertex_face_impact(q.start, q.end);
}

Impact by_sweep(const Query& q, const Motion& a, const Motion& b, bool edges) {
    const auto& v = q.start;
    return edges ? edge_edge_impact(a, {v[0], v[1]}, b, {v[2], v[3]})
                 : vertex_face_impact(a, v[0], b, {v[1], v[2], v[3]});
}

double nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Both are certain, and one is a miss or comes wholly after the other.
bool contradict(const Impact& x, const Impact& y) {
    const bool certain =
        x.answer != ImpactAnswer::within_tolerance && y.answer != ImpactAnswer::within_tolerance;
    if (!certain) return false;
    return x.hit != y.hit ||
           (x.hit && (x.time.upper < y.time.lower - 1e-12 || y.time.upper < x.time.lower - 1e-12));
}

std::vector<Query> queries(bool edges, bool hits, std::size_t count) {
    Random random(edges ? 11 : 12);
    std::vector<Query> result;
    while (result.size() < count) {
        const Query query = random_query(random, edges ? 2 : 1);
        if (by_lines(query, edges).hit == hits) result.push_back(query);
    }
    return result;
}

void run_row(bool edges, bool hits, std::size_t count, int repetitions) {
    const std::vector<Query> asked = queries(edges, hits, count);
    std::vector<std::array<Motion, 2>> motions;
    for (const Query& query : asked) motions.push_back({Motion(query.a), Motion(query.b)});
    std::vector<double> lines, sweep;
    std::size_t wrong = 0, sum = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        double start = nanoseconds();
        for (const Query& query : asked) sum += by_lines(query, edges).hit;
        lines.push_back((nanoseconds() - start) / static_cast<double>(count));
        start = nanoseconds();
        for (std::size_t i = 0; i < count; ++i)
            sum += by_sweep(asked[i], motions[i][0], motions[i][1], edges).hit;
        sweep.push_back((nanoseconds() - start) / static_cast<double>(count));
    }
    for (std::size_t i = 0; i < count; ++i) {
        wrong +=
            contradict(by_lines(asked[i], edges), by_sweep(asked[i], motions[i][0], motions[i][1], edges));
    }
    const double ratio = median(lines) / median(sweep);
    const std::string name =
        std::string(edges ? "edge-edge" : "vertex-face") + (hits ? " that hit" : " that miss");
    std::printf("%-24s %9.0f %9.0f %8.3f %7zu\n", name.c_str(), median(lines), median(sweep), ratio, wrong);
    record_ratio("motion", {name, "sweep over time", ratio, wrong});
    if (sum == 0 && hits) std::printf("(no query hits)\n");
}

}  // namespace

void run_features(std::size_t count, int repetitions) {
    std::printf("\n%-24s %9s %9s %8s %7s\n", "features on lines, ns", "lines", "sweep", "ratio", "wrong");
    for (const bool edges : {false, true}) {
        for (const bool hits : {false, true}) run_row(edges, hits, count, repetitions);
    }
}

}  // namespace graze::bench
