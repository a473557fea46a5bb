// Robots: links in a tree of joints, and where each link is for given values of the joints. A configuration
// is one number for each revolute, continuous and prismatic joint that follows no other, three for a planar
// joint and six for a floating one, in the order of the joints. Every joint is one or several axes in a row,
// each of which turns or shifts what comes after it; the tree of these axes is what places, bounds and proofs
// are computed from.
//
// The robot is what its stored numbers make: an axis is the exact direction of its three doubles, and the
// frame behind it the exact product of the matrices. `place` rounds; `bounds_over` contains the exact poses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"
#include "graze/motion/motion.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

enum class JointType : std::uint8_t {
    fixed,
    revolute,    ///< Turns about its axis, within limits. Radians.
    continuous,  ///< Turns without limits.
    prismatic,   ///< Shifts along its axis. A length.
    planar,      ///< Shifts in the plane across its axis, then turns about it: x, y, angle. With the axis z
                 ///< of the joint's frame, its x and y are those of the frame; see `planar_directions`.
    floating,    ///< Free: x, y, z, roll, pitch, yaw. The rotation is Rz(yaw) Ry(pitch) Rx(roll); it loses a
                 ///< degree of freedom at pitch = ±pi/2.
};
std::string_view to_string(JointType type) noexcept;

/// How many numbers of a configuration a joint of this type takes, unless it follows another.
constexpr std::size_t coordinate_count(JointType type) noexcept {
    switch (type) {
        case JointType::fixed: return 0;
        case JointType::planar: return 3;
        case JointType::floating: return 6;
        default: return 1;
    }
}

/// Where x and y of a planar joint point to, in the joint's frame: unit, across the axis, so that x, y and
/// the axis are right-handed. For +z the frame's own x and y. For any other axis x is across the axis and
/// that one of the frame's axes which is the farthest from it (the first of equals): e × axis.
struct PlanarDirections {
    Vec3 x{1, 0, 0};
    Vec3 y{0, 1, 0};
};
PlanarDirections planar_directions(const Vec3& axis) noexcept;

struct RobotLink {
    std::string name;              ///< Not empty; no two links have the same.
    std::vector<Placed> shapes{};  ///< In the link's frame.
};

/// A joint that follows another: its value is multiplier * value + offset.
struct JointMimic {
    std::string joint;
    double multiplier = 1;
    double offset = 0;
};

struct RobotJoint {
    std::string name;  ///< Not empty; no two joints have the same.
    JointType type = JointType::fixed;
    std::string parent;  ///< A link.
    std::string child;   ///< A link: its frame is the joint's, moved by the joint.
    Pose origin{};       ///< The joint's frame in the parent's.
    Vec3 axis{0, 0, 1};  ///< In the joint's frame. Not zero; need not be unit. Not of floating joints.
    Interval limits = Interval::everything();       ///< Of revolute and prismatic joints.
    Interval soft_limits = Interval::everything();  ///< Those of a safety controller: within the limits.
    /// Of planar and floating joints: one for each number, or none at all.
    std::vector<Interval> coordinate_limits{};
    std::optional<JointMimic> mimic{};  ///< Only of joints with one number.
    /// Whether contact of what it joins is normal, so that those links are not tested against each other.
    /// None: of revolute and continuous joints it is; what slides or floats may go anywhere.
    std::optional<bool> neighbours{};
};

/// Something that a link carries: it moves with the link.
struct AttachedBody {
    std::string name;  ///< Not that of a link.
    std::string link;
    std::vector<Placed> shapes{};          ///< In the link's frame.
    std::vector<std::string> may_touch{};  ///< Links that it may touch, beside the one that carries it.
};

/// Two links (or attached bodies) that are never tested against each other.
struct ExcludedLinks {
    std::string a;
    std::string b;
    std::string reason{};
};

struct RobotDescription {
    std::string name{};
    std::vector<RobotLink> links{};
    std::vector<RobotJoint> joints{};
    Pose base{};  ///< Of the root link, in world frame.
    std::vector<AttachedBody> attached{};
    std::vector<ExcludedLinks> excluded{};
};

/// One degree of freedom. The frame behind it is the frame before it, moved by `origin`, then turned by the
/// angle about the direction, or shifted by the length along it.
struct RobotAxis {
    Pose origin{};            ///< In the frame before; a rotation up to rounding.
    Vec3 direction{0, 0, 1};  ///< Not zero; the exact axis is direction / |direction|.
    bool turns = true;
    std::uint32_t before = 0;      ///< Frame before it, less than its own: axis i makes frame i + 1.
    std::uint32_t coordinate = 0;  ///< Its value is multiplier * configuration[coordinate] + offset.
    double multiplier = 1;
    double offset = 0;
};

/// Frames that move: frame 0 is the world, frame i + 1 is behind axis i.
struct KinematicTree {
    std::vector<RobotAxis> axes;
    std::size_t coordinates = 0;  ///< Numbers in a configuration.

