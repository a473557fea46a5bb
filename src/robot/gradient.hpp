// How the distance of the nearest pair changes with the configuration.
#pragma once

#include "robot/moment.hpp"

namespace graze {

/// Sets the gradient of the clearance from its pair, points and normal: by each axis the height of the point
/// of b over that of a changes as the axis moves both. That is the derivative of the distance wherever it has
/// one: the distance is the greatest gap of all directions, so the change of the best direction does not
/// count, and the points are extreme along it, nor does theirs.
void gradient_of(const SearchSet& set, const Moment& moment, CellClearance& clearance);

/// Whether the points that are nearest are the only ones, and stay so nearby: the bodies are apart, convex,
/// and do not face each other with faces or edges that are parallel within a thousandth.
bool nearest_point_unique(const SearchSet& set, const Moment& moment, const CellClearance& clearance);

}  // namespace graze
