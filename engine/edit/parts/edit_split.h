/* A demo as several that follow one another: each step of it is in one of them.
 *
 * A part that begins with a level is copied byte for byte, and ended as the family ends a demo, if
 * the family's levels are demos; another one is cut (edit_cut.h) and has a note behind its end
 * (part_note.h), with which edit_join makes the demo of its parts again, byte for byte. */
#ifndef ENGINE_EDIT_PARTS_EDIT_SPLIT_H
#define ENGINE_EDIT_PARTS_EDIT_SPLIT_H

#include "engine/edit/edit_cut.h"
#include "formats/parts/part_note.h"

struct edit_split_part {
    struct edit_range range;
    size_t end;  /* byte offset behind its last step */
    bool copied; /* it begins as the demo or a level does */
};

struct edit_split {                /* start from {0} */
    struct edit_split_part *parts; /* owned */
    size_t count, capacity;
    size_t end; /* offset of the step that ends the demo, or where it cannot be read */
    const struct edit_cutter *cutter;
    void *walk;              /* of the cutter; NULL: no part was cut yet */
    struct part_hash before; /* of the bytes in front of the part written last */
};

/* Where parts begin. */
struct edit_split_at {
    const uint32_t *steps; /* numbers of steps, rising, each once */
    size_t num_steps;
    const uint32_t *levels; /* the steps with which levels begin, as above */
    size_t num_levels;
    size_t most; /* bytes of the demo after which the next update begins a part; 0 = no limit */
};

/* Finds the parts, at least one; free with edit_split_free. Returns 0, FORMAT_MEMORY, or another
 * negative code if the demo is damaged: the parts are those up to the damage. Fills err. */
int edit_split_find(const struct demo *demo, const struct edit_split_at *at,
                    struct edit_split *split, struct format_error *err) MUST_CHECK;
void edit_split_free(struct edit_split *split);

/* Writes part i to out, which is empty (caller frees). In rising order the demo is read once.
 * Codes and report as edit_cutter.cut. */
int edit_split_write(const struct demo *demo, struct edit_split *split, size_t i,
                     struct byte_writer *out, struct edit_report *report,
                     struct format_error *err) MUST_CHECK;

#endif
