// Capsules that audit builds of the library leave when an answer is wrong (docs/notes/audit.md): the query is
// repeated, in both orders.
#pragma once

#include <string>

#include "answers/answers_field.hpp"

namespace graze::cli {

/// Whether the file has that format.
bool is_audit_capsule(const Json& file);

/// What was wrong then, and the answers of now, for a person. Throws Malformed when the file is not as an
/// audit writes it, and UserError for queries that cannot be repeated from a file: those about scenes, and
/// about rotating bodies.
std::string replay_audit_capsule(const Json& json);

}  // namespace graze::cli
