#include "assembly_check.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <tuple>

#include <graze/scene/box_pairs.hpp>
#include <graze/scene/scene.hpp>

#include "parallel.hpp"

namespace graze::cli {
namespace {

/// Whether pairs are looked at, by all rules.
class PairFilter {
public:
    PairFilter(const io::Document& document, Among among) : parts_(document.parts), rules_(document), among_(among) {}

    [[nodiscard]] bool passes(const ProxyPair& pair) const {
        const io::Part& a = parts_[pair.first];
        const io::Part& b = parts_[pair.second];
        if (among_ == Among::files && a.source == b.source) return false;
        if (among_ == Among::groups && !a.group.empty() && a.group == b.group) return false;
        return !rules_.excluded(pair.first, pair.second);
    }

private:
    const std::vector<io::Part>& parts_;
    io::PairRules rules_;
    Among among_;
};

Aabb grown(const Aabb& box, double by) {
    const auto down = [by](double x) { return rounding::add_down(x, -by); };
    const auto up = [by](double x) { return rounding::add_up(x, by); };
    return {{down(box.min.x), down(box.min.y), down(box.min.z)}, {up(box.max.x), up(box.max.y), up(box.max.z)}};
}

/// Pairs whose boxes are no farther apart than the clearance; all pairs when all distances are wanted.
std::vector<ProxyPair> candidates(const Assembly& assembly, const CheckOptions& options) {
    std::vector<ProxyPair> pairs;
    if (options.all_distances) {
        const auto count = static_cast<ProxyId>(assembly.placed.size());
        for (ProxyId a = 0; a < count; ++a) {
            for (ProxyId b = a + 1; b < count; ++b) pairs.push_back({a, b});
        }
        return pairs;
    }
    if (!options.clearance) return find_overlapping_boxes(assembly.boxes, options.threads);
    const double half = next_above(*options.clearance / 2);
    std::vector<Aabb> boxes;
    for (const Aabb& box : assembly.boxes) boxes.push_back(grown(box, half));
    return find_overlapping_boxes(boxes, options.threads);
}

/// What a pair turned out to be: at most one of both is set.
struct Finding {
    std::optional<Clash> clash;
    std::optional<NearMiss> near_miss;
};

Finding look_at(const ProxyPair& pair, const Assembly& assembly, const CheckOptions& options) {
    const Placed& a = assembly.placed[pair.first];
    const Placed& b = assembly.placed[pair.second];
    Finding finding;
    if (overlaps(a, b)) finding.clash = examine_clash(pair.first, pair.second, assembly, options);
    if (finding.clash || !(options.clearance || options.all_distances)) return finding;
    const Separation gap = separation(a, b);
    if (options.all_distances || gap.distance.lower <= *options.clearance) finding.near_miss = NearMiss{pair.first, pair.second, gap};
    return finding;
}

bool is_allowed(const Clash& clash, const CheckOptions& options) {
    if (options.allow_touching && clash.relation == Relation::touching) return true;
    const std::optional<Interval> depth = depth_of(clash);
    return options.allow_depth > 0 && depth && depth->upper <= options.allow_depth;
}

void sort_by_depth(std::vector<Clash>& clashes) {
    std::ranges::sort(clashes, {}, [](const Clash& clash) {
        const std::optional<Interval> depth = depth_of(clash);
        return std::tuple(depth ? -depth->upper : 0.0, clash.a, clash.b);
    });
}

/// Sorts findings into the result; they come in the order of the pairs.
void collect(std::vector<Finding>& findings, const CheckOptions& options, CheckResult& result) {
    for (Finding& finding : findings) {
        if (finding.clash) (is_allowed(*finding.clash, options) ? result.allowed : result.clashes).push_back(*std::move(finding.clash));
        if (finding.near_miss) result.near_misses.push_back(*finding.near_miss);
    }
    sort_by_depth(result.clashes);
    sort_by_depth(result.allowed);
    std::ranges::sort(result.near_misses, {},
                      [](const NearMiss& near) { return std::tuple(near.separation.distance.lower, near.a, near.b); });
}

/// Pairs looked at between two reports of progress and two merges of findings: memory for what is not found is given back after each.
constexpr std::size_t kChunk = 4096;

}  // namespace

Assembly assemble(const io::Document& document) {
    Assembly assembly;
    assembly.placed.reserve(document.parts.size());
    assembly.boxes.reserve(document.parts.size());
    Scene scene;
    for (const io::Part& part : document.parts) {
        const Placed& placed = assembly.placed.emplace_back(io::placed(part));
        assembly.boxes.push_back(scene.bounds(scene.add(placed.shape, placed.pose)));
    }
    return assembly;
}

Moving moving_body(const io::Part& part) {
    const io::Part rest{.name = {}, .source = {}, .shape = part.shape, .pose = {}, .motion = {}, .group = {}, .margin = part.margin};
    return {io::placed(rest).shape, io::motion_of(part)};
}

CheckResult check_assembly(const io::Document& document, const CheckOptions& options, const std::function<void(double)>& progress) {
    const auto start = std::chrono::steady_clock::now();
    const Assembly assembly = assemble(document);
    std::vector<ProxyPair> pairs = candidates(assembly, options);
    CheckResult result;
    const PairFilter filter(document, options.among);
    result.excluded = std::erase_if(pairs, [&](const ProxyPair& pair) { return !filter.passes(pair); });
    result.pairs = pairs.size();
    std::vector<Finding> findings;
    for (std::size_t begin = 0; begin < pairs.size(); begin += kChunk) {
        const std::size_t count = std::min(kChunk, pairs.size() - begin);
        std::vector<Finding> chunk(count);
        in_parallel(
            count, options.threads, [&](std::size_t i) { chunk[i] = look_at(pairs[begin + i], assembly, options); },
            [&](std::size_t done) {
                if (progress) progress(static_cast<double>(begin + done) / static_cast<double>(pairs.size()));
            });
        std::erase_if(chunk, [](const Finding& each) { return !each.clash && !each.near_miss; });
        std::ranges::move(chunk, std::back_inserter(findings));
    }
    collect(findings, options, result);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace graze::cli
