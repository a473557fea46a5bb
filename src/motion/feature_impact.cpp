// A sweep over time: intervals on a stack, the earliest on top, with the pairs of features that may touch in them.
#include "graze/motion/feature_impact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "convex/triangle_triangle.hpp"
#include "graze/math/served_range.hpp"
#include "math/nearest.hpp"
#include "motion/verify_passage.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kDefaultSteps = 20'000;

/// A pair of features by the numbers of their corners: a vertex and a face, a face and a vertex, or two edges.
struct FeatureTest {
    enum class Kind : std::uint8_t { vertex_face, face_vertex, edge_edge };
    Kind kind = Kind::edge_edge;
    std::uint8_t a = 0;  ///< The vertex, or the edge's first corner; unused for a face.
    std::uint8_t b = 0;
};

/// Three corners of each body, in the frames of their bodies; vertices and edges repeat theirs.
struct Features {
    std::array<Vec3, 3> corners_a{};
    std::array<Vec3, 3> corners_b{};
    std::vector<FeatureTest> tests;

    [[nodiscard]] double reach() const noexcept {
        double reach = 0;
        for (const Vec3& x : corners_a) reach = std::max(reach, length(x));
        for (const Vec3& x : corners_b) reach = std::max(reach, length(x));
        return reach;
    }
};

/// A moving point in the middle of an interval and throughout, and its velocity.
struct Track {
    IntervalVec3 middle{};
    IntervalVec3 over{};
    IntervalVec3 velocity{};
};

Track operator-(const Track& p, const Track& q) noexcept { return {p.middle - q.middle, p.over - q.over, p.velocity - q.velocity}; }

Interval triple(const IntervalVec3& a, const IntervalVec3& b, const IntervalVec3& c) noexcept { return dot(a, cross(b, c)); }

/// Corners of one body over an interval, seen from `origin`. `slack` is how far the body may be off its path.
std::array<Track, 3> tracks_of(const MotionPiece& piece, const std::array<Vec3, 3>& corners, const Interval& time, const Vec3& origin,
                               double slack) noexcept {
    const double m = time.middle();
    const PoseBounds middle = bounds_over(piece, Interval(m)), over = bounds_over(piece, time), velocity = velocity_over(piece, time);
    const Interval since = time - Interval(m);
    std::array<Track, 3> tracks;
    for (std::size_t i = 0; i < 3; ++i) {
        const IntervalVec3 x = enclose(corners[i]);
        Track& track = tracks[i];
        track.middle = middle.rotation * x + (middle.position - enclose(origin));
        track.velocity = velocity.rotation * x + velocity.position;
        track.over = over.rotation * x + (over.position - enclose(origin));
        for (std::size_t k = 0; k < 3; ++k) {
            // From the middle on by the velocity is sharper, or not, than the bounds of the places.
            track.over[k] = widened(intersect(track.over[k], track.middle[k] + since * track.velocity[k]), slack);
        }
    }
    return tracks;
}

/// Corners of one body at the end of a piece and at the start of the next, which may be a rounding away, and all between them. Without a
/// velocity.
std::array<Track, 3> tracks_across(const MotionPiece& before, const MotionPiece& after, const std::array<Vec3, 3>& corners, double t,
                                   const Vec3& origin, double slack) noexcept {
    const PoseBounds last = bounds_over(before, Interval(t)), first = bounds_over(after, Interval(t));
    std::array<Track, 3> tracks;
    for (std::size_t i = 0; i < 3; ++i) {
        const IntervalVec3 x = enclose(corners[i]);
        const IntervalVec3 from = last.rotation * x + (last.position - enclose(origin));
        const IntervalVec3 to = first.rotation * x + (first.position - enclose(origin));
        Track& track = tracks[i];
        for (std::size_t k = 0; k < 3; ++k) {
            track.middle[k] = hull(from[k], to[k]);
            track.over[k] = widened(track.middle[k], slack);
        }
    }
    return tracks;
}

/// The differences of two features: their hull holds the origin when they touch.
struct Differences {
    std::array<Track, 4> d{};
    std::size_t count = 0;
    std::array<Track, 3> spanning{};  ///< Three of them, or sides of theirs, whose volume is zero at contact.
};

/// The pieces of both motions that serve a time.
struct Pieces {
    const MotionPiece& a;
    const MotionPiece& b;
};

/// How far each body may be off its path.
struct Slack {
    double a = 0;
    double b = 0;
};

