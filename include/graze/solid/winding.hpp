// How often an oriented surface winds around a point, closed or not: the solid angle that its triangles
// subtend at the point, as a fraction of the full one. Triangles that face the point count negative. 1 inside
// and 0 outside of a closed surface that faces outward; for a surface with holes in between, and near 1 where
// it is mostly surrounded. The sign follows the winding of the triangles. Method: far groups of triangles are
// replaced by their area vectors, with a bound of what that leaves out; near ones by interval arithmetic.
// Sources: Jacobson, Kavan, Sorkine-Hornung, "Robust Inside-Outside Segmentation using Generalized Winding
// Numbers", 2013; Barill et al., "Fast Winding Numbers for Soups and Clouds", 2018 (groups; the bound is
// ours); van Oosterom, Strackee, 1983 (triangles).
#pragma once

#include <cstdint>
#include <vector>

#include "graze/math/interval_vec.hpp"
#include "graze/math/pose.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze {

/// Whether every edge is run through one way as often as the other: what Mesh::build takes as a solid.
bool is_closed(const MeshData& mesh);

/// Winding numbers of one mesh at many points. Takes about 10 bytes a triangle. Immutable; safe to share between threads.
class WindingField {
public:
    /// The mesh must outlive the field.
    explicit WindingField(const MeshData& mesh);

    /// Contains the winding number of the placed mesh at a point of the world: no wider than `width` (> 0) and what rounding adds, which
    /// is wide only where the point is on the surface, or within rounding of it. Everything for points and poses that are not finite.
    [[nodiscard]] Interval at(const Pose& pose, const Vec3& point, double width = 0.05) const noexcept;

private:
    struct Group {
        Vec3 area{};        ///< Sum of the triangles' area vectors.
        Vec3 middle{};      ///< Of the box of its vertices.
        double radius = 0;  ///< No vertex is farther from the middle. Rounded up.
        double size = 0;    ///< No less than the sum of the triangles' areas.
        double error = 0;   ///< No less than the error of `area`.
    };
    [[nodiscard]] Group group_of_slots(std::size_t first, std::size_t end) const;
    [[nodiscard]] Group group_of_groups(std::size_t first, std::size_t end) const;
    struct Search;
    /// Adds the angle of one group. Level 0 has groups of triangles, level k groups of those below.
    void add(Search& search, std::size_t level, std::size_t number) const noexcept;
    [[nodiscard]] std::size_t count(std::size_t level) const noexcept { return starts_[level + 1] - starts_[level]; }

    const MeshData* mesh_;
    std::vector<Group> groups_;
    std::vector<std::size_t> starts_;  ///< Of each level in `groups_`; one more at the end.
};

}  // namespace graze
