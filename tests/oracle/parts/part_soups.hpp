// Sets of triangles for the cases with parts. Local frame.
#pragma once

#include "graze/mesh/generate.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// `count` triangles with integer corners in the cube of half width `range`, in one of several spreads:
/// anywhere, small ones, or a few corners shared by many.
TriangleSoup integer_soup(Random& random, std::size_t count, int range);
/// Thin, collinear and pointlike triangles among others.
TriangleSoup needle_soup(Random& random, std::size_t count, double range);
/// Triangles in a few planes of the grid.
TriangleSoup coplanar_soup(Random& random, std::size_t count, int range);
/// A closed surface of 12 to 160 triangles of about this size.
TriangleSoup closed_shell(Random& random, double size);

/// All corners rounded to integers times `grid`.
void snap(TriangleSoup& soup, double grid);
void scale(TriangleSoup& soup, double factor);
void translate(TriangleSoup& soup, const Vec3& offset);
/// The triangles of both.
TriangleSoup joined(const TriangleSoup& a, const TriangleSoup& b);
/// Largest coordinate.
double extent(const TriangleSoup& soup);

}  // namespace graze::test
