// The shared data of combinators.
#pragma once

#include <vector>

#include "graze/shape/shape.hpp"

namespace graze {

struct Children : ShapePayload {
    std::vector<Shape> shapes;
};

}  // namespace graze
