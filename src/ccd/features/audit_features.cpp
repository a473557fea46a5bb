// The laws of impacts that hold for every pair of features, and consistency with equivalent queries.
#include "ccd/features/audit_features.hpp"

#include <cmath>

#include "core/audit_report.hpp"

namespace graze::audit {
namespace {

constexpr std::uint64_t kTwinSample = 4;
constexpr std::uint64_t kDeformingTwinSample = 16;
constexpr std::uint64_t kTwinSalt = 1;

/// An impact under audit, with the arguments of its query.
class FeatureCheck {
public:
    explicit FeatureCheck(std::string_view verb) : verb_(verb) { count_answer(verb); }

    void asked(std::string name, std::initializer_list<Vec3> points) {
        std::vector<double> values;
        for (const Vec3& p : points) values.insert(values.end(), {p.x, p.y, p.z});
        asked(std::move(name), std::move(values));
    }
    void asked(std::string name, std::vector<double> values) {
        for (const double x : values) hash_.add(x);
        question_.push_back({std::move(name), std::move(values)});
    }
    void asked(std::string name, const Motion& motion) {
        for (const MotionPiece& piece : motion.pieces())
            asked(name, {piece.start.columns[0], piece.start.columns[1], piece.start.columns[2], piece.axis,
                         piece.path[0], piece.path[1]});
    }
    void answered(const Impact& impact) {
        answer_.push_back({"answer", {static_cast<double>(impact.answer)}});
        answer_.push_back({"time", {impact.time.lower, impact.time.upper}});
        answer_.push_back({"status", {static_cast<double>(impact.status)}});
    }

