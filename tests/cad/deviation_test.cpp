// The deviations that graze::cad gives, against brute force: points of the exact faces and their distances to
// the mesh, points of the mesh and their distances to the exact faces.
#include <BRepAdaptor_Surface.hxx>
#include <BRepBuilderAPI_MakeVertex.hxx>
#include <BRepExtrema_DistShapeShape.hxx>
#include <BRepTools.hxx>
#include <BRepTopAdaptor_FClass2d.hxx>
#include <BRep_Builder.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Face.hxx>

#include <functional>
#include <random>

#include <gtest/gtest.h>

#include <graze/cad/cad.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/query/query.hpp>

#include "deviation.hpp"
#include "io/temporary_folder.hpp"
#include "models.hpp"

namespace graze::test {
namespace {

using Random = std::mt19937_64;

double uniform(Random& random, double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
}

cad::Options options() {
    cad::Options options;
    options.reader = GRAZE_TEST_CAD_READER;
    return options;
}

/// The mesh as a skin.
Placed skin_of(const io::Part& part) {
    const MeshData& data = *mesh_data(part.shape);
    const auto skin = Mesh::build(data.vertices, data.triangles.copied(), {.kind = MeshKind::surface});
    EXPECT_TRUE(skin);
    return {Shape(*skin), part.pose};
}

/// The largest distance to the mesh of points of the faces.
double faces_to_mesh(const TopoDS_Shape& shape, const Placed& skin, int count, Random& random) {
    double most = 0;
    for (TopExp_Explorer each(shape, TopAbs_FACE); each.More(); each.Next()) {
        const TopoDS_Face face = TopoDS::Face(each.Current());
        const BRepAdaptor_Surface surface(face);
        BRepTopAdaptor_FClass2d inside(face, 1e-9);
        double u[2];
        double v[2];
        BRepTools::UVBounds(face, u[0], u[1], v[0], v[1]);
        for (int i = 0; i < count; ++i) {
            const gp_Pnt2d at(uniform(random, u[0], u[1]), uniform(random, v[0], v[1]));
            if (inside.Perform(at) == TopAbs_OUT) continue;
            const gp_Pnt p = surface.Value(at.X(), at.Y());
            const Placed point{Point{}, Pose::translation({p.X(), p.Y(), p.Z()})};
            most = std::max(most, separation(point, skin).distance.lower);
        }
    }
    return most;
}

/// The largest distance to the faces of points of the mesh.
double mesh_to_faces(const TopoDS_Shape& shape, const io::Part& part, int count, Random& random) {
    BRep_Builder builder;
    TopoDS_Compound faces;
    builder.MakeCompound(faces);
    for (TopExp_Explorer each(shape, TopAbs_FACE); each.More(); each.Next())
        builder.Add(faces, each.Current());
    const MeshData& data = *mesh_data(part.shape);
    double most = 0;
    for (int i = 0; i < count; ++i) {
        const Triangle t = data.triangle(static_cast<std::size_t>(random() % data.triangles.size()));
        double a = uniform(random, 0, 1);
        double b = uniform(random, 0, 1);
        if (i % 3 == 0) b = 0;  // on edges, which is where sagittas are
        if (a + b > 1) a = 1 - a, b = 1 - b;
        const Vec3 p = part.pose * (t.a + a * (t.b - t.a) + b * (t.c - t.a));
        const BRepExtrema_DistShapeShape distance(BRepBuilderAPI_MakeVertex(gp_Pnt(p.x, p.y, p.z)).Shape(),
                                                  faces);
        most = std::max(most, distance.Value());
    }
    return most;
}

struct Case {
    const char* name;
    std::function<TopoDS_Shape()> make;
    bool bounded = true;
    double slack = 3;  ///< The bound is no more than this times what is found.
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"box", [] { return box(3, 4, 5); }, true, 1e9},
        {"cylinder", [] { return cylinder(4, 10); }},
        {"cone", [] { return cone(4, 1, 6); }},
        {"apex", [] { return cone(4, 0, 6); }, true, 6},
        {"sphere", [] { return sphere(5); }, true, 6},
        {"torus", [] { return torus(6, 2); }, true, 6},
        {"plate", [] { return plate_with_hole(20, 5, 4); }},
        {"crossed", [] { return crossed_cylinders(5, 2, 20); }, true, 12},
        {"wavy", [] { return wavy_block(10); }, true, 40},
        {"vase", [] { return vase(5, 12); }, true, 40},
    };
    return all;
}

