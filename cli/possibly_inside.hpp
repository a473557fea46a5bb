// Parts that lie in a mesh that is not closed. Such a mesh has no inside, and what lies wholly within does not meet it; but where its surface
// winds around a point of the other part by more than a half, a mesh with a hole was probably meant to be a body.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <graze/scene/box_pairs.hpp>
#include <graze/solid/winding.hpp>

#include "assembly_findings.hpp"

namespace graze::cli {

/// The open meshes of an assembly with their winding numbers. Safe to share between threads.
class OpenMeshes {
public:
    /// Of the parts of those pairs; others are not looked at. The assembly must outlive this.
    OpenMeshes(const Assembly& assembly, const std::vector<ProxyPair>& pairs);

    /// To be asked of pairs that do not meet. Where both could contain the other, b in a.
    [[nodiscard]] std::optional<PossiblyInside> examine(std::uint32_t a, std::uint32_t b) const;

private:
    struct Found {
        Interval winding{};
        Vec3 point{};
    };
    [[nodiscard]] std::optional<Found> inside(std::uint32_t inner, std::uint32_t outer) const;

    const Assembly& assembly_;
    std::map<const MeshData*, std::optional<WindingField>> fields_;  ///< Of surfaces; empty for closed ones, which are wanted as a skin.
};

}  // namespace graze::cli
