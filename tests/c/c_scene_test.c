/* Questions about whole scenes, and what responses inherit. */
#include <graze/graze.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

enum { kBalls = 5 };

static int same(graze_object x, graze_object y) { return memcmp(&x, &y, sizeof x) == 0; }
static int is_near(double x, double y, double tolerance) { return fabs(x - y) <= tolerance; }

/* Unit balls in a row, 1.75 apart: neighbours overlap by a quarter. The last one is of group 2. */
static graze_scene* row_of_balls(graze_object balls[kBalls]) {
    graze_scene* scene = graze_scene_create_with_threads(2);
    graze_shape* ball = NULL;
    graze_object_options options = GRAZE_OBJECT_OPTIONS_DEFAULT;
    int i;
    EXPECT(graze_shape_sphere(1, &ball) == GRAZE_OK);
    for (i = 0; i < kBalls; ++i) {
        double pose[7] = {0, 0, 0, 1, 0, 0, 0};
        pose[0] = 1.75 * i;
        options.group = i + 1 < kBalls ? 1 : 2;
        EXPECT(graze_scene_add_with(scene, ball, pose, &options, &balls[i]) == GRAZE_OK);
    }
    graze_shape_release(ball);
    return scene;
}

static void pairs_of_a_scene(void) {
    graze_object balls[kBalls];
    graze_scene* scene = row_of_balls(balls);
    graze_object_contacts contacts[8];
    graze_object_separation within[16];
    graze_object_options read;
    graze_verdict* verdict = NULL;
    graze_verdict_summary summary;
    size_t count = 0, i;
    int shown = -1;
    EXPECT(graze_scene_contacts(scene, contacts, 8, &count) == GRAZE_OK && count == kBalls - 1);
    for (i = 0; i < count; ++i) {
        const graze_manifold* m = &contacts[i].manifold;
        EXPECT(same(contacts[i].objects.a, balls[i]) && same(contacts[i].objects.b, balls[i + 1]));
        EXPECT(m->count == 1 && is_near(m->points[0].depth, 0.25, 1e-9) && is_near(m->normal[0], 1, 1e-9));
        EXPECT(is_near(m->points[0].position[0], 1.75 * (double)i + 0.875, 1e-9) && m->lower <= -0.25 &&
               -0.25 <= m->upper);
    }
    EXPECT(graze_scene_contacts(scene, contacts, 1, &count) == GRAZE_OK && count == kBalls - 1);
    EXPECT(graze_scene_pairs_within(scene, 2, within, 16, &count) == GRAZE_OK && count == 4 + 3);
    EXPECT(same(within[1].objects.a, balls[0]) && same(within[1].objects.b, balls[2]) &&
           is_near(within[1].separation.upper, 1.5, 1e-9));
    EXPECT(graze_scene_verify_separation(scene, &within[1].separation, balls[0], balls[2], &shown) ==
               GRAZE_OK &&
           shown == 1);
    EXPECT(graze_scene_verify_separation(scene, &within[1].separation, balls[0], balls[3], &shown) ==
               GRAZE_OK &&
           shown == 0);
    EXPECT(graze_scene_decide(scene, balls[0], balls[2], &verdict) == GRAZE_OK);
    EXPECT(graze_verdict_read(verdict, &summary) == GRAZE_OK && summary.answer == GRAZE_ANSWER_DISJOINT &&
           summary.proof == GRAZE_SEPARATING_PLANE);
    EXPECT(graze_scene_verify_verdict(scene, verdict, balls[0], balls[2], &shown) == GRAZE_OK && shown == 1);
    EXPECT(graze_scene_verify_verdict(scene, verdict, balls[1], balls[2], &shown) == GRAZE_OK && shown == 0);
    graze_verdict_release(verdict);
    EXPECT(graze_scene_set_user_data(scene, balls[3], 77) == GRAZE_OK);
    EXPECT(graze_scene_options(scene, balls[3], &read) == GRAZE_OK && read.user_data == 77 &&
           read.group == 1);

    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_pairs_within(scene, -1, within, 16, &count));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_pairs_within(scene, NAN, within, 16, &count));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_contacts(scene, NULL, 1, &count));
    EXPECT(graze_scene_remove(scene, balls[1]) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_decide(scene, balls[0], balls[1], &verdict));
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT, graze_scene_set_user_data(scene, balls[1], 1));
    graze_scene_destroy(scene);
}

