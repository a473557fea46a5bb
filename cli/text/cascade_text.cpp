#include "text/cascade_text.hpp"

#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

struct StageRow {
    const char* name;
    std::uint64_t count;
    const char* one;
    const char* many;
    double seconds;
};

std::string mean_text(double seconds, std::uint64_t count) {
    return count == 0 ? "-" : readable(1e6 * seconds / static_cast<double>(count));
}

}  // namespace

std::string cascade_table(const CascadeCounters& cascade, std::size_t width) {
    Table table({{"stage"}, {"tested", true}, {"us each", true}, {"ms", true}, {"share", true}});
    const std::array<StageRow, 4> stages{
        {{"broad phase", cascade.pairs, "pair", "pairs", cascade.broad_seconds},
         {"trees", cascade.box_tests, "box", "boxes", cascade.tree_seconds},
         {"primitives", cascade.primitive_tests, "primitive", "primitives", cascade.primitive_seconds},
         {"details", cascade.found, "pair found", "pairs found", cascade.detail_seconds}}};
    for (const StageRow& stage : stages) {
        const double share = cascade.seconds() > 0 ? stage.seconds / cascade.seconds() : 0;
        table.add({stage.name, count_text(stage.count, stage.one, stage.many),
                   mean_text(stage.seconds, stage.count), readable(1e3 * stage.seconds),
                   fmt::format("{:.0f} %", 100 * share)});
    }
    std::string text = table.text(width);
    text += fmt::format("{}: {} culled, {} tested, {} found.\n", count_text(cascade.pairs, "pair"),
                        cascade.culled, cascade.tested, cascade.found);
    if (cascade.tested == 0) return text;
    const auto tested = static_cast<double>(cascade.tested);
    return text + fmt::format("A tested pair: {} boxes x {} us + {} primitives x {} us. Any pair: {} us.\n",
                              readable(static_cast<double>(cascade.box_tests) / tested),
                              readable(1e6 * cascade.box_cost()),
                              readable(static_cast<double>(cascade.primitive_tests) / tested),
                              readable(1e6 * cascade.primitive_cost()), readable(1e6 * cascade.pair_cost()));
}

}  // namespace graze::cli
