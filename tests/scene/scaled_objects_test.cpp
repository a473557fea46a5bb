// Objects that maps scale, shear or mirror and that then move: the shape made for a map is kept while maps
// differ by a rotation only, and answers are those of a shape made again for every map. Exact sums in
// rationals say that boxes contain every vertex.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/scene/scene.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "scene/placement.hpp"
#include "scene_fixture.hpp"

namespace graze::test {
namespace {

using ExactVec = std::array<mpq_class, 3>;

ExactVec exact(const Vec3& v) { return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}; }

ExactVec exact_image(const Affine& map, const ExactVec& v) {
    ExactVec image = exact(map.offset);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) image[i] += mpq_class(map.linear(i, j)) * v[j];
    }
    return image;
}

bool holds(const Aabb& box, const ExactVec& v) {
    bool inside = true;
    for (std::size_t i = 0; i < 3; ++i)
        inside &= mpq_class(box.min[i]) <= v[i] && v[i] <= mpq_class(box.max[i]);
    return inside;
}

std::vector<Vec3> ball_points(Random& random, std::size_t count, double size) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(size * random.direction());
    return points;
}

/// Scales, shears and mirror images; never a rotation.
Mat3 random_map(Random& random, double size) {
    const auto factor = [&] { return size * random.log_uniform(0.2, 5) * (random.chance(0.2) ? -1 : 1); };
    const double x = factor(), y = factor();
    const Mat3 scale =
        Mat3::diagonal(random.chance(0.3) ? Vec3{2 * size, 2 * size, 2 * size} : Vec3{x, y, factor()});
    const Mat3 turned = rotation_matrix(random.rotation()) * scale;
    return random.chance(0.3) ? turned * rotation_matrix(random.rotation()) : turned;
}

TEST(ScaledBoxes, ContainEveryVertexAndFitAsIntervalsDo) {
    Random random(11);
    for (const double size : {1e-6, 1.0, 1e6, 1e60, 1e-60}) {
        for (int i = 0; i < 20; ++i) {
            const std::vector<Vec3> points = ball_points(random, i % 2 == 0 ? 8 : 64, 1);
            const Shape hull = *ConvexHull::build(points);
            const Affine inner{random_map(random, size), size * random.in_cube(2)};
            const Affine outer{random_map(random, 1), size * random.in_cube(2)};
            const bool twice = i % 3 == 0;
            const Shape image =
                twice ? transformed(transformed(hull, inner), outer) : transformed(hull, inner);
            const Placed placed{image, random.pose(size * random.log_uniform(1e-3, 1e6))};
            const Aabb box = box_of(placed);
            for (const Vec3& v : static_cast<const HullData&>(*hull.payload()).vertices) {
                ExactVec x = exact_image(inner, exact(v));
                if (twice) x = exact_image(outer, x);
                ASSERT_TRUE(holds(box, exact_image(Affine::from(placed.pose), x))) << size << ' ' << i;
            }
            const Aabb fit = fit_aabb(image, Affine::from(placed.pose));
            for (std::size_t k = 0; k < 3; ++k) {
                const double slack = 128 * kEps * (image.reach() + std::abs(placed.pose.position[k]));
                EXPECT_NEAR(box.min[k], fit.min[k], slack);
                EXPECT_NEAR(box.max[k], fit.max[k], slack);
            }
        }
    }
}

TEST(ScaledBoxes, ContainImagesOfEveryConvexShapeRoundedBeforeAndAfter) {
    Random random(12);
    for (const ShapeType type : kAllShapeTypes) {
        if (type == ShapeType::half_space) continue;
        SCOPED_TRACE(static_cast<int>(type));
        for (int i = 0; i < 60; ++i) {
            // Maps of sizes whose squares are no doubles are served as well.
            const double size = std::array{1e-6, 1.0, 1e6, 1e-80, 1e80}[random.index(5)];
            const Affine map{random_map(random, size), size * random.in_cube(1)};
            Shape shape = random_shape(random, type);
            if (i % 4 == 1 || i % 4 == 3) shape = rounded(shape, 0.3);
            shape = transformed(shape, map);
            if (i % 4 >= 2) shape = rounded(shape, 0.2 * size);
            ASSERT_TRUE(shape.valid());
            const Placed placed{shape, random.pose(size * random.log_uniform(1e-3, 1e6))};
            const Aabb box = box_of(placed), fit = fit_aabb(shape, Affine::from(placed.pose));
            for (std::size_t k = 0; k < 3; ++k) {
                Vec3 axis{};
                axis[k] = 1;
                EXPECT_GE(box.max[k], support_value(placed, axis).lower);
                EXPECT_LE(box.min[k], -support_value(placed, -axis).lower);
                const double slack = 256 * kEps * (shape.reach() + std::abs(placed.pose.position[k]));
                EXPECT_LE(box.max[k], fit.max[k] + slack);
                EXPECT_GE(box.min[k], fit.min[k] - slack);
            }
        }
    }
}

