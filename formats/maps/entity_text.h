/* Entities of a map, from its entities text: class, place, flags. All three kinds of maps have the
 * same text: entities in braces, keys and values in quotes. */
#ifndef FORMATS_MAPS_ENTITY_TEXT_H
#define FORMATS_MAPS_ENTITY_TEXT_H

#include <stdbool.h>
#include <stdint.h>

enum { ENTITY_TEXT_BYTES = 64 };

#define ENTITY_TEXT_FARTHEST 1e6 /* units from the origin: beyond any level */

struct map_entity {
    char class_name[ENTITY_TEXT_BYTES]; /* as in the file, cut; "" = none */
    char message[ENTITY_TEXT_BYTES];    /* likewise */
    bool has_origin;                    /* three numbers within ENTITY_TEXT_FARTHEST */
    float origin[3];
    uint32_t spawn_flags;
    uint32_t model; /* number of the map's submodel ("*n"); 0 = none */
};

/* Reads the entity at *text, which begins at the map's entities (terminated), and moves past it.
 * Text that is none is passed over. False: there are no more. */
bool entity_text_next(const char **text, struct map_entity *entity);

#endif
