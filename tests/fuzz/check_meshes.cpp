// Meshes made of bytes: the doctor and the builder agree on what is fit, every way to ask for the side of a
// point agrees with every other, distances have the sign of the side, and triangles intersect in both orders
// alike.
#include <algorithm>
#include <cmath>

#include "convex/ray/ray_solver.hpp"
#include "convex/ray/ray_triangles.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "fuzz/byte_source.hpp"
#include "fuzz/checks.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/solid/doctor.hpp"
#include "solid/side_of.hpp"
#include "solid/surface_distance.hpp"

namespace graze::test {
namespace {

/// Any corners on any vertices, or the faces of a closed body on any vertices: then it crosses itself and
/// folds.
TriangleSoup soup_of(ByteSource& source) {
    TriangleSoup soup;
    const std::size_t kind = source.choice(4);
    if (kind == 0) {
        soup.vertices = source.points();
        for (std::size_t i = source.choice(40); i > 0; --i) {
            // Now and then one past the end.
            const std::size_t choices =
                std::max<std::size_t>(1, soup.vertices.size()) + (i % 16 == 0 ? 1 : 0);
            const auto corner = [&] { return static_cast<std::uint32_t>(source.choice(choices)); };
            const std::uint32_t a = corner(), b = corner();
            soup.triangles.push_back({a, b, corner()});
        }
        return soup;
    }
    soup = kind == 1 ? box_mesh({1, 1, 1}) : kind == 2 ? icosphere_mesh(1, 0) : torus_mesh({1, 0.5, 3, 3});
    const bool anywhere = source.choice(2) == 0;
    for (Vec3& v : soup.vertices)
        v = anywhere ? source.vector()
                     : v + 0.0625 * Vec3{double(source.choice(9)), double(source.choice(9)), 0};
    for (std::size_t i = source.choice(4); i > 0; --i) {
        auto& t = soup.triangles[source.choice(soup.triangles.size())];
        if (source.choice(8) == 0) std::swap(t[0], t[1]);
    }
    return soup;
}

std::string fault_of_report(const MeshReport& report, const TriangleSoup& soup) {
    if (report.text().empty()) return "a report without words";
    for (const MeshFinding& f : report.findings) {
        if (f.count == 0 || f.first.empty() || f.first.size() > f.count || f.text.empty())
            return "a finding that says nothing";
        for (const MeshOffender& o : f.first) {
            if (o.element >= std::max(soup.vertices.size(), soup.triangles.size()))
                return "an offender that does not exist";
        }
    }
    return std::isnan(report.volume) ? "a volume that is NaN" : "";
}

const char* name(PointSide side) {
    return side == PointSide::inside ? "inside" : side == PointSide::outside ? "outside" : "boundary";
}

std::string fault_of_side(const Mesh& mesh, const Vec3& p, ByteSource& source) {
    using inside_detail::Parity;
    const PointSide side = side_of(mesh.data(), p);
    const PointSide slow = inside_detail::side_by_all_triangles(mesh.data(), Pose::identity(), {nullptr, p});
    if (side != slow)
        return std::string("a point is ") + name(side) + " by a ray and " + name(slow) + " by all triangles";
    const Parity expected = side == PointSide::inside    ? Parity::odd
                            : side == PointSide::outside ? Parity::even
                                                         : Parity::boundary;
    for (std::size_t k = 0; k < 6; ++k) {
        const Vec3 d{static_cast<double>(source.choice(5)) - 2, static_cast<double>(source.choice(5)) - 2,
                     static_cast<double>(source.choice(5)) - 2};
        if (d == Vec3{}) continue;
        if (inside_detail::ray_parity(mesh.data(), p, d, true) != expected) return "a symbolic ray disagrees";
        const Parity plain = inside_detail::ray_parity(mesh.data(), p, d, false);
        if (plain != expected && plain != Parity::unclear) return "a plain ray disagrees";
    }
    const Pose pose = source.pose();
    if (!(orthonormality_defect(pose.rotation) <= 1e-6) || !is_finite(pose.position) ||
        max_component(abs(pose.position)) > 1e100)
        return {};
    const PointSide placed = side_of(mesh.data(), pose, {nullptr, p});
    if (placed != inside_detail::side_by_all_triangles(mesh.data(), pose, {nullptr, p}))
        return "a placed point disagrees";
    if (side_of(mesh.data(), pose, {&pose, p}) != side) return "a point placed with the mesh changes sides";
    const PointDistance distance = distance_from_point({mesh, pose}, p);
    if (!(distance.distance.lower <= distance.distance.upper)) return "a distance is out of order";
    if (placed == PointSide::inside && !(distance.distance.upper <= 0)) return "an inside point is apart";
    if (placed == PointSide::outside && !(distance.distance.lower >= 0)) return "an outside point is deep";
    return placed == PointSide::boundary && distance.distance != Interval(0)
               ? "a point of the surface is not at distance zero"
               : "";
}

std::string fault_of_pairs(const Mesh& mesh, ByteSource& source) {
    const Pose a = source.pose(), b = source.choice(2) == 0 ? a : source.pose();
    const auto usable = [](const Pose& pose) {
        return orthonormality_defect(pose.rotation) <= 1e-6 && is_finite(pose.position) &&
               max_component(abs(pose.position)) <= 1e100;
    };
    if (!usable(a) || !usable(b)) return {};
    const TriangleView there(a, b, mesh.data().reach), back(b, a, mesh.data().reach);
    for (int i = 0; i < 8; ++i) {
        const Triangle x = mesh.triangle(source.choice(mesh.triangle_count())),
                       y = mesh.triangle(source.choice(mesh.triangle_count()));
        const TriangleIntersection found = intersection(there, x, y);
        if (contact(there, x, y) != found.contact || contact(back, y, x) != found.contact)
            return "triangles meet in one order only";
        if (found.contact == TriangleContact::disjoint) continue;
        if (!is_finite(found.segment.a) || !is_finite(found.segment.b) || !(found.error >= 0))
            return "a common segment is not finite";
    }
    return {};
}

/// A ray hits exactly when exact signs say so of some triangle, but for rays along a face.
std::string fault_of_ray(const Mesh& mesh, ByteSource& source) {
    const Pose pose = source.pose();
    const Vec3 origin = source.vector(), at = mesh.vertices()[source.choice(mesh.vertices().size())];
    const Ray ray{origin, source.choice(2) == 0 ? source.vector() : pose * at - origin};
    if (check(Placed{mesh, pose}).has_value() == false || !ray_served(ray)) return {};
    bool surely = false, perhaps = false;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const LineIntersection crossing = intersects_exactly(ray, pose, mesh.triangle(i));
        surely = surely || crossing == LineIntersection::yes;
        perhaps = perhaps || crossing != LineIntersection::no;
    }
    const auto hit = raycast(ray, {mesh, pose});
    if (surely && !hit) return "a ray misses what it hits";
    if (hit && !perhaps && mesh.kind() == MeshKind::surface) return "a ray hits what it misses";
    if (!hit) return {};
    const bool ordered =
        hit->bounds.lower >= 0 && hit->bounds.contains(hit->t) && std::isfinite(hit->bounds.upper);
    return ordered && is_finite(hit->normal) && is_finite(hit->point)
               ? ""
               : "a hit is not in its bounds, or not finite";
}

std::string fault_of_mesh(const Mesh& mesh, ByteSource& source) {
    std::vector<Vec3> moved(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : moved) v = {v.y, v.z, v.x};
    if (!mesh.with_vertices(moved)) return "turned vertices were refused";
    const Vec3 x = source.vector(), y = source.vector(), z = source.vector();
    const Shape image = transformed(mesh, {{{x, y, z}}, source.vector()});
    if (image.valid() == image.fault().has_value()) return "an image's validity and fault disagree";
    if (image.valid() && !(image.reach() <= 1e100)) return "an image is out of range";
    return fault_of_pairs(mesh, source);
}

}  // namespace

