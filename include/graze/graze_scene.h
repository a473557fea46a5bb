/* Scenes: many placed objects, their changes, and queries of all of them. */
#ifndef GRAZE_GRAZE_SCENE_H
#define GRAZE_GRAZE_SCENE_H

#include <graze/graze_motions.h>
#include <graze/graze_verdicts.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_scene graze_scene;

/* Never used for another object. All zero: no object. */
typedef struct graze_object {
    uint32_t index;
    uint32_t generation;
    uint64_t scene;
} graze_object;

typedef struct graze_pair {
    graze_object a;
    graze_object b;
} graze_pair;

typedef struct graze_object_options {
    double margin;  /* >= 0 */
    uint32_t group; /* two objects are examined when each one's mask has a bit of the other's group */
    uint32_t mask;
    uint64_t user_data;
} graze_object_options;
/* No margin, the first group, all masks. */
#define GRAZE_OBJECT_OPTIONS_DEFAULT \
    { 0, 1, 0xffffffffU, 0 }

/* Where a scene finds who is near. Answers do not depend on it; docs/notes/broad_phases.md compares them. */
typedef enum graze_broad_phase_kind {
    GRAZE_DYNAMIC_TREE = 0, /* the default */
    GRAZE_SWEEP_AND_PRUNE = 1,
    GRAZE_UNIFORM_GRID = 2,
    GRAZE_BRUTE_FORCE = 3
} graze_broad_phase_kind;

/* NULL when there is no memory. `threads` of whole-scene questions; 0: one per core. */
graze_scene* graze_scene_create(void);
graze_scene* graze_scene_create_with_threads(unsigned threads);
graze_result graze_scene_create_with(unsigned threads, graze_broad_phase_kind kind, graze_scene** scene);
void graze_scene_destroy(graze_scene* scene);

/* The empty object when refused. */
graze_object graze_scene_add(graze_scene* scene, const graze_shape* shape, const double pose[7]);
/* `options`: NULL for no margin, group 1, all masks, no data. */
graze_result graze_scene_add_with(graze_scene* scene, const graze_shape* shape, const double pose[7],
                                  const graze_object_options* options, graze_object* object);
/* Scaled, sheared or mirrored by a matrix. */
graze_result graze_scene_add_matrix(graze_scene* scene, const graze_shape* shape, const double matrix[16],
                                    const graze_object_options* options, graze_object* object);
graze_result graze_scene_remove(graze_scene* scene, graze_object object);
graze_result graze_scene_move(graze_scene* scene, graze_object object, const double pose[7]);
/* May scale, shear and mirror. */
graze_result graze_scene_move_matrix(graze_scene* scene, graze_object object, const double matrix[16]);
graze_result graze_scene_move_matrix_f(graze_scene* scene, graze_object object, const float matrix[16]);
/* Seven numbers a pose; all or none. */
graze_result graze_scene_move_many(graze_scene* scene, const graze_object* objects, const double* poses,
                                   size_t count);
graze_result graze_scene_set_shape(graze_scene* scene, graze_object object, const graze_shape* shape);
graze_result graze_scene_set_margin(graze_scene* scene, graze_object object, double margin);
graze_result graze_scene_set_filter(graze_scene* scene, graze_object object, uint32_t group, uint32_t mask);
graze_result graze_scene_set_user_data(graze_scene* scene, graze_object object, uint64_t user_data);
/* Moves the vertices of a mesh, one for each, `stride` bytes apart (0: packed). The handle and every object
 * of this scene that has this mesh follow; those that have it rounded stay rounded. Objects of other scenes
 * keep the mesh as it was; give them the handle by graze_scene_set_shape. Refused when no object of this
 * scene has the mesh. */
graze_result graze_scene_deform(graze_scene* scene, graze_shape* mesh, const double* vertices, size_t count,
                                size_t stride);
graze_result graze_scene_exclude(graze_scene* scene, graze_object a, graze_object b);
graze_result graze_scene_include(graze_scene* scene, graze_object a, graze_object b);

size_t graze_scene_size(const graze_scene* scene);
int graze_scene_contains(const graze_scene* scene, graze_object object);
graze_result graze_scene_options(const graze_scene* scene, graze_object object,
                                 graze_object_options* options);
