// Replays the walk of a proof about two links: every part of the box of joint values that it ends at has a
// plane between the two, or a point of both. docs/notes/self_collision.md has the argument.
#include "verify/moving/verify_self_collision.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "graze/verify/verify.hpp"
#include "motion/kinematics.hpp"
#include "verify/moving/joint_sweep.hpp"
#include "verify/moving/link_body.hpp"

namespace graze {
namespace verifying {
namespace {

/// Corner maps of one side that are evaluated at most: eight turning joints.
constexpr std::uint64_t kMostCorners = std::uint64_t{1} << 16;

using Box = std::vector<Interval>;
using Chain = std::vector<SweptAxis<Interval>>;

/// Two bodies, and the chains of axes from frames between them to each.
class WalkCheck {
public:
    WalkCheck(const Robot& robot, const LinkProof& proof, LinkBody a, LinkBody b)
        : tree_(robot.tree()),
          proof_(proof),
          a_(std::move(a)),
          b_(std::move(b)),
          between_(frames_between(tree_, a_.frame, b_.frame)) {}

    /// The walk's steps and witnesses are used up exactly when the whole box is done.
    bool holds(const LinkProof::Walk& walk, bool never) {
        std::vector<Box> open{proof_.limits};
        std::size_t witness = 0;
        for (const std::uint32_t step : walk.steps) {
            if (open.empty()) return false;
            if (step == LinkProof::kShown) {
                if (witness == walk.witnesses.size() || !shows(walk.witnesses[witness++], open.back(), never))
                    return false;
                open.pop_back();
                continue;
            }
            if (step >= open.back().size()) return false;
            Interval& value = open.back()[step];
            const double middle = value.middle();
            if (!(value.lower < middle && middle < value.upper)) return false;
            Box lower = open.back();
            lower[step].upper = middle;
            value.lower = middle;
            open.push_back(std::move(lower));
        }
        return open.empty() && witness == walk.witnesses.size();
    }

private:
    struct Chains {
        Chain to_a;  ///< From the witness's frame, or back to it.
        Chain to_b;
    };

    /// Null when the frame is not between the bodies, or has too many axes on one side.
    const Chains* chains_of(std::uint32_t frame, bool never) {
        if (const auto known = chains_.find(frame); known != chains_.end()) return &known->second;
        if (std::ranges::find(between_, frame) == between_.end()) return nullptr;
        // A plane rests in its frame, where the bodies are mapped to; a point is mapped to the bodies.
        const auto chain_to = [&](std::uint32_t body) {
            return never ? axes_between<Interval>(tree_, frame, body)
                         : axes_between<Interval>(tree_, body, frame);
        };
        Chains chains{chain_to(a_.frame), chain_to(b_.frame)};
        if (corner_count<Interval>(chains.to_a) > kMostCorners ||
            corner_count<Interval>(chains.to_b) > kMostCorners)
            return nullptr;
        return &chains_.emplace(frame, std::move(chains)).first->second;
    }

    bool shows(const LinkProof::Witness& witness, const Box& box, bool never) {
        const Chains* chains = chains_of(witness.frame, never);
        if (chains == nullptr || !is_finite(witness.vector)) return false;
        const auto maps_a = corner_maps<Interval>(chains->to_a, box),
                   maps_b = corner_maps<Interval>(chains->to_b, box);
        if (!never) return contains(a_, maps_a, witness.vector) && contains(b_, maps_b, witness.vector);
        // Lengths in this frame are those of the world up to the roundings of all frames between.
        const Interval wanted = Interval(proof_.padding) * norm(enclose(witness.vector)) *
                                Interval(chain_stretch(tree_.axes.size()));
        return gap_between(a_, maps_a, b_, maps_b, witness.vector) > wanted.upper;
    }

