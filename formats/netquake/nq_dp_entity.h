/* Entities in DarkPlaces' protocols 3502 to 3504 (DP5 to DP7): message 57, changes of each entity's
 * last state.
 *
 * Source: DarkPlaces protocol.h (E5_*), cl_ents5.c (EntityFrame5_CL_ReadFrame,
 * EntityState5_ReadUpdate). Nothing is owned: lists and skeletons point into the decoded bytes.
 * What is decoded is encoded to the same bytes. */
#ifndef FORMATS_NETQUAKE_NQ_DP_ENTITY_H
#define FORMATS_NETQUAKE_NQ_DP_ENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

struct nq_protocol;

/* Mask bits of an update. */
#define NQ_E5_CREATE                                                                               \
    (1u << 0) /* from the default state; without it an entity not there stays so                   \
               */
#define NQ_E5_ORIGIN (1u << 1)
#define NQ_E5_ANGLES (1u << 2)
#define NQ_E5_MODEL (1u << 3)
#define NQ_E5_FRAME (1u << 4)
#define NQ_E5_SKIN (1u << 5)
#define NQ_E5_EFFECTS (1u << 6)
#define NQ_E5_EXTEND1 (1u << 7) /* bits 8 to 15 are there */
#define NQ_E5_FLAGS (1u << 8)
#define NQ_E5_ALPHA (1u << 9)
#define NQ_E5_SCALE (1u << 10)
#define NQ_E5_ORIGIN32 (1u << 11) /* the origin as floats */
#define NQ_E5_ANGLES16 (1u << 12)
#define NQ_E5_MODEL16 (1u << 13)
#define NQ_E5_COLORMAP (1u << 14)
#define NQ_E5_EXTEND2 (1u << 15) /* bits 16 to 23 are there */
#define NQ_E5_TAG (1u << 16)
#define NQ_E5_LIGHT (1u << 17)
#define NQ_E5_GLOW (1u << 18)
#define NQ_E5_EFFECTS16 (1u << 19)
#define NQ_E5_EFFECTS32 (1u << 20)
#define NQ_E5_FRAME16 (1u << 21)
#define NQ_E5_COLORMOD (1u << 22)
#define NQ_E5_EXTEND3 (1u << 23) /* bits 24 to 31 are there */
#define NQ_E5_GLOWMOD (1u << 24)
#define NQ_E5_SKELETON (1u << 25)
#define NQ_E5_TRAIL (1u << 26)

/* Fields that the mask does not name are zero. */
struct nq_dp_entity {
    uint32_t mask; /* NQ_E5_* as found */
    uint8_t flags; /* RENDER_*: 1 moves in steps, 4 view model, 8 exterior, 32 own colours */
    double origin[3];
    float angles[3]; /* degrees */
    uint16_t model;
    uint16_t frame;
    uint8_t skin;
    uint8_t colormap;
    uint32_t effects;
    uint8_t alpha; /* in 1/255 */
    uint8_t scale; /* in 1/16 */
    uint16_t tag_entity;
    uint8_t tag;
    uint8_t light_style;
    uint8_t light_flags;
    uint16_t light[4];
    uint8_t glow_size; /* in 4 units */
    uint8_t glow_color;
    uint8_t colormod[3]; /* in 1/32 */
    uint8_t glowmod[3];
    uint16_t trail;          /* number of a named effect */
    const uint8_t *skeleton; /* as found, with its first byte; NULL without */
    uint32_t skeleton_size;
};

struct nq_dp_entry {
    uint16_t number;
    bool removed; /* no update follows: entity is not set */
    struct nq_dp_entity entity;
};

/* The entries of message 57. */
struct nq_dp_entities {
    int32_t frame;
    int32_t input;        /* number of the last input; DP7 only */
    const uint8_t *bytes; /* as found, without the word that ends them */
    uint32_t size;
    uint32_t updates, removals; /* entries of each kind */
};

/* Reads the next entry: 1; 0 = the word that ends them was read; FORMAT_BAD for bits that no engine
 * has, FORMAT_TRUNCATED past the end: err->offset counts from r's data. */
int nq_dp_entry_read(struct byte_reader *r, struct nq_dp_entry *entry,
                     struct format_error *err) MUST_CHECK;
/* Appends an entry. Adds the mask's EXTEND bits that later bits need. */
void nq_dp_entry_write(const struct nq_dp_entry *entry, struct byte_writer *out);

/* Reads message 57 from behind its id to its end. 0 or as nq_dp_entry_read. */
int nq_dp_entities_read(const struct nq_protocol *protocol, struct byte_reader *r,
                        struct nq_dp_entities *entities, struct format_error *err) MUST_CHECK;
/* Appends it, without its id. */
void nq_dp_entities_write(const struct nq_protocol *protocol, const struct nq_dp_entities *entities,
                          struct byte_writer *out);

#endif
