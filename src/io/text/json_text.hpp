// Writing JSON: numbers that read back as the same doubles, texts that are always valid.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "graze/math/vec.hpp"

namespace graze::io {

/// The shortest digits that mean this very double, zeros with their sign.
void write_number(std::string& out, double x);
/// The same; doubles that are not finite, for which JSON has no numbers, as texts: "inf", "-inf", "nan".
void write_any_number(std::string& out, double x);
void write_text(std::string& out, std::string_view text);  ///< In quotes.
void write_vector(std::string& out, const Vec3& v);
void write_points(std::string& out, std::span<const Vec3> points);

}  // namespace graze::io
