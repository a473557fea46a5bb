// Batches against loops of the single verbs, and rays against the peers: answers are compared, and the time
// is processor time of the one thread. Everyone answers in turn within each repetition; the medians count.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "mesh_contender.hpp"
#include "models.hpp"
#include "oracle/obj_file.hpp"
#include "oracle/random.hpp"
#include "ratios.hpp"

namespace graze::bench {
namespace {

constexpr std::size_t kQuestions = 20000;

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Someone who answers all questions.
struct Answerer {
    std::string name;
    std::function<void()> answer;
    std::vector<double> nanoseconds;  ///< A question, of each repetition.

    [[nodiscard]] double median() const {
        std::vector<double> sorted = nanoseconds;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
};

/// The first is compared with the others.
void race(const std::string& row, std::vector<Answerer> all, int repetitions, std::size_t wrong) {
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (Answerer& one : all) {
            const double start = thread_seconds();
            one.answer();
            one.nanoseconds.push_back((thread_seconds() - start) * 1e9 / kQuestions);
        }
    }
    std::printf("%-36s %s %.0f ns", row.c_str(), all[0].name.c_str(), all[0].median());
    for (std::size_t i = 1; i < all.size(); ++i) {
        const double ratio = all[0].median() / all[i].median();
        std::printf(" %s %.0f ns [%.2f]", all[i].name.c_str(), all[i].median(), ratio);
        record_ratio("mesh", {row, all[i].name, ratio, wrong});
    }
    if (wrong > 0) std::printf(" (%zu differ)", wrong);
    std::printf("\n");
}

void ray_batch(const Model& model, const Placed& placed, RayContenders& peers, int repetitions) {
    test::Random random(12);
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < kQuestions; ++i) {
        const Vec3 origin = 2.0 * random.direction();
        rays.push_back({origin, unit(random.in_cube(0.5) - origin)});
    }
    std::vector<std::optional<RayHit>> together(kQuestions), alone(kQuestions);
    std::vector<Answerer> all{{"batch", [&] { raycasts(rays, placed, together); }, {}},
                              {"loop",
                               [&] {
                                   for (std::size_t i = 0; i < kQuestions; ++i)
                                       alone[i] = raycast(rays[i], placed);
                               },
                               {}}};
    double sum = 0;  // read below: peers' answers are used
    for (const auto& peer : peers) {
        if (!peer->name().starts_with("embree")) continue;
        peer->build(model.soup);
        all.push_back({peer->name(),
                       [&] {
                           for (const Ray& ray : rays) {
                               const double t = peer->cast(ray.origin, ray.direction);
                               sum += std::isfinite(t) ? t : 0;
                           }
                       },
                       {}});
    }
    all[0].answer();
    all[1].answer();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kQuestions; ++i)
        wrong += together[i].has_value() != alone[i].has_value() ||
                 (alone[i] && !(together[i]->bounds == alone[i]->bounds));
    race("rays batch " + model.name + " " + std::to_string(model.soup.triangles.size()), all, repetitions,
         wrong);
    if (std::isnan(sum)) std::printf("a peer answered NaN\n");
}

void point_batch(const Model& model, const Placed& placed, int repetitions) {
    test::Random random(13);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < kQuestions; ++i) points.push_back(random.in_cube(1.2));
    std::vector<Interval> together(kQuestions), alone(kQuestions);
    std::vector<Answerer> all{{"batch", [&] { signed_distances(placed, points, together); }, {}},
                              {"loop",
                               [&] {
                                   for (std::size_t i = 0; i < kQuestions; ++i)
                                       alone[i] = signed_distance(placed, points[i]);
                               },
                               {}}};
    all[0].answer();
    all[1].answer();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kQuestions; ++i) wrong += !(together[i] == alone[i]);
    race("points batch " + model.name + " " + std::to_string(model.soup.triangles.size()), all, repetitions,
         wrong);
}

}  // namespace

void batch_rows(std::vector<Model> models, RayContenders& peers, int repetitions) {
    models.push_back(
        {"torus", test::scaled_to_radius_one(torus_mesh({.rings = 1040, .sides = 530}))});  // beyond caches
    test::Random random(14);
    const Pose pose = Pose::from(random.rotation(), {0.1, -0.2, 0.05});
    for (const Model& model : models) {
        if (const auto mesh = Mesh::build(model.soup.vertices, model.soup.triangles, {}))
            ray_batch(model, {*mesh, Pose::identity()}, peers, repetitions);
    }
    models.pop_back();
    for (const Model& model : models) {
        if (const auto solid =
                Mesh::build(model.soup.vertices, model.soup.triangles, {.kind = MeshKind::solid}))
            point_batch(model, {*solid, pose}, repetitions);
    }
}

}  // namespace graze::bench
