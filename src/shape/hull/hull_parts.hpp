// Access to the data of hulls and polygons for the files that make one from kept data.
#pragma once

#include <memory>
#include <utility>

#include "graze/shape/hull.hpp"

namespace graze {

/// The data must hold everything that `ConvexHull::build` and `ConvexPolygon::build` ensure.
class HullParts {
public:
    static ConvexHull hull(std::shared_ptr<const HullData> data) noexcept {
        return ConvexHull(std::move(data));
    }
    static ConvexPolygon polygon(std::shared_ptr<const HullData> data) noexcept {
        return ConvexPolygon(std::move(data));
    }
};

}  // namespace graze
