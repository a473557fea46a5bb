#include "verify/moving/verify_path.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "graze/verify/verify.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace verifying {
namespace {

double reach_up(double speed, double half) noexcept { return rounding::multiply_up(speed, half); }

bool between_knots(const JointPath& path, const Interval& time) noexcept {
    const auto knots = path.knots();
    const auto after = std::upper_bound(knots.begin(), knots.end(), time.lower);
    return after == knots.end() || time.upper <= *after;
}

/// The lower bound of a gap between its ends whose second derivative is at most this, rounded down.
double least_between_ends(double first, double last, double acceleration, double duration) noexcept {
    const double low = std::min(first, last);
    const double q = rounding::multiply_up(0.5 * acceleration, rounding::multiply_up(duration, duration));
    if (!(q < kInfinity) || !(low > -kInfinity)) return -kInfinity;
    const double rise = last - first;
    // The line less q u (1 - u) is lowest at u = (q - rise) / (2 q), where that is inside.
    if (std::abs(rise) >= q) return low;
    const double dip = (q - rise) * (q - rise) / (4 * q);
    const double size = std::abs(first) + std::abs(last) + q;
    return std::min(low, first - dip) - 32 * kEps * size;
}

/// How far a point of the body may be from where the rounded pose has it.
double off_by(const IntervalPose& exact, const Pose& rounded, double reach) noexcept {
    Interval turned(0);
    for (std::size_t k = 0; k < 3; ++k) {
        const IntervalVec3 d = exact.rotation.columns[k] - enclose(rounded.rotation.columns[k]);
        turned += square(d.x) + square(d.y) + square(d.z);
    }
    return (sqrt(turned) * Interval(reach) + norm(exact.position - enclose(rounded.position))).upper;
}

bool covered(const PathPair& proof, double until) {
    double t = 0;
    std::size_t cell = 0, still = 0;
    while (t < until) {
        while (cell < proof.cells.size() && proof.cells[cell].time.upper <= t) ++cell;
        while (still < proof.stills.size() && proof.stills[still].time.upper <= t) ++still;
        if (cell < proof.cells.size() && proof.cells[cell].time.lower <= t)
            t = proof.cells[cell].time.upper;
        else if (still < proof.stills.size() && proof.stills[still].time.lower <= t)
            t = proof.stills[still].time.upper;
        else
            return false;
    }
    return true;
}

bool in_range(const Interval& time) noexcept {
    return time.lower >= 0 && time.lower <= time.upper && time.upper <= 1;
}

/// A gap in the pair's frame, in lengths of the world: the frame's matrix is a product of rotations up to
/// rounding.
double world_gap(const PathEnclosures& enclosures, const BodyPair& pair, double gap) noexcept {
    if (!(gap > 0) || enclosures.frame_of(pair) == 0) return gap;
    return rounding::divide_down(gap, chain_stretch(enclosures.cell().tree.axes.size()));
}

/// Growing, of bodies on either side of the border between links and obstacles.
bool sound_pairs(const std::vector<BodyPair>& pairs, std::size_t first_b, std::size_t end_b,
                 std::size_t links) noexcept {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        if (a >= b || a >= links || b < first_b || b >= end_b) return false;
        if (i > 0 && !(pairs[i - 1] < pairs[i])) return false;
    }
    return true;
}

/// Growing; what they leave out does not move, and is tested nowhere.
bool sound_resting(const CellModel& cell) {
    for (std::size_t i = 0; i < cell.resting.size(); ++i) {
        const auto [a, b] = cell.resting[i];
        if (a >= b || a >= cell.link_bodies || b >= cell.bodies.size()) return false;
        if (cell.bodies[a].frame != 0 || cell.bodies[b].frame != 0 || is_tested(cell, {a, b})) return false;
        if (i > 0 && !(cell.resting[i - 1] < cell.resting[i])) return false;
    }
    return true;
}

