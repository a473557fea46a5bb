// The ground floor: messages, the assertion handler, status names, the version.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#define GRAZE_ENABLE_ASSERTIONS
#include "graze/core/assert.hpp"
#include "graze/core/error.hpp"
#include "graze/core/version.hpp"

namespace graze::test {
namespace {

TEST(BuildError, MessageNamesTheElement) {
    EXPECT_EQ((BuildError{Rule::flat, Element::whole, 7, "the points are coplanar"}.message()),
              "the points are coplanar");
    EXPECT_EQ((BuildError{Rule::not_finite, Element::vertex, 3, "is NaN"}.message()), "vertex 3: is NaN");
    EXPECT_EQ((BuildError{Rule::out_of_range, Element::triangle, 0, "index too large"}.message()),
              "triangle 0: index too large");
    EXPECT_EQ((BuildError{Rule::negative, Element::component, 2, "must not be negative"}.message()),
              "component 2: must not be negative");
    EXPECT_EQ((BuildError{Rule::unbounded_child, Element::child, 12, "is a half-space"}.message()),
              "child 12: is a half-space");
    EXPECT_EQ((BuildError{Rule::invalid_child, Element::object, 0, "has no tree"}.message()),
              "object 0: has no tree");
    EXPECT_EQ((BuildError{Rule::not_a_tree, Element::node, 2, "has two parents"}.message()),
              "node 2: has two parents");
    EXPECT_EQ((BuildError{Rule::not_convex, Element::part, 1, "is a mesh"}.message()), "part 1: is a mesh");
    EXPECT_EQ((BuildError{Rule::not_finite, Element::height, 4, "is NaN"}.message()), "height 4: is NaN");
    EXPECT_EQ((BuildError{Rule::out_of_range, Element::tetrahedron, 5, "is bad"}.message()),
              "tetrahedron 5: is bad");
}

TEST(BuildError, MessageNamesTheInputBeforeTheElement) {
    BuildError error{Rule::not_finite, Element::vertex, 5, "is NaN"};
    error.where = "mesh b, at the end";
    EXPECT_EQ(error.message(), "mesh b, at the end, vertex 5: is NaN");
    error.kind = Element::whole;
    EXPECT_EQ(error.message(), "mesh b, at the end: is NaN");
}

TEST(BuildError, MessageIsNeverEmpty) {
    for (int rule = 0; rule <= static_cast<int>(Rule::hull_failed); ++rule) {
        const BuildError error{static_cast<Rule>(rule), Element::whole, 0, ""};
        EXPECT_FALSE(error.message().empty()) << rule;
    }
    EXPECT_FALSE(BuildError{}.message().empty());
}

TEST(Expected, CarriesAValueOrAnError) {
    const expected<int, BuildError> value = 3;
    const expected<int, BuildError> error =
        unexpected<BuildError>(BuildError{Rule::too_few, Element::whole, 0, "no points"});
    EXPECT_TRUE(value.has_value());
    EXPECT_EQ(*value, 3);
    EXPECT_FALSE(error.has_value());
    EXPECT_EQ(error.error().rule, Rule::too_few);
}

AssertionFailure last_failure;
int failures = 0;
void record(const AssertionFailure& failure) {
    last_failure = failure;
    ++failures;
}
void ignore(const AssertionFailure&) {}

TEST(Assertions, HandlerIsSetReturnedAndRestored) {
    const AssertionHandler standard = set_assertion_handler(record);
    EXPECT_NE(standard, nullptr);
    EXPECT_EQ(set_assertion_handler(ignore), &record);
    EXPECT_EQ(set_assertion_handler(nullptr), &ignore);
    EXPECT_EQ(set_assertion_handler(nullptr), standard);  // null put the standard one back
}

TEST(Assertions, OnlyAFalseConditionIsReported) {
    const AssertionHandler before = set_assertion_handler(record);
    failures = 0;
    GRAZE_ASSERT(1 + 1 == 2, "arithmetic holds");
    EXPECT_EQ(failures, 0);
    const int line = __LINE__ + 1;
    GRAZE_ASSERT(1 + 1 == 3, "arithmetic broke");
    EXPECT_EQ(failures, 1);
    EXPECT_STREQ(last_failure.expression, "1 + 1 == 3");
    EXPECT_STREQ(last_failure.message, "arithmetic broke");
    EXPECT_NE(std::string(last_failure.file).find("core_test.cpp"), std::string::npos);
    EXPECT_EQ(last_failure.line, line);
    set_assertion_handler(before);
}

TEST(Assertions, StandardHandlerWritesOneLineAndReturns) {
    const AssertionHandler before = set_assertion_handler(nullptr);
    testing::internal::CaptureStderr();
    GRAZE_ASSERT(false, "pose holds a NaN");
    const std::string text = testing::internal::GetCapturedStderr();
    set_assertion_handler(before);
    EXPECT_NE(text.find("pose holds a NaN (false)"), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(Status, EveryValueHasItsName) {
    EXPECT_EQ(to_string(Status::converged), "converged");
    EXPECT_EQ(to_string(Status::budget_reached), "budget_reached");
    EXPECT_EQ(to_string(Status::invalid_input), "invalid_input");
    EXPECT_EQ(to_string(Status::unsupported), "unsupported");
    EXPECT_EQ(to_string(static_cast<Status>(99)), "?");
}

TEST(Version, TextMatchesTheNumbers) {
    const std::string text = std::to_string(GRAZE_VERSION_MAJOR) + "." + std::to_string(GRAZE_VERSION_MINOR) +
                             "." + std::to_string(GRAZE_VERSION_PATCH);
    EXPECT_EQ(text, GRAZE_VERSION_STRING);
}

}  // namespace
}  // namespace graze::test
