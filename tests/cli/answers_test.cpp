// Files of answers: every kind of answer comes back with all its bits, every claim of a true file holds, and
// changes that make a claim false or its proof fail are found.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "answers/answers.hpp"
#include "answers/answers_json.hpp"
#include "answers/fingerprint.hpp"
#include "answers/verify_answers.hpp"
#include "check_document.hpp"
#include "cli/all_kinds.hpp"
#include "cli/documents.hpp"
#include "commands/command.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

Answers answers_about(const io::Document& document, const AssemblyOptions& options) {
    Answers answers;
    answers.fingerprint = fingerprint(document);
    answers.options = options;
    answers.result = check_document(document, options);
    return answers;
}

TEST(Answers, every_kind_comes_back_bit_by_bit_and_holds) {
    const io::Document document = all_kinds();
    const Answers answers = answers_about(document, {.clearance = 0.5});
    const std::string text = to_text(answers, document);
    const Answers back = answers_from(text, document, "answers");
    EXPECT_EQ(to_text(back, document), text);
    EXPECT_GE(answers.result.clashes.size(), 9U);
    EXPECT_GE(answers.result.near_misses.size(), 2U);
    const VerifyReport report = verify_answers(back, document);
    for (const std::string& fault : report.faults) ADD_FAILURE() << fault;
    EXPECT_GT(report.proofs, 20U);  // depths of meshes are computed again instead
}

TEST(Answers, random_assemblies_hold) {
    for (const std::uint64_t seed : {11U, 12U}) {
        const io::Document document = random_document(seed, 30, 2.5);
        const Answers answers =
            answers_from(to_text(answers_about(document, {.clearance = 0.3}), document), document, "answers");
        EXPECT_GT(answers.result.clashes.size(), 5U);
        const VerifyReport report = verify_answers(answers, document);
        for (const std::string& fault : report.faults) ADD_FAILURE() << "seed " << seed << ": " << fault;
    }
}

/// Proofs that decide seldom makes in small assemblies, by hand: all kinds come back.
TEST(Answers, proofs_of_every_kind_come_back) {
    const Closeness close{1e-16,
                          {0, 1, 0},
                          {0.1, 0.2, 0.3},
                          {1, 2, 3},
                          {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}},
                          {0.1, 0.2, 0.3, 0.4}};
    SeparatingCover cover;
    cover.steps = {SeparatingCover::Step::split_a, SeparatingCover::Step::split_b,
                   SeparatingCover::Step::plane};
    cover.normals = {{1.0 / 3, -0.0, 5e-324}};
    cover.outside = {{true, 7, {1, 2, 3}}};
    FarkasCertificate farkas;
    farkas.rows[9] = {{1, 2, 3}, -4, 0.1, true};
    const std::vector<Proof> proofs{
        std::monostate{},
        SeparatingPlane{{0.6, 0.8, 0}, 1.0 / 3},
        CommonPoint{{1e-300, -1e300, 0.1}},
        CommonTetrahedron{{Vec3{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {0, 0, 1}}, {Vec3{1, 0, 0}, {}, {}, {}}},
        Crossing{{Feature::Kind::edge, 1, 2}, {Feature::Kind::face, 0, 0}},
        close,
        farkas,
        IntersectingParts{3, 4, Crossing{{Feature::Kind::vertex, 5, 6}, {}}},
        EnclosedPart{{true, 9, {0.1, 0.2, 0.3}}},
        cover,
        CloseParts{1, 2, close, cover, {0.5, 0, 0.1}}};
    for (const Proof& proof : proofs) {
        const Json json = json_of(proof);
        const Json parsed = Json::parse(json.dump());
        const Proof back = proof_from(Field(parsed));
        EXPECT_EQ(back.index(), proof.index());
        EXPECT_EQ(json_of(back).dump(), json.dump());
    }
    const Json json = json_of(Proof{cover});
    const auto same = std::get<SeparatingCover>(proof_from(Field(json)));
    EXPECT_EQ(same.normals[0].x, 1.0 / 3);
    EXPECT_TRUE(std::signbit(same.normals[0].y));
    EXPECT_EQ(same.normals[0].z, 5e-324);
}

