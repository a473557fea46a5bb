/* A mesh over a vertex array of the program's: the same floats are drawn and tested, and one notice moves the
 * mesh in every scene that has it. */
#include <graze/graze.h>

#include <stdio.h>

typedef struct vertex {
    float position[3];
    float normal[3];
} vertex;

int main(void) {
    vertex tent[4] = {{{0, 0, 0}, {0}}, {{1, 0, 0}, {0}}, {{0, 1, 0}, {0}}, {{0, 0, 1}, {0}}};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const double here[7] = {0, 0, 0, 1, 0, 0, 0}, above[7] = {0, 0, 2, 1, 0, 0, 0};
    const graze_mesh_options in_place = {GRAZE_SOLID, 1, 0, 1};
    graze_vertex_view view;
    graze_scene *indoors = graze_scene_create(), *outdoors = graze_scene_create();
    graze_shape *mesh = NULL, *ball = NULL;
    view.pointer = tent[0].position;
    view.stride = sizeof(vertex);
    view.count = 4;
    view.scalar = GRAZE_FLOAT32;
    if (graze_shape_mesh_view(&view, faces, 4, &in_place, &mesh) != GRAZE_OK ||
        graze_shape_sphere(0.5, &ball) != GRAZE_OK) {
        fprintf(stderr, "%s\n", graze_last_error());
        return 1;
    }
    graze_scene_add(indoors, mesh, here);
    graze_scene_add(indoors, ball, above);
    graze_scene_add(outdoors, mesh, here);
    graze_scene_add(outdoors, ball, above);
    printf("%zu and %zu pairs overlap\n", graze_scene_pair_count(indoors), graze_scene_pair_count(outdoors));
    tent[3].position[2] = 1.75F; /* grows */
    if (graze_shape_deform(mesh, &view) != GRAZE_OK) {
        fprintf(stderr, "%s\n", graze_last_error());
        return 1;
    }
    printf("%zu and %zu pairs overlap\n", graze_scene_pair_count(indoors), graze_scene_pair_count(outdoors));
    {
        const int both = graze_scene_pair_count(indoors) == 1 && graze_scene_pair_count(outdoors) == 1;
        graze_shape_release(mesh);
        graze_shape_release(ball);
        graze_scene_destroy(indoors);
        graze_scene_destroy(outdoors);
        return both ? 0 : 1;
    }
}
