// A table of pairs of shapes: the bounds of their signed distance, the kind of proof of the verdict, the
// result of the independent check of both, and the time of a query. Every number is computed here. Exit
// status 0 when every check passes.
#include <graze/graze.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace graze;

namespace {

struct Pair {
    std::string a_name;
    std::string b_name;
    Placed a;
    Placed b;
};

Pose turned(const Vec3& axis, double angle, const Vec3& position) {
    return Pose::from(Quat::from_axis_angle(axis, angle), position);
}

/// A hull of 162 points spread evenly over an ellipsoid.
Shape pebble(const Vec3& radii) {
    std::vector<Vec3> points = icosphere_mesh(1, 2).vertices;
    for (Vec3& point : points) point = hadamard(radii, point);
    const auto hull = ConvexHull::build(points);
    return hull ? Shape{*hull} : Shape{Sphere{-1}};  // an invalid shape fails every check below
}

std::vector<Pair> make_pairs() {
    const Shape cube = Box{{0.5, 0.5, 0.5}};
    const Shape pebble_a = pebble({1, 0.7, 0.5});
    const Shape pebble_b = pebble({0.6, 0.6, 0.9});
    const Shape bullet =
        convex_hull_of(Sphere{0.3}, transformed(Cone{0.3, 0.2}, Affine::from(Pose::translation({0, 0, 1}))));
    const Pose home = Pose::identity();
    return {
        {"box", "box, apart", {cube, home}, {cube, turned({1, 2, 3}, 0.7, {2, 0.5, 0.3})}},
        {"box", "box, touching", {cube, home}, {cube, Pose::translation({1, 0.25, 0})}},
        {"box", "box, deep", {cube, home}, {cube, turned({1, 2, 3}, 0.7, {0.4, 0.3, 0.2})}},
        {"sphere", "sphere, concentric", {Sphere{0.5}, home}, {Sphere{0.3}, home}},
        {"sphere",
         "cylinder, near its cap",
         {Sphere{0.3}, Pose::translation({0.05, 0, 0.9})},
         {Cylinder{0.5, 1}, home}},
        {"capsule",
         "capsule",
         {Capsule{0.2, 0.8}, home},
         {Capsule{0.3, 0.5}, turned({1, 1, 0}, 1.1, {0.9, 0.4, 0.2})}},
        {"cone",
         "ellipsoid",
         {Cone{0.5, 1}, home},
         {Ellipsoid{{0.3, 0.5, 0.8}}, turned({0, 1, 1}, 0.6, {1.6, 0.2, 0.1})}},
        {"triangle",
         "segment, crossing",
         {Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, home},
         {Segment{{0.2, 0.3, -1}, {0.3, 0.2, 1}}, home}},
        {"tetrahedron",
         "half-space",
         {Tetrahedron{{0, 0, 1}, {1, 0, 2}, {0, 1, 2}, {-1, -1, 2}}, home},
         {HalfSpace{{0, 0, 1}, 0.5}, home}},
        {"hull, 162 points",
         "hull, apart",
         {pebble_a, home},
         {pebble_b, turned({2, 1, 0}, 0.9, {1.8, 0.9, 0.4})}},
        {"hull, 162 points",
         "hull, deep",
         {pebble_a, home},
         {pebble_b, turned({2, 1, 0}, 0.9, {0.8, 0.4, 0.2})}},
        {"rounded box",
         "hull of ball and cone",
         {rounded(Box{{0.4, 0.4, 0.4}}, 0.1), home},
         {bullet, turned({1, 0, 0}, 2.5, {0.3, 0.2, 1.8})}},
        {"box + ball (sum)",
         "scaled sphere",
         {minkowski_sum(cube, Sphere{0.2}), home},
         {scaled(Sphere{1}, {1, 0.5, 0.25}), turned({1, 1, 1}, 1, {2, 1, 0.5})}},
        {"box, a million",
         "sphere, one",
         {Box{{1e6, 1e6, 1e6}}, home},
         {Sphere{1}, Pose::translation({0, 0, 1e6 + 1.001})}},
    };
}

std::string_view kind_of(const Proof& proof) {
    constexpr std::array<std::string_view, 6> names{
        "none", "separating plane", "common point", "common tetrahedron", "crossing", "closeness"};
    return names[proof.index()];
}

std::string_view name_of(Answer answer) {
    constexpr std::array<std::string_view, 3> names{"apart", "overlap", "unsure"};
    return names[static_cast<std::size_t>(answer)];
}

/// Nanoseconds per call: the median over batches, so that an interruption does not count.
template <class Query> double median_time(Query query) {
    using Clock = std::chrono::steady_clock;
    constexpr int batch = 50;
    std::array<double, 41> samples{};
    for (double& sample : samples) {
        const auto start = Clock::now();
        for (int i = 0; i < batch; ++i) query();
        sample = std::chrono::duration<double, std::nano>(Clock::now() - start).count() / batch;
    }
    std::nth_element(samples.begin(), samples.begin() + samples.size() / 2, samples.end());
    return samples[samples.size() / 2];
}

/// Keeps the optimiser from dropping a query whose answer is not used.
volatile bool sink = false;

/// Prints one row; whether both checks passed.
bool show(const Pair& pair) {
    const Separation gap = separation(pair.a, pair.b);
    const Verdict verdict = decide(pair.a, pair.b);
    // A deep overlap is proved by a polytope, which only the certified variant keeps.
    const bool bounds_hold =
        verify(gap, pair.a, pair.b) || verify(certified_separation(pair.a, pair.b), pair.a, pair.b);
    const bool verdict_holds = verify(verdict, pair.a, pair.b);
    const double overlap_time = median_time([&] { sink = overlaps(pair.a, pair.b); });
    const double distance_time = median_time([&] { sink = separation(pair.a, pair.b).distance.lower > 0; });
    std::printf("%-16s %-22s [%+.9f, %+.9f] %6.0e  %-14s  %-7s  %-18s  %-3s %-3s %7.0f %8.0f\n",
                pair.a_name.c_str(), pair.b_name.c_str(), gap.distance.lower, gap.distance.upper,
                gap.distance.width(), to_string(gap.status).data(), name_of(verdict.answer).data(),
                kind_of(verdict.proof).data(), bounds_hold ? "yes" : "NO", verdict_holds ? "yes" : "NO",
                overlap_time, distance_time);
    return bounds_hold && verdict_holds && gap.status == Status::converged;
}

}  // namespace

int main() {
    std::printf("graze %s: pairs of convex shapes, their signed distance, and the proof of each answer\n\n",
                GRAZE_VERSION_STRING);
    constexpr const char* head = "%-16s %-22s %-28s %6s  %-14s  %-7s  %-18s  %-7s %16s\n";
    std::printf(head, "", "", "", "", "", "", "", "checked", "median ns");
    std::printf(head, "a", "b", "distance lies in", "width", "status", "they", "because of a", "d.  v.",
                "overlap distance");
    bool all = true;
    for (const Pair& pair : make_pairs()) all = show(pair) && all;
    std::printf(
        "\ndistance  > 0: the gap; < 0: the depth, how far b must move to be free. The true value lies in "
        "the interval.\n"
        "checked   by separate code that uses no solver: d. the distance bounds, v. the verdict's proof.\n"
        "times     of one query, repeated on the same pair: overlap is the plain yes or no, distance the "
        "interval with witnesses.\n"
        "%s\n",
        all ? "All answers converged and were verified." : "NOT every answer converged and was verified.");
    return all ? 0 : 1;
}
