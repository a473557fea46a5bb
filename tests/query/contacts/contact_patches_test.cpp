// Patches of contact points against all pairs of points compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <vector>

#include "oracle/random.hpp"
#include "query/contacts/composite_contacts.hpp"

namespace graze::test {
namespace {

using Patches = std::vector<std::vector<ContactPoint>>;

double thread_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Labels run along links until nothing changes.
Patches all_pairs_patches(const ContactGroup& group, double gap) {
    const std::size_t count = group.points.size();
    std::vector<std::size_t> label(count);
    std::iota(label.begin(), label.end(), std::size_t{0});
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) {
                const double link = std::max({gap, group.spacing[i], group.spacing[j]});
                const bool linked = group.origin[i] == group.origin[j] ||
                                    length(group.points[i].position - group.points[j].position) <= link;
                if (!linked || label[j] >= label[i]) continue;
                label[i] = label[j];
                changed = true;
            }
        }
    }
    Patches patches;
    for (std::size_t first = 0; first < count; ++first) {
        std::vector<ContactPoint> patch;
        for (std::size_t i = 0; i < count; ++i) {
            if (label[i] == first) patch.push_back(group.points[i]);
        }
        if (!patch.empty()) patches.push_back(patch);
    }
    const auto depth = [](const std::vector<ContactPoint>& patch) {
        return std::ranges::max_element(patch, {}, &ContactPoint::depth)->depth;
    };
    std::stable_sort(patches.begin(), patches.end(),
                     [&](const auto& x, const auto& y) { return depth(x) > depth(y); });
    return patches;
}

void expect_same(const Patches& found, const Patches& wanted) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].size(), wanted[i].size());
        for (std::size_t k = 0; k < found[i].size(); ++k) {
            EXPECT_EQ(found[i][k].position, wanted[i][k].position);
            EXPECT_EQ(found[i][k].depth, wanted[i][k].depth);
            EXPECT_EQ(found[i][k].part_a, wanted[i][k].part_a);
        }
    }
}

ContactPoint point_at(const Vec3& position, double depth, std::uint32_t part) {
    ContactPoint point;
    point.position = position;
    point.depth = depth;
    point.part_a = part;
    return point;
}

/// Points in space, on a wall across x, or on the knots of a grid, where distances are links exactly.
ContactGroup random_group(Random& random, double scale) {
    ContactGroup group;
    const std::size_t kind = random.index(3);
    const std::uint32_t count = 2 + static_cast<std::uint32_t>(random.index(150));
    const double largest = random.chance(0.5) ? 0.2 : 0.02;
    for (std::uint32_t number = 0; number < count; ++number) {
        std::vector<ContactPoint> points;
        const std::size_t more = 1 + random.index(3);
        Vec3 at = random.in_cube(1);
        if (kind == 1) at.x = 0;
        if (kind == 2)
            at = Vec3{0, 0.25 * static_cast<double>(random.index(9)),
                      0.25 * static_cast<double>(random.index(9))};
        for (std::size_t k = 0; k < more; ++k)
            points.push_back(point_at(scale * (at + random.in_cube(kind == 2 ? 0 : 0.02)),
                                      scale * random.uniform(0.1, 1), number));
        group.add(points, number,
                  scale * (kind == 2 ? (random.chance(0.5) ? 0.25 : 0) : random.uniform(0, largest)));
    }
    return group;
}

TEST(ContactPatches, AreThoseOfAllPairs) {
    Random random(77);
    std::size_t several = 0;
    for (int i = 0; i < 300; ++i) {
        const double scale = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-6 : 1e6;
        const ContactGroup group = random_group(random, scale);
        const double gap = random.chance(0.3) ? 0 : scale * random.uniform(0, 0.2);
        const Patches wanted = all_pairs_patches(group, gap);
        several += wanted.size() > 1 && wanted.size() < group.points.size();
        expect_same(patches_of(group, gap), wanted);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(several, 100U);
    EXPECT_TRUE(patches_of({}, 1).empty());
}

/// Two walls across x of 100 000 points each, 5 billion pairs within reach along x. All pairs would take many
/// seconds.
TEST(ContactPatches, OfFineWallsTakeLittleTime) {
    ContactGroup group;
    constexpr int kSide = 316;
    for (int i = 0; i < 2 * kSide * kSide; ++i) {
        const bool upper = i >= kSide * kSide;
        const Vec3 at{0, (i % kSide) / 316.0, (i / kSide % kSide) / 316.0 + (upper ? 1.2 : 0)};
        group.add(std::vector{point_at(at, upper ? 2 : 1, static_cast<std::uint32_t>(i))},
                  static_cast<std::uint32_t>(i), 0.004);
    }
    const double start = thread_seconds();
    const Patches patches = patches_of(group, 0.15);
    EXPECT_LT(thread_seconds() - start, 2);
    ASSERT_EQ(patches.size(), 2U);
    EXPECT_EQ(patches[0].size(), static_cast<std::size_t>(kSide * kSide));
    EXPECT_EQ(patches[0][0].depth, 2);
    EXPECT_EQ(patches[1].size(), static_cast<std::size_t>(kSide * kSide));
    EXPECT_EQ(patches_of(group, 0.25).size(), 1U);
}

}  // namespace
}  // namespace graze::test
