// From many pairs of parts to few normals. The deepest pair knows its normal best: it needs the longest way out whatever is
// tried. Shallower pairs that the same translation parts as well have nothing to say of their own; what is left starts the next group.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "query/composite_contacts.hpp"

namespace graze {
namespace {

/// A contact joins when it needs no more than this many times the group's depth. Below the rim of a flat face seams are parted
/// sideways a little sooner than upwards, never by as much as a half.
constexpr double kStretch = 2;

/// Normals closer than this are the same: what a few roundings do.
constexpr double kSameNormal = 1 - 1e-12;

double deepest(std::span<const ContactPoint> points) noexcept {
    double depth = 0;
    for (const ContactPoint& point : points) depth = std::max(depth, point.depth);
    return depth;
}

/// Whether the group serves the contact; its points along the group's normal are then added.
bool joins(const ContactScene& scene, const LocalContact& contact, std::uint32_t number, double longest, ContactGroup& group) {
    if (dot(contact.normal, group.normal) > kSameNormal) {
        group.add(contact.points, number, contact.spacing);
        return true;
    }
    const std::vector<ContactPoint> points = points_along(scene, contact, group.normal);
    if (!points.empty()) {
        if (deepest(points) > longest) return false;
        group.add(points, number, contact.spacing);
        return true;
    }
    return contact.kind == LocalContact::Kind::parts && overlap_along(scene.pairs, contact.parts, group.normal) <= longest;
}

bool comes_first(const LocalContact& x, const LocalContact& y) noexcept {
    if (x.standing != y.standing) return x.standing < y.standing;
    if (x.depth != y.depth) return x.depth > y.depth;
    return std::tie(x.kind, x.parts.a, x.parts.b, x.corner_name) < std::tie(y.kind, y.parts.a, y.parts.b, y.corner_name);
}

bool may_start(const LocalContact& contact, const std::vector<ContactGroup>& groups) noexcept {
    using Standing = LocalContact::Standing;
    return contact.standing < Standing::doubtful || groups.empty() || groups.front().standing == contact.standing;
}

/// Sets of points that are joined step by step.
class Joined {
public:
    explicit Joined(std::size_t count) : owner_(count) { std::iota(owner_.begin(), owner_.end(), std::size_t{0}); }
    std::size_t root(std::size_t i) {
        while (owner_[i] != i) i = owner_[i] = owner_[owner_[i]];
        return i;
    }
    void join(std::size_t i, std::size_t j) {
        const std::size_t x = root(i);
        const std::size_t y = root(j);
        owner_[std::max(x, y)] = std::min(x, y);
    }

private:
    std::vector<std::size_t> owner_;
};

}  // namespace

void ContactGroup::add(std::span<const ContactPoint> more, std::uint32_t number, double more_spacing) {
    points.insert(points.end(), more.begin(), more.end());
    origin.insert(origin.end(), more.size(), number);
    spacing.insert(spacing.end(), more.size(), more_spacing);
    depth = std::max(depth, deepest(more));
}

std::vector<ContactGroup> group_contacts(const ContactScene& scene, std::vector<LocalContact> contacts) {
    std::sort(contacts.begin(), contacts.end(), comes_first);
    std::vector<ContactGroup> groups;
    std::vector<double> longest;  // a group does not grow by what joins it
    for (std::uint32_t number = 0; number < contacts.size(); ++number) {
        const LocalContact& contact = contacts[number];
        bool served = false;
        for (std::size_t g = 0; g < groups.size() && !served; ++g) served = joins(scene, contact, number, longest[g], groups[g]);
        if (served || !may_start(contact, groups)) continue;
        ContactGroup group{contact.normal, contact.standing, 0, {}, {}, {}};
        group.add(contact.points, number, contact.spacing);
        longest.push_back(kStretch * contact.depth);
        groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const ContactGroup& x, const ContactGroup& y) {
        return x.standing != y.standing ? x.standing < y.standing : x.depth > y.depth;
    });
    return groups;
}

std::vector<std::vector<ContactPoint>> patches_of(const ContactGroup& group, double gap) {
    const std::vector<ContactPoint>& points = group.points;
    Joined joined(points.size());
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (group.origin[i] == group.origin[i - 1]) joined.join(i, i - 1);
    }
    const double longest = points.empty() ? gap : std::max(gap, *std::max_element(group.spacing.begin(), group.spacing.end()));
    // By growing x: only points within the longest link along it are compared.
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return std::pair(points[i].position.x, i) < std::pair(points[j].position.x, j); });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const std::size_t i = order[k];
        for (std::size_t l = k + 1; l < order.size() && points[order[l]].position.x - points[i].position.x <= longest; ++l) {
            const std::size_t j = order[l];
            const double link = std::max({gap, group.spacing[i], group.spacing[j]});
            if (length(points[j].position - points[i].position) <= link) joined.join(i, j);
        }
    }
    std::vector<std::vector<ContactPoint>> patches;
    std::vector<std::size_t> patch_of(points.size(), points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::size_t& patch = patch_of[joined.root(i)];
        if (patch == points.size()) {
            patch = patches.size();
            patches.emplace_back();
        }
        patches[patch].push_back(points[i]);
    }
    std::stable_sort(patches.begin(), patches.end(), [](const auto& x, const auto& y) { return deepest(x) > deepest(y); });
    return patches;
}

}  // namespace graze
