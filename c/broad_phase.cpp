// Broad phases of the C interface. The handle gives boxes their numbers and keeps to the protocol of
// graze/scene/broad_phase.hpp: what breaks it is refused here.
#include <graze/graze_broad_phase.h>

#include <cmath>
#include <memory>
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

// NOLINTNEXTLINE(readability-identifier-naming): this is the handle that graze_broad_phase.h names
struct graze_broad_phase {
    std::unique_ptr<BroadPhase> phase;
    const SweepAndPrune* events = nullptr;  ///< The phase, where it has events.
    std::vector<bool> there{};              ///< By number.
    std::vector<std::uint32_t> free{};      ///< Numbers to be used again, from the back.
    bool changed = false;                   ///< Since the last update.
};

namespace {

bool is_there(const graze_broad_phase& phase, std::uint32_t box) {
    if (box < phase.there.size() && phase.there[box]) return true;
    fail(GRAZE_UNKNOWN_OBJECT,
         "there is no box " + std::to_string(box) +
             "; use a number that graze_broad_phase_insert gave and that was not removed");
    return false;
}

/// Whether the phase is there and up to date, or the error is noted.
bool ready(const graze_broad_phase* phase) noexcept {
    if (!given(phase)) return false;
    if (!phase->changed) return true;
    fail(GRAZE_INVALID_ARGUMENT,
         "boxes have changed since the last update; call graze_broad_phase_update first");
    return false;
}

graze_box_pair box_pair(const ProxyPair& from) noexcept { return {from.first, from.second}; }

/// The caller's function as a visitor.
auto visitor(graze_box_callback callback, void* data) {
    return [callback, data](ProxyId box, double lower, double& limit) {
        const graze_continue answer = callback(data, box, lower, &limit);
        return number_of(answer) == GRAZE_STOP ? Continue::no : Continue::yes;
    };
}

}  // namespace

namespace graze::c {

std::optional<Aabb> box_given(const double* min, const double* max) noexcept {
    const Aabb box{vec(min), vec(max)};
    if (box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z) return box;
    fail(GRAZE_INVALID_ARGUMENT,
         "the box has a NaN, or a minimum above its maximum; give min <= max along every axis");
    return std::nullopt;
}

std::unique_ptr<BroadPhase> make_broad_phase(const graze_broad_phase_kind& kind) {
    switch (number_of(kind)) {
        case GRAZE_DYNAMIC_TREE: return std::make_unique<DynamicTree>();
        case GRAZE_SWEEP_AND_PRUNE: return std::make_unique<SweepAndPrune>();
        case GRAZE_UNIFORM_GRID: return std::make_unique<UniformGrid>();
        case GRAZE_BRUTE_FORCE: return std::make_unique<BruteForcePairs>();
    }
    fail(GRAZE_INVALID_ARGUMENT, "there is no such broad phase; use one of graze_broad_phase_kind");
    return nullptr;
}

}  // namespace graze::c

graze_result graze_broad_phase_create(graze_broad_phase_kind kind, graze_broad_phase** phase) {
    if (!given(phase)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        auto made = make_broad_phase(kind);
        if (!made) return GRAZE_INVALID_ARGUMENT;
        const auto* events = dynamic_cast<const SweepAndPrune*>(made.get());
        *phase = new graze_broad_phase{std::move(made), events};
        return succeed();
    });
}

void graze_broad_phase_destroy(graze_broad_phase* phase) { delete phase; }

graze_result graze_broad_phase_insert(graze_broad_phase* phase, const double min[3], const double max[3],
                                      uint32_t* box) {
    if (!given(phase) || !given(min, max) || !given(box)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto extent = box_given(min, max);
        if (!extent) return GRAZE_INVALID_ARGUMENT;
        const bool again = !phase->free.empty();
        const auto number = again ? phase->free.back() : static_cast<std::uint32_t>(phase->there.size());
        if (!again) phase->there.push_back(false);
        phase->changed = true;
        phase->phase->insert(number, *extent);
        phase->there[number] = true;
        if (again) phase->free.pop_back();
        *box = number;
        return succeed();
    });
}

graze_result graze_broad_phase_move(graze_broad_phase* phase, uint32_t box, const double min[3],
                                    const double max[3]) {
    if (!given(phase) || !given(min, max)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!is_there(*phase, box)) return GRAZE_UNKNOWN_OBJECT;
        const auto extent = box_given(min, max);
        if (!extent) return GRAZE_INVALID_ARGUMENT;
        phase->changed = true;
        phase->phase->move(box, *extent);
        return succeed();
    });
}

