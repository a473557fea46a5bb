#include "exports/raster.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace graze::cli {
namespace {

/// Larger geometries have triangles of a few pixels: shared normals would show nothing, and take memory.
constexpr std::size_t kMostSmoothTriangles = 200'000;

struct Corner {
    Vec3 place{};        ///< In the camera's frame.
    FloatVec3 normal{};  ///< The same.
};

FloatVec3 to_float(const Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Twice the area along its length; the zero vector stays.
Vec3 area_normal(const TriangleSoup& soup, const std::array<std::uint32_t, 3>& t) {
    return cross(soup.vertices[t[1]] - soup.vertices[t[0]], soup.vertices[t[2]] - soup.vertices[t[0]]);
}

Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
    const double norm = length(v);
    return norm > 0 && std::isfinite(norm) ? (1 / norm) * v : fallback;
}

/// Of a number in [-1, 1], rounded.
std::int8_t packed(float x) { return static_cast<std::int8_t>(static_cast<int>(127 * x + 128.5F) - 128); }

std::array<std::int8_t, 3> packed_normal(const FloatVec3& n) {
    const float norm = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    const float scale = norm > 0 ? 1 / norm : 0;
    return {packed(n.x * scale), packed(n.y * scale), packed(n.z * scale)};
}
/// The normal of a triangle whose corners have the same one.
using FlatNormal = std::optional<std::array<std::int8_t, 3>>;

/// What is linear over a triangle in the picture.
struct ScreenCorner {
    FloatVec3 place{};  ///< x, y, inverse depth.
    FloatVec3 normal{};
};

/// The part of a row inside of an edge from p to q, with the inside on its left: narrows [from, to].
void clip_row(const FloatVec3& p, const FloatVec3& q, float y, float& from, float& to) {
    const float dx = q.x - p.x, dy = q.y - p.y;
    if (dy == 0) {
        if (dx * (y - p.y) < 0) to = from - 1;
        return;
    }
    // From the upper end, so that both triangles of an edge have the same place, and no gap between them.
    const FloatVec3& upper = dy > 0 ? p : q;
    const float x = upper.x + dx * ((y - upper.y) / dy);
    if (dy > 0)
        to = std::min(to, x);
    else
        from = std::max(from, x);
}

/// The weights of two corners at a sample, linear in the picture. In double: over a triangle that comes close
/// to the camera, inverse depths of its corners differ so much that roundings of floats would be steps.
struct RowWeights {
    double u = 0, u_step = 0;
    double v = 0, v_step = 0;
};
RowWeights row_weights(const std::array<ScreenCorner, 3>& c, double y, double inverse_area) {
    const auto weight = [&](const FloatVec3& p, const FloatVec3& q, double& start, double& step) {
        const double dx = double{q.x} - double{p.x}, dy = double{q.y} - double{p.y};
        start = (dx * (y - double{p.y}) - dy * (0.5 - double{p.x})) * inverse_area;
        step = -dy * inverse_area;
    };
    RowWeights weights;
    weight(c[1].place, c[2].place, weights.u, weights.u_step);
    weight(c[2].place, c[0].place, weights.v, weights.v_step);
    return weights;
}

/// A triangle with all that its rows share.
struct ScreenTriangle {
    std::array<ScreenCorner, 3> corners{};
    double inverse_area = 0;
    FlatNormal flat{};
    std::uint8_t part = 0;
};

/// The row of samples y, from and to the given places.
void fill_row(Layer& layer, std::size_t y, float from, float to, const ScreenTriangle& triangle) {
    const auto first = static_cast<std::size_t>(std::ceil(std::max(from - 0.5F, 0.F)));
    const float last = std::min(std::floor(to - 0.5F), static_cast<float>(layer.width) - 1);
    if (static_cast<float>(first) > last) return;
    const auto& [c, inverse_area, flat, part] = triangle;
    const RowWeights weights = row_weights(c, static_cast<double>(y) + 0.5, inverse_area);
    const double to_u = double{c[0].place.z} - double{c[2].place.z};
    const double to_v = double{c[1].place.z} - double{c[2].place.z};
    for (std::size_t x = first; static_cast<float>(x) <= last; ++x) {
        const double u = weights.u + static_cast<double>(x) * weights.u_step;
        const double v = weights.v + static_cast<double>(x) * weights.v_step;
        const auto depth = static_cast<float>(double{c[2].place.z} + u * to_u + v * to_v);
        Sample& sample = layer.samples[y * layer.width + x];
        if (!(depth > sample.inverse_depth)) continue;
        if (flat) {
            sample = {depth, *flat, part};
            continue;
        }
        const auto s = static_cast<float>(u), t = static_cast<float>(v);
        sample = {depth, packed_normal(s * c[0].normal + t * c[1].normal + (1 - s - t) * c[2].normal), part};
    }
}

void fill_triangle(Layer& layer, const std::array<ScreenCorner, 3>& corners, std::uint8_t part) {
    ScreenTriangle triangle{corners, 0, {}, part};
    auto& c = triangle.corners;
    const auto twice_area = [](const FloatVec3& p, const FloatVec3& q, const FloatVec3& r) {
        return (double{q.x} - double{p.x}) * (double{r.y} - double{p.y}) -
               (double{q.y} - double{p.y}) * (double{r.x} - double{p.x});
    };
    double area = twice_area(c[0].place, c[1].place, c[2].place);
    if (area < 0) {
        std::swap(c[1], c[2]);
        area = -area;
    }
    if (!(area > 1e-12)) return;
    triangle.inverse_area = 1 / area;
    if (c[0].normal == c[1].normal && c[1].normal == c[2].normal) triangle.flat = packed_normal(c[0].normal);
    const auto [left, right] = std::minmax({c[0].place.x, c[1].place.x, c[2].place.x});
    if (right < 0 || left > static_cast<float>(layer.width)) return;
    const auto [low, high] = std::minmax({c[0].place.y, c[1].place.y, c[2].place.y});
    const float first = std::ceil(std::max(low - 0.5F, 0.F));
    const float last = std::min(std::floor(high - 0.5F), static_cast<float>(layer.height) - 1);
    for (float row = first; row <= last; row += 1) {
        const float y = row + 0.5F;
        float from = 0, to = static_cast<float>(layer.width);
        for (std::size_t i = 0; i < 3; ++i) clip_row(c[i].place, c[(i + 1) % 3].place, y, from, to);
        if (from <= to) fill_row(layer, static_cast<std::size_t>(row), from, to, triangle);
    }
}

/// Cuts off what is not before the near plane: a triangle becomes up to four corners.
std::size_t clip_near(const std::array<Corner, 3>& corners, double near, std::array<Corner, 4>& clipped) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Corner& p = corners[i];
        const Corner& q = corners[(i + 1) % 3];
        if (p.place.z >= near) clipped[count++] = p;
        if ((p.place.z >= near) == (q.place.z >= near)) continue;
        const double t = (near - p.place.z) / (q.place.z - p.place.z);
        const auto s = static_cast<float>(t);
        clipped[count++] = {p.place + t * (q.place - p.place), p.normal + s * (q.normal - p.normal)};
    }
    return count;
}

}  // namespace

