// From many pairs of parts to few normals. The deepest pair has the most reliable normal: it needs the
// longest translation out in every direction. Shallower pairs that the same translation also separates join
// its group; the deepest of the rest starts the next group.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "query/contacts/composite_contacts.hpp"

namespace graze {
namespace {

/// A contact joins when it needs no more than this many times the group's depth. Below the rim of a flat face
/// the sideways translation out of a seam is a little shorter than the upward one, never by as much as a
/// half.
constexpr double kStretch = 2;

/// Normals closer than this are the same: what a few roundings do.
constexpr double kSameNormal = 1 - 1e-12;

/// Whether the group serves the contact; its points along the group's normal are then added.
bool joins(const ContactScene& scene, const LocalContact& contact, std::uint32_t number, double longest,
           ContactGroup& group) {
    if (dot(contact.normal, group.normal) > kSameNormal) {
        group.add(contact.points, number, contact.spacing);
        return true;
    }
    spend(scene.pairs.work, work::kContactAlong);
    const std::vector<ContactPoint> points = points_along(scene, contact, group.normal);
    if (!points.empty()) {
        if (deepest(points) > longest) return false;
        group.add(points, number, contact.spacing);
        return true;
    }
    return contact.kind == LocalContact::Kind::parts &&
           exit_lengths(scene, contact, group.normal).along <= longest;
}

bool comes_before(const LocalContact& x, const LocalContact& y) noexcept {
    if (x.confidence != y.confidence) return x.confidence < y.confidence;
    if (x.depth != y.depth) return x.depth > y.depth;
    return std::tie(x.kind, x.parts.a, x.parts.b, x.corner_name) <
           std::tie(y.kind, y.parts.a, y.parts.b, y.corner_name);
}

bool may_start(const LocalContact& contact, const std::vector<ContactGroup>& groups) noexcept {
    using NormalConfidence = LocalContact::NormalConfidence;
    return contact.confidence < NormalConfidence::doubtful || groups.empty() ||
           groups.front().confidence == contact.confidence;
}

}  // namespace

double deepest(std::span<const ContactPoint> points) noexcept {
    double depth = 0;
    for (const ContactPoint& point : points) depth = std::max(depth, point.depth);
    return depth;
}

void ContactGroup::add(std::span<const ContactPoint> more, std::uint32_t number, double more_spacing) {
    points.insert(points.end(), more.begin(), more.end());
    origin.insert(origin.end(), more.size(), number);
    spacing.insert(spacing.end(), more.size(), more_spacing);
    depth = std::max(depth, deepest(more));
}

std::vector<ContactGroup> group_contacts(const ContactScene& scene, std::span<const LocalContact> contacts) {
    std::vector<std::uint32_t> order(contacts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t j) { return comes_before(contacts[i], contacts[j]); });
    std::vector<ContactGroup> groups;
    std::vector<double> longest;  // a group does not grow by what joins it
    for (std::uint32_t number = 0; number < contacts.size(); ++number) {
        const LocalContact& contact = contacts[order[number]];
        if (spent(scene.pairs.work)) break;  // the deepest come first
        bool served = false;
        for (std::size_t g = 0; g < groups.size() && !served; ++g)
            served = joins(scene, contact, number, longest[g], groups[g]);
        if (served || !may_start(contact, groups)) continue;
        ContactGroup group{contact.normal, contact.confidence, 0, {}, {}, {}};
        group.add(contact.points, number, contact.spacing);
        longest.push_back(kStretch * contact.depth);
        groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const ContactGroup& x, const ContactGroup& y) {
        return x.confidence != y.confidence ? x.confidence < y.confidence : x.depth > y.depth;
    });
    return groups;
}

}  // namespace graze
