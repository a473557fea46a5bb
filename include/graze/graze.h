/* The C interface of graze: shapes, pairs, motions, scenes and responses, for C99 and for bindings from any
 * language.
 *
 * Handles are opaque; what `..._create` or a builder gave is given back by `..._destroy` or `..._release`,
 * which take NULL. Functions that can fail return a graze_result and leave their outputs unchanged when they
 * fail; graze_last_error() then describes, in one sentence, what is wrong and what to do. No exception leaves
 * this interface. Conventions (units, axes, signs, frames) are those of the C++ interface:
 * docs/conventions.md.
 *
 * A pose is seven numbers: position x y z, then a quaternion w x y z, which is normalised. A vector is three
 * numbers. A matrix is sixteen numbers in columns, as graphics interfaces have it; its last row is taken for
 * 0 0 0 1.
 *
 * Shapes and motions are immutable values: a handle may be used by many threads and released at any time,
 * scenes keep what they need. One scene or table may be read by many threads, but while it changes no other
 * thread may use it. graze_last_error() is per thread.
 *
 * This header includes the whole interface:
 *
 *   graze_base.h         results, errors, the states of answers
 *   graze_shapes.h       shapes: primitives, hulls, combinators, meshes, compounds, height fields
 *   graze_vertices.h     vertex arrays of the caller's, deformation, compounds refitted, deforming impacts
 *   graze_queries.h      two placed shapes: overlap, separation, contacts, relation, lists of triangles and
 *                        parts; rays; signed distance
 *   graze_batches.h      many of these questions in one call
 *   graze_verdicts.h     decisions with a proof, common points, and independent checks of answers
 *   graze_motions.h      motions, the first contact of two moving shapes, straight casts
 *   graze_scene.h        many objects: changes, pairs, rays, casts, regions, steps, bytes
 *   graze_responses.h    callbacks for pairs that overlap, by classes of objects
 *   graze_broad_phase.h  overlapping boxes without shapes
 *   graze_trees.h        oriented trees, static and moving straight, and all their contacts
 *   graze_frames.h       parallelepipeds and tetrahedra by elimination
 *
 * What the C++ interface has and this one has not: files (graze::io), assemblies, the mesh doctor, BSP trees
 * and winding numbers, trees and covers of frames, bounding volumes, traces, certificates of separations and
 * impacts, warm starts by hand, broad phases of the caller's own, bytes of single shapes. */
#ifndef GRAZE_GRAZE_H
#define GRAZE_GRAZE_H

#include <graze/graze_base.h>
#include <graze/graze_batches.h>
#include <graze/graze_broad_phase.h>
#include <graze/graze_frames.h>
#include <graze/graze_motions.h>
#include <graze/graze_queries.h>
#include <graze/graze_responses.h>
#include <graze/graze_scene.h>
#include <graze/graze_shapes.h>
#include <graze/graze_trees.h>
#include <graze/graze_verdicts.h>
#include <graze/graze_vertices.h>

#endif
