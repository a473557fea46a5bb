// The public readers: files and texts to documents.
#include "graze/io/document.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "assembly/pattern.hpp"
#include "io/formats/mesh_file.hpp"
#include "io/robots/robot_model.hpp"
#include "io/robots/robot_source.hpp"
#include "io/scene_read.hpp"
#include "io/text/fault.hpp"
#include "io/text/name_book.hpp"

namespace graze::io {

namespace {

Document read_mesh_document(const std::filesystem::path& file, ReadContext& context) {
    const ReadOptions& options = context.options;
    Document document;
    document.title = printable(file.filename().string());
    context.single_file = true;
    context.any_document = true;
    document.parts =
        read_mesh_file(file, file.string(), {options.unit_scale, options.up, options.solids}, context);
    return document;
}

Document read_any(const std::filesystem::path& file, ReadContext& context) {
    if (lower_extension(file) == ".json") return read_scene_file(file, file.string(), context);
    if (lower_extension(file) == ".urdf" || lower_extension(file) == ".xml")
        return robot_document(read_robot_model(file, file.string(), context), file.string(), context);
    return read_mesh_document(file, context);
}

/// The document with the notes of all files that it was read from.
Document with_notes(Document document, ReadContext& context) {
    for (std::string& note : context.notes.lines) document.notes.push_back(std::move(note));
    return document;
}

}  // namespace

expected<Document, FileError> read_document(const std::filesystem::path& file, const ReadOptions& options) {
    return guarded(file.string(), [&] {
        ReadContext context(options);
        check_file(file, options);
        return with_notes(read_any(file, context), context);
    });
}

expected<Document, FileError> read_scene(std::string_view json, const std::filesystem::path& folder,
                                         const ReadOptions& options) {
    return guarded("", [&] {
        ReadContext context(options);
        JsonValue value = parse_json(json, "", json_limits(options.limits));
        return with_notes(read_scene_value(value, "", folder, context), context);
    });
}

expected<std::vector<NamedTriangles>, FileError> read_triangles(const std::filesystem::path& file,
                                                                const ReadOptions& options) {
    return guarded(file.string(), [&] {
        ReadContext context(options);
        context.single_file = true;
        std::vector<NamedTriangles> meshes =
            read_mesh_triangles(file, {options.unit_scale, options.up, options.solids}, context);
        meshes.front().notes = std::move(context.notes.lines);
        return meshes;
    });
}

void append(Document& to, std::vector<Document> more) {
    NameBook names;
    for (const Part& part : to.parts) names.take(part.name);
    for (Document& from : more) {
        std::unordered_map<std::string, std::string> renamed;
        for (Part& part : from.parts) {
            std::string name = names.take(part.name);
            if (name != part.name) renamed.emplace(std::exchange(part.name, name), name);
            to.parts.push_back(std::move(part));
        }
        for (Exclusion& exclusion : from.exclusions) {
            for (std::string* side : {&exclusion.a, &exclusion.b}) {
                const PatternPrefix prefix = side->starts_with('@') ? PatternPrefix{} : prefix_of(*side);
                const auto found = prefix.whole ? renamed.find(prefix.text) : renamed.end();
                if (found != renamed.end()) *side = pattern_of(found->second);
            }
            to.exclusions.push_back(std::move(exclusion));
        }
        for (std::string& note : from.notes) to.notes.push_back(std::move(note));
        from = {};
    }
}

void append(Document& to, Document from) {
    std::vector<Document> more;
    more.push_back(std::move(from));
    append(to, std::move(more));
}

}  // namespace graze::io
