#include "runner.hpp"

#include <time.h>

#include <algorithm>

namespace graze::bench {
namespace {

constexpr double kLeastDepth = 1e-3;  // shallower overlaps are within some peers' tolerances
constexpr std::size_t kLeastTimed = 256;
// Poses of this many pairs stay in the second-level cache, and no branch predictor learns their order: from
// 1000 to 4000 pairs graze's own times rise by 5 %, at 100 they fall by a third.
constexpr std::size_t kMostTimed = 1500;

struct RowInput {
    Ask ask = Ask::boolean;
    Batch batch;
    std::vector<ReferenceDistance> truth;
};

template <class Keep>
RowInput cut(Ask ask, const Batch& batch, const std::vector<ReferenceDistance>& truth, Keep keep) {
    RowInput input{ask, {batch.shapes_a, batch.shapes_b, {}}, {}};
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (!keep(truth[i])) continue;
        input.batch.pairs.push_back(batch.pairs[i]);
        input.truth.push_back(truth[i]);
    }
    return input;
}

RowInput row_input(const Inputs& inputs, std::size_t index) {
    const auto every = [](const ReferenceDistance&) { return true; };
    switch (index) {
        case 0: return cut(Ask::boolean, inputs.half, inputs.half_truth, every);
        case 1: return cut(Ask::boolean, inputs.tenth, inputs.tenth_truth, every);
        case 2:
            return cut(Ask::distance, inputs.tenth, inputs.tenth_truth,
                       [](const ReferenceDistance& t) { return t.lower > 0; });
        default:
            return cut(Ask::depth, inputs.half, inputs.half_truth,
                       [](const ReferenceDistance& t) { return t.upper < -kLeastDepth; });
    }
}

double seconds(Contender& contender, Ask ask, std::span<Reply> replies) {
    // The contender before left the caches cold; once round, and poses and shapes are where a user's loop
    // would have them.
    contender.answer(ask, replies);
    const double start = cpu_seconds();
    contender.answer(ask, replies);
    // The replies live in memory that the compiler must take as read here.
    asm volatile("" : : "r"(replies.data()) : "memory");
    return cpu_seconds() - start;
}

}  // namespace

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::string Row::name() const {
    if (ask == Ask::distance) return family + " DIST";
    if (ask == Ask::depth) return family + " DEPTH";
    return family + (hit_rate > 0.3 ? " BOOL 50%" : " BOOL 10%");
}

const Entry* Row::find(std::string_view contender) const {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const Entry& e) { return e.contender == contender; });
    return found == entries.end() ? nullptr : &*found;
}

const Entry* Row::best_peer() const {
    const Entry* best = nullptr;
    for (const Entry& entry : entries) {
        if (entry.contender == "graze" || !entry.score.right()) continue;
        if (best == nullptr || entry.nanoseconds < best->nanoseconds) best = &entry;
    }
    return best;
}

std::vector<std::string> row_names(const Family& family) {
    const std::string name = family.name();
    return {name + " BOOL 50%", name + " BOOL 10%", name + " DIST", name + " DEPTH"};
}

Inputs make_inputs(const Family& family, const Effort& effort) {
    const std::size_t count = family.vertices >= 512   ? effort.pairs / 4
                              : family.vertices >= 128 ? effort.pairs / 2
                                                       : effort.pairs;
    Inputs inputs{family, make_batch(family, 0.5, count), make_batch(family, 0.1, count), {}, {}};
    inputs.half_truth = find_truth(inputs.half);
    inputs.tenth_truth = find_truth(inputs.tenth);
    return inputs;
}

Row run_row(const Inputs& inputs, std::size_t index, Contenders& contenders, const Effort& effort) {
    const RowInput input = row_input(inputs, index);
    Row row{inputs.family.name(), input.ask, 0, input.batch.pairs.size(), 0, {}};
    for (const ReferenceDistance& t : input.truth)
        row.hit_rate += t.upper < 0 ? 1.0 / static_cast<double>(row.pairs) : 0;

    // Every pair once: warms up, is judged, and shows how many pairs can be timed.
    std::vector<Contender*> present;
    double pilot = 0;
    std::vector<Reply> replies;
    for (const auto& contender : contenders) {
        if (!contender->serves(input.ask, inputs.family.a, inputs.family.b)) continue;
        contender->load(input.batch);
        if (!contender->loaded()) continue;
        present.push_back(contender.get());
        replies.assign(row.pairs, {});
        pilot += seconds(*contender, input.ask, replies);
        row.entries.push_back({contender->name(), 0, 1, judge(input.ask, input.batch, input.truth, replies)});
    }
    const double affordable =
        effort.row_seconds / (effort.repetitions * pilot) * static_cast<double>(row.pairs);
    row.timed = std::clamp(static_cast<std::size_t>(affordable), std::min(kLeastTimed, row.pairs),
                           std::min(kMostTimed, row.pairs));

    replies.assign(row.timed, {});
    std::vector<std::vector<double>> times(present.size());
    for (int repetition = 0; repetition < effort.repetitions; ++repetition) {
        for (std::size_t i = 0; i < present.size(); ++i) {
            times[i].push_back(seconds(*present[i], input.ask, replies) / static_cast<double>(row.timed) *
                               1e9);
        }
    }
    for (std::size_t i = 0; i < present.size(); ++i) {
        std::vector<double> ratios;
        for (std::size_t r = 0; r < times[i].size(); ++r) ratios.push_back(times[0][r] / times[i][r]);
        row.entries[i].nanoseconds = median(times[i]);
        row.entries[i].graze_ratio = median(ratios);
    }
    return row;
}

}  // namespace graze::bench