/* Ends the measurement during the round that it belongs to. */
static graze_continue stop_measuring(void* data, const graze_encounter* encounter) {
    EXPECT(encounter != NULL && graze_scene_measure((graze_scene*)data, 0) == GRAZE_OK);
    return GRAZE_GO_ON;
}

static void costs_of_a_round(void) {
    graze_object balls[kBalls];
    graze_scene* scene = row_of_balls(balls);
    graze_table* table = graze_table_create();
    graze_cascade costs;
    size_t calls = 0;
    EXPECT(graze_scene_measure(scene, 1) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 0);
    EXPECT(graze_scene_costs(scene, &costs) == GRAZE_OK && costs.pairs == 10 && costs.culled == 10);
    EXPECT(graze_table_add_default(table, GRAZE_SIMPLE, stop_measuring, scene, NULL) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 4);
    EXPECT(graze_scene_costs(scene, &costs) == GRAZE_OK && costs.pairs == 0 && costs.tested == 0);
    graze_table_destroy(table);
    graze_scene_destroy(scene);
}

static void costs_of_a_scene(void) {
    graze_object balls[kBalls];
    graze_scene* scene = row_of_balls(balls);
    graze_cascade costs;
    graze_pair pairs[8];
    size_t count = 0;
    EXPECT(graze_scene_pairs(scene, pairs, 8, &count) == GRAZE_OK && count == 4);
    EXPECT(graze_scene_costs(scene, &costs) == GRAZE_OK && costs.pairs == 0 && costs.broad_seconds == 0);
    EXPECT(graze_scene_measure(scene, 1) == GRAZE_OK);
    EXPECT(graze_scene_pairs(scene, pairs, 8, &count) == GRAZE_OK && count == 4);
    EXPECT(graze_scene_costs(scene, &costs) == GRAZE_OK);
    EXPECT(costs.pairs == 10 && costs.culled == 6 && costs.tested == 4 && costs.found == 4);
    EXPECT(costs.box_tests == 0 && costs.primitive_tests == 4);
    EXPECT(costs.broad_seconds > 0 && costs.primitive_seconds > 0);
    EXPECT(costs.tree_seconds == 0 && costs.detail_seconds == 0);
    EXPECT(graze_scene_pairs(scene, pairs, 8, &count) == GRAZE_OK);
    EXPECT(graze_scene_costs(scene, &costs) == GRAZE_OK && costs.pairs == 20 && costs.tested == 8);
    EXPECT(graze_scene_measure(scene, 0) == GRAZE_OK);
    EXPECT(graze_scene_costs(scene, &costs) == GRAZE_OK && costs.pairs == 0);
    EXPECT(graze_scene_costs(NULL, &costs) == GRAZE_INVALID_ARGUMENT);
    EXPECT(graze_scene_costs(scene, NULL) == GRAZE_INVALID_ARGUMENT);
    EXPECT(graze_scene_measure(NULL, 1) == GRAZE_INVALID_ARGUMENT);
    graze_scene_destroy(scene);
}

