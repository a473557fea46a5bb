// Files of answers and capsules that another program has written again: the same values, but not every digit,
// sign and form.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "answers/answers.hpp"
#include "answers/answers_json.hpp"
#include "answers/capsule.hpp"
#include "answers/json_file.hpp"
#include "answers/verify_answers.hpp"
#include "check_document.hpp"
#include "cli/documents.hpp"
#include "cli/run_program.hpp"
#include "commands/command.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

Json with_plain_numbers(const Json& value) {
    if (value.is_number()) {
        const auto number = value.get<double>();
        const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
        return whole ? Json(static_cast<std::int64_t>(number)) : Json(number);
    }
    Json copy = value;
    if (value.is_structured()) {
        for (auto& [key, each] : copy.items()) each = with_plain_numbers(each);
    }
    return copy;
}

/// As programs do whose numbers are doubles: whole ones without a point, zeros without a sign, and counts
/// past 2^53 rounded.
Json rewritten(const Json& value) { return Json::parse(with_plain_numbers(value).dump()); }

/// Boxes and capsules that intersect along their axes: many of the directions that their proofs look in have
/// zeros of either sign.
io::Document aligned_parts() {
    io::Document document;
    document.title = "aligned";
    document.parts = {part_of("bracket", Box{{30, 30, 20}}, Pose::translation({0, 0, 25})),
                      part_of("pin", Capsule{5, 20}, Pose::translation({28, 0, 40})),
                      part_of("plate", Box{{100, 60, 5}}),
                      part_of("screw", Cylinder{4, 12}, Pose::translation({-80, 40, 8})),
                      part_of("bar", Box{{50, 2, 2}}, Pose::translation({0, -40, 4})),
                      part_of("rod", Capsule{1, 30}, Pose::translation({0, 30.5, 45}))};
    return document;
}

Answers answers_about_aligned(const io::Document& document) {
    Answers answers;
    answers.options.clearance = 2;
    answers.result = check_document(document, answers.options);
    return answers;
}

TEST(Rewritten, answers_still_hold) {
    const io::Document document = aligned_parts();
    const std::string text = to_text(answers_about_aligned(document), document);
    EXPECT_NE(text.find("\"-0\""), std::string::npos);  // else this test shows nothing
    const std::string again = rewritten(Json::parse(text)).dump();
    EXPECT_EQ(again.find("-0,"), std::string::npos);
    const Answers answers = answers_from(again, document, "rewritten");
    EXPECT_GE(answers.result.clashes.size(), 4U);
    const VerifyReport report = verify_answers(answers, document);
    for (const std::string& fault : report.faults) ADD_FAILURE() << fault;
    const VerifyReport first = verify_answers(answers_from(text, document, "first"), document);
    EXPECT_EQ(report.proofs, first.proofs);
    EXPECT_EQ(report.again, first.again);
}

TEST(Rewritten, names_of_features_keep_every_bit) {
    ContactManifold manifold;
    manifold.points.count = 1;
    manifold.points.storage[0].feature = 0xfedcba9876543211ULL;
    Json value = json_of(manifold);
    EXPECT_EQ(manifold_from(Field(value)).points.storage[0].feature, 0xfedcba9876543211ULL);
    EXPECT_EQ(manifold_from(Field(rewritten(value))).points.storage[0].feature, 0xfedcba9876543211ULL);
    value["points"][0]["feature"] = 12345U;  // as older files have it
    EXPECT_EQ(manifold_from(Field(value)).points.storage[0].feature, 12345U);
    for (const char* wrong : {"", "-1", "x", "1x", "99999999999999999999"}) {
        value["points"][0]["feature"] = wrong;
        EXPECT_THROW(manifold_from(Field(value)), Malformed) << wrong;
    }
}

TEST(Rewritten, zeros_keep_their_sign) {
    const Json value =
        parse_json(R"({"a": [-0, 1e-0, -0.0, -0e5,-0], "-0": "a -0, \\\"-0", "b":-0})", "text", "hint");
    for (const std::size_t i : {0U, 2U, 3U, 4U}) EXPECT_TRUE(std::signbit(value["a"][i].get<double>())) << i;
    EXPECT_EQ(value["a"][1].get<double>(), 1);
    EXPECT_EQ(value["-0"].get<std::string>(), "a -0, \\\"-0");
    EXPECT_TRUE(std::signbit(value["b"].get<double>()));
    EXPECT_THROW(parse_json("[-01]", "text", "hint"), UserError);
    const CommonTetrahedron common{{Vec3{1, -0.0, 3}, {}, {}, {}}, {Vec3{-0.0, 0, 1}, {}, {}, {}}};
    const Json proof = json_of(Proof{common});
    EXPECT_EQ(proof["directions_a"][0][1], "-0");
    const auto back = std::get<CommonTetrahedron>(proof_from(Field(rewritten(proof))));
    EXPECT_TRUE(std::signbit(back.directions_a[0].y));
    EXPECT_TRUE(std::signbit(back.directions_b[0].x));
    EXPECT_FALSE(std::signbit(back.directions_b[0].y));
}

TEST(Rewritten, capsules_replay) {
    const io::Document document = aligned_parts();
    for (const CapsuleQuery query :
         {CapsuleQuery::verdict, CapsuleQuery::distance, CapsuleQuery::contacts, CapsuleQuery::ray}) {
        const Question question{query, "bracket", "pin", {{1, 0, 100}, {0, 0, -1}}};
        const Json capsule = Json::parse(make_capsule(document, question));
        const Replay replay = replay_capsule(rewritten(capsule).dump(), "capsule");
        for (const std::string& difference : replay.differences) ADD_FAILURE() << difference;
    }
    Json capsule = Json::parse(make_capsule(document, {CapsuleQuery::distance, "bracket", "pin", {}}));
    capsule["answer"]["iterations"] = capsule["answer"]["iterations"].get<int>() + 1;
    EXPECT_EQ(replay_capsule(capsule.dump(), "capsule").differences.size(), 1U);
    capsule["answer"]["distance"][0] = std::nextafter(capsule["answer"]["distance"][0].get<double>(), 0.0);
    EXPECT_EQ(replay_capsule(capsule.dump(), "capsule").differences.size(), 2U);
}

/// Finding all pairs again is the smaller part of the work, and must not look like all of it.
TEST(VerifyProgress, counts_claims) {
    const io::Document document = aligned_parts();
    const Answers answers =
        answers_from(to_text(answers_about_aligned(document), document), document, "answers");
    const std::size_t claims = answers.result.clashes.size() + answers.result.near_misses.size();
    std::vector<double> shares;
    (void)verify_answers(answers, document, {.threads = 1}, [&](double share) { shares.push_back(share); });
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    ASSERT_GT(shares.size(), claims);
    EXPECT_NEAR(shares.back(), 1, 1e-12);
    EXPECT_LT(shares[shares.size() - claims - 1], 0.2);
    EXPECT_LT(shares[shares.size() - 2], 1);
}

}  // namespace
}  // namespace graze::test
