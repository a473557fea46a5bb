// Distances, contacts, rays and impacts as JSON.
#include "answers/answers_json.hpp"

#include <array>
#include <utility>

namespace graze::cli {
namespace {

constexpr std::array<std::string_view, 4> kStatuses{"converged", "budget_reached", "invalid_input",
                                                    "unsupported"};
constexpr std::array<std::string_view, 6> kRelations{"disjoint",   "touching",   "overlapping",
                                                     "a_inside_b", "b_inside_a", "identical"};
constexpr std::array<std::string_view, 3> kImpactAnswers{"miss", "contact", "within_tolerance"};
constexpr std::array<std::string_view, 3> kContactProofs{"none", "overlap", "passage"};
constexpr std::string_view kMovingSteps = "abcd";  // split_a, split_b, cell, done

/// Directions and weights that belong together, so many of each.
template <class Directions, class Weights>
Json terms_of(const Directions& directions, const Weights& weights, std::uint32_t count) {
    Json terms = Json::array();
    for (std::size_t i = 0; i < std::min<std::size_t>(count, weights.size()); ++i)
        terms.push_back({{"direction", direction_json(directions[i])}, {"weight", json_of(weights[i])}});
    return terms;
}

/// The same back: how many there are.
template <class Directions, class Weights>
std::uint32_t terms_from(const Field& field, Directions& directions, Weights& weights) {
    const std::size_t count = field.size(weights.size());
    for (std::size_t i = 0; i < count; ++i) {
        directions[i] = field.at(i).at("direction").vector();
        weights[i] = field.at(i).at("weight").number();
    }
    return static_cast<std::uint32_t>(count);
}

/// null where no part is meant.
Json part_json(std::uint32_t part) { return part == kNoPart ? Json() : Json(part); }

/// Parts are optional.
std::uint32_t part_from(const Field& field, const char* name) {
    if (!field.has(name) || field.at(name).is_null()) return kNoPart;
    const std::uint32_t part = field.at(name).index();
    if (part == kNoPart) field.at(name).fail("is not the number of a part");
    return part;
}

Json json_of(const DepthCertificate& certificate) {
    Json vertices = Json::array();
    for (const DepthCertificate::Vertex& vertex : certificate.vertices)
        vertices.push_back({direction_json(vertex.direction_a), direction_json(vertex.direction_b)});
    Json triangles = Json::array();
    for (const DepthCertificate::Triangle& triangle : certificate.triangles)
        triangles.push_back({{"vertices", triangle.vertices}, {"normal", cli::json_of(triangle.normal)}});
    return {{"vertices", std::move(vertices)}, {"triangles", std::move(triangles)}};
}

DepthCertificate certificate_from(const Field& field) {
    DepthCertificate certificate;
    const Field vertices = field.at("vertices");
    const std::size_t count = vertices.size();
    for (std::size_t i = 0; i < count; ++i)
        certificate.vertices.push_back(
            {vertices.at(i).at(std::size_t{0}).vector(), vertices.at(i).at(1).vector()});
    const Field triangles = field.at("triangles");
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        DepthCertificate::Triangle triangle;
        const Field corners = triangles.at(i).at("vertices");
        corners.expect_size(3);
        for (std::size_t j = 0; j < 3; ++j) {
            triangle.vertices[j] = corners.at(j).index();
            if (triangle.vertices[j] >= count) corners.at(j).fail("is not the number of a vertex");
        }
        triangle.normal = triangles.at(i).at("normal").vector();
        certificate.triangles.push_back(triangle);
    }
    return certificate;
}

Json json_of(const TimeCell& cell) {
    Json json{
        {"time", cli::json_of(cell.time)}, {"normal", cli::json_of(cell.normal)}, {"balls", cell.balls}};
    if (cell.moves != TimeCell::Moves::not_at_all)
        json["moves_with"] = cell.moves == TimeCell::Moves::with_a ? "a" : "b";
    return json;
}

std::vector<TimeCell> cells_from(const Field& field) {
    std::vector<TimeCell> cells;
    constexpr std::array<std::string_view, 2> kBodies{"a", "b"};
    for (std::size_t i = 0; i < field.size(); ++i) {
        const Field cell = field.at(i);
        cells.push_back({cell.at("time").interval(), cell.at("normal").vector(), cell.at("balls").boolean()});
        if (!cell.has("moves_with")) continue;
        cells.back().moves =
            cell.at("moves_with").one_of(kBodies) == 0 ? TimeCell::Moves::with_a : TimeCell::Moves::with_b;
    }
    return cells;
}

template <class Cells> Json cells_of(const Cells& cells) {
    Json array = Json::array();
    for (const TimeCell& cell : cells) array.push_back(json_of(cell));
    return array;
}

Json json_of(const MovingCover& cover) {
    std::string steps;
    for (const MovingCover::Step step : cover.steps) steps += kMovingSteps[static_cast<std::size_t>(step)];
    return {
        {"time", cli::json_of(cover.time)}, {"steps", std::move(steps)}, {"cells", cells_of(cover.cells)}};
}

MovingCover cover_from(const Field& field) {
    MovingCover cover;
    cover.time = field.at("time").interval();
    for (const char letter : field.at("steps").text()) {
        const std::size_t step = kMovingSteps.find(letter);
        if (step == std::string_view::npos) field.at("steps").fail("may only have the letters a, b, c and d");
        cover.steps.push_back(static_cast<MovingCover::Step>(step));
    }
    cover.cells = cells_from(field.at("cells"));
    return cover;
}

Impact plain_impact_from(const Field& field) {
    Impact impact;
    impact.answer = static_cast<ImpactAnswer>(field.at("answer").one_of(kImpactAnswers));
    impact.hit = impact.answer != ImpactAnswer::miss;
    impact.proof = static_cast<ContactProof>(field.at("proof").one_of(kContactProofs));
    impact.time = field.at("time").interval();
    impact.point = field.at("point").vector();
    impact.normal = field.at("normal").vector();
    impact.part_a = field.at("part_a").index();
    impact.part_b = field.at("part_b").index();
    impact.status = status_from(field.at("status"));
    return impact;
}

}  // namespace

