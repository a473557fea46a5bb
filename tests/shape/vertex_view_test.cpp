// Views of vertex arrays: every layout gives the same vertices, bad ones are refused, and hulls are made of
// them.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/shape/hull.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

struct FloatVertex {
    float normal[2];
    float position[3];
    float colour;
};

struct DoubleVertex {
    double position[3];
    float uv[2];
};

/// The same points, whose coordinates are floats, in four layouts.
struct Layouts {
    std::vector<Vec3> packed;
    std::vector<float> floats;
    std::vector<FloatVertex> mixed_floats;
    std::vector<DoubleVertex> mixed_doubles;

    explicit Layouts(std::size_t count) {
        Random random(7);
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3 v = random.in_cube(2);
            const float x = static_cast<float>(v.x), y = static_cast<float>(v.y), z = static_cast<float>(v.z);
            packed.push_back({double{x}, double{y}, double{z}});
            floats.insert(floats.end(), {x, y, z});
            mixed_floats.push_back({{9, 9}, {x, y, z}, 9});
            mixed_doubles.push_back({{double{x}, double{y}, double{z}}, {9, 9}});
        }
    }
    [[nodiscard]] std::vector<VertexView> views() const {
        const std::size_t n = packed.size();
        return {packed,
                {packed.data(), 0, n, VertexScalar::float64},
                {floats.data(), 0, n, VertexScalar::float32},
                {mixed_floats[0].position, sizeof(FloatVertex), n, VertexScalar::float32},
                {mixed_doubles[0].position, sizeof(DoubleVertex), n, VertexScalar::float64}};
    }
};

TEST(VertexView, EveryLayoutHasTheSameVertices) {
    const Layouts layouts(20);
    for (const VertexView& view : layouts.views()) {
        ASSERT_TRUE(check(view));
        EXPECT_EQ(view.size(), 20U);
        for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(view[i], layouts.packed[i]);
        EXPECT_EQ(view.copied(), layouts.packed);
        std::size_t i = 0;
        for (const Vec3 v : view) EXPECT_EQ(v, layouts.packed[i++]);
        const Triangle t = view.triangle({3, 1, 2});
        EXPECT_EQ(t.a, layouts.packed[3]);
        EXPECT_EQ(t.b, layouts.packed[1]);
        EXPECT_EQ(t.c, layouts.packed[2]);
    }
}

TEST(VertexView, LayoutsThatCannotBeReadAreRefused) {
    const Layouts layouts(4);
    const auto refused = [](const VertexView& view, Element kind, std::size_t element, const char* word) {
        const auto outcome = check(view);
        ASSERT_FALSE(outcome) << word;
        EXPECT_EQ(outcome.error().kind, kind);
        EXPECT_EQ(outcome.error().element, element);
        EXPECT_NE(outcome.error().message().find(word), std::string::npos) << outcome.error().message();
        const auto hull = ConvexHull::build(view);
        ASSERT_FALSE(hull);
        EXPECT_EQ(hull.error().message(), outcome.error().message());
        EXPECT_FALSE(ConvexPolygon::build(view));
    };
    const auto* bytes = reinterpret_cast<const unsigned char*>(layouts.packed.data());
    refused({nullptr, 0, 4, VertexScalar::float64}, Element::whole, 0, "null");
    refused({bytes, 16, 4, VertexScalar::float64}, Element::whole, 0, "takes 24");
    refused({bytes, 8, 4, VertexScalar::float32}, Element::whole, 0, "takes 12");
    refused({bytes, ~std::size_t{0} / 2, 4, VertexScalar::float32}, Element::whole, 0, "larger than memory");
    refused({bytes + 1, 24, 3, VertexScalar::float64}, Element::vertex, 0, "vertex 0: is misaligned");
    refused({bytes + 2, 24, 3, VertexScalar::float32}, Element::vertex, 0, "align the array to 4 bytes");
    refused({bytes, 28, 3, VertexScalar::float64}, Element::vertex, 1, "multiple of 8 bytes");
    refused({bytes, 24, 3, static_cast<VertexScalar>(7)}, Element::whole, 0, "no known scalar");
    VertexView unset = layouts.packed;
    unset.stride = 0;  // only the constructor reads this as packed
    refused(unset, Element::whole, 0, "stride is 0");
    EXPECT_TRUE(check(VertexView{}));
}

TEST(VertexView, HullsAreTheSameForEveryLayout) {
    const Layouts layouts(60);
    const auto expected = ConvexHull::build(layouts.packed);
    ASSERT_TRUE(expected);
    for (const VertexView& view : layouts.views()) {
        const auto hull = ConvexHull::build(view);
        ASSERT_TRUE(hull);
        EXPECT_EQ(hull->data().vertices, expected->data().vertices);
        EXPECT_EQ(hull->data().source, expected->data().source);
        EXPECT_EQ(hull->data().triangles, expected->data().triangles);
    }
    Layouts broken(60);
    broken.mixed_floats[17].position[1] = std::nanf("");
    const auto refused = ConvexHull::build(broken.views()[3]);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Element::vertex);
    EXPECT_EQ(refused.error().element, 17U);
}

}  // namespace
}  // namespace graze::test
