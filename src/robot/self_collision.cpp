// Pair by pair: random configurations first, which find most contacts, then a descent from the closest of
// them, then a proof by branch and bound, which ends at a contact where there is one. Every proof is checked
// by `verify` before it is returned.
#include "graze/robot/self_collision.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/parallel.hpp"
#include "robot/link_pair_search.hpp"
#include "verify/moving/verify_self_collision.hpp"

namespace graze {
namespace {

using robot::LinkPairOutcome;
using robot::LinkPairSearch;
using robot::LinkPairTask;

/// Samples from which the descents start.
constexpr std::size_t kDescents = 16;

/// Random numbers by splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed) noexcept : state_(seed) {}
    /// Uniform in [0, 1).
    double next() noexcept {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

/// Two shapes of the links, by number, and their search.
struct ShapePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    LinkPairSearch search;
    bool always = true;  ///< They touched in all samples.
};

std::vector<ShapePair> shape_pairs(const Robot& robot, std::uint32_t link_a, std::uint32_t link_b) {
    const Robot::Link &a = robot.links()[link_a], &b = robot.links()[link_b];
    std::vector<ShapePair> pairs;
    for (std::uint32_t i = 0; i < a.shapes.size(); ++i)
        for (std::uint32_t j = 0; j < b.shapes.size(); ++j)
            pairs.push_back({i,
                             j,
                             {robot, robot::swept_body(*verifying::body_of(a, i, kNoPart)),
                              robot::swept_body(*verifying::body_of(b, j, kNoPart))}});
    return pairs;
}

/// Half of a turn, and no less: the next double above pi.
constexpr double kHalfTurn = 0x1.921fb54442d19p+1;

/// Finite limits of every value: of angles without limits, or with one, a whole turn at least.
std::vector<Interval> limits_of(const Robot& robot, double unlimited) {
    std::vector<Interval> limits;
    for (std::size_t i = 0; i < robot.joint_count(); ++i) {
        Interval range = robot.limits(i);
        const bool below = std::isfinite(range.lower), above = std::isfinite(range.upper);
        const bool angle = robot.is_angle(i);
        const double half = angle ? std::max(kHalfTurn, unlimited) : unlimited;
        const double least = angle ? rounding::add_up(half, half) : half;
        if (!below) range.lower = above ? std::min(-half, rounding::add_down(range.upper, -least)) : -half;
        if (!above) range.upper = std::max(half, rounding::add_up(range.lower, least));
        limits.push_back(range);
    }
    return limits;
}

/// What random configurations show.
struct Samples {
    std::uint32_t count = 0;
    bool touching = false;  ///< In some.
    bool apart = false;     ///< In some.
    /// The closest ones, nearest first, with the pair of shapes.
    struct Start {
        double distance = kInfinity;
        std::size_t pair = 0;
        std::vector<double> configuration;
    };
    std::vector<Start> starts;

