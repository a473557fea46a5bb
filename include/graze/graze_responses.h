/* Responses: callbacks for the pairs of a scene that overlap, by classes of objects. */
#ifndef GRAZE_GRAZE_RESPONSES_H
#define GRAZE_GRAZE_RESPONSES_H

#include <graze/graze_scene.h>

/* NOLINTBEGIN(readability-identifier-naming,readability-inconsistent-declaration-parameter-name): the habits
 * of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_table graze_table;
typedef uint32_t graze_class;    /* 0: no class */
typedef uint32_t graze_response; /* 0: no response */

typedef enum graze_response_type {
    GRAZE_SIMPLE = 0,
    GRAZE_WITNESSED = 1,
    GRAZE_DEPTH = 2
} graze_response_type;

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

/* Forgets a response at all levels: its callback is never called again, also in a running round.
 * Its name is not used again. */
graze_result graze_table_forget(graze_table* table, graze_response response);

/* Calls the responses to all pairs that overlap; `calls` may be NULL. */
graze_result graze_scene_respond(graze_scene* scene, const graze_table* table, size_t* calls);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,readability-inconsistent-declaration-parameter-name) */

#endif
