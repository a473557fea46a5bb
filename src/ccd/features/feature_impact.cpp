// A sweep over time: intervals on a stack, the earliest on top, with the pairs of features that may touch in
// them.
#include "graze/ccd/feature_impact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ccd/features/audit_features.hpp"
#include "ccd/features/feature_corners.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "core/audited.hpp"
#include "graze/math/vec.hpp"
#include "motion/motion_piece.hpp"
#include "obb/find_common_point.hpp"
#include "result/nothing_excluded.hpp"
#include "verify/moving/verify_passage.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kDefaultSteps = 20'000;

class Sweep {
public:
    Sweep(const Motion& a, const Motion& b, const Features& features, const ImpactOptions& options) noexcept
        : a_(a),
          b_(b),
          features_(features),
          slack_{a.deviation(), b.deviation()},
          longest_(0.999 * options.tolerance),
          close_(options.tolerance * features.reach()),
          budget_(options.max_steps > 0 ? options.max_steps : kDefaultSteps) {}

    /// Contact at the start, with a point of both and the direction of the features that are closest there.
    Impact touching() noexcept {
        const MotionPiece& pa = a_.piece_at(0);
        const MotionPiece& pb = b_.piece_at(0);
        std::uint32_t nearest = 0;
        for (std::uint32_t k = 1; k < features_.tests.size(); ++k) {
            if (gap_at(pa, pb, 0, k) < gap_at(pa, pb, 0, nearest)) nearest = k;
        }
        ended(pa, pb, {0, 0}, nearest, ContactProof::overlap);
        // Triangles that cross share a segment, on which their closest features need not be.
        if (features_.tests.size() > 1)
            impact_.point = common_point(placed(pa, features_.corners_a), placed(pb, features_.corners_b));
        return impact_;
    }

    Impact run() {
        double t = 0;
        while (t < 1) {
            const MotionPiece& pa = a_.piece_at(t);
            const MotionPiece& pb = b_.piece_at(t);
            const double end = std::min(pa.time.upper, pb.time.upper);
            if (search(pa, pb, {t, end})) return impact_;
            t = end;
            if (t < 1 && ends_between({pa, pb}, {a_.piece_at(t), b_.piece_at(t)}, t)) return impact_;
        }
        return impact_;
    }

private:
    /// An interval and the tests that are open in it.
    struct Open {
        Interval time{};
        std::uint32_t tests = 0;
    };

    static TriangleCorners placed(const MotionPiece& piece, const TriangleCorners& corners) noexcept {
        const Pose pose = pose_of(piece, 0);
        return {pose * corners[0], pose * corners[1], pose * corners[2]};
    }

    /// True when the search has ended.
    bool search(const MotionPiece& pa, const MotionPiece& pb, const Interval& stretch) {
        std::vector<Open> stack{{stretch, (1U << features_.tests.size()) - 1}};
        while (!stack.empty()) {
            Open open = stack.back();
            stack.pop_back();
            if (impact_.work.cells + impact_.work.bisections >= budget_) {
                impact_.status = Status::budget_reached;
                return ended(pa, pb, {open.time.lower, 1}, first_of(open.tests), ContactProof::none);
            }
            const Open left = shrink(pa, pb, open);
            if (left.tests == 0) {
                ++impact_.work.cells;
                continue;
            }
            if ((left.time.width() <= longest_ || !splits(left.time)) && ends_at(pa, pb, left)) return true;
            const double m = left.time.middle();
            ++impact_.work.bisections;
            // Where Newton's step left less than half of the half, the next one will too.
            if (left.time.width() < 0.25 * open.time.width()) {
                stack.push_back(left);
                continue;
            }
            stack.push_back({{m, left.time.upper}, left.tests});
            stack.push_back({{left.time.lower, m}, left.tests});
        }
        return false;
    }

    /// Over a border of pieces: what is on one side at the end of a piece may be on the other at the start of
    /// the next. True when the search has ended.
    bool ends_between(const PiecePair& before, const PiecePair& after, double t) {
        const Open left =
            open_of(FeatureCorners(before, after, features_, t, slack_), (1U << features_.tests.size()) - 1);
        return left.tests != 0 && ends_at(after.a, after.b, left);
    }

    /// The tests that stay open and the time they leave together.
    Open shrink(const MotionPiece& pa, const MotionPiece& pb, const Open& open) noexcept {
        return open_of(FeatureCorners({pa, pb}, features_, open.time, slack_), open.tests);
    }

    Open open_of(const FeatureCorners& corners, std::uint32_t tests) noexcept {
        Open left{FeatureCorners::kEmpty, 0};
        for (std::uint32_t k = 0; k < features_.tests.size(); ++k) {
            if ((tests >> k & 1U) == 0) continue;
            ++impact_.work.primitive_tests;
            const Differences d = corners.differences(features_.tests[k]);
            const Interval time = corners.shrunk_by_volume(d.spanning);
            if (!(time.lower <= time.upper) || d.apart()) continue;
            left.time = left.tests == 0 ? time : hull(left.time, time);
            left.tests |= 1U << k;
        }
        return left;
    }

