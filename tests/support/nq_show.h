/* A written NetQuake demo with something of everything that a scan lists and info tells: a
 * deathmatch level with frags, chat, a pickup, a kill, a secret and a death, then a level of a
 * single player's.
 *
 * The first level: 20 updates 1/16 s apart from 10 s of the server's clock on, with 5 s before
 * number 10, of which 0.1 s is played. The second one: 10 updates from 1 s on, 0.1 s of play behind
 * the first level's end. */
#ifndef TESTS_SUPPORT_NQ_SHOW_H
#define TESTS_SUPPORT_NQ_SHOW_H

#include "engine/family/demo_events.h"
#include "formats/base/bytes.h"
#include "formats/netquake/nq_message.h"

enum {
    NQ_SHOW_FIRST = 20,
    NQ_SHOW_SECOND = 10,
    NQ_SHOW_UPDATES = NQ_SHOW_FIRST + NQ_SHOW_SECOND,
    NQ_SHOW_BLOCKS = NQ_SHOW_UPDATES + 3, /* two signons, and the goodbye */
    NQ_SHOW_TRACK = 7
};

#define NQ_SHOW_LENGTH 1.8875 /* seconds of play; of the server's clock 6.6875 */

struct nq_show_event {
    double time;
    enum demo_event_kind kind;
    const char *text;
};
/* What happens, as the timeline is to have it. Ends with a NULL text. */
extern const struct nq_show_event nq_show_events[];

double nq_show_time(uint32_t update); /* seconds of play */
uint32_t nq_show_block(uint32_t update);
/* Where the marching entity is, along x. Its z is 24, its y 0. */
double nq_show_place(uint32_t update);

/* Appends the demo. flags: NQ_PRFL_* of protocol 999. blocks: offsets of the blocks in out, or
 * NULL. */
void nq_show_write(struct byte_writer *out, int32_t version, uint32_t flags,
                   size_t blocks[NQ_SHOW_BLOCKS]);

#endif
