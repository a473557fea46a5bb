// "leaves" hands on all features of two triangles whose leaves overlap; the tests of two features, which
// begin with their boxes, do the rest.
#include "cloth.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "graze/graze.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

constexpr std::size_t kLayers = 8;
constexpr double kGap = 0.02;  // between layers; the sheet is 1 wide, each layer 1 long

double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// The folded profile at arc length s: straight layers, joined by half circles of diameter kGap.
Vec3 profile(double s) {
    const double turn = 0.5 * std::numbers::pi * kGap, period = 1 + turn;
    const double whole = std::floor(s / period), rest = s - whole * period;
    const bool back = static_cast<long>(whole) % 2 != 0;
    double x = std::min(rest, 1.0), z = whole * kGap;
    if (rest > 1) {
        const double angle = std::numbers::pi * (rest - 1) / turn;
        x = 1 + 0.5 * kGap * std::sin(angle);
        z += 0.5 * kGap * (1 - std::cos(angle));
    }
    return {back ? 1 - x : x, 0, z};
}

}  // namespace

ClothFrame cloth_frame(std::size_t triangles, ClothMotion motion) {
    const double length_of_sheet =
        static_cast<double>(kLayers) * (1 + 0.5 * std::numbers::pi * kGap) - 0.5 * std::numbers::pi * kGap;
    const auto columns =
        static_cast<std::uint32_t>(std::sqrt(0.5 * static_cast<double>(triangles) / length_of_sheet));
    const auto rows = static_cast<std::uint32_t>(static_cast<double>(columns) * length_of_sheet);
    test::Random random(31);
    ClothFrame frame;
    const double cell = 1.0 / columns;
    for (std::uint32_t i = 0; i <= rows; ++i) {
        const double s = length_of_sheet * i / rows;
        for (std::uint32_t j = 0; j <= columns; ++j) {
            Vec3 p = profile(s);
            p.y = static_cast<double>(j) / columns;
            // Ripples that all layers share keep their gaps; noise takes a tenth of them.
            p.z += 0.05 * std::sin(9 * p.x) * std::cos(7 * p.y) + random.uniform(-0.05, 0.05) * kGap;
            const double layer = p.z / kGap;
            frame.start.push_back(p);
            const Vec3 slide{0.4 * cell * std::sin(0.9 * layer), 0.3 * cell, 0.1 * kGap};
            const Vec3 noise = 0.05 * kGap * random.in_cube(1);
            Vec3 q = p + slide + noise;
            // Every second layer falls onto the one below it, most at the corner.
            if (motion == ClothMotion::closing)
                q.z -= 0.8 * kGap * p.x * p.y * (1 - std::cos(std::numbers::pi * profile(s).z / kGap));
            frame.end.push_back(q);
        }
    }
    for (std::uint32_t i = 0; i < rows; ++i) {
        for (std::uint32_t j = 0; j < columns; ++j) {
            const std::uint32_t v = i * (columns + 1) + j, w = v + columns + 1;
            frame.triangles.push_back({v, w, w + 1});
            frame.triangles.push_back({v, w + 1, v + 1});
        }
    }
    return frame;
}

namespace {

/// Candidates without boxes around features: all features of two triangles whose leaves overlap, those that
/// share a vertex left out.
class LeafCandidates {
public:
    explicit LeafCandidates(const ClothFrame& frame) : frame_(frame) {
        std::vector<Aabb> boxes;
        for (const auto& t : frame.triangles) {
            boxes.emplace_back();
            for (const std::uint32_t v : t) {
                for (const Vec3& p : {frame.start[v], frame.end[v]})
                    boxes.back() = {min(boxes.back().min, p), max(boxes.back().max, p)};
            }
        }
        tree_ = BoxTree::build(boxes).value();
        std::vector<std::array<std::uint32_t, 4>> edges;  // low, high, triangle, corner
        std::vector<bool> has_owner(frame.start.size(), false);
        owned_.assign(frame.triangles.size(), 0);
        for (std::uint32_t t = 0; t < frame.triangles.size(); ++t) {
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t v = frame.triangles[t][k];
                if (!has_owner[v]) owned_[t] |= 1U << k;
                has_owner[v] = true;
                const auto [low, high] = std::minmax(v, frame.triangles[t][(k + 1) % 3]);
                edges.push_back({low, high, t, k});
            }
        }
        std::sort(edges.begin(), edges.end());
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (i == 0 || edges[i][0] != edges[i - 1][0] || edges[i][1] != edges[i - 1][1])
                owned_[edges[i][2]] |= 8U << edges[i][3];
        }
    }

    template <class Visit> void visit(const Visit& visit) const {
        visit_self_pairs(tree_, 0, [&](LeafSlots x, LeafSlots y) {
            for (const std::uint32_t i : tree_.primitives(x)) {
                for (const std::uint32_t j : tree_.primitives(y)) {
                    if (x.first == y.first && j <= i) continue;
                    of_triangles(i, j, visit);
                }
            }
            return Continue::yes;
        });
    }

