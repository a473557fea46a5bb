// Many questions in one call, for the C interface.
#include <graze/graze_batches.h>

#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

graze_result bad_question(std::size_t i, const BuildError& fault) {
    return fail(GRAZE_INVALID_PLACEMENT, "question " + std::to_string(i) + ": " + fault.message());
}

/// Asks one pair of shapes at many places. `ask(const std::vector<PosePair>&)`.
template <class Ask>
graze_result asked_at(const graze_shape* a, const graze_shape* b, const double* poses, std::size_t count,
                      const Ask& ask) noexcept {
    if (!given(a, b) || (count > 0 && !given(poses))) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<PosePair> places(count);
        for (std::size_t i = 0; i < count; ++i) {
            places[i] = {pose(poses + 14 * i), pose(poses + 14 * i + 7)};
            for (const Placed& placed : {Placed{a->shape, places[i].a}, Placed{b->shape, places[i].b}}) {
                if (const auto fault = check(placed); !fault) return bad_question(i, fault.error());
            }
        }
        ask(places);
        return succeed();
    });
}

/// Asks many pairs of shapes. `ask(const std::vector<PlacedPair>&)`.
template <class Ask>
graze_result asked_of(const graze_placed_pair* pairs, std::size_t count, const Ask& ask) noexcept {
    if (count > 0 && !given(pairs)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<Placed> placed;
        placed.reserve(2 * count);
        std::vector<PlacedPair> both(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (pairs[i].a == nullptr || pairs[i].b == nullptr) return no_shape("a shape of question", i);
            placed.push_back({pairs[i].a->shape, pose(pairs[i].pose_a)});
            placed.push_back({pairs[i].b->shape, pose(pairs[i].pose_b)});
            both[i] = {&placed[2 * i], &placed[2 * i + 1]};
            for (const Placed* one : {both[i].a, both[i].b}) {
                if (const auto fault = check(*one); !fault) return bad_question(i, fault.error());
            }
        }
        ask(both);
        return succeed();
    });
}

void store_all(const std::vector<Separation>& from, graze_separation* to) noexcept {
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = c::separation(from[i]);
}

}  // namespace

graze_result graze_overlaps_at(const graze_shape* a, const graze_shape* b, const double* poses, size_t count,
                               unsigned threads, unsigned char* overlap) {
    if (count > 0 && !given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked_at(a, b, poses, count, [&](const std::vector<PosePair>& places) {
        overlaps_at(a->shape, b->shape, places, {overlap, count}, {threads});
    });
}

graze_result graze_separations_at(const graze_shape* a, const graze_shape* b, const double* poses,
                                  size_t count, unsigned threads, graze_separation* separations) {
    if (count > 0 && !given(separations)) return GRAZE_INVALID_ARGUMENT;
    return asked_at(a, b, poses, count, [&](const std::vector<PosePair>& places) {
        std::vector<Separation> found(count);
        separations_at(a->shape, b->shape, places, found, {threads});
        store_all(found, separations);
    });
}

graze_result graze_overlaps_of_many(const graze_placed_pair* pairs, size_t count, unsigned threads,
                                    unsigned char* overlap) {
    if (count > 0 && !given(overlap)) return GRAZE_INVALID_ARGUMENT;
    return asked_of(pairs, count, [&](const std::vector<PlacedPair>& both) {
        overlaps_of(both, {overlap, count}, {threads});
    });
}

graze_result graze_separations_of_many(const graze_placed_pair* pairs, size_t count, unsigned threads,
                                       graze_separation* separations) {
    if (count > 0 && !given(separations)) return GRAZE_INVALID_ARGUMENT;
    return asked_of(pairs, count, [&](const std::vector<PlacedPair>& both) {
        std::vector<Separation> found(count);
        separations_of(both, found, {threads});
        store_all(found, separations);
    });
}

graze_result graze_raycasts(const double* rays, size_t count, const graze_shape* target,
                            const double pose_of_target[7], unsigned threads, unsigned char* hit,
                            graze_ray_hit* answers) {
    if (!given(target) || !given(pose_of_target)) return GRAZE_INVALID_ARGUMENT;
    if (count > 0 && (!given(rays) || !given(hit) || !given(answers))) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Placed placed{target->shape, pose(pose_of_target)};
        if (const auto fault = check(placed); !fault)
            return fail(GRAZE_INVALID_PLACEMENT, fault.error().message());
        std::vector<Ray> all(count);
        for (std::size_t i = 0; i < count; ++i) {
            all[i] = {vec(rays + 6 * i), vec(rays + 6 * i + 3)};
            if (!ray_given(all[i])) {
                return fail(GRAZE_INVALID_ARGUMENT,
                            "ray " + std::to_string(i) + ": " + std::string(graze_last_error()));
            }
        }
        std::vector<std::optional<RayHit>> found(count);
        raycasts(all, placed, found, {threads});
        for (std::size_t i = 0; i < count; ++i) {
            hit[i] = found[i] ? 1 : 0;
            if (found[i]) answers[i] = ray_hit(*found[i]);
        }
        return succeed();
    });
}
