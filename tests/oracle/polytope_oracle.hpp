// Exact answers for polytopes: the placed set is taken as { R x + p } for the given doubles, every coordinate
// is an integer multiple of one power of two, and all of the arithmetic is on integers (GMP). Distance by GJK
// and depth by EPA run without rounding, where both end after finitely many steps with the exact optimum; no
// tolerance occurs anywhere.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"

namespace graze::test {

using IntVec = BasicVec3<mpz_class>;

/// The vertices of a placed polytope, exact: coordinate = integer * 2^exponent. Contains every vertex, maybe
/// inner points too.
struct ExactPoints {
    std::vector<IntVec> points;
    long exponent = 0;
};

/// The exact vertices of a point, segment, triangle, tetrahedron, polygon, box or hull and of sums, hulls and
/// affine images of such; empty when the shape is not a polytope.
std::optional<ExactPoints> exact_points(const Placed& placed);

/// Multiplies both sets up to a common exponent.
void align(ExactPoints& a, ExactPoints& b);

enum class ExactRelation {
    disjoint,
    touching,
    overlapping
};  ///< overlapping: the interiors of the sets' differences hold the origin

/// The exact signed distance of two polytopes is sign * sqrt(square).
struct ExactDistance {
    ExactRelation relation = ExactRelation::disjoint;
    mpq_class square{0};  ///< Distance² when disjoint, depth² when overlapping, 0 when touching (flat sets
                          ///< that cross included).

    [[nodiscard]] int sign() const {
        return relation == ExactRelation::disjoint ? 1 : relation == ExactRelation::overlapping ? -1 : 0;
    }
    [[nodiscard]] double approximate() const;
};

ExactDistance exact_distance(const ExactPoints& a, const ExactPoints& b);
/// Both must be polytopes.
ExactDistance exact_distance(const Placed& a, const Placed& b);

/// -1, 0, 1 as x is below, equal to or above the exact signed distance. Infinities allowed.
int compare(double x, const ExactDistance& exact);
/// Whether the exact signed distance lies in the interval; no rounding.
bool contains(const Interval& interval, const ExactDistance& exact);

/// Signed distance of a polytope to the placed half-space: exact, negative inside. Same convention as above.
ExactDistance exact_distance_to_half_space(const Placed& half_space, const Placed& polytope);

}  // namespace graze::test
