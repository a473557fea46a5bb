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
 * thread may use it. graze_last_error() is per thread. */
#ifndef GRAZE_GRAZE_H
#define GRAZE_GRAZE_H

#include <stddef.h>
#include <stdint.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_result {
    GRAZE_OK = 0,
    GRAZE_INVALID_ARGUMENT = 1,  /* A null pointer, a negative tolerance, an option that does not exist. */
    GRAZE_INVALID_SHAPE = 2,     /* Numbers or vertices that make no shape. */
    GRAZE_INVALID_PLACEMENT = 3, /* A pose, matrix or motion with bad numbers. */
    GRAZE_UNKNOWN_OBJECT = 4,    /* An object that is not in this scene. */
    GRAZE_UNSUPPORTED = 5,       /* A query that is not defined for this pair. */
    GRAZE_OUT_OF_MEMORY = 6,
    GRAZE_CALLBACK_FAILED = 7 /* A callback threw an exception. */
} graze_result;

/* What went wrong in the last call on this thread; "" when nothing did. Calls that cannot fail
 * (`..._release`, `..._destroy`, graze_version) leave it as it is. Valid until the next call on this thread.
 */
const char* graze_last_error(void);
/* "major.minor.patch" */
const char* graze_version(void);

/* Shapes: axis of capsules, cylinders and cones is local z; half heights and half extents; the cone's apex is
 * at +z. */
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

typedef enum graze_mesh_kind { GRAZE_SURFACE = 0, GRAZE_SOLID = 1 } graze_mesh_kind;
/* Three numbers a vertex, three indices a triangle. A solid is closed and has an inside. */
graze_result graze_shape_mesh(const double* vertices, size_t vertex_count, const uint32_t* triangles,
                              size_t triangle_count, graze_mesh_kind kind, graze_shape** shape);
/* Convex shapes, seven numbers a pose. */
graze_result graze_shape_compound(const graze_shape* const* parts, const double* poses, size_t count,
                                  graze_shape** shape);
/* columns + 1 times rows + 1 heights along z, row after row, from the local origin. */
graze_result graze_shape_height_field(uint32_t columns, uint32_t rows, double cell_width, double cell_depth,
                                      const double* heights, graze_shape** shape);

void graze_shape_release(graze_shape* shape);

/* Two placed shapes. */
typedef enum graze_status {
    GRAZE_CONVERGED = 0,
    GRAZE_BUDGET_REACHED = 1,
    GRAZE_NOT_VALID = 2,
    GRAZE_NOT_SUPPORTED = 3
} graze_status;

/* Instead of the number of a part, where no part is meant. */
#define GRAZE_NO_PART UINT32_MAX

/* The signed distance lies in [lower, upper]: > 0 gap, < 0 depth. World frame; the normal is unit and points
 * from a to b. */
typedef struct graze_separation {
    double lower;
    double upper;
    double point_a[3];
    double point_b[3];
    double normal[3];
    graze_status status;
    uint32_t iterations;
    uint32_t part_a; /* of shapes that are not convex: two parts that are no farther apart than `upper`,
                        triangles or members; */
    uint32_t part_b; /* 0 for a convex shape; both GRAZE_NO_PART where none are known */
} graze_separation;

typedef struct graze_contact_point {
    double position[3]; /* midway between the surfaces */
    double depth;       /* > 0 */
    uint64_t feature;
    uint32_t part_a;
    uint32_t part_b;
} graze_contact_point;

typedef struct graze_manifold {
    graze_contact_point points[4];
    size_t count;
    double normal[3];
    double lower; /* of the signed distance */
    double upper;
    graze_status status;
    double nearest_a[3]; /* without contact points: the points of a and b that are nearest to each other; else
                            not set */
    double nearest_b[3];
} graze_manifold;

typedef struct graze_ray_hit {
    double t; /* in multiples of the direction; the exact first one lies in [lower, upper] */
    double lower;
    double upper;
    double point[3];
    double normal[3];
    graze_status status;
} graze_ray_hit;

typedef enum graze_relation {
    GRAZE_DISJOINT = 0,
    GRAZE_TOUCHING = 1,
    GRAZE_OVERLAPPING = 2,
    GRAZE_A_INSIDE_B = 3,
    GRAZE_B_INSIDE_A = 4,
    GRAZE_IDENTICAL = 5
} graze_relation;

