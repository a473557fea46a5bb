// Frames: a corner and D edge vectors that span a parallelogram or a triangle (D = 2), a parallelepiped or a
// tetrahedron (D = 3). Closed sets with an inside. World frame. A frame keeps what the intersection tests
// need of it: its box and its inverse. A frame whose edges are dependent up to rounding, or that is not in
// the served range, is invalid: `make` reports why, and queries answer Status::invalid_input. Source: P.
// Baillehache, "Fourier-Motzkin intersection of cuboids and tetrahedra".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/bounds/aabb.hpp"
#include "graze/core/error.hpp"
#include "graze/math/pose.hpp"
#include "graze/math/vec.hpp"

namespace graze {

/// { origin + Σ x_i component_i }: cuboid 0 <= x_i <= 1, tetrahedron 0 <= x_i and Σ x_i <= 1. In the plane a
/// parallelogram and a triangle.
enum class FrameKind : std::uint8_t { cuboid, tetrahedron };

template <int D> class Frame {
public:
    using Vec = VecOf<D>;
    static constexpr std::size_t kSize = D;

    /// The unit cuboid at the origin.
    Frame() noexcept;
    Frame(FrameKind kind, const Vec& origin, const std::array<Vec, kSize>& components) noexcept;
    /// The same with the reason when it is not usable.
    static expected<Frame, BuildError> make(FrameKind kind, const Vec& origin,
                                            const std::array<Vec, kSize>& components);

    [[nodiscard]] bool valid() const noexcept { return volume_ > 0; }
    [[nodiscard]] FrameKind kind() const noexcept { return kind_; }
    [[nodiscard]] const Vec& origin() const noexcept { return origin_; }
    [[nodiscard]] const std::array<Vec, kSize>& components() const noexcept { return components_; }

    /// Contains the frame, rounded outward. Empty when invalid.
    [[nodiscard]] const AabbOf<D>& bounds() const noexcept { return bounds_; }

    /// Volume (area) of the cuboid on the components, rounded; 0 when invalid.
    [[nodiscard]] double volume() const noexcept { return volume_; }
    /// Inward normals of the faces at the origin: normals[j] · components[i] is volume() for i = j, else 0,
    /// up to rounding.
    [[nodiscard]] const std::array<Vec, kSize>& normals() const noexcept { return normals_; }
    /// The components are left-handed (clockwise in the plane).
    [[nodiscard]] bool mirrored() const noexcept { return mirrored_; }
    /// What rounding of normals[j] is measured by: component j is the sum of the absolute products in all its
    /// components.
    [[nodiscard]] const Vec& normal_sizes() const noexcept { return normal_sizes_; }
    /// Σ |component_i|, componentwise.
    [[nodiscard]] const Vec& span() const noexcept { return span_; }
    /// Bounds the error of volume().
    [[nodiscard]] double volume_error() const noexcept { return volume_error_; }

    /// The D + 1 (tetrahedron) or 2^D (cuboid) corners, rounded; the others are copies of the origin.
    [[nodiscard]] std::array<Vec, (std::size_t{1} << D)> corners() const noexcept;
    [[nodiscard]] std::size_t corner_count() const noexcept {
        return kind_ == FrameKind::cuboid ? std::size_t{1} << D : kSize + 1;
    }

    friend bool operator==(const Frame& a, const Frame& b) noexcept {
        return a.kind_ == b.kind_ && a.origin_ == b.origin_ && a.components_ == b.components_;
    }

private:
    // The fields that separate most pairs come first, so that they share a cache line.
    AabbOf<D> bounds_{};
    double volume_ = 0;
    FrameKind kind_ = FrameKind::cuboid;
    bool mirrored_ = false;
    Vec origin_{};
    std::array<Vec, kSize> components_{};
    std::array<Vec, kSize> normals_{};
    Vec normal_sizes_{};
    Vec span_{};
    double volume_error_ = 0;
};

extern template class Frame<2>;
extern template class Frame<3>;

/// Why the frame is not usable.
template <int D> expected<void, BuildError> check(const Frame<D>& frame);

/// `inner` in the coordinates of `outer`: x in the world is outer.origin + Σ y_i outer.component_i. Rounded;
/// both valid.
template <int D> Frame<D> imported(const Frame<D>& inner, const Frame<D>& outer) noexcept;

/// The world box of { origin + Σ x_i component_i : x in `local` }, rounded outward. Empty for an empty box or
/// an invalid frame.
template <int D> AabbOf<D> exported(const AabbOf<D>& local, const Frame<D>& frame) noexcept;

/// The frame with every face moved outward by `distance` >= 0, up to rounding.
template <int D> Frame<D> grown(const Frame<D>& frame, double distance) noexcept;

/// Whether `inner` lies in `outer`: `true` is a theorem, `false` may be wrong by rounding.
template <int D> bool contains(const Frame<D>& outer, const Frame<D>& inner) noexcept;

/// { pose x : x in frame }, rounded, with every face moved outward by `growth` >= 0, up to rounding.
Frame<3> placed(const Frame<3>& frame, const Pose& pose, double growth = 0) noexcept;

/// A frame that moves by t * velocity, t in [0, 1].
template <int D> struct MovingFrame {
    Frame<D> frame{};
    VecOf<D> velocity{};
};

}  // namespace graze
