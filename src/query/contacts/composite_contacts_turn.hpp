// A normal for a contact of two parts that the surfaces around them agree with. World frame.
#pragma once

#include "query/contacts/composite_contacts.hpp"

namespace graze {

/// Leaves a normal that the surfaces allow. Another one gives way to the normal of one of the two triangles,
/// the one with less depth, if the surfaces agree with one; else it stays as it is, unless it leads into a
/// solid and one of those does not. Sets the confidence in it.
void turn_to_face(const ContactScene& scene, LocalContact& contact);

}  // namespace graze
