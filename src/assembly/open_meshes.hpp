// Parts inside of meshes that are not closed. Such a mesh has no inside, so a part within it does not overlap
// it. Where the winding number of the mesh around a point of the part is above 1/2, though, the mesh was
// probably meant to be a solid.
#pragma once

#include <map>
#include <optional>
#include <span>

#include "assembly/part_boxes.hpp"
#include "graze/scene/broad_phase.hpp"
#include "graze/solid/inside.hpp"

namespace graze {

/// The open meshes of an assembly with their winding numbers. Safe to share between threads.
class OpenMeshes {
public:
    /// Of the parts of those pairs only. The parts must outlive this object.
    OpenMeshes(const PartBoxes& parts, std::span<const ProxyPair> pairs);

    /// For disjoint pairs. Where each could contain the other, b in a.
    [[nodiscard]] std::optional<PossiblyInside> test(PartIndex a, PartIndex b) const;

private:
    struct Enclosed {
        Interval winding{};
        Vec3 point{};
    };
    [[nodiscard]] std::optional<Enclosed> inside(PartIndex inner, PartIndex outer) const;

    const PartBoxes& parts_;
    std::map<const MeshData*, std::optional<WindingField>> fields_;  ///< Of surfaces; empty for closed ones.
};

}  // namespace graze