    [[nodiscard]] std::size_t frame_count() const noexcept { return axes.size() + 1; }
};

/// An immutable value, cheap to copy and safe to share between threads.
class Robot {
public:
    /// The error names the link or joint: unknown and repeated names, links with two parents, circles, axes
    /// of length zero, numbers that are not finite, origins that are not rotations within 1e-6 (those that
    /// are become orthonormal), limits that exclude everything, those of followers included, joints that
    /// follow each other in a circle, shapes that cannot be used.
    static expected<Robot, BuildError> build(RobotDescription description);

    /// As given, with links in the order of `links()` below. Attached bodies are links of their own there.
    [[nodiscard]] const RobotDescription& description() const noexcept { return data_->description; }

    /// Numbers in a configuration.
    [[nodiscard]] std::size_t joint_count() const noexcept { return data_->tree.coordinates; }
    /// The joint's name, with the number's own behind it for planar and floating joints: "base x".
    [[nodiscard]] const std::string& coordinate_name(std::size_t i) const noexcept {
        return data_->coordinates[i].name;
    }
    /// Of number i of a configuration: those of its joint, and of joints that follow it.
    [[nodiscard]] const Interval& limits(std::size_t i) const noexcept {
        return data_->coordinates[i].limits;
    }
    /// Those of safety controllers too.
    [[nodiscard]] const Interval& soft_limits(std::size_t i) const noexcept {
        return data_->coordinates[i].soft_limits;
    }
    /// Whether it is an angle, and not a length.
    [[nodiscard]] bool is_angle(std::size_t i) const noexcept { return data_->coordinates[i].angle; }
    /// Whether an angle has no limits at all and a whole turn makes no difference: not where a joint follows
    /// it that slides, or turns by another than a whole multiple.
    [[nodiscard]] bool is_continuous(std::size_t i) const noexcept {
        return data_->coordinates[i].continuous;
    }

    /// Whether a configuration has the right number of values, finite and within the limits; the soft ones
    /// too. The error's element is the value.
    [[nodiscard]] expected<void, BuildError> check(std::span<const double> configuration) const;
    /// All zeros, or the nearest value within the limits.
    [[nodiscard]] std::vector<double> neutral() const;

    /// A link, or an attached body.
    struct Link {
        std::string name;
        std::vector<Placed> shapes{};           ///< In its own frame.
        std::uint32_t frame = 0;                ///< Of the tree: what it is fixed to.
        Pose in_frame{};                        ///< Its frame in that one.
        std::optional<std::uint32_t> parent{};  ///< The link that carries it; none for the root.
        bool attached = false;
    };
    /// Links in the order of the description, then attached bodies.
    [[nodiscard]] std::span<const Link> links() const noexcept { return data_->links; }
    [[nodiscard]] std::optional<std::uint32_t> find_link(std::string_view name) const noexcept;
    [[nodiscard]] const KinematicTree& tree() const noexcept { return data_->tree; }

    /// Why two links need no test. adjacent: joined by a joint of neighbours (see RobotJoint), or by several
    /// of which only that one moves, with no link that has shapes in between. rigid: at rest to each other.
    /// excluded: in the description. Attached bodies have no neighbours.
    enum class Exempt : std::uint8_t { no, adjacent, rigid, excluded };
    [[nodiscard]] Exempt exempt(std::uint32_t link_a, std::uint32_t link_b) const noexcept;

    /// The same robot with one more attached body.
    [[nodiscard]] expected<Robot, BuildError> with(AttachedBody body) const;

private:
    [[nodiscard]] bool is_child(std::uint32_t link, std::uint32_t parent) const noexcept;

    struct Coordinate {
        std::string name;
        Interval limits = Interval::everything();
        Interval soft_limits = Interval::everything();
        bool angle = true;
        bool continuous = false;
    };
    struct Data {
        RobotDescription description;
        std::vector<Link> links;
        std::vector<Coordinate> coordinates;
        KinematicTree tree;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> excluded;  ///< Links, first < second; sorted.
        std::vector<bool> joined;  ///< For each link: whether the joint above it makes neighbours.
    };
    friend class RobotBuilder;
    explicit Robot(std::shared_ptr<const Data> data) noexcept : data_(std::move(data)) {}

    std::shared_ptr<const Data> data_;
};

/// The frames of a tree in world frame, rounded: `frames` has frame_count() places. Values beyond the end of
/// the configuration count as 0.
void place(const KinematicTree& tree, std::span<const double> configuration, std::span<Pose> frames) noexcept;

/// Forward kinematics: each link's pose in world frame, rounded, in the order of `Robot::links`.
std::vector<Pose> place(const Robot& robot, std::span<const double> configuration);

/// Contain each link's pose for every configuration in the box, in the order of `Robot::links`. Everything
/// when the box has too few values.
std::vector<PoseBounds> bounds_over(const Robot& robot, std::span<const Interval> configurations);

}  // namespace graze
