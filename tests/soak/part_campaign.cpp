// Classes of shapes made of parts: how the pair is made, and which verbs are called.
#include <algorithm>
#include <chrono>

#include "campaign.hpp"
#include "oracle/parts/judge_parts.hpp"
#include "part_answers.hpp"

namespace graze::test {
namespace {

constexpr std::uint64_t kReuse =
    8;  // placements per pair of shapes: building trees would take most of the time otherwise
constexpr double kSlowCall = 1.0;  // CPU seconds: what every verb keeps by its default budget
/// A query on a scene asks the verbs for each pair of its four objects.
constexpr double kScenePairs = 6;

/// `seed`: of what the judge draws itself, such as the motions of impacts and the other objects of scenes.
void record(const PartCase& parts, std::uint64_t seed, const PartJudgement& judgement,
            CampaignResult& result) {
    ++result.pairs;
    ++result.random;
    result.converged += judgement.converged;
    result.intersecting += judgement.overlapping;
    result.undecided += judgement.undecided;
    result.widest = std::max(result.widest, judgement.width);
    for (const std::string_view kind : judgement.not_shown) ++result.not_shown[std::string(kind)];
    std::string faults;
    const auto input = [&] { return "judge's seed " + std::to_string(seed) + ", " + describe(parts); };
    for (std::size_t i = 0; i < kVerbCount; ++i) {
        const double seconds = judgement.slowest[i];
        if (seconds == 0) continue;
        const std::string verb(to_string(static_cast<Verb>(i)));
        double& slowest = result.verbs[verb];
        slowest = std::max(slowest, seconds);
        result.slowest = std::max(result.slowest, seconds);
        if (seconds <= kSlowCall * (static_cast<Verb>(i) == Verb::scene ? kScenePairs : 1)) continue;
        if (++result.not_shown["slower_than_1s"] == 1)
            result.failures.push_back("  " + verb + " took " + std::to_string(seconds) +
                                      " s (no fault, but more than its budget)\n" + input());
    }
    for (const std::string& fault : judgement.faults) faults += "  " + fault + "\n";
    if (faults.empty()) return;
    ++result.faulty;
    if (result.failures.size() < kKeptFailures) result.failures.push_back(faults + input());
}

/// Instruction sets are compared on few cases: the choice holds for the process, so that threads wait for
/// each other.
void add_determinism(const PartCase& parts, std::uint64_t index, const CampaignOptions& options,
                     PartJudgement& judgement) {
    std::vector<std::string> faults;
    if (chosen(index, 4 * options.extras, 5)) faults = thread_faults(parts);
    if (faults.empty() && chosen(index, 16 * options.extras, 6))
        faults = instruction_set_faults(parts, options.seed * 1000003 + index);
    judgement.faults.insert(judgement.faults.end(), faults.begin(), faults.end());
}

CampaignResult run_campaign(PartClass kind, PartGroup group, const CampaignOptions& options, Busy& busy,
                            const Tick& tick) {
    CampaignResult result;
    Random random(options.seed * 1000003 + 4096 + static_cast<std::uint64_t>(kind) * 64 +
                  static_cast<std::uint64_t>(group));
    const std::uint64_t exact_step =
        options.oracle > 0 ? std::max<std::uint64_t>(1, options.pairs / options.oracle) : 0;
    const auto start = std::chrono::steady_clock::now();
    OrientedTrees trees;
    for (std::uint64_t done = 0; done < options.end(); done += kReuse) {
        if (options.seconds > 0 &&
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > options.seconds)
            break;
        const std::uint64_t count = std::min(kReuse, options.end() - done);
        PartCase parts = random_parts(random, kind);
        for (std::uint64_t i = 0; i < count; ++i) {
            if (i > 0) place(random, parts);
            const std::uint64_t index = done + i;
            if (!options.judges(index)) continue;
            PartJudgeOptions judge_options;
            judge_options.group = group;
            judge_options.exact = chosen(index, exact_step, 1);
            judge_options.brute = chosen(index, options.extras, 2);
            judge_options.depths = chosen(index, 16 * options.extras, 4);
            judge_options.changed_input = chosen(index, options.extras > 0 ? 4 : 0, 3);
            judge_options.seed = options.seed * 1000003 + index;
            judge_options.shapes_seed = options.seed * 1000003 + done;
            judge_options.trees = &trees;
            result.oracle += judge_options.exact;
            busy.publish([&] {
                return "judge's seed " + std::to_string(judge_options.seed) + ", " + describe(parts);
            });
            PartJudgement judgement = judge_parts(parts, judge_options);
            if (group == PartGroup::distance) add_determinism(parts, index, options, judgement);
            busy.publish(nullptr);
            record(parts, judge_options.seed, judgement, result);
        }
        tick(count);
    }
    return result;
}

/// Oriented trees are made of triangles alone.
bool of_triangles(PartClass kind) {
    return kind != PartClass::mapped && kind != PartClass::fields && kind != PartClass::compounds &&
           kind != PartClass::convex && kind != PartClass::margins;
}

}  // namespace

std::vector<SoakClass> part_classes() {
    std::vector<SoakClass> result;
    for (std::size_t i = 0; i < kPartGroupCount; ++i)
        for (std::size_t j = 0; j < kPartClassCount; ++j) {
            const auto group = static_cast<PartGroup>(i);
            const auto kind = static_cast<PartClass>(j);
            if (group == PartGroup::trees && !of_triangles(kind)) continue;
            const std::string made(to_string(kind)), asked(to_string(group)), name = made + "/" + asked;
            const auto run = [kind, group, name](const CampaignOptions& options, Busy& busy,
                                                 const Tick& tick) {
                CampaignResult campaign = run_campaign(kind, group, options, busy, tick);
                campaign.name = name;
                return campaign;
            };
            result.push_back({name, {"parts", made, asked}, run});
        }
    return result;
}

}  // namespace graze::test
