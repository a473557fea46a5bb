// GJK and EPA without rounding on the difference of two sets of integer points. Used by polytope_oracle.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "graze/math/vec.hpp"

namespace graze::test {

using IntVec = BasicVec3<mpz_class>;

/// { a_i - b_j }, never listed: supports are found in each set on its own. Doubles preselect the candidates
/// for the farthest point (with a margin far above their error), integers choose among them.
class Difference {
public:
    Difference(const std::vector<IntVec>& a, const std::vector<IntVec>& b);

    /// The difference point farthest along the direction.
    [[nodiscard]] IntVec support(const IntVec& direction) const;
    [[nodiscard]] IntVec any() const;

private:
    struct Set {
        const std::vector<IntVec>* exact;
        std::vector<Vec3>
            rounded;  ///< Divided by a common power of two: entries at most 1, each within 2^-52.
    };
    static Set make_set(const std::vector<IntVec>& points);
    static const IntVec& farthest(const Set& set, const IntVec& direction, const Vec3& rounded);

    Set a_;
    Set b_;
};

/// Squared distance of the origin to the hull of the difference; 0 when it is inside.
mpq_class exact_gap_square(const Difference& difference);

/// Squared depth of the origin in the hull of the difference; the origin must be in it. 0 on the boundary and
/// for flat hulls.
mpq_class exact_depth_square(const Difference& difference);

}  // namespace graze::test
