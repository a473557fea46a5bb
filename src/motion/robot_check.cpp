// Questions to a robot: whether a configuration is usable, its links by name, pairs that need no test.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "graze/motion/robot.hpp"

namespace graze {

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

/// Directly, or over links without shapes, as long as no more than one joint between them moves.
bool Robot::is_child(std::uint32_t link, std::uint32_t parent) const noexcept {
    std::uint32_t moving = 0;
    for (std::uint32_t below = link; links()[below].parent;) {
        const std::uint32_t above = *links()[below].parent;
        if (links()[above].frame != links()[below].frame) ++moving;
        if (above == parent) return below == link || moving <= 1;
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
