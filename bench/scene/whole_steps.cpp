#include "whole_steps.hpp"

#include "moving_boxes.hpp"
#include "ratios.hpp"
#include "step_contender.hpp"

namespace graze::bench {
namespace {

struct Times {
    std::vector<double> own;   ///< Processor time of the calling thread, by step.
    std::vector<double> wall;  ///< On the clock.
    StepAnswer answer{};       ///< Sums over all steps.
};

const char* name_of(StepAsk ask) { return ask == StepAsk::pairs ? "pairs" : "contacts"; }

void run_world(const char* name, const BodyWorld& start, int steps, StepAsk ask, StepContenders& contenders,
               std::FILE* csv) {
    std::vector<Times> times(contenders.size());
    for (auto& contender : contenders) {
        if (contender->serves(ask)) contender->load(start);
    }
    BodyWorld world = start;
    for (int step = -1; step < steps; ++step) {  // the first one warms up
        world.step();
        for (std::size_t c = 0; c < contenders.size(); ++c) {
            if (!contenders[c]->serves(ask)) continue;
            const double wall = seconds_of(CLOCK_MONOTONIC), own = cpu_seconds();
            const StepAnswer answer = contenders[c]->step(ask, world.poses());
            if (step < 0) continue;
            times[c].own.push_back(cpu_seconds() - own);
            times[c].wall.push_back(seconds_of(CLOCK_MONOTONIC) - wall);
            times[c].answer.pairs += answer.pairs;
            times[c].answer.points += answer.points;
            times[c].answer.depth += answer.depth;
        }
    }
    for (std::size_t c = 0; c < contenders.size(); ++c) {
        if (!contenders[c]->serves(ask)) continue;
        const Times& own = times[c];
        std::vector<double> ratios, wall_ratios;
        for (std::size_t i = 0; i < own.own.size(); ++i) {
            ratios.push_back(times[0].own[i] / own.own[i]);
            wall_ratios.push_back(times[0].wall[i] / own.wall[i]);
        }
        const double per = 1.0 / steps;
        std::printf("%-8s %-9s %-14s %9.2f %9.2f %9.3f %9.3f %9.0f %9.0f %10.3f\n", name, name_of(ask),
                    contenders[c]->name().c_str(), 1e3 * median(own.own), 1e3 * median(own.wall),
                    median(ratios), median(wall_ratios), per * static_cast<double>(own.answer.pairs),
                    per * static_cast<double>(own.answer.points), per * own.answer.depth);
        if (c > 0)
            record_ratio("scene",
                         {std::string(name) + " " + name_of(ask), contenders[c]->name(), median(ratios)});
        if (csv != nullptr) {
            std::fprintf(csv, "%s,%s,%s,%d,%.4f,%.4f,%.4f,%.0f,%.0f,%.4f\n", name, name_of(ask),
                         contenders[c]->name().c_str(), steps, 1e3 * median(own.own), 1e3 * median(own.wall),
                         median(ratios), per * static_cast<double>(own.answer.pairs),
                         per * static_cast<double>(own.answer.points), per * own.answer.depth);
        }
    }
}

}  // namespace

void run_whole_steps(std::FILE* csv, unsigned threads) {
    StepContenders contenders;
    add_graze_step(contenders, 1);
    if (threads > 1) add_graze_step(contenders, threads);
#ifdef GRAZE_BENCH_FCL
    if (threads == 1) add_fcl_step(contenders);
#endif
#ifdef GRAZE_BENCH_BULLET
    if (threads == 1) add_bullet_step(contenders);
#endif
    std::printf(
        "\nwhole steps: all bodies moved, then all pairs that meet, or their contacts (means of a step)\n");
    std::printf("%-8s %-9s %-14s %9s %9s %9s %9s %9s %9s %10s\n", "world", "asked", "library", "cpu ms",
                "wall ms", "graze/it", "by wall", "pairs", "points", "depth");
    if (csv != nullptr)
        std::fprintf(csv, "world,asked,library,steps,cpu_ms,wall_ms,graze_ratio,pairs,points,depth\n");
    const BodyWorld pile = BodyWorld::pile(10000), machine = BodyWorld::machine(200);
    for (const StepAsk ask : {StepAsk::pairs, StepAsk::contacts})
        run_world("pile", pile, 12, ask, contenders, csv);
    for (const StepAsk ask : {StepAsk::pairs, StepAsk::contacts})
        run_world("machine", machine, 12, ask, contenders, csv);
}

}  // namespace graze::bench
