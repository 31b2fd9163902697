/* An engine's limits of QuakeWorld messages, checked one message after another. */
#ifndef ENGINE_EDIT_VALIDATE_QW_LIMITS_H
#define ENGINE_EDIT_VALIDATE_QW_LIMITS_H

#include "engine/edit/validate/validate_limits.h"
#include "formats/quakeworld/qw_message.h"

struct qw_limits_place {
    uint32_t block;
    size_t offset;
};

struct qw_limits { /* start from {.check, .protocol}; owns nothing */
    struct validate_check *check;
    struct qw_protocol protocol;
    struct qw_limits_place level; /* of its serverdata */
    uint32_t statics;
    uint32_t sequence;   /* of the last packet that was not dropped, or what was set then */
    uint32_t packet;     /* of the last packet; 0: the last one has none */
    bool models, sounds; /* the level's lists are complete */
    bool entities;       /* it had a full packetentities */
    bool deltas;         /* and changes after it */
    bool in_level, players;
    bool shown; /* any level */
    bool ended, refused;
};

/* Reports what is over a limit in the message and for the level so far; offset: the message's. */
void qw_limits_message(struct qw_limits *limits, const struct qw_message *message, size_t offset);

#endif