TEST(ScaledBoxes, ContainImagesWhoseSquaresVanish) {
    // Half a size along x of 1e-180, below any that is served, but no reason to be outside of a box.
    const Shape small = transformed(Ellipsoid{{1e-90, 2e-90, 3e-90}}, Affine::scale({1e-90, 1e-90, 1e-90}));
    const Shape twice = transformed(transformed(Sphere{1}, Affine::scale({1e-90, 1e-90, 1e-90})),
                                    Affine::scale({1e-90, 2e-90, 3e-90}));
    for (const Shape& shape : {small, twice}) {
        ASSERT_TRUE(shape.valid());
        const Aabb box = box_of({shape, Pose::identity()});
        const mpq_class size = mpq_class(1e-90) * mpq_class(1e-90);
        EXPECT_GE(mpq_class(box.max.x), size);
        EXPECT_LE(mpq_class(box.min.x), -size);
    }
}

TEST(ShapeMap, AnswersOnlyWhatMakesUpTheWantedMapEvenNearSingularOnes) {
    Random random(17);
    std::size_t answered = 0, refused = 0;
    for (int i = 0; i < 2000; ++i) {
        Mat3 made = random_map(random, 1);
        made.columns[2] =
            made.columns[0] + made.columns[1] + random.log_uniform(1e-17, 1) * random.direction();
        const Affine wanted{rotation_matrix(random.rotation()) * made, {}};
        const auto pose = ShapeMap(made).pose_of(wanted);
        (pose ? answered : refused) += 1;
        if (!pose) continue;
        const Mat3 product = pose->rotation * made;
        for (std::size_t j = 0; j < 3; ++j)
            ASSERT_LE(max_component(abs(product.columns[j] - wanted.linear.columns[j])),
                      8 * kEps * max_component(abs(made.columns[j])));
        ASSERT_LE(orthonormality_defect(pose->rotation), 1e-6);
    }
    EXPECT_GT(answered, 500U);
    EXPECT_GT(refused, 100U);
}

TEST(ShapeMap, FindsTheRotationBetweenTwoMapsAndNothingElse) {
    Random random(13);
    for (int i = 0; i < 2000; ++i) {
        const double size = std::array{1e-90, 1e-6, 1.0, 1e6, 1e90}[random.index(5)];
        Mat3 made = random_map(random, size);
        if (i % 5 == 0)
            made = rotation_matrix(random.rotation()) * Mat3::diagonal({1e6 * size, size, 1e-6 * size});
        const ShapeMap map(made);
        const Mat3 rotation = rotation_matrix(random.rotation());
        const Vec3 at = random.in_cube(10 * size);
        const Affine wanted{rotation * made, at};
        const auto pose = map.pose_of(wanted);
        ASSERT_TRUE(pose) << i;
        EXPECT_EQ(pose->position, at);
        const Mat3 product = pose->rotation * made;
        for (std::size_t j = 0; j < 3; ++j) {
            EXPECT_LE(max_component(abs(product.columns[j] - wanted.linear.columns[j])),
                      8 * kEps * max_component(abs(made.columns[j])));
            EXPECT_LT(length(pose->rotation.columns[j] - rotation.columns[j]), 1e-12);
        }
        // Another scale, a mirror image, and numbers that are none: the shape has to be made again, or
        // refused.
        const Mat3 stretched = rotation * Mat3::diagonal({1, 1, 1.00001}) * made;
        const Mat3 mirrored = rotation * Mat3::diagonal({1, 1, -1}) * made;
        Mat3 broken = wanted.linear;
        broken.columns[i % 3].y =
            i % 2 == 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
        for (const Mat3& other : {stretched, mirrored, broken, Mat3{}})
            EXPECT_FALSE(map.pose_of({other, at})) << i;
    }
    // The same map, singular or not, is the same shape without a rotation.
    for (const Mat3& made : {Mat3::diagonal({2, 3, 0}), Mat3::diagonal({2, 3, 4})}) {
        EXPECT_EQ(ShapeMap(made).pose_of({made, {1, 2, 3}}), Pose::translation({1, 2, 3}));
    }
    EXPECT_FALSE(ShapeMap(Mat3::diagonal({2, 3, 0}))
                     .pose_of({rotation_matrix(random.rotation()) * Mat3::diagonal({2, 3, 0}), {}}));
}