    [[nodiscard]] bool sampled(std::uint64_t one_in) const noexcept {
        return hash_.samples(one_in, kTwinSalt);
    }
    void expect(bool holds, std::string_view law) {
        if (holds || failed_) return;
        failed_ = true;
        report_contradiction(verb_, law, capsule_text({verb_, law, question_, "", answer_}));
    }
    void expect_laws(const Impact& impact) {
        expect(impact.hit == (impact.answer != ImpactAnswer::miss), "hit and answer disagree");
        expect((impact.proof != ContactProof::none) == (impact.answer == ImpactAnswer::contact),
               "proof and answer disagree");
        const Interval& time = impact.time;
        expect(time.lower >= 0 && time.lower <= time.upper && time.upper <= 1,
               "the time is out of order or outside of [0, 1]");
        if (!impact.hit || impact.status == Status::invalid_input) return;
        expect(is_finite(impact.normal) && std::abs(length(impact.normal) - 1) <= 1e-14,
               "the normal is not unit");
        expect(is_finite(impact.point), "the point is not finite");
    }
    /// Contact after `until` counts as a miss.
    void expect_agreement(const Impact& impact, const Impact& twin, double until = 1) {
        const double end = until < 1 ? until : 2;
        expect(!exclude(impact, twin, end) && !exclude(twin, impact, end),
               "the swapped impact excludes this one");
    }

private:
    std::string_view verb_;
    std::vector<Numbers> question_;
    std::vector<Numbers> answer_;
    InputHash hash_;
    bool failed_ = false;
};

FeatureCheck vertices_check(std::string_view verb, const MovingVertices& v, const Impact& impact) {
    FeatureCheck check(verb);
    check.asked("start", {v.start[0], v.start[1], v.start[2], v.start[3]});
    check.asked("end", {v.end[0], v.end[1], v.end[2], v.end[3]});
    check.asked("options", std::vector<double>{v.options.tolerance, v.options.minimum_separation,
                                               v.options.until, static_cast<double>(v.options.max_steps)});
    check.answered(impact);
    check.expect_laws(impact);
    return check;
}

FeatureCheck features_check(std::string_view verb, const MovingFeatures& f, const Impact& impact) {
    FeatureCheck check(verb);
    check.asked("motion_a", f.a);
    check.asked("feature_a", {f.feature_a.a, f.feature_a.b, f.feature_a.c});
    check.asked("motion_b", f.b);
    check.asked("feature_b", {f.feature_b.a, f.feature_b.b, f.feature_b.c});
    check.asked("options",
                std::vector<double>{f.options.tolerance, static_cast<double>(f.options.max_steps)});
    check.answered(impact);
    check.expect_laws(impact);
    return check;
}

std::array<Vec3, 4> reordered(const std::array<Vec3, 4>& v,
                              const std::array<std::size_t, 4>& order) noexcept {
    return {v[order[0]], v[order[1]], v[order[2]], v[order[3]]};
}

}  // namespace

bool exclude(const Impact& one, const Impact& other, double end) noexcept {
    if (one.status == Status::invalid_input || other.status == Status::invalid_input) return false;
    const double free = one.hit ? one.time.lower : end;
    return other.answer == ImpactAnswer::contact && other.time.upper < free;
}

void check_vertex_face(const Impact& impact, const MovingVertices& vertices) {
    FeatureCheck check = vertices_check("vertex_face_impact", vertices, impact);
    if (!check.sampled(kTwinSample)) return;
    constexpr std::array<std::size_t, 4> order{0, 3, 2, 1};  // the same face
    check.expect_agreement(impact,
                           vertex_face_impact(reordered(vertices.start, order),
                                              reordered(vertices.end, order), vertices.options),
                           vertices.options.until);
}

void check_edge_edge(const Impact& impact, const MovingVertices& vertices) {
    FeatureCheck check = vertices_check("edge_edge_impact", vertices, impact);
    if (!check.sampled(kTwinSample)) return;
    constexpr std::array<std::size_t, 4> order{2, 3, 0, 1};
    check.expect_agreement(
        impact,
        edge_edge_impact(reordered(vertices.start, order), reordered(vertices.end, order), vertices.options),
        vertices.options.until);
}

void check_vertex_face(const Impact& impact, const MovingFeatures& f) {
    FeatureCheck check = features_check("moving_vertex_face_impact", f, impact);
    if (!check.sampled(kTwinSample)) return;
    const Triangle face{f.feature_b.a, f.feature_b.c, f.feature_b.b};
    check.expect_agreement(impact, vertex_face_impact(f.a, f.feature_a.a, f.b, face, f.options));
}

void check_edge_edge(const Impact& impact, const MovingFeatures& f) {
    FeatureCheck check = features_check("moving_edge_edge_impact", f, impact);
    if (!check.sampled(kTwinSample)) return;
    const Segment edge_a{f.feature_a.a, f.feature_a.b}, edge_b{f.feature_b.a, f.feature_b.b};
    check.expect_agreement(impact, edge_edge_impact(f.b, edge_b, f.a, edge_a, f.options));
}

void check_triangles(const Impact& impact, const MovingFeatures& f) {
    FeatureCheck check = features_check("triangle_triangle_impact", f, impact);
    if (check.sampled(kTwinSample))
        check.expect_agreement(impact,
                               triangle_triangle_impact(f.b, f.feature_b, f.a, f.feature_a, f.options));
}

void check_deforming(const expected<DeformingImpact, BuildError>& found, const DeformingMesh& a,
                     const DeformingMesh& b, const VertexImpactOptions& options) {
    FeatureCheck check("deforming_impact");
    if (!found) return;
    for (const DeformingMesh* mesh : {&a, &b}) {
        std::vector<double> start, end, triangles;
        for (const Vec3& p : mesh->start) start.insert(start.end(), {p.x, p.y, p.z});
        for (const Vec3& p : mesh->end) end.insert(end.end(), {p.x, p.y, p.z});
        for (const auto& t : mesh->triangles)
            triangles.insert(triangles.end(), {double(t[0]), double(t[1]), double(t[2])});
        const std::string suffix = mesh == &a ? "_a" : "_b";
        check.asked("start" + suffix, std::move(start));
        check.asked("end" + suffix, std::move(end));
        check.asked("triangles" + suffix, std::move(triangles));
    }
    check.asked("options", std::vector<double>{options.tolerance, options.minimum_separation, options.until,
                                               static_cast<double>(options.max_steps)});
    check.answered(found->impact);
    check.expect_laws(found->impact);
    if (!check.sampled(kDeformingTwinSample)) return;
    const auto twin = deforming_impact(b, a, options);
    check.expect(twin.has_value(), "the swapped meshes are refused");
    if (twin) check.expect_agreement(found->impact, twin->impact, options.until);
}

}  // namespace graze::audit
