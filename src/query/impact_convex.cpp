// First contact of two convex bodies by conservative advancement: at each time the plane across the closest points is followed until it may
// close, and a new one is taken there. Polytopes are looked at ahead, where they seem to meet, and the plane there is shown to be open
// before. Steps are those of a root search on the gap, so a few suffice; docs/notes/motion.md.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "convex/cast_simplex.hpp"
#include "convex/core_pair.hpp"
#include "graze/query/query.hpp"
#include "motion/moving_gap.hpp"
#include "motion/verify_passage.hpp"
#include "query/deep_contact.hpp"
#include "query/impact.hpp"
#include "query/impact_straight.hpp"
#include "query/surely_meet.hpp"
#include "query/verify_bounds.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kDefaultSteps = 2000;  // in each piece of the motions
/// Of the distance at the reported time: on a surface as round as the shape is large, points are known to the root of twice this.
constexpr double kPointTolerance = 1e-10;
/// The same where a gap is told from none.
constexpr double kSharpest = 1e-14;
/// Gaps of fewer errors than this cannot be followed.
constexpr double kFollowed = 4;
/// How sharp directions are, as a share of the distance: sharper ones cost more than the steps that they save (by instructions; 0.05 to 0.4 are
/// within a few percent).
constexpr double kDirectionShare = 0.1;
/// Looks ahead from one certain time: three or four are usual.
constexpr int kChaseLooks = 8;
/// Of a way that was too far, what to try next; 0.7 to 0.85 make no difference.
constexpr double kRetreat = 0.8;
/// The least share of the tolerance to wait for contact: enough for a point in common that is more than rounding.
constexpr double kSoonest = 0.02;

/// The plane across the closest points at some time.
struct Across {
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b. World frame.
    double gap = 0;        ///< Along it, up to the error of a MovingGap.
    Interval distance{};   ///< Of the bodies less what they may be off their paths, up to rounding.
    Vec3 on_a{};           ///< The closest points, in the frames of the bodies; of the cores, when seen by the simplex.
    Vec3 on_b{};
    bool by_simplex = false;
};

/// Whether the simplex serves: polytopes but for margins, of sizes whose products stay in range.
bool has_simplex(const Shape& a, const Shape& b) noexcept {
    const double size = a.reach() + b.reach();
    const bool bounded = a.type() != ShapeType::half_space && b.type() != ShapeType::half_space;
    return bounded && a.polytope_core() && b.polytope_core() && size > kTamePairLow && size < kTamePairHigh;
}

/// The rotation next to a matrix, when that is off by more than queries take: the drift between two ends that they do take may have it so.
Mat3 made_rigid(const Mat3& r) noexcept {
    if (orthonormality_defect(r) <= kRigidTolerance) return r;
    const Mat3 off = r * defect_of(r);
    Mat3 rigid = r;
    for (std::size_t i = 0; i < 3; ++i) rigid.columns[i] -= 0.5 * off.columns[i];
    return rigid;
}

Vec3 in_frame(const Pose& pose, const Vec3& x) noexcept { return transpose_times(pose.rotation, x - pose.position); }

/// The search over all pieces of both motions.
class Advancement {
public:
    Advancement(const MovingRef& a, const MovingRef& b, const ImpactOptions& options, const ImpactWindow& window,
                std::vector<TimeCell>* cells) noexcept
        : a_(a),
          b_(b),
          window_(window),
          cells_(cells),
          tolerance_(options.tolerance),
          longest_(0.999 * options.tolerance),
          budget_(options.max_steps),
          limited_(options.max_steps > 0),
          margin_(a.shape.margin() + b.shape.margin()),
          slack_(a.motion.deviation() + b.motion.deviation()),
          has_simplex_(has_simplex(a.shape, b.shape)),
          simplex_(a.shape, b.shape) {}

    Impact run() {
        double t = window_.time.lower;
        double longest = 1;  // stretch that bounds of curved pieces are taken over
        double piece_end = 0;
        while (t < window_.time.upper) {
            const MotionPiece& pa = a_.motion.piece_at(t);
            const MotionPiece& pb = b_.motion.piece_at(t);
            if (!limited_ && t >= piece_end) {
                piece_end = std::min(pa.time.upper, pb.time.upper);
                budget_ = spent() + kDefaultSteps;
            }
            const Interval time{t, std::min({pa.time.upper, pb.time.upper, window_.time.upper, t + longest})};
            MovingGap gap(a_.shape, pa, b_.shape, pb, time, slack_);
            const Passage passage = pass(gap, t);
            if (passage == Passage::ended) return impact_;
            if (passage == Passage::stuck) {
                longest = 0.25 * time.width();
                ++impact_.work.bisections;
            } else if (longest < 1) {
                longest *= 2;
            }
        }
        return impact_;
    }

private:
    using Moment = MovingGap::Moment;

