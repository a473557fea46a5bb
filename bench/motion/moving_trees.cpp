// Oriented trees that move straight: all contacts over the time, and the first one, beside the search at rest
// at sampled moments; and the flights with contact that the moments miss. Time of impact of turning meshes by
// conservative advancement and by intervals over oriented trees.
#include "moving_trees.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "graze/graze.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

struct Flight {
    Pose still{};
    Pose from{};
    Vec3 velocity{};
};

/// A question about a flight: whether anything touches.
struct Question {
    std::string name;
    std::function<bool(const Flight&)> ask;
};

/// All questions in turn; times are the least of the repetitions.
void ask_all(Figures& figures, const std::vector<Flight>& flights, const std::vector<Question>& questions,
             const std::vector<bool>& truth, int repetitions) {
    const std::string table = "Moving oriented trees: a knot at rest, a gear that flies";
    std::vector<double> least(questions.size(), std::numeric_limits<double>::infinity());
    std::vector<std::size_t> hits(questions.size(), 0), missed(questions.size(), 0);
    for (int r = 0; r < repetitions; ++r) {
        for (std::size_t q = 0; q < questions.size(); ++q) {
            const double start = thread_seconds();
            for (std::size_t i = 0; i < flights.size(); ++i) {
                const bool found = questions[q].ask(flights[i]);
                if (r > 0) continue;
                hits[q] += found ? 1 : 0;
                missed[q] += !found && truth[i] ? 1 : 0;
            }
            least[q] = std::min(least[q], thread_seconds() - start);
        }
    }
    const auto count = static_cast<double>(flights.size());
    for (std::size_t q = 0; q < questions.size(); ++q) {
        figures.add(table, questions[q].name, "us", 1e6 * least[q] / count);
        figures.add(table, questions[q].name, "x first", least[q] / least[0]);
        figures.add(table, questions[q].name, "hits %", 100 * static_cast<double>(hits[q]) / count);
        figures.add(table, questions[q].name, "missed", static_cast<double>(missed[q]));
    }
}

}  // namespace

void run_moving_trees(Figures& figures, std::size_t count, int repetitions) {
    const TriangleSoup knot_soup = torus_knot_mesh({2, 3, 1, 0.4, 0.1, 160, 10}),
                       gear_soup = gear_mesh({16, 0.4, 0.32, 0.12, 0.03, 2});
    const ObbTree knot = ObbTree::build(knot_soup.vertices, knot_soup.triangles).value();
    const ObbTree gear = ObbTree::build(gear_soup.vertices, gear_soup.triangles).value();
    test::Random random(31);
    std::vector<Flight> flights;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = 3.0 * random.direction();
        flights.push_back(
            {random.pose(0), Pose::from(random.rotation(), from), -2.0 * from + random.in_cube(1.5)});
    }
    const auto any = [&](const Flight& f, bool first_only, Continue then) {
        bool hit = false;
        find_moving_collisions(MovingTree{knot, f.still, {}}, MovingTree{gear, f.from, f.velocity}, 1,
                               {.first_only = first_only}, [&](const MovingTreeContact&) {
                                   hit = true;
                                   return then;
                               });
        return hit;
    };
    std::vector<bool> truth;
    for (const Flight& flight : flights) truth.push_back(any(flight, false, Continue::no));
    std::vector<Question> questions{
        {"all contacts, each with its time", [&](const Flight& f) { return any(f, false, Continue::yes); }},
        {"first contact", [&](const Flight& f) { return any(f, true, Continue::yes); }},
        {"whether any", [&](const Flight& f) { return any(f, false, Continue::no); }}};
    for (const int moments : {8, 32, 128}) {
        const auto sampled = [&knot, &gear, moments](const Flight& f) {
            for (int i = 0; i <= moments; ++i) {
                const Vec3 at = f.from.position + (static_cast<double>(i) / moments) * f.velocity;
                if (test_collision({knot, f.still}, {gear, Pose{f.from.rotation, at}}).hit) return true;
            }
            return false;
        };
        questions.push_back(
            {"at rest, at " + std::to_string(moments + 1) + " moments, whether any", sampled});
    }
    ask_all(figures, flights, questions, truth, repetitions);
}

void run_mesh_impacts(Figures& figures, std::size_t count, int repetitions) {
    const TriangleSoup torus_soup = torus_mesh({1, 0.3, 24, 12}),
                       sphere_soup = noisy_sphere_mesh({.subdivisions = 2});
    const Mesh torus = Mesh::build(torus_soup.vertices, torus_soup.triangles).value();
    const Mesh sphere = Mesh::build(sphere_soup.vertices, sphere_soup.triangles).value();
    test::Random random(32);
    std::vector<Moving> all_a, all_b;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = 3.0 * random.direction();
        all_a.push_back({torus, TwistMotion{random.pose(0), {}, random.in_cube(1), {}}});
        all_b.push_back({sphere, TwistMotion{Pose::from(random.rotation(), from),
                                             -1.2 * from + random.in_cube(1),
                                             random.in_cube(1),
                                             {}}});
    }
    constexpr std::array<ImpactMethod, 2> kMethods{ImpactMethod::conservative_advancement,
                                                   ImpactMethod::interval_obb};
    std::vector<Impact> truth;
    std::array<double, 2> least{}, box_tests{}, parts{}, hits{}, apart{};
    for (int r = 0; r < repetitions; ++r) {
        for (std::size_t m = 0; m < kMethods.size(); ++m) {
            const double start = thread_seconds();
            for (std::size_t i = 0; i < count; ++i) {
                const Impact impact = time_of_impact(all_a[i], all_b[i], {.method = kMethods[m]});
                if (r > 0) continue;
                box_tests[m] += impact.work.box_tests;
                parts[m] += impact.work.primitive_tests;
                hits[m] += impact.hit ? 1 : 0;
                if (m == 0) truth.push_back(impact);
                apart[m] = std::max(apart[m], std::abs(impact.time.lower - truth[i].time.lower));
            }
            const double seconds = thread_seconds() - start;
            least[m] = r == 0 ? seconds : std::min(least[m], seconds);
        }
    }
    const std::string table = "Time of impact of turning meshes, a torus and a noisy ball";
    const auto n = static_cast<double>(count);
    for (std::size_t m = 0; m < kMethods.size(); ++m) {
        const char* row = m == 0 ? "conservative advancement" : "intervals over oriented trees";
        figures.add(table, row, "us", 1e6 * least[m] / n);
        figures.add(table, row, "x first", least[m] / least[0]);
        figures.add(table, row, "hits %", 100 * hits[m] / n);
        figures.add(table, row, "box tests", box_tests[m] / n);
        figures.add(table, row, "parts tested", parts[m] / n);
        figures.add(table, row, "lower ends differ by", apart[m]);
    }
}

}  // namespace graze::bench