class Corners {
public:
    Corners(const MotionPiece& pa, const MotionPiece& pb, const Features& features, const Interval& time, const Slack& slack) noexcept
        : time_(time), smooth_(slack.a == 0 && slack.b == 0) {
        const Vec3 origin = pose_of(pa, time.lower).position;
        a_ = tracks_of(pa, features.corners_a, time, origin, slack.a);
        b_ = tracks_of(pb, features.corners_b, time, origin, slack.b);
    }

    /// At a border of pieces.
    Corners(const Pieces& before, const Pieces& after, const Features& features, double t, const Slack& slack) noexcept
        : time_(t), smooth_(false) {
        const Vec3 origin = pose_of(after.a, t).position;
        a_ = tracks_across(before.a, after.a, features.corners_a, t, origin, slack.a);
        b_ = tracks_across(before.b, after.b, features.corners_b, t, origin, slack.b);
    }

    /// From a's feature to b's.
    [[nodiscard]] Differences differences(const FeatureTest& test) const noexcept {
        Differences result;
        if (test.kind == FeatureTest::Kind::edge_edge) {
            const Track &a0 = a_[test.a], &a1 = a_[(test.a + 1) % 3], &b0 = b_[test.b], &b1 = b_[(test.b + 1) % 3];
            result = {{b0 - a0, b1 - a0, b1 - a1, b0 - a1}, 4, {b0 - a0, a1 - a0, b1 - b0}};
            return result;
        }
        const bool of_a = test.kind == FeatureTest::Kind::vertex_face;
        for (std::size_t i = 0; i < 3; ++i) result.d[i] = of_a ? b_[i] - a_[test.a] : b_[test.b] - a_[i];
        result.count = 3;
        result.spanning = {result.d[0], result.d[1] - result.d[0], result.d[2] - result.d[0]};
        return result;
    }

    /// The part of the interval in which the volume may be zero; empty when there is none.
    [[nodiscard]] Interval shrunk_by_volume(const std::array<Track, 3>& s) const noexcept {
        if (!triple(s[0].over, s[1].over, s[2].over).contains(0.0)) return kEmpty;
        // Off their paths and where they jump, points have no velocity that is known.
        if (!smooth_) return time_;
        const Interval value = triple(s[0].middle, s[1].middle, s[2].middle);
        const Interval slope = triple(s[0].velocity, s[1].over, s[2].over) + triple(s[0].over, s[1].velocity, s[2].over) +
                               triple(s[0].over, s[1].over, s[2].velocity);
        const Interval m(time_.middle());
        if (!(value + slope * (time_ - m)).contains(0.0)) return kEmpty;
        return slope.contains(0.0) ? time_ : intersect(time_, m - value / slope);
    }

    /// Whether a plane keeps the features apart throughout: the one across their closest points in the middle of the interval.
    [[nodiscard]] static bool apart(const Differences& d) noexcept {
        const IntervalVec3 n = enclose(nearest(d).normal);
        for (std::size_t i = 0; i < d.count; ++i) {
            if (!(dot(n, d.d[i].over).lower > 0)) return false;
        }
        return true;
    }

    struct Nearest {
        Vec3 difference{};      ///< From a's closest point to b's.
        Vec3 normal{1, 0, 0};   ///< Its direction; across the features where they touch but for rounding.
        double u = 0, v = 0;    ///< Of the corner d[0] towards two others, d[1] or d[2] and the one after.
        std::size_t first = 1;  ///< Which.
    };
    [[nodiscard]] static Nearest nearest(const Differences& d) noexcept {
        Nearest best;
        double least = std::numeric_limits<double>::infinity();
        std::array<Vec3, 4> at{};
        double size = 0;
        for (std::size_t i = 0; i < d.count; ++i) {
            at[i] = middle(d.d[i].middle);
            size = std::max(size, max_component(abs(at[i])));
        }
        for (std::size_t i = 1; i + 1 < d.count; ++i) {
            const TrianglePoint p = nearest_on_triangle({at[0], at[i], at[i + 1]}, Vec3{});
            if (!(p.distance_sq < least)) continue;
            least = p.distance_sq;
            best = {at[0] + p.u * (at[i] - at[0]) + p.v * (at[i + 1] - at[0]), {}, p.u, p.v, i};
        }
        // A difference of a few roundings has no direction of its own; the features do.
        const bool told = max_component(abs(best.difference)) > 1e3 * kEps * size;
        const Vec3 across = cross(at[1] - at[0], at[2] - at[0]);
        best.normal = unit(told ? best.difference : dot(across, best.difference) < 0 ? -across : across);
        return best;
    }