TEST(Answers, planes_that_move_with_a_body_come_back) {
    CertifiedImpact certified;
    for (const auto moves : {TimeCell::Moves::not_at_all, TimeCell::Moves::with_a, TimeCell::Moves::with_b})
        certified.cells.push_back({{0.25, 0.5}, {0, 0, 1}, false, moves});
    const Json json = json_of(certified);
    const CertifiedImpact back = impact_from(Field(json));
    ASSERT_EQ(back.cells.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(back.cells[i].time, certified.cells[i].time);
        EXPECT_EQ(back.cells[i].normal, certified.cells[i].normal);
        EXPECT_EQ(back.cells[i].moves, certified.cells[i].moves);
    }
}

TEST(Answers, impacts_come_back_and_hold) {
    io::Document document;
    document.parts = {part_of("wall", Box{{0.1, 1, 1}}), part_of("ball", Sphere{0.2}),
                      part_of("stone", mesh_of(icosphere_mesh(0.2, 1), MeshKind::solid))};
    document.parts[1].motion = LinearMotion{Pose::translation({-2, 0, 0}), {3, 0.1, 0}};
    document.parts[2].motion = TwistMotion{Pose::translation({2, 0, 0}), {-3, 0, 0}, {1, 2, 3}, {}};
    const auto answers_with = [&](bool proofs) {
        Answers answers;
        answers.checked = false;
        answers.cast = true;
        answers.cast_options.verify = proofs;
        answers.fingerprint = fingerprint(document);
        answers.impacts = first_impacts(document, answers.cast_options);
        return answers;
    };
    for (const bool proofs : {true, false}) {
        const Answers answers = answers_with(proofs);
        const std::string text = to_text(answers, document);
        const Answers back = answers_from(text, document, "answers");
        EXPECT_EQ(to_text(back, document), text);
        const VerifyReport report = verify_answers(back, document);
        for (const std::string& fault : report.faults) ADD_FAILURE() << fault;
        EXPECT_EQ(answers.impacts.impacts.size(), 3U);
        EXPECT_EQ(report.proofs, proofs ? 3U : 0U);
        EXPECT_EQ(report.again, proofs ? 3U : 6U);  // places have no proof
        const auto faults = [&](const auto& change) {
            Answers changed = back;
            change(changed.impacts);
            return verify_answers(changed, document).faults.size();
        };
        EXPECT_EQ(faults([](CastAnswer&) {}), 0U);
        for (const double by : {0.1, -0.1}) {
            EXPECT_EQ(faults([&](CastAnswer& cast) {
                          for (PartImpact& each : cast.impacts)
                              each.certified.impact.time = each.certified.impact.time + Interval{by, by};
                      }),
                      3U);
        }
        EXPECT_EQ(faults([](CastAnswer& cast) { cast.impacts.pop_back(); }), 1U);
        EXPECT_EQ(faults([](CastAnswer& cast) { cast.impacts.clear(); }), 3U);
        EXPECT_EQ(faults([](CastAnswer& cast) { cast.impacts.push_back(cast.impacts[0]); }), 1U);
        EXPECT_EQ(faults([](CastAnswer& cast) { cast.moving.pop_back(); }), 1U);
        // By the proof, and by the place that is computed again.
        EXPECT_EQ(faults([](CastAnswer& cast) { cast.impacts[0].certified.impact.point.x += 1; }),
                  proofs ? 2U : 1U);
    }
}