    const KinematicTree& tree_;
    const LinkProof& proof_;
    LinkBody a_;
    LinkBody b_;
    std::vector<std::uint32_t> between_;
    std::map<std::uint32_t, Chains> chains_;
};

/// Twice the next double above pi: more than a turn by 6e-16, where the width rounds by at most 4.5e-16.
constexpr double kTurn = 0x1.921fb54442d19p+2;

bool is_turn(const Interval& range) noexcept { return range.width() >= kTurn; }

/// Whether the proof's limits are finite, and no narrower than the robot's where these are.
bool covers_limits(const LinkProof& proof, const Robot& robot) noexcept {
    if (proof.limits.size() != robot.joint_count()) return false;
    for (std::size_t i = 0; i < proof.limits.size(); ++i) {
        const Interval& given = proof.limits[i];
        const Interval& own = robot.limits(i);
        if (!(std::isfinite(given.lower) && std::isfinite(given.upper) && given.lower <= given.upper))
            return false;
        if (std::isfinite(own.lower) && given.lower > own.lower) return false;
        if (std::isfinite(own.upper) && given.upper < own.upper) return false;
        if (robot.is_continuous(i) && !is_turn(given)) return false;
    }
    return true;
}

bool walk_holds(const LinkProof::Walk& walk, const SelfCollisionPair& pair, const Robot& robot) {
    std::optional<LinkBody> a = body_of(robot.links()[pair.link_a], walk.shape_a, walk.part_a),
                            b = body_of(robot.links()[pair.link_b], walk.shape_b, walk.part_b);
    if (!a || !b) return false;
    return WalkCheck(robot, pair.proof, std::move(*a), std::move(*b))
        .holds(walk, pair.contact == LinkContact::never);
}

/// Whether the walks are about every two shapes, or every two members of them, and nothing else.
bool covers_shapes(const LinkProof& proof, const Robot::Link& a, const Robot::Link& b) noexcept {
    std::size_t next = 0;
    const auto is_next = [&](std::uint32_t i, std::uint32_t part_a, std::uint32_t j, std::uint32_t part_b) {
        if (next == proof.walks.size()) return false;
        const LinkProof::Walk& walk = proof.walks[next];
        const bool same =
            walk.shape_a == i && walk.part_a == part_a && walk.shape_b == j && walk.part_b == part_b;
        next += same ? 1 : 0;
        return same;
    };
    const auto each = [](const Shape& shape, std::uint32_t k) {
        return member_count(shape) == 0 ? kNoPart : k;
    };
    for (std::uint32_t i = 0; i < a.shapes.size(); ++i) {
        for (std::uint32_t j = 0; j < b.shapes.size(); ++j) {
            if (is_next(i, kNoPart, j, kNoPart)) continue;
            const Shape &x = a.shapes[i].shape, &y = b.shapes[j].shape;
            for (std::uint32_t k = 0; k < std::max(1U, member_count(x)); ++k)
                for (std::uint32_t l = 0; l < std::max(1U, member_count(y)); ++l)
                    if (!is_next(i, each(x, k), j, each(y, l))) return false;
        }
    }
    return next == proof.walks.size();
}

}  // namespace

std::vector<std::uint32_t> uncovered_values(const SelfCollisionPair& pair, const Robot& robot) {
    const auto links = robot.links();
    std::vector<std::uint32_t> values;
    const auto axes = axes_between<double>(robot.tree(), links[pair.link_a].frame, links[pair.link_b].frame);
    for (const auto& axis : axes) {
        const std::uint32_t i = axis.coordinate;
        const bool periodic = std::ranges::all_of(axes, [&](const auto& other) {
            return other.coordinate != i || (other.turns && std::trunc(other.multiplier) == other.multiplier);
        });
        const Interval given = i < pair.proof.limits.size() ? pair.proof.limits[i] : Interval(0);
        if (!given.contains(robot.limits(i)) && !(periodic && is_turn(given))) values.push_back(i);
    }
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

}  // namespace verifying

bool verify(const SelfCollisionPair& pair, const Robot& robot) {
    using namespace verifying;
    const bool never = pair.contact == LinkContact::never, always = pair.contact == LinkContact::always;
    const std::size_t links = robot.links().size();
    if (!(never || always) || pair.link_a >= links || pair.link_b >= links || pair.link_a == pair.link_b)
        return false;
    const LinkProof& proof = pair.proof;
    if (!(proof.padding >= 0 && proof.padding < kInfinity) || !covers_limits(proof, robot)) return false;
    const Robot::Link &a = robot.links()[pair.link_a], &b = robot.links()[pair.link_b];
    if (never ? !covers_shapes(proof, a, b) : proof.walks.size() != 1) return false;
    for (const std::uint32_t value : uncovered_values(pair, robot))
        if (std::ranges::find(pair.partial, value) == pair.partial.end()) return false;
    return std::ranges::all_of(proof.walks,
                               [&](const LinkProof::Walk& walk) { return walk_holds(walk, pair, robot); });
}

}  // namespace graze
