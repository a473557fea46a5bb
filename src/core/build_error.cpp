// Sentences for people out of rules and elements.
#include "graze/core/error.hpp"

#include <string_view>

namespace graze {
namespace {

/// The default text, where the builder gave none.
std::string_view fallback(Rule rule) noexcept {
    switch (rule) {
        case Rule::not_finite: return "a number is NaN or infinite";
        case Rule::out_of_range:
            return "a magnitude is outside 0 and 1e-100 .. 1e100, or an index is past the end";
        case Rule::negative: return "a size is negative";
        case Rule::too_few: return "there are too few elements";
        case Rule::flat: return "the elements span too few dimensions";
        case Rule::not_orthonormal: return "the matrix is not a rotation";
        case Rule::zero_direction: return "the direction has length zero";
        case Rule::not_planar: return "the vertices are not in one plane";
        case Rule::not_convex: return "the vertices are not in convex order, or a part is not convex";
        case Rule::unbounded_child: return "a half-space cannot be part of a combined shape";
        case Rule::too_complex: return "too many parts, or nested too deep";
        case Rule::invalid_child: return "a part is itself invalid";
        case Rule::hull_failed: return "the hull builder gave up";
        case Rule::not_contained: return "a part sticks out of the whole that it refines";
        case Rule::not_closed: return "the surface is not closed";
        case Rule::not_oriented: return "faces are wound against each other";
        case Rule::uneven_margin: return "a margin stays round only under a similarity";
        case Rule::not_a_tree: return "the nodes do not form a tree";
        case Rule::corrupt: return "the bytes are damaged or not in this format";
        case Rule::not_increasing: return "the numbers do not grow from one element to the next";
        case Rule::unknown_name: return "nothing has this name";
        case Rule::repeated_name: return "another element has the same name";
    }
    return "the input is not usable";
}

std::string_view name(Element kind) noexcept {
    switch (kind) {
        case Element::whole: break;
        case Element::vertex: return "vertex";
        case Element::triangle: return "triangle";
        case Element::component: return "component";
        case Element::child: return "child";
        case Element::box: return "box";
        case Element::pose: return "pose";
        case Element::object: return "object";
        case Element::node: return "node";
        case Element::part: return "part";
        case Element::height: return "height";
        case Element::tetrahedron: return "tetrahedron";
        case Element::link: return "link";
        case Element::joint: return "joint";
        case Element::coordinate: return "coordinate";
        case Element::waypoint: return "waypoint";
    }
    return "";
}

}  // namespace

std::string BuildError::message() const {
    const std::string fault = text.empty() ? std::string(fallback(rule)) : text;
    std::string place = where;
    if (kind != Element::whole) {
        if (!place.empty()) place += ", ";
        place.append(name(kind)).append(" ").append(std::to_string(element));
    }
    return place.empty() ? fault : place + ": " + fault;
}

}  // namespace graze
