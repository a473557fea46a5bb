// Small files that ask for much work: names taken many times, points named by many primitives, scenes that
// multiply. Each ends soon, read or refused. The bounds on time are many times what is needed, and a small
// part of what the plain way takes.
#include <gtest/gtest.h>

#include <ctime>
#include <sstream>

#include "graze/io/document.hpp"
#include "graze/mesh/mesh.hpp"
#include "io/mesh_texts.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

using io::Document;

/// Seconds of the processor. Work that grows with the square of the file takes far longer, with sanitizers or
/// without.
#ifdef __SANITIZE_ADDRESS__
constexpr double kSoon = 15;
#else
constexpr double kSoon = 3;
#endif

class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC;
    }

private:
    std::clock_t start_ = std::clock();
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Amplification, EqualNamesAreCountedOn) {
    constexpr int kCount = 16'000;
    const TemporaryFolder folder;
    std::ostringstream nodes, roots;
    for (int i = 0; i < kCount; ++i) {
        nodes << (i > 0 ? "," : "") << R"({"name": "bolt", "mesh": 0})";
        roots << (i > 0 ? "," : "") << i;
    }
    std::string text = replaced(gltf_text(box_mesh({1, 1, 1})), R"({"name": "one", "mesh": 0})", nodes.str());
    text = replaced(text, R"("scenes": [{"nodes": [0]}])", R"("scenes": [{"nodes": [)" + roots.str() + "]}]");
    const auto file = folder.write("bolts.gltf", text);
    const Stopwatch watch;
    const auto document = io::read_document(file);
    EXPECT_LT(watch.seconds(), kSoon);
    ASSERT_TRUE(document.has_value()) << document.error().message();
    ASSERT_EQ(document->parts.size(), std::size_t{kCount});
    EXPECT_EQ(document->parts[0].name, "bolt");
    EXPECT_EQ(document->parts[1].name, "bolt-2");
    EXPECT_EQ(document->parts.back().name, "bolt-16000");
}

TEST(Amplification, ManyDocumentsAreAppendedAtOnce) {
    constexpr std::size_t kCount = 10'000;
    Document one;
    one.parts.resize(1);
    one.parts[0].name = "part*";
    one.exclusions = {{"part\\*", "part*", ""}};
    Document all = one;
    const Stopwatch watch;
    append(all, std::vector<Document>(kCount, one));
    EXPECT_LT(watch.seconds(), kSoon);
    ASSERT_EQ(all.parts.size(), kCount + 1);
    EXPECT_EQ(all.parts[0].name, "part*");
    EXPECT_EQ(all.parts[1].name, "part*-2");
    EXPECT_EQ(all.parts.back().name, "part*-10001");
    EXPECT_EQ(all.exclusions.back().a, "part\\*-10001");  // follows the one part
    EXPECT_EQ(all.exclusions.back().b, "part*");          // a pattern
}

TEST(Amplification, AppendedNamesAreFollowedOnce) {
    Document to, from;
    to.parts.resize(1);
    to.parts[0].name = "a";
    from.parts.resize(2);
    from.parts[0].name = "a";
    from.parts[1].name = "a-2";
    from.exclusions = {{"a", "a-2", ""}};
    append(to, from);
    EXPECT_EQ(to.parts[1].name, "a-2");
    EXPECT_EQ(to.parts[2].name, "a-2-2");
    EXPECT_EQ(to.exclusions[0].a, "a-2");
    EXPECT_EQ(to.exclusions[0].b, "a-2-2");
}

/// A file of one mesh whose primitives take single triangles out of `accessors` views of the same positions,
/// one after the other.
std::string sliced_gltf(std::size_t points, std::size_t primitives, std::size_t accessors) {
    std::string bytes;
    for (const std::uint32_t index : {2U, 0U, 1U}) bytes += bytes_of(index);
    for (std::size_t i = 0; i < points; ++i) {
        for (const float x : {static_cast<float>(i % 2), static_cast<float>(i), 0.0F}) bytes += bytes_of(x);
    }
    std::ostringstream text;
    text
        << R"({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "buffers": [{"byteLength": )"
        << bytes.size() << R"(, "uri": "data:application/octet-stream;base64,)" << base64(bytes)
        << R"("}], "bufferViews": [{"buffer": 0, "byteLength": 12}, {"buffer": 0, "byteOffset": 12, "byteLength": )"
        << 12 * points
        << R"(}], "accessors": [{"bufferView": 0, "componentType": 5125, "count": 3, "type": "SCALAR"})";
    for (std::size_t i = 0; i < accessors; ++i)
        text << R"(, {"bufferView": 1, "componentType": 5126, "type": "VEC3", "count": )" << points << "}";
    text << R"(], "meshes": [{"primitives": [)";
    for (std::size_t i = 0; i < primitives; ++i)
        text << (i > 0 ? "," : "") << R"({"indices": 0, "attributes": {"POSITION": )" << 1 + i % accessors
             << "}}";
    text << "]}]}";
    return text.str();
}

