#include "answers/audit_capsule.hpp"

#include <functional>
#include <map>
#include <vector>

#include <graze/ccd/time_of_impact.hpp>
#include <graze/mesh/shape_bytes.hpp>
#include <graze/query/query.hpp>
#include <graze/result/proof.hpp>
#include <graze/verify/verify.hpp>

#include "answers/answers_json.hpp"
#include "commands/command.hpp"

namespace graze::cli {
namespace {

constexpr std::uint64_t kVersion = 1;

unsigned digit_of(const Field& field, char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
    field.fail("should be hexadecimal digits, two for each byte");
}

Shape shape_from(const Field& field) {
    if (!field.has("bytes"))
        field.fail("has no \"bytes\": the shape was invalid, and the query cannot be repeated");
    const Field digits = field.at("bytes");
    const std::string text = digits.text();
    if (text.size() % 2 != 0) digits.fail("should be hexadecimal digits, two for each byte");
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2)
        bytes.push_back(
            static_cast<std::byte>(digit_of(digits, text[i]) << 4U | digit_of(digits, text[i + 1])));
    auto shape = shape_from_bytes(bytes);
    if (!shape) digits.fail("is not a shape: " + shape.error().message());
    return *std::move(shape);
}

Vec3 vector_at(const Field& numbers, std::size_t first) {
    return {numbers.at(first).number(), numbers.at(first + 1).number(), numbers.at(first + 2).number()};
}

Pose pose_from(const Field& numbers, std::size_t rotation, std::size_t position) {
    return {Mat3{{vector_at(numbers, rotation), vector_at(numbers, rotation + 3),
                  vector_at(numbers, rotation + 6)}},
            vector_at(numbers, position)};
}

Placed placed_from(const Field& field) {
    const Field pose = field.at("pose");
    pose.expect_size(12);
    return {shape_from(field), pose_from(pose, 0, 9)};
}

/// Of a body on a straight path. The numbers are the fields of its only piece: time, start, sine, versine,
/// drift, rate, axis, path, pivot, ...
Moving moving_from(const Field& field) {
    constexpr std::size_t start = 2, sine = 11, rate = 38, path = 42, pivot = 54, blended = 57, all = 74;
    const Field piece = field.at("pieces").at(std::size_t{0});
    piece.expect_size(all);
    bool straight = field.at("pieces").size() == 1 && piece.at(blended).number() == 0 &&
                    field.at("deviation").number() == 0;
    for (std::size_t i = sine; i <= rate; ++i) straight = straight && piece.at(i).number() == 0;
    for (std::size_t i = path + 6; i < pivot + 3; ++i) straight = straight && piece.at(i).number() == 0;
    if (!straight)
        throw UserError{
            "the capsule has a body that turns, which cannot be made again from its pieces. Read the numbers "
            "from the file"};
    return {shape_from(field), LinearMotion{pose_from(piece, start, path), vector_at(piece, path + 3)}};
}

struct Asked {
    Placed a;
    Placed b;
    Field question;

