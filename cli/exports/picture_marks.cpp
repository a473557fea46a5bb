// Lines and marks over a picture, with smooth edges.
#include <algorithm>
#include <cmath>
#include <optional>

#include "exports/picture.hpp"

namespace graze::cli {
namespace {

constexpr float kHiddenShare = 0.3F;  // of the strength of a visible stroke

void blend_pixel(Image& image, std::size_t at, const Colour& colour, float share) {
    std::uint8_t* pixel = image.rgb.data() + 3 * at;
    const std::array<float, 3> to{colour.red, colour.green, colour.blue};
    for (std::size_t i = 0; i < 3; ++i) {
        const float mixed = static_cast<float>(pixel[i]) + share * (to[i] - static_cast<float>(pixel[i]));
        pixel[i] = static_cast<std::uint8_t>(std::lround(std::clamp(mixed, 0.F, 255.F)));
    }
}

/// The nearest of the pixels from 0 to `size`.
std::size_t pixel_bound(float x, std::size_t size) {
    return static_cast<std::size_t>(std::clamp(x, 0.F, static_cast<float>(size)));
}

/// How strongly strokes cover each pixel: the strongest of all, so that crossings are no darker.
struct StrokeMask {
    std::vector<float> core;
    std::vector<float> rim;
};

/// Distance of a pixel's middle from a segment of the picture, and where on it the nearest point is, in [0,
/// 1].
struct NearestOnLine {
    float distance = 0;
    float share = 0;
};
NearestOnLine nearest_on_line(float x, float y, const FloatVec3& p, const FloatVec3& q) {
    const float dx = q.x - p.x, dy = q.y - p.y;
    const float squared = dx * dx + dy * dy;
    const float share = squared > 0 ? std::clamp(((x - p.x) * dx + (y - p.y) * dy) / squared, 0.F, 1.F) : 0.F;
    return {std::hypot(x - p.x - share * dx, y - p.y - share * dy), share};
}

/// Part of the segment before the near plane, in the camera's frame.
std::optional<std::array<Vec3, 2>> before_camera(Vec3 p, Vec3 q, double near) {
    if (p.z < near && q.z < near) return std::nullopt;
    if (p.z < near) p = q + ((near - q.z) / (p.z - q.z)) * (p - q);
    if (q.z < near) q = p + ((near - p.z) / (q.z - p.z)) * (q - p);
    return std::array<Vec3, 2>{p, q};
}

void add_stroke(StrokeMask& mask, const Image& image, const Layer& layer, const Strokes& strokes,
                const std::array<FloatVec3, 2>& ends, double slack) {
    const auto& [p, q] = ends;
    const float reach = 0.5F * strokes.width + strokes.rim + 1;
    const std::size_t first_x = pixel_bound(std::min(p.x, q.x) - reach, image.width);
    const std::size_t last_x = pixel_bound(std::max(p.x, q.x) + reach + 1, image.width);
    const std::size_t first_y = pixel_bound(std::min(p.y, q.y) - reach, image.height);
    const std::size_t last_y = pixel_bound(std::max(p.y, q.y) + reach + 1, image.height);
    for (std::size_t y = first_y; y < last_y; ++y) {
        for (std::size_t x = first_x; x < last_x; ++x) {
            const NearestOnLine near =
                nearest_on_line(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F, p, q);
            const float core = std::clamp(0.5F * strokes.width + 0.5F - near.distance, 0.F, 1.F);
            const float rim = std::clamp(0.5F * strokes.width + strokes.rim + 0.5F - near.distance, 0.F, 1.F);
            if (rim <= 0) continue;
            const double depth = 1. / double{p.z + near.share * (q.z - p.z)};
            const Sample& sample = layer.at(kSamplesAcross * x, kSamplesAcross * y);
            const bool hidden = sample.part != 0 && 1. / double{sample.inverse_depth} < depth - slack;
            const float strength = hidden ? kHiddenShare : 1;
            const std::size_t at = y * image.width + x;
            mask.core[at] = std::max(mask.core[at], strength * core);
            mask.rim[at] = std::max(mask.rim[at], strength * rim);
        }
    }
}

}  // namespace

void draw_strokes(Image& image, const Layer& layer, const Camera& camera, const Strokes& strokes,
                  double slack) {
    if (strokes.segments.empty()) return;
    const Projection projection(camera, image.width, image.height);
    StrokeMask mask{std::vector<float>(image.width * image.height),
                    std::vector<float>(image.width * image.height)};
    for (const auto& [start, end] : strokes.segments) {
        const auto visible =
            before_camera(projection.to_camera(start), projection.to_camera(end), projection.near());
        if (visible)
            add_stroke(mask, image, layer, strokes,
                       {projection.to_picture((*visible)[0]), projection.to_picture((*visible)[1])}, slack);
    }
    for (std::size_t i = 0; i < mask.rim.size(); ++i) {
        if (mask.rim[i] <= 0) continue;
        blend_pixel(image, i, {255, 255, 255}, 0.75F * mask.rim[i]);
        blend_pixel(image, i, strokes.colour, mask.core[i]);
    }
}

void draw_mark(Image& image, const Camera& camera, const Vec3& point, const Colour& colour, float radius) {
    const Projection projection(camera, image.width, image.height);
    const Vec3 place = projection.to_camera(point);
    if (place.z < projection.near()) return;
    const FloatVec3 middle = projection.to_picture(place);
    const auto share = [](float distance, float half_width) {
        return std::clamp(half_width + 0.5F - std::abs(distance), 0.F, 1.F);
    };
    const std::size_t first_x = pixel_bound(middle.x - radius - 5, image.width);
    const std::size_t last_x = pixel_bound(middle.x + radius + 6, image.width);
    const std::size_t first_y = pixel_bound(middle.y - radius - 5, image.height);
    const std::size_t last_y = pixel_bound(middle.y + radius + 6, image.height);
    for (std::size_t y = first_y; y < last_y; ++y) {
        for (std::size_t x = first_x; x < last_x; ++x) {
            const float away =
                std::hypot(static_cast<float>(x) + 0.5F - middle.x, static_cast<float>(y) + 0.5F - middle.y);
            const std::size_t at = y * image.width + x;
            blend_pixel(image, at, {255, 255, 255}, 0.85F * share(away - radius, 2.6F));
            blend_pixel(image, at, colour, share(away - radius, 1.3F));
            blend_pixel(image, at, {255, 255, 255}, 0.9F * share(away, 4));
            blend_pixel(image, at, colour, share(away, 2.4F));
        }
    }
}

}  // namespace graze::cli