graze_result graze_scene_bounds(const graze_scene* scene, graze_object object, double min[3], double max[3]);
/* Where the object is. Of one that a matrix scaled, sheared or mirrored: its position, and no turn, for that
 * belongs to the shape then. */
graze_result graze_scene_pose(const graze_scene* scene, graze_object object, double pose[7]);

/* Queries of the whole scene. Lists: the first `capacity` entries are written, and `count` becomes how many
 * there are in all. `mask`: objects of other groups are ignored. The order is that of the objects unless
 * stated otherwise. */
typedef struct graze_object_separation {
    graze_pair objects;
    graze_separation separation; /* of objects.a and objects.b */
} graze_object_separation;

typedef struct graze_object_contacts {
    graze_pair objects;
    graze_manifold manifold; /* of objects.a and objects.b */
} graze_object_contacts;

typedef struct graze_object_ray_hit {
    graze_object object; /* all zero: the ray hits nothing */
    graze_ray_hit hit;
} graze_object_ray_hit;

/* What questions about all objects cost, stage by stage, summed over all since graze_scene_measure;
   graze_scene_respond is one of them. Questions about two named objects are not counted. */
typedef struct graze_cascade {
    uint64_t pairs;           /* that the questions were about */
    uint64_t culled;          /* of these, decided by boxes of objects or by filters */
    uint64_t tested;          /* the others */
    uint64_t found;           /* in the answers */
    uint64_t box_tests;       /* boxes in trees of parts */
    uint64_t primitive_tests; /* pairs of triangles, members or whole convex shapes */
    double broad_seconds;     /* boxes of objects */
    double tree_seconds;      /* in pairs with parts all but their primitives */
    double primitive_seconds;
    double detail_seconds; /* what is computed only of pairs that were found: contacts */
} graze_cascade;
/* From now on, beginning at zero, the questions of this scene are measured; with 0 no longer. While they are,
 * no two may run at the same time, and the closest pair of all is searched on one thread. */
graze_result graze_scene_measure(graze_scene* scene, int on);
/* All zero when nothing is measured. */
graze_result graze_scene_costs(const graze_scene* scene, graze_cascade* costs);

/* How many pairs overlap. */
size_t graze_scene_pair_count(const graze_scene* scene);
/* The pairs that overlap. */
graze_result graze_scene_pairs(const graze_scene* scene, graze_pair* pairs, size_t capacity, size_t* count);
/* Whether the boxes of two objects that may collide overlap: 0 or 1; and all such pairs. */
graze_result graze_scene_near(const graze_scene* scene, graze_object a, graze_object b, int* answer);
graze_result graze_scene_near_pairs(const graze_scene* scene, graze_pair* pairs, size_t capacity,
                                    size_t* count);
/* The manifolds of all pairs that have contacts; those of one pair follow each other, the deepest first. */
graze_result graze_scene_contacts(const graze_scene* scene, graze_object_contacts* contacts, size_t capacity,
                                  size_t* count);
/* `options`: NULL for the default. */
graze_result graze_scene_contacts_within(const graze_scene* scene, const graze_contact_options* options,
                                         graze_object_contacts* contacts, size_t capacity, size_t* count);
/* The pairs that may be no farther apart than `clearance` >= 0. */
graze_result graze_scene_pairs_within(const graze_scene* scene, double clearance,
                                      graze_object_separation* pairs, size_t capacity, size_t* count);
/* The same with a tolerance of the distances; `options`: NULL for the default. */
graze_result graze_scene_clearances(const graze_scene* scene, double clearance,
                                    const graze_separation_options* options, graze_object_separation* pairs,
                                    size_t capacity, size_t* count);
graze_result graze_scene_separation(const graze_scene* scene, graze_object a, graze_object b,
                                    graze_separation* separation);
/* Of two objects as they are now, scale and margin included. */
graze_result graze_scene_decide(const graze_scene* scene, graze_object a, graze_object b,
                                graze_verdict** verdict);
graze_result graze_scene_verify_verdict(const graze_scene* scene, const graze_verdict* verdict,
                                        graze_object a, graze_object b, int* shown);
