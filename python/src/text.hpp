// Numbers as Python prints them: the shortest digits that make the same double again.
#pragma once

#include <cstddef>
#include <string>

#include <graze/math/interval.hpp>
#include <graze/math/vec.hpp>

namespace graze::python {

/// "1 point", "2 points".
std::string counted(std::size_t count, const char* thing);
std::string text(double x);
std::string text(const Vec3& v);             ///< "[1.0, 0.0, 2.5]"
std::string text(const Mat3& m);             ///< By rows.
std::string text(const Interval& interval);  ///< "[lower, upper]"

}  // namespace graze::python
