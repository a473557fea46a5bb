/* Vertex arrays of the caller's from C: floats between other attributes, notices in place and by another
 * array, every scene follows; compounds that are refitted; deforming meshes; refusals. */
#include <graze/graze.h>

#include <math.h>
#include <string.h>

#include "expect.h"

static const double kHere[7] = {0, 0, 0, 1, 0, 0, 0};
static const uint32_t kFaces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

static const graze_mesh_options kInPlace = {GRAZE_SOLID, 1, 0, 1};

typedef struct vertex {
    float uv[2];
    float position[3];
} vertex;

static void fill(vertex* vertices, float x) {
    const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    int i;
    memset(vertices, 0, 4 * sizeof *vertices);
    for (i = 0; i < 4; ++i) memcpy(vertices[i].position, corners + 3 * i, sizeof vertices[i].position);
    vertices[1].position[0] = x;
}

static graze_vertex_view view_of(const vertex* vertices) {
    graze_vertex_view view;
    view.pointer = vertices[0].position;
    view.stride = sizeof(vertex);
    view.count = 4;
    view.scalar = GRAZE_FLOAT32;
    return view;
}

static double right_end(const graze_scene* scene, graze_object object) {
    double min[3] = {0}, max[3] = {0};
    EXPECT(graze_scene_bounds(scene, object, min, max) == GRAZE_OK);
    return max[0];
}

static void every_scene_follows(void) {
    vertex front[4], back[4];
    graze_vertex_view view = view_of(front), other = view_of(back);
    graze_shape *mesh = NULL, *hull = NULL, *hull_again = NULL, *nothing = NULL;
    graze_scene *one = graze_scene_create(), *two = graze_scene_create();
    graze_object a, b;
    graze_separation near_one, near_two;
    const double away[7] = {5, 0, 0, 1, 0, 0, 0};
    int pays = 7;
    fill(front, 1);
    fill(back, 3);
    EXPECT(graze_shape_mesh_view(&view, kFaces, 4, &kInPlace, &mesh) == GRAZE_OK);
    a = graze_scene_add(one, mesh, kHere);
    b = graze_scene_add(two, mesh, kHere);
    EXPECT(fabs(right_end(one, a) - 1) < 1e-6);
    front[1].position[0] = 2; /* in place */
    EXPECT(graze_shape_deform(mesh, &view) == GRAZE_OK);
    EXPECT(fabs(right_end(one, a) - 2) < 1e-6 && fabs(right_end(two, b) - 2) < 1e-6);
    EXPECT(graze_shape_deform(mesh, &other) == GRAZE_OK); /* the other array */
    EXPECT(fabs(right_end(one, a) - 3) < 1e-6 && fabs(right_end(two, b) - 3) < 1e-6);
    EXPECT(graze_shape_rebuild_pays(mesh, &pays) == GRAZE_OK && (pays == 0 || pays == 1));

    EXPECT(graze_shape_hull_view(&other, 0, &hull) == GRAZE_OK);
    EXPECT(graze_separation_of(mesh, kHere, hull, away, &near_one) == GRAZE_OK);
    EXPECT(fabs(near_one.lower - 2) < 1e-6);
    {
        const double doubles[12] = {0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 1};
        EXPECT(graze_shape_hull(doubles, 4, &hull_again) == GRAZE_OK);
        EXPECT(graze_separation_of(mesh, kHere, hull_again, away, &near_two) == GRAZE_OK);
        EXPECT(near_one.lower == near_two.lower && near_one.upper == near_two.upper);
    }

    /* Refused, and everything stays. */
    back[2].position[1] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_deform(mesh, &other));
    EXPECT(strstr(graze_last_error(), "vertex 2") != NULL);
    back[2].position[1] = 1;
    EXPECT(fabs(right_end(one, a) - 3) < 1e-6);
    other.count = 3;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_deform(mesh, &other));
    other = view_of(back);
    other.stride = 8;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_deform(mesh, &other));
    other.stride = sizeof(vertex) + 1;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_deform(mesh, &other));
    EXPECT(strstr(graze_last_error(), "vertex 1") != NULL);
    other = view_of(back);
    other.pointer = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_hull_view(&other, 0, &nothing));
    other.pointer = (const char*)(const void*)back + 2;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_mesh_view(&other, kFaces, 4, NULL, &nothing));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_deform(hull, &view));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_deform(mesh, NULL));
    memset(&other.scalar, 7, sizeof other.scalar);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_hull_view(&other, 0, &nothing));
    other = view_of(back);
    other.count = SIZE_MAX / 4;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_hull_view(&other, 0, &nothing));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_shape_mesh_view(&view, kFaces, SIZE_MAX / 2, NULL, &nothing));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_mesh_view(&view, NULL, 4, NULL, &nothing));
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_mesh_view(&view, NULL, 0, NULL, &nothing));
    {
        const uint32_t bad[6] = {0, 1, 2, 0, 1, 4};
        graze_mesh_options no_kind = kInPlace;
        EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_mesh_view(&view, bad, 2, NULL, &nothing));
        EXPECT(strstr(graze_last_error(), "triangle 1") != NULL);
        memset(&no_kind.kind, 7, sizeof no_kind.kind);
        EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_mesh_view(&view, kFaces, 4, &no_kind, &nothing));
    }
    EXPECT(nothing == NULL);
    graze_shape_release(mesh);
    graze_shape_release(hull);
    graze_shape_release(hull_again);
    graze_scene_destroy(one);
    graze_scene_destroy(two);
}

