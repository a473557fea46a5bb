// The queries of a library in the motion rows: when do two moving convex shapes first touch. Shapes and
// motions are handed over before the timing starts. The first shape rests; the second one moves straight, and
// turns about one axis at constant speed, from one pose to another.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../batch.hpp"

namespace graze::bench {

struct MotionPair {
    std::uint32_t a = 0;  ///< Index into MotionBatch::shapes.
    std::uint32_t b = 0;
    Pose rest{};  ///< Of a.
    Pose from{};  ///< Of b at t = 0.
    Pose to{};    ///< Of b at t = 1.
};

struct MotionBatch {
    std::vector<ShapeSpec> shapes;
    std::vector<MotionPair> pairs;
    bool turns = false;  ///< Otherwise both poses of b have the same rotation.
};

/// One answer. `upper` is the time the library reports; for graze, which answers an interval, its upper end.
struct MotionReply {
    bool hit = false;
    double lower = 0;
    double upper = 0;
};

class MotionContender {
public:
    explicit MotionContender(std::string name) : name_(std::move(name)) {}
    MotionContender(const MotionContender&) = delete;
    MotionContender& operator=(const MotionContender&) = delete;
    virtual ~MotionContender() = default;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] virtual bool serves(const MotionBatch& batch) const = 0;
    virtual void load(const MotionBatch& batch) = 0;
    virtual MotionReply answer(std::size_t pair) = 0;

private:
    std::string name_;
};
using MotionContenders = std::vector<std::unique_ptr<MotionContender>>;

/// The name of graze's second contender, of straight motions only.
inline constexpr std::string_view kGrazeCast = "graze/cast";

/// time_of_impact first, then translational_cast.
void add_graze_motion(MotionContenders& contenders);
void add_fcl_motion(MotionContenders& contenders);
void add_bullet_motion(MotionContenders& contenders);

}  // namespace graze::bench
