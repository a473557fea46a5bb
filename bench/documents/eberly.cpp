// graze_bench_eberly: what Eberly's document on oriented boxes claims or leaves out, in numbers. Its claim
// that separating axes decide two triangles faster than intervals on the common line; its boolean tests at
// constant velocity, which need motion axes that it gives for two boxes only; its tree search, which opens
// both sides and reaches pairs of leaves many times; and moving trees against the search at rest at sampled
// moments. The document has no measurements. Usage: graze_bench_eberly [--quick] [--csv FILE]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "documents/figures.hpp"
#include "documents/plain_triangles.hpp"
#include "graze/ccd/steady_contact.hpp"
#include "graze/convex/primitive_tests.hpp"
#include "motion/moving_trees.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

using test::Random;

Triangle random_triangle(Random& random, double half) {
    const Vec3 centre = random.in_cube(half);
    const Vec3 a = centre + random.in_cube(1), b = centre + random.in_cube(1);
    return {a, b, centre + random.in_cube(1)};
}

struct TrianglePair {
    Triangle a, b;
};

struct Timed {
    double least = std::numeric_limits<double>::infinity();
    int hits = 0;

    template <class Ask> void run(const std::vector<TrianglePair>& pairs, const Ask& ask) {
        const double start = thread_seconds();
        hits = 0;
        for (const TrianglePair& pair : pairs) hits += ask(pair.a, pair.b) ? 1 : 0;
        least = std::min(least, 1e9 * (thread_seconds() - start) / static_cast<double>(pairs.size()));
    }
};

void compare_triangles(Figures& figures, int repetitions) {
    progress("triangles by axes and by intervals");
    const std::string table = "Two triangles, ns: separating axes against intervals on the common line";
    for (const double half : {1.5, 0.6, 0.2}) {
        Random random(71);
        std::vector<TrianglePair> pairs(4000);
        for (TrianglePair& pair : pairs)
            pair = {random_triangle(random, half), random_triangle(random, half)};
        Timed sat, intervals, library_sat, library;
        for (int i = 0; i < repetitions; ++i) {
            sat.run(pairs, plain_sat);
            intervals.run(pairs, plain_intervals);
            library_sat.run(pairs, overlaps_triangle_triangle_sat);
            library.run(pairs, overlaps_triangle_triangle);
        }
        const double share = 100.0 * library.hits / static_cast<double>(pairs.size());
        const std::string row = std::to_string(static_cast<int>(share + 0.5)) + " % overlap";
        figures.add(table, row, "plain axes", sat.least);
        figures.add(table, row, "plain intervals", intervals.least);
        figures.add(table, row, "axes / intervals", sat.least / intervals.least);
        figures.add(table, row, "graze axes", library_sat.least);
        figures.add(table, row, "graze intervals, exact", library.least);
        figures.add(table, row, "answers differ",
                    std::abs(sat.hits - library.hits) + std::abs(intervals.hits - library.hits) +
                        std::abs(library_sat.hits - library.hits));
    }
    figures.print();
}

/// A box or a triangle as the separating axis test has it.
struct Body {
    std::vector<Vec3> points, normals, edges;

    explicit Body(const Obb& box) {
        for (int corner = 0; corner < 8; ++corner) {
            Vec3 p = box.centre;
            for (std::size_t k = 0; k < 3; ++k)
                p += box.axes.columns[k] *
                     ((corner >> k & 1) != 0 ? box.half_extents[k] : -box.half_extents[k]);
            points.push_back(p);
        }
        for (const Vec3& axis : box.axes.columns) normals.push_back(axis);
        edges = normals;
    }
    explicit Body(const Triangle& t)
        : points{t.a, t.b, t.c},
          normals{cross(t.b - t.a, t.c - t.a)},
          edges{t.b - t.a, t.c - t.b, t.a - t.c} {}
};

/// Whether the projections stay on one side of each other from the start to the end of the motion.
bool stays_apart(const Vec3& axis, const Body& a, const Body& b, const Vec3& velocity) {
    const auto range = [&](const Body& body) {
        Interval r{dot(axis, body.points[0])};
        for (const Vec3& p : body.points)
            r = {std::min(r.lower, dot(axis, p)), std::max(r.upper, dot(axis, p))};
        return r;
    };
    const Interval p = range(a), q = range(b);
    const double w = dot(axis, velocity);
    return (q.lower > p.upper && q.lower + w > p.upper) || (q.upper < p.lower && q.upper + w < p.lower);
}

