// MJCF: the kinematic part of MuJoCo's models. Bodies that joints move, or that carry such bodies, are links
// below a link "world"; all other geometry is at rest. docs/robot_files.md has what is read and what is not.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/robots/mesh_shapes.hpp"
#include "io/robots/mjcf_text.hpp"
#include "io/robots/robot_model.hpp"
#include "io/text/name_book.hpp"

namespace graze::io {

/// The robot in an MJCF text. Throws a Fault.
RobotModel read_mjcf(const std::string& text, const std::filesystem::path& path, const std::string& shown,
                     ReadContext& context);

/// Meshes by name. Their geometry is the convex hull of their vertices, as MuJoCo has it.
class MjcfMeshes {
public:
    MjcfMeshes(const MjcfText& text, std::filesystem::path folder, ReadContext& context);

    struct Mesh {
        Shape shape;
        ShapeOrigin origin;
    };
    /// That of this name; `user` is the element that names it. Throws a Fault.
    const Mesh& find(const std::string& name, const TiXmlElement* user);

private:
    [[nodiscard]] std::filesystem::path file_of(const MjcfElement& asset, const std::string& name) const;
    [[nodiscard]] std::vector<Vec3> vertices_of(const MjcfElement& asset, ShapeOrigin& origin);
    Mesh make(const MjcfElement& asset);

    const MjcfText& text_;
    std::filesystem::path folder_;
    ReadContext& context_;
    MeshShapes files_;
    std::map<std::string, MjcfElement> assets_;
    std::map<std::string, Mesh> made_;
};

/// Bits that decide which geoms collide: of one the type with the affinity of the other.
struct MjcfFilter {
    std::uint32_t type = 1;
    std::uint32_t affinity = 1;
    friend auto operator<=>(const MjcfFilter&, const MjcfFilter&) = default;

    [[nodiscard]] bool collides(const MjcfFilter& other) const noexcept {
        return (type & other.affinity) != 0 || (other.type & affinity) != 0;
    }
};

/// A geom that is read: a shape of a link, or at rest.
struct MjcfGeom {
    std::optional<std::size_t> link{};  ///< Else it is world geometry.
    std::size_t world = 0;
    MjcfFilter filter{};
};

/// A body by its name.
struct MjcfBody {
    std::optional<std::size_t> link{};
    std::vector<std::size_t> world{};  ///< Its geometry, when it is at rest.
};

/// What is known once the bodies are read.
struct MjcfBodies {
    std::map<std::string, MjcfBody> bodies{};
    std::vector<MjcfGeom> geoms{};
    std::map<std::string, std::string> bodies_of_geoms{};  ///< Of geoms with names.
};

/// The shape of a geom in its own frame, and the place of that frame. Throws a Fault.
struct MjcfShape {
    Placed placed;
    ShapeOrigin origin{};
};
MjcfShape read_geom_shape(const MjcfText& text, const MjcfElement& geom, MjcfMeshes& meshes);

/// The filter of geoms that are tested against everything.
inline constexpr MjcfFilter kCollidesWithAll{0xffffffffU, 0xffffffffU};

/// Names of geoms that <pair> elements name.
std::set<std::string> paired_geoms(const MjcfText& text);

/// Excludes what <contact> and the filters of geoms exclude. A <pair> lifts what is excluded between the
/// bodies of its geoms.
void read_contacts(const MjcfText& text, const MjcfBodies& bodies, RobotModel& model, ReadContext& context);

/// Joints that equality constraints tie to another one follow it.
void read_equalities(const MjcfText& text, const std::map<std::string, double>& references, RobotModel& model,
                     ReadContext& context);

}  // namespace graze::io
