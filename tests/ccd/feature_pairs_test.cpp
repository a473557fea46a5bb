// Laws of the search of features: beside all pairs of features, without a tree and without boxes, it answers
// the same times and the same pairs, each pair once, whatever the order of triangles, of their corners and of
// the meshes. At scales from 1e-6 to 1e6, far from the origin, with and without a separation, on meshes with
// repeated and degenerate triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "graze/ccd/feature_impact.hpp"
#include "graze/mesh/generate.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Kind = FeaturePair::Kind;
using Key = std::pair<Kind, std::array<std::uint32_t, 4>>;
using Face = std::array<std::uint32_t, 3>;
using Edge = std::array<std::uint32_t, 2>;

#ifdef GRAZE_FEATURE_ROUNDS
constexpr int kRounds = GRAZE_FEATURE_ROUNDS;
#else
constexpr int kRounds = 210;  // more than a million pairs of features
#endif

struct Sheet {
    std::vector<Vec3> start, end;
    std::vector<Face> triangles;

    [[nodiscard]] DeformingMesh view() const { return {start, end, triangles}; }
};

/// All pairs of features of two meshes, or of one with itself, in the manner of `FeaturePair::vertices`.
class AllPairs {
public:
    AllPairs(const Sheet& a, const Sheet& b, bool same) : a_(a), b_(b), same_(same) {}

    template <class Visit> void visit(const Visit& visit) const {
        vertices_and_faces(a_, b_, Kind::vertex_face, visit);
        if (!same_) vertices_and_faces(b_, a_, Kind::face_vertex, visit);
        for (const Edge& e : edges(a_)) {
            for (const Edge& f : edges(b_)) {
                if (same_ && (!(e < f) || e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1]))
                    continue;
                visit(FeaturePair{Kind::edge_edge, {e[0], e[1], f[0], f[1]}});
            }
        }
    }

    [[nodiscard]] Impact test(const FeaturePair& pair, const VertexImpactOptions& options) const {
        std::array<Vec3, 4> start{}, end{};
        for (std::size_t k = 0; k < 4; ++k) {
            start[k] = mesh_of(pair, k).start[pair.vertices[k]];
            end[k] = mesh_of(pair, k).end[pair.vertices[k]];
        }
        if (pair.kind == Kind::edge_edge) return edge_edge_impact(start, end, options);
        Impact impact = vertex_face_impact(start, end, options);
        if (pair.kind == Kind::face_vertex) impact.normal = -impact.normal;
        return impact;
    }

    /// How far apart the boxes of the ways are along the axis that has them farthest apart; below 0 when they
    /// overlap.
    [[nodiscard]] double gap(const FeaturePair& pair) const {
        const std::size_t split = pair.kind == Kind::edge_edge ? 2 : 1;
        double widest = -std::numeric_limits<double>::infinity();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::array<Interval, 2> range;
            for (std::size_t k = 0; k < 4; ++k) {
                const Sheet& mesh = mesh_of(pair, k);
                const double s = mesh.start[pair.vertices[k]][axis], e = mesh.end[pair.vertices[k]][axis];
                Interval& side = range[k < split ? 0 : 1];
                const bool first = k == 0 || k == split;
                side = {std::min(first ? s : std::min(side.lower, s), e),
                        std::max(first ? s : std::max(side.upper, s), e)};
            }
            widest = std::max({widest, range[0].lower - range[1].upper, range[1].lower - range[0].upper});
        }
        return widest;
    }

private:
    [[nodiscard]] const Sheet& mesh_of(const FeaturePair& pair, std::size_t k) const {
        const bool first = k < (pair.kind == Kind::edge_edge ? 2U : 1U);
        return first == (pair.kind != Kind::face_vertex) ? a_ : b_;
    }

    template <class Visit>
    void vertices_and_faces(const Sheet& points, const Sheet& faces, Kind kind, const Visit& visit) const {
        std::set<std::uint32_t> used;
        for (const Face& t : points.triangles) used.insert(t.begin(), t.end());
        std::set<Face> distinct;
        for (Face t : faces.triangles) {
            std::sort(t.begin(), t.end());
            distinct.insert(t);
        }
        for (const std::uint32_t v : used) {
            for (const Face& t : distinct) {
                if (same_ && std::find(t.begin(), t.end(), v) != t.end()) continue;
                visit(FeaturePair{kind, {v, t[0], t[1], t[2]}});
            }
        }
    }

    static std::set<Edge> edges(const Sheet& mesh) {
        std::set<Edge> edges;
        for (const Face& t : mesh.triangles) {
            for (std::size_t k = 0; k < 3; ++k)
                edges.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
        }
        return edges;
    }

    const Sheet& a_;
    const Sheet& b_;
    bool same_;
};