/* Whether they overlap: touching and too close to call count. 0 or 1. */
graze_result graze_overlaps(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                            const double pose_b[7], int* overlap);
graze_result graze_separation_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                 const double pose_b[7], graze_separation* separation);
/* No points when they are apart. */
graze_result graze_contacts(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                            const double pose_b[7], graze_manifold* manifold);
graze_result graze_relation_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                               const double pose_b[7], graze_relation* relation);
/* `hit` becomes 0 or 1, and the answer is set when it is 1. */
graze_result graze_raycast(const double origin[3], const double direction[3], const graze_shape* target,
                           const double pose[7], int* hit, graze_ray_hit* answer);
graze_result graze_signed_distance(const graze_shape* solid, const double pose[7], const double point[3],
                                   double* lower, double* upper);

/* Decisions with a proof, which can be checked without the code that found it. */
typedef struct graze_verdict graze_verdict;

/* Undecided: closer than rounding can decide; the proof then shows how close. */
typedef enum graze_answer {
    GRAZE_ANSWER_DISJOINT = 0,
    GRAZE_ANSWER_INTERSECTING = 1,
    GRAZE_ANSWER_UNDECIDED = 2
} graze_answer;

typedef enum graze_method {
    GRAZE_AUTOMATIC = 0,
    GRAZE_GJK = 1,
    GRAZE_SAT = 2,
    GRAZE_FOURIER_MOTZKIN = 3
} graze_method;

typedef enum graze_proof_kind {
    GRAZE_NO_PROOF = 0,
    GRAZE_SEPARATING_PLANE = 1,   /* a on one side of a plane, b on the other */
    GRAZE_COMMON_POINT = 2,       /* a point of both */
    GRAZE_COMMON_TETRAHEDRON = 3, /* differences of points of both, around the origin */
    GRAZE_CROSSING = 4,           /* an edge through a face, or two edges in a plane, by exact signs */
    GRAZE_CLOSENESS = 5,          /* undecided: how close */
    GRAZE_FARKAS = 6,             /* half-spaces around both that have no point in common */
    GRAZE_INTERSECTING_PARTS = 7, /* of meshes, compounds and height fields: two intersecting parts */
    GRAZE_ENCLOSED_PART = 8,      /* a part inside of a solid */
    GRAZE_SEPARATING_COVER = 9,   /* both trees walked down to pairs with a plane between them */
    GRAZE_CLOSE_PARTS = 10        /* undecided: two parts, and how close */
} graze_proof_kind;

/* The numbers of a verdict. World frame. Fields are 0 where the kind of proof has no such thing. */
typedef struct graze_verdict_summary {
    graze_answer answer;
    graze_proof_kind proof;
    graze_method method; /* the one that ran; automatic when none had to */
    graze_status status;
    double normal[3]; /* of a separating plane, from a to b, and of closeness: along which the gap is at least
                         -delta */
    double offset;   /* of a separating plane: normal . (x - position of a) is less for all of a, more for all
                        of b */
    double point[3]; /* a common point */
    double delta;    /* of closeness: |signed distance| is at most this */
    uint32_t part_a; /* of intersecting, enclosed and close parts: triangle or member */
    uint32_t part_b;
} graze_verdict_summary;

/* A named method is the one that runs; where it does not serve the pair, GRAZE_UNSUPPORTED. */
graze_result graze_decide(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                          const double pose_b[7], graze_method method, graze_verdict** verdict);
graze_result graze_verdict_read(const graze_verdict* verdict, graze_verdict_summary* summary);
void graze_verdict_release(graze_verdict* verdict);

/* Independent checks, by outward rounded intervals and exact signs alone. `shown` becomes 1 when the answer
 * is a theorem about the given numbers, 0 when it could not be shown: wrong, or not carrying enough to be
 * checked. Answers are those of the same shapes in the same places. Of a separation: a gap, and an overlap of
 * half-spaces, boxes, spheres, capsules or within margins; deeper overlaps need more than its numbers. Of an
 * impact: convex shapes only. */
graze_result graze_verify_verdict(const graze_verdict* verdict, const graze_shape* a, const double pose_a[7],
                                  const graze_shape* b, const double pose_b[7], int* shown);
graze_result graze_verify_separation(const graze_separation* separation, const graze_shape* a,
                                     const double pose_a[7], const graze_shape* b, const double pose_b[7],
                                     int* shown);
graze_result graze_verify_contacts(const graze_manifold* manifold, const graze_shape* a,
                                   const double pose_a[7], const graze_shape* b, const double pose_b[7],
                                   int* shown);
