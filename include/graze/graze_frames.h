/* Frames: parallelepipeds and tetrahedra, in the plane parallelograms and triangles, static or moving
 * straight, by Fourier-Motzkin elimination. graze/frames/frame_overlap.hpp has the guarantees. */
#ifndef GRAZE_GRAZE_FRAMES_H
#define GRAZE_GRAZE_FRAMES_H

#include <graze/graze_base.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef enum graze_frame_kind { GRAZE_CUBOID = 0, GRAZE_TETRAHEDRON = 1 } graze_frame_kind;

/* { origin + sum of x_i components[i] }: cuboid 0 <= x_i <= 1; tetrahedron also sum of x_i <= 1. In the plane
 * only the first two components and coordinates count. The velocity moves it by itself while t goes from 0
 * to 1. */
typedef struct graze_frame {
    graze_frame_kind kind;
    double origin[3];
    double components[3][3];
    double velocity[3];
} graze_frame;

typedef struct graze_frame_overlap {
    int hit;       /* 0 or 1, decided exactly */
    double min[3]; /* a box around all common points, at all times; set when hit */
    double max[3];
    double lower; /* from when to when they overlap, in [0, 1]; 0 and 0 for static frames */
    double upper;
    double witness[3];   /* a common point, up to rounding; set when hit */
    double witness_time; /* when it is common */
} graze_frame_overlap;

/* `dimensions`: 2 or 3. `open`: not 0 when only the interiors count. Velocities that are both zero: still
 * frames. */
graze_result graze_frames_intersect(const graze_frame* a, const graze_frame* b, int dimensions, int open,
                                    graze_frame_overlap* overlap);
/* Whether the closed frames overlap at some time: cheaper. */
graze_result graze_frames_overlap(const graze_frame* a, const graze_frame* b, int dimensions, int* overlap);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
