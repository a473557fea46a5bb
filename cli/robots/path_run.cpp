#include "robots/path_run.hpp"

#include <algorithm>
#include <cmath>

#include <graze/core/function_ref.hpp>

namespace graze::cli {
namespace {

/// A ball around a shape of a link, in the link's frame.
struct LinkBall {
    std::uint32_t link = 0;
    Vec3 centre{};
    double radius = 0;
};

/// Of all bodies of links, with their padding.
std::vector<LinkBall> link_balls(const RobotCell& cell) {
    std::vector<LinkBall> balls;
    const CellModel& model = cell.model();
    const auto links = cell.robots().front().links();
    for (std::size_t i = 0; i < model.link_bodies; ++i) {
        const CellBody& body = model.bodies[i];
        const Pose in_link = inverse(links[body.link].in_frame) * body.pose;
        const Aabb box = box_of({body.shape, in_link});
        const Vec3 middle = 0.5 * (box.min + box.max);
        balls.push_back({body.link, middle, (1 + 1e-9) * 0.5 * length(box.max - box.min)});
    }
    return balls;
}

/// Nothing of the ball moves farther from where the pose has it.
double farthest(const LinkBall& ball, const PoseBounds& bounds, const Pose& pose) {
    const IntervalMat3 from = enclose(pose.rotation);
    IntervalMat3 turn;
    Interval square_sum(0);
    for (std::size_t i = 0; i < 3; ++i) {
        turn.columns[i] = bounds.rotation.columns[i] - from.columns[i];
        square_sum = square_sum + square(norm(turn.columns[i]));
    }
    const IntervalVec3 moved = turn * enclose(ball.centre) + (bounds.position - enclose(pose.position));
    return norm(moved).upper + sqrt(square_sum).upper * ball.radius;
}

class TimelineMaker {
public:
    TimelineMaker(const RobotCell& cell, const JointPath& path, const PathCertificate& certificate)
        : cell_(cell), path_(path), certificate_(certificate), balls_(link_balls(cell)) {}

    [[nodiscard]] ClearanceStretch stretch(const Interval& time) const {
        ClearanceStretch result{.time = time};
        const std::vector<double> values = path_.at(time.middle());
        const CellClearance found = clearance(cell_, values, {.gradient = false});
        result.distance = found.distance;
        result.pair = found.pair;
        result.at_least = found.distance.lower - closer_by(time, values);
        if (time.upper <= certificate_.until && certificate_.path.answer != PathAnswer::open)
            result.at_least = std::max(result.at_least, certificate_.clearance);
        // A moment of the stretch is no proof for all of it, but a bound of what can be proven.
        result.at_least = std::min(result.at_least, found.distance.lower);
        return result;
    }

private:
    /// How much nearer two bodies can come within the stretch than in its middle.
    [[nodiscard]] double closer_by(const Interval& time, const std::vector<double>& values) const {
        const Robot& robot = cell_.robots().front();
        const std::vector<PoseBounds> bounds = bounds_over(robot, path_, time);
        const std::vector<Pose> poses = place(robot, values);
        std::vector<double> moved;  // of each body
        double most = 0, reach = 0;
        for (const LinkBall& ball : balls_) {
            const Pose& pose = poses[ball.link];
            moved.push_back(farthest(ball, bounds[ball.link], pose));
            most = std::max(most, moved.back());
            reach = std::max(reach, length(pose.position) + length(ball.centre) + ball.radius);
        }
        for (const BodyPair& pair : cell_.model().link_pairs)
            most = std::max(most, moved[pair.a] + moved[pair.b]);
        return most + 1e-12 * reach;  // `place` and `at` round some hundred times
    }

    const RobotCell& cell_;
    const JointPath& path_;
    const PathCertificate& certificate_;
    std::vector<LinkBall> balls_;
};

std::vector<ClearanceStretch> timeline(const RobotCell& cell, const PathRun& run,
                                       const PathRunOptions& options) {
    std::vector<ClearanceStretch> stretches(options.stretches);
    const TimelineMaker maker(cell, run.file.path, run.certificate);
    const auto border = [&](std::size_t i) {
        return static_cast<double>(i) / static_cast<double>(options.stretches);
    };
    parallel_for(stretches.size(), options.threads, [&](std::size_t i) {
        stretches[i] = maker.stretch({border(i), border(i + 1)});
    });
    return stretches;
}

double worst_time(const PathRun& run) {
    const PathClearance& answer = run.answer();
    if (answer.answer == PathAnswer::hit) return answer.time.upper;
    if (answer.answer == PathAnswer::open) return answer.time.middle();
    // As measured: the bound of the answer is higher by roundings.
    double time = answer.nearest_time,
           least = std::min(answer.clearance.upper, answer.contact.distance.upper);
    for (const ClearanceStretch& stretch : run.timeline) {
        if (!(stretch.distance.upper < least)) continue;
        least = stretch.distance.upper;
        time = stretch.time.middle();
    }
    return time;
}

}  // namespace

std::size_t proof_size(const PathCertificate& certificate) {
    std::size_t count = 0;
    for (const PathPair& pair : certificate.pairs) count += pair.cells.size() + pair.stills.size();
    return count;
}

double path_time(const JointPath& path, double t) {
    return t == 1 ? path.start_time() + path.duration() : path.start_time() + t * path.duration();
}

bool tests_pairs(const RobotCell& cell) {
    const CellModel& model = cell.model();
    const std::size_t obstacles = model.bodies.size() - model.link_bodies;
    return !model.link_pairs.empty() || model.link_bodies * obstacles > model.allowed.size();
}

double noise_of(const RobotCell& cell) {
    double reach = 0;
    for (const CellBody& body : cell.model().bodies) {
        const double far = length(body.pose.position) + body.shape.reach();
        if (std::isfinite(far)) reach = std::max(reach, far);
    }
    return 1e-12 * reach;
}

Exit exit_of(const std::vector<PathRun>& runs) {
    const auto any = [&](const auto& holds) { return std::ranges::any_of(runs, holds); };
    const auto shown = [](const PathRun& run) { return run.verified || !run.checked; };
    if (any([&](const PathRun& run) { return run.answer().answer == PathAnswer::hit && shown(run); }))
        return Exit::findings;
    const bool open =
        any([&](const PathRun& run) { return run.answer().answer == PathAnswer::open || !shown(run); });
    return open ? Exit::undecided : Exit::clean;
}

PathRun run_path(const RobotCell& cell, std::string name, io::JointPathFile file,
                 const PathRunOptions& options) {
    PathRun run;
    run.name = std::move(name);
    run.file = std::move(file);
    if (options.verify)
        run.certificate = certify_path(cell, run.file.path, options.search);
    else
        run.certificate.path = path_clearance(cell, run.file.path, options.search);
    if (run.answer().status == Status::invalid_input)
        throw UserError{run.name +
                        ": the path cannot be examined: its values or those of the cell are not "
                        "usable numbers"};
    if (!options.verify) {
        const bool free = run.answer().answer == PathAnswer::free;
        run.certificate.clearance = free ? run.answer().clearance.lower : options.search.wanted;
        run.certificate.until = run.answer().time.lower;
    }
    run.checked = options.verify;
    run.verified = options.verify && verify(run.certificate, cell, run.file.path);
    run.timeline = timeline(cell, run, options);
    run.worst.time = worst_time(run);
    run.worst.clearance = clearance(cell, run.file.path.at(run.worst.time), {.gradient = false});
    return run;
}

}  // namespace graze::cli