    /// How a stretch of time was left: through its end, at the end of the search, or on the way, with no certain step in it.
    enum class Passage : std::uint8_t { through, ended, stuck };

    /// Takes the closest points at a moment, as sharp as told.
    void measure(const MovingGap& gap, const Moment& now, double tolerance) {
        SeparationOptions options;
        options.tolerance = tolerance;
        Pose pose_a = gap.near_a(now), pose_b = gap.near_b(now);
        Interval error{-slack_};
        if (gap.distorted()) {
            const Pose rigid_a{made_rigid(pose_a.rotation), pose_a.position}, rigid_b{made_rigid(pose_b.rotation), pose_b.position};
            if (!(rigid_a == pose_a && rigid_b == pose_b)) error += Interval{-gap.distortion(), gap.distortion()};
            pose_a = rigid_a;
            pose_b = rigid_b;
        }
        const Separation s = separation({a_.shape, pose_a}, {b_.shape, pose_b}, options, &cache_);
        across_ = {s.normal, 0, s.distance + error, in_frame(pose_a, s.point_a), in_frame(pose_b, s.point_b), false};
        // Seen from a's pivot, and put into the world last of all.
        const Vec3 from_a = (s.distance.lower > 0 ? s.point_a : 0.5 * (s.point_a + s.point_b)) - pose_a.position;
        point_ = pose_at(a_.motion, now.time).position + from_a;
    }

    /// The plane across the closest points as the simplex sees it; false when they are too close for that.
    bool glance(MovingGap& gap, const Moment& now) noexcept {
        ++impact_.work.separations;
        if (!simplex_.look(gap.b_in_a(now), kDirectionShare)) return false;
        const double lower = simplex_.lower() - margin_ - slack_;
        if (!(lower > gap.error())) return false;
        const Vec3 n = unit(now.turn_a * simplex_.normal());
        // Seen in a's frame: another rounding of the same gap, unless that frame distorts it. Close to contact the plane itself tells more.
        double open = lower - gap.error() - gap.distortion();
        if (gap.distorted() || open < 8 * gap.distortion()) open = gap.along(n, now);
        if (!(open > 0)) return false;
        across_ = {n, open, {lower, simplex_.upper() - margin_ - slack_}, simplex_.point_a(), simplex_.point_b(), true};
        return true;
    }

    /// Takes the plane across the closest points at a moment when the gap is no smaller than `open`: its direction need not be sharper
    /// than what is left to go.
    void look(MovingGap& gap, const Moment& now, double open) {
        if (has_simplex_ && glance(gap, now)) return;
        ++impact_.work.separations;
        const double sharp = window_.length > 0 ? std::max(0.02 * tolerance_, 0.02 * open / window_.length) : 0.02 * tolerance_;
        measure(gap, now, std::min(sharp, 1e-3));
        across_.gap = gap.along(across_.normal, now);
        if (!gap.distorted()) return;
        // The plane tells more than the distance, whose bounds count what matrices are off by.
        if (across_.gap > 0) across_.distance = {across_.gap - gap.error(), across_.gap + gap.error() + sharp * window_.length};
    }

    [[nodiscard]] bool meets_at(const MovingGap& gap, double t) const {
        if (slack_ > 0) return deep_overlap_at(a_, b_, t, across_.normal);
        const Pose pose_a = pose_at(a_.motion, t), pose_b = pose_at(b_.motion, t);
        if (across_.by_simplex && simplex_meets(pose_a, pose_b)) return true;
        const Placed a{a_.shape, pose_a}, b{b_.shape, pose_b};
        const bool served = !gap.distorted() || (usable(a) && usable(b));
        if (served && (surely_meet(a, b, across_.normal) || decide(a, b).answer == Answer::intersecting)) return true;
        // What matrices are off by hides a shallow overlap from both.
        if (!gap.distorted()) return false;
        return verifying::come_within(a, b, enclose(pose_b.position) - enclose(pose_a.position), 0);
    }

