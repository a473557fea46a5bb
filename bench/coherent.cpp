#include "coherent.hpp"

#include "graze_shapes.hpp"
#include "runner.hpp"

namespace graze::bench {
namespace {

struct Pass {
    double nanoseconds = 0;
    double iterations = 0;
};

Pass run_pass(const Batch& batch, Placed& a, Placed& b, bool warm) {
    PairCache cache;
    double iterations = 0;
    const double start = cpu_seconds();
    for (const PairSpec& pair : batch.pairs) {
        a.pose = pair.pose_a;
        b.pose = pair.pose_b;
        iterations += separation(a, b, {}, warm ? &cache : nullptr).iterations;
    }
    const double seconds = cpu_seconds() - start;
    const auto count = static_cast<double>(batch.pairs.size());
    return {seconds / count * 1e9, iterations / count};
}

}  // namespace

std::vector<Family> coherent_families() {
    return {{Kind::hull, Kind::hull, 8},     {Kind::hull, Kind::hull, 32},     {Kind::hull, Kind::hull, 128},
            {Kind::hull, Kind::hull, 512},   {Kind::box, Kind::box},           {Kind::box, Kind::cylinder},
            {Kind::capsule, Kind::cylinder}, {Kind::cylinder, Kind::cylinder}, {Kind::cone, Kind::cone}};
}

CoherentRow run_coherent(const Family& family, std::size_t steps, int repetitions) {
    const Batch batch = make_coherent_batch(family, steps);
    Placed a{make_shape(batch.shapes_a[0]), Pose::identity()};
    Placed b{make_shape(batch.shapes_b[0]), Pose::identity()};
    std::vector<double> cold;
    std::vector<double> warm;
    std::vector<double> ratios;
    CoherentRow row{family.name()};
    for (int i = 0; i < repetitions; ++i) {
        const Pass cold_pass = run_pass(batch, a, b, false);
        const Pass warm_pass = run_pass(batch, a, b, true);
        cold.push_back(cold_pass.nanoseconds);
        warm.push_back(warm_pass.nanoseconds);
        ratios.push_back(warm_pass.nanoseconds / cold_pass.nanoseconds);
        row.cold_iterations = cold_pass.iterations;
        row.warm_iterations = warm_pass.iterations;
    }
    row.cold_ns = median(cold);
    row.warm_ns = median(warm);
    row.warm_ratio = median(ratios);
    return row;
}

}  // namespace graze::bench