/// A folded patch, a ball, a ring or a soup of shared vertices; some of them with repeated, mirrored or
/// degenerate triangles.
Sheet random_sheet(Random& random, int kind) {
    Sheet sheet;
    TriangleSoup soup;
    if (kind == 0) {
        soup = icosphere_mesh(0.8, random.chance(0.3) ? 1 : 0);
    } else if (kind == 1) {
        soup = torus_mesh({0.6, 0.2, 6, 4});
    } else if (kind == 2) {
        const std::uint32_t n = 5;
        for (std::uint32_t i = 0; i <= n; ++i) {
            for (std::uint32_t j = 0; j <= n; ++j)
                soup.vertices.push_back(
                    {0.4 * std::abs(i - 2.5), 0.3 * j, 0.05 * i + 0.02 * std::sin(2.0 * j)});
        }
        for (std::uint32_t v = 0; v < n * (n + 1); ++v) {
            if (v % (n + 1) == n) continue;
            soup.triangles.push_back({v, v + n + 1, v + n + 2});
            soup.triangles.push_back({v, v + n + 2, v + 1});
        }
    } else {
        for (int i = 0; i < 20; ++i) soup.vertices.push_back(random.in_cube(1));
        if (kind == 4) {
            for (Vec3& v : soup.vertices) v = {std::round(2 * v.x), std::round(2 * v.y), std::round(2 * v.z)};
        }
        const auto any = [&] { return static_cast<std::uint32_t>(random.index(20)); };
        for (int i = 0; i < 24; ++i) soup.triangles.push_back({any(), any(), any()});
        for (int i = 0; i < 4; ++i) {
            Face again = soup.triangles[random.index(24)];
            if (random.chance(0.5)) std::swap(again[0], again[1]);
            soup.triangles.push_back(again);
        }
    }
    sheet.triangles = soup.triangles;
    sheet.start = soup.vertices;
    return sheet;
}

/// Moves by a way that all share and one of each vertex; of lattices everything stays on it.
void move(Sheet& sheet, Random& random, const Vec3& from, const Vec3& displacement, bool lattice) {
    const double wobble = lattice ? 0 : random.chance(0.5) ? 0.02 : 0.4;
    for (Vec3& v : sheet.start) {
        v = v + from;
        Vec3 e = v + displacement + random.in_cube(wobble);
        if (lattice)
            e = v + Vec3{std::round(displacement.x), std::round(displacement.y), std::round(displacement.z)} *
                        static_cast<double>(random.index(2));
        sheet.end.push_back(e);
    }
}

void place(Sheet& sheet, double scale, const Vec3& origin) {
    for (auto* points : {&sheet.start, &sheet.end}) {
        for (Vec3& v : *points) v = scale * v + origin;
    }
}

struct Case {
    Sheet a, b;
    double scale = 1;
    double separation = 0;
    bool same = false;
};

Case random_case(int round) {
    Random random(1000 + static_cast<std::uint64_t>(round));
    Case made;
    const int kind = round % 5;
    const bool lattice = kind == 4;
    made.same = round % 3 == 0;
    made.scale = std::array{1e-6, 1.0, 1e3, 1e6}[random.index(4)];
    const Vec3 origin =
        random.chance(0.4) ? made.scale * random.log_uniform(10, 1e7) * random.direction() : Vec3{};
    made.separation = random.chance(0.5) ? 0 : made.scale * random.log_uniform(1e-6, 0.1);
    const double step =
        std::array{0.0, 1e-16, 1e-15, 1e-14, 3e-14, 1e-13, 1e-12, 1e-9, 1e-3}[random.index(9)];
    const Vec3 from = lattice ? Vec3{1, step, -step} : random.uniform(0, 1.8) * random.direction();
    const Vec3 displacement = random.in_cube(made.same ? 0.1 : 0.8) - 0.4 * from;
    made.a = random_sheet(random, kind);
    move(made.a, random, {}, made.same ? displacement : Vec3{}, lattice);
    made.b = random_sheet(random, static_cast<int>(random.index(lattice ? 1 : 4)) + (lattice ? 4 : 0));
    move(made.b, random, from, displacement, lattice);
    if (made.same) made.b = made.a;
    place(made.a, made.scale, origin);
    place(made.b, made.scale, origin);
    return made;
}

expected<std::vector<FeaturePair>, BuildError> candidates(const Case& given, double reach) {
    return given.same ? close_features(given.a.view(), reach)
                      : close_features(given.a.view(), given.b.view(), reach);
}

expected<DeformingImpact, BuildError> first_impact(const Case& given, const VertexImpactOptions& options) {
    return given.same ? self_impact(given.a.view(), options)
                      : deforming_impact(given.a.view(), given.b.view(), options);
}

std::set<Key> keys(const std::vector<FeaturePair>& pairs) {
    std::set<Key> result;
    for (const FeaturePair& pair : pairs)
        EXPECT_TRUE(result.insert({pair.kind, pair.vertices}).second) << "a pair twice";
    return result;
}

