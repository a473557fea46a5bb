// Independent checks of every kind of answer. No solver is used: support values in outward-rounded intervals, membership
// tests, and exact orientation signs. `true` is a theorem about the given doubles; `false` means "not shown".
#pragma once

#include "graze/query/certificate.hpp"
#include "graze/query/query.hpp"

namespace graze {

bool verify(const Proof& proof, const Placed& a, const Placed& b) noexcept;

/// The verdict's proof shows the verdict's answer.
bool verify(const Verdict& verdict, const Placed& a, const Placed& b) noexcept;

/// Both ends of the distance interval. The lower end follows from the normal, the upper end of a gap (or of an overlap no
/// deeper than the margins) from the witness points. A deeper overlap needs the certificate: without it this is false.
bool verify(const Separation& separation, const Placed& a, const Placed& b) noexcept;
bool verify(const CertifiedSeparation& certified, const Placed& a, const Placed& b) noexcept;

/// The normal separates nothing it should not, every depth is at most the overlap along it, and every point lies in both
/// shapes within that depth.
bool verify(const ContactManifold& manifold, const Placed& a, const Placed& b) noexcept;

/// The plane at the lower bound keeps the ray's part before it outside, and the point at the upper bound is inside.
bool verify(const RayHit& hit, const Ray& ray, const Placed& target) noexcept;

}  // namespace graze
