/* The promises of the C interface, as a user's C program against an installed graze. Exit status 0 when all
 * hold. */
#include <graze/graze.h>

#include <math.h>
#include <stdio.h>

int main(void) {
    const double here[7] = {0, 0, 0, 1, 0, 0, 0}; /* x y z, then quaternion w x y z */
    const double there[7] = {0.75, 0, 0, 1, 0, 0, 0};
    graze_shape *cube = NULL, *impossible = NULL;
    graze_scene* scene = graze_scene_create();
    graze_object a, b;
    graze_separation s;
    int broken = 0;
    broken += graze_shape_box(0.5, 0.5, 0.5, &cube) != GRAZE_OK;
    broken += graze_shape_sphere(-1, &impossible) == GRAZE_OK || graze_last_error()[0] == '\0';
    a = graze_scene_add(scene, cube, here);
    b = graze_scene_add(scene, cube, there);
    broken += graze_scene_separation(scene, a, b, &s) != GRAZE_OK;
    broken += !(s.lower <= -0.25 && -0.25 <= s.upper && fabs(s.normal[0] - 1) < 1e-6);
    broken += graze_scene_pair_count(scene) != 1;
    graze_scene_destroy(scene);
    graze_shape_release(cube);
    puts(broken == 0 ? "c_api: all promises hold" : "c_api: a promise is broken");
    return broken == 0 ? 0 : 1;
}
