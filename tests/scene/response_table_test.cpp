// What tables answer: levels, inheritance, overrides, what they refuse.
#include "graze/scene/response_table.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace graze::test {
namespace {

constexpr auto kGoOn = [](const Encounter&) { return Continue::yes; };

TEST(ResponseTable, NarrowerLevelsDecide) {
    ResponseTable table;
    const ResponseClass ship = table.make_class(), mine = table.make_class();
    const ResponseId damage = table.add_default(ResponseType::simple, kGoOn);
    EXPECT_EQ(table.responses(ship, mine), std::vector{damage});
    EXPECT_EQ(table.responses({}, {}), std::vector{damage});
    ASSERT_TRUE(table.remove_class(mine, damage));
    EXPECT_TRUE(table.responses(ship, mine).empty());
    EXPECT_TRUE(table.responses({}, mine).empty());
    EXPECT_EQ(table.responses(ship, ship), std::vector{damage});
    ASSERT_TRUE(table.add_pair(ship, mine, damage));
    EXPECT_EQ(table.responses(mine, ship), std::vector{damage});
    EXPECT_TRUE(table.responses(mine, mine).empty());
    ASSERT_TRUE(table.clear_pair(ship, mine));
    EXPECT_TRUE(table.responses(ship, mine).empty());
    ASSERT_TRUE(table.clear_class(mine));
    EXPECT_EQ(table.responses(ship, mine), std::vector{damage});
}

TEST(ResponseTable, ClassesMadeLaterInherit) {
    ResponseTable table;
    const ResponseClass early = table.make_class();
    const ResponseId damage = table.add_default(ResponseType::simple, kGoOn);
    const ResponseId alarm = table.add_class(early, ResponseType::depth, kGoOn);
    const ResponseClass late = table.make_class();
    EXPECT_EQ(table.responses(early, late), (std::vector{damage, alarm}));
    EXPECT_EQ(table.responses(late, late), std::vector{damage});
    EXPECT_EQ(table.type(alarm), ResponseType::depth);
}

TEST(ResponseTable, OfTwoClassesTheOneSpokenOfLastDecides) {
    ResponseTable table;
    const ResponseClass c = table.make_class(), d = table.make_class();
    const ResponseId response = table.add_class(c, ResponseType::simple, kGoOn);
    ASSERT_TRUE(table.remove_class(d, response));
    EXPECT_TRUE(table.responses(c, d).empty());
    EXPECT_EQ(table.responses(c, c), std::vector{response});
    ASSERT_TRUE(table.add_class(c, response));
    EXPECT_EQ(table.responses(c, d), std::vector{response});
}

TEST(ResponseTable, OverridesInheritNothing) {
    ResponseTable table;
    const ResponseClass c = table.make_class(), d = table.make_class();
    table.add_default(ResponseType::simple, kGoOn);
    const ResponseId of_class = table.add_class(c, ResponseType::simple, kGoOn);
    const ResponseId only = table.override_pair(c, d, ResponseType::simple, kGoOn);
    EXPECT_EQ(table.responses(c, d), std::vector{only});
    const ResponseId ghost = table.override_class(d, ResponseType::simple, kGoOn);
    EXPECT_EQ(table.responses(d, d), std::vector{ghost});
    EXPECT_EQ(table.responses(d, {}), std::vector{ghost});
    ASSERT_TRUE(table.clear_pair(c, d));
    EXPECT_EQ(table.responses(c, d), (std::vector{of_class, ghost}));
}

TEST(ResponseTable, RemovedDefaultsStayWhereNamed) {
    ResponseTable table;
    const ResponseClass c = table.make_class();
    const ResponseId response = table.add_default(ResponseType::simple, kGoOn);
    ASSERT_TRUE(table.add_class(c, response));
    ASSERT_TRUE(table.remove_default(response));
    EXPECT_TRUE(table.responses({}, {}).empty());
    EXPECT_EQ(table.responses(c, {}), std::vector{response});
    table.clear_default();
    EXPECT_EQ(table.responses(c, c), std::vector{response});
}

TEST(ResponseTable, ForgetsResponsesAndFreesWhatTheyHold) {
    ResponseTable table;
    const ResponseClass c = table.make_class(), d = table.make_class();
    auto held = std::make_shared<int>(0);
    const ResponseId kept = table.add_default(ResponseType::simple, kGoOn);
    const ResponseId gone =
        table.add_default(ResponseType::depth, [held](const Encounter&) { return ++*held, Continue::yes; });
    ASSERT_TRUE(table.add_class(c, gone) && table.add_pair(c, d, gone));
    EXPECT_EQ(held.use_count(), 2);
    EXPECT_TRUE(table.forget(gone));
    EXPECT_EQ(held.use_count(), 1);
    EXPECT_FALSE(table.contains(gone));
    EXPECT_TRUE(table.contains(kept));
    for (const auto& [x, y] : {std::pair{c, d}, std::pair{c, c}, std::pair{d, d}})
        EXPECT_EQ(table.responses(x, y), std::vector{kept});
    EXPECT_FALSE(table.forget(gone) || table.add_class(c, gone) || table.remove_default(gone));
    EXPECT_EQ(table.call(gone, {}), Continue::yes);
    EXPECT_EQ(*held, 0);
    EXPECT_NE(table.add_class(c, ResponseType::simple, kGoOn), gone);  // its name is not used again
}

TEST(ResponseTable, RefusesWhatItDoesNotKnow) {
    ResponseTable table;
    const ResponseClass c = table.make_class();
    const ResponseClass foreign{7};
    EXPECT_EQ(table.add_default(ResponseType::simple, nullptr), ResponseId{});
    EXPECT_EQ(table.add_class(foreign, ResponseType::simple, kGoOn), ResponseId{});
    EXPECT_EQ(table.add_pair(c, foreign, ResponseType::simple, kGoOn), ResponseId{});
    EXPECT_EQ(table.override_pair(foreign, c, ResponseType::simple, kGoOn), ResponseId{});
    EXPECT_FALSE(table.remove_class(c, ResponseId{9}));
    EXPECT_FALSE(table.clear_class({}));
    EXPECT_FALSE(table.assign(ObjectId{1, 1, 1}, foreign));
    EXPECT_FALSE(table.assign(ObjectId{}, c));
    EXPECT_EQ(table.class_of(ObjectId{}), ResponseClass{});
    EXPECT_EQ(table.call(ResponseId{3}, {}), Continue::yes);
    EXPECT_TRUE(table.responses(foreign, c).empty());
}

}  // namespace
}  // namespace graze::test
