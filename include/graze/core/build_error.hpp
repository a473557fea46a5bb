// Why outside data was refused: the element at fault, the rule it broke, and a sentence a user can act on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace graze {

/// What the index `BuildError::element` counts.
enum class Element : std::uint8_t { whole, vertex, triangle, component, child, box, pose };

enum class Rule : std::uint8_t {
    not_finite,       ///< A NaN or an infinity.
    out_of_range,     ///< A magnitude outside {0} ∪ [1e-100, 1e100], or an index past the end.
    negative,         ///< A size below zero.
    too_few,          ///< Not enough elements to span the thing.
    flat,             ///< The elements span fewer dimensions than the thing needs.
    not_orthonormal,  ///< A rotation matrix that is not one.
    zero_direction,   ///< A direction of length zero.
    not_planar,       ///< Polygon vertices off their plane.
    not_convex,       ///< Polygon vertices out of convex order, or a part that is not convex where one must be.
    unbounded_child,  ///< A half-space inside a combinator.
    too_complex,      ///< A combinator of more than 4096 parts, or nested more than 64 deep.
    invalid_child,    ///< A combinator of a shape that is itself invalid.
    hull_failed,      ///< The hull builder gave up.
    not_contained,    ///< A part sticks out of the whole it refines.
    not_closed,       ///< A solid's surface has an open edge.
    not_oriented,     ///< A solid's faces are wound against each other.
    uneven_margin,    ///< A margin under a map that is not a similarity.
    not_a_tree,       ///< A node with no parent or with two, or children before their parent.
    corrupt,          ///< Bytes that contradict their own header or checksum.
    not_increasing,   ///< Numbers that must grow from one element to the next, such as the times of poses, and do not.
};

/// The first fault found. `element` is the index of that vertex, triangle, child or pose; 0 for `whole`.
struct BuildError {
    Rule rule = Rule::not_finite;
    Element kind = Element::whole;
    std::size_t element = 0;
    std::string text;  ///< What is wrong and what to do, without the element's name.

    /// One sentence for a person: element, fault, remedy. Never empty.
    [[nodiscard]] std::string message() const;
};

}  // namespace graze
