// Robots, their paths and the proofs about these as files. Robots are read from URDF, with the pairs that an
// SRDF file disables, and from the kinematic part of MJCF; paths from CSV and JSON; proofs from the JSON that
// `to_json` writes. docs/robot_files.md describes the formats. What is read is checked: the first fault ends
// the reading with an error that names its place and the remedy. Nothing throws on bad content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/io/document.hpp"
#include "graze/motion/joint_path.hpp"
#include "graze/motion/robot.hpp"
#include "graze/result/path.hpp"
#include "graze/shape/shape.hpp"

namespace graze::io {

/// Something at rest in a robot's file, such as the floor. World frame.
struct WorldGeometry {
    std::string name;  ///< Unique in its file.
    Placed placed;
};

/// A link that its file does not test against something at rest.
struct IgnoredContact {
    std::string link;
    std::string geometry;  ///< Name of the WorldGeometry.
};

/// What `Robot::build` takes: it succeeds for every description that was read.
struct RobotFile {
    RobotDescription robot;  ///< Collision geometry only. Equal meshes are shared. Pairs that the file or its
                             ///< SRDF disables are excluded, with their reasons.
    std::vector<WorldGeometry> world{};  ///< Of MJCF: what no joint moves.
    std::vector<IgnoredContact> ignored{};
    /// Of the robot: `ReadOptions::joints`, others as in `Robot::neutral`.
    std::vector<double> configuration{};
    /// Warnings as those of a Document: values that are not 0 because of limits, pairs of unknown links, what
    /// of an MJCF file is not used.
    std::vector<std::string> notes{};
};

/// A robot from URDF (its root element is `robot`) or MJCF (`mujoco`). Of the options count `joints`,
/// `semantic`, `packages`, `files_anywhere`, `limits`, and those of mesh files.
expected<RobotFile, FileError> read_robot(const std::filesystem::path& file, const ReadOptions& options = {});

/// What a path does between its waypoints: see JointPath.
enum class PathInterpolation : std::uint8_t { linear, spline, hermite };

constexpr const char* to_string(PathInterpolation interpolation) noexcept {
    switch (interpolation) {
        case PathInterpolation::linear: return "linear";
        case PathInterpolation::spline: return "spline";
        case PathInterpolation::hermite: return "hermite";
    }
    return "?";
}

struct PathReadOptions {
    /// Linear or spline. Empty: as the file has it, else hermite where it has velocities and linear
    /// elsewhere.
    std::optional<PathInterpolation> interpolation{};
    /// Values of joints that the file does not name, by name. Others are at `Robot::neutral`.
    std::map<std::string, double> joints{};
    std::size_t waypoints = 1'000'000;  ///< Most that are read.
};

struct JointPathFile {
    JointPath path;                   ///< Valid when it was read. What the fields below make.
    std::vector<Waypoint> waypoints;  ///< A configuration of the robot each; times as in the file, else 0, 1,
                                      ///< 2, ...
    std::vector<std::vector<double>> velocities{};  ///< For each waypoint, with hermite; else empty.
    PathInterpolation interpolation = PathInterpolation::linear;
    std::vector<std::string> notes{};  ///< Joints that the file does not name, and their values.
};

/// A path of the robot from CSV, or from JSON when the file's name ends in .json. Its values may exceed the
/// limits of the joints: see JointPath::check. The error names line and column, or the element.
expected<JointPathFile, FileError> read_joint_path(const std::filesystem::path& file, const Robot& robot,
                                                   const PathReadOptions& options = {});

/// The waypoints as text that reads as the same path, to the last bit: a column for each value, called as
/// Robot::coordinate_name, and one for the time.
std::string to_csv(const JointPathFile& path, const Robot& robot);
std::string to_json(const JointPathFile& path, const Robot& robot);

/// The pairs that are proven to be always or never in contact, and neighbours, as an SRDF file that disables
/// them. What is not proven for all values that the robot may take stays enabled.
std::string to_srdf(const Robot& robot, std::span<const SelfCollisionPair> pairs);

/// Which files and options a proof is about.
struct PathProofInputs {
    std::string robot;  ///< Files as they were named.
    std::string path;
    std::vector<std::string> scenes{};
    /// For robot and scenes: `joints`, `semantic`, `packages`, `files_anywhere`, and those of mesh files are
    /// kept.
    ReadOptions reading{};
    std::optional<PathInterpolation> interpolation{};
    double default_padding = 0;
    std::map<std::string, double> padding{};  ///< By link.
    std::vector<IgnoredContact> allowed{};    ///< Links and obstacles that may touch.
    bool self_collision = true;
    bool leave_out_resting = true;  ///< As CellOptions has it.
    double wanted = 0;              ///< Clearance.
    /// Of the bytes of each file above, by its name, as `checksum_of` has them: to report which one changed.
    /// What robots and scenes name themselves is not among them. May be empty.
    std::map<std::string, std::uint64_t> checksums{};
};

/// 64 bits (FNV-1a) of the bytes of a file; none when it cannot be read.
std::optional<std::uint64_t> checksum_of(const std::filesystem::path& file);

struct PathProof {
    PathProofInputs inputs;
    PathCertificate certificate;
    std::vector<std::string> bodies{};  ///< Names of the cell's bodies in their order, for people.
    /// What the cell left out as resting, for people: the cell that is made of the inputs again has its own
    /// list, by the rule, and pairs that are listed here alone are none. Growing.
    std::vector<BodyPair> resting{};
};

/// A proof as text, exact to the last bit.
std::string to_json(const PathProof& proof);

/// A proof that `to_json` wrote. Whether it holds is for `verify` to find out.
expected<PathProof, FileError> read_path_proof(const std::filesystem::path& file);

}  // namespace graze::io