    [[nodiscard]] Ray ray() const {
        return {question.at("origin").vector(), question.at("direction").vector()};
    }
    [[nodiscard]] SeparationOptions options() const {
        return {.tolerance = question.at("tolerance").at(std::size_t{0}).number(),
                .max_iterations = question.at("max_iterations").at(std::size_t{0}).index()};
    }
};

Json with_check(Json answer, bool shown) {
    answer["verified"] = shown;
    return answer;
}

Json distance_json(const Asked& x) {
    const Separation s = separation(x.a, x.b, x.options());
    return with_check(json_of(s), verify(s, x.a, x.b));
}

Json certified_json(const Asked& x) {
    const CertifiedSeparation s = certified_separation(x.a, x.b, x.options());
    return with_check(json_of(s.separation), verify(s, x.a, x.b));
}

Json verdict_json(const Asked& x) {
    const Verdict v =
        decide(x.a, x.b, static_cast<Method>(x.question.at("method").at(std::size_t{0}).count(3)));
    return with_check(json_of(v), verify(v, x.a, x.b));
}

Json manifolds_json(const Asked& x) {
    Json manifolds = Json::array();
    for (const ContactManifold& m : contact_manifolds(x.a, x.b))
        manifolds.push_back(with_check(json_of(m), verify(m, x.a, x.b)));
    return manifolds;
}

Json cast_json(const Asked& x, const Vec3& displacement) {
    const auto hit = translational_cast(x.a, x.b, displacement);
    if (!hit) return "miss";
    return {{"time", json_of(hit->time)}, {"point", json_of(hit->point)}, {"normal", json_of(hit->normal)}};
}

Json triangles_json(const Asked& x) {
    Json pairs = Json::array();
    for (const TrianglePair& pair : intersecting_triangles(x.a, x.b))
        pairs.push_back({pair.triangle_a, pair.triangle_b});
    return pairs;
}

using Verb = std::function<Json(const Asked&)>;

/// Verbs that are called in both orders.
std::map<std::string, Verb> pair_verbs() {
    return {{"overlaps", [](const Asked& x) { return Json(overlaps(x.a, x.b)); }},
            {"decide", verdict_json},
            {"separation", distance_json},
            {"certified_separation", certified_json},
            {"contacts", [](const Asked& x) { return json_of(contacts(x.a, x.b)); }},
            {"contact_manifolds", manifolds_json},
            {"relation", [](const Asked& x) { return Json(to_string(relation(x.a, x.b))); }},
            {"certified_relation",
             [](const Asked& x) { return Json(to_string(certified_relation(x.a, x.b).relation)); }},
            {"intersecting_triangles", triangles_json}};
}

/// Those about one shape.
std::map<std::string, Verb> single_verbs() {
    return {
        {"raycast",
         [](const Asked& x) {
             const auto hit = raycast(x.ray(), x.a);
             return hit ? with_check(json_of(*hit), verify(*hit, x.ray(), x.a)) : Json("miss");
         }},
        {"raycast_any",
         [](const Asked& x) {
             return Json(raycast_any(x.ray(), x.a, x.question.at("max_t").at(std::size_t{0}).number()));
         }},
        {"raycast_all",
         [](const Asked& x) {
             Json hits = Json::array();
             for (const PartHit& one :
                  raycast_all(x.ray(), x.a, x.question.at("max_t").at(std::size_t{0}).number()))
                 hits.push_back(json_of(one.hit));
             return hits;
         }},
        {"parts_overlapping_box",
         [](const Asked& x) {
             return Json(
                 parts_overlapping_box(x.a, {x.question.at("min").vector(), x.question.at("max").vector()}));
         }},
        {"signed_distance",
         [](const Asked& x) { return json_of(signed_distance(x.a, x.question.at("point").vector())); }},
        {"self_intersections", [](const Asked& x) { return Json(self_intersections(x.a.shape).size()); }}};
}

/// The answers of now: of the pair, and of the swapped one where there are two.
std::vector<Json> answers_now(const Field& file, const std::string& verb) {
    const Field question = file.at("question");
    if (verb == "time_of_impact" || verb == "certified_time_of_impact") {
        const Moving a = moving_from(file.at("a")), b = moving_from(file.at("b"));
        const ImpactOptions options{.tolerance = question.at("tolerance").at(std::size_t{0}).number(),
                                    .max_steps = question.at("max_steps").at(std::size_t{0}).index()};
        return {json_of(certified_time_of_impact(a, b, options)),
                json_of(certified_time_of_impact(b, a, options))};
    }
    const auto pairs = pair_verbs(), singles = single_verbs();
    if (const auto single = singles.find(verb); single != singles.end()) {
        const Placed a = placed_from(file.at("a"));
        return {single->second({a, a, question})};
    }
    const auto pair = pairs.find(verb);
    if (pair == pairs.end() && verb != "translational_cast")
        throw UserError{"the tool cannot repeat '" + verb.substr(0, 60) + "'. Read the input from the file"};
    const Placed a = placed_from(file.at("a")), b = placed_from(file.at("b"));
    if (pair != pairs.end()) return {pair->second({a, b, question}), pair->second({b, a, question})};
    const Vec3 displacement = question.at("displacement").vector();
    return {cast_json({a, b, question}, displacement), cast_json({b, a, question}, -displacement)};
}

}  // namespace

bool is_audit_capsule(const Json& file) {
    return file.is_object() && file.contains("format") && file["format"].is_string() &&
           file["format"] == "graze-audit-capsule";
}

std::string replay_audit_capsule(const Json& json) {
    const Field file(json);
    if (file.at("version").count() != kVersion) file.at("version").fail("is not the one this tool reads");
    const std::string verb = file.at("verb").text();
    const auto printed = [](const Json& value) {
        return value.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    };
    std::string text = verb + " of graze " + file.at("graze").text() +
                       " was wrong: " + file.at("law").text() + ".\nIts answer then: ";
    text += printed(file.has("answer") ? json["answer"] : Json());
    const std::vector<Json> now = answers_now(file, verb);
    text += "The answer now: " + printed(now[0]);
    if (now.size() > 1) text += "Swapped: " + printed(now[1]);
    return text;
}

}  // namespace graze::cli
