// How queries and builders report difficulties. A query always answers: a miss is not an error, and numerical
// difficulty widens the bounds and is reported by a Status. Outside data (files, hulls, meshes, scenes) may
// be refused: builders return the value or a BuildError, which names the element at fault, the rule it broke,
// and a sentence a user can act on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace graze {

enum class Status : std::uint8_t {
    converged,       ///< The bounds are as tight as requested, or as tight as rounding allows for this pair.
    budget_reached,  ///< The iteration budget ran out or the search stalled: the bounds are wider but still
                     ///< true.
    invalid_input,   ///< A shape, pose or option is not usable: `check` reports why. Bounds are [-inf, inf].
    unsupported,  ///< The named method does not serve this pair. `supports` is false for it, except for hulls
                  ///< with too many axes for SAT or too many rows for Fourier-Motzkin.
};

constexpr std::string_view to_string(Status status) noexcept {
    switch (status) {
        case Status::converged: return "converged";
        case Status::budget_reached: return "budget_reached";
        case Status::invalid_input: return "invalid_input";
        case Status::unsupported: return "unsupported";
    }
    return "?";
}

/// What the index `BuildError::element` counts.
enum class Element : std::uint8_t {
    whole,
    vertex,
    triangle,
    component,  ///< A number of a few, such as a radius or a coordinate.
    child,      ///< Of a combinator.
    box,
    pose,
    object,       ///< Of a world of frames.
    node,         ///< Of a tree of frames.
    part,         ///< Of a compound.
    height,       ///< Of a height field, row after row.
    tetrahedron,  ///< Of a tetrahedral mesh.
    link,         ///< Of a robot; attached bodies count on after the links.
    joint,        ///< Of a robot.
    coordinate,   ///< A number of a robot's configuration.
    waypoint,     ///< Of a path.
};

enum class Rule : std::uint8_t {
    not_finite,       ///< A NaN or an infinity.
    out_of_range,     ///< A magnitude outside {0} ∪ [1e-100, 1e100], or an index past the end.
    negative,         ///< A size below zero.
    too_few,          ///< Not enough elements to span the thing.
    flat,             ///< The elements span fewer dimensions than the thing needs.
    not_orthonormal,  ///< A rotation matrix that is not one.
    zero_direction,   ///< A direction of length zero.
    not_planar,       ///< Polygon vertices off their plane.
    not_convex,  ///< Polygon vertices out of convex order, or a part that is not convex where one must be.
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
    not_increasing,  ///< Numbers that must grow from one element to the next, such as the times of poses, and
                     ///< do not.
    unknown_name,    ///< A name that nothing has, or none where one is needed.
    repeated_name,   ///< A name that another element has.
};

/// The first fault found. `element` is the index of that vertex, triangle, part and so on; 0 for `whole`.
struct BuildError {
    Rule rule = Rule::not_finite;
    Element kind = Element::whole;
    std::size_t element = 0;
    std::string text;     ///< What is wrong and what to do, without the element's name.
    std::string where{};  ///< Which of several inputs the element belongs to, such as "mesh b, at the end";
                          ///< empty where there is one.

    /// One sentence for a person: input, element, fault, remedy. Never empty.
    [[nodiscard]] std::string message() const;
};

/// A value or the reason there is none. Only builders of heavy shapes and checks of outside data return it;
/// queries never do.
template <class T, class E> using expected = tl::expected<T, E>;

template <class E> using unexpected = tl::unexpected<E>;

}  // namespace graze
