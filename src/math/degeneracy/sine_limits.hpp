// The sines below which a cross product is not used, least first. The normal of two edges at an angle of sine
// s is turned by up to kRoundedSine / s (docs/notes/degeneracy.md), so that each limit says how wrong a
// normal may be before its user does without it; the limits differ because the users do something else then.
#pragma once

#include "graze/math/vec.hpp"

namespace graze {

/// The sine of an angle that is all rounding: edges with up to 4 roundings a component make (4 + 4 + 2) √2 <
/// 16 roundings of the product.
inline constexpr double kRoundedSine = 16 * kEps;
/// Three points of a simplex are an edge below this, where one digit of the normal is left. As small as can
/// be: the nearest point of edges is a point of the triangle too, only not the nearest one.
inline constexpr double kSimplexSine = 1e-14;
/// Directions that are meant to be parallel, and came here through different rotations, make no more than
/// this: 90 roundings.
inline constexpr double kParallelSine = 1e-14;
/// A facet of a growing polytope is dropped below this, where two digits are left. A neighbour that is
/// expanded takes it away.
inline constexpr double kFacetSine = 1e-13;
/// A face of a polytope has no axis of its own below this, where three digits are left: the products of its
/// edges serve.
inline constexpr double kFaceSine = 1e-12;
/// A facet has no reliable place in the polar polytope below this: there its normal is turned by 1e-7, 1e-6
/// at worst, as much as half of a curved pair's width can bear.
inline constexpr double kPolarSine = 1e-9;
/// The root of the rounding: below it rounding turns what is across two directions by more than their angle,
/// and either of them, with anything across it, is as good a pair.
inline constexpr double kBalancedSine = 1e-8;
/// Above this rounding has no visible effect: nine digits of directions are left, and ten of what is computed
/// from them.
inline constexpr double kAccurateSine = 1e-6;
/// Below this a triangle has no rate of rotation: rates are divided by the squared sine, which leaves eight
/// digits.
inline constexpr double kRateSine = 1e-4;

/// Two circles of directions whose planes make a smaller squared sine than the first are too nearly parallel
/// for their crossings: errors of those grow by its inverse, and a local minimum is found without them. Where
/// they cross at a smaller squared sine than the second they only graze each other: the two crossings are
/// one, up to the errors.
inline constexpr double kCrossingSineSq = 1e-3;
inline constexpr double kGrazingSineSq = 1e-6;

/// In contacts a face thinner than this share of its length is its longest edge. It is off by no more than
/// polygons may be off their planes.
inline constexpr double kEdgeThickness = 1e-9;
/// Thinner faces may become edges when they are rounded otherwise, in another frame: tests that need a face
/// leave them to those that do not.
inline constexpr double kDoubtfulThickness = 4 * kEdgeThickness;

/// Whether the product of two edges, given by its square and theirs, shows no sine of at least `sine`. True
/// for NaN.
constexpr bool is_below_sine(double sine, double product_sq, double e_sq, double f_sq) noexcept {
    return !(product_sq > sine * sine * e_sq * f_sq);
}

}  // namespace graze