    static bool splits(const Interval& time) noexcept {
        const double m = time.middle();
        return time.lower < m && m < time.upper;
    }

    /// Contact soon after the start of an interval that is short enough, or undecided: always when the
    /// interval cannot be split.
    bool ends_at(const MotionPiece& pa, const MotionPiece& pb, const Open& open) {
        const double upper = std::min({open.time.lower + longest_, pa.time.upper, pb.time.upper});
        // Nothing touches before the interval, so a change of sign may as well start earlier: Newton leaves
        // intervals as short as a moment.
        const double earlier = std::max({open.time.lower - longest_, pa.time.lower, pb.time.lower});
        for (const Interval& time : {open.time, Interval(open.time.lower, upper), Interval(earlier, upper)}) {
            if (!(time.lower < time.upper)) continue;
            const verifying::Passage passage(pa, pb, time);
            for (std::uint32_t k = 0; k < features_.tests.size(); ++k) {
                if ((open.tests >> k & 1U) == 0 || !passes(passage, features_.tests[k])) continue;
                return ended(pa, pb, {open.time.lower, time.upper}, k, ContactProof::passage);
            }
        }
        // Shorter intervals give tighter bounds, as long as they can be split.
        const std::uint32_t k = first_of(open.tests);
        const bool close =
            open.time.width() <= kShortest * longest_ && gap_at(pa, pb, open.time.lower, k) <= close_;
        if (!close && splits(open.time)) return false;
        return ended(pa, pb, {open.time.lower, std::min(1.0, open.time.lower + longest_)}, k,
                     ContactProof::none);
    }

    [[nodiscard]] bool passes(const verifying::Passage& passage, const FeatureTest& test) const noexcept {
        const auto of_a = [&](std::size_t i) { return passage.of_a(features_.corners_a[i % 3]); };
        const auto of_b = [&](std::size_t i) { return passage.of_b(features_.corners_b[i % 3]); };
        switch (test.kind) {
            case FeatureTest::Kind::vertex_face:
                return verifying::goes_through(of_a(test.a), {of_b(0), of_b(1), of_b(2)});
            case FeatureTest::Kind::face_vertex:
                return verifying::goes_through(of_b(test.b), {of_a(0), of_a(1), of_a(2)});
            case FeatureTest::Kind::edge_edge: break;
        }
        return verifying::go_through({of_a(test.a), of_a(test.a + 1U)}, {of_b(test.b), of_b(test.b + 1U)});
    }

    static std::uint32_t first_of(std::uint32_t tests) noexcept {
        std::uint32_t k = 0;
        while ((tests >> k & 1U) == 0) ++k;
        return k;
    }

    [[nodiscard]] double gap_at(const MotionPiece& pa, const MotionPiece& pb, double t,
                                std::uint32_t k) const noexcept {
        const FeatureCorners corners({pa, pb}, features_, Interval(t), slack_);
        return length(corners.differences(features_.tests[k]).nearest().difference);
    }

    /// The normal of features that touch up to rounding, along `across`: towards the side on which b was a
    /// moment before or, at the start, from which it would come. For features that touch edge on, or without
    /// a direction across, it is the direction of their relative motion.
    [[nodiscard]] Vec3 normal_before(double t, const FeatureTest& test, const Vec3& across) const noexcept {
        // As late as the difference is more than rounding, for features of usual speed.
        for (double back = 1e-12; true; back *= 16) {
            const double before = std::max(0.0, t - back);
            const PiecePair pieces{a_.piece_at(before), b_.piece_at(before)};
            const Differences d =
                FeatureCorners(pieces, features_, Interval(before), slack_).differences(test);
            const auto nearest = d.nearest();
            const double along = dot(across, nearest.normal);
            if (nearest.distinct)
                return std::abs(along) < 0.5 ? nearest.normal : along < 0 ? -across : across;
            if (before > 0) continue;
            const auto velocity = [&](std::size_t i) { return middle(d.d[i].velocity); };
            const Vec3 v = velocity(0), v1 = velocity(nearest.first), v2 = velocity(nearest.first + 1);
            return dot(across, v + nearest.u * (v1 - v) + nearest.v * (v2 - v)) > 0 ? -across : across;
        }
    }

