#include "mesh/shell_winding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "mesh/point_side.hpp"
#include "mesh/topology.hpp"

namespace graze::mesh_parts {
namespace {

/// Triangles at which a shell is tested.
constexpr std::size_t kTestedTriangles = 4;
/// How far beside a triangle its sides are examined, as a share of its size.
constexpr double kBeside = 1e-6;

enum class Winding : std::uint8_t { outward, inward, unknown };

Winding winding_of(const MeshData& mesh, std::uint32_t triangle) noexcept {
    const Triangle t = mesh.triangle(triangle);
    const Vec3 across = cross(t.b - t.a, t.c - t.a);
    const double size = std::sqrt(length(across)), beside = std::max(kBeside * size, 64 * kEps * mesh.reach);
    if (!(size > 0) || !std::isfinite(size) || !(beside < size)) return Winding::unknown;
    const Vec3 middle = (t.a + t.b + t.c) * (1.0 / 3), step = beside * unit(across);
    const PointSide front = side_of(mesh, middle + step), back = side_of(mesh, middle - step);
    if (front == PointSide::outside && back == PointSide::inside) return Winding::outward;
    return front == PointSide::inside && back == PointSide::outside ? Winding::inward : Winding::unknown;
}

double area_of(const Triangle& t) noexcept { return length(cross(t.b - t.a, t.c - t.a)); }

/// The largest triangles of a shell, first those.
void bring_largest_forward(const MeshData& mesh, std::vector<std::uint32_t>& shell) {
    const std::size_t tested = std::min(kTestedTriangles, shell.size());
    std::partial_sort(shell.begin(), shell.begin() + static_cast<std::ptrdiff_t>(tested), shell.end(),
                      [&](std::uint32_t i, std::uint32_t j) {
                          const double a = area_of(mesh.triangle(i)), b = area_of(mesh.triangle(j));
                          return a > b || (a == b && i < j);
                      });
}

/// Of the first of its largest triangles that decides.
Winding winding_of(const MeshData& mesh, std::vector<std::uint32_t>& shell) {
    bring_largest_forward(mesh, shell);
    for (std::size_t i = 0; i < std::min(kTestedTriangles, shell.size()); ++i) {
        if (const Winding winding = winding_of(mesh, shell[i]); winding != Winding::unknown) return winding;
    }
    return Winding::unknown;
}

std::vector<std::vector<std::uint32_t>> shells_of(const MeshData& mesh) {
    WindingSets sets =
        shells_over(EdgeTable(mesh.triangles.plain(), first_at_place(mesh.vertices)), mesh.triangles.size());
    std::vector<std::vector<std::uint32_t>> shells;
    std::vector<std::uint32_t> number(mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const std::uint32_t root = sets.find(t).root;
        // Roots may come after their members: a shell is numbered when the first of either is visited.
        if (number[root] == 0) {
            shells.emplace_back();
            number[root] = static_cast<std::uint32_t>(shells.size());
        }
        shells[number[root] - 1].push_back(t);
    }
    return shells;
}

}  // namespace

void turn_shells_outward(MeshData& mesh) {
    if (mesh.options.kind != MeshKind::solid || mesh.shell_vertices.size() < 2) return;
    std::vector<std::vector<std::uint32_t>> shells = shells_of(mesh);
    std::vector<const std::vector<std::uint32_t>*> inward;
    for (std::vector<std::uint32_t>& shell : shells) {
        if (winding_of(mesh, shell) == Winding::inward) inward.push_back(&shell);
    }
    for (const std::vector<std::uint32_t>* shell : inward) {
        for (const std::uint32_t t : *shell)
            std::swap(mesh.triangles.plain()[t][1], mesh.triangles.plain()[t][2]);
    }
}

}  // namespace graze::mesh_parts
