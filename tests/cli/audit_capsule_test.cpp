// Capsules of audits are evaluated again in both orders; what is none is refused with its place.
#include <gtest/gtest.h>

#include <sstream>

#include "answers/audit_capsule.hpp"
#include "commands/command.hpp"
#include "graze/mesh/shape_bytes.hpp"
#include "graze/query/query.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;

std::string hexadecimal(const Shape& shape) {
    const std::vector<std::byte> bytes = to_bytes(shape).value();
    std::ostringstream text;
    for (const std::byte byte : bytes)
        text << std::hex << (std::to_integer<int>(byte) >> 4) << (std::to_integer<int>(byte) & 15);
    return text.str();
}

Json json_of_placed(const Placed& placed) {
    Json pose = Json::array();
    for (const Vec3& v : {placed.pose.rotation.columns[0], placed.pose.rotation.columns[1],
                          placed.pose.rotation.columns[2], placed.pose.position})
        for (const double x : {v.x, v.y, v.z}) pose.push_back(x);
    return {{"type", to_string(placed.shape.type())}, {"bytes", hexadecimal(placed.shape)}, {"pose", pose}};
}

Json capsule_of(const std::string& verb, const Json& question) {
    const Placed ball{Sphere{1}, {}}, box{Box{{1, 1, 1}}, Pose::translation({4, 0, 0})};
    const Json file{{"format", "graze-audit-capsule"},
                    {"version", 1},
                    {"graze", "0.1.0"},
                    {"verb", verb},
                    {"law", "a law"},
                    {"question", question},
                    {"a", json_of_placed(ball)},
                    {"b", json_of_placed(box)},
                    {"answer", {{"distance", {7, 7}}}}};
    return Json::parse(file.dump());  // as from a file: whole numbers without a sign
}

TEST(AuditCapsule, AsksInBothOrders) {
    const std::string text =
        replay_audit_capsule(capsule_of("separation", {{"tolerance", {-1}}, {"max_iterations", {0}}}));
    EXPECT_NE(text.find("separation of graze 0.1.0 was wrong: a law."), std::string::npos);
    const std::size_t then = text.find("Its answer then"), now = text.find("The answer now"),
                      swapped = text.find("Swapped");
    ASSERT_TRUE(then < now && now < swapped && swapped != std::string::npos) << text;
    EXPECT_NE(text.find("7", then), std::string::npos);
    for (const std::size_t place : {now, swapped})
        EXPECT_NE(text.find("\"verified\": true", place), std::string::npos);
    const Separation s = separation({Sphere{1}, {}}, {Box{{1, 1, 1}}, Pose::translation({4, 0, 0})});
    EXPECT_EQ(s.distance.middle(), 2);
    EXPECT_NE(text.substr(now, swapped - now).find(Json(s.distance.lower).dump()), std::string::npos);
}

TEST(AuditCapsule, AsksEveryVerbOnPlacedShapes) {
    const Json question{{"tolerance", {-1}},
                        {"max_iterations", {0}},
                        {"method", {0}},
                        {"origin", {-5, 0, 0}},
                        {"direction", {1, 0, 0}},
                        {"max_t", {"inf"}},
                        {"displacement", {-4, 0, 0}},
                        {"point", {3, 0, 0}},
                        {"min", {0, 0, 0}},
                        {"max", {1, 1, 1}}};
    for (const char* verb :
         {"overlaps", "decide", "separation", "certified_separation", "contacts", "contact_manifolds",
          "relation", "certified_relation", "raycast", "raycast_any", "raycast_all", "translational_cast",
          "intersecting_triangles", "self_intersections", "parts_overlapping_box", "signed_distance"})
        EXPECT_NE(replay_audit_capsule(capsule_of(verb, question)).find("The answer now: "),
                  std::string::npos)
            << verb;
}

TEST(AuditCapsule, RefusesWhatIsNone) {
    const Json good = capsule_of("separation", {{"tolerance", {-1}}, {"max_iterations", {0}}});
    EXPECT_TRUE(is_audit_capsule(good));
    EXPECT_FALSE(is_audit_capsule(Json{{"format", "graze-capsule"}}));
    EXPECT_FALSE(is_audit_capsule(Json(3)));
    const auto place_of = [](const Json& file) -> std::string {
        try {
            replay_audit_capsule(file);
        } catch (const Malformed& fault) {
            return fault.place;
        } catch (const UserError&) {
            return "user error";
        }
        return "none";
    };
    EXPECT_EQ(place_of(good), "none");
    Json bad = good;
    bad["a"]["bytes"] = "xyz";
    EXPECT_EQ(place_of(bad), "a.bytes");
    bad["a"]["bytes"] = "00ff";
    EXPECT_EQ(place_of(bad), "a.bytes");
    bad = good;
    bad["b"]["pose"].erase(3);
    EXPECT_EQ(place_of(bad), "b.pose");
    bad = good;
    bad["verb"] = "scene_raycast";
    EXPECT_EQ(place_of(bad), "user error");
    bad = good;
    bad["version"] = 2U;
    EXPECT_EQ(place_of(bad), "version");
}

}  // namespace
}  // namespace graze::test
