/* Where a QuakeWorld demo's first level goes from what a server sends once to what it sends all the
 * time. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_ENTRY_H
#define ENGINE_EDIT_QUAKEWORLD_QW_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/quakeworld/quakeworld.h"

struct qw_entry {
    size_t begin;  /* offset behind the sign-on: behind the block with the "skins" text, or in a
                      .qwd behind the sequence numbers that follow it; where a .mvd has no such text
                      before its first update, of the block with the first players or entities */
    size_t update; /* offset of the last block of the first update at or behind `begin` */
};

/* false: the demo has no such update, or is damaged before, or another level begins before. */
bool qw_entry_find(const struct qw_demo *demo, struct qw_entry *entry);

#endif
