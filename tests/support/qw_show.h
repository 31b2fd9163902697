/* A synthetic QuakeWorld demo that contains everything that info prints, as a .qwd or a .mvd, with
 * any extensions: two players and a spectator, a stuffed command, blocks of all kinds.
 *
 * After the signon there are 16 frames 1/16 s apart; the moving player (slot 0) is at x = 8 times
 * the frame's number. A .qwd has a gap of 6 s before frame 8, of which the player skips one, and is
 * recorded by the spectator (slot 1). */
#ifndef TESTS_SUPPORT_QW_SHOW_H
#define TESTS_SUPPORT_QW_SHOW_H

#include "formats/base/bytes.h"
#include "formats/quakeworld/qw_message.h"

enum {
    QW_SHOW_FRAMES = 16,
    QW_SHOW_QWD_BLOCKS = 42, /* signon 4, set, two of each frame, one outside the game, runt, end */
    QW_SHOW_MVD_BLOCKS = 39  /* signon 3, two of each frame, hidden ones, set, single, end */
};

#define QW_SHOW_QWD_LENGTH (14 / 16.0 + 5.0)
#define QW_SHOW_MVD_LENGTH (15 * 0.062)

/* Appends the demo. */
void qw_show_write(struct byte_writer *out, const struct qw_protocol *protocol);

#endif