/// Depths of a mesh in a mesh are computed again: fewer terms than a search has room for must not count more
/// than those that are written.
TEST(Answers, meshes_inside_of_meshes_hold) {
    io::Document document;
    document.parts.push_back(part_of("cube", mesh_of(box_mesh({1, 1, 1}), MeshKind::solid)));
    document.parts.push_back(part_of("cube inside", mesh_of(box_mesh({0.25, 0.25, 0.25}), MeshKind::solid)));
    for (int i = 0; i < 6; ++i) {
        const Pose pose = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.3 * i), {0.1 * i, -0.05 * i, 0.02});
        document.parts.push_back(
            part_of("stone" + std::to_string(i), mesh_of(icosphere_mesh(0.2, 1), MeshKind::solid), pose));
    }
    const Answers answers = answers_about(document, {});
    EXPECT_GE(answers.result.clashes.size(), 7U);
    const VerifyReport report =
        verify_answers(answers_from(to_text(answers, document), document, "answers"), document);
    for (const std::string& fault : report.faults) ADD_FAILURE() << fault;
    EXPECT_GT(report.again, answers.result.clashes.size());
    // Whatever is left behind the last term, in the file's answer or in the new one, is none of both.
    Clash other = answers.result.clashes.front();
    other.separation.terms = std::min(other.separation.terms, 2U);
    Clash left = other;
    left.separation.directions[2] = {7, 8, 9};
    left.separation.weights[2] = 7;
    EXPECT_TRUE(verify_clash(other, left, document).faults.empty());
    EXPECT_TRUE(verify_clash(left, other, document).faults.empty());
}

/// Whether a changed file is refused, as malformed or as false.
bool refused(const Json& file, const io::Document& document) {
    try {
        const Answers answers = answers_from(file.dump(), document, "changed");
        return answers.fingerprint != fingerprint(document) ||
               !verify_answers(answers, document, {.threads = 1}).faults.empty();
    } catch (const UserError&) {
        return true;
    }
}

using Pointer = Json::json_pointer;

/// Places of all numbers below a value, and of texts that are numbers.
void collect_numbers(const Json& value, const Pointer& place, std::vector<Pointer>& places) {
    if (value.is_number() || (value.is_string() && place.back() == "feature")) places.push_back(place);
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i) collect_numbers(value[i], place / i, places);
    if (value.is_object())
        for (const auto& [key, each] : value.items()) collect_numbers(each, place / key, places);
}

/// Numbers that say what a search cost, or that name a feature from frame to frame: nothing is claimed by
/// them.
bool is_remark(const Pointer& place) {
    for (const char* word : {"version", "iterations", "axes", "rows"}) {
        if (place.back() == word) return true;
    }
    return false;
}

/// Directions in which `verify` looks, and ways out of solids: others may show the same. A change that is
/// accepted there leaves a proof that holds, for it was checked.
bool is_hint(const Pointer& place) {
    const std::string text = place.to_string();
    for (const char* word :
         {"/directions", "/terms/", "/certificate/", "/normals/", "/probe/", "/outside/"}) {
        if (text.find(word) != std::string::npos) return true;
    }
    return false;
}

/// Small assemblies for all numbers of all claims.
class AnswersChanged : public testing::Test {
protected:
    void check_document(const io::Document& document, const AssemblyOptions& options) {
        const Json file = Json::parse(to_text(answers_about(document, options), document));
        ASSERT_FALSE(refused(file, document));
        std::vector<Pointer> places;
        collect_numbers(file, Pointer(), places);
        std::size_t claims = 0;
        std::size_t hints = 0;
        std::size_t needed_hints = 0;
        for (const Pointer& place : places) {
            if (is_remark(place)) continue;
            const bool found = some_change_is_refused(file, place, document);
            (is_hint(place) ? hints : claims) += 1;
            needed_hints += is_hint(place) && found ? 1 : 0;
            if (!is_hint(place) && !found) ADD_FAILURE() << place.to_string() << " = " << file.at(place);
        }
        EXPECT_GT(claims, 50U);
        EXPECT_GT(hints, 10U);
        EXPECT_GT(5 * needed_hints, hints);  // of others the proof holds whatever they say
    }

private:
    /// A number may be such that small changes leave all true (a wider bound, a normal of a plane with room):
    /// larger ones must not. Every change that is accepted leaves a file that holds, for all of it was
    /// verified.
    static bool some_change_is_refused(const Json& file, const Pointer& place, const io::Document& document) {
        const Json& value = file.at(place);
        Json changed = file;
        if (value.is_string()) {
            changed[place] = std::to_string(std::stoull(value.get<std::string>()) + 1);
            return refused(changed, document);
        }
        if (value.is_number_unsigned() || value.is_number_integer()) {
            // The next triangle may share the closest point: parts of a distance change by more.
            const bool named = place.to_string().find("/separation/part_") != std::string::npos;
            changed[place] = value.get<std::uint64_t>() + (named ? 1000 : 1);
            return refused(changed, document);
        }
        const double number = value.get<double>();
        for (const double step : {1e-3, -1e-3, 0.3, -0.3, 5.0, -5.0, 1e4, -1e4}) {
            changed[place] = number + step;
            if (refused(changed, document)) return true;
        }
        return false;
    }
};

