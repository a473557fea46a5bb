// Sutherland and Hodgman's clipping, face by face; the new face of a cut cell is a large square clipped by
// the others.
#include "solid/bsp_cell.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

/// Much larger than the cell, in the plane.
Polygon square_in(const Plane& plane, const Cell& cell) {
    const Vec3 origin = cell.middle();
    double reach = 0;
    for (const CellFace& face : cell.faces) {
        for (const Vec3& v : face.loop) reach = std::max(reach, length(v - origin));
    }
    const Vec3 centre = origin - plane(origin) * plane.normal;
    const Vec3 u = 4 * reach * perpendicular(plane.normal), v = cross(plane.normal, u);
    return {centre - u - v, centre + u - v, centre + u + v, centre - u + v};
}

}  // namespace

Polygon clipped(const Polygon& polygon, const Plane& plane, Half keep, double thickness) {
    const double sign = keep == Half::above ? 1 : -1;
    Polygon kept;
    bool beyond = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double at_p = sign * plane(p), at_q = sign * plane(q);
        beyond = beyond || at_p > thickness;
        if (at_p >= -thickness) kept.push_back(p);
        if ((at_p < -thickness && at_q > thickness) || (at_p > thickness && at_q < -thickness))
            kept.push_back(p + (at_p / (at_p - at_q)) * (q - p));
    }
    return beyond && kept.size() >= 3 ? kept : Polygon{};
}

Cell Cell::around(const Aabb& box) {
    Cell cell;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double sign : {-1.0, 1.0}) {
            CellFace face;
            face.plane.normal = {};
            face.plane.normal[axis] = sign;
            face.plane.offset = sign > 0 ? -box.max[axis] : box.min[axis];
            const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
            Vec3 corner = sign > 0 ? box.max : box.min;
            for (const auto& [on_i, on_j] : {std::pair{false, false}, std::pair{true, false},
                                             std::pair{true, true}, std::pair{false, true}}) {
                corner[i] = on_i ? box.max[i] : box.min[i];
                corner[j] = on_j ? box.max[j] : box.min[j];
                face.loop.push_back(corner);
            }
            cell.faces.push_back(std::move(face));
        }
    }
    return cell;
}

Vec3 Cell::middle() const noexcept {
    Vec3 sum{};
    double count = 0;
    for (const CellFace& face : faces) {
        for (const Vec3& v : face.loop) {
            sum += v;
            ++count;
        }
    }
    return count > 0 ? sum * (1 / count) : sum;
}

double Cell::volume() const noexcept {
    const Vec3 origin = middle();
    double sum = 0;
    for (const CellFace& face : faces) {
        // Unsigned, because loops are wound either way.
        for (std::size_t i = 2; i < face.loop.size(); ++i)
            sum +=
                std::abs(dot(face.loop[0] - origin, cross(face.loop[i - 1] - origin, face.loop[i] - origin)));
    }
    return sum / 6;
}

Cell clipped(const Cell& cell, const Plane& plane, Half keep, double thickness) {
    Cell part;
    Polygon cap = square_in(plane, cell);
    bool cut = false;
    for (const CellFace& face : cell.faces) {
        Polygon loop = clipped(face.loop, plane, keep, thickness);
        cut = cut || std::any_of(face.loop.begin(), face.loop.end(), [&](const Vec3& v) {
                  return (keep == Half::above ? -plane(v) : plane(v)) > thickness;
              });
        if (!loop.empty()) part.faces.push_back({std::move(loop), face.plane});
        if (!cap.empty()) cap = clipped(cap, face.plane, Half::below, 0);
    }
    if (cut && !cap.empty())
        part.faces.push_back(
            {std::move(cap), keep == Half::above ? Plane{-plane.normal, -plane.offset} : plane});
    return part;
}

}  // namespace graze
