/* For the files of nq_convert alone. */
#ifndef ENGINE_EDIT_NQ_CONVERT_INTERNAL_H
#define ENGINE_EDIT_NQ_CONVERT_INTERNAL_H

#include "engine/edit/convert_report.h"
#include "engine/netquake/nq_state.h"
#include "formats/base/bytes.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

/* A protocol to convert to: the most that it, or the original client of it, holds. */
struct nq_convert_target {
    int32_t protocol;
    uint32_t flags;    /* NQ_PRFL_* of 999's serverinfo */
    uint32_t names;    /* models; sounds */
    uint32_t frames;   /* of a model: highest number */
    uint32_t entities; /* below it */
    uint32_t statics;
    size_t block; /* bytes of messages */
};

struct nq_converter {
    const struct dem_file *dem;
    const struct nq_convert_target *target;
    struct convert_report *report;
    struct nq_state *state; /* at the end of the block that is being converted */
    struct nq_protocol from, to;
    struct byte_writer block; /* its messages in the target's protocol */
    uint32_t number;          /* of that block */
    size_t offset;            /* of the message that is being converted */
    size_t next_block;        /* offset of what follows the block */
    uint32_t statics;         /* of the level, in the messages up to here */
    float time;               /* of the last update, */
    bool timed;               /* which the block began */
    bool disconnected;
};

/* Notes that the message being converted has something of that kind. */
void nq_convert_found(struct nq_converter *c, enum convert_kind kind, double value);
/* The same if value exceeds most. */
static inline void nq_convert_limit_to(struct nq_converter *c, enum convert_kind kind,
                                       uint32_t value, uint32_t most)
{
    if (value > most) {
        nq_convert_found(c, kind, value);
    }
}

/* Appends a message to the block. */
void nq_convert_put(struct nq_converter *c, const struct nq_message *message);
/* Notes coordinates that the target cannot hold, and how far it moves the others. */
void nq_convert_check_place(struct nq_converter *c, const double origin[3]);

/* nq_convert_message.c: a message of any kind but serverinfo. */
void nq_convert_message(struct nq_converter *c, const struct nq_message *message);

/* nq_convert_entities.c */
/* An update of an entity. */
void nq_convert_update(struct nq_converter *c, const struct nq_entity_update *update);
void nq_convert_baseline(struct nq_converter *c, uint32_t entity,
                         const struct nq_entity_state *looks);
void nq_convert_static(struct nq_converter *c, const struct nq_entity_state *looks);
/* A state's looks as a message's. */
struct nq_entity_state nq_convert_known_looks(const struct nq_baseline *looks);
/* All entities of the state's update, for protocols that sent differences. */
void nq_convert_all_entities(struct nq_converter *c);
/* Clientdata as found, and as the state has it. */
void nq_convert_clientdata(struct nq_converter *c, const struct nq_clientdata *data);
void nq_convert_known_clientdata(struct nq_converter *c);

#endif