    /// Whether the differences of the last look hold the origin for certain at other poses, or their margins meet.
    [[nodiscard]] bool simplex_meets(const Pose& pose_a, const Pose& pose_b) const noexcept {
        const Pose b_in_a = relative(pose_a, pose_b);
        const double error = difference_error(a_.shape, pose_a, b_.shape, pose_b, b_in_a.position);
        if (margin_ > 0) return length(simplex_.difference(b_in_a)) + 3 * error < margin_;
        std::array<Vec3, 4> around{};
        return simplex_.around(b_in_a, around) && holds_ball(around, 2 * error);
    }

    /// Ends the search between a moment and a time, with the plane at the first.
    void report(const MovingGap& gap, const Moment& now, double until, ImpactAnswer answer) {
        const Interval time{now.time, until};
        const bool polytopes = a_.shape.polytope_core() && b_.shape.polytope_core();
        if (!polytopes && time.lower > 0) measure(gap, now, kPointTolerance);
        if (across_.by_simplex) point_ = pose_at(a_.motion, time.lower) * across_.on_a + a_.shape.margin() * across_.normal;
        impact_.hit = true;
        impact_.answer = answer;
        impact_.proof = answer == ImpactAnswer::contact ? ContactProof::overlap : ContactProof::none;
        impact_.time = time;
        impact_.normal = across_.normal;
        impact_.point = point_;
    }

    /// Contact when the window opens, or closer to it than can be told; false when a sharper look has found a plane that can be followed.
    bool touch_at_start(MovingGap& gap, const Moment& now) {
        const bool meet = meets_at(gap, now.time);
        if (!meet && parted_by_a_hair(gap, now)) return false;
        if (!meet && shows_later(gap, now, {now.time, 1}, longest_)) return true;
        if (!meet && !within_tolerance(gap)) {
            out_of_budget(gap, now);
            return true;
        }
        report(gap, now, now.time, meet ? ImpactAnswer::contact : ImpactAnswer::within_tolerance);
        return true;
    }

    /// Looks for an open plane as sharply as numbers allow: bodies may rest, or part, much closer to each other than the tolerance.
    bool parted_by_a_hair(MovingGap& gap, const Moment& now) {
        ++impact_.work.separations;
        measure(gap, now, kSharpest);
        across_.gap = gap.along(across_.normal, now);
        const Placed a{a_.shape, pose_at(a_.motion, now.time)}, b{b_.shape, pose_at(b_.motion, now.time)};
        if (!(across_.gap > kFollowed * gap.error()) && usable(a) && usable(b)) {
            const Verdict verdict = decide(a, b);
            const auto* plane = std::get_if<SeparatingPlane>(&verdict.proof);
            if (verdict.answer != Answer::disjoint || plane == nullptr) return false;
            across_.normal = unit(plane->normal);
            across_.gap = gap.along(across_.normal, now);
        }
        if (!(across_.gap > kFollowed * gap.error())) return false;
        across_.distance = {across_.gap - gap.error(), std::max(across_.gap + gap.error(), across_.distance.upper)};
        return true;
    }

    /// From t on through one smooth stretch of both motions. `across_` is the plane at t, once one was needed; both are kept up to date.
    Passage pass(MovingGap& gap, double& t) {
        const double end = gap.time().upper;
        if (const auto n = gap.plane_between_balls()) {
            keep({gap.time(), *n, true});
            t = end;
            looked_ = false;
            return Passage::through;
        }
        Moment now = gap.moment(t);
        if (looked_)
            across_.gap = gap.along(across_.normal, now);
        else
            look(gap, now, 0);
        looked_ = true;
        if (t == window_.time.lower && !(across_.distance.lower > 0) && touch_at_start(gap, now)) return Passage::ended;
        return advance(gap, now, t);
    }