/// The boolean test at constant velocity; `motion`: with the products of the velocity and the edges.
bool may_touch(const Body& a, const Body& b, const Vec3& velocity, bool motion) {
    const auto apart = [&](const Vec3& axis) { return stays_apart(axis, a, b, velocity); };
    if (std::any_of(a.normals.begin(), a.normals.end(), apart) ||
        std::any_of(b.normals.begin(), b.normals.end(), apart))
        return false;
    for (const Vec3& e : a.edges) {
        for (const Vec3& f : b.edges) {
            if (apart(cross(e, f))) return false;
        }
    }
    if (!motion) return true;
    const auto across = [&](const Vec3& edge) { return apart(cross(velocity, edge)); };
    return std::none_of(a.edges.begin(), a.edges.end(), across) &&
           std::none_of(b.edges.begin(), b.edges.end(), across);
}

Obb random_box(Random& random) {
    const Pose pose = random.pose(0);
    return {pose.position,
            pose.rotation,
            {random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)}};
}

/// Draws a body around the origin, another at a distance of 2.5 to 4, and a relative velocity of 6 to 8.
template <class A, class B, class DrawA, class DrawB>
void count_false_hits(Figures& figures, const char* row, int pairs, const DrawA& draw_a,
                      const DrawB& draw_b) {
    Random random(81);
    int hits = 0, at_rest = 0, with_motion = 0, lost = 0;
    for (int i = 0; i < pairs; ++i) {
        const A a = draw_a(random, Vec3{});
        const B b = draw_b(random, random.uniform(2.5, 4) * random.direction());
        const Vec3 velocity = random.uniform(6, 8) * random.direction();
        const bool hit = steady_contact(a, {}, b, velocity).hit;
        const Body p(a), q(b);
        const bool rest = may_touch(p, q, velocity, false), all = may_touch(p, q, velocity, true);
        hits += hit ? 1 : 0;
        at_rest += rest && !hit ? 1 : 0;
        with_motion += all && !hit ? 1 : 0;
        lost += hit && !all ? 1 : 0;
    }
    const std::string table = "Boolean tests at constant velocity: false hits in % of the pairs";
    figures.add(table, row, "pairs", pairs);
    figures.add(table, row, "true hits %", 100.0 * hits / pairs);
    figures.add(table, row, "false, axes at rest", 100.0 * at_rest / pairs);
    figures.add(table, row, "false, motion axes too", 100.0 * with_motion / pairs);
    figures.add(table, row, "missed", lost);
}

void study_motion_axes(Figures& figures, int pairs) {
    progress("tests at constant velocity");
    const auto box = [](Random& random, const Vec3& at) {
        Obb b = random_box(random);
        b.centre = at;
        return b;
    };
    const auto triangle = [](Random& random, const Vec3& at) {
        const Vec3 a = at + random.in_cube(1), b = at + random.in_cube(1);
        return Triangle{a, b, at + random.in_cube(1)};
    };
    count_false_hits<Obb, Obb>(figures, "box, box", pairs, box, box);
    count_false_hits<Triangle, Obb>(figures, "triangle, box", pairs, triangle, box);
    count_false_hits<Triangle, Triangle>(figures, "triangle, triangle", pairs, triangle, triangle);
    figures.print();
}

/// Visits of pairs of leaves of two full binary trees whose nodes all overlap.
std::uint64_t visits(int depth_a, int depth_b, bool both_sides) {
    if (depth_a == 0 && depth_b == 0) return 1;
    std::uint64_t count = 0;
    if (depth_a > 0) count += 2 * visits(depth_a - 1, depth_b, both_sides);
    if (depth_b > 0 && (both_sides || depth_a == 0)) count += 2 * visits(depth_a, depth_b - 1, both_sides);
    return count;
}

void count_visits(Figures& figures) {
    const std::string table = "Visits of pairs of leaves when all nodes overlap";
    for (const int depth : {3, 5, 8}) {
        const std::string row = "depth " + std::to_string(depth) + " and " + std::to_string(depth);
        figures.add(table, row, "pairs", static_cast<double>(visits(depth, depth, false)));
        figures.add(table, row, "as printed", static_cast<double>(visits(depth, depth, true)));
    }
    figures.print();
}

int run(bool quick, const std::string& csv) {
    Figures figures;
    compare_triangles(figures, quick ? 5 : 51);
    study_motion_axes(figures, quick ? 5000 : 100000);
    count_visits(figures);
    progress("moving trees");
    run_moving_trees(figures, quick ? 20 : 200, quick ? 1 : 5);
    figures.print();
    return figures.write(csv) ? 0 : 1;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    bool quick = false;
    std::string csv;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--quick") {
            quick = true;
        } else if (name == "--csv" && i + 1 < count) {
            csv = arguments[++i];
        } else {
            std::fprintf(stderr, "usage: graze_bench_eberly [--quick] [--csv FILE]\n");
            return 2;
        }
    }
    return graze::bench::run(quick, csv);
}
