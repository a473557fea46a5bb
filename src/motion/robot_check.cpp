// Questions to joints and robots: where they point, whether a configuration is usable, links by name, pairs
// that need no test.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "graze/motion/robot.hpp"

namespace graze {

std::string_view to_string(JointType type) noexcept {
    switch (type) {
        case JointType::fixed: return "fixed";
        case JointType::revolute: return "revolute";
        case JointType::continuous: return "continuous";
        case JointType::prismatic: return "prismatic";
        case JointType::planar: return "planar";
        case JointType::floating: return "floating";
    }
    return "?";
}

PlanarDirections planar_directions(const Vec3& axis) noexcept {
    const Vec3 w = unit(axis);
    if (w.x == 0 && w.y == 0 && w.z > 0) return {};
    const Vec3 size = abs(w);
    const Vec3 other = size.x <= size.y && size.x <= size.z ? Vec3{1, 0, 0}
                       : size.y <= size.z                   ? Vec3{0, 1, 0}
                                                            : Vec3{0, 0, 1};
    const Vec3 x = unit(cross(other, w));
    return {x, cross(w, x)};
}

expected<void, BuildError> Robot::check(std::span<const double> configuration) const {
    const auto refused = [&](Rule rule, std::size_t i, const std::string& text) {
        return tl::unexpected(
            BuildError{rule, Element::coordinate, i, text, "joint '" + coordinate_name(i) + "'"});
    };
    const auto number = [](double x) {
        char text[32];
        std::snprintf(text, sizeof text, "%.6g", x);
        return std::string(text);
    };
    if (configuration.size() != joint_count())
        return tl::unexpected(BuildError{Rule::too_few, Element::whole, 0,
                                         "there are " + std::to_string(configuration.size()) +
                                             " values, the robot takes " + std::to_string(joint_count())});
    for (std::size_t i = 0; i < configuration.size(); ++i) {
        const double value = configuration[i];
        if (!std::isfinite(value)) return refused(Rule::not_finite, i, "its value is NaN or infinite");
        for (const bool soft : {false, true}) {
            const Interval& range = soft ? soft_limits(i) : limits(i);
            if (range.contains(value)) continue;
            return refused(Rule::out_of_range, i,
                           "its value " + number(value) + " is outside of its " + (soft ? "soft " : "") +
                               "limits, " + number(range.lower) + " to " + number(range.upper));
        }
    }
    return {};
}

std::vector<double> Robot::neutral() const {
    std::vector<double> values(joint_count());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Interval range = intersect(limits(i), soft_limits(i));
        values[i] = std::clamp(0.0, range.lower, range.upper);
    }
    return values;
}

std::optional<std::uint32_t> Robot::find_link(std::string_view name) const noexcept {
    for (std::uint32_t i = 0; i < links().size(); ++i)
        if (links()[i].name == name) return i;
    return std::nullopt;
}

/// Directly, or over links without shapes, by one joint that moves and makes neighbours.
bool Robot::is_child(std::uint32_t link, std::uint32_t parent) const noexcept {
    bool moved = false;
    for (std::uint32_t below = link; links()[below].parent && !links()[below].attached;) {
        const std::uint32_t above = *links()[below].parent;
        if (links()[above].frame != links()[below].frame) {
            if (moved || !data_->joined[below]) return false;
            moved = true;
        }
        if (above == parent) return moved;
        if (!links()[above].shapes.empty()) return false;
        below = above;
    }
    return false;
}

Robot::Exempt Robot::exempt(std::uint32_t link_a, std::uint32_t link_b) const noexcept {
    const auto [a, b] = std::minmax(link_a, link_b);
    if (links()[a].frame == links()[b].frame) return Exempt::rigid;
    if (is_child(b, a) || is_child(a, b)) return Exempt::adjacent;
    return std::ranges::binary_search(data_->excluded, std::pair(a, b)) ? Exempt::excluded : Exempt::no;
}

}  // namespace graze