    bool ended(const MotionPiece& pa, const MotionPiece& pb, const Interval& time, std::uint32_t k,
               ContactProof proof) noexcept {
        if (slack_.a + slack_.b > 0)
            proof = ContactProof::none;  // off their paths features that touch or cross on them need not
        const FeatureTest& test = features_.tests[k];
        const double t = time.lower;
        const auto nearest =
            FeatureCorners({pa, pb}, features_, Interval(t), slack_).differences(test).nearest();
        impact_.hit = true;
        impact_.answer = proof == ContactProof::none ? ImpactAnswer::within_tolerance : ImpactAnswer::contact;
        impact_.proof = proof;
        impact_.time = time;
        impact_.normal = nearest.distinct ? nearest.normal : normal_before(t, test, nearest.normal);
        const Pose pose = pose_of(pa, t);
        const auto& c = features_.corners_a;
        if (test.kind == FeatureTest::Kind::vertex_face) impact_.point = pose * c[test.a];
        if (test.kind == FeatureTest::Kind::face_vertex) {
            impact_.point = pose * (c[0] + nearest.u * (c[1] - c[0]) + nearest.v * (c[2] - c[0]));
        }
        if (test.kind == FeatureTest::Kind::edge_edge) {
            // Differences d[0] and d[1] start at the edge's first corner, d[2] and d[3] at its second.
            const double along = nearest.first == 1 ? nearest.v : nearest.u + nearest.v;
            impact_.point = pose * (c[test.a] + along * (c[(test.a + 1U) % 3] - c[test.a]));
        }
        return true;
    }

    /// A fraction of the requested length of the time interval. Features that graze at a distance of the
    /// tolerance squared, which is rare, are separated by intervals of the tolerance times a thousandth
    /// (curves diverge quadratically); much shorter ones cost more and decide no more.
    static constexpr double kShortest = 1e-3;

    const Motion& a_;
    const Motion& b_;
    const Features& features_;
    Slack slack_;
    double longest_;  ///< Wanted width of the time interval; a little less, so that sums round below it.
    double close_;    ///< A length: so close is within the tolerance.
    std::uint32_t budget_;
    Impact impact_{};
};

bool inputs_valid(const Motion& a, const Motion& b, const Features& features,
                  const ImpactOptions& options) noexcept {
    bool fine = a.valid() && b.valid() && options.tolerance > 0 && std::isfinite(options.tolerance);
    for (const auto* corners : {&features.corners_a, &features.corners_b}) {
        for (const Vec3& x : *corners) fine &= below_largest_served(x);
    }
    return fine;
}

Impact impact_of(const Motion& a, const Motion& b, const Features& features, const ImpactOptions& options) {
    if (!inputs_valid(a, b, features, options)) return nothing_excluded(Status::invalid_input);
    const Pose pose_a = pose_at(a, 0), pose_b = pose_at(b, 0);
    const auto &ca = features.corners_a, &cb = features.corners_b;
    const TriangleView view(pose_a, pose_b, features.reach());
    const bool touching =
        contact(view, {ca[0], ca[1], ca[2]}, {cb[0], cb[1], cb[2]}) != TriangleContact::disjoint;
    Sweep sweep(a, b, features, options);
    return touching ? sweep.touching() : sweep.run();
}

}  // namespace

Impact vertex_face_impact(const Motion& a, const Vec3& vertex, const Motion& b, const Triangle& face,
                          const ImpactOptions& options) noexcept {
    const Features features{
        {vertex, vertex, vertex}, {face.a, face.b, face.c}, {{FeatureTest::Kind::vertex_face, 0, 0}}};
    return GRAZE_AUDITED(impact_of(a, b, features, options),
                         audit::check_vertex_face(answer, {a, {vertex, vertex, vertex}, b, face, options}));
}

Impact edge_edge_impact(const Motion& a, const Segment& edge_a, const Motion& b, const Segment& edge_b,
                        const ImpactOptions& options) noexcept {
    const Features features{{edge_a.a, edge_a.b, edge_a.b},
                            {edge_b.a, edge_b.b, edge_b.b},
                            {{FeatureTest::Kind::edge_edge, 0, 0}}};
    return GRAZE_AUDITED(
        impact_of(a, b, features, options),
        audit::check_edge_edge(
            answer, {a, {edge_a.a, edge_a.b, edge_a.b}, b, {edge_b.a, edge_b.b, edge_b.b}, options}));
}

Impact triangle_triangle_impact(const Motion& a, const Triangle& triangle_a, const Motion& b,
                                const Triangle& triangle_b, const ImpactOptions& options) noexcept {
    Features features{
        {triangle_a.a, triangle_a.b, triangle_a.c}, {triangle_b.a, triangle_b.b, triangle_b.c}, {}};
    for (std::uint8_t i = 0; i < 3; ++i) {
        features.tests.push_back({FeatureTest::Kind::vertex_face, i, 0});
        features.tests.push_back({FeatureTest::Kind::face_vertex, 0, i});
        for (std::uint8_t j = 0; j < 3; ++j) features.tests.push_back({FeatureTest::Kind::edge_edge, i, j});
    }
    return GRAZE_AUDITED(impact_of(a, b, features, options),
                         audit::check_triangles(answer, {a, triangle_a, b, triangle_b, options}));
}

}  // namespace graze
