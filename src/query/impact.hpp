// Parts of `time_of_impact`: two convex bodies, and sets of them.
#pragma once

#include <vector>

#include "graze/query/impact_query.hpp"

namespace graze {

/// Both shapes convex and valid, both motions valid, the tolerance positive. `cells` receives the proof of the lower end when not null.
Impact convex_impact(const Moving& a, const Moving& b, const ImpactOptions& options, std::vector<TimeCell>* cells);

}  // namespace graze
