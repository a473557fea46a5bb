// Answers about robots in cells: what collides in a cell, the clearance of a configuration and of a path, and
// what shows it. World frame unless a field is documented otherwise.
//
// The contract of a PathClearance: whatever the answer, it is proven that before time.lower no two bodies are
// closer than wanted. *free*: time is {1, 1}, and at every time of [0, 1] the clearance is at least
// clearance.lower, which is no less than what was wanted. *hit*: at time.upper two bodies are no farther
// apart than wanted (they touch, when nothing is wanted). *open*: in `time` that is not decided.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/motion/joint_path.hpp"
#include "graze/motion/robot.hpp"
#include "graze/result/proof.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Something in a cell that collides: a shape of a link, or an obstacle.
struct CellBody {
    Shape shape;              ///< With its padding.
    Pose pose{};              ///< In the frame that it is fixed to.
    std::uint32_t frame = 0;  ///< Of the cell's tree; 0: it rests.
    std::uint32_t robot = 0;  ///< Of the cell; of links.
    std::uint32_t link = 0;   ///< Of that robot.
    bool obstacle = false;
    std::string name{};  ///< For people: the link's, with a number when it has several shapes.
};

/// Two bodies of a cell by number; the order is that of the bodies.
struct BodyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// What a cell is made of: robots, one tree of their axes, and bodies. All links' bodies come first. Every
/// body of a link is tested against every obstacle, but for `allowed`, and pairs of links are those listed.
struct CellModel {
    KinematicTree tree;
    std::vector<CellBody> bodies;
    std::size_t link_bodies = 0;       ///< How many of the bodies are shapes of links.
    std::vector<BodyPair> link_pairs;  ///< Growing.
    std::vector<BodyPair> allowed;     ///< Of a link's body and an obstacle. Growing.
    /// What stands on something: neither of the two moves, and they touch or nearly do. Not tested: those
    /// with an obstacle are among the allowed, others are no link pairs. Growing.
    std::vector<BodyPair> resting;
};

/// The clearance of one configuration.
struct CellClearance {
    Interval distance = Interval::everything();  ///< Contains the least signed distance of all pairs.
    BodyPair pair{};          ///< One that has it; {0, 0} when nothing is tested, or nearer than the limit.
    Separation separation{};  ///< Of that pair.
    /// Derivative of the distance by each value of the configuration. Empty on invalid input, zeros where
    /// nothing is tested.
    std::vector<double> gradient{};
    /// Whether the distance has that derivative: the pair is the nearest by more than rounding, and the
    /// points that are nearest are the only ones (faces and edges are not parallel).
    bool smooth = false;
    Status status = Status::converged;
};

enum class PathAnswer : std::uint8_t { free, hit, open };

constexpr const char* to_string(PathAnswer answer) noexcept {
    switch (answer) {
        case PathAnswer::free: return "free";
        case PathAnswer::hit: return "hit";
        case PathAnswer::open: return "open";
    }
    return "?";
}

/// What a search cost.
struct PathWork {
    std::uint32_t cells = 0;        ///< Stretches of time that were examined.
    std::uint32_t separations = 0;  ///< Distances of two bodies at one moment.
    std::uint32_t planes = 0;       ///< Gaps along a plane over a stretch of time.
};

struct PathClearance {
    PathAnswer answer = PathAnswer::open;
    /// Contains the least signed distance of all pairs over the path, when free. Of a hit or an open path the
    /// lower end is -inf and the upper end the distance at some moment.
    Interval clearance = Interval::everything();
    Interval time{0, 1};      ///< See above.
    double nearest_time = 0;  ///< When clearance.upper was measured; 0 where no distance was needed.
    BodyPair pair{};       ///< Of a hit or an open path: the two that may touch in `time`. When free: the two
                           ///< that are the nearest at nearest_time; {0, 0} where no distance was needed.
    Separation contact{};  ///< Of the pair: at time.lower of a hit or an open path; at nearest_time when
                           ///< free.
    Status status = Status::converged;  ///< budget_reached: the work ran out; the answer is then not free.
    PathWork work{};
};

/// Over a stretch of time the gap of a pair along a plane is at least what the certificate claims.
struct PathCell {
    Interval time{};
    Vec3 normal{1, 0, 0};  ///< From a to b; any length. In the last frame that both bodies hang on (the world
                           ///< for an obstacle). A half-space takes its own normal instead.
};

/// For shapes without a plane between them: the bodies in the middle of the stretch, a grown by as much as
/// both can move until its ends and by `distance`, do not overlap.
struct PathStill {
    Interval time{};
    double distance = 0;  ///< That the bodies are apart at the least throughout.
    Proof proof{};        ///< That they are disjoint, grown so.
};

