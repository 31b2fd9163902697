/* A synthetic NetQuake demo that contains everything that a scan lists and info prints: a
 * deathmatch level with frags, chat, a pickup, a kill, a secret and a death, then a single player
 * level.
 *
 * First level: 20 updates 1/16 s apart from server time 10 s, with a gap of 5 s before number 10,
 * of which 0.1 s is played. Second level: 10 updates from server time 1 s, starting 0.1 s of play
 * after the first level's end. */
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

#define NQ_SHOW_LENGTH 1.8875 /* seconds of play; 6.6875 s of server time */

struct nq_show_event {
    double time;
    enum demo_event_kind kind;
    const char *text;
};
/* The events that the timeline must have. Ends with a NULL text. */
extern const struct nq_show_event nq_show_events[];

double nq_show_time(uint32_t update); /* seconds of play */
uint32_t nq_show_block(uint32_t update);
/* x coordinate of the moving entity. Its y is 0, its z 24. */
double nq_show_place(uint32_t update);

/* Appends the demo. flags: NQ_PRFL_* of protocol 999. blocks: offsets of the blocks in out, or
 * NULL. */
void nq_show_write(struct byte_writer *out, int32_t version, uint32_t flags,
                   size_t blocks[NQ_SHOW_BLOCKS]);

#endif