private:
    template <class Visit> void of_triangles(std::uint32_t i, std::uint32_t j, const Visit& visit) const {
        const auto &p = frame_.triangles[i], &q = frame_.triangles[j];
        for (std::uint32_t k = 0; k < 3; ++k) {
            if ((owned_[i] >> k & 1U) != 0 && p[k] != q[0] && p[k] != q[1] && p[k] != q[2])
                visit(FeaturePair{FeaturePair::Kind::vertex_face, {p[k], q[0], q[1], q[2]}});
            if ((owned_[j] >> k & 1U) != 0 && q[k] != p[0] && q[k] != p[1] && q[k] != p[2])
                visit(FeaturePair{FeaturePair::Kind::vertex_face, {q[k], p[0], p[1], p[2]}});
            for (std::uint32_t l = 0; l < 3; ++l) {
                if ((owned_[i] >> (3 + k) & 1U) == 0 || (owned_[j] >> (3 + l) & 1U) == 0) continue;
                const std::uint32_t a = p[k], b = p[(k + 1) % 3], c = q[l], d = q[(l + 1) % 3];
                if (a != c && a != d && b != c && b != d)
                    visit(FeaturePair{FeaturePair::Kind::edge_edge, {a, b, c, d}});
            }
        }
    }

    const ClothFrame& frame_;
    BoxTree tree_;
    std::vector<std::uint32_t> owned_;
};

struct Reply {
    double time = 1;  ///< Nothing touches before.
    std::size_t tests = 0;
};

Reply by_leaves(const ClothFrame& frame) {
    Reply reply;
    VertexImpactOptions window;
    LeafCandidates(frame).visit([&](const FeaturePair& pair) {
        std::array<Vec3, 4> start{}, end{};
        for (std::size_t k = 0; k < 4; ++k) {
            start[k] = frame.start[pair.vertices[k]];
            end[k] = frame.end[pair.vertices[k]];
        }
        ++reply.tests;
        const Impact impact = pair.kind == FeaturePair::Kind::edge_edge
                                  ? edge_edge_impact(start, end, window)
                                  : vertex_face_impact(start, end, window);
        if (!impact.hit || impact.time.lower == 0) return;  // these frames touch nowhere at the start
        reply.time = std::min(reply.time, impact.time.lower);
        window.until = reply.time;
    });
    return reply;
}

Reply by_features(const ClothFrame& frame) {
    const Impact impact = self_impact(frame.view()).value().impact;
    return {impact.time.lower, impact.work.primitive_tests};
}

template <class Work> double timed(const Work& work) {
    const double start = cpu_ms();
    work();
    return cpu_ms() - start;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

}  // namespace

void run_cloth(int repetitions) {
    std::printf("%-9s %9s %-15s %9s %9s %9s %7s %10s\n", "sheet", "triangles", "verb", "leaves ms",
                "graze ms", "tested %", "ratio", "time");
    for (const std::size_t triangles : {5000U, 20000U, 50000U}) {
        for (const ClothMotion motion : {ClothMotion::sliding, ClothMotion::closing}) {
            const ClothFrame frame = cloth_frame(triangles, motion);
            std::array<std::vector<double>, 4> ms;
            Reply leaves, features;
            std::size_t all = 0, close = 0;
            for (int repetition = 0; repetition < repetitions; ++repetition) {
                ms[0].push_back(timed([&] { leaves = by_leaves(frame); }));
                ms[1].push_back(timed([&] { features = by_features(frame); }));
                ms[2].push_back(timed([&] {
                    std::vector<FeaturePair> pairs;
                    LeafCandidates(frame).visit([&](const FeaturePair& pair) { pairs.push_back(pair); });
                    all = pairs.size();
                }));
                ms[3].push_back(timed([&] { close = close_features(frame.view(), 0).value().size(); }));
            }
            const auto row = [&](const char* verb, std::size_t method, double share, double time) {
                const double before = median(ms[method]), now = median(ms[method + 1]);
                std::printf("%-9s %9zu %-15s %9.1f %9.1f %9.1f %7.2f %10.6f\n",
                            motion == ClothMotion::sliding ? "sliding" : "closing", frame.triangles.size(),
                            verb, before, now, 100 * share, before / now, time);
            };
            row("self_impact", 0, static_cast<double>(features.tests) / static_cast<double>(leaves.tests),
                features.time);
            row("close_features", 2, static_cast<double>(close) / static_cast<double>(all), features.time);
            if (std::abs(leaves.time - features.time) > 2e-6)
                std::printf("  the methods disagree: %.9f %.9f\n", leaves.time, features.time);
        }
    }
}

}  // namespace graze::bench
