// A checked document with everything that files of findings are made from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check_document.hpp"
#include "cli/documents.hpp"
#include "exports/bcf_file.hpp"
#include "exports/export_context.hpp"

namespace graze::test {

struct Checked {
    io::Document document;
    AssemblyOptions options;
    AssemblyFindings result;
    std::vector<cli::Finding> findings;

    explicit Checked(io::Document given, const AssemblyOptions& asked = {}) : document(std::move(given)) {
        options = asked;
        options.curve_limit = 1000;
        result = cli::check_document(document, options);
        findings = cli::list_findings(document, result, options, document.title);
        for (cli::Finding& finding : findings) finding.fails = finding.kind == cli::FindingKind::clash;
    }
    [[nodiscard]] cli::ExportContext context() const {
        return {document,
                result,
                options,
                findings,
                document.title,
                "graze check cell.json",
                std::vector<std::string>(document.parts.size(), "cell.json"),
                1'790'000'000,
                0};
    }
    [[nodiscard]] std::string bcf() const {
        const auto ignore = [](double /*share*/) {};
        return cli::bcf_file(context(), ignore);
    }
};

inline Pose at_place(const Vec3& place) {
    Pose pose;
    pose.position = place;
    return pose;
}

/// A box that overlaps a ball and a mesh, a ball near by, a part in an open mesh, and parts far away.
inline io::Document workshop() {
    io::Document document;
    document.title = "workshop";
    document.unit = "mm";
    const auto add = [&](const std::string& name, const Shape& shape, const Vec3& place) {
        document.parts.push_back(part_of(name, shape, at_place(place)));
    };
    add("box", Box{{1, 1, 1}}, {});
    add("ball", Sphere{0.5}, {0, 0, 1.3});
    add("gear", mesh_of(gear_mesh({.teeth = 8}), MeshKind::solid), {4, 0, 0});
    add("block", mesh_of(box_mesh({0.4, 0.4, 3}), MeshKind::solid), {5, 0, 0});
    add("marble", Sphere{0.2}, {0, 1.25, 0});
    TriangleSoup open = box_mesh({1, 1, 1});
    open.triangles.erase(open.triangles.begin(), open.triangles.begin() + 2);
    add("crate", mesh_of(open, MeshKind::surface), {0, 20, 0});
    add("apple", Sphere{0.3}, {0, 20, 0});
    add("post", Box{{0.1, 0.1, 4}}, {2.5, 2.5, 0});
    return document;
}

inline AssemblyOptions with_clearance(double clearance) {
    AssemblyOptions options;
    options.clearance = clearance;
    return options;
}

}  // namespace graze::test
