#include "cross_check.hpp"

#include <algorithm>
#include <cstdio>

#include "graze_shapes.hpp"
#ifdef GRAZE_BENCH_EXACT
#include "oracle/polytope_oracle.hpp"
#endif

namespace graze::bench {
namespace {

constexpr double kRounding = 1e-13;      // of the referee's plain arithmetic on numbers near 1
constexpr std::size_t kExactPairs = 20;  // exact depths of 512-vertex hulls take 50 ms each

double distance_from(const ReferenceDistance& truth, double lower, double upper) {
    return std::max({0.0, truth.lower - upper, lower - truth.upper});
}

void check_exact([[maybe_unused]] const Placed& a, [[maybe_unused]] const Placed& b,
                 [[maybe_unused]] const ReferenceDistance& truth, [[maybe_unused]] CrossCheck& check) {
#ifdef GRAZE_BENCH_EXACT
    if (!test::exact_points(a) || !test::exact_points(b)) return;
    const double exact = test::exact_distance(a, b).approximate();
    ++check.exact_pairs;
    check.exact_worst = std::max(check.exact_worst, distance_from(truth, exact, exact));
#endif
}

void check_certified(const Placed& a, const Placed& b, const ReferenceDistance& truth, CrossCheck& check) {
    const CertifiedSeparation certified = certified_separation(a, b);
    if (!verify(certified, a, b)) {
        ++check.unconfirmed;
        return;
    }
    ++check.certified;
    const Interval& d = certified.separation.distance;
    check.contradictions += distance_from(truth, d.lower, d.upper) > kRounding ? 1 : 0;
}

void check_batch(const Batch& batch, const std::vector<ReferenceDistance>& truth, std::size_t pairs,
                 CrossCheck& check) {
    for (std::size_t i = 0; i < std::min(pairs, truth.size()); ++i) {
        const PairSpec& pair = batch.pairs[i];
        const Placed a{make_shape(batch.shapes_a[pair.a]), pair.pose_a};
        const Placed b{make_shape(batch.shapes_b[pair.b]), pair.pose_b};
        check_certified(a, b, truth[i], check);
        if (i < kExactPairs) check_exact(a, b, truth[i], check);
    }
}

}  // namespace

void cross_check(const Inputs& inputs, std::size_t pairs, CrossCheck& check) {
    check_batch(inputs.half, inputs.half_truth, pairs, check);
    check_batch(inputs.tenth, inputs.tenth_truth, pairs, check);
}

void print_cross_check(const CrossCheck& check) {
    std::printf("\nThe referee itself: ");
    if (check.exact_pairs > 0)
        std::printf("%zu polytope pairs in exact rationals, off by at most %.0e; ", check.exact_pairs,
                    check.exact_worst);
    std::printf(
        "%zu certified intervals of graze confirmed by verify, %zu contradict it; %zu not confirmed\n",
        check.certified, check.contradictions, check.unconfirmed);
}

}  // namespace graze::bench