std::string fault_of_meshes(std::span<const std::uint8_t> bytes) {
    ByteSource source(bytes);
    const TriangleSoup soup = soup_of(source);
    const MeshReport report = examine(soup.vertices, soup.triangles);
    if (std::string fault = fault_of_report(report, soup); !fault.empty()) return fault;
    const auto surface = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::surface});
    const auto solid = Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
    if (surface.has_value() != report.fit_for_surface())
        return "the doctor and the builder disagree on a surface:\n" + report.text();
    if (solid.has_value() != report.fit_for_solid())
        return "the doctor and the builder disagree on a solid:\n" + report.text();
    if (!surface && surface.error().message().empty()) return "a refusal without a message";
    if (!solid && solid.error().message().empty()) return "a refusal without a message";
    if (!surface) return {};
    if (std::string fault = fault_of_mesh(*surface, source); !fault.empty()) return fault;
    for (int i = 0; solid && i < 4; ++i) {
        const Vec3 p = i == 0 ? solid->vertices()[source.choice(solid->vertices().size())] : source.vector();
        if (!is_finite(p) || max_component(abs(p)) > 1e100) continue;
        if (std::string fault = fault_of_side(*solid, p, source); !fault.empty()) return fault;
    }
    for (int i = 0; i < 4; ++i) {
        if (std::string fault = fault_of_ray(*surface, source); !fault.empty()) return fault;
    }
    return solid ? fault_of_ray(*solid, source) : "";
}

}  // namespace graze::test
