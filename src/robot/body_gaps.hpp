// Gaps of pairs of bodies at the moments of a path: along a plane, at least, and exactly. World frame.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "graze/core/function_ref.hpp"
#include "robot/moment.hpp"

namespace graze {

/// Two bodies that are examined, or parts of them, and the last plane that was found between them.
struct ActivePair {
    static constexpr std::uint32_t kNoCache = 0xffffffffU;
    static constexpr std::uint32_t kWhole = 0xffffffffU;

    BodyPair pair{};
    std::uint32_t frame = 0;  ///< The last that both hang on.
    std::uint32_t cache = kNoCache;
    Vec3 normal{};                                       ///< In that frame; zero where none is known.
    std::array<std::uint32_t, 2> parts{kWhole, kWhole};  ///< As `BodyGaps` numbers them.

    [[nodiscard]] bool of_parts() const noexcept { return parts[0] != kWhole || parts[1] != kWhole; }
};

/// How far apart two bodies are at a moment.
struct GapAtMoment {
    Interval distance{};   ///< Of the bodies as the moment has them; of enclosures the upper end is infinite.
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b.
    bool plane = false;    ///< The normal is that of a plane between the enclosures.
    bool exact = true;     ///< Of the bodies, not only of their enclosures.
    Separation separation{};  ///< Of the bodies where exact and the distance is bounded.
};

/// Keeps what makes the next query of a pair faster, and nothing else.
class BodyGaps {
public:
    explicit BodyGaps(const SearchSet& set);

    /// How far heights may be off by rounding at this configuration, and those after it until the next call.
    void set_error(double error) noexcept { error_ = error; }
    /// Starts of searches are kept for active pairs: when their list is made again these go.
    void forget() noexcept {
        caches_.clear();
        parts_.clear();
    }
    /// How much is kept now, and to forget what came after: no pair made since may be used again.
    struct Kept {
        std::size_t caches = 0;
        std::size_t parts = 0;
    };
    [[nodiscard]] Kept kept() const noexcept { return {caches_.size(), parts_.size()}; }
    void forget_since(const Kept& kept) {
        caches_.resize(kept.caches);
        parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(kept.parts), parts_.end());
    }
    /// Of the gap of a pair.
    [[nodiscard]] double error(const BodyPair& pair) const noexcept;

    /// A lower bound of the distance, up to the error: by balls and boxes.
    [[nodiscard]] double at_least(const ActivePair& pair, const Moment& moment) const noexcept;
    /// A direction along which it is that much, in the pair's frame.
    [[nodiscard]] Vec3 direction(const ActivePair& pair, const Moment& moment) const noexcept;
    /// The gap of the enclosures along a direction of the pair's frame, unit up to rounding; up to the error.
    double along(const Vec3& normal, const ActivePair& pair, const Moment& moment) noexcept;
    /// The distance of the enclosures: exact for convex bodies.
    GapAtMoment of_enclosures(ActivePair& pair, const Moment& moment, double tolerance = -1);
    /// The distance of the bodies. Of those that are not convex and overlap only that they do.
    GapAtMoment of_bodies(ActivePair& pair, const Moment& moment, double tolerance = -1);
    /// Their depth too, which takes long for bodies that are not convex.
    GapAtMoment of_bodies_in_depth(ActivePair& pair, const Moment& moment, double tolerance = -1);
    /// Whether the bodies overlap.
    bool overlap(ActivePair& pair, const Moment& moment);

    /// visit(pair of convex parts) -> whether to go on, for every two parts of a pair of bodies, not both
    /// convex, that are within `reach` of each other, and some more. Parts are kept until `forget` when the
    /// visitor sets `kept`. False when it ended early, or where parts cannot be listed (half-spaces).
    bool each_part_within(const ActivePair& pair, const Moment& moment, double reach,
                          FunctionRef<bool(ActivePair& part, bool& kept)> visit);

    [[nodiscard]] const Placed& placed(std::uint32_t body, const Moment& moment);

private:
    const Placed& enclosure(std::uint32_t body, const Moment& moment);
    struct Part {
        Shape shape;
        std::uint32_t number = 0;  ///< In its body.
    };
    /// The part, or the enclosure of the body. Side 0 is a.
    [[nodiscard]] const Shape& shape_of(const ActivePair& pair, std::size_t side) const noexcept;
    Separation gap_of(ActivePair& pair, const Moment& moment, const SeparationOptions& options);
    Interval over_half_space(const Interval& distance, const ActivePair& pair, const Moment& moment) noexcept;
    PairCache& cache_of(ActivePair& pair);
    [[nodiscard]] const Pose& pose_of(std::uint32_t body, const Moment& moment) const noexcept {
        return body < moment.bodies.size() ? moment.bodies[body] : set_.bodies[body].placed.pose;
    }

    const SearchSet& set_;
    std::vector<Placed> bodies_;        ///< Of the links, to be placed.
    std::vector<Placed> enclosures_;    ///< The same.
    std::vector<std::uint32_t> hints_;  ///< Starts of climbs to support points.
    std::vector<PairCache> caches_;
    std::vector<Part> parts_;  ///< Of bodies that are not convex.
    double error_ = 0;
};

}  // namespace graze