/// Why one pair stays apart.
struct PathPair {
    BodyPair pair{};
    std::vector<PathCell> cells;    ///< By growing time. Together with `stills` they leave no time out.
    std::vector<PathStill> stills;  ///< By growing time.
};

/// The answer about a path with what shows it, for `verify`: that all pairs are `clearance` apart before
/// `until`, and of a hit that its pair is that close at path.time.upper. What was only measured is not
/// checked: path.clearance.upper, path.nearest_time, path.contact and path.work, and when free path.pair.
struct PathCertificate {
    PathClearance path{};
    /// All pairs are at least this far apart before `until`: the proven clearance when free, else what was
    /// wanted.
    double clearance = 0;
    double until = 0;             ///< path.time.lower: 1 when free.
    std::vector<PathPair> pairs;  ///< Every pair of the cell, by growing pair.
    Proof contact{};              ///< Of a hit: that the pair is no farther apart than wanted at time.upper.
    std::uint64_t digest = 0;     ///< Of the cell's and the path's numbers: `verify` refuses others.
};

/// Whether two links of a robot touch somewhere within the limits of the joints between them.
enum class LinkContact : std::uint8_t {
    never,      ///< Proven for all values within the proof's limits. See SelfCollisionPair::partial.
    always,     ///< Proven for all of them, or nothing moves between them and they touch.
    sometimes,  ///< `example` touches, as `overlaps` has it: too close to call counts. Some other
                ///< configuration does not, or need not.
    adjacent,   ///< Joined by a joint: contact is normal.
    unknown,    ///< None of so many samples touches; that none does is not proven.
};

constexpr const char* to_string(LinkContact contact) noexcept {
    switch (contact) {
        case LinkContact::never: return "never";
        case LinkContact::always: return "always";
        case LinkContact::sometimes: return "sometimes";
        case LinkContact::adjacent: return "adjacent";
        case LinkContact::unknown: return "unknown";
    }
    return "?";
}

/// Why two links never touch, or always do: the box of the values of the joints between them is halved again
/// and again, until a plane separates two shapes in each part of it, or a point is in both.
/// docs/notes/self_collision.md has the argument.
struct LinkProof {
    /// A step that is not a halving.
    static constexpr std::uint32_t kShown = 0xffffffffU;

    /// What holds in a part of the box, seen from a frame of the robot's tree between the two links.
    struct Witness {
        std::uint32_t frame = 0;
        Vec3 vector{};  ///< never: normal of a plane between the two, from a to b, of any length. always: a
                        ///< point of both.
    };
    /// One pair of shapes. In the order of the walk, a part of the box is halved at the middle of one of its
    /// values, and its lower half comes first; or it is done, by the next witness.
    struct Walk {
        std::uint32_t shape_a = 0;       ///< A number among the shapes of the link.
        std::uint32_t part_a = kNoPart;  ///< A member of that shape, a compound; kNoPart: the hull of all.
        std::uint32_t shape_b = 0;
        std::uint32_t part_b = kNoPart;
        std::vector<std::uint32_t> steps{};  ///< The number of the robot's value that is halved, or kShown.
        std::vector<Witness> witnesses{};
    };
    /// never: every two shapes, by growing shape_a, then shape_b; for compounds that only their members prove
    /// apart, every two members instead, in the same order. always: one.
    std::vector<Walk> walks;
    /// Of all the robot's values: what the proof is about. Within the robot's limits where these are finite,
    /// a whole turn of angles without limits.
    std::vector<Interval> limits;
    double padding = 0;  ///< >= 0. never: they stay farther apart than this.
};

/// Two links and what is known of their contact.
struct SelfCollisionPair {
    std::uint32_t link_a = 0;
    std::uint32_t link_b = 0;
    LinkContact contact = LinkContact::unknown;
    /// sometimes and always: a configuration in which they are no farther apart than the padding.
    std::vector<double> example;
    LinkProof proof;  ///< never; always, unless both are at rest to each other and only just touch.
    /// never and always: values of joints between the links that the robot may take beyond proof.limits,
    /// since they have no limits of their own and a whole turn is not all there is. Beyond, the links may
    /// touch.
    std::vector<std::uint32_t> partial{};
    std::uint32_t samples = 0;   ///< Random configurations that were tested.
    double closest = kInfinity;  ///< The least signed distance found; infinite when none was measured.
    std::uint32_t boxes = 0;     ///< Parts of the box that were examined.

    /// Whether never and always hold for all configurations of the robot.
    [[nodiscard]] bool complete() const noexcept { return partial.empty(); }
};

/// A number for all that an answer about a path depends on.
std::uint64_t digest_of(const CellModel& cell, const JointPath& path);

}  // namespace graze
