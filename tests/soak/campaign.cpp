// Draws shapes, places them several times, judges every placement and keeps the first failures.
#include "campaign.hpp"

#include <algorithm>
#include <chrono>

#include "oracle/judge.hpp"

namespace graze::test {
namespace {

constexpr std::uint64_t kReuse =
    16;  // placements per pair of shapes: building hulls would take most of the time otherwise
constexpr double kSlowCall = 1.0;  // CPU seconds: a thousand times what the slowest honest query takes

/// Half of the pairs are plain chance, the rest goes round the adversarial arrangements.
Arrangement arrangement_of(std::uint64_t shapes) {
    return shapes % 2 == 0 ? Arrangement::random
                           : static_cast<Arrangement>(1 + shapes / 2 % (kArrangementCount - 1));
}

void record(const PairCase& pair, const Judgement& judgement, CampaignResult& result) {
    ++result.pairs;
    result.undecided += judgement.answer == Answer::undecided;
    result.slowest = std::max(result.slowest, judgement.slowest);
    if (pair.arrangement == Arrangement::random) {
        ++result.random;
        result.converged += judgement.separation.status == Status::converged;
        result.intersecting += judgement.answer == Answer::intersecting;
        result.widest = std::max(result.widest, judgement.relative_width);
    }
    std::string faults;
    for (const std::string& fault : judgement.faults) faults += "  " + fault + "\n";
    if (judgement.slowest > kSlowCall)
        faults += "  a call took " + std::to_string(judgement.slowest) + " s\n";
    if (faults.empty()) return;
    ++result.faulty;
    if (result.failures.size() < kKeptFailures) result.failures.push_back(faults + describe(pair));
}

CampaignResult run_campaign(ShapeType a, ShapeType b, const CampaignOptions& options, Busy& busy,
                            const Tick& tick) {
    CampaignResult result;
    Random random(options.seed * 1000003 + static_cast<std::uint64_t>(a) * 64 +
                  static_cast<std::uint64_t>(b));
    const std::uint64_t oracle_step =
        options.oracle > 0 ? std::max<std::uint64_t>(1, options.pairs / options.oracle) : 0;
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t done = 0; done < options.end(); done += kReuse) {
        if (options.seconds > 0 &&
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > options.seconds)
            break;
        const std::uint64_t count = std::min(kReuse, options.end() - done);
        PairCase pair = random_pair(random, a, b, arrangement_of(done / kReuse));
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i > 0) pair = placed_pair(random, pair.a.shape, pair.b.shape, pair.arrangement);
            const std::uint64_t index = done + i;
            if (!options.judges(index)) continue;
            JudgeOptions judge_options;
            judge_options.with_oracle = chosen(index, oracle_step, 1);
            judge_options.with_certificate = judge_options.with_oracle || chosen(index, options.extras, 2);
            judge_options.with_methods = judge_options.with_oracle || chosen(index, options.extras, 3);
            judge_options.with_hits = chosen(index, options.extras, 4);
            judge_options.seed = options.seed * 1000003 + index;
            result.oracle += judge_options.with_oracle;
            busy.publish([&pair] { return describe(pair); });
            const Judgement judgement = judge(pair, judge_options);
            busy.publish(nullptr);
            record(pair, judgement, result);
        }
        tick(count);
    }
    return result;
}

}  // namespace

bool chosen(std::uint64_t index, std::uint64_t every, std::uint64_t salt) {
    return every > 0 && index % every == Random((index / every) * 64 + salt).index(every);
}

std::vector<SoakClass> convex_classes() {
    std::vector<SoakClass> result;
    for (std::size_t i = 0; i < kConvexShapeTypeCount; ++i)
        for (std::size_t j = i; j < kConvexShapeTypeCount; ++j) {
            const ShapeType a = kAllShapeTypes[i], b = kAllShapeTypes[j];
            const std::string name_a(to_string(a)), name_b(to_string(b)), name = name_a + "-" + name_b;
            const auto run = [a, b, name](const CampaignOptions& options, Busy& busy, const Tick& tick) {
                CampaignResult campaign = run_campaign(a, b, options, busy, tick);
                campaign.name = name;
                return campaign;
            };
            result.push_back({name, {"convex", name_a, name_b, name_b + "-" + name_a}, run});
        }
    return result;
}

}  // namespace graze::test
