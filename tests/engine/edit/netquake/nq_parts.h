/* NetQuake demos played update by update, for tests of their parts. */
#ifndef TESTS_ENGINE_EDIT_NETQUAKE_NQ_PARTS_H
#define TESTS_ENGINE_EDIT_NETQUAKE_NQ_PARTS_H

#include <criterion/criterion.h>
#include <stdbool.h>

#include "engine/netquake/nq_state.h"
#include "formats/netquake/dem.h"

struct nq_play {
    struct dem_file dem;
    struct nq_state *state; /* owned */
    size_t pos;
};

/* The bytes are borrowed. */
static inline struct nq_play nq_play_open(const uint8_t *data, size_t size)
{
    struct nq_play p = {.state = nq_state_create()};
    cr_assert_eq(dem_open(&p.dem, data, size, NULL), 0);
    p.pos = p.dem.first_block;
    return p;
}

/* To the next update in the game; false at the end. */
static inline bool nq_play_next(struct nq_play *p)
{
    struct dem_block block;
    while (!nq_state_disconnected(p->state) && dem_next_block(&p->dem, &p->pos, &block, NULL) > 0) {
        const uint32_t before = p->state->updates;
        cr_assert_eq(nq_state_apply_block(&p->state, &p->dem, &block, NULL), 0);
        if (p->state->updates != before && nq_state_in_game(p->state)) {
            return true;
        }
    }
    return false;
}

#endif
