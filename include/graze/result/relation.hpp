// How two placed shapes lie to each other, as sets.
#pragma once

#include <cstdint>
#include <string_view>

#include "graze/result/certificate.hpp"
#include "graze/result/proof.hpp"

namespace graze {

enum class Relation : std::uint8_t {
    disjoint,     ///< No common point.
    touching,     ///< They touch, but do not reach into each other by more than rounding: 64 eps of the pair's extent.
    overlapping,  ///< They intersect by more than rounding, none proven inside the other; or the work ran out before that was known.
    a_inside_b,   ///< All of a belongs to b.
    b_inside_a,   ///< All of b belongs to a.
    identical,    ///< The same shape in the same place.
};

constexpr std::string_view to_string(Relation relation) noexcept {
    switch (relation) {
        case Relation::disjoint: return "disjoint";
        case Relation::touching: return "touching";
        case Relation::overlapping: return "overlapping";
        case Relation::a_inside_b: return "a_inside_b";
        case Relation::b_inside_a: return "b_inside_a";
        case Relation::identical: return "identical";
    }
    return "?";
}

/// A relation with what shows it, for `verify`.
struct CertifiedRelation {
    Relation relation = Relation::overlapping;
    Verdict verdict;                 ///< That they are apart, or that they overlap.
    CertifiedSeparation separation;  ///< How deep they are in each other; of pairs that touch or overlap.
};

}  // namespace graze
