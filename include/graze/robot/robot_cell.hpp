// Robots among obstacles, and the verbs on them: whether a configuration overlaps anything, how far it is
// from it, and whether a whole path is free, between its samples too, with a proof on request. World frame.
// Configurations of several robots follow each other in one list of numbers. Pure, and safe to call from many
// threads; answers do not depend on the number of threads. Invalid input (a wrong number of values, NaN, an
// invalid path) answers Status::invalid_input; `fault` and `check` report why. Limits of joints are not
// checked here: see Robot::check and JointPath::check.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/core/stop_request.hpp"
#include "graze/motion/joint_path.hpp"
#include "graze/motion/robot.hpp"
#include "graze/query/query.hpp"
#include "graze/result/path.hpp"
#include "graze/scene/scene.hpp"
#include "graze/verify/verify.hpp"

namespace graze {

/// An obstacle at rest.
struct Obstacle {
    std::string name;
    Placed placed;
};

/// The objects of a scene, called "object 0", "object 1", ... in its order; margins count.
std::vector<Obstacle> obstacles_of(const Scene& scene);

/// A name for several links, attached bodies or obstacles.
struct CellGroup {
    std::string name;  ///< Not that of a link or an obstacle.
    std::vector<std::string> members{};
};

/// A link (or attached body) and an obstacle that may touch, such as a base and the table it is mounted on.
struct AllowedContact {
    std::string link;      ///< Of all robots that have it, or a group of links.
    std::string obstacle;  ///< Or a group of obstacles.
};

/// All points within this distance of the link belong to it.
struct LinkPadding {
    std::string link;    ///< Or a group of links. Of several paddings of a link the first counts.
    double padding = 0;  ///< >= 0.
};

struct CellOptions {
    std::vector<CellGroup> groups{};
    std::vector<AllowedContact> allowed{};
    std::vector<LinkPadding> padding{};
    double default_padding = 0;  ///< Of links that are not named. >= 0.
    bool self_collision = true;  ///< Whether links of a robot are tested against each other.
    /// Whether bodies that rest on each other are left out, such as a base on the table that it is mounted
    /// on: neither moves, and without padding they are neither apart nor deep in each other by more than a
    /// millionth of the robots' reach. No path can change that, and rounding would decide every answer. They
    /// are listed in the model (`resting`). Deeper ones are tested like all others, and hit.
    bool leave_out_resting = true;
};

/// A snapshot: later changes of the scene do not reach it. Immutable, cheap to copy.
class RobotCell {
public:
    RobotCell(const Robot& robot, const Scene& scene, const CellOptions& options = {});
    RobotCell(const Robot& robot, std::span<const Obstacle> obstacles, const CellOptions& options = {});
    RobotCell(std::span<const Robot> robots, std::span<const Obstacle> obstacles,
              const CellOptions& options = {});

    [[nodiscard]] bool valid() const noexcept { return !fault().has_value(); }
    /// Why the cell cannot be used: an obstacle that is not valid, a name in the options that nothing has, a
    /// group that stands for links and has obstacles, or the other way around, or two groups of one name.
    [[nodiscard]] const std::optional<BuildError>& fault() const noexcept;

    /// Numbers in a configuration: of all robots together.
    [[nodiscard]] std::size_t joint_count() const noexcept { return model().tree.coordinates; }
    [[nodiscard]] std::span<const Robot> robots() const noexcept;
    [[nodiscard]] const CellModel& model() const noexcept;
    /// What a pair of bodies is called: "upper, post".
    [[nodiscard]] std::string describe(const BodyPair& pair) const;

    struct State;
    [[nodiscard]] const State& state() const noexcept { return *state_; }

private:
    std::shared_ptr<const State> state_;
};

/// Many small balls (or cubes) as one obstacle, in a tree. The error names the point.
expected<Shape, BuildError> point_cloud(std::span<const Vec3> points, double radius);
expected<Shape, BuildError> voxels(std::span<const Vec3> centres, double half_extent);

/// Whether any pair overlaps; touching counts. True on invalid input.
bool overlaps(const RobotCell& cell, std::span<const double> configuration) noexcept;

struct ClearanceOptions {
    bool gradient = true;
    /// Distances above this are not of interest: the lower end of the answer is then at least this, and the
    /// pair none of the nearest.
    double limit = kInfinity;
    double tolerance = -1;  ///< Of distances: as SeparationOptions::tolerance. Gradients take 1e-15 at most.
};

/// The least distance of all pairs.
CellClearance clearance(const RobotCell& cell, std::span<const double> configuration,
                        const ClearanceOptions& options = {});

/// One answer for each of `results.size()` configurations, which follow each other in `configurations`.
void overlaps_at(const RobotCell& cell, std::span<const double> configurations,
                 std::span<unsigned char> results, const BatchOptions& options = {});
void clearances_at(const RobotCell& cell, std::span<const double> configurations,
                   std::span<CellClearance> results, const ClearanceOptions& clearance = {},
                   const BatchOptions& options = {});

/// What `path_clearance` is to find.
enum class PathGoal : std::uint8_t {
    decide,   ///< Whether the path is free by what is wanted: as soon as that is proven.
    measure,  ///< The clearance itself, within the accuracies below.
};

struct PathOptions {
    double wanted = 0;  ///< Clearance; a length >= 0.
    PathGoal goal = PathGoal::measure;
    /// Of the clearance, when measured: the bounds are no wider than the larger of these two.
    double relative_accuracy = 0.01;
    double absolute_accuracy = 1e-4;
    /// Where nothing is decided while no point of a pair can move by more than this, relative to the largest
    /// reach of the robots: the times of hits are that sharp, and paths that come that close to what is
    /// wanted are open.
    double tolerance = 1e-6;
    /// Stretches of time that may be examined; 0: a million.
    std::uint32_t max_cells = 0;
    /// A search that it ends answers as one that had no more cells left.
    const StopRequest* stop = nullptr;
};

/// Whether the whole path keeps the wanted clearance; see graze/result/path.hpp for the contract.
PathClearance path_clearance(const RobotCell& cell, const JointPath& path, const PathOptions& options = {});

/// One answer for each path.
void path_clearances(const RobotCell& cell, std::span<const JointPath> paths,
                     std::span<PathClearance> results, const PathOptions& options = {},
                     const BatchOptions& batch = {});

/// `path_clearance` that keeps its proof for `verify`.
PathCertificate certify_path(const RobotCell& cell, const JointPath& path, const PathOptions& options = {});

/// See graze/verify/verify.hpp.
inline bool verify(const PathCertificate& certificate, const RobotCell& cell, const JointPath& path) {
    return cell.valid() && verify(certificate, cell.model(), path);
}

}  // namespace graze
