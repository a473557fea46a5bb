#include "exports/picture.hpp"

#include <algorithm>
#include <cmath>

namespace graze::cli {
namespace {

constexpr Colour kGrey{196, 202, 209};
constexpr Colour kInk{44, 52, 62};
constexpr Colour kSkyTop{250, 251, 252};
constexpr Colour kSkyBottom{223, 228, 234};

Colour mixed(const Colour& a, const Colour& b, float share) {
    return {a.red + share * (b.red - a.red), a.green + share * (b.green - a.green),
            a.blue + share * (b.blue - a.blue)};
}

Colour colour_of(std::uint8_t part) {
    return part == kPartA ? kPartAColour : part == kPartB ? kPartBColour : kGrey;
}

/// A key light from the upper left behind the camera, light from above, and a rim of darker grazing surfaces.
Colour lit(const Sample& sample) {
    const float x = static_cast<float>(sample.normal[0]) / 127;
    const float y = static_cast<float>(sample.normal[1]) / 127;
    const float z = static_cast<float>(sample.normal[2]) / 127;
    const float key = std::max(0.F, -0.42F * x + 0.55F * y + 0.72F * z);
    const float light = 0.5F + 0.16F * (0.5F + 0.5F * y) + 0.42F * key;
    // The half vector of key light and view.
    const float facing = std::max(0.F, -0.23F * x + 0.3F * y + 0.93F * z);
    const float eighth = facing * facing * facing * facing * facing * facing * facing * facing;
    const float shine = eighth * eighth * eighth * eighth;
    const Colour base = colour_of(sample.part);
    const Colour shaded{std::min(255.F, base.red * light), std::min(255.F, base.green * light),
                        std::min(255.F, base.blue * light)};
    return mixed(shaded, {255, 255, 255}, 0.22F * shine);
}

/// Whether the line between two neighbouring samples is an outline: parts differ, surfaces fold, or one is
/// far behind the other. `before` is on the other side of `here`, to recognise surfaces that are seen at an
/// angle.
bool outlined(const Sample& before, const Sample& here, const Sample& next) {
    if (here.part != next.part) return here.inverse_depth >= next.inverse_depth;
    if (here.part == 0) return false;
    int cosine = 0;
    for (std::size_t i = 0; i < 3; ++i) cosine += int{here.normal[i]} * int{next.normal[i]};
    if (cosine < 13200) return true;  // 35 degrees, of 127 * 127
    if (before.part != here.part) return false;
    // Over a plane the inverse depth changes evenly, over a curve nearly so.
    const float step = here.inverse_depth - next.inverse_depth;
    return step > 0.006F * here.inverse_depth + 3 * std::abs(here.inverse_depth - before.inverse_depth);
}

bool is_outline(const Layer& layer, std::size_t x, std::size_t y) {
    if (x == 0 || y == 0 || x + 1 >= layer.width || y + 1 >= layer.height) return false;
    const Sample& here = layer.at(x, y);
    const Sample& left = layer.at(x - 1, y);
    const Sample& right = layer.at(x + 1, y);
    const Sample& above = layer.at(x, y - 1);
    const Sample& below = layer.at(x, y + 1);
    return outlined(left, here, right) || outlined(right, here, left) || outlined(above, here, below) ||
           outlined(below, here, above);
}

/// One layer's sample over what is behind it.
Colour over(const Colour& behind, const Layer& layer, std::size_t x, std::size_t y, float share,
            float ink_share) {
    const Sample& sample = layer.at(x, y);
    const Colour surface = mixed(behind, lit(sample), share);
    return is_outline(layer, x, y) ? mixed(surface, kInk, ink_share) : surface;
}

Colour sample_colour(const PictureLayers& layers, std::size_t x, std::size_t y) {
    const float down = static_cast<float>(y) / static_cast<float>(layers.solid.height);
    Colour colour = mixed(kSkyTop, kSkyBottom, down);
    const Sample& solid = layers.solid.at(x, y);
    const auto shows = [&](const Layer& layer) { return layer.width > 0 && layer.at(x, y).part != 0; };
    const bool around = shows(layers.around);
    if (solid.part == 0 && around) colour = over(colour, layers.around, x, y, 0.42F, 0.14F);
    if (solid.part != 0) colour = over(colour, layers.solid, x, y, 1, 0.72F);
    if (shows(layers.veiled) && layers.veiled.at(x, y).inverse_depth > solid.inverse_depth)
        colour = over(colour, layers.veiled, x, y, 0.3F, 0.5F);
    if (solid.part != 0 && around && layers.around.at(x, y).inverse_depth > solid.inverse_depth)
        colour = over(colour, layers.around, x, y, 0.1F, 0.1F);
    return colour;
}

}  // namespace

Image composed(const PictureLayers& layers, std::size_t width, std::size_t height) {
    Image image{width, height, std::vector<std::uint8_t>(3 * width * height)};
    constexpr float weight = 1.F / (kSamplesAcross * kSamplesAcross);
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            Colour sum;
            for (std::size_t i = 0; i < kSamplesAcross * kSamplesAcross; ++i) {
                const Colour colour = sample_colour(layers, kSamplesAcross * x + i % kSamplesAcross,
                                                    kSamplesAcross * y + i / kSamplesAcross);
                sum.red += weight * colour.red;
                sum.green += weight * colour.green;
                sum.blue += weight * colour.blue;
            }
            std::uint8_t* pixel = image.rgb.data() + 3 * (y * width + x);
            pixel[0] = static_cast<std::uint8_t>(sum.red + 0.5F);
            pixel[1] = static_cast<std::uint8_t>(sum.green + 0.5F);
            pixel[2] = static_cast<std::uint8_t>(sum.blue + 0.5F);
        }
    }
    return image;
}

}  // namespace graze::cli
