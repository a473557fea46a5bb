#include "graze/assembly/assembly.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <tuple>

#include "assembly/assembly_input.hpp"
#include "assembly/clash.hpp"
#include "assembly/deviating.hpp"
#include "assembly/earlier_findings.hpp"
#include "assembly/open_meshes.hpp"
#include "assembly/pair_finding.hpp"
#include "assembly/pair_selection.hpp"
#include "bounds/grown_box.hpp"
#include "core/parallel.hpp"
#include "graze/scene/broad_phase.hpp"
#include "graze/solid/inside.hpp"
#include "query/counted.hpp"

namespace graze {
namespace {

/// Pairs whose boxes are no farther apart than the clearance, ascending; all pairs with all_distances.
std::vector<ProxyPair> pairs_in_range(const PartBoxes& parts, const AssemblyOptions& options) {
    if (options.all_distances) {
        std::vector<ProxyPair> pairs;
        const auto count = static_cast<ProxyId>(parts.parts.size());
        for (ProxyId a = 0; a < count; ++a) {
            for (ProxyId b = a + 1; b < count; ++b) pairs.push_back({a, b});
        }
        return pairs;
    }
    const bool deviating =
        std::ranges::any_of(parts.parts, [](const AssemblyPart& part) { return part.deviation.bound > 0; });
    if (!options.clearance && !deviating) return find_overlapping_boxes(parts.boxes, options.threads);
    const double half = options.clearance ? next_above(*options.clearance / 2) : 0;
    std::vector<Aabb> boxes;
    boxes.reserve(parts.boxes.size());
    for (std::size_t i = 0; i < parts.boxes.size(); ++i)
        boxes.push_back(grown(parts.boxes[i], next_above(half + parts.parts[i].deviation.bound)));
    return find_overlapping_boxes(boxes, options.threads);
}

/// Removes the pairs that the selection or an exclusion leaves out, and counts them.
void exclude_pairs(std::vector<ProxyPair>& pairs, const Assembly& assembly, PairSelection selection,
                   AssemblyStatistics& statistics) {
    const PairRules rules = pair_rules(assembly);
    statistics.in_range = pairs.size();
    statistics.excluded_by.assign(assembly.exclusions.size(), 0);
    statistics.excluded = std::erase_if(pairs, [&](const ProxyPair& pair) {
        if (!selects(selection, assembly.parts[pair.first], assembly.parts[pair.second])) return true;
        const Exclusion* exclusion = rules.reason(pair.first, pair.second);
        if (exclusion == nullptr) return false;
        ++statistics.excluded_by[static_cast<std::size_t>(exclusion - rules.exclusions().data())];
        return true;
    });
}

/// Of disjoint shapes: the parts are disjoint when the gap is wider than both deviations.
void find_gap(PairFinding& finding, const NearMiss& near, const PartBoxes& parts,
              const AssemblyOptions& options) {
    const Deviation both = deviation_of(parts, near.a, near.b);
    NearMiss found = near;
    if (both.bound > 0) found.meant = widened(near.separation.distance, both);
    if (both.bound > 0 && !(found.meant.distance.lower > 0))
        finding.undecided = undecided(near.a, near.b, near.separation, parts);
    else if (options.all_distances || (options.clearance && distance_of(found).lower <= *options.clearance))
        finding.near_miss = found;
}

PairFinding test_pair(const ProxyPair& pair, const PartBoxes& parts, const OpenMeshes* open,
                      const AssemblyOptions& options) {
    const Placed& a = parts.placed(pair.first);
    const Placed& b = parts.placed(pair.second);
    PairFinding finding;
    finding.tested = true;
    PairWork* work = options.count_cascade ? &finding.work : nullptr;
    const bool overlap = counted_overlaps(a, b, work);
    {
        const TimedScope timed(options.count_cascade ? &finding.details : nullptr);
        // The search for a common point of the parts is quick, that for a depth is not.
        if (overlap) finding.undecided = undecided_overlap(pair.first, pair.second, parts);
        if (overlap && !finding.undecided)
            finding.clash = find_clash(pair.first, pair.second, parts, options);
        if (finding.clash) add_meant(*finding.clash, parts);
        if (finding.clash || finding.undecided) return finding;
        if (open != nullptr) finding.possibly_inside = open->test(pair.first, pair.second);
    }
    const bool deviating = deviation_of(parts, pair.first, pair.second).bound > 0;
    if (!options.clearance && !options.all_distances && !deviating) return finding;
    const Separation gap = counted_separation(a, b, {.max_iterations = options.max_iterations}, work);
    find_gap(finding, {pair.first, pair.second, gap, {}}, parts, options);
    return finding;
}

/// Counts pairs from all threads and calls the callback by one thread at a time.
class ProgressCounter {
public:
    ProgressCounter(std::size_t pairs, AssemblyProgress progress) : pairs_(pairs), progress_(progress) {}