    Passage advance(MovingGap& gap, Moment& now, double& t) {
        const double end = gap.time().upper;
        // Closer than this no plane can be followed.
        const double floor = kFollowed * gap.error();
        double wanted = tolerance_ * window_.length;
        while (t < end) {
            if (spent() >= budget_) return out_of_budget(gap, now);
            if (across_.by_simplex) now = chase(gap, now, wanted);
            if (now.time > t && arrived_.at == now.time) {
                t = now.time;
                if (close_at(gap, now, arrived_.speed)) return Passage::ended;
                wanted = std::max(wanted / 64, floor);
                continue;
            }
            const double open = across_.gap;
            const MovingGap::OpenGoal goal = goal_of(gap, gap.closing(across_.normal, now, across_.on_a, across_.on_b), wanted);
            const double fine = goal.gap;
            if (open > gap.error()) now = step(gap, now, goal);
            const bool moved = now.time > t;
            t = now.time;
            if (moved && t == end) return Passage::through;
            if (across_.distance.upper > 4 * fine) {
                if (moved) continue;
                if (open > 4 * fine && end - t > 1e-9) return Passage::stuck;
            }
            if (close_at(gap, now, gap.closing(across_.normal, now, across_.on_a, across_.on_b).speed)) return Passage::ended;
            if (moved || fine > floor) {
                wanted = std::max(wanted / 64, floor);
                continue;
            }
            if (shows_later(gap, now, {t, 1}, longest_)) return Passage::ended;
            if (!within_tolerance(gap)) return out_of_budget(gap, now);
            report(gap, now, std::min(1.0, t + longest_), ImpactAnswer::within_tolerance);
            return Passage::ended;
        }
        return Passage::through;
    }

    /// Whether the bodies are, as their paths have them at the last look. Rounding may hide a gap that is wider: of bodies that are small beside the
    /// coordinates of their places. Points have no size that a tolerance could be relative to: as close as planes can be followed is within it.
    [[nodiscard]] bool within_tolerance(const MovingGap& gap) const noexcept {
        const double within = window_.length > 0 ? tolerance_ * window_.length : 4 * kFollowed * gap.error();
        return across_.distance.lower + slack_ <= within;
    }

    [[nodiscard]] MovingGap::OpenGoal goal_of(const MovingGap& gap, const MovingGap::Closing& closing, double wanted) const noexcept {
        return {std::max(kFollowed * gap.error(), 0.25 * std::min(wanted, std::abs(closing.speed) * tolerance_)), closing};
    }

    /// Looks ahead to where the bodies seem to meet, again and again from there; the last plane mostly serves for all of the way. Where it
    /// does not, the first one goes some of it.
    Moment chase(MovingGap& gap, const Moment& first, double wanted) {
        const Across start = across_;
        const Moment last = look_ahead(gap, first, wanted);
        if (!(last.time > first.time)) return first;
        const Across there = across_;
        if (bridge(gap, first, last, there)) return last;
        across_ = start;
        const MovingGap::Closing closing = gap.closing(start.normal, first, start.on_a, start.on_b);
        const MovingGap::Opening opening = follow(gap, first, goal_of(gap, closing, wanted));
        const Moment& between = opening.until;
        if (between.time > first.time && between.time < last.time && bridge(gap, between, last, there)) {
            across_ = there;
            return last;
        }
        renew(gap, first, opening);
        return between;
    }

    /// Whether the plane at the second moment is open since the first one; notes it when it is.
    bool bridge(MovingGap& gap, const Moment& first, const Moment& last, const Across& there) {
        if (!gap.stays_open(there.normal, gap.along(there.normal, first), there.gap, last.time - first.time)) return false;
        keep({{first.time, last.time}, there.normal, false});
        return true;
    }

    /// The last moment that was seen before contact, with the plane there; certain is neither.
    Moment look_ahead(MovingGap& gap, const Moment& first, double wanted) noexcept {
        Moment last = first;
        double too_far = 2;
        for (int step = 0; step < kChaseLooks; ++step) {
            const MovingGap::OpenGoal goal = goal_of(gap, gap.closing(last, simplex_), wanted);
            if (across_.distance.upper <= 4 * goal.gap) {
                arrived_ = {last.time, goal.closing.speed};
                break;
            }
            double next = gap.arrival(across_.normal, last.time, across_.gap, goal);
            if (!(next < too_far)) next = last.time + kRetreat * (too_far - last.time);
            if (!(next > last.time && next < gap.time().upper)) break;
            const Moment ahead = gap.moment(next);
            if (glance(gap, ahead))
                last = ahead;
            else
                too_far = next;
        }
        return last;
    }

    /// Follows the plane at a moment as far as it is certain to stay open.
    MovingGap::Opening follow(MovingGap& gap, const Moment& now, const MovingGap::OpenGoal& goal) {
        const MovingGap::Opening opening = gap.open_until(across_.normal, now, across_.gap, goal);
        if (opening.until.time > now.time) keep({{now.time, opening.until.time}, across_.normal, false});
        return opening;
    }

