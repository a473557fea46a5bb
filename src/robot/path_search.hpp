// The search behind `path_clearance` and `certify_path`: stretches of time are halved until every pair stays
// apart in all of each, or bodies are found that do not.
//
// In a stretch the pairs that are left are tested one after the other: by the balls around the bodies and how
// far both can move; by the plane that separated the pair last, with the gaps at both ends of the stretch and
// the acceleration in it; by the distance in the middle, which also gives a new plane. Pairs that pass are
// done with for the stretch. Earlier halves come first, so the first contact is found first.
//
// Bodies that are not convex and whose enclosures are close are split: within a stretch only those of their
// parts can touch that are near each other in its middle, and when these are few they take the place of the
// bodies as pairs of their own, with planes of their own. Without that each halving towards a contact takes a
// distance of two meshes: 5.9 ms in the worst tenth of the paths that hit, 0.4 ms with it (bench/robot, mesh
// links).
#pragma once

#include <vector>

#include "robot/body_gaps.hpp"

namespace graze {

/// Checks and keeps why each pair stays apart over each stretch.
class PathRecorder {
public:
    PathRecorder() = default;
    PathRecorder(const PathRecorder&) = delete;
    PathRecorder& operator=(const PathRecorder&) = delete;
    virtual ~PathRecorder() = default;

    // A lower bound of the distance that `verify` will accept.
    /// By a plane, in the frame of the pair; need not be better than `enough`.
    virtual double plane(const BodyPair& pair, const PathCell& cell, double enough) = 0;
    /// By a proof of the bodies in the middle, which are about `distance` apart throughout.
    virtual double still(const BodyPair& pair, const Interval& time, double distance) = 0;
    /// Keeps the one that was checked last.
    virtual void keep() = 0;
};

/// Whether cell, path and options can be used.
bool path_input_usable(const RobotCell::State& cell, const JointPath& path,
                       const PathOptions& options) noexcept;

class PathSearch {
public:
    PathSearch(const SearchSet& set, const JointPath& path, const PathOptions& options,
               PathRecorder* recorder);

    PathClearance run();

private:
    enum class Outcome : std::uint8_t { free, hit, open };
    enum class Tested : std::uint8_t {
        free,
        unknown,
        hit,
        enclosures_close,  ///< Bodies that are not convex: only their enclosures were tested.
    };
    struct Stretch {
        const Moment& first;
        const Moment& middle;
        const Moment& last;
        double half = 0;

        [[nodiscard]] Interval time() const noexcept { return {first.time, last.time}; }
    };
    /// What is known of the least distance so far.
    struct Least {
        double proven = kInfinity;    ///< Of all stretches that are done with.
        double measured = kInfinity;  ///< At some moment.
        double time = 0;              ///< That moment.
        BodyPair pair{};
        Separation separation{};
    };
    /// How far the search has come in time.
    struct Progress {
        double free_until = 0;
        double end = 2;  ///< Nothing after this counts: the earliest moment known of a hit.
        Interval open{2, 2};
        ActivePair pair{};  ///< Of the hit, or open.
    };

    void place(Moment& moment, double t);
    void seed(const Moment& start);
    void update_rates(const Moment& first, Moment& middle, const Moment& last);
    void gather(const Moment& first, const Moment& last, bool all);
    Outcome examine(const Moment& first, const Moment& last, std::size_t begin, std::size_t depth);
    Outcome finish(const Stretch& stretch, std::size_t begin);
    void find_hit(const Moment& moment, std::size_t begin);
    void find_hit_after(const Stretch& stretch, std::size_t begin);
    Tested test(ActivePair& active, const Stretch& stretch);
    bool split(ActivePair& active, const Stretch& stretch);
    Tested test_bodies(ActivePair& active, const Stretch& stretch);
    void owners_only(std::size_t begin);
    bool within_wanted(ActivePair& active, const Moment& moment);
    bool accept(double bound) noexcept;
    bool accept_plane(const ActivePair& active, const Stretch& stretch, double bound, const Vec3& normal);
    bool accept_still(const ActivePair& active, const Stretch& stretch, double bound);
    [[nodiscard]] double enough() const noexcept;
    [[nodiscard]] bool bodies_count(const GapAtMoment& enclosures) const noexcept;
    [[nodiscard]] double required() const noexcept;
    [[nodiscard]] bool passes(double bound) const noexcept {
        return bound > options_.wanted && bound >= enough();
    }
    [[nodiscard]] bool ended();
    void note_distance(const ActivePair& active, const Stretch& stretch, const GapAtMoment& gap);
    [[nodiscard]] ChainRates rates_of(const ActivePair& active) const noexcept;
    [[nodiscard]] double reach_of(const ActivePair& active, const Stretch& stretch) const noexcept {
        return rates_of(active).speed * stretch.half + gaps_.error(active.pair);
    }
    PathClearance answer(Outcome outcome);

    const SearchSet& set_;
    const JointPath& path_;
    const PathOptions& options_;
    PathRecorder* recorder_;
    double error_ = 0;  ///< Of placements, by rounding: all along the path.
    BodyGaps gaps_;
    CellRates rates_;
    std::vector<Moment> moments_;  ///< The middle of a stretch at each depth.
    std::vector<ActivePair> active_;
    std::vector<JointRates> joint_rates_;
    Least least_{};
    Progress progress_{};
    PathWork work_{};
    bool ended_ = false;  ///< By the budget, or by the caller.
};

}  // namespace graze
