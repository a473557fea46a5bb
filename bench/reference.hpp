// An independent referee: the signed distance of two placed shapes by branch and bound over all directions.
//
// The signed distance is the maximum over unit n of f(n) = min over b of n·y - max over a of n·x, for gaps
// and depths alike. f is the lower envelope of the linear functions n ↦ n·s with s in b - a, so support
// points at the corners of a spherical triangle bound f over the whole triangle; triangles whose bound is
// below the best value so far are dropped. Global by construction, shares nothing with GJK or EPA, and slow:
// about a millisecond per pair. Plain double arithmetic: bounds hold up to about 1e-14.
#pragma once

#include "batch.hpp"

namespace graze::bench {

struct ReferenceOptions {
    double width = 1e-9;            ///< Wanted upper - lower.
    bool sign_only = false;         ///< Stop as soon as the sign of the distance is known.
    std::size_t max_cells = 40000;  ///< Triangles examined at most; then the interval stays wide.
};

struct ReferenceDistance {
    double lower = 0;
    double upper = 0;
    Vec3 normal{};  ///< Where `lower` is reached; from a to b, world frame.
};

struct PlacedSpec {
    const ShapeSpec* shape = nullptr;
    const Pose* pose = nullptr;
};

/// f(normal): the gap along a unit normal, negative when the shapes overlap along it.
double gap_along(const PlacedSpec& a, const PlacedSpec& b, const Vec3& normal);

ReferenceDistance reference_distance(const PlacedSpec& a, const PlacedSpec& b,
                                     const ReferenceOptions& options = {});

}  // namespace graze::bench
