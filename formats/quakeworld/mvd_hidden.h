/* Messages of a .mvd's hidden blocks: data of MVDSV and KTX for tools.
 *
 * Source: KTX (g_consts.h), MVDSV (sv_demo.c, sv_user.c), and real demos. Each message is a uint32
 * size, a uint16 type and `size` bytes. Blocks of another form are in real files: such a block is
 * no list of messages, and nothing of it is to be believed. */
#ifndef FORMATS_QUAKEWORLD_MVD_HIDDEN_H
#define FORMATS_QUAKEWORLD_MVD_HIDDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum mvd_hidden_type {
    MVD_HIDDEN_COMMAND = 1,    /* what a player's client sent */
    MVD_HIDDEN_STATISTICS = 3, /* a piece of KTX's JSON */
    MVD_HIDDEN_DAMAGE = 7      /* who hurt whom */
};

enum {
    MVD_HIDDEN_HEADER = 6, /* bytes: uint32 size, uint16 type */
    MVD_HIDDEN_NUMBER = 2  /* bytes of a piece's number, before its text; the last piece has 0 */
};

struct mvd_hidden { /* data is borrowed from the block */
    uint16_t type;
    const uint8_t *data;
    uint32_t size;
};

/* Reads the message at *pos (0 at first) and advances *pos. 1 = a message, 0 = the block's end,
 * FORMAT_BAD = another form. */
int mvd_hidden_next(const uint8_t *data, size_t size, size_t *pos,
                    struct mvd_hidden *message) MUST_CHECK;

/* True if the whole block is a list of messages. */
bool mvd_hidden_is_list(const uint8_t *data, size_t size);

struct mvd_hidden_command {
    uint8_t player; /* slot, 0..255 as found */
    uint8_t msec;
    float angles[3];
    int16_t move[3]; /* forward, side, up */
    uint8_t buttons; /* as struct qwd_cmd has them */
    uint8_t impulse;
};

/* False: the message is no command, or too short for one. */
bool mvd_hidden_read_command(const struct mvd_hidden *message, struct mvd_hidden_command *command);

struct mvd_hidden_damage {
    uint16_t kind;             /* of death; bit 15: by splash */
    uint16_t attacker, victim; /* entities: players have 1..32 */
    int16_t points;            /* of damage, as found */
};

/* Likewise. */
bool mvd_hidden_read_damage(const struct mvd_hidden *message, struct mvd_hidden_damage *damage);

#endif
