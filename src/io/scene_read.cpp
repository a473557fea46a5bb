// Parts, exclusions and nested scenes of the scene format. Everything is checked before it enters the
// document.
#include "io/scene_read.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <system_error>

#include "assembly/pattern.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "io/scene_pose.hpp"
#include "io/scene_shape.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_cursor.hpp"

namespace graze::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFormat = "graze-scene";
constexpr std::size_t kVersion = 1;

class SceneReader {
public:
    SceneReader(const JsonCursor& root, fs::path folder, ReadContext& context)
        : root_(root),
          folder_(std::move(folder)),
          context_(context),
          shapes_(root.object("scene").find("shapes"), folder_, context) {}

    Document read();

private:
    void read_head();
    void read_part(const JsonCursor& cursor, std::size_t index);
    void add_shape(const JsonCursor& cursor, Part part, const JsonCursor& shape);
    void add_file(const JsonCursor& cursor, const Part& part, const JsonCursor& file);
    void add_scene(const JsonCursor& cursor, const Part& part, const JsonCursor& scene);
    void refuse_keys(const JsonCursor& cursor, std::initializer_list<std::string_view> keys,
                     std::string_view with) const;
    void add(Part part, const JsonCursor& cursor);
    void add(Exclusion exclusion, const JsonCursor& cursor);
    void note(const std::string& text);
    void read_exclusions();

    JsonCursor root_;
    fs::path folder_;
    ReadContext& context_;
    ShapeReader shapes_;
    Document document_;
    std::set<std::string, std::less<>> names_;
};

constexpr std::size_t kLongestName = 1000;  // a path of many nodes
constexpr std::size_t kLongestPattern =
    2 * kLongestName + 1;  // one with all its characters taken as they are, or a group's

std::string read_name(const JsonCursor& cursor, std::size_t longest = kLongestName) {
    const std::string& name = cursor.text();
    if (name.empty()) cursor.fail("the name is empty", "Give it a letter at least.");
    if (printable(name, longest) != name)
        cursor.fail("the name is too long or holds characters that cannot be printed", "Choose another one.");
    return name;
}

void SceneReader::read_head() {
    const JsonCursor format = root_.need("format");
    if (format.text() != kFormat)
        format.fail("it is not '" + std::string(kFormat) + "'", "Is this file a scene of another program?");
    const JsonCursor version = root_.need("version");
    if (version.number() != kVersion)
        version.fail("only version " + std::to_string(kVersion) + " of the format is known",
                     "Take a newer graze, or write the scene again.");
    if (const auto title = root_.find("title")) document_.title = legible(title->text());
    if (const auto unit = root_.find("unit")) document_.unit = legible(unit->text());
    if (const auto up = root_.find("up")) {
        document_.up = up->vector();
        if (document_.up == Vec3{}) up->fail("the direction is zero", "Write [0, 0, 1] for z.");
    }
}

Document SceneReader::read() {
    read_head();
    const std::vector<JsonCursor> parts = root_.need("parts").items();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        read_part(parts[i], i);
        if (context_.files.open_scenes.size() <= 1)
            context_.report(static_cast<double>(i + 1) / static_cast<double>(parts.size()), root_.file());
    }
    shapes_.read_unused();
    read_exclusions();
    return std::move(document_);
}

void SceneReader::refuse_keys(const JsonCursor& cursor, std::initializer_list<std::string_view> keys,
                              std::string_view with) const {
    for (const std::string_view key : keys) {
        if (const auto found = cursor.find(key))
            found->fail("it does not go with '" + std::string(with) + "'", "Remove one of the two.");
    }
}

