#include "answers/capsule.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <graze/core/version.hpp>
#include <graze/io/document.hpp>
#include <graze/query/query.hpp>

#include "answers/answers_json.hpp"
#include "answers/json_file.hpp"
#include "cast.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "text/nearest_name.hpp"

namespace graze::cli {
namespace {

constexpr std::string_view kCapsuleFormat = "graze-capsule";
constexpr std::uint64_t kVersion = 1;
constexpr std::array<std::string_view, 6> kQueries{"verdict",  "distance", "contacts",
                                                   "relation", "cast",     "ray"};

const io::Part& part_named(const io::Document& document, const std::string& name) {
    const auto found = std::ranges::find(document.parts, name, &io::Part::name);
    if (found != document.parts.end()) return *found;
    std::vector<std::string> names;
    for (const io::Part& part : document.parts) names.push_back(part.name);
    const std::string nearest = nearest_name(name, names);
    throw UserError{"there is no part '" + name + "'. " +
                    (nearest.empty() ? "'graze check --all-distances' lists the names"
                                     : "Did you mean '" + nearest + "'?")};
}

Json contacts_of(const Placed& a, const Placed& b) {
    Json manifolds = Json::array();
    for (const ContactManifold& manifold : contact_manifolds(a, b)) manifolds.push_back(json_of(manifold));
    return manifolds;
}

Json answer_to(const Question& question, const io::Document& document) {
    const io::Part& first = part_named(document, question.a);
    const Placed a = io::placed(first);
    if (question.query == CapsuleQuery::ray) {
        const Ray& ray = question.ray;
        if (!in_served_range(ray.origin) || !in_served_range(ray.direction) || ray.direction == Vec3{})
            throw UserError{
                "the ray has no direction, or numbers that are not 0 or of a size between 1e-100 and 1e100. "
                "Ask about another one"};
        const std::optional<RayHit> hit = raycast(question.ray, a);
        return hit ? json_of(*hit) : Json("miss");
    }
    const io::Part& second = part_named(document, question.b);
    const Placed b = io::placed(second);
    switch (question.query) {
        case CapsuleQuery::verdict: return json_of(decide(a, b));
        case CapsuleQuery::contacts: return contacts_of(a, b);
        case CapsuleQuery::relation: return to_string(relation(a, b));
        case CapsuleQuery::cast:
            return json_of(certified_time_of_impact(moving_part(first), moving_part(second)));
        default: return json_of(separation(a, b));
    }
}

Json json_of_question(const Question& question) {
    Json json{{"query", kQueries[static_cast<std::size_t>(question.query)]}, {"a", question.a}};
    if (question.query == CapsuleQuery::ray)
        json["ray"] = {{"origin", json_of(question.ray.origin)},
                       {"direction", json_of(question.ray.direction)}};
    else
        json["b"] = question.b;
    return json;
}

Question question_from(const Field& field) {
    Question question;
    question.query = static_cast<CapsuleQuery>(field.at("query").one_of(kQueries));
    question.a = field.at("a").text();
    if (question.query == CapsuleQuery::ray)
        question.ray = {field.at("ray").at("origin").vector(), field.at("ray").at("direction").vector()};
    else
        question.b = field.at("b").text();
    return question;
}

/// Whether two leaves are the same: numbers to the bit, however they are written. A program that wrote the
/// file again may have made whole numbers of them: these have no sign of zero.
bool same_leaf(const Json& then, const Json& now) {
    if (!then.is_number() || !now.is_number()) return then == now;
    if (!then.is_number_float() && !now.is_number_float()) return then == now;
    const auto before = then.get<double>();
    const auto after = now.get<double>();
    return before == after && (!then.is_number_float() || std::signbit(before) == std::signbit(after));
}

void compare(const Json& then, const Json& now, const std::string& place,
             std::vector<std::string>& differences) {
    const auto inner = [&](const std::string& step) { return place.empty() ? step : place + "." + step; };
    const auto differ = [&](const std::string& before, const std::string& after) {
        differences.push_back((place.empty() ? std::string("the answer") : place) + ": " + before +
                              " then, " + after + " now");
    };
    if (then.is_object() && now.is_object()) {
        for (const auto& [key, value] : then.items()) {
            if (now.contains(key)) compare(value, now[key], inner(key), differences);
        }
        for (const Json* one : {&then, &now}) {
            const Json& other = one == &then ? now : then;
            for (const auto& [key, value] : one->items()) {
                if (!other.contains(key))
                    differences.push_back(inner(key) + (one == &then ? ": is gone" : ": is new"));
            }
        }
    } else if (then.is_array() && now.is_array()) {
        if (then.size() != now.size())
            differ(std::to_string(then.size()) + " elements", std::to_string(now.size()));
        for (std::size_t i = 0; i < std::min(then.size(), now.size()); ++i)
            compare(then[i], now[i], place + "[" + std::to_string(i) + "]", differences);
    } else {
        constexpr auto replace = Json::error_handler_t::replace;
        const bool nested = then.is_structured() || now.is_structured();
        const std::string before = nested ? then.type_name() : then.dump(-1, ' ', false, replace);
        const std::string after = nested ? now.type_name() : now.dump(-1, ' ', false, replace);
        if (nested || !same_leaf(then, now)) differ(before, after);
    }
}

/// A capsule contains all its data: one that names files would test other parts elsewhere, and open files
/// that its sender chose.
void refuse_files(const Json& value, const std::string& place) {
    if (value.is_object()) {
        for (const char* key : {"file", "scene"}) {
            if (value.contains(key) && value[key].is_string())
                throw Malformed{place + "." + key, "names a file: a capsule has its parts in itself"};
        }
    }
    for (const auto& [key, inner] : value.items()) {
        if (inner.is_structured()) refuse_files(inner, place + "." + key);
    }
}

Replay replay(const Json& json, const std::string& name) {
    const Field file(json);
    if (!file.has("format") || file.at("format").text() != kCapsuleFormat)
        file.fail("is not a capsule: \"format\" should be \"graze-capsule\"");
    if (file.at("version").count() != kVersion) file.at("version").fail("is not the one this tool reads");
    const Question question = question_from(file.at("question"));
    const Field answer = file.at("answer");
    static_cast<void>(file.at("scene"));  // is there
    refuse_files(json["scene"], "scene");
    const auto document =
        io::read_scene(json["scene"].dump(-1, ' ', false, Json::error_handler_t::replace), {});
    if (!document) throw UserError{name + ": " + document.error().message()};
    Replay replayed;
    replayed.version = file.at("graze").text();
    compare(json["answer"], Json::parse(answer_to(question, *document).dump()), {}, replayed.differences);
    return replayed;
}

}  // namespace

std::string make_capsule(const io::Document& document, const Question& question) {
    io::Document small;
    small.title = document.title;
    small.unit = document.unit;
    small.up = document.up;
    small.parts.push_back(part_named(document, question.a));
    if (question.query != CapsuleQuery::ray) {
        if (question.a == question.b) throw UserError{"'" + question.a + "' is named twice. Name two parts"};
        small.parts.push_back(part_named(document, question.b));
    }
    const Json file{{"format", kCapsuleFormat},
                    {"version", kVersion},
                    {"graze", GRAZE_VERSION_STRING},
                    {"question", json_of_question(question)},
                    {"answer", answer_to(question, small)},
                    {"scene", Json::parse(io::to_json(small))}};
    std::string text = file.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (text.size() > kLargestCapsule)
        throw UserError{
            "a capsule of these parts would be too large to replay. Ask about parts with fewer triangles"};
    return text;
}

Replay replay_capsule(std::string_view text, const std::string& name) {
    const Json json = parse_json(text, name, "Make capsules with 'graze capsule make'");
    try {
        return replay(json, name);
    } catch (const Malformed& fault) {
        throw UserError{name + ": " + (fault.place.empty() ? "it" : fault.place) + " " + fault.reason};
    }
}

}  // namespace graze::cli
