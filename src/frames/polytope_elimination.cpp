#include "frames/polytope_elimination.hpp"

#include <algorithm>
#include <cmath>

#include "frames/fourier_motzkin.hpp"

namespace graze {
namespace {

using fourier_motzkin::Outcome;

constexpr std::size_t kFirst =
    48;  // rows of both polytopes: two boxes have 12, two hulls of 8 vertices up to 24
constexpr std::size_t kCapacity = 1024;  // rows of all stages

struct HalfSpaceRow {
    Vec3 normal{};
    double height = 0;
    bool of_b = false;
};
using HalfSpaceRows = InPlace<HalfSpaceRow, kFirst>;

/// Range of n · x over the polytope.
Interval heights(const PolytopeView& view, const Vec3& n) noexcept {
    if (view.box) {
        const double middle = dot(n, view.centre);
        const double half = std::abs(dot(n, view.half_axes[0])) + std::abs(dot(n, view.half_axes[1])) +
                            std::abs(dot(n, view.half_axes[2]));
        return {middle - half, middle + half};
    }
    Interval range{INFINITY, -INFINITY};
    for (const Vec3& x : view.vertices) {
        const double height = dot(n, x);
        range = {std::min(range.lower, height), std::max(range.upper, height)};
    }
    return range;
}

class Rows {
public:
    HalfSpaceRows list;
    bool full = false;

    void add(const PolytopeView& view, const Vec3& normal, bool of_b) noexcept {
        full = !list.push({normal, heights(view, normal).upper, of_b}) || full;
    }
    void add_both(const PolytopeView& view, const Vec3& normal, bool of_b) noexcept {
        add(view, normal, of_b);
        add(view, -normal, of_b);
    }

    void add_polytope(const PolytopeView& view, bool of_b) noexcept {
        if (view.box) {
            for (const PolytopeView::Face& face : view.faces) add_both(view, face.normal, of_b);
        } else if (!view.flat) {
            for (const PolytopeView::Face& face : view.faces) add(view, face.normal, of_b);
        } else if (view.faces.size() > 0) {
            add_flat(view, view.faces[0].normal, of_b);
        } else {
            add_line(view, of_b);
        }
    }

private:
    /// The two sides of the plane, and inside it one row per edge, outward.
    void add_flat(const PolytopeView& view, const Vec3& plane, bool of_b) noexcept {
        add_both(view, plane, of_b);
        for (const auto& [i, j] : view.segments) {
            const Vec3 across = cross(plane, view.vertices[j] - view.vertices[i]);
            if (length_sq(across) == 0) continue;
            const Vec3 n = unit(across);
            const Interval range = heights(view, n);
            const double edge = dot(n, view.vertices[i]);
            add(view, range.upper - edge <= edge - range.lower ? n : -n, of_b);
        }
    }
    /// A segment or a point.
    void add_line(const PolytopeView& view, bool of_b) noexcept {
        const Vec3 along = view.edges.size() > 0 ? view.edges[0].direction : Vec3{1, 0, 0};
        const Vec3 first = perpendicular(along);
        for (const Vec3& n : {along, first, cross(along, first)}) add_both(view, n, of_b);
    }
};

/// x = low + size u, u in [0, 1]^3 for all of a.
struct Cube {
    Vec3 low{};
    double size = 1;
};

Cube cube_around(const PolytopeView& a, const PolytopeView& b, double error) noexcept {
    Cube cube;
    double most = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        Vec3 axis{};
        axis[k] = 1;
        const Interval range = heights(a, axis);
        cube.low[k] = range.lower - 2 * error;
        most = std::max(most, range.upper - range.lower);
    }
    // A point has no size: any length that is not tiny beside the errors will do.
    cube.size = std::max(most, 1e-3 * (a.reach + b.reach)) + 8 * error;
    if (!(cube.size > 0)) cube.size = 1;
    return cube;
}

}  // namespace

PolytopeElimination eliminate_polytopes(const PolytopeView& a, const PolytopeView& b, double error) noexcept {
    PolytopeElimination result;
    Rows rows;
    rows.add_polytope(a, false);
    rows.add_polytope(b, true);
    if (rows.full) return result;
    const Cube cube = cube_around(a, b, error);
    fourier_motzkin::Elimination<3, kFirst, kCapacity> elimination;
    elimination.clear();
    for (const HalfSpaceRow& each : rows.list) {
        fourier_motzkin::Row<3> row;
        row.a = {each.normal.x, each.normal.y, each.normal.z};
        row.sides.bound[1] = (each.height - dot(each.normal, cube.low)) / cube.size;
        // What the views are off, the rounding of height and shift, and what combinations rely on.
        row.error = (2 * error + 16 * kEps * (std::abs(each.height) + length(cube.low))) / cube.size +
                    8 * kEps * (2 + std::abs(row.upper()));
        elimination.add(row);
    }
    const Outcome outcome = elimination.run();
    result.largest = static_cast<std::uint32_t>(elimination.largest());
    if (outcome == Outcome::overflow) return result;
    result.served = true;
    if (outcome == Outcome::bounded) {
        const auto u = elimination.point();
        result.point = cube.low + Vec3{u[0], u[1], u[2]} * cube.size;
        return result;
    }
    result.apart = true;
    const auto sum = elimination.contradiction();
    std::size_t count = 0;
    const auto use = [&](const Vec3& normal, double height, double multiplier, bool of_b) {
        if (multiplier > 0 && count < PolytopeElimination::kMaxRows)
            result.rows[count++] = {normal, height, multiplier, of_b};
    };
    for (std::size_t i = 0; i < rows.list.size(); ++i)
        use(rows.list[i].normal, rows.list[i].height, sum.upper[i], rows.list[i].of_b);
    for (std::size_t k = 0; k < 3; ++k) {  // the cube's own faces bound a as well
        Vec3 axis{};
        axis[k] = sum.left[k] > 0 ? -1 : 1;
        use(axis, heights(a, axis).upper, std::abs(sum.left[k]), false);
    }
    return result;
}

}  // namespace graze
