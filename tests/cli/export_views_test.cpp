// Files of findings: topics with cameras and pictures, and surfaces for 3D viewers.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include <gtest/gtest.h>
#include <tinyxml2.h>
#include <nlohmann/json.hpp>

#include "cli/checked_document.hpp"
#include "cli/export_files.hpp"
#include "exports/camera.hpp"
#include "exports/glb_file.hpp"
#include "exports/png_image.hpp"
#include "exports/snapshot.hpp"
#include "graze/query/query.hpp"

namespace graze::test {
namespace {

using namespace graze::cli;
using SceneJson = nlohmann::json;

/// The three numbers of an element.
Vec3 place_of(const tinyxml2::XMLElement* element) {
    Vec3 place{kInfinity, kInfinity, kInfinity};
    if (element == nullptr) return place;
    for (const auto& [name, i] : {std::pair{"X", 0}, {"Y", 1}, {"Z", 2}})
        EXPECT_EQ(element->FirstChildElement(name)->QueryDoubleText(&place[static_cast<std::size_t>(i)]),
                  tinyxml2::XML_SUCCESS);
    return place;
}

TEST(ExportViews, bcf_has_a_topic_with_a_viewpoint_and_a_picture_for_each_finding) {
    const Checked checked(workshop(), with_clearance(0.1));
    const std::string bytes = checked.bcf();
    const auto files = unzipped(bytes);
    ASSERT_EQ(files.size(), 1 + 3 * checked.findings.size());
    EXPECT_NE(files.at("bcf.version").find("VersionId=\"2.1\""), std::string::npos);
    EXPECT_EQ(bytes.substr(30, 11), "bcf.version");
    EXPECT_TRUE(is_own_bcf(bytes.substr(0, 100), bytes.substr(bytes.size() - 100)));
    std::string changed = bytes;  // as programs write archives: without the comment
    changed.resize(changed.rfind("PK\x05\x06") + 20);
    changed += std::string(2, '\0');
    EXPECT_FALSE(is_own_bcf(changed.substr(0, 100), changed.substr(changed.size() - 100)));
    for (const Finding& finding : checked.findings) {
        tinyxml2::XMLDocument markup, view;
        ASSERT_EQ(markup.Parse(files.at(finding.guid + "/markup.bcf").c_str()), tinyxml2::XML_SUCCESS);
        const tinyxml2::XMLElement* root = markup.RootElement();
        ASSERT_STREQ(root->Name(), "Markup");
        const tinyxml2::XMLElement* topic = root->FirstChildElement("Topic");
        EXPECT_STREQ(topic->Attribute("Guid"), finding.guid.c_str());
        EXPECT_STREQ(topic->Attribute("TopicStatus"), "Open");
        EXPECT_EQ(topic->FirstChildElement("Title")->GetText(), finding.title);
        EXPECT_STREQ(topic->FirstChildElement("CreationDate")->GetText(), "2026-09-21T14:13:20Z");
        const tinyxml2::XMLElement* viewpoint = root->FirstChildElement("Viewpoints");
        EXPECT_STREQ(viewpoint->FirstChildElement("Viewpoint")->GetText(), "viewpoint.bcfv");
        EXPECT_STREQ(viewpoint->FirstChildElement("Snapshot")->GetText(), "snapshot.png");
        ASSERT_EQ(view.Parse(files.at(finding.guid + "/viewpoint.bcfv").c_str()), tinyxml2::XML_SUCCESS);
        EXPECT_STREQ(view.RootElement()->Attribute("Guid"), viewpoint->Attribute("Guid"));
        const tinyxml2::XMLElement* camera = view.RootElement()->FirstChildElement("PerspectiveCamera");
        const Vec3 position = place_of(camera->FirstChildElement("CameraViewPoint"));
        const Vec3 forward = place_of(camera->FirstChildElement("CameraDirection"));
        const Vec3 up = place_of(camera->FirstChildElement("CameraUpVector"));
        EXPECT_NEAR(length(forward), 1, 1e-12);
        EXPECT_NEAR(length(up), 1, 1e-12);
        EXPECT_NEAR(dot(forward, up), 0, 1e-12);
        EXPECT_GT(up.z, 0);
        // In the picture: metres of millimetres, within the field of view.
        const Vec3 to = 1e-3 * finding.location - position;
        const double depth = dot(to, forward), opening = std::tan(kFieldOfView * std::numbers::pi / 360);
        EXPECT_GT(depth, 0);
        EXPECT_LT(std::abs(dot(to, up)), opening * depth);
        EXPECT_LT(std::abs(dot(to, cross(forward, up))), kPictureAspect * opening * depth);
    }
}

/// Share of the pixels that are of a colour, by which of its channels leads: 0 red, 2 blue.
double share_of(const ReadPicture& picture, std::size_t lead, int least) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
        const auto channel = [&](std::size_t k) {
            return int{static_cast<unsigned char>(picture.rgb[i + k])};
        };
        if (channel(lead) - channel(2 - lead) > least) ++count;
    }
    return static_cast<double>(3 * count) / static_cast<double>(picture.rgb.size());
}

