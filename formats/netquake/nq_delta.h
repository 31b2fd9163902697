/* An entity update of FTE's replacement deltas (FTE2 bit 3), the default of QuakeSpasm-Spiked and
 * vkQuake: a mask, then the fields it names, in one order for updates, baselines and static
 * entities.
 *
 * Source: FTE's specs/replacementdeltas.txt; QuakeSpasm-Spiked MSGFTE_WriteEntityUpdate and
 * CLFTE_ReadDelta. Coordinates and angles are as wide as in the protocol below it.
 * Bones point into the decoded bytes; nothing is owned. What is decoded is encoded to the same
 * bytes. */
#ifndef FORMATS_NETQUAKE_NQ_DELTA_H
#define FORMATS_NETQUAKE_NQ_DELTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

struct nq_protocol;

/* Mask bits of an update (UF_*). */
#define NQ_D_FRAME (1u << 0)
#define NQ_D_ORIGIN_XY (1u << 1)
#define NQ_D_ORIGIN_Z (1u << 2)
#define NQ_D_ANGLES_XZ (1u << 3) /* pitch and roll */
#define NQ_D_ANGLE_Y (1u << 4)
#define NQ_D_EFFECTS (1u << 5) /* alone: one byte; with EFFECTS2: four */
#define NQ_D_PREDICTION (1u << 6)
#define NQ_D_MORE1 (1u << 7) /* bits 8 to 15 are there */
#define NQ_D_RESET (1u << 8) /* from the baseline, not from the last state */
#define NQ_D_WIDE (1u << 9)  /* frame, model, skin and model2 have 16 bits */
#define NQ_D_MODEL (1u << 10)
#define NQ_D_SKIN (1u << 11)
#define NQ_D_COLORMAP (1u << 12)
#define NQ_D_SOLID (1u << 13)
#define NQ_D_FLAGS (1u << 14)
#define NQ_D_MORE2 (1u << 15) /* bits 16 to 23 are there */
#define NQ_D_ALPHA (1u << 16)
#define NQ_D_SCALE (1u << 17)
#define NQ_D_BONES (1u << 18)
#define NQ_D_DRAWFLAGS (1u << 19)
#define NQ_D_TAG (1u << 20)
#define NQ_D_LIGHT (1u << 21)
#define NQ_D_TRAIL (1u << 22)
#define NQ_D_MORE3 (1u << 23) /* bits 24 to 31 are there */
#define NQ_D_COLORMOD (1u << 24)
#define NQ_D_GLOW (1u << 25)
#define NQ_D_FATNESS (1u << 26)
#define NQ_D_MODEL2 (1u << 27)
#define NQ_D_GRAVITY (1u << 28)
#define NQ_D_EFFECTS2 (1u << 29)   /* alone: two bytes */
#define NQ_D_FRAME_TIME (1u << 30) /* vkQuake */

/* Flags of a prediction block (UFP_*). */
enum {
    NQ_DP_MOVE = 1 << 0, /* three bits, one for each number */
    NQ_DP_MOVE_TYPE = 1 << 3,
    NQ_DP_VELOCITY_XY = 1 << 4,
    NQ_DP_VELOCITY_Z = 1 << 5,
    NQ_DP_MSEC = 1 << 6,
    NQ_DP_VIEW = 1 << 7 /* with PREDINFO: view angles; without: the weapon's frame */
};

/* Flags of an entity (EFLAGS_*). */
enum {
    NQ_DF_STEP = 1 << 0, /* moves in steps of its thinking */
    NQ_DF_VIEW_MODEL = 1 << 2,
    NQ_DF_EXTERIOR = 1 << 3,
    NQ_DF_COLORMAPPED = 1 << 5, /* the colormap is shirt << 4 | trousers */
    NQ_DF_ON_GROUND = 1 << 7
};

enum {
    NQ_DELTA_OPAQUE = 255,   /* alpha: as the model's kind has it; else opacity in 1/254 */
    NQ_DELTA_COLORMOD = 32,  /* each channel in 1/32 */
    NQ_DELTA_TRAIL = 0x3fff, /* the effect's number in `trail` */
    NQ_DELTA_EMIT = 0x8000   /* in `trail`: `emit` is there */
};

