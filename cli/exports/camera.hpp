// A camera that shows a finding: where it is, what is in its middle, and whether a part of the pair hides the
// place from everywhere. World frame.
#pragma once

#include <optional>

#include <graze/assembly/assembly.hpp>

#include "exports/finding.hpp"

namespace graze::cli {

inline constexpr double kFieldOfView = 45;        ///< Degrees, from the lower edge of a picture to the upper.
inline constexpr double kPictureAspect = 4. / 3;  ///< Width through height.

struct Camera {
    Vec3 position{};
    Vec3 forward{0, 1, 0};  ///< Unit.
    Vec3 up{0, 0, 1};       ///< Unit, orthogonal to `forward`.
    double distance = 1;    ///< From the position to the middle of what it shows. > 0.
};

struct FindingView {
    Camera camera{};
    Vec3 centre{};       ///< In the middle of the picture.
    double radius = 1;   ///< Of the ball around the centre that is shown whole. > 0.
    double visible = 0;  ///< Share of the finding's points that neither part of the pair hides, in [0, 1].
    /// The part that must be drawn transparent for the place to be visible: no direction shows it otherwise.
    std::optional<PartIndex> veiled{};
};

/// Tries directions around the finding and takes the best: those from which points of its curve or its
/// contacts are visible, from which both parts are visible, which look along the surfaces in contact rather
/// than at them, and which other parts do not hide; of equals those from the side and from above. The scale
/// of the pair's smaller part keeps the pair recognisable: a small region is not shown alone. `up` need not
/// be unit.
FindingView view_of(const Finding& finding, const Assembly& assembly, std::span<const Aabb> boxes,
                    const Vec3& up);

}  // namespace graze::cli
