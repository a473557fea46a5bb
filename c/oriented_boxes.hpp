// Oriented boxes of the C interface.
#pragma once

#include <graze/graze_trees.h>

#include "handles.hpp"

namespace graze::c {

graze_obb obb(const Obb& from) noexcept;
/// How boxes are fitted; empty when there is no such fit, which sets the last error.
std::optional<ObbFit> obb_fit(const graze_obb_fit& from) noexcept;

}  // namespace graze::c
