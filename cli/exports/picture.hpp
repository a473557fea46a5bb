// Samples to colours: light, outlines, transparent layers, and marks on top, with the palette of the report.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "exports/png_image.hpp"
#include "exports/raster.hpp"

namespace graze::cli {

/// Samples of layers are taken this often in each direction of a pixel; its colour is their mean.
inline constexpr std::size_t kSamplesAcross = 2;

/// Numbers of parts in layers.
inline constexpr std::uint8_t kPartA = 1;       ///< Orange.
inline constexpr std::uint8_t kPartB = 2;       ///< Blue.
inline constexpr std::uint8_t kPartAround = 3;  ///< Grey.

/// Layers have kSamplesAcross times the size of the picture; those of size 0 are empty.
struct PictureLayers {
    Layer solid{};   ///< Opaque.
    Layer veiled{};  ///< A part of the pair that hides the finding: transparent, with outlines.
    Layer around{};  ///< Other parts: faint, hardly visible before the pair.
};

/// The layers over a light background.
Image composed(const PictureLayers& layers, std::size_t width, std::size_t height);

struct Colour {
    float red = 0;  ///< In [0, 255], sRGB.
    float green = 0;
    float blue = 0;
};

inline constexpr Colour kPartAColour{238, 143, 53};
inline constexpr Colour kPartBColour{63, 143, 232};
/// Red, of the curve in which surfaces cross; dark red, of the mark; brown, of a gap.
inline constexpr Colour kCurveColour{211, 18, 63};
inline constexpr Colour kMarkColour{179, 13, 52};
inline constexpr Colour kGapColour{138, 86, 0};

/// Segments in world coordinates over a picture, as wide as `width` pixels with a light rim; faint where the
/// layer is nearer.
struct Strokes {
    std::vector<std::array<Vec3, 2>> segments{};
    Colour colour{};
    float width = 2.5F;
    float rim = 1.2F;
};
/// `slack` is a length in the world: strokes are visible that far behind a surface.
void draw_strokes(Image& image, const Layer& layer, const Camera& camera, const Strokes& strokes,
                  double slack);

/// A ring with a dot around a point of the world, never hidden.
void draw_mark(Image& image, const Camera& camera, const Vec3& point, const Colour& colour, float radius);

}  // namespace graze::cli