DrawnGeometry drawn_geometry(TriangleSoup soup) {
    DrawnGeometry geometry;
    std::vector<Vec3> flat;
    for (const auto& t : soup.triangles) flat.push_back(unit_or(area_normal(soup, t), {0, 0, 1}));
    geometry.normals.resize(soup.triangles.size());
    // The triangles of each vertex, one list after the other.
    const bool smooth = soup.triangles.size() <= kMostSmoothTriangles;
    std::vector<std::uint32_t> start(soup.vertices.size() + 1, 0), around(3 * soup.triangles.size());
    for (const auto& t : soup.triangles) {
        for (const std::uint32_t corner : t) ++start[corner + 1];
    }
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    std::vector<std::uint32_t> next = start;
    for (std::size_t i = 0; i < soup.triangles.size(); ++i) {
        for (const std::uint32_t corner : soup.triangles[i])
            around[next[corner]++] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 0; i < soup.triangles.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t vertex = soup.triangles[i][k];
            Vec3 sum = flat[i];
            if (smooth) {
                sum = {};
                for (std::uint32_t at = start[vertex]; at < start[vertex + 1]; ++at) {
                    const std::uint32_t other = around[at];
                    if (dot(flat[other], flat[i]) > kCreaseCosine)
                        sum = sum + area_normal(soup, soup.triangles[other]);
                }
            }
            geometry.normals[i][k] = to_float(unit_or(sum, flat[i]));
        }
    }
    geometry.soup = std::move(soup);
    return geometry;
}

