// Contact of bodies that may deviate from their paths: placed on their paths, they overlap by more than the
// deviation.
//
// Every point of a body that is still convex is within some length of where it was placed: no value of its
// support function is lower by more. So when all gaps are below minus the sum of both lengths, no plane
// separates the bodies wherever they are.
#pragma once

#include <optional>

#include "ccd/impact_search.hpp"

namespace graze {

/// Whether the moving bodies are shown to overlap at a time by more than both may be off their paths.
/// `normal` is a guess of the direction, from a to b, along which they do least.
bool deep_overlap_at(const MovingRef& a, const MovingRef& b, double t, const Vec3& normal) noexcept;

/// A time at which they are: the first one tested that shows it. The first test is `wait` after the start of
/// the time, the last at its end, and in between the wait grows by a half each.
std::optional<double> deep_overlap_within(const MovingRef& a, const MovingRef& b, const Interval& time,
                                          double wait, const Vec3& normal) noexcept;

}  // namespace graze
