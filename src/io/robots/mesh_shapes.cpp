#include "io/robots/mesh_shapes.hpp"

#include <algorithm>
#include <bit>
#include <system_error>

#include "graze/query/query.hpp"
#include "io/formats/mesh_file.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPackage = "package://";

struct MeshPlace {
    fs::path folder;
    std::string file;
};

fs::path find_in_package(const std::string& name, const fs::path& folder, const NamedIn& by,
                         const ReadOptions& options) {
    const std::string remainder = name.substr(kPackage.size());
    const std::size_t slash = std::min(remainder.find('/'), remainder.size());
    const std::string package = remainder.substr(0, slash);
    const std::string inner = remainder.substr(std::min(slash + 1, remainder.size()));
    std::vector<MeshPlace> places;
    std::error_code ignored;
    for (const fs::path& given : options.packages) {
        places.push_back({given, remainder});
        if (fs::canonical(given, ignored).filename() == package) places.push_back({given, inner});
    }
    // The package's folder may be the robot's own, or one in it; with files anywhere also one above.
    places.push_back({folder, remainder});
    places.push_back({folder, inner});
    std::string up;
    for (int level = 0; options.files_anywhere && level < 8; ++level) {
        up += "../";
        places.push_back({folder, up + remainder});
        places.push_back({folder, up + inner});
    }
    for (const auto& [place, file] : places) {
        if (!file.empty() && fs::exists(place / file, ignored))
            return find_named_file(file, place, by, options);
    }
    constexpr std::size_t kMostShown = 4;
    std::string tried;
    for (std::size_t i = 0; i < std::min(kMostShown, places.size()); ++i)
        tried += (i > 0 ? ", '" : "'") +
                 printable((places[i].folder / places[i].file).lexically_normal().string()) + "'";
    fail({by.file, by.element, "there is no file '" + printable(name) + "'",
          "Tried: " + tried + (places.size() > kMostShown ? " and more" : "") +
              ". Packages are looked up in the folders given for them and in that of the robot's file; "
              "elsewhere only when files anywhere "
              "are allowed."});
}

}  // namespace

fs::path find_mesh(const std::string& name, const fs::path& folder, const NamedIn& by,
                   const ReadOptions& options) {
    if (name.starts_with(kPackage)) return find_in_package(name, folder, by, options);
    return find_named_file(name.starts_with("file://") ? name.substr(7) : name, folder, by, options);
}

const std::vector<MeshShapes::Node>& MeshShapes::read(const fs::path& path, const Vec3& scale) {
    const Key key{path.string(),
                  {std::bit_cast<std::uint64_t>(scale.x), std::bit_cast<std::uint64_t>(scale.y),
                   std::bit_cast<std::uint64_t>(scale.z)}};
    if (const auto known = read_.find(key); known != read_.end()) return known->second;
    const ReadOptions& options = context_.options;
    const std::vector<Part> parts =
        read_mesh_file(path, path.string(), {options.unit_scale, options.up, options.solids}, context_);
    std::vector<Node> nodes;
    nodes.reserve(parts.size());
    for (const Part& part : parts) {
        Node node{part.name, part.file, {part.shape, part.pose}};
        if (scale != Vec3{1, 1, 1})
            node.placed = {transformed(part.shape, Affine::scale(scale) * Affine::from(part.pose)), Pose{}};
        nodes.push_back(std::move(node));
    }
    return read_.emplace(key, std::move(nodes)).first->second;
}

void check_shape_of(const Placed& placed, const NamedIn& where) {
    if (const auto usable = check(placed); !usable) fail_build(where.file, where.element, usable.error());
}

}  // namespace graze::io