static void compounds_are_refitted(void) {
    graze_shape *ball = NULL, *space = NULL, *compound = NULL;
    const graze_shape* parts[2];
    double poses[14] = {0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0};
    const double away[7] = {10, 0, 0, 1, 0, 0, 0}, up[3] = {0, 0, 1};
    graze_separation gap;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK && graze_shape_half_space(up, 0, &space) == GRAZE_OK);
    parts[0] = parts[1] = ball;
    EXPECT(graze_shape_compound(parts, poses, 2, &compound) == GRAZE_OK);
    EXPECT(graze_separation_of(compound, kHere, ball, away, &gap) == GRAZE_OK && fabs(gap.lower - 5) < 1e-9);
    poses[7] = 6;
    EXPECT(graze_shape_refit_compound(compound, parts, poses, 2) == GRAZE_OK);
    EXPECT(graze_separation_of(compound, kHere, ball, away, &gap) == GRAZE_OK && fabs(gap.lower - 2) < 1e-9);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_refit_compound(compound, parts, poses, 1));
    parts[1] = space;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_refit_compound(compound, parts, poses, 2));
    parts[1] = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_refit_compound(compound, parts, poses, 2));
    EXPECT(strstr(graze_last_error(), "part 1") != NULL);
    parts[1] = ball;
    poses[8] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_refit_compound(compound, parts, poses, 2));
    EXPECT(strstr(graze_last_error(), "1") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_refit_compound(ball, parts, poses, 2));
    EXPECT(graze_separation_of(compound, kHere, ball, away, &gap) == GRAZE_OK && fabs(gap.lower - 2) < 1e-9);
    graze_shape_release(ball);
    graze_shape_release(space);
    graze_shape_release(compound);
}

