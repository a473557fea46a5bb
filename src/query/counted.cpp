#include "query/counted.hpp"

#include "query/composite/composite.hpp"
#include "query/dispatch.hpp"

namespace graze {
namespace {

bool both_convex(const Placed& a, const Placed& b) noexcept { return a.shape.convex() && b.shape.convex(); }

}  // namespace

bool counted_overlaps(const Placed& a, const Placed& b, PairWork* work, PairCache* cache) noexcept {
    if (work == nullptr) return overlaps(a, b, cache);
    const bool convex = both_convex(a, b);
    return measured(*work, convex, [&] {
        return convex ? pair_overlaps(a, b, cache) : composite_overlaps(a, b, cache, work);
    });
}

Separation counted_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                              PairWork* work, PairCache* cache) noexcept {
    if (work == nullptr) return separation(a, b, options, cache);
    const bool convex = both_convex(a, b);
    return measured(*work, convex, [&] {
        return convex ? pair_separation(a, b, options, cache)
                      : composite_separation(a, b, options, cache, work);
    });
}

std::optional<RayHit> counted_raycast(const Ray& ray, const Placed& target, PairWork* work) noexcept {
    if (work == nullptr) return raycast(ray, target);
    const bool convex = target.shape.convex();
    return measured(*work, convex,
                    [&] { return convex ? raycast(ray, target) : composite_raycast(ray, target, work); });
}

}  // namespace graze
