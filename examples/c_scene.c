/* The same library from C: a scene, a response, a distance. */
#include <graze/graze.h>

#include <stdio.h>

static graze_continue report(void* data, const graze_encounter* encounter) {
    (void)data;
    printf("objects %u and %u overlap by %.3f\n", encounter->a.index, encounter->b.index,
           -encounter->separation->upper);
    return GRAZE_GO_ON;
}

int main(void) {
    const double here[7] = {0, 0, 0, 1, 0, 0, 0}, beside[7] = {0.75, 0, 0, 1, 0, 0, 0};
    graze_scene* scene = graze_scene_create();
    graze_table* table = graze_table_create();
    graze_shape* crate = NULL;
    size_t calls = 0;
    if (graze_shape_box(0.5, 0.5, 0.5, &crate) != GRAZE_OK) {
        fprintf(stderr, "%s\n", graze_last_error());
        return 1;
    }
    graze_scene_add(scene, crate, here);
    graze_scene_add(scene, crate, beside);
    graze_table_add_default(table, GRAZE_DEPTH, report, NULL, NULL);
    graze_scene_respond(scene, table, &calls);
    graze_shape_release(crate);
    graze_table_destroy(table);
    graze_scene_destroy(scene);
    return calls == 1 ? 0 : 1;
}