    void keep(Start start) {
        if (starts.size() == kDescents && !(start.distance < starts.back().distance)) return;
        const auto place = std::ranges::upper_bound(starts, start.distance, {}, &Start::distance);
        starts.insert(place, std::move(start));
        if (starts.size() > kDescents) starts.pop_back();
    }
};

/// Whether nothing moves between the links.
bool fixed_links(const LinkPairTask& task, const std::vector<ShapePair>& shapes) {
    return shapes.front().search.coordinates(task.limits).empty();
}

Samples sample(LinkPairTask& task, std::vector<ShapePair>& pairs, std::uint32_t most, std::uint64_t seed) {
    Samples samples;
    Random random(seed);
    const bool moves = !fixed_links(task, pairs);
    std::vector<double> q(task.limits.size());
    while (samples.count < (moves ? most : 1) && !(samples.touching && samples.apart) &&
           !stop_requested(task.stop)) {
        ++samples.count;
        for (std::size_t i = 0; i < q.size(); ++i)
            q[i] = std::clamp(task.limits[i].lower + random.next() * task.limits[i].width(),
                              task.limits[i].lower, task.limits[i].upper);
        bool touching = false;
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const double distance = pairs[k].search.measure(task, q);
            const bool close = distance <= task.padding;
            pairs[k].always = pairs[k].always && close;
            touching = touching || close;
            samples.keep({distance, k, q});
        }
        (touching ? samples.touching : samples.apart) = true;
    }
    return samples;
}

/// The proof for all members of two shapes, of which at least one is a compound.
LinkPairOutcome prove_members(LinkPairTask& task, const SelfCollisionPair& pair, const ShapePair& shapes,
                              std::vector<LinkProof::Walk>& walks) {
    const Robot::Link &a = task.robot->links()[pair.link_a], &b = task.robot->links()[pair.link_b];
    const std::uint32_t count_a = verifying::member_count(a.shapes[shapes.a].shape),
                        count_b = verifying::member_count(b.shapes[shapes.b].shape);
    if (count_a == 0 && count_b == 0) return LinkPairOutcome::stuck;
    for (std::uint32_t i = 0; i < std::max(1U, count_a); ++i) {
        for (std::uint32_t j = 0; j < std::max(1U, count_b); ++j) {
            LinkProof::Walk walk{shapes.a, count_a == 0 ? kNoPart : i, shapes.b, count_b == 0 ? kNoPart : j};
            LinkPairSearch search(*task.robot,
                                  robot::swept_body(*verifying::body_of(a, shapes.a, walk.part_a)),
                                  robot::swept_body(*verifying::body_of(b, shapes.b, walk.part_b)));
            const LinkPairOutcome outcome = search.prove_never(task, walk);
            if (outcome != LinkPairOutcome::shown) return outcome;
            walks.push_back(std::move(walk));
        }
    }
    return LinkPairOutcome::shown;
}

LinkPairOutcome prove_never(LinkPairTask& task, SelfCollisionPair& pair, std::vector<ShapePair>& shapes) {
    for (ShapePair& two : shapes) {
        LinkProof::Walk walk{two.a, kNoPart, two.b, kNoPart};
        LinkPairOutcome outcome = two.search.prove_never(task, walk);
        if (outcome == LinkPairOutcome::shown)
            pair.proof.walks.push_back(std::move(walk));
        else if (outcome == LinkPairOutcome::stuck)
            outcome = prove_members(task, pair, two, pair.proof.walks);
        if (outcome != LinkPairOutcome::shown) return outcome;
    }
    return LinkPairOutcome::shown;
}

/// For links that touched in all samples.
void prove_always(LinkPairTask& task, SelfCollisionPair& pair, std::vector<ShapePair>& shapes) {
    pair.contact = fixed_links(task, shapes) ? LinkContact::always : LinkContact::sometimes;
    for (ShapePair& two : shapes) {
        if (!two.always) continue;
        LinkProof::Walk walk{two.a, kNoPart, two.b, kNoPart};
        if (two.search.prove_always(task, walk) != LinkPairOutcome::shown) continue;
        SelfCollisionPair shown = pair;
        shown.contact = LinkContact::always;
        shown.proof.walks = {std::move(walk)};
        if (!verify(shown, *task.robot)) continue;
        pair = std::move(shown);
        return;
    }
}

void examine(SelfCollisionPair& pair, LinkPairTask& task, const SelfCollisionOptions& options) {
    std::vector<ShapePair> shapes = shape_pairs(*task.robot, pair.link_a, pair.link_b);
    const std::uint64_t seed =
        options.seed + (std::uint64_t{pair.link_a} << 40U) + (std::uint64_t{pair.link_b} << 20U);
    const Samples samples = sample(task, shapes, options.samples, seed);
    pair.samples = samples.count;
    if (samples.touching) {
        pair.contact = LinkContact::sometimes;
        if (!samples.apart) prove_always(task, pair, shapes);
        return;
    }
    for (const Samples::Start& start : samples.starts) {
        if (task.closest <= task.padding) break;
        shapes[start.pair].search.descend(task, start.configuration);
    }
    LinkPairOutcome outcome =
        task.closest <= task.padding ? LinkPairOutcome::refuted : prove_never(task, pair, shapes);
    if (outcome == LinkPairOutcome::shown) {
        pair.contact = LinkContact::never;
        if (verify(pair, *task.robot)) return;
    }
    pair.proof.walks.clear();
    pair.contact = outcome == LinkPairOutcome::refuted ? LinkContact::sometimes : LinkContact::unknown;
}

/// As cells have it; what is fixed to each other is examined, but for a link and its parent.
bool is_joined(const Robot& robot, std::uint32_t a, std::uint32_t b) {
    const Robot::Exempt why = robot.exempt(a, b);
    const bool parent = robot.links()[b].parent == a || robot.links()[a].parent == b;
    return why == Robot::Exempt::adjacent || (why == Robot::Exempt::rigid && parent);
}

}  // namespace

SelfCollisionPair self_collision_pair(const Robot& robot, std::uint32_t link_a, std::uint32_t link_b,
                                      const SelfCollisionOptions& options) {
    SelfCollisionPair pair;
    pair.link_a = link_a;
    pair.link_b = link_b;
    if (is_joined(robot, link_a, link_b)) {
        pair.contact = LinkContact::adjacent;
        return pair;
    }
    const bool usable = options.padding >= 0 && options.padding < kInfinity && options.unlimited >= 0 &&
                        options.unlimited <= kLargestServed;
    if (!usable) return pair;
    pair.proof.limits = limits_of(robot, options.unlimited);
    pair.proof.padding = options.padding;
    pair.partial = verifying::uncovered_values(pair, robot);
    LinkPairTask task{&robot, pair.proof.limits, options.padding, options.max_boxes};
    task.stop = options.stop;
    examine(pair, task, options);
    pair.boxes = task.boxes;
    const bool never = pair.contact == LinkContact::never, always = pair.contact == LinkContact::always;
    if (!never && !always) {
        pair.proof = {};
        pair.partial.clear();
    }
    pair.closest = task.closest;
    if (always || pair.contact == LinkContact::sometimes) pair.example = task.nearest;
    return pair;
}

std::vector<SelfCollisionPair> self_collision_pairs(const Robot& robot) {
    std::vector<SelfCollisionPair> pairs;
    for (std::uint32_t a = 0; a < robot.links().size(); ++a)
        for (std::uint32_t b = a + 1; b < robot.links().size(); ++b)
            if (!robot.links()[a].shapes.empty() && !robot.links()[b].shapes.empty()) {
                SelfCollisionPair& pair = pairs.emplace_back();
                pair.link_a = a, pair.link_b = b;
            }
    return pairs;
}

SelfCollisionMatrix self_collision_matrix(const Robot& robot, const SelfCollisionOptions& options) {
    SelfCollisionMatrix matrix{self_collision_pairs(robot)};
    const Workers workers(options.threads);
    workers.run([&] {
        workers.for_each(matrix.pairs.size(), [&](std::size_t i) {
            SelfCollisionPair& pair = matrix.pairs[i];
            pair = self_collision_pair(robot, pair.link_a, pair.link_b, options);
        });
    });
    return matrix;
}

}  // namespace graze
