// Contacts in use: a body under gravity with a small solver of impulses, as engines have. Boxes come to rest
// on meshes, slide over seams without being slowed or turned, and balls roll. Nothing here knows of
// triangles: what goes wrong is the contacts' fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"

namespace graze::test {
namespace {

constexpr double kStep = 1.0 / 60;

/// Of mass 1.
struct Body {
    Shape shape;
    Vec3 inverse_inertia{};  ///< Along its own axes.
    Quat turn{1, 0, 0, 0};
    Vec3 position{};
    Vec3 velocity{};
    Vec3 spin{};
    double worst_tilt = 0;  ///< Of a contact normal against straight up, so far.

    [[nodiscard]] Pose pose() const { return Pose::from(turn, position); }
    [[nodiscard]] Vec3 turned_by(const Vec3& torque) const {
        const Mat3 r = pose().rotation;
        return r * hadamard(inverse_inertia, transpose_times(r, torque));
    }
    void push(const Vec3& arm, const Vec3& impulse) {
        velocity += impulse;
        spin += turned_by(cross(arm, impulse));
    }
    [[nodiscard]] double give(const Vec3& arm, const Vec3& along) const {
        return 1 + dot(cross(turned_by(cross(arm, along)), arm), along);
    }
    [[nodiscard]] Vec3 velocity_at(const Vec3& arm) const { return velocity + cross(spin, arm); }
};

struct Touch {
    Vec3 arm{};
    Vec3 axes[3]{};  ///< The normal and two across it.
    double depth = 0;
    double impulse[3]{};
};

std::vector<Touch> touches(const Placed& ground, Body& body) {
    std::vector<Touch> all;
    for (const ContactManifold& m : contact_manifolds(ground, {body.shape, body.pose()})) {
        body.worst_tilt = std::max(body.worst_tilt, length(m.normal - Vec3{0, 0, 1}));
        const Vec3 u = perpendicular(m.normal);
        for (const ContactPoint& p : m.points)
            all.push_back({p.position - body.position, {m.normal, u, cross(m.normal, u)}, p.depth, {}});
    }
    return all;
}

/// Projected Gauss-Seidel with Coulomb friction; a fifth of the depth beyond 5 mm is pushed out in each step.
void step(const Placed& ground, double friction, Body& body) {
    body.velocity.z -= 9.81 * kStep;
    std::vector<Touch> all = touches(ground, body);
    for (int round = 0; round < 20; ++round) {
        for (Touch& touch : all) {
            for (int k = 0; k < 3; ++k) {
                const double wanted = k == 0 ? 0.2 / kStep * std::max(0.0, touch.depth - 0.005) : 0;
                const double lacking = wanted - dot(body.velocity_at(touch.arm), touch.axes[k]);
                const double limit = friction * touch.impulse[0];
                double sum = touch.impulse[k] + lacking / body.give(touch.arm, touch.axes[k]);
                sum = k == 0 ? std::max(0.0, sum) : std::clamp(sum, -limit, limit);
                body.push(touch.arm, (sum - touch.impulse[k]) * touch.axes[k]);
                touch.impulse[k] = sum;
            }
        }
    }
    body.position += body.velocity * kStep;
    const Quat rate = Quat{0, body.spin.x, body.spin.y, body.spin.z} * body.turn;
    const double h = 0.5 * kStep;
    body.turn = normalized(Quat{body.turn.w + h * rate.w, body.turn.x + h * rate.x, body.turn.y + h * rate.y,
                                body.turn.z + h * rate.z});
}

Mesh make(const TriangleSoup& soup, MeshKind kind) {
    auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

std::vector<Placed> grounds() {
    std::vector<Placed> all;
    TriangleSoup slab = box_mesh({20, 20, 1});
    for (Vec3& v : slab.vertices) v.z -= 1;
    all.push_back({make(slab, MeshKind::solid), Pose::identity()});
    for (const std::uint32_t cells : {4U, 100U}) {
        const double cell = 40.0 / cells;
        const std::vector<double> heights(std::size_t{cells + 1} * (cells + 1), 0.0);
        const auto field = HeightField::build({cells, cells, cell, cell, {-20, -20}}, heights);
        all.push_back({*field, Pose::identity()});
        if (cells > 4) continue;
        // The same without shared vertices.
        TriangleSoup soup;
        for (std::size_t t = 0; t < field->triangle_count(); ++t) {
            const Triangle triangle = field->triangle(t);
            const auto first = static_cast<std::uint32_t>(soup.vertices.size());
            soup.vertices.insert(soup.vertices.end(), {triangle.a, triangle.b, triangle.c});
            soup.triangles.push_back({first, first + 1, first + 2});
        }
        all.push_back({make(soup, MeshKind::surface), Pose::identity()});
    }
    return all;
}

std::vector<Body> boxes() {
    const Vec3 half{0.5, 0.4, 0.3};
    const Vec3 sq = hadamard(half, half);
    const Vec3 inverse_inertia{3 / (sq.y + sq.z), 3 / (sq.x + sq.z), 3 / (sq.x + sq.y)};
    std::vector<Body> all;
    for (const Shape& shape : {Shape(Box{half}), Shape(make(box_mesh(half), MeshKind::solid)),
                               Shape(make(box_mesh(half), MeshKind::surface))})
        all.push_back({shape, inverse_inertia});
    return all;
}

TEST(Resting, DroppedBoxesComeToRest) {
    const std::vector<Placed> all = grounds();
    for (std::size_t g = 0; g < all.size(); ++g) {
        for (Body body : boxes()) {
            SCOPED_TRACE(testing::Message() << "ground " << g << ", " << to_string(body.shape.type()));
            body.turn = Quat::from_axis_angle({0.3, 0.2, 1}, 0.5);
            body.position = {0.13, 0.21, 0.6};
            for (int i = 0; i < 200; ++i) step(all[g], 0.6, body);
            EXPECT_LT(length(body.velocity), 1e-3);
            EXPECT_LT(length(body.spin), 1e-3);
            EXPECT_GT(body.pose().rotation.columns[2].z, 0.9999);
            EXPECT_NEAR(body.position.z, 0.3, 0.006);
            EXPECT_LT(body.worst_tilt, 1e-6);
        }
    }
}

TEST(Resting, BoxesSlideOverSeams) {
    const std::vector<Placed> all = grounds();
    for (std::size_t g = 0; g < all.size(); ++g) {
        for (Body body : boxes()) {
            SCOPED_TRACE(testing::Message() << "ground " << g << ", " << to_string(body.shape.type()));
            body.turn = Quat::from_axis_angle({0, 0, 1}, 0.3);
            body.position = {-6, -4.03, 0.299};
            body.velocity = {4, 2.5, 0};
            for (int i = 0; i < 120; ++i) step(all[g], 0, body);
            EXPECT_LT(length(body.velocity - Vec3{4, 2.5, 0}), 1e-6);
            EXPECT_LT(length(body.position - Vec3{2, 0.97, 0.299}), 1e-6);
            EXPECT_LT(length(body.spin), 1e-6);
            EXPECT_LT(body.worst_tilt, 1e-9);
        }
    }
}

TEST(Resting, BallsRollOverSeams) {
    const double radius = 0.5;
    const Vec3 inverse_inertia = Vec3{1, 1, 1} * (2.5 / (radius * radius));
    const std::vector<Placed> all = grounds();
    for (std::size_t g = 0; g < all.size(); ++g) {
        for (const bool faceted : {false, true}) {
            SCOPED_TRACE(testing::Message() << "ground " << g << (faceted ? ", faceted" : ""));
            Body body{
                faceted ? Shape(make(icosphere_mesh(radius, 4), MeshKind::solid)) : Shape(Sphere{radius}),
                inverse_inertia};
            body.position = {-6, -4.03, 0.499};
            body.velocity = {4, 2.5, 0};
            body.spin = {-5, 8, 0};
            for (int i = 0; i < 120; ++i) {
                step(all[g], 0.5, body);
                EXPECT_NEAR(body.position.z, radius, faceted ? 0.03 : 0.002);
            }
            // Facets take some speed, seams none.
            EXPECT_GT(length(body.velocity), faceted ? 2.5 : 0.999 * std::hypot(4, 2.5));
            EXPECT_LT(body.worst_tilt, faceted ? 0.15 : 1e-6);
        }
    }
}

}  // namespace
}  // namespace graze::test