TEST(ExportViews, pictures_show_both_parts) {
    const Checked checked(workshop(), with_clearance(0.1));
    const auto files = unzipped(checked.bcf());
    for (const Finding& finding : checked.findings) {
        const ReadPicture picture = read_png(files.at(finding.guid + "/snapshot.png"));
        EXPECT_EQ(picture.width, 640U);
        EXPECT_EQ(picture.height, 480U);
        EXPECT_GT(share_of(picture, 0, 40), 0.004) << finding.title;
        EXPECT_GT(share_of(picture, 2, 40), 0.004) << finding.title;
    }
}

/// Whether no part is between the camera and the point by more than `slack`.
bool is_visible(const Camera& camera, const Vec3& point, std::span<const io::Part> parts, double slack) {
    const Vec3 ray = point - camera.position;
    return std::ranges::none_of(parts, [&](const io::Part& part) {
        return raycast_any({camera.position, ray}, io::placed(part), 1 - slack / length(ray));
    });
}

TEST(ExportViews, cameras_show_the_place_past_other_parts) {
    // A clash between walls on three sides and under a roof: visible from one side alone.
    io::Document document;
    document.title = "niche";
    const auto add = [&](const std::string& name, const Shape& shape, const Vec3& place) {
        document.parts.push_back(part_of(name, shape, at_place(place)));
    };
    add("left", Box{{1, 1, 1}}, {});
    add("right", Box{{1, 0.8, 1.2}}, {1.9, 0, 0});
    add("wall -x", Box{{0.1, 9, 9}}, {-4, 0, 0});
    add("wall +y", Box{{9, 0.1, 9}}, {0, 4, 0});
    add("wall -y", Box{{9, 0.1, 9}}, {0, -4, 0});
    add("roof", Box{{9, 9, 0.1}}, {0, 0, 4});
    const Checked checked(document);
    const ExportContext context = checked.context();
    const SnapshotStudio studio(context);
    const auto found =
        std::ranges::find_if(checked.findings, [](const Finding& f) { return f.a == 0 && f.b == 1; });
    ASSERT_NE(found, checked.findings.end());
    const FindingView view = studio.view(*found);
    EXPECT_FALSE(view.veiled.has_value());
    EXPECT_GT(view.visible, 0);
    const std::span<const io::Part> parts(checked.document.parts);
    EXPECT_TRUE(is_visible(view.camera, found->location, parts.subspan(2), 0));  // past the walls
    std::size_t corners = 0;  // corners of the place where the boxes overlap
    for (unsigned i = 0; i < 8; ++i) {
        const Vec3& low = found->box.min;
        const Vec3& high = found->box.max;
        const Vec3 corner{(i & 1U) != 0 ? high.x : low.x, (i & 2U) != 0 ? high.y : low.y,
                          (i & 4U) != 0 ? high.z : low.z};
        if (is_visible(view.camera, corner, parts, 0.02 * view.radius)) ++corners;
    }
    EXPECT_GE(corners, 2U);
}