struct nq_prediction {
    uint8_t flags; /* NQ_DP_* */
    uint8_t move_type;
    uint8_t msec;
    int16_t moves[3];
    int16_t velocity[3];   /* 1/8 unit per second */
    int16_t view[3];       /* pitch, yaw, roll as in their messages: 360/65536 degrees */
    uint16_t weapon_frame; /* its one or two bytes as found */
};

/* Fields that the mask does not name are zero. */
struct nq_delta {
    uint32_t mask; /* NQ_D_* as found */
    uint16_t frame;
    uint16_t model;
    uint16_t model2;
    int16_t skin;
    double origin[3];
    float angles[3];
    uint32_t effects;
    struct nq_prediction prediction;
    uint8_t colormap;
    uint8_t solid_code; /* NEWSIZEENCODING: which size `solid` has */
    uint32_t solid;
    uint8_t flags; /* NQ_DF_* */
    uint8_t alpha;
    uint8_t scale;
    uint8_t draw_flags;
    uint8_t draw_light;
    uint8_t tag_index;
    bool tag_wide; /* the number took three bytes */
    uint32_t tag_entity;
    uint16_t light[4];
    uint8_t light_style;
    uint8_t light_flags;
    uint16_t trail; /* NQ_DELTA_TRAIL, NQ_DELTA_EMIT */
    uint16_t emit;
    uint8_t colormod[3];
    uint8_t glow[5]; /* size/4, colour, three channels in 1/32 */
    uint8_t fatness;
    uint8_t gravity[2];
    uint16_t frame_time;  /* not 0: the frame lasts that many ms less one */
    const uint8_t *bones; /* as found, with their first byte */
    uint32_t bones_size;
};

/* An entity of message 86. */
struct nq_delta_entry {
    uint32_t entity; /* 22 bits; 0 removed: all entities */
    bool wide;       /* the number took three bytes */
    bool removed;    /* no update follows: delta is not set */
    struct nq_delta delta;
};

/* The entities of message 86. */
struct nq_deltas {
    uint16_t input; /* number of the last input; PREDINFO only */
    float time;
    const uint8_t *bytes; /* the entries as found, without the word that ends them */
    uint32_t size;
    uint32_t updates, removals; /* entries of each kind */
};

/* Reads the update at r. 0; FORMAT_BAD for what no engine reads, FORMAT_TRUNCATED past the end:
 * err->offset counts from r's data. */
int nq_delta_read(const struct nq_protocol *protocol, struct byte_reader *r, struct nq_delta *delta,
                  struct format_error *err) MUST_CHECK;

/* Appends the update. Adds the mask's MORE bits that later bits need. */
void nq_delta_write(const struct nq_protocol *protocol, const struct nq_delta *delta,
                    struct byte_writer *out);

/* Reads the next entry of message 86: 1; 0 = the word that ends them was read; negative as
 * nq_delta_read. */
int nq_delta_next(const struct nq_protocol *protocol, struct byte_reader *r,
                  struct nq_delta_entry *entry, struct format_error *err) MUST_CHECK;

/* Appends an entry; a removed 0 without wide is "remove all". */
void nq_delta_entry_write(const struct nq_protocol *protocol, const struct nq_delta_entry *entry,
                          struct byte_writer *out);

/* Reads all entries up to the word that ends them, which is taken, too, into *deltas (bytes,
 * size and counts). Codes as nq_delta_read. */
int nq_deltas_read(const struct nq_protocol *protocol, struct byte_reader *r,
                   struct nq_deltas *deltas, struct format_error *err) MUST_CHECK;

/* Entity numbers outside message 86: 16 bits, of which bit 15 announces a third byte, the number's
 * lowest (QuakeSpasm-Spiked MSG_ReadEntity). */
static inline uint32_t nq_number_read(struct byte_reader *r, bool *wide)
{
    uint32_t number = byte_reader_u16(r);
    *wide = (number & 0x8000u) != 0;
    return *wide ? (number & 0x7fffu) << 8 | byte_reader_u8(r) : number;
}

static inline void nq_number_write(struct byte_writer *out, uint32_t number, bool wide)
{
    if (wide || number > 0x7fff) {
        byte_writer_u16(out, number >> 8 | 0x8000u);
        byte_writer_u8(out, number);
    } else {
        byte_writer_u16(out, number);
    }
}

#endif