TEST(Amplification, PrimitivesTakeOnlyTheirOwnPoints) {
    const TemporaryFolder folder;
    io::ReadOptions options;
    options.up = 'z';
    for (const std::size_t accessors : {1, 2}) {
        const auto file = folder.write("slices.gltf", sliced_gltf(100'000, 20'000, accessors));
        const Stopwatch watch;
        const auto triangles = io::read_triangles(file, options);
        EXPECT_LT(watch.seconds(), kSoon) << accessors;
        ASSERT_TRUE(triangles.has_value()) << triangles.error().message();
        ASSERT_EQ(triangles->size(), 1U);
        const TriangleSoup& soup = triangles->front().triangles;
        ASSERT_EQ(soup.triangles.size(), 20'000U);
        ASSERT_EQ(soup.vertices.size(), 60'000U);
        EXPECT_EQ(soup.vertices[59'998], (Vec3{1, 1, 0}));  // the points in their own order
        EXPECT_EQ(soup.triangles.back(), (std::array<std::uint32_t, 3>{59'999, 59'997, 59'998}));
    }
}

TEST(Amplification, BytesAreNotReadAgainAndAgain) {
    const TemporaryFolder folder;
    io::ReadOptions options;
    options.limits.triangles = 100'000;
    const auto file = folder.write("views.gltf", sliced_gltf(100'000, 2000, 2000));
    const Stopwatch watch;
    const auto triangles = io::read_triangles(file, options);
    EXPECT_LT(watch.seconds(), kSoon);
    ASSERT_FALSE(triangles.has_value());
    EXPECT_NE(triangles.error().reason.find("too often"), std::string::npos);
}

TEST(Amplification, NodesAreNamedByWholeNumbers) {
    const TemporaryFolder folder;
    const std::string text = gltf_text(box_mesh({1, 1, 1}));
    const std::string one = R"({"name": "one", "mesh": 0})";
    for (const std::string& bad :
         {replaced(text, R"("nodes": [0])", R"("nodes": [0.5])"),
          replaced(text, one, R"({"children": [1.5]}, )" + one),
          replaced(replaced(text, one, R"({"children": [1.5]}, )" + one), R"("scenes")", R"("skenes")")}) {
        const auto document = io::read_document(folder.write("half.gltf", bad));
        ASSERT_FALSE(document.has_value());
        EXPECT_NE(document.error().reason.find("a node that is not there"), std::string::npos);
    }
}

std::string scene_text(const std::string& parts, const std::string& exclusions = "") {
    std::string text = R"({"format": "graze-scene", "version": 1, "parts": [)";
    return text.append(parts).append(R"(], "exclusions": [)").append(exclusions).append("]}");
}

/// Scenes s0 .. s11, each with ten times the one before; the first as given.
std::filesystem::path write_tower(const TemporaryFolder& folder, const std::string& first) {
    folder.write("s0.json", first);
    std::filesystem::path last;
    for (int level = 1; level < 12; ++level) {
        std::ostringstream parts;
        for (int i = 0; i < 10; ++i)
            parts << (i > 0 ? "," : "") << R"({"name": ")" << i << R"(", "scene": "s)" << level - 1
                  << R"(.json"})";
        last = folder.write(std::string("s").append(std::to_string(level)).append(".json"),
                            scene_text(parts.str()));
    }
    return last;
}

TEST(Amplification, ScenesInScenesAreReadOnce) {
    const TemporaryFolder folder;
    const std::string ball = R"({"name": "x", "shape": {"type": "sphere", "radius": 1}})";
    io::ReadOptions options;
    options.limits.parts = 20'000;
    const Stopwatch watch;
    const auto balls = io::read_document(write_tower(folder, scene_text(ball)), options);
    ASSERT_FALSE(balls.has_value());
    EXPECT_NE(balls.error().reason.find("more than 20000 parts"), std::string::npos)
        << balls.error().message();
    const auto rules =
        io::read_document(write_tower(folder, scene_text("", R"({"a": "x", "b": "y"})")), options);
    ASSERT_FALSE(rules.has_value());
    EXPECT_NE(rules.error().reason.find("more than 20000 exclusions"), std::string::npos)
        << rules.error().message();
    const auto empty = io::read_document(write_tower(folder, scene_text("")), options);
    ASSERT_TRUE(empty.has_value()) << empty.error().message();
    EXPECT_TRUE(empty->parts.empty());
    EXPECT_LT(watch.seconds(), kSoon);
    write_tower(folder, scene_text(ball));
    const auto some = io::read_document(folder / "s4.json", options);
    ASSERT_TRUE(some.has_value()) << some.error().message();
    ASSERT_EQ(some->parts.size(), 10'000U);
    EXPECT_EQ(some->parts.back().name, "9/9/9/9/x");
}

TEST(Amplification, TextsDoNotWriteToTheTerminal) {
    const TemporaryFolder folder;
    folder.write("a\xff.stl", stl_bytes(box_mesh({1, 1, 1})));
    const std::string escape = "\\u001b[31mmm\\nfoo\\u009b";
    const std::string clean = "\\x1b[31mmm\\x0afoo\\xc2\\x9b";
    const std::string text =
        R"({"format": "graze-scene", "version": 1, "title": ")" + escape + R"(", "unit": ")" + escape +
        R"(", "parts": [{"name": "x", "source": ")" + escape +
        R"(", "shape": {"type": "sphere", "radius": 1}}], "exclusions": [{"a": "x", "b": "x", "reason": ")" +
        escape + R"("}]})";
    const auto document = io::read_scene(text, ".");
    ASSERT_TRUE(document.has_value()) << document.error().message();
    EXPECT_EQ(document->title, clean);
    EXPECT_EQ(document->unit, clean);
    EXPECT_EQ(document->parts[0].source, clean);
    EXPECT_EQ(document->exclusions[0].reason, clean);
    const auto mesh = io::read_document(folder / "a\xff.stl");
    ASSERT_TRUE(mesh.has_value()) << mesh.error().message();
    EXPECT_EQ(mesh->parts[0].source, (folder / "a\\xff.stl").string());
    EXPECT_EQ((io::FileError{"a\xff\xc2\x9b", "", "b\n", ""}.message()), "a???: b?");
}

}  // namespace
}  // namespace graze::test