void SceneReader::read_part(const JsonCursor& cursor, std::size_t index) {
    cursor.object("part");
    Part part;
    const auto name = cursor.find("name");
    part.name = name ? read_name(*name) : "part" + std::to_string(index);
    if (const auto group = cursor.find("group")) part.group = read_name(*group);
    if (const auto margin = cursor.find("margin")) part.margin = margin->size();
    if (const auto source = cursor.find("source")) part.source = legible(source->text());
    if (const auto shape = cursor.find("shape")) {
        refuse_keys(cursor, {"file", "scene", "node", "unit_scale", "up", "kind", "weld"}, "shape");
        add_shape(cursor, std::move(part), *shape);
    } else if (const auto file = cursor.find("file")) {
        refuse_keys(cursor, {"scene", "source"}, "file");
        add_file(cursor, part, *file);
    } else if (const auto scene = cursor.find("scene")) {
        refuse_keys(cursor, {"node", "unit_scale", "up", "kind", "weld", "margin", "motion", "source"},
                    "scene");
        add_scene(cursor, part, *scene);
    } else {
        cursor.fail("the part has neither 'shape' nor 'file' nor 'scene'", "Say what it is by one of them.");
    }
}

void SceneReader::add_shape(const JsonCursor& cursor, Part part, const JsonCursor& shape) {
    part.shape = shapes_.read(shape);
    const auto pose = cursor.find("pose");
    const Placement placement = pose ? read_placement(*pose) : Placement{};
    if (placement.distortion) part.shape = transformed(part.shape, {*placement.distortion, {}});
    part.pose = placement.pose;
    if (const auto motion = cursor.find("motion")) {
        part.motion = read_motion(*motion, part.pose);
        if (!pose) part.pose = pose_at(motion_of(part), 0);
    }
    add(std::move(part), cursor);
}

void SceneReader::add_file(const JsonCursor& cursor, const Part& part, const JsonCursor& file) {
    const fs::path path = find_named_file(file.text(), folder_, {file.file(), file.path()}, context_.options);
    std::vector<Part> nodes = read_mesh_file(path, (folder_ / file.text()).string(),
                                             read_mesh_choices(cursor, context_.options), context_);
    const bool single = nodes.size() == 1;
    if (const auto node = cursor.find("node")) {
        std::vector<std::string> names;
        names.reserve(nodes.size());
        for (const Part& found : nodes) names.push_back(found.name);
        std::erase_if(nodes, [&](const Part& found) { return !matches_text(node->text(), found.name); });
        if (nodes.empty())
            node->fail("the file has no such node", nearest_name(printable(node->text(), 60), names));
    }
    const auto pose = cursor.find("pose");
    const auto motion = cursor.find("motion");
    const Placement placement = pose ? read_placement(*pose) : Placement{};
    const bool named = cursor.find("name").has_value();
    const MotionForm form = motion ? read_motion(*motion, placement.pose) : MotionForm{};
    for (Part& node : nodes) {
        node.name = !named ? node.name : single ? part.name : part.name + "/" + node.name;
        node.source = legible(file.text());
        node.group = part.group;
        node.margin = part.margin;
        node.motion = form;
        // All nodes of a file that moves follow the one motion, so their own places go into the shapes.
        const Affine inner = Affine::from(node.pose);
        Affine baked = placement.distortion ? Affine{*placement.distortion, {}} * inner : inner;
        node.pose = placement.pose;
        if (!motion && !placement.distortion) {
            node.pose = placement.pose * Pose{inner.linear, inner.offset};
            baked = {};
        }
        if (baked != Affine{}) node.shape = transformed(node.shape, baked);
        if (motion && !pose) node.pose = pose_at(motion_of(node), 0);
        add(std::move(node), cursor);
    }
}

