// Which triangles share which edges. Vertices at exactly the same place count as one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/math/vec.hpp"
#include "graze/shape/hull.hpp"

namespace graze {

using CornerIndices = std::array<std::uint32_t, 3>;

/// Whether a mesh takes the vertex: every coordinate and its distance from the origin are in the served
/// range.
bool is_served(const Vec3& vertex) noexcept;

/// For each vertex the first one at the same place. 0 and -0 are the same; NaN are all different.
std::vector<std::uint32_t> first_at_place(const VertexView& vertices);

/// One triangle's use of an edge between the places `low` < `high`.
struct EdgeUse {
    std::uint32_t high = 0;
    std::uint32_t packed = 0;  ///< 2 · triangle + 1 when it runs from low to high, + 0 when from high to low.

    [[nodiscard]] std::uint32_t triangle() const noexcept { return packed / 2; }
    [[nodiscard]] bool upward() const noexcept { return (packed & 1) != 0; }
    friend bool operator<(const EdgeUse& a, const EdgeUse& b) noexcept {
        return a.high != b.high ? a.high < b.high : a.packed < b.packed;
    }
};

/// All edges of the triangles, grouped; sides between one place and itself are left out. Corners must be
/// within `first`, and at most 2^31 - 1 triangles. Triangles that are `skipped` (one flag each, or an empty
/// span) have no edges.
class EdgeTable {
public:
    EdgeTable(std::span<const CornerIndices> triangles, std::span<const std::uint32_t> first,
              std::span<const std::uint8_t> skipped = {});

    /// visit(low, high, uses) for every edge, by growing low, then high; uses by growing triangle.
    template <class Visit> void for_each_edge(const Visit& visit) const {
        for (std::uint32_t low = 0; low + 1 < start_.size(); ++low) {
            std::size_t i = start_[low];
            const std::size_t end = start_[low + 1];
            while (i < end) {
                std::size_t j = i + 1;
                while (j < end && uses_[j].high == uses_[i].high) ++j;
                visit(low, uses_[i].high, std::span<const EdgeUse>(uses_).subspan(i, j - i));
                i = j;
            }
        }
    }

private:
    std::vector<std::uint32_t> start_;  ///< Per place: where its uses begin; one more at the end.
    std::vector<EdgeUse> uses_;
};

/// Triangles joined over edges, and whether two joined ones are wound alike.
class WindingSets {
public:
    explicit WindingSets(std::size_t count);

    struct Member {
        std::uint32_t root = 0;
        bool flipped = false;  ///< Against the root.
    };
    Member find(std::uint32_t triangle);
    /// False when they were joined before with the other relation: no choice of sides agrees.
    bool join(std::uint32_t a, std::uint32_t b, bool against);

private:
    std::vector<std::uint32_t> parent_;  ///< 2 · parent + (flipped against it).
};

/// The shells of a consistently wound surface: triangles that share an edge are in one.
WindingSets shells_over(const EdgeTable& edges, std::size_t triangle_count);

/// Enclosed by a closed, consistently wound surface: negative when it is inside out. Rounded, relative to the
/// surface's box. Corners must be within the vertices; `skipped` as above.
double enclosed_volume(const VertexView& vertices, std::span<const CornerIndices> triangles,
                       std::span<const std::uint8_t> skipped = {});

}  // namespace graze