void expect_same_impact(const Impact& x, const Impact& y) {
    EXPECT_EQ(x.answer, y.answer);
    EXPECT_EQ(x.proof, y.proof);
    EXPECT_EQ(x.time.lower, y.time.lower);
    EXPECT_EQ(x.time.upper, y.time.upper);
    EXPECT_EQ(x.point, y.point);
    EXPECT_EQ(x.normal, y.normal);
    EXPECT_EQ(x.status, y.status);
}

/// What all pairs answer, one by one.
struct Truth {
    double lower = 1;      ///< The earliest start of an impact.
    std::size_t hits = 0;  ///< Of which `open` are within the tolerance only.
    std::size_t open = 0;
    std::size_t pairs = 0;
};

/// Tests all pairs: candidates are just those whose boxes are within the separation, and what they leave
/// out is a proven miss.
Truth examine(const Case& given, const std::set<Key>& found) {
    const AllPairs all(given.a, given.b, given.same);
    const VertexImpactOptions options{.minimum_separation = given.separation};
    Truth truth;
    std::size_t kept = 0;
    all.visit([&](const FeaturePair& pair) {
        ++truth.pairs;
        const bool candidate = found.contains({pair.kind, pair.vertices});
        kept += candidate;
        const double gap = all.gap(pair);
        EXPECT_EQ(candidate, gap <= given.separation) << gap << " of " << given.separation;
        const Impact impact = all.test(pair, options);
        EXPECT_TRUE(candidate || !impact.hit) << "left out though not a proven miss, gap " << gap;
        if (!impact.hit) return;
        ++truth.hits;
        truth.open += impact.answer == ImpactAnswer::within_tolerance;
        truth.lower = std::min(truth.lower, impact.time.lower);
    });
    EXPECT_EQ(kept, found.size()) << "a candidate that is no pair of features";
    return truth;
}

/// Other orders of triangles, corners and, for two meshes, of the meshes change nothing but the place in the
/// list.
void expect_invariant(const Case& given, const std::set<Key>& found, const Impact& impact, Random& random) {
    const VertexImpactOptions options{.minimum_separation = given.separation};
    Case permuted = given;
    for (Sheet* sheet : {&permuted.a, &permuted.b}) {
        for (std::size_t i = sheet->triangles.size(); i > 1; --i)
            std::swap(sheet->triangles[i - 1], sheet->triangles[random.index(i)]);
        for (Face& t : sheet->triangles) std::swap(t[random.index(3)], t[random.index(3)]);
    }
    EXPECT_EQ(keys(*candidates(permuted, given.separation)), found);
    const Impact other = first_impact(permuted, options)->impact;
    EXPECT_EQ(other.hit, impact.hit);
    EXPECT_EQ(other.time.lower, impact.time.lower);
    if (given.same) return;
    Case swapped = given;
    std::swap(swapped.a, swapped.b);
    std::set<Key> mirrored;
    for (const auto& [kind, v] : found) {
        if (kind == Kind::edge_edge)
            mirrored.insert({kind, {v[2], v[3], v[0], v[1]}});
        else
            mirrored.insert({kind == Kind::vertex_face ? Kind::face_vertex : Kind::vertex_face, v});
    }
    EXPECT_EQ(keys(*candidates(swapped, given.separation)), mirrored);
    const Impact flipped = first_impact(swapped, options)->impact;
    EXPECT_EQ(flipped.hit, impact.hit);
    EXPECT_NEAR(flipped.time.lower, impact.time.lower, 2 * options.tolerance);
}

TEST(FeaturePairs, AnswerAsAllPairsDoInEveryOrder) {
    std::size_t pairs = 0, hits = 0, misses = 0;
    for (int round = 0; round < kRounds && !testing::Test::HasFailure(); ++round) {
        SCOPED_TRACE(round);
        const Case given = random_case(round);
        const auto close = candidates(given, given.separation);
        ASSERT_TRUE(close.has_value());
        const std::set<Key> found = keys(*close);
        const Truth truth = examine(given, found);
        pairs += truth.pairs;
        const VertexImpactOptions options{.minimum_separation = given.separation};
        const auto first = first_impact(given, options);
        ASSERT_TRUE(first.has_value());
        ASSERT_EQ(first->impact.hit, truth.hits > 0);
        ASSERT_EQ(first->impact.time.lower, truth.lower);
        EXPECT_LE(first->impact.work.primitive_tests, found.size());
        (truth.hits > 0 ? hits : misses) += 1;
        if (truth.hits > 0 && truth.open == 0) {
            expect_same_impact(first->impact,
                               AllPairs(given.a, given.b, given.same).test(first->pair, options));
            EXPECT_TRUE(found.contains({first->pair.kind, first->pair.vertices}));
        }
        Random random(static_cast<std::uint64_t>(round));
        expect_invariant(given, found, first->impact, random);
    }
    EXPECT_GT(pairs, 1000000U);
    EXPECT_GT(hits, static_cast<std::size_t>(kRounds) / 4);
    EXPECT_GT(misses, static_cast<std::size_t>(kRounds) / 8);
    RecordProperty("pairs", static_cast<int>(pairs / 1000));
}

}  // namespace
}  // namespace graze::test