graze_result graze_scene_verify_separation(const graze_scene* scene, const graze_separation* separation,
                                           graze_object a, graze_object b, int* shown);
/* `found` becomes 0 or 1. With an object: of the pairs with it; NULL: of all. */
graze_result graze_scene_closest_pair(const graze_scene* scene, const graze_object* object, int* found,
                                      graze_pair* pair, graze_separation* separation);

/* The first object along a ray; `hit` becomes 0 or 1. */
graze_result graze_scene_raycast(const graze_scene* scene, const double origin[3], const double direction[3],
                                 uint32_t mask, int* hit, graze_object* object, graze_ray_hit* answer);
/* Whether there is any for t from 0 to `max_t` >= 0, which may be infinite. */
graze_result graze_scene_raycast_any(const graze_scene* scene, const double origin[3],
                                     const double direction[3], double max_t, uint32_t mask, int* hit);
/* The first hits of all objects for t from 0 to `max_t`, by growing t. */
graze_result graze_scene_raycast_all(const graze_scene* scene, const double origin[3],
                                     const double direction[3], double max_t, uint32_t mask,
                                     graze_object_ray_hit* hits, size_t capacity, size_t* count);
/* Many rays at once, six numbers each: origin, direction. One entry of `hits` for each ray. */
graze_result graze_scene_raycast_many(const graze_scene* scene, const double* rays, size_t count,
                                      uint32_t mask, graze_object_ray_hit* hits);

/* The objects that overlap a box, which may be endless, or a placed shape. */
graze_result graze_scene_objects_in_box(const graze_scene* scene, const double min[3], const double max[3],
                                        uint32_t mask, graze_object* objects, size_t capacity, size_t* count);
graze_result graze_scene_objects_in_shape(const graze_scene* scene, const graze_shape* shape,
                                          const double pose[7], uint32_t mask, graze_object* objects,
                                          size_t capacity, size_t* count);
/* The first object that a moving shape hits; `hit` becomes 0 or 1. The impact is of the object and the shape
 * in this order. `tolerance` as for graze_time_of_impact. */
graze_result graze_scene_cast(const graze_scene* scene, const graze_shape* shape, const graze_motion* motion,
                              double tolerance, uint32_t mask, int* hit, graze_object* object,
                              graze_impact* impact);
/* When objects first touch while those named move and all others are fixed: the earliest first. Nothing is
 * moved. */
graze_result graze_scene_impacts(const graze_scene* scene, const graze_object* objects,
                                 const graze_motion* const* motions, size_t motion_count, graze_pair* pairs,
                                 graze_impact* impacts, size_t capacity, size_t* count);
/* The same, after which every moving object is where its motion ends. */
graze_result graze_scene_step(graze_scene* scene, const graze_object* objects,
                              const graze_motion* const* motions, size_t motion_count, graze_pair* pairs,
                              graze_impact* impacts, size_t capacity, size_t* count);
/* Both with a tolerance, steps and method. */
graze_result graze_scene_impacts_within(const graze_scene* scene, const graze_object* objects,
                                        const graze_motion* const* motions, size_t motion_count,
                                        const graze_impact_options* options, graze_pair* pairs,
                                        graze_impact* impacts, size_t capacity, size_t* count);
graze_result graze_scene_step_within(graze_scene* scene, const graze_object* objects,
                                     const graze_motion* const* motions, size_t motion_count,
                                     const graze_impact_options* options, graze_pair* pairs,
                                     graze_impact* impacts, size_t capacity, size_t* count);

/* How many bytes the scene takes, and the bytes when `capacity` suffices for them: objects, shapes,
 * placements and exclusions. */
graze_result graze_scene_save(const graze_scene* scene, void* bytes, size_t capacity, size_t* size);
/* A scene that answers as the saved one did. Objects keep their index and generation; take the whole names
 * from graze_scene_objects. */
graze_result graze_scene_load(const void* bytes, size_t size, graze_scene** scene);
/* All objects. */
graze_result graze_scene_objects(const graze_scene* scene, graze_object* objects, size_t capacity,
                                 size_t* count);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