TEST_F(AnswersChanged, convex_clashes) {
    io::Document document;
    const auto at = [](double x, double y, double z) {
        return Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {x, y, z});
    };
    document.parts = {part_of("cylinder", Cylinder{0.5, 1}),
                      part_of("box", Box{{0.5, 0.4, 0.3}}, at(0.7, 0.1, 0.2)),
                      part_of("ball", Sphere{0.4}, at(2, 0, 0)),
                      part_of("segment", Segment{{0, 0, -1}, {0, 0.1, 1}}, at(5, 0, 0)),
                      part_of("triangle", Triangle{{-1, -1, 0}, {1, -1, 0.1}, {0, 1, 0}}, at(5, 0, 0))};
    check_document(document, {.clearance = 0.6});
}

TEST_F(AnswersChanged, meshes) {
    const Shape stone =
        mesh_of(noisy_sphere_mesh({.radius = 1, .roughness = 0.2, .subdivisions = 1}), MeshKind::solid);
    const Shape pebble = mesh_of(icosphere_mesh(0.2, 0), MeshKind::solid);
    const auto at = [](double x, double y, double z) {
        return Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {x, y, z});
    };
    io::Document document;
    document.parts = {part_of("stone", stone), part_of("beside", stone, at(1.7, 0, 0)),
                      part_of("inside", pebble, at(0.1, 0, 0)), part_of("near", pebble, at(-1.4, 0, 0))};
    check_document(document, {.clearance = 0.5});
}

