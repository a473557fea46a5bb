// Proofs as JSON: one object for each kind, named by "kind".
#include <array>
#include <utility>

#include "answers/answers_json.hpp"

namespace graze::cli {
namespace {

// In the order of the alternatives of Proof; those of ConvexProof are the first of them.
constexpr std::array<std::string_view, 11> kKinds{
    "none",   "separating_plane",   "common_point",  "common_tetrahedron", "crossing",   "closeness",
    "farkas", "intersecting_parts", "enclosed_part", "separating_cover",   "close_parts"};
static_assert(std::variant_size_v<Proof> == kKinds.size());
constexpr std::size_t kConvexKinds = std::variant_size_v<ConvexProof>;

constexpr std::array<std::string_view, 3> kFeatures{"vertex", "edge", "face"};
constexpr std::array<std::string_view, 3> kAnswers{"disjoint", "intersecting", "undecided"};
constexpr std::array<std::string_view, 4> kMethods{"automatic", "gjk", "sat", "fourier_motzkin"};
constexpr std::string_view kSteps = "abp";  // split_a, split_b, plane

template <class Items> Json array_of(const Items& items) {
    Json array = Json::array();
    for (const auto& item : items) array.push_back(json_of(item));
    return array;
}

Json directions_of(const std::array<Vec3, 4>& directions) {
    Json array = Json::array();
    for (const Vec3& direction : directions) array.push_back(direction_json(direction));
    return array;
}

template <std::size_t count> std::array<Vec3, count> vectors_from(const Field& field) {
    field.expect_size(count);
    std::array<Vec3, count> vectors;
    for (std::size_t i = 0; i < count; ++i) vectors[i] = field.at(i).vector();
    return vectors;
}

Json body_of(const std::monostate&) { return Json::object(); }
Json body_of(const SeparatingPlane& plane) {
    return {{"normal", json_of(plane.normal)}, {"offset", json_of(plane.offset)}};
}
Json body_of(const CommonPoint& common) { return {{"point", json_of(common.point)}}; }
Json body_of(const CommonTetrahedron& common) {
    return {{"directions_a", directions_of(common.directions_a)},
            {"directions_b", directions_of(common.directions_b)}};
}

Json json_of(const Feature& feature) {
    return {{"kind", kFeatures[static_cast<std::size_t>(feature.kind)]},
            {"first", feature.first},
            {"second", feature.second}};
}
Json body_of(const Crossing& crossing) {
    return {{"feature_a", json_of(crossing.feature_a)}, {"feature_b", json_of(crossing.feature_b)}};
}

Json body_of(const Closeness& close) {
    return {{"delta", cli::json_of(close.delta)},
            {"normal", cli::json_of(close.normal)},
            {"point_a", cli::json_of(close.point_a)},
            {"point_b", cli::json_of(close.point_b)},
            {"directions", directions_of(close.directions)},
            {"weights", array_of(close.weights)}};
}

Json body_of(const FarkasCertificate& farkas) {
    Json rows = Json::array();
    for (const FarkasCertificate::Row& row : farkas.rows)
        rows.push_back({{"normal", cli::json_of(row.normal)},
                        {"height", cli::json_of(row.height)},
                        {"multiplier", cli::json_of(row.multiplier)},
                        {"of_b", row.of_b}});
    return {{"rows", std::move(rows)}};
}

Json body_of(const IntersectingParts& parts);
Json body_of(const EnclosedPart& enclosed);
Json body_of(const SeparatingCover& cover);
Json body_of(const CloseParts& close);

template <class AnyProof> Json json_of_any(const AnyProof& proof) {
    Json json{{"kind", kKinds[proof.index()]}};
    json.update(std::visit([](const auto& each) { return body_of(each); }, proof));
    return json;
}

Json body_of(const IntersectingParts& parts) {
    return {{"part_a", parts.part_a}, {"part_b", parts.part_b}, {"proof", json_of_any(parts.proof)}};
}

Json json_of(const SolidProbe& probe) {
    return {{"of_b", probe.of_b}, {"part", probe.part}, {"target", cli::json_of(probe.target)}};
}
Json body_of(const EnclosedPart& enclosed) { return {{"probe", json_of(enclosed.probe)}}; }

Json body_of(const SeparatingCover& cover) {
    std::string steps;
    for (const SeparatingCover::Step step : cover.steps) steps += kSteps[static_cast<std::size_t>(step)];
    Json outside = Json::array();
    for (const SolidProbe& probe : cover.outside) outside.push_back(json_of(probe));
    return {
        {"steps", std::move(steps)}, {"normals", array_of(cover.normals)}, {"outside", std::move(outside)}};
}

Json body_of(const CloseParts& close) {
    return {{"part_a", close.part_a},
            {"part_b", close.part_b},
            {"closeness", body_of(close.closeness)},
            {"cover", body_of(close.cover)},
            {"direction", direction_json(close.direction)}};
}

SeparatingPlane plane_from(const Field& field) {
    return {field.at("normal").vector(), field.at("offset").number()};
}

CommonTetrahedron tetrahedron_from(const Field& field) {
    return {vectors_from<4>(field.at("directions_a")), vectors_from<4>(field.at("directions_b"))};
}

Feature feature_from(const Field& field) {
    return {static_cast<Feature::Kind>(field.at("kind").one_of(kFeatures)), field.at("first").index(),
            field.at("second").index()};
}

Closeness closeness_from(const Field& field) {
    Closeness close;
    close.delta = field.at("delta").number();
    close.normal = field.at("normal").vector();
    close.point_a = field.at("point_a").vector();
    close.point_b = field.at("point_b").vector();
    close.directions = vectors_from<4>(field.at("directions"));
    const Field weights = field.at("weights");
    weights.expect_size(4);
    for (std::size_t i = 0; i < 4; ++i) close.weights[i] = weights.at(i).number();
    return close;
}

FarkasCertificate farkas_from(const Field& field) {
    FarkasCertificate farkas;
    const Field rows = field.at("rows");
    rows.expect_size(farkas.rows.size());
    for (std::size_t i = 0; i < farkas.rows.size(); ++i) {
        const Field row = rows.at(i);
        farkas.rows[i] = {row.at("normal").vector(), row.at("height").number(), row.at("multiplier").number(),
                          row.at("of_b").boolean()};
    }
    return farkas;
}

template <class AnyProof> AnyProof convex_from(const Field& field, std::size_t kind) {
    switch (kind) {
        case 0: return std::monostate{};
        case 1: return plane_from(field);
        case 2: return CommonPoint{field.at("point").vector()};
        case 3: return tetrahedron_from(field);
        case 4: return Crossing{feature_from(field.at("feature_a")), feature_from(field.at("feature_b"))};
        case 5: return closeness_from(field);
        case 6: return farkas_from(field);
        default: field.at("kind").fail("is no proof about convex parts");
    }
}

IntersectingParts intersecting_parts_from(const Field& field) {
    const Field proof = field.at("proof");
    const std::size_t kind = proof.at("kind").one_of(kKinds);
    return {field.at("part_a").index(), field.at("part_b").index(), convex_from<ConvexProof>(proof, kind)};
}

SolidProbe probe_from(const Field& field) {
    return {field.at("of_b").boolean(), field.at("part").index(), field.at("target").vector()};
}

SeparatingCover cover_from(const Field& field) {
    SeparatingCover cover;
    const Field steps = field.at("steps");
    for (const char letter : steps.text()) {
        const std::size_t step = kSteps.find(letter);
        if (step == std::string_view::npos) steps.fail("may only have the letters a, b and p");
        cover.steps.push_back(static_cast<SeparatingCover::Step>(step));
    }
    const Field normals = field.at("normals");
    for (std::size_t i = 0; i < normals.size(); ++i) cover.normals.push_back(normals.at(i).vector());
    const Field outside = field.at("outside");
    for (std::size_t i = 0; i < outside.size(); ++i) cover.outside.push_back(probe_from(outside.at(i)));
    return cover;
}

}  // namespace

Json json_of(const Proof& proof) { return json_of_any(proof); }

Proof proof_from(const Field& field) {
    const std::size_t kind = field.at("kind").one_of(kKinds);
    if (kind < kConvexKinds) return convex_from<Proof>(field, kind);
    if (kind == 7) return intersecting_parts_from(field);
    if (kind == 8) return EnclosedPart{probe_from(field.at("probe"))};
    if (kind == 9) return cover_from(field);
    return CloseParts{field.at("part_a").index(), field.at("part_b").index(),
                      closeness_from(field.at("closeness")), cover_from(field.at("cover")),
                      field.has("direction") ? field.at("direction").vector() : Vec3{}};
}

Json json_of(const Verdict& verdict) {
    return {{"answer", kAnswers[static_cast<std::size_t>(verdict.answer)]},
            {"proof", json_of(verdict.proof)},
            {"method", kMethods[static_cast<std::size_t>(verdict.method)]},
            {"status", to_string(verdict.status)},
            {"iterations", verdict.iterations},
            {"axes", verdict.axes},
            {"rows", verdict.rows}};
}

Verdict verdict_from(const Field& field) {
    return {static_cast<Answer>(field.at("answer").one_of(kAnswers)),
            proof_from(field.at("proof")),
            static_cast<Method>(field.at("method").one_of(kMethods)),
            status_from(field.at("status")),
            field.at("iterations").index(),
            field.at("axes").index(),
            field.at("rows").index()};
}

}  // namespace graze::cli
