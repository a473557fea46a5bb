// What `graze path` finds about one path: the answer with its proof, and the clearance over time. Times are
// in [0, 1] here; `path_time` has them in the unit of the path.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <graze/robot/robot_cell.hpp>

#include "robots/cell_inputs.hpp"

namespace graze::cli {

struct PathRunOptions {
    PathOptions search;
    std::size_t stretches = 0;  ///< Of the timeline; 0: none.
    bool verify = true;
    unsigned threads = 1;
};

/// A piece of a timeline: the distance in its middle, and what is proven for all of it.
struct ClearanceStretch {
    Interval time{};
    /// The clearance is nowhere smaller: the distance in the middle less what the bodies can move until the
    /// ends, or what the proof of the path shows, whichever is larger.
    double at_least = -kInfinity;
    Interval distance = Interval::everything();  ///< In the middle.
    BodyPair pair{};                             ///< The nearest one then.
};

/// The moment to show: of a hit the contact, of an open path what is not decided, else the moment with the
/// least distance that is known.
struct WorstMoment {
    double time = 0;
    CellClearance clearance{};  ///< At that time.
};

struct PathRun {
    std::string name;  ///< As the file was named.
    io::JointPathFile file;
    PathCertificate certificate;
    bool checked = true;  ///< The proof was to be verified.
    bool verified = false;
    std::vector<ClearanceStretch> timeline;
    WorstMoment worst;

    [[nodiscard]] const PathClearance& answer() const { return certificate.path; }
};

/// How many planes and other proofs the certificate has.
std::size_t proof_size(const PathCertificate& certificate);

/// `t` in the unit of the path's waypoints.
double path_time(const JointPath& path, double t);

/// Whether anything of the cell is tested against anything.
bool tests_pairs(const RobotCell& cell);

/// Distances below this are rounding, which texts have as 0: 1e-12 of how far the bodies reach.
double noise_of(const RobotCell& cell);

/// A hit is a hit, whatever else is not decided; an answer whose proof is not verified is none.
Exit exit_of(const std::vector<PathRun>& runs);

/// Throws UserError when the path cannot be examined.
PathRun run_path(const RobotCell& cell, std::string name, io::JointPathFile file,
                 const PathRunOptions& options);

}  // namespace graze::cli