/// The cells that bear on [0, until) hold.
bool holds(PathEnclosures& enclosures, const PathPair& proof, const PathCertificate& certificate) {
    if (!covered(proof, certificate.until)) return false;
    for (const PathCell& part : proof.cells) {
        if (!in_range(part.time)) return false;
        if (part.time.lower < certificate.until &&
            !(least_gap(enclosures, proof.pair, part, certificate.clearance) >= certificate.clearance))
            return false;
    }
    for (const PathStill& part : proof.stills) {
        if (!in_range(part.time)) return false;
        if (part.time.lower >= certificate.until) continue;
        const auto bodies = still_bodies(enclosures, proof.pair, part.time, part.distance);
        if (!(part.distance >= certificate.clearance) || !bodies ||
            !verify(Verdict{.answer = Answer::disjoint, .proof = part.proof}, bodies->a, bodies->b))
            return false;
    }
    return true;
}

bool sound(const CellModel& cell, const JointPath& path) {
    if (!path.valid() || path.joint_count() != cell.tree.coordinates) return false;
    if (cell.link_bodies > cell.bodies.size()) return false;
    for (std::uint32_t i = 0; i < cell.tree.axes.size(); ++i) {
        const RobotAxis& axis = cell.tree.axes[i];
        if (axis.before > i || axis.coordinate >= cell.tree.coordinates || axis.direction == Vec3{} ||
            !is_finite(axis.direction) || !std::isfinite(axis.multiplier) || !std::isfinite(axis.offset) ||
            !(orthonormality_defect(axis.origin.rotation) <= 32 * kEps))
            return false;
    }
    // They are searched by halves: in another order pairs would go missing.
    if (!sound_pairs(cell.link_pairs, 0, cell.link_bodies, cell.link_bodies) ||
        !sound_pairs(cell.allowed, cell.link_bodies, cell.bodies.size(), cell.link_bodies))
        return false;
    for (std::size_t i = 0; i < cell.bodies.size(); ++i) {
        // Links' bodies come first, obstacles rest.
        const CellBody& body = cell.bodies[i];
        if (body.obstacle != (i >= cell.link_bodies) || (body.obstacle && body.frame != 0)) return false;
        if (!body.shape.valid() || body.frame >= cell.tree.frame_count() ||
            !pose_usable(body.pose, orthonormality_defect(body.pose.rotation)))
            return false;
    }
    return sound_resting(cell);
}

/// What the answer claims is what the certificate shows.
bool consistent(const PathCertificate& certificate) noexcept {
    const PathClearance& path = certificate.path;
    if (path.status == Status::invalid_input || !(certificate.until >= 0 && certificate.until <= 1))
        return false;
    if (!(certificate.clearance >= 0) || !in_range(path.time) || certificate.until != path.time.lower)
        return false;
    if (path.answer != PathAnswer::free) return path.clearance.lower == -kInfinity;
    return path.status == Status::converged && certificate.until == 1 &&
           path.clearance.lower <= certificate.clearance && path.clearance.lower <= path.clearance.upper;
}

/// That the pair of a hit is no farther apart than what is wanted at time.upper.
bool shows_contact(const PathCertificate& certificate, const CellModel& cell, const JointPath& path) {
    const auto [a, b] = certificate.path.pair;
    if (a >= b || b >= cell.bodies.size() || !is_tested(cell, {a, b})) return false;
    Placed x = placed_at(cell, a, path, certificate.path.time.upper);
    const Placed y = placed_at(cell, b, path, certificate.path.time.upper);
    if (certificate.clearance > 0) x.shape = rounded(x.shape, certificate.clearance);
    return verify(Verdict{.answer = Answer::intersecting, .proof = certificate.contact}, x, y);
}

}  // namespace

