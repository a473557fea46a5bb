// The verbs for rooms above that may be asked what a question cost. With null they are the plain verbs, and
// nothing is measured; answers are the same, bit for bit.
#pragma once

#include <optional>

#include "core/pair_work.hpp"
#include "graze/query/query.hpp"

namespace graze {

bool counted_overlaps(const Placed& a, const Placed& b, PairWork* work, PairCache* cache = nullptr) noexcept;
Separation counted_separation(const Placed& a, const Placed& b, const SeparationOptions& options,
                              PairWork* work, PairCache* cache = nullptr) noexcept;
std::optional<RayHit> counted_raycast(const Ray& ray, const Placed& target, PairWork* work) noexcept;
bool counted_raycast_any(const Ray& ray, const Placed& target, double max_t, PairWork* work) noexcept;

}  // namespace graze
