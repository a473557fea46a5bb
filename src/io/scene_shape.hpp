// Shapes of the scene format, with those that have names.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "graze/shape/shape.hpp"
#include "io/formats/mesh_file.hpp"
#include "io/formats/read_context.hpp"
#include "io/text/json_cursor.hpp"

namespace graze::io {

class ShapeReader {
public:
    /// `names`: the scene's object of shapes, if it has one. The context must outlive the reader.
    ShapeReader(const std::optional<JsonCursor>& names, std::filesystem::path folder, ReadContext& context);

    /// The shape written there, or the one of that name. Valid.
    Shape read(const JsonCursor& cursor);
    /// Fails for a named shape that is not used and is invalid.
    void read_unused();

private:
    struct Named {
        JsonCursor cursor;
        std::optional<Shape> shape{};
        bool open = false;  ///< Being read: naming it again is a circle.
    };

    Shape named(const JsonCursor& cursor);
    Shape written(const JsonCursor& cursor, std::string_view type);
    Shape simple(const JsonCursor& cursor, std::string_view type);
    Shape combined(const JsonCursor& cursor, std::string_view type);
    Shape mesh(const JsonCursor& cursor);
    Shape compound(const JsonCursor& cursor);
    Shape height_field(const JsonCursor& cursor);
    Shape from_file(const JsonCursor& cursor);

    std::map<std::string, Named, std::less<>> names_;
    std::filesystem::path folder_;
    ReadContext& context_;
    std::size_t depth_ = 0;
};

/// The options of a scene for a mesh file, with the caller's options as defaults.
MeshFileChoices read_mesh_choices(const JsonCursor& cursor, const ReadOptions& options);

}  // namespace graze::io
