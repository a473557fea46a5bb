#include "oracle/judge_path.hpp"

#include <algorithm>
#include <cmath>

#include "graze/query/query.hpp"
#include "oracle/fault_text.hpp"

namespace graze::test {
namespace {

using Faults = std::vector<std::string>;

/// Of computed poses: products of other factors than the library's.
constexpr double kRoundings = 1e-12;

Interval pair_distance(const PathCase& given, const BodyPair& pair, double t) {
    const PlacedBodies bodies = placed_bodies(given.input, pair, given.path.at(t));
    return separation(bodies.a, bodies.b).distance;
}

/// How far the bodies of a pair may come in a stretch that is not halved any more.
double tolerated(const PathCase& given) { return 4 * given.options.tolerance * given.reach; }

/// The least clearance near a time, by ever finer samples.
double refined(const PathCase& given, double t, double width) {
    double least = kInfinity;
    for (int round = 0; round < 6; ++round, width *= 0.1) {
        const Interval around{std::max(0.0, t - width), std::min(1.0, t + width)};
        const SampledClearance found = sampled_clearance(given.input, given.path, around, 40);
        if (found.least < least) least = found.least, t = found.time;
    }
    return least;
}

void judge_free(const PathCase& given, const PathClearance& answer, Faults& faults) {
    const Interval& clearance = answer.clearance;
    if (!(clearance.lower >= given.options.wanted)) faults.push_back(text("free, but not by what is wanted"));
    if (!(clearance.lower <= clearance.upper)) faults.push_back(text("bounds out of order"));
    if (!(answer.time == Interval(1))) faults.push_back(text("free, but not until the end"));
    if (!(0 <= answer.nearest_time && answer.nearest_time <= 1)) faults.push_back(text("no nearest time"));
    SampledClearance sampled = sampled_clearance(given.input, given.path, {0, 1}, given.samples);
    if (sampled.least < kInfinity) {
        const double width = 1 / static_cast<double>(given.samples);
        for (const double t : {sampled.time, answer.nearest_time})
            sampled.least = std::min(sampled.least, refined(given, t, width));
        // Pieces of a few doubles: samples around a moment need not have it.
        const Interval nearest(answer.nearest_time);
        sampled.least = std::min(sampled.least, sampled_clearance(given.input, given.path, nearest, 1).least);
    }
    if (!(clearance.lower <= sampled.least))
        faults.push_back(text("the lower bound is above a sample", clearance.lower, sampled.least));
    if (given.options.goal != PathGoal::measure || !(sampled.least < kInfinity)) return;
    const double accuracy =
        std::max(given.options.relative_accuracy * sampled.least, given.options.absolute_accuracy);
    if (!(clearance.upper - clearance.lower <= accuracy * (1 + 1e-9)))
        faults.push_back(text("bounds wider than the accuracy", clearance.lower, clearance.upper));
    if (!(sampled.least <= clearance.upper + accuracy))
        faults.push_back(text("the upper bound is below all samples", clearance.upper, sampled.least));
    const double at_moment = pair_distance(given, answer.pair, answer.nearest_time).lower;
    const double slack = kRoundings * given.reach + 1e-9 * clearance.upper;
    if (!(at_moment <= clearance.upper + slack))
        faults.push_back(text("the pair is farther apart than the upper bound", at_moment, clearance.upper));
}

void judge_contact(const PathCase& given, const PathClearance& answer, Faults& faults) {
    const Separation& contact = answer.contact;
    const Interval distance = pair_distance(given, answer.pair, answer.time.lower);
    const double slack = kRoundings * given.reach;
    if (!(contact.distance.lower <= distance.upper + slack &&
          distance.lower <= contact.distance.upper + slack))
        faults.push_back(text("the contact has another distance", contact.distance.lower, distance.lower));
    if (!(contact.distance.lower > -kInfinity && contact.distance.upper < kInfinity))
        faults.push_back(text("the contact has no distance"));
    if (!(std::abs(length(contact.normal) - 1) <= 1e-9)) faults.push_back(text("the normal is not unit"));
    if (!is_finite(contact.point_a) || !is_finite(contact.point_b)) faults.push_back(text("no points"));
    if (between_doubles(given.path, answer)) return;
    // Where the path starts in contact, or passes through exact contact for a while, there is no gap to be
    // within the tolerance of.
    if (!(distance.lower <= given.options.wanted + tolerated(given)))
        faults.push_back(text("not sharp: the pair is still apart", distance.lower, answer.time.upper));
}

void judge_start(const PathCase& given, const PathClearance& answer, Faults& faults) {
    if (!(0 <= answer.time.lower && answer.time.lower <= answer.time.upper && answer.time.upper <= 1))
        faults.push_back(text("times out of order", answer.time.lower, answer.time.upper));
    if (!(answer.time.lower > 0)) return;
    const auto count = static_cast<std::size_t>(static_cast<double>(given.samples) * answer.time.lower) + 1;
    const SampledClearance before = sampled_clearance(given.input, given.path, {0, answer.time.lower}, count);
    if (!(before.least >= given.options.wanted))
        faults.push_back(text("closer than wanted before the first time", before.least, before.time));
}

}  // namespace

bool between_doubles(const JointPath& path, const PathClearance& answer) {
    constexpr double kSteep = 1e-8;
    if (answer.time.width() <= 16 * kEps) return true;
    const auto knots = path.knots();
    for (std::size_t k = 0; k + 1 < knots.size(); ++k)
        if (knots[k + 1] - knots[k] < kSteep && knots[k] <= answer.time.upper &&
            answer.time.lower <= knots[k + 1])
            return true;
    return false;
}

std::vector<std::string> path_faults(const PathCase& given, const PathClearance& answer) {
    Faults faults;
    if (answer.status != Status::converged) faults.push_back(text("not converged"));
    if (answer.answer == PathAnswer::free) {
        judge_free(given, answer, faults);
        return faults;
    }
    judge_start(given, answer, faults);
    judge_contact(given, answer, faults);
    if (answer.answer == PathAnswer::hit) {
        const double at_end = pair_distance(given, answer.pair, answer.time.upper).lower;
        if (!(at_end <= given.options.wanted + kRoundings * given.reach))
            faults.push_back(text("the pair is not that close at the end", at_end, answer.time.upper));
    } else {
        const Interval distance = pair_distance(given, answer.pair, answer.time.middle());
        if (between_doubles(given.path, answer)) return faults;
        if (!(std::abs(distance.middle() - given.options.wanted) <= tolerated(given)))
            faults.push_back(text("open, but not within the tolerance", distance.middle()));
    }
    return faults;
}

}  // namespace graze::test