static void rays_and_regions(void) {
    graze_object balls[kBalls], found[kBalls];
    graze_scene* scene = row_of_balls(balls);
    graze_shape* probe = NULL;
    graze_object_ray_hit hits[kBalls];
    const double from[3] = {-5, 0, 0}, along[3] = {2, 0, 0}, none[3] = {0, 0, 0}, bad[3] = {0, NAN, 0};
    const double rays[18] = {-5, 0, 0, 1, 0, 0, 0, 5, 0, 0, 1, 0, 20, 0, 0, -1, 0, 0};
    const double low[3] = {2, -1, -1}, high[3] = {5, 1, 1}, endless[3] = {INFINITY, INFINITY, INFINITY};
    const double middle[7] = {3.5, 0, 0, 1, 0, 0, 0}, nowhere[7] = {0, 0, 0, 0, 0, 0, 0};
    size_t count = 0, i;
    int hit = -1;
    EXPECT(graze_scene_raycast_any(scene, from, along, 1.99, ~0U, &hit) == GRAZE_OK && hit == 0);
    EXPECT(graze_scene_raycast_any(scene, from, along, INFINITY, ~0U, &hit) == GRAZE_OK && hit == 1);
    EXPECT(graze_scene_raycast_any(scene, from, along, 5.49, 2, &hit) == GRAZE_OK && hit == 0);
    EXPECT(graze_scene_raycast_any(scene, from, along, 5.51, 2, &hit) == GRAZE_OK && hit == 1);
    EXPECT(graze_scene_raycast_all(scene, from, along, INFINITY, 1, hits, kBalls, &count) == GRAZE_OK &&
           count == kBalls - 1);
    for (i = 0; i < count; ++i)
        EXPECT(same(hits[i].object, balls[i]) && is_near(hits[i].hit.t, 0.5 * (4 + 1.75 * (double)i), 1e-9) &&
               is_near(hits[i].hit.normal[0], -1, 1e-9));
    EXPECT(graze_scene_raycast_many(scene, rays, 3, ~0U, hits) == GRAZE_OK);
    EXPECT(same(hits[0].object, balls[0]) && is_near(hits[0].hit.t, 4, 1e-9));
    EXPECT(hits[1].object.generation == 0 && same(hits[2].object, balls[4]) &&
           is_near(hits[2].hit.t, 12, 1e-9));
    EXPECT(graze_scene_raycast_many(scene, NULL, 0, ~0U, NULL) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_raycast_any(scene, from, along, NAN, ~0U, &hit));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_raycast_all(scene, from, none, 1, ~0U, hits, kBalls, &count));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_scene_raycast_many(scene, nowhere, 1, ~0U, hits));

    EXPECT(graze_scene_objects_in_box(scene, low, high, ~0U, found, kBalls, &count) == GRAZE_OK &&
           count == 3);
    EXPECT(same(found[0], balls[1]) && same(found[1], balls[2]) && same(found[2], balls[3]));
    EXPECT(graze_scene_objects_in_box(scene, low, endless, 2, found, kBalls, &count) == GRAZE_OK &&
           count == 1 && same(found[0], balls[4]));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_objects_in_box(scene, low, bad, ~0U, found, kBalls, &count));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_objects_in_box(scene, bad, high, ~0U, found, kBalls, &count));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_objects_in_box(scene, high, low, ~0U, found, kBalls, &count));
    EXPECT(graze_shape_box(1, 1, 1, &probe) == GRAZE_OK);
    EXPECT(graze_scene_objects_in_shape(scene, probe, middle, ~0U, found, kBalls, &count) == GRAZE_OK &&
           count == 3);
    EXPECT(same(found[0], balls[1]) && same(found[2], balls[3]));
    EXPECT_REFUSED(GRAZE_INVALID_PLACEMENT,
                   graze_scene_objects_in_shape(scene, probe, nowhere, ~0U, found, kBalls, &count));
    graze_shape_release(probe);
    graze_scene_destroy(scene);
}

void questions_about_scenes(void) {
    pairs_of_a_scene();
    costs_of_a_scene();
    costs_of_a_round();
    rays_and_regions();
}

