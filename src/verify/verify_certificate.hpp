// What the certificate of a deep overlap shows.
#pragma once

#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze::verifying {

/// An upper bound of the signed distance, negative: minus the radius of a ball around the origin inside the
/// difference of the cores, less both margins. Infinite when the certificate shows no such ball.
double certified_distance_above(const DepthCertificate& certificate, const Placed& a,
                                const Placed& b) noexcept;

}  // namespace graze::verifying
