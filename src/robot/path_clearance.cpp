// The verbs on paths: input checks, the search, and many paths on several threads.
#include <algorithm>

#include "core/parallel.hpp"
#include "robot/path_search.hpp"

namespace graze {

bool path_input_usable(const RobotCell::State& cell, const JointPath& path,
                       const PathOptions& options) noexcept {
    return !cell.fault && path.valid() && path.joint_count() == cell.model.tree.coordinates &&
           options.wanted >= 0 && options.wanted <= kLargestServed && options.tolerance > 0 &&
           options.relative_accuracy >= 0 && options.absolute_accuracy >= 0 &&
           options.relative_accuracy + options.absolute_accuracy > 0;
}

PathClearance path_clearance(const RobotCell& cell, const JointPath& path, const PathOptions& options) {
    if (!path_input_usable(cell.state(), path, options)) {
        PathClearance refused;
        refused.status = Status::invalid_input;
        return refused;
    }
    return PathSearch(cell.state().parts, path, options, nullptr).run();
}

void path_clearances(const RobotCell& cell, std::span<const JointPath> paths,
                     std::span<PathClearance> results, const PathOptions& options,
                     const BatchOptions& batch) {
    // Tens of microseconds each and more: single ones keep threads evenly loaded.
    const std::size_t count = std::min(paths.size(), results.size());
    const Workers workers(batch.threads);
    workers.run([&] {
        workers.for_each(count, [&](std::size_t i) { results[i] = path_clearance(cell, paths[i], options); });
    });
}

}  // namespace graze