TEST(CadDeviation, BoundsWhatBruteForceFinds) {
    Random random(7);
    const TemporaryFolder folder;
    for (const Case& each : cases()) {
        const TopoDS_Shape shape = each.make();
        const auto file = folder / (std::string{each.name} + ".brep");
        write_brep(shape, file);
        auto read = cad::File::open(file, options());
        ASSERT_TRUE(read) << read.error().message();
        for (const double deflection : {0.0, 0.02}) {
            if (deflection > 0) {
                const auto finer = read->refine(0, deflection);
                ASSERT_TRUE(finer) << finer.error().message();
            }
            const io::Part& part = read->document().parts[0];
            EXPECT_EQ(mesh_data(part.shape)->options.kind, MeshKind::solid) << each.name;
            EXPECT_EQ(part.deviation.estimated, !each.bounded) << each.name;
            const double to_mesh = faces_to_mesh(shape, skin_of(part), 400, random);
            const double to_faces = mesh_to_faces(shape, part, 150, random);
            const double found = std::max(to_mesh, to_faces);
            EXPECT_LE(found, part.deviation.bound) << each.name;
            EXPECT_LE(part.deviation.bound, each.slack * found + 1e-6) << each.name;
            std::printf("%-9s %7zu triangles, bound %.3g, found %.3g and %.3g %s\n", each.name,
                        mesh_data(part.shape)->triangles.size(), part.deviation.bound, to_mesh, to_faces,
                        read->document().notes.empty() ? "" : read->document().notes.back().c_str());
        }
    }
}

/// S(u, v) of a closed form, and its bounds over a box.
struct Surface {
    std::function<Vec3(double, double)> at;
    std::function<cad::PatchBounds(const cad::UvBox&)> bounds;
};

TEST(CadDeviation, ClosedFormsHoldForRandomTriangles) {
    Random random(11);
    const auto sides = [](double u) { return Vec3{std::cos(u), std::sin(u), 0}; };
    for (int round = 0; round < 400; ++round) {
        const double r = uniform(random, 0.1, 3);
        const double large = uniform(random, 0.1, 5);
        const double angle = uniform(random, -1.4, 1.4);
        const std::vector<Surface> surfaces{
            {[=](double u, double v) {
                 return r * sides(u) + Vec3{0, 0, v};
             },
             [=](const cad::UvBox&) { return cad::cylinder_bounds(r); }},
            {[=](double u, double v) {
                 return (r + v * std::sin(angle)) * sides(u) + Vec3{0, 0, v * std::cos(angle)};
             },
             [=](const cad::UvBox& box) { return cad::cone_bounds(r, angle, box); }},
            {[=](double u, double v) {
                 return r * std::cos(v) * sides(u) + Vec3{0, 0, r * std::sin(v)};
             },
             [=](const cad::UvBox& box) { return cad::sphere_bounds(r, box); }},
            {[=](double u, double v) {
                 return (large + r * std::cos(v)) * sides(u) + Vec3{0, 0, r * std::sin(v)};
             },
             [=](const cad::UvBox& box) { return cad::torus_bounds(large, r, box); }},
        };
        for (const Surface& surface : surfaces) {
            std::array<std::array<double, 2>, 3> uv{};
            const double width = uniform(random, 0.01, 1.5);
            const double u0 = uniform(random, -6, 6);
            const double v0 = uniform(random, -1.5, 1.5);
            cad::UvBox box{{1e9, -1e9}, {1e9, -1e9}};
            for (auto& [u, v] : uv) {
                u = u0 + uniform(random, 0, width);
                v = v0 + uniform(random, 0, width);
                box.u = {std::min(box.u.lower, u), std::max(box.u.upper, u)};
                box.v = {std::min(box.v.lower, v), std::max(box.v.upper, v)};
            }
            const double bound = cad::interpolation_error(surface.bounds(box), box);
            double found = 0;
            for (int i = 0; i < 60; ++i) {
                double a = uniform(random, 0, 1);
                double b = uniform(random, 0, 1);
                if (a + b > 1) a = 1 - a, b = 1 - b;
                const std::array<double, 3> w{1 - a - b, a, b};
                Vec3 flat{};
                double u = 0;
                double v = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    flat = flat + w[k] * surface.at(uv[k][0], uv[k][1]);
                    u += w[k] * uv[k][0];
                    v += w[k] * uv[k][1];
                }
                found = std::max(found, length(surface.at(u, v) - flat));
            }
            ASSERT_LE(found, cad::padded(bound, 10)) << round << " " << (&surface - surfaces.data());
        }
    }
}

}  // namespace
}  // namespace graze::test
