/* Where blocks lie in a demo: what a text of them replaces. For demo_text.c and the families. */
#ifndef ENGINE_EDIT_TEXT_TEXT_PART_H
#define ENGINE_EDIT_TEXT_TEXT_PART_H

#include <stdbool.h>

#include "engine/edit/text/demo_text.h"

struct text_part { /* zero at first, but for the blocks */
    struct demo_text_blocks blocks;
    const uint8_t *data; /* the file; borrowed */
    size_t size;
    size_t begin, end; /* the blocks' bytes in it */
    uint32_t seen;     /* blocks */
};

/* The next block of the demo, which begins at `at`. True if it is in front of the part. */
static inline bool text_part_see(struct text_part *part, size_t at)
{
    const uint32_t number = part->seen++;
    part->begin = number == part->blocks.first ? at : part->begin;
    part->end = number == part->blocks.last + 1 ? at : part->end;
    return number < part->blocks.first;
}

static inline bool text_part_is_found(const struct text_part *part)
{
    return part->seen > part->blocks.last + 1;
}

#endif
