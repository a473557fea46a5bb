#include "verify/moving/path_enclosures.hpp"

#include <algorithm>

namespace graze::verifying {
namespace {

/// What is kept before all of it is dropped, and computed again where it is needed: poses, of 192 bytes each,
/// and rates of frames. About 12 MB of poses.
constexpr std::size_t kMostPoses = std::size_t{1} << 16;
constexpr std::size_t kMostRates = std::size_t{1} << 17;

}  // namespace

PathEnclosures::PathEnclosures(const CellModel& cell, const JointPath& path) : cell_(cell), path_(path) {
    balls_.reserve(cell.bodies.size());
    for (const CellBody& body : cell.bodies) balls_.push_back(ball_around(body));
}

std::uint32_t PathEnclosures::frame_of(const BodyPair& pair) const noexcept {
    return common_frame(cell_.tree, cell_.bodies[pair.a].frame, cell_.bodies[pair.b].frame);
}

PathEnclosures::Moment& PathEnclosures::moment(double t) {
    const auto found = moments_.find(t);
    if (found != moments_.end()) return found->second;
    if (poses_ >= kMostPoses) {
        moments_.clear();
        poses_ = 0;
    }
    Moment& made = moments_[t];
    poses_ += cell_.tree.axes.size();
    const std::vector<Interval> q = configuration_at(path_, t);
    made.axes.reserve(cell_.tree.axes.size());
    for (const RobotAxis& axis : cell_.tree.axes) made.axes.push_back(frame_behind(axis, q));
    made.from.resize(cell_.tree.frame_count());
    return made;
}

PathEnclosures::Hanging& PathEnclosures::hanging(double t, std::uint32_t frame) {
    Moment& at = moment(t);
    Hanging& from = at.from[frame];
    if (!from.frames.empty()) return from;
    const std::size_t frames = cell_.tree.frame_count();
    from.frames.resize(frames);
    from.bodies.resize(cell_.link_bodies);
    poses_ += frames + cell_.link_bodies;
    from.placed.resize(cell_.link_bodies);
    std::vector<unsigned char> hangs(frames);
    hangs[frame] = 1;
    from.frames[frame] = enclose(Pose::identity());
    for (std::uint32_t f = frame + 1; f < frames; ++f) {
        const std::uint32_t before = cell_.tree.axes[f - 1].before;
        if (!hangs[before]) continue;
        hangs[f] = 1;
        from.frames[f] = before == frame ? at.axes[f - 1] : from.frames[before] * at.axes[f - 1];
    }
    return from;
}

const IntervalPose& PathEnclosures::body_in(Hanging& from, std::uint32_t frame, std::uint32_t body) const {
    if (from.placed[body] == 0) {
        const CellBody& given = cell_.bodies[body];
        const IntervalPose own = enclose(given.pose);
        from.bodies[body] = given.frame == frame ? own : from.frames[given.frame] * own;
        from.placed[body] = 1;
    }
    return from.bodies[body];
}

IntervalVec3 PathEnclosures::centre_in(const Hanging& from, std::uint32_t frame,
                                       std::uint32_t body) const noexcept {
    const std::uint32_t own = cell_.bodies[body].frame;
    const IntervalVec3 centre = enclose(balls_[body].centre);
    return own == frame ? centre : from.frames[own] * centre;
}

Interval PathEnclosures::gap(const BodyPair& pair, const Vec3& n, double t) {
    const std::uint32_t frame = frame_of(pair);
    Hanging& from = hanging(t, frame);
    const CellBody &a = cell_.bodies[pair.a], &b = cell_.bodies[pair.b];
    const IntervalPose& pose_a = body_in(from, frame, pair.a);
    if (pair.b >= cell_.link_bodies) return gap_along({a, pose_a}, {b, enclose(b.pose)}, frame, n);
    return gap_along({a, pose_a}, {b, body_in(from, frame, pair.b)}, frame, n);
}

double PathEnclosures::ball_gap(const BodyPair& pair, const Vec3& n, double t) {
    // In the pair's frame, whose axes may stretch lengths by their rounding.
    const double radii = rounding::multiply_up(rounding::add_up(balls_[pair.a].radius, balls_[pair.b].radius),
                                               chain_stretch(cell_.tree.axes.size()));
    if (!(radii < kInfinity)) return -kInfinity;
    const std::uint32_t frame = frame_of(pair);
    const Hanging& from = hanging(t, frame);
    const IntervalVec3 direction = enclose(n);
    const Interval apart =
        dot(direction, centre_in(from, frame, pair.b) - centre_in(from, frame, pair.a)) / norm(direction);
    return rounding::add_down(apart.lower, -radii);
}

IntervalPose PathEnclosures::pose_of(std::uint32_t body, double t) {
    if (body >= cell_.link_bodies) return enclose(cell_.bodies[body].pose);
    return body_in(hanging(t, 0), 0, body);
}

const std::vector<ChainRates>& PathEnclosures::rates_over(const Interval& time) {
    const std::pair<double, double> key{time.lower, time.upper};
    const auto found = rates_.find(key);
    if (found != rates_.end()) return found->second;
    if (rates_.size() * cell_.tree.frame_count() >= kMostRates) rates_.clear();
    const double middle = time.middle(), half = half_of(time, middle);
    std::vector<JointRates> joints(path_.joint_count());
    for (std::size_t i = 0; i < joints.size(); ++i) joints[i] = path_.over(i, time);
    std::vector<ChainRates>& made = rates_[key];
    const std::size_t frames = cell_.tree.frame_count();
    made.resize(cell_.link_bodies * frames);
    const std::vector<IntervalPose>& axes = moment(middle).axes;
    for (std::size_t body = 0; body < cell_.link_bodies; ++body)
        rates_along_chain(cell_.tree, cell_.bodies[body].frame, balls_[body], {axes, joints, half},
                          std::span(made).subspan(body * frames, frames));
    return made;
}

ChainRates PathEnclosures::rates(const BodyPair& pair, const Interval& time) {
    const std::vector<ChainRates>& all = rates_over(time);
    const std::size_t frame = frame_of(pair), frames = cell_.tree.frame_count();
    const ChainRates& a = all[pair.a * frames + frame];
    if (pair.b >= cell_.link_bodies) return a;
    const ChainRates& b = all[pair.b * frames + frame];
    return {rounding::add_up(a.speed, b.speed), rounding::add_up(a.acceleration, b.acceleration)};
}

}  // namespace graze::verifying