Projection::Projection(const Camera& camera, std::size_t width, std::size_t height)
    : camera_(camera),
      right_(cross(camera.forward, camera.up)),
      focal_(0.5 * static_cast<double>(height) / std::tan(kFieldOfView * std::numbers::pi / 360)),
      near_(0.02 * camera.distance),
      middle_x_(0.5 * static_cast<double>(width)),
      middle_y_(0.5 * static_cast<double>(height)) {}

Vec3 Projection::turned(const Vec3& direction) const {
    return {dot(direction, right_), dot(direction, camera_.up), dot(direction, camera_.forward)};
}

Vec3 Projection::to_camera(const Vec3& world) const { return turned(world - camera_.position); }

FloatVec3 Projection::to_picture(const Vec3& in_camera) const {
    const double scale = focal_ / in_camera.z;
    return {static_cast<float>(middle_x_ + scale * in_camera.x),
            static_cast<float>(middle_y_ - scale * in_camera.y), static_cast<float>(1 / in_camera.z)};
}

void draw(Layer& layer, const Projection& projection, const DrawnGeometry& geometry, const Pose& pose,
          std::uint8_t part) {
    std::vector<Vec3> places;
    places.reserve(geometry.soup.vertices.size());
    for (const Vec3& vertex : geometry.soup.vertices) places.push_back(projection.to_camera(pose * vertex));
    // The rotation of normals into the camera's frame.
    std::array<FloatVec3, 3> axes;
    for (std::size_t i = 0; i < 3; ++i) axes[i] = to_float(projection.turned(pose.rotation.columns[i]));
    for (std::size_t i = 0; i < geometry.soup.triangles.size(); ++i) {
        const auto& triangle = geometry.soup.triangles[i];
        if (std::ranges::all_of(triangle, [&](auto v) { return places[v].z < projection.near(); })) continue;
        std::array<Corner, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const FloatVec3& n = geometry.normals[i][k];
            corners[k] = {places[triangle[k]], n.x * axes[0] + n.y * axes[1] + n.z * axes[2]};
        }
        const Vec3 face = cross(corners[1].place - corners[0].place, corners[2].place - corners[0].place);
        // Right, up and forward are a left-handed frame: there a cross product points the other way.
        const bool away = dot(face, corners[0].place) < 0;
        for (Corner& corner : corners) {
            // z becomes towards the camera; triangles seen from behind have the opposite normals.
            corner.normal = {corner.normal.x, corner.normal.y, -corner.normal.z};
            if (away) corner.normal = -corner.normal;
        }
        std::array<Corner, 4> clipped;
        const std::size_t count = clip_near(corners, projection.near(), clipped);
        std::array<ScreenCorner, 4> screen;
        for (std::size_t k = 0; k < count; ++k)
            screen[k] = {projection.to_picture(clipped[k].place), clipped[k].normal};
        for (std::size_t k = 2; k < count; ++k)
            fill_triangle(layer, {screen[0], screen[k - 1], screen[k]}, part);
    }
}

}  // namespace graze::cli