TEST(Answers, false_statements_are_refused) {
    const io::Document document = all_kinds();
    const Json file = Json::parse(to_text(answers_about(document, {.clearance = 0.5}), document));
    const auto expect_refused = [&](const char* what, const std::function<void(Json&)>& change) {
        Json changed = file;
        change(changed);
        ASSERT_NE(changed, file) << what;
        EXPECT_TRUE(refused(changed, document)) << what;
    };
    const auto check = [](Json& changed) -> Json& { return changed["check"]; };
    expect_refused("a clash less", [&](Json& f) {
        check(f)["clashes"].erase(2);
        check(f)["counts"]["clashes"] = check(f)["clashes"].size();
    });
    expect_refused("a clash twice", [&](Json& f) {
        check(f)["clashes"].push_back(check(f)["clashes"][0]);
        check(f)["counts"]["clashes"] = check(f)["clashes"].size();
    });
    expect_refused("a near miss less", [&](Json& f) {
        check(f)["near_misses"].erase(0);
        check(f)["counts"]["near_misses"] = check(f)["near_misses"].size();
    });
    expect_refused("names swapped",
                   [&](Json& f) { std::swap(check(f)["clashes"][0]["a"], check(f)["clashes"][0]["b"]); });
    expect_refused("names of another pair", [&](Json& f) {
        std::swap(check(f)["clashes"][0]["a"], check(f)["clashes"][3]["a"]);
        std::swap(check(f)["clashes"][0]["b"], check(f)["clashes"][3]["b"]);
    });
    expect_refused("an unknown part", [&](Json& f) { check(f)["clashes"][0]["a"] = "nobody"; });
    for (std::size_t i = 0; i < file["check"]["clashes"].size(); ++i) {
        expect_refused("the answer",
                       [&](Json& f) { check(f)["clashes"][i]["verdict"]["answer"] = "disjoint"; });
        expect_refused("no proof", [&](Json& f) {
            check(f)["clashes"][i]["verdict"]["proof"] = {{"kind", "none"}};
        });
        const std::string relation = file["check"]["clashes"][i]["relation"];
        expect_refused("the relation", [&](Json& f) {
            check(f)["clashes"][i]["relation"] = relation == "touching" ? "overlapping" : "touching";
        });
    }
    expect_refused("a smaller clearance", [&](Json& f) { check(f)["options"]["clearance"] = 1e-3; });
    expect_refused("touching allowed", [&](Json& f) { check(f)["options"]["allow_touching"] = true; });
    expect_refused("an exclusion", [&](Json& f) {
        check(f)["options"]["exclude"].push_back({{"a", "stone*"}, {"b", "*"}});
    });
    for (const char* length : {"nan", "inf", "-inf"}) {
        expect_refused("a depth that is none", [&](Json& f) { check(f)["options"]["allow_depth"] = length; });
        expect_refused("a clearance that is none",
                       [&](Json& f) { check(f)["options"]["clearance"] = length; });
    }
    expect_refused("a negative depth", [&](Json& f) { check(f)["options"]["allow_depth"] = -1; });
    expect_refused("no answers", [&](Json& f) { f.erase("check"); });
    expect_refused("the scene", [&](Json& f) { f["scene"]["fingerprint"] = "0123456789abcdef"; });
    expect_refused("the unit", [&](Json& f) { f["scene"]["unit"] = "mm"; });
    expect_refused("the title", [&](Json& f) { f["scene"]["title"] = "another one"; });
    expect_refused("no notes", [&](Json& f) { f["scene"].erase("notes"); });
    expect_refused("more notes", [&](Json& f) { f["scene"]["notes"].push_back("all is well"); });
    expect_refused("the version", [&](Json& f) { f["version"] = 2; });
}

TEST(Answers, hostile_files_are_reported_not_followed) {
    const io::Document document = all_kinds();
    const Json file = Json::parse(to_text(answers_about(document, {.clearance = 0.5}), document));
    const std::vector<std::string> texts{"",
                                         "{",
                                         "[]",
                                         "null",
                                         "{\"format\":\"graze-answers\"}",
                                         "{\"format\":7}",
                                         std::string(100'000, '['),
                                         "{\"format\":\"graze-answers\",\"version\":1e99}"};
    for (const std::string& text : texts)
        EXPECT_THROW(answers_from(text, document, "hostile"), UserError) << text.substr(0, 40);
    // Every value replaced by others: each ends in Trouble or in answers that can be examined.
    std::vector<Pointer> places;
    const std::function<void(const Json&, const Pointer&)> collect = [&](const Json& value,
                                                                         const Pointer& place) {
        if (!place.empty()) places.push_back(place);
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) collect(value[i], place / i);
        if (value.is_object())
            for (const auto& [key, each] : value.items()) collect(each, place / key);
    };
    collect(file, Pointer());
    Random random(21);
    const std::vector<Json> values{nullptr, -1, 1e308,         4294967295U,    "inf",
                                   "nan",   "", Json::array(), Json::object(), true};
    for (int i = 0; i < 60; ++i) {
        Json changed = file;
        changed[places[random.index(places.size())]] = values[random.index(values.size())];
        refused(changed, document);
    }
    // Numbers of parts out of range are for the proofs to refuse.
    std::erase_if(places, [](const Pointer& place) {
        return place.back() != "part_a" && place.back() != "part_b" && place.back() != "part";
    });
    ASSERT_GT(places.size(), 20U);
    for (std::size_t i = 0; i < 20; ++i) {
        const Pointer& place = places[i * places.size() / 20];
        Json changed = file;
        changed[place] = 4294967295U;
        EXPECT_TRUE(refused(changed, document)) << place.to_string();
    }
}

}  // namespace
}  // namespace graze::test
