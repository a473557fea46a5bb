// The queries of a library in the rows of whole steps: take the poses of all bodies, all of them moved, and
// name the pairs that overlap, or their contacts.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bodies.hpp"

namespace graze::bench {

enum class StepAsk : std::uint8_t { pairs, contacts };

struct StepAnswer {
    std::size_t pairs = 0;   ///< Of bodies that touch.
    std::size_t points = 0;  ///< Contact points. Libraries differ in how many they keep.
    double depth = 0;        ///< Sum of the depths of all pairs, deepest contact each.
};

class StepContender {
public:
    explicit StepContender(std::string name) : name_(std::move(name)) {}
    StepContender(const StepContender&) = delete;
    StepContender& operator=(const StepContender&) = delete;
    virtual ~StepContender() = default;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] virtual bool serves(StepAsk ask) const = 0;
    virtual void load(const BodyWorld& world) = 0;
    virtual StepAnswer step(StepAsk ask, std::span<const Pose> poses) = 0;

private:
    std::string name_;
};
using StepContenders = std::vector<std::unique_ptr<StepContender>>;

void add_graze_step(StepContenders& contenders, unsigned threads);
void add_fcl_step(StepContenders& contenders);
void add_bullet_step(StepContenders& contenders);

}  // namespace graze::bench
