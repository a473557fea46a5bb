/* The inside of meshes: winding numbers of any surface, and BSP trees of solids. graze/solid/inside.hpp has
 * the guarantees. */
#ifndef GRAZE_GRAZE_SOLIDS_H
#define GRAZE_GRAZE_SOLIDS_H

#include <graze/graze_shapes.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

/* Whether every edge of a mesh is used in one direction as often as in the other: 0 or 1. */
graze_result graze_mesh_is_closed(const graze_shape* mesh, int* closed);
/* How often a placed mesh winds around points of the world, three numbers each: 1 inside and 0 outside of a
 * closed surface that faces outward. The number of point i lies in [lower[i], upper[i]], no wider than
 * `width` > 0 and rounding; 0 for a width of 0.05. */
graze_result graze_winding_numbers(const graze_shape* mesh, const double pose[7], const double* points,
                                   size_t count, double width, double* lower, double* upper);

/* Of a solid mesh, in its own frame. Immutable. */
typedef struct graze_bsp_tree graze_bsp_tree;
graze_result graze_bsp_tree_build(const graze_shape* solid, graze_bsp_tree** tree);
void graze_bsp_tree_release(graze_bsp_tree* tree);
graze_result graze_bsp_tree_contains(const graze_bsp_tree* tree, const double point[3], int* inside);
/* Whether a placed convex shape may overlap the solid; 0 is certain, up to the tree's thickness. */
graze_result graze_bsp_tree_may_overlap(const graze_bsp_tree* tree, const graze_shape* convex,
                                        const double pose[7], int* overlap);
/* When it may first touch the solid while it moves along `displacement`: `hit` becomes 0 or 1, `t` in [0, 1]
 * and the normal of the plane that it hits are set when it is 1. Never too late. */
graze_result graze_bsp_tree_first_impact(const graze_bsp_tree* tree, const graze_shape* convex,
                                         const double pose[7], const double displacement[3], int* hit,
                                         double* t, double normal[3]);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