    [[nodiscard]] bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

    void add_pair() {
        const std::size_t done = 1 + done_.fetch_add(1, std::memory_order_relaxed);
        const std::unique_lock lock(mutex_, std::try_to_lock);
        // Another thread is in the callback, or one with a larger count was; `finish` makes the last call.
        if (!lock.owns_lock() || cancelled() || done <= reported_ || done == pairs_) return;
        report(done);
    }
    void finish() {
        if (!cancelled()) report(pairs_);
    }

private:
    void report(std::size_t done) {
        reported_ = done;
        const double share = pairs_ == 0 ? 1 : static_cast<double>(done) / static_cast<double>(pairs_);
        if (progress_(share) == Continue::no) cancelled_.store(true, std::memory_order_relaxed);
    }

    std::size_t pairs_;
    AssemblyProgress progress_;
    std::mutex mutex_;
    std::size_t reported_ = 0;  ///< Guarded by the mutex.
    std::atomic<std::size_t> done_{0};
    std::atomic<bool> cancelled_{false};
};

bool is_allowed(const Clash& clash, const AssemblyOptions& options) {
    if (options.allow_touching && relation_of(clash) == Relation::touching) return true;
    const std::optional<Interval> depth = escape_distance_of(clash);
    return options.allow_depth > 0 && depth && depth->upper <= options.allow_depth;
}

void add_to(CascadeCounters& cascade, const PairFinding& finding) {
    ++cascade.tested;
    cascade.found += finding.clash || finding.near_miss ? 1 : 0;
    cascade.box_tests += finding.work.box_tests;
    cascade.primitive_tests += finding.work.primitive_tests;
    cascade.tree_seconds += finding.work.tree_seconds;
    cascade.primitive_seconds += finding.work.primitive_seconds;
    cascade.detail_seconds += finding.details;
}

/// Moves the findings of a chunk to their lists, up to the first pair that was not tested.
void collect(std::vector<PairFinding>& chunk, const AssemblyOptions& options, AssemblyFindings& findings) {
    for (PairFinding& finding : chunk) {
        if (!finding.tested) return;
        ++findings.statistics.tested;
        findings.statistics.reused += finding.reused ? 1 : 0;
        if (options.count_cascade && !finding.reused) add_to(findings.statistics.cascade, finding);
        if (finding.clash)
            (is_allowed(*finding.clash, options) ? findings.allowed : findings.clashes)
                .push_back(*std::move(finding.clash));
        if (finding.near_miss) findings.near_misses.push_back(*finding.near_miss);
        if (finding.undecided) findings.undecided.push_back(*finding.undecided);
        if (finding.possibly_inside) findings.possibly_inside.push_back(*finding.possibly_inside);
    }
}

void sort_by_interference(std::vector<Clash>& clashes) {
    std::ranges::sort(clashes, {}, [](const Clash& clash) {
        const std::optional<Interval> depth = interference_of(clash);
        // The surfaces of a part and its copy do not pass through each other, but nothing overlaps more.
        const bool copy = clash.relation == Relation::identical;
        return std::tuple(copy ? -kInfinity : depth ? -depth->lower : 0.0, clash.a, clash.b);
    });
}

/// `possibly_inside` and `undecided` are in the order of the pairs, which is theirs.
void sort(AssemblyFindings& findings) {
    sort_by_interference(findings.clashes);
    sort_by_interference(findings.allowed);
    std::ranges::sort(findings.near_misses, {}, [](const NearMiss& near) {
        return std::tuple(distance_of(near).lower, near.a, near.b);
    });
}

/// Pairs between two collections: about a megabyte of findings, and enough work for all threads.
constexpr std::size_t kChunk = 1024;

/// The pairs of a check, and what is known before they are tested.
struct PairTask {
    std::span<const ProxyPair> pairs;
    const PartBoxes& parts;
    const EarlierFindings* earlier = nullptr;  ///< Null: nothing is known.
};

/// Those that no earlier check answers.
std::vector<ProxyPair> unknown_pairs(const PairTask& task) {
    std::vector<ProxyPair> pairs(task.pairs.begin(), task.pairs.end());
    if (task.earlier != nullptr)
        std::erase_if(pairs, [&](const ProxyPair& pair) {
            return task.earlier->find(pair.first, pair.second).has_value();
        });
    return pairs;
}

void test_pairs(const PairTask& task, const AssemblyOptions& options, ProgressCounter& progress,
                AssemblyFindings& findings) {
    const std::span<const ProxyPair> pairs = task.pairs;
    std::optional<OpenMeshes> open;
    if (options.open_meshes) open.emplace(task.parts, unknown_pairs(task));
    const Workers workers(options.threads);
    for (std::size_t begin = 0; begin < pairs.size() && !progress.cancelled(); begin += kChunk) {
        std::vector<PairFinding> chunk(std::min(kChunk, pairs.size() - begin));
        const auto test = [&](std::size_t i) {
            if (progress.cancelled()) return;
            const ProxyPair& pair = pairs[begin + i];
            auto known = task.earlier ? task.earlier->find(pair.first, pair.second) : std::nullopt;
            chunk[i] =
                known ? *std::move(known) : test_pair(pair, task.parts, open ? &*open : nullptr, options);
            progress.add_pair();
        };
        workers.run([&] { workers.for_each(chunk.size(), test); });
        collect(chunk, options, findings);
    }
    progress.finish();
}

expected<AssemblyFindings, AssemblyError> check(const Assembly& assembly, const AssemblyOptions& options,
                                                AssemblyProgress progress, const EarlierCheck* earlier) {
    const auto start = std::chrono::steady_clock::now();
    if (auto valid = check_input(assembly, options); !valid)
        return unexpected<AssemblyError>(std::move(valid.error()));
    AssemblyFindings findings;
    CascadeCounters& cascade = findings.statistics.cascade;
    TimedScope broad(options.count_cascade ? &cascade.broad_seconds : nullptr);
    const PartBoxes parts(assembly);
    std::vector<ProxyPair> pairs = pairs_in_range(parts, options);
    exclude_pairs(pairs, assembly, options.pairs, findings.statistics);
    broad.stop();
    const std::size_t wanted = pairs.size();
    pairs.resize(std::min(wanted, options.max_pairs));
    ProgressCounter counter(pairs.size(), progress);
    std::optional<EarlierFindings> known;
    if (earlier != nullptr) known.emplace(*earlier, options.pairs);
    test_pairs({pairs, parts, known ? &*known : nullptr}, options, counter, findings);
    sort(findings);
    if (options.count_cascade) {
        const std::uint64_t count = assembly.parts.size();
        cascade.pairs = count == 0 ? 0 : count * (count - 1) / 2;
        cascade.culled = cascade.pairs - cascade.tested;
    }
    if (findings.statistics.tested < wanted) findings.status = Status::budget_reached;
    findings.statistics.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return findings;
}

}  // namespace

expected<AssemblyFindings, AssemblyError> check_assembly(const Assembly& assembly,
                                                         const AssemblyOptions& options,
                                                         AssemblyProgress progress) {
    return check(assembly, options, progress, nullptr);
}

expected<AssemblyFindings, AssemblyError> check_assembly(const Assembly& assembly,
                                                         const AssemblyOptions& options) {
    return check(
        assembly, options, [](double) { return Continue::yes; }, nullptr);
}

expected<AssemblyFindings, AssemblyError> recheck_assembly(const Assembly& assembly,
                                                           const AssemblyOptions& options,
                                                           const EarlierCheck& earlier,
                                                           AssemblyProgress progress) {
    return check(assembly, options, progress, &earlier);
}

PartKind kind_of(const Shape& shape) {
    if (shape.type() == ShapeType::height_field) return PartKind::open;
    const MeshData* mesh = mesh_data(shape);
    if (mesh == nullptr || mesh->options.kind == MeshKind::solid) return PartKind::solid;
    return is_closed(*mesh) ? PartKind::surface : PartKind::open;
}

PairRules pair_rules(const Assembly& assembly) {
    std::vector<PartLabel> labels;
    labels.reserve(assembly.parts.size());
    for (const AssemblyPart& part : assembly.parts) labels.push_back({part.name, part.group});
    return {labels, assembly.exclusions};
}

std::array<std::string_view, 2> names_of(const Assembly& assembly, PartIndex a, PartIndex b) {
    const std::string_view first = assembly.parts[a].name;
    const std::string_view second = assembly.parts[b].name;
    return first < second ? std::array{first, second} : std::array{second, first};
}

}  // namespace graze
