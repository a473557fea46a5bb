// The queries of a library in the rows of broad phases: take all boxes of a step, all of them moved, and name
// all overlapping pairs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/bounds/aabb.hpp"

namespace graze::bench {

class BroadContender {
public:
    explicit BroadContender(std::string name) : name_(std::move(name)) {}
    BroadContender(const BroadContender&) = delete;
    BroadContender& operator=(const BroadContender&) = delete;
    virtual ~BroadContender() = default;

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Sizes at which a step takes seconds are left out.
    [[nodiscard]] virtual bool serves(std::size_t /*boxes*/) const { return true; }
    /// Forgets what was there and takes these in.
    virtual void load(std::span<const Aabb> boxes) = 0;
    /// The number of overlapping pairs.
    virtual std::size_t step(std::span<const Aabb> boxes) = 0;
    /// Bytes kept for each box, where known.
    [[nodiscard]] virtual double bytes_per_box() const { return 0; }

private:
    std::string name_;
};
using BroadContenders = std::vector<std::unique_ptr<BroadContender>>;

/// `threads` > 1: only the tree, with one thread and with so many.
void add_graze_broad(BroadContenders& contenders, unsigned threads);
void add_fcl_broad(BroadContenders& contenders);
void add_bullet_broad(BroadContenders& contenders, std::size_t most_boxes);

}  // namespace graze::bench