Status status_from(const Field& field) { return static_cast<Status>(field.one_of(kStatuses)); }
Relation relation_from(const Field& field) { return static_cast<Relation>(field.one_of(kRelations)); }

Json json_of(const Separation& s, const DepthCertificate& certificate) {
    Json json{{"distance", json_of(s.distance)},
              {"point_a", json_of(s.point_a)},
              {"point_b", json_of(s.point_b)},
              {"normal", json_of(s.normal)},
              {"status", to_string(s.status)},
              {"iterations", s.iterations},
              {"terms", terms_of(s.directions, s.weights, s.terms)},
              {"terms_from_b", s.terms_from_b},
              {"part_a", part_json(s.part_a)},
              {"part_b", part_json(s.part_b)}};
    if (!certificate.vertices.empty()) json["certificate"] = json_of(certificate);
    return json;
}

CertifiedSeparation separation_from(const Field& field) {
    CertifiedSeparation certified;
    Separation& s = certified.separation;
    s.distance = field.at("distance").interval();
    s.point_a = field.at("point_a").vector();
    s.point_b = field.at("point_b").vector();
    s.normal = field.at("normal").vector();
    s.status = status_from(field.at("status"));
    s.iterations = field.at("iterations").index();
    s.terms = terms_from(field.at("terms"), s.directions, s.weights);
    s.terms_from_b = field.at("terms_from_b").boolean();
    s.part_a = part_from(field, "part_a");
    s.part_b = part_from(field, "part_b");
    if (field.has("certificate")) certified.certificate = certificate_from(field.at("certificate"));
    return certified;
}

Json json_of(const ContactManifold& manifold) {
    Json points = Json::array();
    for (const ContactPoint& point : manifold.points)
        points.push_back({{"position", json_of(point.position)},
                          {"depth", json_of(point.depth)},
                          {"feature", std::to_string(point.feature)},
                          {"part_a", point.part_a},
                          {"part_b", point.part_b}});
    return {{"normal", json_of(manifold.normal)},
            {"distance", json_of(manifold.distance)},
            {"status", to_string(manifold.status)},
            {"points", std::move(points)}};
}

ContactManifold manifold_from(const Field& field) {
    ContactManifold manifold;
    manifold.normal = field.at("normal").vector();
    manifold.distance = field.at("distance").interval();
    manifold.status = status_from(field.at("status"));
    const Field points = field.at("points");
    manifold.points.count = points.size(manifold.points.storage.size());
    for (std::size_t i = 0; i < manifold.points.count; ++i) {
        const Field point = points.at(i);
        manifold.points.storage[i] = {point.at("position").vector(), point.at("depth").number(),
                                      point.at("feature").name(), point.at("part_a").index(),
                                      point.at("part_b").index()};
    }
    return manifold;
}

Json json_of(const RayHit& hit) {
    return {{"t", json_of(hit.t)},
            {"bounds", json_of(hit.bounds)},
            {"point", json_of(hit.point)},
            {"normal", json_of(hit.normal)},
            {"status", to_string(hit.status)},
            {"iterations", hit.iterations},
            {"terms", terms_of(hit.terms.directions, hit.terms.weights, hit.terms.count)}};
}

RayHit ray_hit_from(const Field& field) {
    RayHit hit;
    hit.t = field.at("t").number();
    hit.bounds = field.at("bounds").interval();
    hit.point = field.at("point").vector();
    hit.normal = field.at("normal").vector();
    hit.status = status_from(field.at("status"));
    hit.iterations = field.at("iterations").index();
    hit.terms.count = terms_from(field.at("terms"), hit.terms.directions, hit.terms.weights);
    return hit;
}

Json json_of(const CertifiedImpact& certified) {
    const Impact& impact = certified.impact;
    Json covers = Json::array();
    for (const MovingCover& cover : certified.covers) covers.push_back(json_of(cover));
    return {{"answer", kImpactAnswers[static_cast<std::size_t>(impact.answer)]},
            {"proof", kContactProofs[static_cast<std::size_t>(impact.proof)]},
            {"time", json_of(impact.time)},
            {"point", json_of(impact.point)},
            {"normal", json_of(impact.normal)},
            {"part_a", impact.part_a},
            {"part_b", impact.part_b},
            {"status", to_string(impact.status)},
            {"cells", cells_of(certified.cells)},
            {"covers", std::move(covers)},
            {"contact", json_of(certified.contact)}};
}

CertifiedImpact impact_from(const Field& field) {
    CertifiedImpact certified;
    certified.impact = plain_impact_from(field);
    certified.cells = cells_from(field.at("cells"));
    const Field covers = field.at("covers");
    for (std::size_t i = 0; i < covers.size(); ++i) certified.covers.push_back(cover_from(covers.at(i)));
    certified.contact = proof_from(field.at("contact"));
    return certified;
}

}  // namespace graze::cli
