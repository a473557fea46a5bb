// A cell of the arm in FCL, set up as planners do: a tree of the obstacles that is built once, a tree of the
// links that is updated for every configuration, and a list of the pairs of links that need a test.
#pragma once

#include <memory>
#include <span>

#include "arm.hpp"

namespace graze::bench {

class FclCell {
public:
    explicit FclCell(const ArmCell& cell);
    FclCell(const FclCell&) = delete;
    FclCell& operator=(const FclCell&) = delete;
    ~FclCell();

    [[nodiscard]] bool overlaps(std::span<const double> configuration);

private:
    struct Objects;
    std::unique_ptr<Objects> objects_;
};

}  // namespace graze::bench
