// Corners and parts of one side that lie inside of the other, a solid. World frame.
#pragma once

#include <vector>

#include "query/composite_contacts.hpp"

namespace graze {

/// Every corner of b's triangles (or of a's) that is inside of the other side, with the way to the nearest surface. One of each place;
/// of very many corners an even choice. Names are those within the parts.
std::vector<LocalContact> corners_inside(const ContactScene& scene, bool of_b);

/// Every part of b (or of a) whose middle is inside of the other side: its deepest point and the way out from there.
std::vector<LocalContact> parts_inside(const ContactScene& scene, bool of_b);

/// Gives a contact of a corner its point along its normal: where the solid's surface is met on the way out. None when it is not.
void leave_solid(const ContactScene& scene, LocalContact& contact);

}  // namespace graze