void moving_in_scenes(void) {
    graze_object balls[kBalls], object;
    graze_scene* scene = row_of_balls(balls);
    graze_shape* bullet = NULL;
    graze_motion* flight = NULL;
    const graze_motion* motions[1];
    const double from[7] = {20, 0, 0, 1, 0, 0, 0}, displacement[3] = {-20, 0, 0};
    double min[3], max[3];
    graze_pair pairs[kBalls];
    graze_impact impact, impacts[kBalls];
    graze_object shot;
    size_t count = 0;
    int hit = -1;
    EXPECT(graze_shape_sphere(0.5, &bullet) == GRAZE_OK &&
           graze_motion_linear(from, displacement, &flight) == GRAZE_OK);
    EXPECT(graze_scene_cast(scene, bullet, flight, 0, ~0U, &hit, &object, &impact) == GRAZE_OK && hit == 1 &&
           same(object, balls[4]));
    EXPECT(impact.answer == GRAZE_CONTACT && is_near(impact.lower, 11.5 / 20, 1e-5) &&
           is_near(impact.normal[0], 1, 1e-6));
    EXPECT(graze_scene_cast(scene, bullet, flight, 1e-3, 1, &hit, &object, &impact) == GRAZE_OK && hit == 1 &&
           same(object, balls[3]));
    EXPECT(graze_scene_cast(scene, bullet, flight, 0, 4, &hit, &object, &impact) == GRAZE_OK && hit == 0);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_cast(scene, bullet, flight, NAN, ~0U, &hit, &object, &impact));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_cast(scene, bullet, NULL, 0, ~0U, &hit, &object, &impact));

    shot = graze_scene_add(scene, bullet, from);
    motions[0] = flight;
    EXPECT(graze_scene_impacts(scene, &shot, motions, 1, pairs, impacts, kBalls, &count) == GRAZE_OK &&
           count == kBalls);
    EXPECT(same(pairs[0].a, balls[4]) && same(pairs[0].b, shot) &&
           is_near(impacts[0].lower, 11.5 / 20, 1e-5));
    EXPECT(same(pairs[4].a, balls[0]) && impacts[4].lower > impacts[3].lower);
    EXPECT(graze_scene_bounds(scene, shot, min, max) == GRAZE_OK && is_near(min[0], 19.5, 1e-9));
    EXPECT(graze_scene_impacts(scene, NULL, NULL, 0, NULL, NULL, 0, &count) == GRAZE_OK && count == 0);
    EXPECT(graze_scene_step(scene, &shot, motions, 1, pairs, impacts, 1, &count) == GRAZE_OK &&
           count == kBalls);
    EXPECT(graze_scene_bounds(scene, shot, min, max) == GRAZE_OK && is_near(min[0], -0.5, 1e-9));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_scene_impacts(scene, &shot, motions, 1, NULL, impacts, 1, &count));
    EXPECT(graze_scene_remove(scene, shot) == GRAZE_OK);
    EXPECT_REFUSED(GRAZE_UNKNOWN_OBJECT,
                   graze_scene_impacts(scene, &shot, motions, 1, pairs, impacts, kBalls, &count));
    graze_motion_release(flight);
    graze_shape_release(bullet);
    graze_scene_destroy(scene);
}

struct recorded {
    const graze_scene* scene;
    graze_table* table;
    graze_response forget; /* by the first call; 0: nothing */
    int calls;
    int proven;
    int with_depth;
};

static graze_continue record(void* data, const graze_encounter* encounter) {
    struct recorded* recorded = (struct recorded*)data;
    ++recorded->calls;
    if (encounter->verdict != NULL) {
        graze_verdict_summary summary;
        int shown = 0;
        EXPECT(graze_verdict_read(encounter->verdict, &summary) == GRAZE_OK &&
               summary.answer == GRAZE_ANSWER_INTERSECTING);
        EXPECT(summary.proof == GRAZE_COMMON_POINT || summary.proof == GRAZE_COMMON_TETRAHEDRON);
        EXPECT(graze_scene_verify_verdict(recorded->scene, encounter->verdict, encounter->a, encounter->b,
                                          &shown) == GRAZE_OK);
        recorded->proven += shown;
    }
    if (encounter->separation != NULL) ++recorded->with_depth;
    if (recorded->forget != 0) EXPECT(graze_table_forget(recorded->table, recorded->forget) == GRAZE_OK);
    recorded->forget = 0;
    return GRAZE_GO_ON;
}