void SceneReader::add_scene(const JsonCursor& cursor, const Part& part, const JsonCursor& scene) {
    const fs::path path =
        find_named_file(scene.text(), folder_, {scene.file(), scene.path()}, context_.options);
    const std::size_t nesting = context_.files.open_scenes.size();
    if (std::find(context_.files.open_scenes.begin(), context_.files.open_scenes.end(), path) !=
        context_.files.open_scenes.end())
        scene.fail("the scene contains itself", "Break the circle.");
    if (nesting >= context_.options.limits.nesting)
        scene.fail("scenes are nested too deep", "Put their parts into fewer files.");
    auto known = context_.files.scene_files.find(path.string());
    if (known == context_.files.scene_files.end()) {
        Document read = read_scene_file(path, (folder_ / scene.text()).string(), context_);
        context_.budget.parts -= std::min(
            context_.budget.parts, read.parts.size());  // counted again for every instance of the scene
        context_.budget.count_kept_parts(read.parts.size(), scene.file());
        known = context_.files.scene_files.emplace(path.string(), std::move(read)).first;
    }
    const Document& inner = known->second;
    const auto pose = cursor.find("pose");
    const Pose frame = pose ? read_pose(*pose) : Pose{};
    const std::string prefix = part.name + "/";
    for (Part member : inner.parts) {
        member.name = prefix + member.name;
        member.pose = frame * member.pose;
        member.motion = moved(member.motion, frame);
        if (member.group.empty()) member.group = part.group;
        add(std::move(member), cursor);
    }
    for (const std::string& inside : inner.notes) note(inside);
    if (inner.unit != document_.unit)
        note("'" + printable(scene.text()) + "' counts in '" + printable(inner.unit, 20) +
             "', the scene that names it in '" + printable(document_.unit, 20) + "': nothing is converted");
    const std::string exact = pattern_of(prefix);
    for (Exclusion exclusion : inner.exclusions) {
        for (std::string* side : {&exclusion.a, &exclusion.b}) {
            if (!side->starts_with('@')) *side = exact + *side;
        }
        add(std::move(exclusion), cursor);
    }
}

void SceneReader::add(Part part, const JsonCursor& cursor) {
    context_.budget.count_part(cursor.file());
    if (part.margin > 0 && part.shape.type() == ShapeType::half_space)
        cursor.fail("a half-space takes no margin", "Move its plane by a larger 'offset'.");
    if (const auto usable = check(placed(part)); !usable)
        fail_build(cursor.file(), cursor.path(), usable.error());
    if (!names_.insert(part.name).second)
        cursor.fail("there is another part named '" + printable(part.name) + "'",
                    "Give each part a name of its own.");
    document_.parts.push_back(std::move(part));
}

void SceneReader::add(Exclusion exclusion, const JsonCursor& cursor) {
    if (document_.exclusions.size() >= context_.options.limits.parts)
        cursor.fail(
            "there are more than " + std::to_string(context_.options.limits.parts) + " exclusions in all",
            "Select more parts by each, with patterns or groups.");
    document_.exclusions.push_back(std::move(exclusion));
}

/// Once each, and no more than a person reads.
void SceneReader::note(const std::string& text) {
    constexpr std::size_t most = 20;
    if (document_.notes.size() < most && std::ranges::find(document_.notes, text) == document_.notes.end())
        document_.notes.push_back(text);
}

void SceneReader::read_exclusions() {
    const auto exclusions = root_.find("exclusions");
    if (!exclusions) return;
    for (const JsonCursor& cursor : exclusions->items()) {
        cursor.object("exclusion");
        Exclusion exclusion{
            read_name(cursor.need("a"), kLongestPattern), read_name(cursor.need("b"), kLongestPattern), {}};
        if (const auto reason = cursor.find("reason")) exclusion.reason = legible(reason->text());
        add(std::move(exclusion), cursor);
    }
}

}  // namespace

// A shape in a shape, a part or a list takes two levels or three of brackets.
Document read_scene_value(JsonValue& value, const std::string& file, const fs::path& folder,
                          ReadContext& context) {
    return SceneReader(JsonCursor(value, file), folder, context).read();
}

Document read_scene_file(const fs::path& path, const std::string& shown, ReadContext& context) {
    check_file(path, context.options);
    std::error_code failed;
    context.files.open_scenes.push_back(fs::canonical(path, failed));
    std::ifstream stream(path, std::ios::binary);
    if (failed || !stream) fail({shown, "", "it cannot be opened", "Check that you may read it."});
    JsonValue value = parse_json(stream, shown, json_limits(context.options.limits));
    stream.close();
    Document document = read_scene_value(value, shown, path.parent_path(), context);
    context.files.open_scenes.pop_back();
    return document;
}

}  // namespace graze::io
