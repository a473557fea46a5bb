// What holds of every contact manifold, ray hit and translational cast, whatever the shapes: they verify, and
// they agree with the signed distances of `separation` at the places and times that they name.
#pragma once

#include <string>
#include <vector>

#include "graze/result/separation.hpp"
#include "oracle/generators.hpp"

namespace graze::test {

/// Contacts of the pair in both orders against its separation.
std::vector<std::string> contact_faults(const Placed& a, const Placed& b, const Separation& s);

/// A ray somewhere near the target, and one aimed at a support point: most of those graze or end at an edge.
std::vector<std::string> ray_faults(const Placed& target, Random& random);

/// A cast of b towards a, past it or away from it.
std::vector<std::string> cast_faults(const Placed& a, const Placed& b, Random& random);

}  // namespace graze::test