void levels_of_responses(void) {
    graze_object balls[kBalls];
    graze_scene* scene = row_of_balls(balls);
    graze_table* table = graze_table_create();
    graze_class ship = 0, mine = 0, of = 99;
    graze_response bump = 0, alarm = 0, only = 0, quiet = 0;
    struct recorded bumped = {0}, alarmed = {0}, only_recorded = {0};
    size_t calls = 0;
    bumped.scene = alarmed.scene = only_recorded.scene = scene;
    bumped.table = alarmed.table = only_recorded.table = table;
    EXPECT(graze_table_make_class(table, &ship) == GRAZE_OK &&
           graze_table_make_class(table, &mine) == GRAZE_OK);
    EXPECT(graze_table_assign(table, balls[0], ship) == GRAZE_OK &&
           graze_table_assign(table, balls[1], ship) == GRAZE_OK);
    EXPECT(graze_table_assign(table, balls[2], mine) == GRAZE_OK);
    EXPECT(graze_table_class_of(table, balls[2], &of) == GRAZE_OK && of == mine);
    EXPECT(graze_table_class_of(table, balls[3], &of) == GRAZE_OK && of == 0);
    EXPECT(graze_table_add_class(table, ship, GRAZE_WITNESSED, record, &bumped, &bump) == GRAZE_OK);

    /* ship-ship and ship-mine; then mine-nobody too; then everything but what the pair level takes back. */
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 2);
    EXPECT(bumped.proven == 2 && bumped.with_depth == 0);
    EXPECT(graze_table_add_known_class(table, mine, bump) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 3);
    EXPECT(graze_table_add_known_default(table, bump) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 4);
    EXPECT(graze_table_remove_class(table, ship, bump) == GRAZE_OK &&
           graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 2);
    EXPECT(graze_table_add_known_pair(table, ship, mine, bump) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 3);

    /* A class that inherits nothing, and a pair that inherits nothing of it. */
    EXPECT(graze_table_override_class(table, ship, GRAZE_DEPTH, record, &only_recorded, &only) == GRAZE_OK &&
           only != 0);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && only_recorded.calls == 2 &&
           only_recorded.with_depth == 2);
    EXPECT(graze_table_override_pair(table, ship, ship, GRAZE_SIMPLE, record, &alarmed, &alarm) == GRAZE_OK);
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && only_recorded.calls == 3 &&
           alarmed.calls == 1);
    EXPECT(alarmed.proven == 0 && alarmed.with_depth == 0);

    /* A response that a callback forgets is not called any more, nor counted. */
    EXPECT(graze_table_clear_pair(table, ship, ship) == GRAZE_OK &&
           graze_table_clear_class(table, ship) == GRAZE_OK);
    EXPECT(graze_table_clear_pair(table, ship, mine) == GRAZE_OK &&
           graze_table_clear_class(table, mine) == GRAZE_OK);
    EXPECT(graze_table_add_default(table, GRAZE_SIMPLE, record, &alarmed, &quiet) == GRAZE_OK);
    bumped.calls = alarmed.calls = 0;
    bumped.forget = quiet;
    EXPECT(graze_scene_respond(scene, table, &calls) == GRAZE_OK && calls == 4 && bumped.calls == 4 &&
           alarmed.calls == 0);
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_table_forget(table, quiet));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_table_add_known_class(table, ship, quiet));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_table_add_known_pair(table, ship, 77, bump));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_table_override_class(table, 77, GRAZE_SIMPLE, record, &alarmed, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT,
                   graze_table_override_pair(table, ship, mine, GRAZE_SIMPLE, NULL, &alarmed, NULL));
    EXPECT_REFUSED(GRAZE_INVALID_ARGUMENT, graze_table_class_of(NULL, balls[0], &of));
    graze_table_destroy(table);
    graze_scene_destroy(scene);
}