static void deforming_meshes(void) {
    vertex still[4], start[4], end[4];
    graze_deforming_mesh a, b;
    graze_deforming_impact impact, wider;
    graze_vertex_impact_options options = {0, 0, 0, 0};
    graze_feature_pair pairs[100];
    size_t count = 0, k;
    int i, found = 0;
    fill(still, 1);
    fill(start, 1);
    fill(end, 1);
    for (i = 0; i < 4; ++i) {
        start[i].position[0] += 3;
        start[i].position[1] += 0.1F;
        end[i].position[0] -= 1;
        end[i].position[1] += 0.1F;
    }
    a.start = a.end = view_of(still);
    a.triangles = b.triangles = kFaces;
    a.triangle_count = b.triangle_count = 4;
    b.start = view_of(start);
    b.end = view_of(end);
    EXPECT(graze_deforming_impact_of(&a, &b, NULL, &impact) == GRAZE_OK);
    EXPECT(impact.impact.answer != GRAZE_MISS && impact.impact.lower > 0.4 && impact.impact.upper < 0.6);
    options.minimum_separation = 0.5;
    EXPECT(graze_deforming_impact_of(&a, &b, &options, &wider) == GRAZE_OK);
    EXPECT(wider.impact.lower < impact.impact.lower - 0.1);
    options.minimum_separation = 0;
    options.until = 0.25;
    EXPECT(graze_deforming_impact_of(&a, &b, &options, &wider) == GRAZE_OK &&
           wider.impact.answer == GRAZE_MISS);
    EXPECT(graze_self_impact(&b, NULL, &wider) == GRAZE_OK && wider.impact.answer == GRAZE_MISS);
    EXPECT(graze_close_features(&a, &b, 0, pairs, 100, &count) == GRAZE_OK && count > 0 && count <= 100);
    for (k = 0; k < count && k < 100; ++k) {
        found |= pairs[k].kind == impact.kind &&
                 memcmp(pairs[k].vertices, impact.vertices, sizeof impact.vertices) == 0;
    }
    EXPECT(found);
    EXPECT(graze_close_features(&b, NULL, 0, pairs, 100, &count) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_close_features(&a, &b, -1, pairs, 100, &count));
    options.until = 2;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_deforming_impact_of(&a, &b, &options, &impact));
    options.until = 0;
    options.tolerance = -1;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_deforming_impact_of(&a, &b, &options, &impact));
    options.tolerance = 0;
    options.minimum_separation = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_self_impact(&b, &options, &impact));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_deforming_impact_of(&a, NULL, NULL, &impact));
    end[3].position[2] = HUGE_VALF;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_self_impact(&b, NULL, &impact));
    EXPECT(strstr(graze_last_error(), "at the end, vertex 3") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_deforming_impact_of(&a, &b, NULL, &impact));
    EXPECT(strstr(graze_last_error(), "mesh b") != NULL);
    b.end.count = 3;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_self_impact(&b, NULL, &impact));
    b.triangles = NULL;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_self_impact(&b, NULL, &impact));
}

/* A vertex that falls on a face, two edges that cross, and heights that rise. */
static void features_and_heights(void) {
    const double above[12] = {0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0},
                 below[12] = {0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0},
                 apart[12] = {-1, 0, 1, 1, 0, 1, 0, -1, 0, 0, 1, 0},
                 through[12] = {-1, 0, -3, 1, 0, -3, 0, -1, 0, 0, 1, 0};
    double bad[12], heights[4] = {0, 0, 0, 0};
    const double place[7] = {0.5, 0.5, 5, 1, 0, 0, 0};
    graze_impact impact;
    graze_shape *field = NULL, *ball = NULL;
    graze_separation gap;
    EXPECT(graze_vertex_face_impact(above, below, NULL, &impact) == GRAZE_OK);
    EXPECT(impact.answer == GRAZE_CONTACT && impact.lower <= 0.5 && impact.upper >= 0.5 &&
           impact.upper - impact.lower < 1e-5);
    EXPECT(graze_edge_edge_impact(apart, through, NULL, &impact) == GRAZE_OK);
    EXPECT(impact.answer == GRAZE_CONTACT && impact.lower <= 0.25 && impact.upper >= 0.25);
    memcpy(bad, below, sizeof bad);
    bad[7] = NAN;
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_vertex_face_impact(above, bad, NULL, &impact));
    EXPECT(strstr(graze_last_error(), "vertex 2 at the end") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_edge_edge_impact(NULL, through, NULL, &impact));

    EXPECT(graze_shape_height_field(1, 1, 1, 1, heights, &field) == GRAZE_OK);
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    EXPECT(graze_separation_of(field, kHere, ball, place, &gap) == GRAZE_OK && fabs(gap.lower - 4) < 1e-6);
    heights[0] = heights[1] = heights[2] = heights[3] = 1;
    EXPECT(graze_shape_refit_height_field(field, heights, 4) == GRAZE_OK);
    EXPECT(graze_separation_of(field, kHere, ball, place, &gap) == GRAZE_OK && fabs(gap.lower - 3) < 1e-6);
    heights[2] = HUGE_VAL;
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_refit_height_field(field, heights, 4));
    EXPECT(strstr(graze_last_error(), "height 2") != NULL);
    EXPECT_REFUSED(GRAZE_INVALID_SHAPE, graze_shape_refit_height_field(field, heights, 2));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_shape_refit_height_field(ball, heights, 4));
    EXPECT(graze_separation_of(field, kHere, ball, place, &gap) == GRAZE_OK && fabs(gap.lower - 3) < 1e-6);
    graze_shape_release(field);
    graze_shape_release(ball);
}

void vertex_arrays(void) {
    every_scene_follows();
    compounds_are_refitted();
    deforming_meshes();
    features_and_heights();
}
