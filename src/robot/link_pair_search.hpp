// Branch and bound over the values of the joints between two bodies: whether they can touch. In each box a
// plane is searched between the hulls of what the bodies sweep, seen from a frame between them.
// docs/notes/self_collision.md has the argument.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/core/stop_request.hpp"
#include "graze/result/path.hpp"
#include "graze/result/separation.hpp"
#include "robot/swept_pair.hpp"

namespace graze::robot {

/// What is to be found out about two links, and how far it is.
struct LinkPairTask {
    const Robot* robot = nullptr;
    std::vector<Interval> limits;  ///< Of all values; finite.
    double padding = 0;
    std::uint64_t budget = 0;  ///< Boxes that may still be examined.
    std::uint32_t boxes = 0;   ///< Boxes that were.
    double closest = kInfinity;
    std::vector<double> nearest{};  ///< The configuration in which they were that close.
    const StopRequest* stop = nullptr;

    /// Whether nothing is left of the budget, or the caller wants no more.
    [[nodiscard]] bool ended() {
        if (stop_requested(stop)) budget = 0;
        return budget == 0;
    }
};

enum class LinkPairOutcome : std::uint8_t {
    shown,    ///< The walk shows it.
    refuted,  ///< By the task's nearest configuration.
    stuck,    ///< No plane separates the hulls in some configuration, though the shapes do not touch there.
    run_out,  ///< Of budget, or boxes became too small to be halved.
};

/// Two bodies of two links, seen from the frames between them.
class LinkPairSearch {
public:
    LinkPairSearch(const Robot& robot, SweptBody a, SweptBody b);

    /// The distance of the bodies in a configuration, padding not counted, and keeps the least one in the
    /// task. No more than the padding where it is too close to that to call. Distances above the task's least
    /// one may be those of the hulls, which are less.
    double measure(LinkPairTask& task, std::span<const double> configuration);
    /// Walks downhill from the configuration q, one value at a time, until the bodies touch or no step helps.
    void descend(LinkPairTask& task, std::vector<double> q);

    LinkPairOutcome prove_never(LinkPairTask& task, LinkProof::Walk& walk);
    LinkPairOutcome prove_always(LinkPairTask& task, LinkProof::Walk& walk);

    /// The numbers of the values of joints between the bodies that have a range.
    [[nodiscard]] std::vector<std::uint32_t> coordinates(std::span<const Interval> limits) const;

private:
    using Box = std::vector<Interval>;
    /// A plane between the bodies in a box.
    struct Plane {
        std::size_t view = 0;
        Vec3 normal{1, 0, 0};
        double gap = -kInfinity;
    };
    struct Centre {
        std::vector<double> configuration;
        Separation hulls{};  ///< In the frame of the first view.
    };

    Centre centre_of(const Box& box, double padding);
    [[nodiscard]] Plane best_plane(const Box& box, const Centre& centre, double wanted) const;
    [[nodiscard]] std::uint32_t value_to_halve(const Box& box, const Plane& plane) const;
    [[nodiscard]] bool shows_common_point(const Box& box, const Centre& centre,
                                          LinkProof::Witness& witness) const;

    const KinematicTree* tree_;
    SweptBody a_;
    SweptBody b_;
    std::vector<SweptView> views_;  ///< The one with the fewest corner maps first.
    SweptView places_;              ///< Where both are placed: the first view, else the frame of a.
    PairCache hull_cache_{};
    PairCache cache_{};
    double slack_ = 0;  ///< What roundings of gaps in doubles may amount to.
};

}  // namespace graze::robot
