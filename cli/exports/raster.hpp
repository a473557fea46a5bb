// Triangles to samples, by a depth buffer: what a camera sees at each place of a picture. No graphics card,
// and the same samples on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/math/pose.hpp>
#include <graze/mesh/generate.hpp>

#include "exports/camera.hpp"

namespace graze::cli {

using FloatVec3 = BasicVec3<float>;

/// Triangles in a local frame with a unit normal for each corner. Round surfaces look round: where triangles
/// touch at an angle below that of `kCreaseCosine` they share the mean of their triangles' normals.
struct DrawnGeometry {
    TriangleSoup soup{};
    std::vector<std::array<FloatVec3, 3>> normals{};  ///< For each triangle.
};
inline constexpr double kCreaseCosine = 0.82;  ///< 35 degrees.
DrawnGeometry drawn_geometry(TriangleSoup soup);

struct Sample {
    float inverse_depth = 0;              ///< Along the camera's axis; 0 where nothing is.
    std::array<std::int8_t, 3> normal{};  ///< Times 127: right, up, towards the camera.
    std::uint8_t part = 0;                ///< As given to `draw`; 0: none.
};

/// A picture of samples; rows from the top.
struct Layer {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<Sample> samples{};

    Layer() = default;
    Layer(std::size_t w, std::size_t h) : width(w), height(h), samples(w * h) {}
    [[nodiscard]] const Sample& at(std::size_t x, std::size_t y) const { return samples[y * width + x]; }
};

/// World to picture. x to the right and y down, in pixels of a picture of so many rows.
class Projection {
public:
    Projection(const Camera& camera, std::size_t width, std::size_t height);
    /// Right, up and along the axis, from the camera.
    [[nodiscard]] Vec3 to_camera(const Vec3& world) const;
    [[nodiscard]] Vec3 turned(const Vec3& direction) const;
    /// Of a point before the near plane: x, y, and the inverse of its depth.
    [[nodiscard]] FloatVec3 to_picture(const Vec3& in_camera) const;
    [[nodiscard]] double near() const { return near_; }
    /// Pixels of a length at the depth 1.
    [[nodiscard]] double focal() const { return focal_; }

private:
    Camera camera_;
    Vec3 right_{};
    double focal_ = 1;
    double near_ = 0;
    double middle_x_ = 0;
    double middle_y_ = 0;
};

/// Draws the triangles where they are nearer than what is there. Both sides count; normals point to the
/// camera.
void draw(Layer& layer, const Projection& projection, const DrawnGeometry& geometry, const Pose& pose,
          std::uint8_t part);

}  // namespace graze::cli
