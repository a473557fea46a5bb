/* Shapes: the axis of capsules, cylinders and cones is local z; half heights and half extents; the cone's
 * apex is at +z. */
#ifndef GRAZE_GRAZE_SHAPES_H
#define GRAZE_GRAZE_SHAPES_H

#include <graze/graze_base.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_shape graze_shape;

graze_result graze_shape_point(const double position[3], graze_shape** shape);
graze_result graze_shape_segment(const double a[3], const double b[3], graze_shape** shape);
graze_result graze_shape_triangle(const double a[3], const double b[3], const double c[3],
                                  graze_shape** shape);
graze_result graze_shape_tetrahedron(const double a[3], const double b[3], const double c[3],
                                     const double d[3], graze_shape** shape);
graze_result graze_shape_polygon(const double* vertices, size_t count,
                                 graze_shape** shape); /* convex, in order */
graze_result graze_shape_sphere(double radius, graze_shape** shape);
graze_result graze_shape_box(double half_x, double half_y, double half_z, graze_shape** shape);
graze_result graze_shape_capsule(double radius, double half_height, graze_shape** shape);
graze_result graze_shape_tapered_capsule(double radius_bottom, double radius_top, double half_height,
                                         graze_shape** shape); /* hull of two spheres */
graze_result graze_shape_cylinder(double radius, double half_height, graze_shape** shape);
graze_result graze_shape_cone(double radius, double half_height, graze_shape** shape);
graze_result graze_shape_ellipsoid(double radius_x, double radius_y, double radius_z, graze_shape** shape);
graze_result graze_shape_half_space(const double normal[3], double offset,
                                    graze_shape** shape); /* normal . x <= offset */
graze_result graze_shape_hull(const double* points, size_t count, graze_shape** shape);

graze_result graze_shape_minkowski_sum(const graze_shape* a, const graze_shape* b, graze_shape** shape);
graze_result graze_shape_convex_hull_of(const graze_shape* const* shapes, size_t count, graze_shape** shape);
graze_result graze_shape_transformed(const graze_shape* child, const double matrix[16], graze_shape** shape);
graze_result graze_shape_rounded(const graze_shape* child, double radius, graze_shape** shape);

/* All places of a convex shape that moves straight, in its own frame; and the hull of one in two poses, in
 * the world's frame. */
graze_result graze_shape_swept_along(const graze_shape* child, const double displacement[3],
                                     graze_shape** shape);
graze_result graze_shape_hull_of_placements(const graze_shape* child, const double first[7],
                                            const double second[7], graze_shape** shape);

typedef enum graze_mesh_kind { GRAZE_SURFACE = 0, GRAZE_SOLID = 1 } graze_mesh_kind;
/* Three numbers a vertex, three indices a triangle. A solid is closed and has an inside. */
graze_result graze_shape_mesh(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                              size_t triangle_count, graze_mesh_kind kind, graze_shape** shape);
/* Convex shapes, seven numbers a pose. A part may be a compound itself: its parts take its place, and every
 * query numbers the parts of the whole from 0. */
graze_result graze_shape_compound(const graze_shape* const* parts, const double* poses, size_t count,
                                  graze_shape** shape);
/* How a part was given: its number in the list of the compound, in that of the inner compound, and so on.
 * `count` becomes the length of the path, of which at most `capacity` numbers are stored. */
graze_result graze_compound_path(const graze_shape* compound, uint32_t part, uint32_t* path, size_t capacity,
                                 size_t* count);
/* columns + 1 times rows + 1 heights along z, row after row, from the local origin. */
graze_result graze_shape_height_field(uint32_t columns, uint32_t rows, double cell_width, double cell_depth,
                                      const double* heights, graze_shape** shape);

/* The same with the place of the first point along x and y. */
graze_result graze_shape_height_field_at(uint32_t columns, uint32_t rows, double cell_width,
                                         double cell_depth, const double corner[2], const double* heights,
                                         graze_shape** shape);
/* As graze_shape_compound with a matrix a part, sixteen numbers: may scale, shear, mirror or flatten. */
graze_result graze_shape_compound_matrices(const graze_shape* const* parts, const double* matrices,
                                           size_t count, graze_shape** shape);

/* How many bytes the shape takes, and the bytes when `capacity` suffices for them; and the shape again, which
 * answers as the saved one did. A loaded mesh, compound or height field is not deformed or refitted. */
graze_result graze_shape_save(const graze_shape* shape, void* bytes, size_t capacity, size_t* size);
graze_result graze_shape_load(const void* bytes, size_t size, graze_shape** shape);

void graze_shape_release(graze_shape* shape);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
