#include "scene/cascade_meter.hpp"

#include <algorithm>

namespace graze {

void CascadeMeter::add_blocks(std::size_t tasks) {
    collect();
    blocks_.resize((tasks + kBlock - 1) / kBlock);
}

void CascadeMeter::collect() noexcept {
    for (const Block& block : blocks_) {
        sum_.work += block.work;
        sum_.tested += block.tested;
        sum_.details += block.details;
        const double inner = block.work.tree_seconds + block.work.primitive_seconds + block.details;
        broad_ += std::max(0.0, block.tasks - inner);
    }
    blocks_.clear();
}

void CascadeMeter::add_to_counters(std::uint64_t pairs, std::uint64_t found) {
    collect();
    counters_->pairs += pairs;
    counters_->culled += pairs - sum_.tested;
    counters_->tested += sum_.tested;
    counters_->found += found;
    counters_->box_tests += sum_.work.box_tests;
    counters_->primitive_tests += sum_.work.primitive_tests;
    counters_->broad_seconds += broad_;
    counters_->tree_seconds += sum_.work.tree_seconds;
    counters_->primitive_seconds += sum_.work.primitive_seconds;
    counters_->detail_seconds += sum_.details;
}

}  // namespace graze
