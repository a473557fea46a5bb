// Writes reports for the tests of the page: an assembly with one finding of every kind and with names that
// try to become markup, one without findings, one of a given size. Usage: sample_report findings|clean|large
// FILE [parts triangles]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>

#include <graze/graze.hpp>

#include "report/report.hpp"

namespace {

using namespace graze;
using namespace graze::cli;

struct Sample {
    ReportData data;
    std::vector<Placed> placed;  ///< Of each part.

    std::uint32_t geometry(const TriangleSoup& soup) {
        data.geometries.push_back(soup);
        return static_cast<std::uint32_t>(data.geometries.size() - 1);
    }
    std::uint32_t part(const std::string& name, const std::string& group, std::uint32_t shape,
                       const Pose& pose) {
        data.parts.push_back({name, group, "", "solid mesh", shape, pose});
        const TriangleSoup& soup = data.geometries[shape];
        placed.push_back({*Mesh::build(soup.vertices, soup.triangles, {MeshKind::solid}), pose});
        return static_cast<std::uint32_t>(data.parts.size() - 1);
    }
    void clash(std::uint32_t a, std::uint32_t b, const std::string& relation) {
        ReportClash clash{a, b, relation};
        const Separation gap = separation(placed[a], placed[b]);
        clash.depth = Interval{std::fmax(0, -gap.distance.upper), std::fmax(0, -gap.distance.lower)};
        clash.interference = interference(placed[a], placed[b]).depth;
        clash.point = 0.5 * (gap.point_a + gap.point_b);
        clash.normal = gap.normal;
        for (const TrianglePair& pair : intersecting_triangles(placed[a], placed[b])) {
            clash.curve.push_back({pair.segment.a, pair.segment.b});
            for (const Vec3& end : clash.curve.back()) clash.region = merge(clash.region, Aabb{end, end});
        }
        const ContactManifold manifold = contacts(placed[a], placed[b]);
        for (const ContactPoint& point : manifold.points)
            clash.contacts.push_back({point.position, manifold.normal, point.depth});
        clash.contact_count = clash.contacts.size();
        clash.proof = {
            "crossing",
            {"An edge of a passes through a face of b.", "Shown by the signs of five exact determinants."},
            ReportCheck::verified};
        data.clashes.push_back(clash);
    }
};

void add_gears(Sample& sample) {
    const std::uint32_t gear = sample.geometry(gear_mesh({24, 0.1, 0.082, 0.03, 0.015, 1}));
    const std::uint32_t wheel = sample.part("train/wheel", "gears", gear, Pose::identity());
    const std::uint32_t pinion =
        sample.part("train/pinion", "gears", gear, Pose::translation({0.184, 0.004, 0}));
    sample.clash(wheel, pinion, "overlapping");
    const std::uint32_t shaft = sample.geometry(box_mesh({0.02, 0.02, 0.08}));
    sample.part("train/shaft", "gears", shaft, Pose::identity());
    const std::uint32_t peg =
        sample.part("train/key", "gears", sample.geometry(box_mesh({0.03, 0.012, 0.008})),
                    Pose::translation({0.03, 0, 0}));
    sample.clash(wheel, peg, "overlapping");
}

/// Names that would run a script, or break out of an attribute, if anything took them for markup.
void add_hostile(Sample& sample) {
    const std::uint32_t block = sample.geometry(box_mesh({0.03, 0.03, 0.03}));
    const std::uint32_t a = sample.part("</script><script>window.injected=1</script>", "<b>bold</b>", block,
                                        Pose::translation({-0.3, 0.1, 0}));
    const std::uint32_t b = sample.part("\"><img src=x onerror=\"window.injected=2\">\xff\xe2\x80\xa8&amp;",
                                        "<b>bold</b>", block, Pose::translation({-0.25, 0.12, 0.01}));
    sample.clash(a, b, "overlapping");
}

void add_near_miss(Sample& sample) {
    const std::uint32_t plate = sample.part(
        "frame/plate", "frame", sample.geometry(box_mesh({0.4, 0.3, 0.01})), Pose::translation({0, 0, -0.1}));
    const std::uint32_t ball = sample.part("frame/ball", "frame", sample.geometry(icosphere_mesh(0.05, 3)),
                                           Pose::translation({0.25, -0.2, -0.036}));
    const Separation gap = separation(sample.placed[plate], sample.placed[ball]);
    ReportNearMiss near{plate, ball, gap.distance, 0.01, gap.point_a, gap.point_b};
    near.proof = {
        "separating plane", {"All of a lies below the plane, all of b above it."}, ReportCheck::verified};
    sample.data.near_misses.push_back(near);
    sample.data.asked_clearance = true;
}

/// An arm that turns a quarter around z and hits a post on its way.
void add_motion(Sample& sample) {
    const std::uint32_t arm =
        sample.part("robot/arm", "robot", sample.geometry(box_mesh({0.15, 0.015, 0.015})),
                    Pose::translation({0, 0, 0.15}));
    const std::uint32_t post =
        sample.part("frame/post", "frame", sample.geometry(box_mesh({0.012, 0.012, 0.1})),
                    Pose::translation({0.1, 0.1, 0.1}));
    ReportMotion motion{arm, {}};
    constexpr int steps = 32;
    for (int i = 0; i <= steps; ++i) {
        const double time = static_cast<double>(i) / steps;
        motion.samples.push_back(
            {time, Pose::from(Quat::from_axis_angle({0, 0, 1}, time * std::numbers::pi / 2), {0, 0, 0.15})});
    }
    sample.data.motions.push_back(motion);
    const Impact hit =
        time_of_impact({sample.placed[arm].shape,
                        TwistMotion{sample.placed[arm].pose, {}, {0, 0, std::numbers::pi / 2}, {}}},
                       {sample.placed[post].shape, LinearMotion{sample.placed[post].pose, {}}});
    ReportImpact impact{arm, post, hit.time, "contact", hit.point, hit.normal};
    impact.proof = {
        "time cells", {"Cells from 0 to the first contact, a gap shown in each."}, ReportCheck::not_run};
    sample.data.impacts.push_back(impact);
    sample.data.asked_motion = true;
}

Sample named(const std::string& title) {
    Sample sample;
    sample.data.title = title;
    sample.data.command = "graze check sample.json --report sample.html";
    sample.data.facts = {{"pairs tested", "9", "pairs whose boxes come close"}, {"time", "0.02 s", ""}};
    return sample;
}

Sample findings() {
    Sample sample = named("Sample <i>assembly</i>");
    sample.data.warnings = {"The exclusion \"bolt*\" matches no part."};
    add_gears(sample);
    add_hostile(sample);
    add_near_miss(sample);
    add_motion(sample);
    return sample;
}

Sample clean() {
    Sample sample = named("Nothing found");
    const std::uint32_t box = sample.geometry(box_mesh({0.1, 0.1, 0.1}));
    sample.part("left", "", box, Pose::translation({-0.2, 0, 0}));
    sample.part("right", "", box, Pose::translation({0.2, 0, 0}));
    return sample;
}

/// Knots in a cube, every tenth pair of neighbours reported as a clash; each part has its own geometry, the
/// costliest case.
ReportData large(std::uint32_t parts, std::uint32_t triangles) {
    ReportData data = named("Large assembly").data;
    const std::uint32_t edge = static_cast<std::uint32_t>(std::ceil(std::cbrt(parts)));
    const std::uint32_t rings = std::max(triangles / parts / 2 / 12, 3U);
    for (std::uint32_t i = 0; i < parts; ++i) {
        data.geometries.push_back(torus_knot_mesh({2, 3 + i % 3, 0.3, 0.12, 0.04, rings, 12}));
        const std::uint32_t layer = i / edge / edge;
        const std::uint32_t row = i / edge % edge;
        const Vec3 at{static_cast<double>(i % edge), static_cast<double>(row), static_cast<double>(layer)};
        data.parts.push_back({"knot-" + std::to_string(i), "layer " + std::to_string(layer), "", "solid mesh",
                              i, Pose::translation(at)});
        if (i % 10 == 1)
            data.clashes.push_back({.a = i - 1,
                                    .b = i,
                                    .relation = "overlapping",
                                    .depth = Interval{0.01, 0.011},
                                    .interference = Interval{0.01, 0.011},
                                    .point = at - Vec3{0.5, 0, 0},
                                    .normal = Vec3{1, 0, 0},
                                    .contact_count = 1});
    }
    return data;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string kind = argc > 2 ? argv[1] : "";
    ReportData data;
    if (kind == "findings") data = findings().data;
    if (kind == "clean") data = clean().data;
    if (kind == "large" && argc > 4)
        data = large(static_cast<std::uint32_t>(std::atoi(argv[3])),
                     static_cast<std::uint32_t>(std::atoi(argv[4])));
    if (data.parts.empty())
        return std::fprintf(stderr, "usage: sample_report findings|clean|large FILE [parts triangles]\n"), 2;
    const auto written = write_report(data, argv[2]);
    if (!written) return std::fprintf(stderr, "%s\n", written.error().message().c_str()), 2;
    return 0;
}