/// Distances, overlaps and boxes of an object after many moves beside those of one that is added as it is
/// now.
void expect_as_if_added(const Scene& scene, const ObjectId& id, const Shape& shape, const Affine& map) {
    Scene fresh;
    const ObjectId anew = fresh.add(shape, map, scene.options(id));
    ASSERT_TRUE(anew);
    const double size = scene.placed(id).shape.reach();
    for (const Vec3& direction : {Vec3{1, 0.2, 0.3}, Vec3{-0.4, 1, 0.1}, Vec3{0.1, -0.5, -1}}) {
        const Placed probe{Sphere{0.05 * size}, Pose::translation(map.offset + 2 * size * direction)};
        const Separation x = separation(scene.placed(id), probe), y = separation(fresh.placed(anew), probe);
        EXPECT_NEAR(x.distance.lower, y.distance.lower, 1e-12 * (size + length(map.offset)));
        EXPECT_NEAR(x.distance.upper, y.distance.upper, 1e-12 * (size + length(map.offset)));
    }
    // The box of meshes is around a turned box: within three halves of the other's, which may be turned
    // itself.
    const Aabb tight = fit_aabb(fresh.placed(anew).shape, Affine::from(fresh.placed(anew).pose));
    const Vec3 slack = 1e-12 * (size + length(map.offset)) * Vec3{1, 1, 1};
    EXPECT_TRUE(contains(Aabb{scene.bounds(id).min - slack, scene.bounds(id).max + slack}, tight));
}

TEST(ScaledObjects, AnswerAfterMovesAsIfAddedThere) {
    Random random(14);
    for (const double size : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 24; ++i) {
            SCOPED_TRACE(i);
            const Shape shape = i % 3 == 0
                                    ? Shape(small_mesh(i % 2 == 0 ? MeshKind::solid : MeshKind::surface))
                                : i % 3 == 1 ? Shape(*ConvexHull::build(ball_points(random, 64, 1)))
                                             : any_shape(random);
            if (shape.type() == ShapeType::half_space) continue;
            Scene scene;
            const Mat3 made = random_map(random, size);
            ObjectOptions options;
            options.margin = i % 2 == 0 ? 0 : 0.25 * size;
            const ObjectId id = scene.add(shape, Affine{made, size * random.in_cube(3)}, options);
            ASSERT_TRUE(id);
            const ShapePayload* kept = scene.placed(id).shape.payload();
            for (int step = 0; step < 6; ++step) {
                const Affine map{rotation_matrix(random.rotation()) * made, size * random.in_cube(3)};
                ASSERT_TRUE(scene.move(id, map));
                EXPECT_EQ(scene.placed(id).shape.payload(), kept) << "made anew for a rotation";
                expect_as_if_added(scene, id, shape, map);
            }
            // Margins and shapes set after a rotation, other scales, and poses.
            const Affine map{rotation_matrix(random.rotation()) * made, size * random.in_cube(3)};
            ASSERT_TRUE(scene.move(id, map));
            ASSERT_TRUE(scene.set_margin(id, 0.125 * size));
            expect_as_if_added(scene, id, shape, map);
            ASSERT_TRUE(scene.set_shape(id, Box{{1, 2, 3}}));
            expect_as_if_added(scene, id, Box{{1, 2, 3}}, map);
            ASSERT_TRUE(scene.set_shape(id, shape));
            const Affine other{map.linear * Mat3::diagonal({1.5, 1, 1}), map.offset};
            ASSERT_TRUE(scene.move(id, other));
            expect_as_if_added(scene, id, shape, other);
            const Pose pose = random.pose(size);
            ASSERT_TRUE(scene.move(id, pose));
            expect_as_if_added(scene, id, shape, Affine::from(pose));
            EXPECT_EQ(scene.placed(id).pose, pose);
        }
    }
}

