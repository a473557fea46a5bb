// The vertices of a view as one array of points, for builders that need one.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "graze/shape/hull.hpp"

namespace graze {

/// The caller's array where it has packed doubles, a copy otherwise. The view must be readable (`check`), and
/// its array outlive this.
class PackedVertices {
public:
    explicit PackedVertices(const VertexView& view) {
        static_assert(std::is_standard_layout_v<Vec3> && sizeof(Vec3) == 3 * sizeof(double));
        if (view.scalar == VertexScalar::float64 && view.stride == sizeof(Vec3)) {
            points_ = {static_cast<const Vec3*>(view.pointer), view.count};
        } else {
            copy_ = view.copied();
            points_ = copy_;
        }
    }
    PackedVertices(const PackedVertices&) = delete;  // `points` may be in this object
    PackedVertices& operator=(const PackedVertices&) = delete;

    [[nodiscard]] std::span<const Vec3> points() const noexcept { return points_; }

private:
    std::vector<Vec3> copy_;
    std::span<const Vec3> points_;
};

}  // namespace graze
