/* Walks over the texts of a demo, one a family; for the files of this folder alone. */
#ifndef ENGINE_EDIT_ANONYMISE_ANON_WALK_H
#define ENGINE_EDIT_ANONYMISE_ANON_WALK_H

#include "engine/edit/anonymise/anon_text.h"
#include "engine/edit/anonymise/anonymise.h"

/* A walk: collects names, or appends the demo with stand-ins to out. Returns 0, FORMAT_MEMORY, or
 * another negative code; fills err. *too_long is set if that is because a text became too long. */
struct anon_walk {
    struct anon_text text;
    struct byte_writer *out;
    struct byte_writer block; /* messages */
    uint64_t voice;           /* left out */
    bool too_long;
};

int anon_walk_netquake(struct anon_walk *walk, const struct demo *demo, struct format_error *err);
int anon_walk_quake3(struct anon_walk *walk, const struct demo *demo, struct format_error *err);
int anon_walk_quakeworld(struct anon_walk *walk, const struct demo *demo, struct format_error *err);

#endif
