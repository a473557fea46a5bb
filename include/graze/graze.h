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
 *   graze_base.h          results, errors, the states of answers
 *   graze_shapes.h        shapes: primitives, hulls, combinators, meshes, compounds, height fields; as bytes
 *   graze_vertices.h      vertex arrays of the caller's, deformation, refits, deforming impacts, features
 *   graze_queries.h       two placed shapes: overlap, separation, contacts, relation, warm starts, lists of
 *                         triangles and parts; rays; boxes; signed distance
 *   graze_batches.h       many of these questions in one call
 *   graze_verdicts.h      decisions with a proof, common points, and independent checks of answers
 *   graze_certificates.h  separations, relations and impacts that keep their whole proof
 *   graze_motions.h       motions, the first contact of two moving shapes, straight casts
 *   graze_scene.h         many objects: changes, pairs, rays, casts, regions, steps, bytes
 *   graze_responses.h     callbacks for pairs that overlap, by classes of objects
 *   graze_broad_phase.h   overlapping boxes without shapes
 *   graze_trees.h         oriented boxes and trees of them, static and moving, and all their contacts
 *   graze_frames.h        parallelepipeds and tetrahedra by elimination, trees of them, many placed trees
 *   graze_solids.h        winding numbers and BSP trees
 *
 * What the C++ interface has, header by header, and where it is here, or why it is not:
 *
 *   assembly/assembly.hpp        no: named parts and findings in words are what the tool prints
 *   bounds/aabb.hpp              min and max, three numbers each; graze_shape_bounds
 *   bounds/bounding_volumes.hpp  no: templates over support functions
 *   bounds/frame.hpp             graze_frame
 *   bounds/obb.hpp               graze_obb, graze_obb_obb; no: sums and images, which are inline arithmetic
 *   ccd/feature_impact.hpp       graze_vertices.h; of rigid bodies graze_motions.h
 *   ccd/steady_contact.hpp       graze_trees.h
 *   ccd/time_of_impact.hpp       graze_motions.h, graze_certificates.h, graze_swept_box; no: bounds of poses,
 *                                which are intervals
 *   convex/primitive_tests.hpp   no: small functions on numbers; graze_queries.h answers the same of shapes
 *   core/assert.hpp              no: every argument is checked here, and refused with a sentence
 *   core/error.hpp               graze_result, graze_last_error, graze_status
 *   core/function_ref.hpp        a callback and its data
 *   core/stop_request.hpp        no: searches end with their budgets of steps
 *   core/version.hpp             graze_version
 *   frames/frame_overlap.hpp     graze_frames.h
 *   frames/frame_tree.hpp        graze_frames.h; no: counts of work, and prune and by_tree, which change the
 *                                cost and no answer
 *   interop/eigen.hpp            no: types of C++
 *   interop/ompl.hpp             no: types of C++
 *   io/document.hpp              no: files are read and written by graze::io and by the tool
 *   io/robot_file.hpp            no: as io/document.hpp
 *   math/interval.hpp            lower and upper, two numbers
 *   math/pose.hpp                seven or sixteen numbers
 *   math/predicates.hpp          no: signs of determinants, for solvers
 *   math/vec.hpp                 three numbers
 *   mesh/compound.hpp            graze_shapes.h, graze_shape_refit_compound
 *   mesh/generate.hpp            no: meshes for tests; give arrays
 *   mesh/height_field.hpp        graze_shapes.h, graze_shape_refit_height_field
 *   mesh/mesh.hpp                graze_shapes.h, graze_vertices.h
 *   mesh/shape_bytes.hpp         graze_shape_save, graze_shape_load
 *   motion/joint_path.hpp        no: robots have no interface in C yet; C++ and Python have
 *   motion/motion.hpp            graze_motions.h, sweeps graze_shapes.h; no: integration of velocities, whose
 *                                poses graze_motion_sampled takes
 *   motion/robot.hpp             no: as motion/joint_path.hpp
 *   obb/obb_search.hpp           graze_trees.h
 *   obb/obb_tree.hpp             graze_trees.h
 *   query/query.hpp              graze_queries.h, graze_batches.h, graze_verdicts.h, graze_certificates.h;
 *                                no: visits of triangle pairs, which graze_intersecting_triangles lists
 *   result/contact.hpp           graze_manifold, graze_triangle_pair, graze_frame_overlap
 *   result/impact.hpp            graze_impact; no: cells of time, which certificates keep to themselves, and
 *                                counts of work
 *   result/path.hpp              no: as motion/joint_path.hpp
 *   result/proof.hpp             graze_verdict, whose summary has its numbers
 *   result/ray.hpp               graze_ray_hit, graze_cast_hit
 *   result/separation.hpp        graze_separation, graze_pair_cache; no: traces, which grow with every step
 *   robot/robot_cell.hpp         no: as motion/joint_path.hpp
 *   robot/self_collision.hpp     no: as motion/joint_path.hpp
 *   scene/broad_phase.hpp        graze_broad_phase.h; no: broad phases of the caller's own, a class to derive
 *   scene/dynamic_tree.hpp       GRAZE_DYNAMIC_TREE; no: its counts of work
 *   scene/response_table.hpp     graze_responses.h
 *   scene/scene.hpp              graze_scene.h; no: update and the scene's broad phase, which no answer
 *                                needs, and floats for one scene: graze_shape_deform takes them for all
 *   scene/scene_types.hpp        graze_scene.h
 *   scene/sweep_and_prune.hpp    GRAZE_SWEEP_AND_PRUNE, graze_broad_phase_events; no: its counts of work
 *   shape/hull.hpp               graze_vertices.h, graze_shapes.h; no: facets of a hull
 *   shape/primitives.hpp         graze_shapes.h
 *   shape/shape.hpp              graze_shapes.h
 *   simd/box_node.hpp            no: nodes of trees, for searches
 *   solid/doctor.hpp             no: reports in words are what the tool prints; builders name the first fault
 *   solid/inside.hpp             graze_solids.h; no: options of BSP trees, which trade the time of a build
 *                                for that of searches and for rarer near misses
 *   tree/box_tree.hpp            no: trees of the caller's own boxes are graze_broad_phase.h
 *   verify/verify.hpp            graze_verdicts.h, graze_certificates.h, graze_verify_frames; no: of straight
 *                                casts, whose motions graze_certify_impact answers */
#ifndef GRAZE_GRAZE_H
#define GRAZE_GRAZE_H

#include <graze/graze_base.h>
#include <graze/graze_batches.h>
#include <graze/graze_broad_phase.h>
#include <graze/graze_certificates.h>
#include <graze/graze_frames.h>
#include <graze/graze_motions.h>
#include <graze/graze_queries.h>
#include <graze/graze_responses.h>
#include <graze/graze_scene.h>
#include <graze/graze_shapes.h>
#include <graze/graze_solids.h>
#include <graze/graze_trees.h>
#include <graze/graze_verdicts.h>
#include <graze/graze_vertices.h>

#endif