double least_gap(PathEnclosures& enclosures, const BodyPair& pair, const PathCell& cell, double enough) {
    if (!is_finite(cell.normal) || !(cell.time.lower <= cell.time.upper)) return -kInfinity;
    const double middle = cell.time.middle(), half = half_of(cell.time, middle);
    const ChainRates rates = enclosures.rates(pair, cell.time);
    const double reach = reach_up(rates.speed, half);
    const auto in_world = [&](double gap) { return world_gap(enclosures, pair, gap); };
    // Balls are enough for most pairs, and take a fraction of the time.
    const double balls = in_world(rounding::add_down(enclosures.ball_gap(pair, cell.normal, middle), -reach));
    if (balls >= enough) return balls;
    const double still =
        in_world(rounding::add_down(enclosures.gap(pair, cell.normal, middle).lower, -reach));
    if (still >= enough || !between_knots(enclosures.path(), cell.time)) return still;
    const double first = enclosures.gap(pair, cell.normal, cell.time.lower).lower,
                 last = enclosures.gap(pair, cell.normal, cell.time.upper).lower;
    const double duration = rounding::add_up(cell.time.upper, -cell.time.lower);
    return std::max(still, in_world(least_between_ends(first, last, rates.acceleration, duration)));
}

std::optional<StillBodies> still_bodies(PathEnclosures& enclosures, const BodyPair& pair,
                                        const Interval& time, double distance) {
    const CellModel& cell = enclosures.cell();
    const double middle = time.middle(), half = half_of(time, middle);
    double grown = rounding::add_up(distance, reach_up(enclosures.rates(pair, time).speed, half));
    const auto put = [&](std::uint32_t body) {
        const Placed placed = placed_at(cell, body, enclosures.path(), middle);
        if (!cell.bodies[body].obstacle)
            grown = rounding::add_up(
                grown, off_by(enclosures.pose_of(body, middle), placed.pose, placed.shape.reach()));
        return placed;
    };
    StillBodies bodies{put(pair.a), put(pair.b)};
    // Balls are stretched by poses that are rotations only within 1e-6.
    grown *= 1 + 2 * orthonormality_defect(bodies.a.pose.rotation) + 16 * kEps;
    if (!(grown < kLargestServed)) return std::nullopt;
    if (grown > 0) bodies.a.shape = rounded(bodies.a.shape, grown);
    return bodies.a.shape.valid() ? std::optional(bodies) : std::nullopt;
}

Placed placed_at(const CellModel& cell, std::uint32_t body, const JointPath& path, double t) {
    std::vector<Pose> frames(cell.tree.frame_count());
    place(cell.tree, path.at(t), frames);
    const CellBody& given = cell.bodies[body];
    return {given.shape, given.obstacle ? given.pose : frames[given.frame] * given.pose};
}

bool is_tested(const CellModel& cell, const BodyPair& pair) noexcept {
    if (pair.a >= cell.link_bodies || pair.b >= cell.bodies.size()) return false;
    if (pair.b < cell.link_bodies) return std::ranges::binary_search(cell.link_pairs, pair);
    return !std::ranges::binary_search(cell.allowed, pair);
}

}  // namespace verifying

bool verify(const PathCertificate& certificate, const CellModel& cell, const JointPath& path) {
    using namespace verifying;
    if (!sound(cell, path) || !consistent(certificate) || certificate.digest != digest_of(cell, path))
        return false;
    for (std::size_t i = 0; i < certificate.pairs.size(); ++i) {
        const BodyPair& pair = certificate.pairs[i].pair;
        if (pair.a >= pair.b || !is_tested(cell, pair)) return false;
        if (i > 0 && !(certificate.pairs[i - 1].pair < pair)) return false;
    }
    PathEnclosures enclosures(cell, path);
    auto proof = certificate.pairs.begin();
    const auto shown = [&](const BodyPair& pair) {
        return proof != certificate.pairs.end() && proof->pair == pair &&
               holds(enclosures, *proof++, certificate);
    };
    if (certificate.until > 0) {
        for (std::uint32_t a = 0; a < cell.link_bodies; ++a)
            for (std::uint32_t b = a + 1; b < cell.bodies.size(); ++b)
                if (is_tested(cell, {a, b}) && !shown({a, b})) return false;
    }
    return certificate.path.answer != PathAnswer::hit || shows_contact(certificate, cell, path);
}

}  // namespace graze