    /// Takes a new plane where one that was followed ends.
    void renew(MovingGap& gap, const Moment& from, const MovingGap::Opening& opening) {
        const double t = opening.until.time;
        if (t > from.time && t < window_.time.upper) look(gap, opening.until, opening.gap);
    }

    Moment step(MovingGap& gap, const Moment& now, const MovingGap::OpenGoal& goal) {
        const MovingGap::Opening opening = follow(gap, now, goal);
        renew(gap, now, opening);
        return opening.until;
    }

    /// Whether contact soon after a moment can be shown, when the bodies close at this speed.
    bool close_at(const MovingGap& gap, const Moment& now, double speed) {
        const double open = std::max(0.0, across_.distance.upper) + 4 * gap.error() + 2 * slack_;
        // First not so soon that the point they share is one of rounding; but what is thin may have passed by then.
        const double soon = speed > 0 ? 1.5 * open / speed : longest_, late = std::max(soon, kSoonest * longest_);
        double tried = 0;
        for (const double wait : {late, soon, longest_}) {
            if (wait > longest_ || wait == tried) continue;
            tried = wait;
            const double until = std::min(1.0, now.time + wait);
            if (!meets_at(gap, until)) continue;
            report(gap, now, until, ImpactAnswer::contact);
            return true;
        }
        if (slack_ > 0) return soon > longest_ && shows_later(gap, now, {now.time, std::min(1.0, now.time + 2 * soon)}, soon);
        const double end = gap.time().upper;
        return passes_through(gap, now, std::min({now.time + soon, now.time + longest_, end})) ||
               passes_through(gap, now, std::min(now.time + longest_, end));
    }

    /// Contact of flat bodies, which are through each other at no double.
    bool passes_through(const MovingGap& gap, const Moment& now, double until) {
        if (!verifying::pass_through_by(a_.shape, a_.motion, b_.shape, b_.motion, {now.time, until})) return false;
        report(gap, now, until, ImpactAnswer::contact);
        impact_.proof = ContactProof::passage;
        return true;
    }

    /// Contact of bodies that may be off their paths, which shows only once those are deep in each other.
    bool shows_later(const MovingGap& gap, const Moment& now, const Interval& time, double wait) {
        if (!(slack_ > 0)) return false;
        const auto until = deep_overlap_within(a_, b_, time, wait, across_.normal);
        if (!until) return false;
        report(gap, now, *until, ImpactAnswer::contact);
        if (impact_.time.width() > tolerance_) impact_.status = Status::budget_reached;
        return true;
    }

    Passage out_of_budget(const MovingGap& gap, const Moment& now) {
        report(gap, now, 1, ImpactAnswer::within_tolerance);
        impact_.status = Status::budget_reached;
        return Passage::ended;
    }

    [[nodiscard]] std::uint32_t spent() const noexcept { return impact_.work.separations + impact_.work.cells + impact_.work.bisections; }

    void keep(const TimeCell& cell) {
        ++impact_.work.cells;
        if (cells_) cells_->push_back(cell);
    }

    MovingRef a_;
    MovingRef b_;
    ImpactWindow window_;
    std::vector<TimeCell>* cells_;
    double tolerance_;
    double longest_;        ///< Wanted width of the time interval; a little less than the tolerance, so that sums round below it.
    std::uint32_t budget_;  ///< Steps in all.
    bool limited_;          ///< By the caller. Else some more are allowed in each piece of the motions.
    double margin_;         ///< Of both.
    double slack_;          ///< By which both may be off their paths.
    bool has_simplex_;
    bool looked_ = false;  ///< Whether `across_` is of the present time.
    Across across_{};
    struct {
        double at = -1;    ///< The last time that was looked ahead to, when it is as close to contact as wanted.
        double speed = 0;  ///< Of closing, then.
    } arrived_;
    Vec3 point_{};  ///< The one to report, unless it was seen by the simplex. World frame.
    CastSimplex simplex_;
    PairCache cache_{};
    Impact impact_{};
};

}  // namespace

Impact convex_impact(const MovingRef& a, const MovingRef& b, const ImpactOptions& options, const ImpactWindow& window,
                     std::vector<TimeCell>* cells) {
    if (const auto quick = straight_impact(a, b, options, window, cells)) return *quick;
    return Advancement(a, b, options, window, cells).run();
}

}  // namespace graze