graze_result graze_broad_phase_remove(graze_broad_phase* phase, uint32_t box) {
    if (!given(phase)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        if (!is_there(*phase, box)) return GRAZE_UNKNOWN_OBJECT;
        phase->free.push_back(box);
        phase->changed = true;
        phase->there[box] = false;
        phase->phase->remove(box);
        return succeed();
    });
}

graze_result graze_broad_phase_update(graze_broad_phase* phase, unsigned threads) {
    if (!given(phase)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        phase->phase->update(threads);
        phase->changed = false;
        return succeed();
    });
}

size_t graze_broad_phase_size(const graze_broad_phase* phase) {
    if (!given(phase)) return 0;
    succeed();
    return phase->phase->size();
}

graze_result graze_broad_phase_pairs(const graze_broad_phase* phase, unsigned threads, graze_box_pair* pairs,
                                     size_t capacity, size_t* count) {
    if (!ready(phase)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<ProxyPair> found;
        phase->phase->find_pairs(found, threads);
        return listed(found, pairs, capacity, count, box_pair);
    });
}

graze_result graze_broad_phase_in_box(const graze_broad_phase* phase, const double min[3],
                                      const double max[3], uint32_t* boxes, size_t capacity, size_t* count) {
    if (!ready(phase) || !given(min, max)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto box = box_given(min, max);
        if (!box) return GRAZE_INVALID_ARGUMENT;
        std::vector<ProxyId> found;
        phase->phase->visit_box(*box, [&](ProxyId proxy) {
            found.push_back(proxy);
            return Continue::yes;
        });
        std::ranges::sort(found);
        return listed(found, boxes, capacity, count, [](ProxyId proxy) { return proxy; });
    });
}

graze_result graze_broad_phase_ray(const graze_broad_phase* phase, const double origin[3],
                                   const double direction[3], double max_t, graze_box_callback callback,
                                   void* data) {
    if (!ready(phase) || !given(origin, direction)) return GRAZE_INVALID_ARGUMENT;
    if (callback == nullptr) return no_callback();
    return guarded([&] {
        if (!ray_given({vec(origin), vec(direction)})) return GRAZE_INVALID_ARGUMENT;
        if (!(max_t >= 0))
            return fail(GRAZE_INVALID_ARGUMENT, "max_t is negative or not a number; give 0 or more");
        phase->phase->visit_ray({.origin = vec(origin), .direction = vec(direction), .t_max = max_t},
                                visitor(callback, data));
        return succeed();
    });
}

graze_result graze_broad_phase_near(const graze_broad_phase* phase, const double min[3], const double max[3],
                                    double distance, graze_box_callback callback, void* data) {
    if (!ready(phase) || !given(min, max)) return GRAZE_INVALID_ARGUMENT;
    if (callback == nullptr) return no_callback();
    return guarded([&] {
        const auto box = box_given(min, max);
        if (!box) return GRAZE_INVALID_ARGUMENT;
        if (!(distance >= 0))
            return fail(GRAZE_INVALID_ARGUMENT, "the distance is negative or not a number; give 0 or more");
        phase->phase->visit_near(*box, distance, visitor(callback, data));
        return succeed();
    });
}

graze_result graze_broad_phase_events(const graze_broad_phase* phase, graze_box_event* events,
                                      size_t capacity, size_t* count) {
    if (!given(phase)) return GRAZE_INVALID_ARGUMENT;
    if (phase->events == nullptr)
        return fail(GRAZE_UNSUPPORTED, "this broad phase has no events; create one of GRAZE_SWEEP_AND_PRUNE");
    return guarded([&] {
        const auto all = phase->events->events();
        return listed(std::vector<PairEvent>(all.begin(), all.end()), events, capacity, count,
                      [](const PairEvent& from) {
                          return graze_box_event{box_pair(from.pair), from.begins ? 1 : 0};
                      });
    });
}

graze_result graze_overlapping_boxes(const double* boxes, size_t count, unsigned threads,
                                     graze_box_pair* pairs, size_t capacity, size_t* pair_count) {
    if (count > 0 && !given(boxes)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<Aabb> extents;
        extents.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto box = box_given(boxes + 6 * i, boxes + 6 * i + 3);
            if (!box)
                return fail(GRAZE_INVALID_ARGUMENT,
                            "box " + std::to_string(i) + ": " + std::string(graze_last_error()));
            extents.push_back(*box);
        }
        return listed(find_overlapping_boxes(extents, threads), pairs, capacity, pair_count, box_pair);
    });
}
