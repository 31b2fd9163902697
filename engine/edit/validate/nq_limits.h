/* An engine's limits of NetQuake messages, checked one message after another. */
#ifndef ENGINE_EDIT_VALIDATE_NQ_LIMITS_H
#define ENGINE_EDIT_VALIDATE_NQ_LIMITS_H

#include "engine/edit/validate/validate_limits.h"
#include "formats/netquake/nq_message.h"

struct nq_limits_place {
    uint32_t block;
    size_t offset;
};

struct nq_limits { /* nq_limits_begin; free with nq_limits_end */
    struct validate_check *check;
    struct nq_protocol protocol;
    struct nq_limits_place level;     /* of its serverinfo */
    struct nq_limits_place reconnect; /* the last one */
    uint8_t *colormaps;               /* of baselines */
    int max_clients, sign_on;
    uint32_t statics;
    bool in_level, updated, reconnects;
    bool shown; /* any level */
    bool ended; /* by a disconnect */
    bool refused;
};

/* check must outlive *limits. Returns 0 or FORMAT_MEMORY. */
int nq_limits_begin(struct nq_limits *limits, struct validate_check *check,
                    const struct nq_protocol *protocol) MUST_CHECK;
void nq_limits_end(struct nq_limits *limits);

/* Reports what is over a limit in the message and for the level so far; offset: the message's. */
void nq_limits_message(struct nq_limits *limits, const struct nq_message *message, size_t offset);

#endif
