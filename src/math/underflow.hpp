// Magnitudes below which rounded products may have lost digits, or all of them.
#pragma once

namespace graze {

/// Added to the reach of an axis of products of two lengths: smaller products have lost digits, and gaps that
/// small separate nothing.
inline constexpr double kProductUnderflow = 0x1p-1060;
/// Added to the bound of the error of a determinant, a sum of products of three lengths: below this the bound
/// may have underflowed, and so may the determinant.
inline constexpr double kDeterminantUnderflow = 1e-290;

}  // namespace graze