TEST(ScaledObjects, MatricesOfFloatsKeepTheirShapeToo) {
    Random random(15);
    Scene scene;
    const Mesh mesh = small_mesh();
    const auto matrix = [&] {
        const Mat3 linear = rotation_matrix(random.rotation()) * Mat3::diagonal({2, 0.5, 3});
        std::array<float, 16> m{};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) m[4 * i + j] = static_cast<float>(linear.columns[i][j]);
        }
        m[12] = static_cast<float>(random.uniform(-3, 3));
        m[15] = 1;
        return m;
    };
    const ObjectId id = scene.add(mesh, Affine::scale({2, 2, 2}));
    ASSERT_TRUE(scene.move(id, std::span<const float, 16>(matrix())));
    const ShapePayload* kept = scene.placed(id).shape.payload();
    for (int i = 0; i < 50; ++i) {
        const std::array<float, 16> m = matrix();
        ASSERT_TRUE(scene.move(id, std::span<const float, 16>(m)));
        EXPECT_EQ(scene.placed(id).shape.payload(), kept);
        // Every vertex is where the matrix has it, not where a rotation near it would.
        const MeshData& data = *mesh_data(scene.placed(id).shape);
        for (std::size_t v = 0; v < data.vertices.size(); ++v) {
            const Vec3& x = mesh.data().vertices[v];
            Vec3 wanted{};
            for (std::size_t j = 0; j < 3; ++j)
                wanted[j] = m[j] * x.x + m[4 + j] * x.y + m[8 + j] * x.z + m[12 + j];
            const Vec3 found =
                scene.placed(id).pose.rotation * data.vertices[v] + scene.placed(id).pose.position;
            ASSERT_LT(length(found - wanted), 1e-14) << v;
            ASSERT_TRUE(contains(scene.bounds(id), found));
        }
    }
}

TEST(ScaledObjects, PairsOfTheSceneAreThoseOfAllTwoAfterEveryMove) {
    Random random(16);
    Scene scene;
    std::vector<std::pair<ObjectId, Mat3>> objects;
    for (int i = 0; i < 40; ++i) {
        const Mat3 map = random_map(random, 0.5);
        objects.emplace_back(scene.add(any_shape(random), Affine{map, random.in_cube(3)}), map);
        if (!objects.back().first) objects.pop_back();  // a half-space is not scaled
    }
    std::size_t overlapping = 0;
    for (int round = 0; round < 8; ++round) {
        for (auto& [id, map] : objects) {
            if (random.chance(0.1)) map = random_map(random, 0.5);
            ASSERT_TRUE(scene.move(id, Affine{rotation_matrix(random.rotation()) * map, random.in_cube(3)}));
        }
        std::vector<ObjectPair> all;
        for (std::size_t i = 0; i < objects.size(); ++i) {
            for (std::size_t j = i + 1; j < objects.size(); ++j) {
                if (overlaps(scene.placed(objects[i].first), scene.placed(objects[j].first)))
                    all.push_back({objects[i].first, objects[j].first});
            }
        }
        std::ranges::sort(all);
        EXPECT_EQ(scene.overlapping_pairs(), all) << round;
        overlapping += all.size();
    }
    EXPECT_GT(overlapping, 40U);
}

TEST(ScaledObjects, BadMapsChangeNothing) {
    Scene scene;
    const ObjectId id = scene.add(small_mesh(), Affine::scale({2, 1, 1}));
    const Quat quarter = Quat::from_axis_angle({0, 0, 1}, 1.5);
    ASSERT_TRUE(scene.move(id, Affine{rotation_matrix(quarter) * Mat3::diagonal({2, 1, 1}), {1, 0, 0}}));
    const Placed before = scene.placed(id);
    const Aabb box = scene.bounds(id);
    const Affine bad{rotation_matrix(quarter) * Mat3::diagonal({2, 1, 1}), {1, 0, 0}};
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), 1e300, -std::numeric_limits<double>::infinity()}) {
        Affine far = bad;
        far.offset.y = value;
        const auto moved = scene.move(id, far);
        ASSERT_FALSE(moved) << value;
        EXPECT_EQ(moved.error().reason, SceneError::Reason::invalid_placement);
        EXPECT_EQ(moved.error().object, id);
        EXPECT_FALSE(moved.error().message.empty());
        EXPECT_EQ(scene.placed(id).pose, before.pose);
        EXPECT_EQ(scene.placed(id).shape.payload(), before.shape.payload());
        EXPECT_EQ(scene.bounds(id), box);
    }
}

}  // namespace
}  // namespace graze::test
