// Corners and parts of one side that lie inside of the other, a solid. World frame.
#pragma once

#include <vector>

#include "query/contacts/composite_contacts.hpp"

namespace graze {

/// Every corner of b's triangles (or of a's) that is inside of the other side, with the offset to the nearest
/// surface. One of each place; of very many corners an even choice. Names are those within the parts.
std::vector<LocalContact> corners_inside(const ContactScene& scene, bool of_b);

/// Points of b's triangles (or of a's) inside of the other side, in triangles that its surface cuts or
/// touches: the surface divides such a triangle into cells, and a point halfway across each cell is tried.
/// This serves pairs of triangles whose corners and edges are all on the solid's surface or outside, as those
/// of a box with the same height as the solid. Of very many cells an evenly spaced selection is tried.
std::vector<LocalContact> cells_inside(const ContactScene& scene, bool of_b);

/// Every part of b (or of a) whose middle is inside of the other side: its deepest point and the exit from
/// there.
std::vector<LocalContact> parts_inside(const ContactScene& scene, bool of_b);

/// Gives a contact of a corner its point along its normal: where a ray along the normal leaves the solid.
/// None when it hits no surface.
void leave_solid(const ContactScene& scene, LocalContact& contact);

}  // namespace graze
