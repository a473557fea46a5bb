#include "assembly_check.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

#include <graze/mesh/placed_box.hpp>
#include <graze/scene/box_pairs.hpp>

#include "parallel.hpp"
#include "possibly_inside.hpp"

namespace graze::cli {
namespace {

/// Whether pairs are examined, by all rules.
class PairFilter {
public:
    PairFilter(const io::Document& document, const CheckOptions& options)
        : parts_(document.parts), rules_(document), among_(options.among), files_(options.files) {}

    [[nodiscard]] bool passes(const ProxyPair& pair) const {
        const io::Part& a = parts_[pair.first];
        const io::Part& b = parts_[pair.second];
        if (among_ == Among::files && a.source == b.source && file(pair.first) == file(pair.second)) return false;
        if (among_ == Among::groups && !a.group.empty() && a.group == b.group) return false;
        return !rules_.excluded(pair.first, pair.second);
    }

private:
    [[nodiscard]] std::uint32_t file(ProxyId part) const { return part < files_.size() ? files_[part] : 0; }

    const std::vector<io::Part>& parts_;
    io::PairRules rules_;
    Among among_;
    const std::vector<std::uint32_t>& files_;
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

/// What a pair turned out to be: without a clash the others may both be set. A clash is large: findings are kept for some pairs at a time only.
struct Finding {
    std::optional<Clash> clash;
    std::optional<NearMiss> near_miss;
    std::optional<PossiblyInside> possible;
};

Finding examine_pair(const ProxyPair& pair, const Assembly& assembly, const OpenMeshes* open, const CheckOptions& options) {
    const Placed& a = assembly.placed[pair.first];
    const Placed& b = assembly.placed[pair.second];
    Finding finding;
    if (overlaps(a, b)) finding.clash = examine_clash(pair.first, pair.second, assembly, options);
    if (finding.clash) return finding;
    if (open != nullptr) finding.possible = open->examine(pair.first, pair.second);
    if (!(options.clearance || options.all_distances)) return finding;
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

/// Moves findings to the lists they belong to.
void collect(std::vector<Finding>& findings, const CheckOptions& options, CheckResult& result) {
    for (Finding& finding : findings) {
        if (finding.clash) (is_allowed(*finding.clash, options) ? result.allowed : result.clashes).push_back(*std::move(finding.clash));
        if (finding.near_miss) result.near_misses.push_back(*finding.near_miss);
        if (finding.possible) result.possible.push_back(*finding.possible);
    }
}

void sort(CheckResult& result) {
    sort_by_depth(result.clashes);
    sort_by_depth(result.allowed);
    std::ranges::sort(result.possible, {}, [](const PossiblyInside& found) { return std::tuple(found.a, found.b); });
    std::ranges::sort(result.near_misses, {},
                      [](const NearMiss& near) { return std::tuple(near.separation.distance.lower, near.a, near.b); });
}

/// Pairs looked at before what was found is put into the lists: about a megabyte of findings, and enough work for all threads.
constexpr std::size_t kChunk = 1024;

}  // namespace

Assembly assemble(const io::Document& document) {
    Assembly assembly;
    assembly.placed.reserve(document.parts.size());
    assembly.boxes.reserve(document.parts.size());
    for (const io::Part& part : document.parts) {
        const Placed& placed = assembly.placed.emplace_back(io::placed(part));
        assembly.boxes.push_back(box_of(placed));
    }
    return assembly;
}

CheckResult check_assembly(const io::Document& document, const CheckOptions& options, const std::function<void(double)>& progress) {
    const auto start = std::chrono::steady_clock::now();
    const Assembly assembly = assemble(document);
    std::vector<ProxyPair> pairs = candidates(assembly, options);
    CheckResult result;
    const PairFilter filter(document, options);
    result.excluded = std::erase_if(pairs, [&](const ProxyPair& pair) { return !filter.passes(pair); });
    result.pairs = pairs.size();
    std::optional<OpenMeshes> open;
    if (options.open_meshes) open.emplace(assembly, pairs);
    for (std::size_t begin = 0; begin < pairs.size(); begin += kChunk) {
        const std::size_t count = std::min(kChunk, pairs.size() - begin);
        std::vector<Finding> chunk(count);
        in_parallel(
            count, options.threads,
            [&](std::size_t i) { chunk[i] = examine_pair(pairs[begin + i], assembly, open ? &*open : nullptr, options); },
            [&](std::size_t done) {
                if (progress) progress(static_cast<double>(begin + done) / static_cast<double>(pairs.size()));
            });
        collect(chunk, options, result);
    }
    sort(result);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace graze::cli
