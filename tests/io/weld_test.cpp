// Seams of files: STL closes them by default, other formats on request, and never more than asked for.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/solid/doctor.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"
#include "mesh/facets.hpp"

namespace graze::test {
namespace {

const MeshData* mesh_in(const std::filesystem::path& file, const io::ReadOptions& options = {}) {
    static io::Document document;  // keeps the mesh for as long as the test uses it
    auto read = io::read_document(file, options);
    EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().message());
    if (!read) return nullptr;
    document = *std::move(read);
    EXPECT_EQ(document.parts.size(), 1U);
    return mesh_data(document.parts[0].shape);
}

bool is_solid(const std::filesystem::path& file, const io::ReadOptions& options = {}) {
    const MeshData* mesh = mesh_in(file, options);
    return mesh != nullptr && mesh->options.kind == MeshKind::solid;
}

io::ReadOptions welding(double relative) {
    io::ReadOptions options;
    options.weld = relative;
    return options;
}

/// A cube whose facets have the corner at the origin as programs compute it: a little off, in each facet by
/// something else.
TriangleSoup cube_with_noise(double by) {
    Random random(4);
    TriangleSoup cube = scaled(box_mesh({0.5, 0.5, 0.5}), 20, {0.5, 0.5, 0.5});
    TriangleSoup facets = facets_of(cube, 0, random);
    for (Vec3& v : facets.vertices) {
        for (std::size_t i = 0; i < 3; ++i) v[i] += v[i] == 0 ? random.uniform(-by, by) : 0;
    }
    return facets;
}

TEST(WeldOfFiles, CubesWhoseCornersDifferInTheLastBitsAreSolids) {
    const TemporaryFolder folder;
    const TriangleSoup noisy = cube_with_noise(1e-12);
    for (const auto& file :
         {folder.write("text.stl", stl_text(noisy)), folder.write("bytes.stl", stl_bytes(noisy))}) {
        EXPECT_TRUE(is_solid(file)) << file;
        EXPECT_EQ(mesh_in(file)->vertices.size(), 8U) << file;
        EXPECT_FALSE(is_solid(file, welding(0))) << file;
        EXPECT_FALSE(is_solid(file, welding(1e-15))) << file;
        EXPECT_TRUE(is_solid(file, welding(1e-6))) << file;
    }
}

TEST(WeldOfFiles, NoiseBeyondTheToleranceStaysOpenUntilItIsRaised) {
    const TemporaryFolder folder;
    const auto file = folder.write("coarse.stl", stl_bytes(cube_with_noise(1e-5)));
    EXPECT_FALSE(is_solid(file));
    EXPECT_TRUE(is_solid(file, welding(1e-6)));
}

TEST(WeldOfFiles, FormatsWithSharedVerticesAreTakenAtTheirWord) {
    const TemporaryFolder folder;
    const TriangleSoup noisy = cube_with_noise(1e-12);
    for (const auto& file : {folder.write("a.obj", obj_text(noisy)), folder.write("a.ply", ply_text(noisy)),
                             folder.write("a.off", off_text(noisy))}) {
        EXPECT_FALSE(is_solid(file)) << file;
        EXPECT_TRUE(is_solid(file, welding(1e-9))) << file;
    }
}

TEST(WeldOfFiles, ExportsAtAllScalesCloseAgain) {
    const TemporaryFolder folder;
    Random random(5);
    for (const double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        const TriangleSoup mesh = scaled(gear_mesh({}), scale, {0.3, 0.1, -0.2});
        const MeshReport whole = examine(mesh.vertices, mesh.triangles);
        const TriangleSoup facets = facets_of(mesh, scale * 2e-10, random);
        ASSERT_TRUE(is_solid(folder.write("gear.stl", stl_text(facets)))) << scale;
        const MeshData& read = *mesh_in(folder / "gear.stl");
        EXPECT_EQ(read.vertices.size(), mesh.vertices.size()) << scale;
        EXPECT_EQ(read.triangles.size(), mesh.triangles.size()) << scale;
        EXPECT_NEAR(examine(read.vertices.copied(), read.triangles.copied()).volume / whole.volume, 1, 1e-7)
            << scale;
        const auto units = folder.write("other.stl", stl_text(shuffled(facets, random)));
        EXPECT_TRUE(is_solid(units)) << scale;
        io::ReadOptions inches;
        inches.unit_scale = 0.0254;
        EXPECT_TRUE(is_solid(units, inches)) << scale;
    }
}

TEST(WeldOfFiles, ScenesChooseForEachPart) {
    const TemporaryFolder folder;
    folder.write("cube.stl", stl_text(cube_with_noise(1e-12)));
    const auto scene = [&](const std::string& weld) {
        return io::read_scene(R"({"format": "graze-scene", "version": 1, "parts": [
            {"name": "default", "file": "cube.stl"}, {"name": "chosen", "file": "cube.stl", "weld": )" +
                                  weld + R"(},
            {"name": "shape", "shape": {"type": "file", "file": "cube.stl", "weld": )" +
                                  weld + "}}]}",
                              folder.path());
    };
    for (const auto& [weld, solid] :
         {std::pair{"0", false}, std::pair{"1e-9", true}, std::pair{"0.1", true}}) {
        const auto document = scene(weld);
        ASSERT_TRUE(document.has_value()) << document.error().message();
        const auto kind = [&](std::size_t i) {
            return mesh_data(document->parts[i].shape)->options.kind == MeshKind::solid;
        };
        EXPECT_TRUE(kind(0));
        EXPECT_EQ(kind(1), solid) << weld;
        EXPECT_EQ(kind(2), solid) << weld;
    }
    for (const char* bad : {"-1", "0.2", "0.1000001"}) {
        const auto document = scene(bad);
        ASSERT_FALSE(document.has_value()) << bad;
        EXPECT_EQ(document.error().element, "parts[1].weld");
        EXPECT_NE(document.error().hint.find("1e-9"), std::string::npos);
    }
}

TEST(WeldOfFiles, BadTolerancesAreRefused) {
    const TemporaryFolder folder;
    const auto file = folder.write("cube.stl", stl_text(cube_with_noise(0)));
    for (const double bad :
         {-1e-9, 0.11, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        const auto read = io::read_document(file, welding(bad));
        ASSERT_FALSE(read.has_value()) << bad;
        EXPECT_NE(read.error().reason.find("weld"), std::string::npos) << read.error().message();
        EXPECT_EQ(read.error().file, file.string());
    }
}

TEST(WeldOfFiles, TrianglesAreReadAsTheyAre) {
    const TemporaryFolder folder;
    const TriangleSoup noisy = cube_with_noise(1e-12);
    const auto read = io::read_triangles(folder.write("cube.stl", stl_text(noisy)));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(sorted_facets((*read)[0].triangles), sorted_facets(noisy));
    EXPECT_EQ((*read)[0].weld, kDefaultWeld);
    EXPECT_EQ((*io::read_triangles(folder.write("cube.obj", obj_text(noisy))))[0].weld, 0);
    EXPECT_EQ((*io::read_triangles(folder / "cube.obj", welding(1e-7)))[0].weld, 1e-7);
}

}  // namespace
}  // namespace graze::test