graze_result graze_verify_ray_hit(const graze_ray_hit* hit, const double origin[3], const double direction[3],
                                  const graze_shape* target, const double pose[7], int* shown);

/* Motions: a pose for every time from 0 to 1. */
typedef struct graze_motion graze_motion;

graze_result graze_motion_linear(const double start[7], const double displacement[3], graze_motion** motion);
graze_result graze_motion_in_between(const double start[7], const double end[7], graze_motion** motion);
/* `pivot`, in the body's frame, moves straight; NULL for the origin. Radians. */
graze_result graze_motion_twist(const double start[7], const double velocity[3],
                                const double angular_velocity[3], const double* pivot, graze_motion** motion);
graze_result graze_motion_screw(const double start[7], const double axis_point[3],
                                const double axis_direction[3], double angle, double advance,
                                graze_motion** motion);
/* Seven numbers a pose; `times` grow from 0 to 1, NULL for evenly spaced. */
graze_result graze_motion_sampled(const double* poses, const double* times, size_t count, double deviation,
                                  graze_motion** motion);
graze_result graze_motion_spline(const double* poses, const double* times, size_t count,
                                 graze_motion** motion);
/* Position and quaternion at t. */
graze_result graze_motion_pose_at(const graze_motion* motion, double t, double pose[7]);
void graze_motion_release(graze_motion* motion);

typedef enum graze_impact_answer {
    GRAZE_MISS = 0,
    GRAZE_CONTACT = 1,
    GRAZE_WITHIN_TOLERANCE = 2
} graze_impact_answer;

/* What shows contact: a common point at `upper`, or a vertex through a face or an edge through an edge
 * between `lower` and `upper`. */
typedef enum graze_contact_proof {
    GRAZE_NO_CONTACT = 0,
    GRAZE_OVERLAP = 1,
    GRAZE_PASSAGE = 2
} graze_contact_proof;

/* Nothing touches before `lower`; of a contact they do at `upper`. A miss is a proof. */
typedef struct graze_impact {
    graze_impact_answer answer;
    double lower;
    double upper;
    double point[3];
    double normal[3];
    uint32_t part_a;
    uint32_t part_b;
    graze_status status;
    graze_contact_proof proof; /* GRAZE_NO_CONTACT unless the answer is GRAZE_CONTACT */
} graze_impact;

/* `tolerance`: a length relative to the larger shape, and a time; 0 for 1e-6. */
graze_result graze_time_of_impact(const graze_shape* a, const graze_motion* motion_a, const graze_shape* b,
                                  const graze_motion* motion_b, double tolerance, graze_impact* impact);
/* All parts that touch at an impact, or may, each with their separation at `lower`. `tolerance`: that of the
 * impact. */
typedef struct graze_impact_contact {
    uint32_t part_a;
    uint32_t part_b;
    graze_separation separation;
} graze_impact_contact;
graze_result graze_impact_contacts(const graze_impact* impact, const graze_shape* a,
                                   const graze_motion* motion_a, const graze_shape* b,
                                   const graze_motion* motion_b, double tolerance,
                                   graze_impact_contact* contacts, size_t capacity, size_t* count);
graze_result graze_verify_impact(const graze_impact* impact, const graze_shape* a,
                                 const graze_motion* motion_a, const graze_shape* b,
                                 const graze_motion* motion_b, int* shown);

/* Scenes. */
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

/* NULL when there is no memory. `threads` of whole-scene questions; 0: one per core. */
graze_scene* graze_scene_create(void);
graze_scene* graze_scene_create_with_threads(unsigned threads);
void graze_scene_destroy(graze_scene* scene);