    static constexpr Interval kEmpty{1, 0};

private:
    Interval time_;
    bool smooth_;
    std::array<Track, 3> a_;
    std::array<Track, 3> b_;
};

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

    /// Contact at the start, with the point and the direction of the features that are closest there.
    Impact touching() noexcept {
        const MotionPiece& pa = a_.piece_at(0);
        const MotionPiece& pb = b_.piece_at(0);
        std::uint32_t nearest = 0;
        for (std::uint32_t k = 1; k < features_.tests.size(); ++k) {
            if (gap_at(pa, pb, 0, k) < gap_at(pa, pb, 0, nearest)) nearest = k;
        }
        ended(pa, pb, {0, 0}, nearest, ContactProof::overlap);
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

    /// Over a border of pieces: what is on one side at the end of a piece may be on the other at the start of the next. True when the search
    /// has ended.
    bool ends_between(const Pieces& before, const Pieces& after, double t) {
        const Open left = open_of(Corners(before, after, features_, t, slack_), (1U << features_.tests.size()) - 1);
        return left.tests != 0 && ends_at(after.a, after.b, left);
    }

    /// The tests that stay open and the time they leave together.
    Open shrink(const MotionPiece& pa, const MotionPiece& pb, const Open& open) noexcept {
        return open_of(Corners(pa, pb, features_, open.time, slack_), open.tests);
    }

    Open open_of(const Corners& corners, std::uint32_t tests) noexcept {
        Open left{Corners::kEmpty, 0};
        for (std::uint32_t k = 0; k < features_.tests.size(); ++k) {
            if ((tests >> k & 1U) == 0) continue;
            ++impact_.work.primitive_tests;
            const Differences d = corners.differences(features_.tests[k]);
            const Interval time = corners.shrunk_by_volume(d.spanning);
            if (!(time.lower <= time.upper) || Corners::apart(d)) continue;
            left.time = left.tests == 0 ? time : hull(left.time, time);
            left.tests |= 1U << k;
        }
        return left;
    }

    static bool splits(const Interval& time) noexcept {
        const double m = time.middle();
        return time.lower < m && m < time.upper;
    }

    /// Contact soon after the start of an interval that is short enough, or no way to tell: always so when it cannot be split.
    bool ends_at(const MotionPiece& pa, const MotionPiece& pb, const Open& open) {
        const double upper = std::min({open.time.lower + longest_, pa.time.upper, pb.time.upper});
        // Nothing touches before the interval, so a change of sign may as well start earlier: Newton leaves intervals as short as a moment.
        const double earlier = std::max({open.time.lower - longest_, pa.time.lower, pb.time.lower});
        for (const Interval& time : {open.time, Interval(open.time.lower, upper), Interval(earlier, upper)}) {
            if (!(time.lower < time.upper)) continue;
            const verifying::Passage passage(pa, pb, time);
            for (std::uint32_t k = 0; k < features_.tests.size(); ++k) {
                if ((open.tests >> k & 1U) == 0 || !passes(passage, features_.tests[k])) continue;
                return ended(pa, pb, {open.time.lower, time.upper}, k, ContactProof::passage);
            }
        }
        // Shorter intervals tell more, as long as they can be split.
        const std::uint32_t k = first_of(open.tests);
        const bool close = open.time.width() <= kShortest * longest_ && gap_at(pa, pb, open.time.lower, k) <= close_;
        if (!close && splits(open.time)) return false;
        return ended(pa, pb, {open.time.lower, std::min(1.0, open.time.lower + longest_)}, k, ContactProof::none);
    }

    [[nodiscard]] bool passes(const verifying::Passage& passage, const FeatureTest& test) const noexcept {
        const auto of_a = [&](std::size_t i) { return passage.of_a(features_.corners_a[i % 3]); };
        const auto of_b = [&](std::size_t i) { return passage.of_b(features_.corners_b[i % 3]); };
        switch (test.kind) {
            case FeatureTest::Kind::vertex_face: return verifying::goes_through(of_a(test.a), {of_b(0), of_b(1), of_b(2)});
            case FeatureTest::Kind::face_vertex: return verifying::goes_through(of_b(test.b), {of_a(0), of_a(1), of_a(2)});
            case FeatureTest::Kind::edge_edge: break;
        }
        return verifying::go_through({of_a(test.a), of_a(test.a + 1U)}, {of_b(test.b), of_b(test.b + 1U)});
    }

    static std::uint32_t first_of(std::uint32_t tests) noexcept {
        std::uint32_t k = 0;
        while ((tests >> k & 1U) == 0) ++k;
        return k;
    }

    [[nodiscard]] double gap_at(const MotionPiece& pa, const MotionPiece& pb, double t, std::uint32_t k) const noexcept {
        const Corners corners(pa, pb, features_, Interval(t), slack_);
        return length(Corners::nearest(corners.differences(features_.tests[k])).difference);
    }

    bool ended(const MotionPiece& pa, const MotionPiece& pb, const Interval& time, std::uint32_t k, ContactProof proof) noexcept {
        const FeatureTest& test = features_.tests[k];
        const double t = time.lower;
        const auto nearest = Corners::nearest(Corners(pa, pb, features_, Interval(t), slack_).differences(test));
        impact_.hit = true;
        impact_.answer = proof == ContactProof::none ? ImpactAnswer::within_tolerance : ImpactAnswer::contact;
        impact_.proof = proof;
        impact_.time = time;
        impact_.normal = nearest.normal;
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

    /// Of the wanted length of the time. Features that graze at a distance of the tolerance squared, which chance seldom makes, are told apart
    /// by intervals of the tolerance times a thousandth (curves leave each other by squares); much shorter ones cost without telling more.
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

bool usable(const Motion& a, const Motion& b, const Features& features, const ImpactOptions& options) noexcept {
    bool fine = a.valid() && b.valid() && options.tolerance > 0 && std::isfinite(options.tolerance);
    for (const auto* corners : {&features.corners_a, &features.corners_b}) {
        for (const Vec3& x : *corners) fine &= is_finite(x) && max_component(abs(x)) <= kLargestServed;
    }
    return fine;
}

Impact impact_of(const Motion& a, const Motion& b, const Features& features, const ImpactOptions& options) {
    if (!usable(a, b, features, options)) {
        Impact refused;
        refused.hit = true;
        refused.answer = ImpactAnswer::within_tolerance;
        refused.time = {0, 1};
        refused.status = Status::invalid_input;
        return refused;
    }
    const Pose pose_a = pose_at(a, 0), pose_b = pose_at(b, 0);
    const auto &ca = features.corners_a, &cb = features.corners_b;
    const TriangleView view(pose_a, pose_b, features.reach());
    const bool touching = contact(view, {ca[0], ca[1], ca[2]}, {cb[0], cb[1], cb[2]}) != TriangleContact::disjoint;
    Sweep sweep(a, b, features, options);
    return touching ? sweep.touching() : sweep.run();
}

}  // namespace

Impact vertex_face_impact(const Motion& a, const Vec3& vertex, const Motion& b, const Triangle& face,
                          const ImpactOptions& options) noexcept {
    return impact_of(a, b, {{vertex, vertex, vertex}, {face.a, face.b, face.c}, {{FeatureTest::Kind::vertex_face, 0, 0}}}, options);
}

Impact edge_edge_impact(const Motion& a, const Segment& edge_a, const Motion& b, const Segment& edge_b,
                        const ImpactOptions& options) noexcept {
    return impact_of(a, b, {{edge_a.a, edge_a.b, edge_a.b}, {edge_b.a, edge_b.b, edge_b.b}, {{FeatureTest::Kind::edge_edge, 0, 0}}},
                     options);
}

Impact triangle_triangle_impact(const Motion& a, const Triangle& triangle_a, const Motion& b, const Triangle& triangle_b,
                                const ImpactOptions& options) noexcept {
    Features features{{triangle_a.a, triangle_a.b, triangle_a.c}, {triangle_b.a, triangle_b.b, triangle_b.c}, {}};
    for (std::uint8_t i = 0; i < 3; ++i) {
        features.tests.push_back({FeatureTest::Kind::vertex_face, i, 0});
        features.tests.push_back({FeatureTest::Kind::face_vertex, 0, i});
        for (std::uint8_t j = 0; j < 3; ++j) features.tests.push_back({FeatureTest::Kind::edge_edge, i, j});
    }
    return impact_of(a, b, features, options);
}

}  // namespace graze