TEST(ExportViews, parts_inside_of_others_are_visible_through_these) {
    io::Document document;
    document.title = "lost";
    document.parts = {part_of("pin", Sphere{0.2}, at_place({0.3, 0, 0})), part_of("block", Box{{2, 2, 2}})};
    const Checked checked(document);
    ASSERT_EQ(checked.findings.size(), 1U);
    const ExportContext context = checked.context();
    SnapshotStudio studio(context);
    const FindingView view = studio.view(checked.findings[0]);
    ASSERT_TRUE(view.veiled.has_value());
    EXPECT_EQ(*view.veiled, 1U);
    studio.prepare({view});
    const ReadPicture picture = read_png(png_of(studio.picture(checked.findings[0], view)));
    EXPECT_GT(share_of(picture, 0, 60), 0.001);  // the pin, through the block
    EXPECT_GT(share_of(picture, 2, 15), 0.05);   // the block, pale
}

TEST(ExportViews, glb_has_the_surfaces_around_each_finding) {
    const Checked checked(workshop(), with_clearance(0.1));
    const std::string bytes = glb_file(checked.context());
    EXPECT_TRUE(is_own_glb(bytes.substr(0, 200)));
    const SceneJson file = SceneJson::parse(glb_json(bytes));
    const SceneJson& nodes = file.at("nodes");
    EXPECT_EQ(nodes[0].at("name"), "workshop");
    EXPECT_EQ(nodes[0].at("matrix"), SceneJson({1e-3, 0, 0, 0, 0, 0, -1e-3, 0, 0, 1e-3, 0, 0, 0, 0, 0, 1}));
    const auto node_of = [&](const std::string& name) {
        return *std::ranges::find_if(nodes, [&](const SceneJson& node) { return node.at("name") == name; });
    };
    EXPECT_EQ(node_of("findings").at("children").size(), 4U);
    EXPECT_EQ(node_of("parts").at("children").size(), 7U);  // not the marble's neighbour, the post
    for (std::size_t i = 0; i < checked.findings.size(); ++i) {
        const Finding& finding = checked.findings[i];
        const SceneJson& node = nodes[node_of("findings").at("children")[i].get<std::size_t>()];
        EXPECT_EQ(node.at("extras").at("guid"), finding.guid);
        EXPECT_EQ(node.at("translation"),
                  SceneJson({finding.location.x, finding.location.y, finding.location.z}));
        std::vector<std::string> names;
        for (const SceneJson& child : node.at("children"))
            names.push_back(nodes[child.get<std::size_t>()].at("name"));
        EXPECT_EQ(names[0], "a: " + finding.name_a);
        EXPECT_EQ(names[1], "b: " + finding.name_b);
        EXPECT_EQ(std::ranges::count(names, "curve"), finding.curve.empty() ? 0 : 1);
        EXPECT_EQ(std::ranges::count(names, "gap"), finding.kind == FindingKind::clearance ? 1 : 0);
        EXPECT_EQ(names.back(), "place");
    }
}

TEST(ExportViews, surfaces_are_cut_along_boxes) {
    const TriangleSoup soup = box_mesh({1, 1, 1});
    for (const bool as_mesh : {true, false}) {
        const Shape shape = as_mesh ? mesh_of(soup, MeshKind::solid) : Shape{Box{{1, 1, 1}}};
        const Placed placed{shape, at_place({5, 0, 0})};
        const Aabb corner{{5.5, 0.5, 0.25}, {7, 7, 7}};
        const TriangleSoup cut = cut_out(soup, placed, corner, {5, 0, 0});
        // Three rectangles of the corner: 1/2 x 1/2 and two of 1/2 x 3/4.
        double area = 0;
        for (const auto& t : cut.triangles)
            area += 0.5 * length(cross(cut.vertices[t[1]] - cut.vertices[t[0]],
                                       cut.vertices[t[2]] - cut.vertices[t[0]]));
        EXPECT_NEAR(area, 1, 1e-12);
        for (const Vec3& vertex : cut.vertices) EXPECT_TRUE(contains(corner, vertex + Vec3{5, 0, 0}));
        const TriangleSoup all = cut_out(soup, placed, {{0, -9, -9}, {9, 9, 9}}, {});
        EXPECT_EQ(all.triangles.size(), soup.triangles.size());
        EXPECT_EQ(all.vertices.size(), soup.vertices.size());
    }
}

}  // namespace
}  // namespace graze::test