/* The empty object when refused. */
graze_object graze_scene_add(graze_scene* scene, const graze_shape* shape, const double pose[7]);
/* `options`: NULL for no margin, group 1, all masks, no data. */
graze_result graze_scene_add_with(graze_scene* scene, const graze_shape* shape, const double pose[7],
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

/* How many pairs overlap. */
size_t graze_scene_pair_count(const graze_scene* scene);
/* The pairs that overlap. */
graze_result graze_scene_pairs(const graze_scene* scene, graze_pair* pairs, size_t capacity, size_t* count);
/* The manifolds of all pairs that have contacts; those of one pair follow each other, the deepest first. */
graze_result graze_scene_contacts(const graze_scene* scene, graze_object_contacts* contacts, size_t capacity,
                                  size_t* count);
/* The pairs that may be no farther apart than `clearance` >= 0. */
graze_result graze_scene_pairs_within(const graze_scene* scene, double clearance,
                                      graze_object_separation* pairs, size_t capacity, size_t* count);
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

/* How many bytes the scene takes, and the bytes when `capacity` suffices for them: objects, shapes,
 * placements and exclusions. */
graze_result graze_scene_save(const graze_scene* scene, void* bytes, size_t capacity, size_t* size);
/* A scene that answers as the saved one did. Objects keep their index and generation; take the whole names
 * from graze_scene_objects. */
graze_result graze_scene_load(const void* bytes, size_t size, graze_scene** scene);
/* All objects. */
graze_result graze_scene_objects(const graze_scene* scene, graze_object* objects, size_t capacity,
                                 size_t* count);

/* Responses. */
typedef struct graze_table graze_table;
typedef uint32_t graze_class;    /* 0: no class */
typedef uint32_t graze_response; /* 0: no response */

typedef enum graze_response_type {
    GRAZE_SIMPLE = 0,
    GRAZE_WITNESSED = 1,
    GRAZE_DEPTH = 2
} graze_response_type;
typedef enum graze_continue { GRAZE_STOP = 0, GRAZE_GO_ON = 1 } graze_continue;

typedef struct graze_encounter {
    graze_object a;
    graze_object b;
    const graze_verdict*
        verdict; /* that they overlap; NULL unless a response to the pair requests a witness or depth */
    const graze_separation* separation; /* NULL unless a response to the pair requests depth */
} graze_encounter;

/* May change the scene and query it. What the encounter points to is valid during the call. */
typedef graze_continue (*graze_callback)(void* data, const graze_encounter* encounter);

graze_table* graze_table_create(void);
void graze_table_destroy(graze_table* table);
graze_result graze_table_make_class(graze_table* table, graze_class* made);
graze_result graze_table_assign(graze_table* table, graze_object object, graze_class c);
graze_result graze_table_unassign(graze_table* table, graze_object object);
/* 0 when it has none. */
graze_result graze_table_class_of(const graze_table* table, graze_object object, graze_class* c);

/* The narrower level decides: a response to a pair of classes overrides one to a class, which overrides the
 * default. `response` may be NULL. */
graze_result graze_table_add_default(graze_table* table, graze_response_type type, graze_callback callback,
                                     void* data, graze_response* response);
graze_result graze_table_add_class(graze_table* table, graze_class c, graze_response_type type,
                                   graze_callback callback, void* data, graze_response* response);
graze_result graze_table_add_pair(graze_table* table, graze_class c, graze_class d, graze_response_type type,
                                  graze_callback callback, void* data, graze_response* response);
/* A response that the table has, at a further level. */
graze_result graze_table_add_known_default(graze_table* table, graze_response response);
graze_result graze_table_add_known_class(graze_table* table, graze_class c, graze_response response);
graze_result graze_table_add_known_pair(graze_table* table, graze_class c, graze_class d,
                                        graze_response response);
/* From now on a level has this response only, and inherits nothing, until it is cleared. */
graze_result graze_table_override_class(graze_table* table, graze_class c, graze_response_type type,
                                        graze_callback callback, void* data, graze_response* response);
graze_result graze_table_override_pair(graze_table* table, graze_class c, graze_class d,
                                       graze_response_type type, graze_callback callback, void* data,
                                       graze_response* response);
/* Takes a response away from a level and from narrower ones that do not name it themselves. */
graze_result graze_table_remove_default(graze_table* table, graze_response response);
graze_result graze_table_remove_class(graze_table* table, graze_class c, graze_response response);
graze_result graze_table_remove_pair(graze_table* table, graze_class c, graze_class d,
                                     graze_response response);
/* Removes all responses of a level: it inherits again. */
graze_result graze_table_clear_default(graze_table* table);
graze_result graze_table_clear_class(graze_table* table, graze_class c);
graze_result graze_table_clear_pair(graze_table* table, graze_class c, graze_class d);

/* Forgets a response at all levels: its callback is never called again, also in a round that is under way.
 * Its name is not used again. */
graze_result graze_table_forget(graze_table* table, graze_response response);

/* Calls the responses to all pairs that overlap; `calls` may be NULL. */
graze_result graze_scene_respond(graze_scene* scene, const graze_table* table, size_t* calls);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
