// The audit finds wrong answers of every verb, and leaves right ones alone.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "audit/recorded.hpp"
#include "ccd/audit_impact.hpp"
#include "ccd/features/audit_features.hpp"
#include "graze/graze.hpp"
#include "query/audit/audit.hpp"

namespace graze::test {
namespace {

using Laws = std::vector<std::string>;

Mesh mesh_of(const TriangleSoup& soup, MeshKind kind) {
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
}

constexpr std::array<std::array<std::uint32_t, 3>, 1> kOneTriangle{{{0, 1, 2}}};
const Placed kSphere{Sphere{1}, Pose::translation({0.25, 0, 0})};
const Placed kBox{Box{{1, 1, 1}}, Pose::translation({4, 0.5, 0.25})};
const Placed kDeepBox{Box{{1, 1, 1}}, Pose::translation({1.5, 0.5, 0.25})};

/// What the check reports of an answer about pairs that differ in a few last digits, of which some belong to
/// each sample.
Laws laws_of_many(const std::function<void(const Placed&, const Placed&)>& check, Placed a, const Placed& b) {
    Recorded recorded;
    for (int i = 0; i < 64; ++i) {
        a.pose.position.y += 1e-9;
        check(a, b);
    }
    return recorded.take_laws();
}

bool has(const Laws& laws, const std::string& law) { return std::ranges::find(laws, law) != laws.end(); }

TEST(Audit, CountsEveryVerbOnceAndNotTheVerbsInside) {
    const Placed mesh{mesh_of(box_mesh({1, 1, 1}), MeshKind::solid), Pose::translation({1.5, 0, 0})};
    const Moving still{Sphere{1}, LinearMotion{}},
        moving{Sphere{1}, LinearMotion{Pose::translation({5, 0, 0}), {-4, 0, 0}}};
    const Ray ray{{-5, 0, 0}, {1, 0, 0}};
    const std::vector<std::pair<std::string, std::function<void()>>> verbs{
        {"overlaps", [&] { overlaps(kSphere, kBox); }},
        {"decide", [&] { decide(kSphere, kBox); }},
        {"separation", [&] { separation(kSphere, kBox); }},
        {"certified_separation", [&] { certified_separation(kSphere, kDeepBox); }},
        {"contacts", [&] { contacts(kSphere, kDeepBox); }},
        {"contact_manifolds", [&] { contact_manifolds(mesh, kDeepBox); }},
        {"raycast", [&] { raycast(ray, kSphere); }},
        {"raycast_any", [&] { raycast_any(ray, mesh); }},
        {"raycast_all", [&] { raycast_all(ray, mesh); }},
        {"translational_cast",
         [&] {
             translational_cast(kSphere, kBox, {-4, 0, 0});
         }},
        {"time_of_impact", [&] { time_of_impact(still, moving); }},
        {"certified_time_of_impact", [&] { certified_time_of_impact(still, moving); }},
        {"relation", [&] { relation(kSphere, kBox); }},
        {"certified_relation", [&] { certified_relation(kSphere, kDeepBox); }},
        {"signed_distance",
         [&] {
             signed_distance(mesh, {3, 0, 0});
         }},
        {"intersecting_triangles", [&] { intersecting_triangles(mesh, mesh); }},
        {"self_intersections", [&] { self_intersections(mesh.shape); }},
        {"vertex_face_impact",
         [&] {
             vertex_face_impact({{{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {});
         }},
        {"edge_edge_impact",
         [&] {
             edge_edge_impact({{{0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, {});
         }},
        {"moving_vertex_face_impact",
         [&] {
             vertex_face_impact({}, Vec3{0, 0, 1}, {}, Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
         }},
        {"moving_edge_edge_impact",
         [&] {
             edge_edge_impact({}, Segment{{0, 0, 1}, {1, 0, 1}}, {}, Segment{{0, 0, 0}, {0, 1, 0}});
         }},
        {"triangle_triangle_impact",
         [&] {
             triangle_triangle_impact({}, Triangle{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, {},
                                      Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
         }},
        {"deforming_impact",
         [&] {
             const std::array<Vec3, 3> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
             EXPECT_TRUE(deforming_impact({corners, corners, kOneTriangle}, {corners, corners, kOneTriangle})
                             .has_value());
         }},
        {"parts_overlapping_box",
         [&] {
             parts_overlapping_box(mesh, {{0, 0, 0}, {1, 1, 1}});
         }},
    };
    const auto answers = [](const AuditReport& report) {
        std::uint64_t sum = 0;
        for (const AuditCount& one : report.answers) sum += one.count;
        return sum;
    };
    const Recorded recorded;
    for (const auto& [name, ask] : verbs) {
        const AuditReport before = audit_report();
        ask();
        const AuditReport after = audit_report();
        EXPECT_EQ(count_of(after.answers, name), count_of(before.answers, name) + 1) << name;
        EXPECT_EQ(answers(after), answers(before) + 1) << name << " counts verbs that it asks itself";
    }
    EXPECT_TRUE(recorded.empty()) << recorded.first().verb << ": " << recorded.first().law;
}

TEST(Audit, FindsDistancesThatAreTooSmallOrTooLarge) {
    const Laws small = laws_of_many(
        [](const Placed& a, const Placed& b) {
            Separation s = separation(a, b);
            s.distance = {0, 0};
            s.point_b = s.point_a;
            audit::check_separation(s, {a, b}, {});
        },
        kSphere, kBox);
    EXPECT_EQ(small.size(), 64U);
    EXPECT_TRUE(has(small, "a plane shows a distance above the upper bound"));
    const Laws large = laws_of_many(
        [](const Placed& a, const Placed& b) {
            Separation s = separation(a, b);
            s.distance = {s.distance.lower + 5, s.distance.upper + 5};
            s.point_b = s.point_a + s.distance.middle() * s.normal;
            audit::check_separation(s, {a, b}, {});
        },
        kSphere, kBox);
    EXPECT_TRUE(has(large, "points of the shapes are closer than the lower bound"));
    EXPECT_TRUE(has(large, "the swapped distance is another one"));
}

TEST(Audit, FindsWrongNumbersOfADistance) {
    const Separation right = separation(kSphere, kBox);
    const auto law_of = [&](const std::function<void(Separation&)>& tamper) {
        Separation s = right;
        tamper(s);
        Recorded recorded;
        audit::check_separation(s, {kSphere, kBox}, {});
        return recorded.empty() ? std::string() : recorded.first().law;
    };
    EXPECT_EQ(law_of([](Separation&) {}), "");
    EXPECT_EQ(law_of([](Separation& s) {
                  std::swap(s.distance.lower, s.distance.upper);
                  s.distance.lower += 1e-9;
              }),
              "the bounds of the distance are out of order or NaN");
    EXPECT_EQ(law_of([](Separation& s) { s.normal *= 1.0001; }), "the normal is not unit");
    EXPECT_EQ(law_of([](Separation& s) { s.point_a.x = std::nan(""); }), "a witness point is not finite");
    EXPECT_EQ(law_of([](Separation& s) { s.status = Status::invalid_input; }), "valid input is refused");
    EXPECT_EQ(law_of([](Separation& s) { s.point_b.y += 0.5; }),
              "the witness points are not across each other along the normal");
}

TEST(Audit, FindsWrongVerdicts) {
    Recorded recorded;
    Verdict verdict = decide(kSphere, kBox);
    audit::check_verdict(verdict, {kSphere, kBox}, Method::automatic);
    EXPECT_TRUE(recorded.empty());
    verdict.answer = Answer::intersecting;
    verdict.proof = CommonPoint{{2, 0, 0}};
    audit::check_verdict(verdict, {kSphere, kBox}, Method::automatic);
    EXPECT_EQ(recorded.take_laws(), Laws{"the proof of the verdict does not hold"});
    audit::check_overlaps(true, {kSphere, kBox});
    EXPECT_EQ(recorded.take_laws(), Laws{"an overlap, but a plane is between the shapes"});
    const Laws missed = laws_of_many(
        [](const Placed& a, const Placed& b) {
            audit::check_overlaps(false, {a, b});
        },
        kSphere, kDeepBox);
    EXPECT_TRUE(has(missed, "no overlap, but the distance is not positive"));
    EXPECT_TRUE(has(missed, "one order misses an overlap"));
}

TEST(Audit, FindsWrongCommonPoints) {
    Recorded recorded;
    std::optional<CertifiedCommonPoint> common = common_point(kSphere, kDeepBox);
    audit::check_common_point(common, {kSphere, kDeepBox});
    audit::check_common_point(common_point(kSphere, kBox), {kSphere, kBox});
    EXPECT_TRUE(recorded.empty());
    audit::check_common_point(std::nullopt, {kSphere, kDeepBox});
    EXPECT_EQ(recorded.take_laws(), Laws{"no common point, but the shapes intersect"});
    common->point.x += 100;
    audit::check_common_point(common, {kSphere, kDeepBox});
    EXPECT_EQ(recorded.take_laws(), Laws{"the proof of the common point does not hold"});
    common->point.x = std::nan("");
    audit::check_common_point(common, {kSphere, kDeepBox});
    EXPECT_TRUE(has(recorded.take_laws(), "the common point is not finite"));
}

TEST(Audit, FindsAWrongDistanceOfMeshesByAllPairsOfTheirParts) {
    const Mesh soup =
        mesh_of({{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 5}, {2, 0, 5}, {0, 2, 5}}, {{0, 1, 2}, {3, 4, 5}}},
                MeshKind::surface);
    const Placed other{soup, Pose::translation({0.1, 0.1, 1})};
    const Laws laws = laws_of_many(
        [](const Placed& a, const Placed& b) {
            Separation s = separation(a, b);
            s.distance = {3, 3};  // of another pair of triangles
            s.point_b = s.point_a + 3.0 * s.normal;
            audit::check_separation(s, {a, b}, {});
        },
        {soup, {}}, other);
    EXPECT_TRUE(has(laws, "two parts are closer than the lower bound"));
    EXPECT_TRUE(has(laws, "the swapped distance is another one"));
}

TEST(Audit, FindsWrongContactsAndRelations) {
    Recorded recorded;
    ContactManifold manifold = contacts(kSphere, kDeepBox);
    ASSERT_FALSE(manifold.points.empty());
    manifold.points.storage[0].depth = 0;
    audit::check_contacts(manifold, {kSphere, kDeepBox});
    EXPECT_EQ(recorded.take_laws(), Laws{"a contact point is not finite, or has no depth"});
    manifold = contacts(kSphere, kDeepBox);
    audit::check_contacts(manifold, {kSphere, kBox});
    EXPECT_EQ(recorded.take_laws(), Laws{"a plane shows a distance above the upper bound"});
    EXPECT_TRUE(has(laws_of_many(
                        [](const Placed& a, const Placed& b) {
                            audit::check_relation(Relation::disjoint, {a, b});
                        },
                        kSphere, kDeepBox),
                    "disjoint, but the distance is not positive"));
    EXPECT_TRUE(has(laws_of_many(
                        [](const Placed& a, const Placed& b) {
                            audit::check_relation(Relation::touching, {a, b});
                        },
                        kSphere, kDeepBox),
                    "touching, but the shapes overlap beyond rounding"));
}

TEST(Audit, FindsWrongRaysAndCasts) {
    const Laws missed = laws_of_many(
        [](const Placed& a, const Placed&) {
            audit::check_ray(std::nullopt, {{-5, 0, 0}, {1, 0, 0}}, a);
        },
        kSphere, kSphere);
    EXPECT_TRUE(has(missed, "a ray misses a shape that it goes through"));
    const Laws late = laws_of_many(
        [](const Placed& a, const Placed&) {
            const Ray ray{{-5, 0, 0}, {1, 0, 0}};
            RayHit hit = *raycast(ray, a);
            hit.t += 1.9;
            hit.bounds = {hit.t, hit.t};
            audit::check_ray(hit, ray, a);
        },
        kSphere, kSphere);
    EXPECT_TRUE(has(late, "the ray is inside of the shape before the hit"));
    const Laws cast = laws_of_many(
        [](const Placed& a, const Placed& b) {
            audit::check_cast(std::nullopt, {a, b}, {-8, 0, 0});
        },
        kSphere, kBox);
    EXPECT_TRUE(has(cast, "the swapped cast finds an earlier contact, and there is one") ||
                has(cast, "the shapes overlap before the first contact"));
    const Placed mesh{mesh_of(box_mesh({1, 1, 1}), MeshKind::solid), {}};
    EXPECT_TRUE(has(laws_of_many(
                        [](const Placed& a, const Placed&) {
                            audit::check_any_hit(false, {{-5, 0, 0}, {1, 0, 0}}, a, 100);
                        },
                        mesh, mesh),
                    "no hit, but raycast_all finds one"));
    EXPECT_TRUE(has(laws_of_many(
                        [](const Placed& a, const Placed&) {
                            audit::check_all_hits({}, {{-5, 0, 0}, {1, 0, 0}}, a, 100);
                        },
                        {mesh_of(box_mesh({1, 1, 1}), MeshKind::surface), {}}, mesh),
                    "raycast_any finds a hit"));
}

TEST(Audit, FindsWrongImpacts) {
    const Laws laws = laws_of_many(
        [](const Placed& a, const Placed&) {
            const Moving still{Sphere{1}, LinearMotion{a.pose, {}}};
            const Moving moving{Sphere{1}, LinearMotion{Pose::translation({5, 0, 0}), {-10, 0, 0}}};
            audit::check_impact(Impact{}, {still, moving, {}});
        },
        kSphere, kSphere);
    EXPECT_TRUE(has(laws, "the bodies overlap before the first contact"));
    EXPECT_TRUE(has(laws, "the swapped impact excludes this one"));
    EXPECT_TRUE(has(laws, "the certified impact excludes this one"));
    Recorded recorded;
    Impact impact;
    impact.hit = true;
    audit::check_impact(
        impact,
        {{Sphere{1}, LinearMotion{}}, {Sphere{1}, LinearMotion{Pose::translation({5, 0, 0}), {}}}, {}});
    EXPECT_EQ(recorded.take_laws(), Laws{"hit and answer disagree"});
}

TEST(Audit, FindsWrongImpactsOfFeatures) {
    Recorded recorded;
    // A vertex that falls through a face, edges that pass each other crosswise, a triangle that falls onto
    // another.
    for (int i = 0; i < 64; ++i) {
        const double shift = 1e-9 * i;
        const std::array<Vec3, 4> falling{{{0.2, 0.2, 1 + shift}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
        const std::array<Vec3, 4> fallen{{{0.2, 0.2, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
        audit::check_vertex_face(Impact{}, {falling, fallen, {}});
        const std::array<Vec3, 4> above{{{-1, 0, 1 + shift}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}};
        const std::array<Vec3, 4> below{{{-1, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 1, 0}}};
        audit::check_edge_edge(Impact{}, {above, below, {}});
        const Triangle face{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        const Motion fall = LinearMotion{Pose::translation({0, 0, 1 + shift}), {0, 0, -2}};
        const Triangle pointed{{0.2, 0.2, 0}, {0.3, 0.2, 1}, {0.2, 0.3, 1}};
        audit::check_triangles(Impact{}, {{}, face, fall, pointed, {}});
        const DeformingMesh rest{std::span(falling).subspan(1), std::span(fallen).subspan(1), kOneTriangle};
        const std::array<Vec3, 3> high{{{0.1, 0.1, 1 + shift}, {0.4, 0.1, 2}, {0.1, 0.4, 2}}},
            low{{{0.1, 0.1, -1}, {0.4, 0.1, 0.5}, {0.1, 0.4, 0.5}}};
        audit::check_deforming(DeformingImpact{}, rest, {high, low, kOneTriangle}, {});
    }
    std::map<std::string, int> verbs;
    for (const AuditFailure& failure : recorded.take()) {
        EXPECT_EQ(failure.law, "the swapped impact excludes this one");
        ++verbs[failure.verb];
    }
    for (const char* verb :
         {"vertex_face_impact", "edge_edge_impact", "triangle_triangle_impact", "deforming_impact"})
        EXPECT_GT(verbs[verb], 0) << verb;
}

TEST(Audit, FindsWrongListsOfTrianglesAndParts) {
    const Placed one{mesh_of(box_mesh({1, 1, 1}), MeshKind::surface), {}};
    const Placed other{one.shape, Pose::translation({0.5, 0.25, 0.125})};
    const Laws missing = laws_of_many(
        [](const Placed& a, const Placed& b) {
            std::vector<TrianglePair> pairs = intersecting_triangles(a, b);
            pairs.pop_back();
            audit::check_triangles(pairs, {a, b});
        },
        one, other);
    EXPECT_TRUE(has(missing, "the swapped pairs are others"));
    EXPECT_TRUE(has(missing, "all pairs by exact signs are others"));
    const Aabb box{{-2, -2, 0.5}, {2, 2, 2}};
    const Laws parts = laws_of_many(
        [&](const Placed& a, const Placed&) { audit::check_parts_in_box({}, a, box); }, one, one);
    EXPECT_TRUE(has(parts, "a part in the box is missing"));
    const Laws distances = laws_of_many(
        [](const Placed& a, const Placed&) {
            audit::check_signed_distance({1.5, 1.5}, a, {2, 0, 0});
        },
        one, one);
    EXPECT_TRUE(has(distances, "the distance is not that of separation"));
    Recorded recorded;
    audit::check_self_intersections(std::vector<TrianglePair>{{.triangle_a = 3, .triangle_b = 3}}, one.shape);
    EXPECT_EQ(recorded.take_laws(), Laws{"a pair that is not in order"});
}

TEST(Audit, CountsWhatIsNotShown) {
    const Recorded recorded;
    const Placed cone{Cone{1, 1}, {}};
    const Placed cylinder{Cylinder{1, 1}, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0.5, 0.1, 0.2})};
    const Separation s = separation(cone, cylinder);
    ASSERT_FALSE(verify(s, cone, cylinder)) << "a pair whose depth is not shown without its polytope";
    ASSERT_LT(s.distance.upper, 0);
    const std::uint64_t before = count_of(audit_report().not_shown, "separation: depth of convex");
    audit::check_separation(s, {cone, cylinder}, {});
    EXPECT_EQ(count_of(audit_report().not_shown, "separation: depth of convex"), before + 1);
    EXPECT_TRUE(recorded.empty());
}

TEST(Audit, SamplesByTheInputAlone) {
    // Two runs over the same pairs report the same ones.
    const auto run = [] {
        return laws_of_many(
                   [](const Placed& a, const Placed& b) {
                       audit::check_overlaps(false, {a, b});
                   },
                   kSphere, kDeepBox)
            .size();
    };
    const std::size_t first = run();
    EXPECT_GT(first, 0U);
    EXPECT_LT(first, 64U);
    EXPECT_EQ(run(), first);
}

}  // namespace
}  // namespace graze::test
