// The scalars that the library searches with; tests instantiate others.
#include "math/nearest_to_origin.hpp"

namespace graze {

template Nearest nearest_to_origin<double>(std::uint32_t, const Vec3&, const Vec3&, const Vec3&,
                                           const Vec3&) noexcept;
template BasicNearest<DoubleDouble> nearest_to_origin<DoubleDouble>(std::uint32_t,
                                                                    const BasicVec3<DoubleDouble>&,
                                                                    const BasicVec3<DoubleDouble>&,
                                                                    const BasicVec3<DoubleDouble>&,
                                                                    const BasicVec3<DoubleDouble>&) noexcept;

}  // namespace graze
