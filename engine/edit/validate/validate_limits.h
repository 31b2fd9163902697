/* Limits of original engines, and a check's way to report what is over one.
 *
 * Sources: WinQuake and QW/client as released by id (quakedef.h, cl_demo.c, cl_parse.c, cl_ents.c,
 * common.c); QuakeSpasm 0.95.1; ezQuake 3.6.1; ioquake3 (cl_main.c, cl_parse.c, cl_cgame.c, msg.c,
 * cg_snapshot.c). */
#ifndef ENGINE_EDIT_VALIDATE_VALIDATE_LIMITS_H
#define ENGINE_EDIT_VALIDATE_VALIDATE_LIMITS_H

#include "engine/edit/validate/validate.h"

/* An engine as the player of one family: a column of the table. */
enum validate_client {
    CLIENT_NQ_ID,
    CLIENT_NQ_QUAKESPASM,
    CLIENT_NQ_EZQUAKE,
    CLIENT_QW_ID,
    CLIENT_QW_EZQUAKE,
    CLIENT_Q3_IOQUAKE3,
    VALIDATE_CLIENTS
};

enum validate_rule {
    RULE_FAMILY,
    RULE_CONTAINER,
    RULE_TRACK_LINE,
    RULE_BLOCK_SIZE,
    RULE_EMPTY_BLOCK,
    RULE_BAD_BLOCK,
    RULE_TORN_BLOCK,
    RULE_NO_END,
    RULE_AFTER_END,
    RULE_BAD_MESSAGE,
    RULE_UNKNOWN_MESSAGE,
    RULE_PROTOCOL,
    RULE_EXTENSION,
    RULE_NO_LEVEL,
    RULE_SIGN_ON_ORDER,
    RULE_SIGN_ON,
    RULE_RECONNECT,
    RULE_PLAYERS,
    RULE_SLOT,
    RULE_MODELS,
    RULE_SOUNDS,
    RULE_MODEL,
    RULE_SOUND,
    RULE_MODEL_NAME,
    RULE_SOUND_NAME,
    RULE_ENTITY,
    RULE_SOUND_ENTITY,
    RULE_VIEW_ENTITY,
    RULE_STATIC_ENTITIES,
    RULE_COLORMAP,
    RULE_STAT,
    RULE_LIGHTSTYLE,
    RULE_STYLE_LENGTH,
    RULE_NAME_LENGTH,
    RULE_TEXT_LENGTH,
    RULE_TEXT_END,
    RULE_ITEMS,
    RULE_DROPPED,
    RULE_SEQUENCE,
    RULE_TIME,
    RULE_DELTA_BASE,
    RULE_DELTAS,
    RULE_PACKET_ENTITIES,
    RULE_TINT,
    RULE_SERVERINFO,
    RULE_CONFIGSTRINGS,
    VALIDATE_RULES
};

struct validate_check {
    enum validate_client client;
    validate_found_fn found; /* may be NULL */
    void *context;
    struct validate_report *report;
    uint32_t block; /* being checked */
};

/* Reports `value` at that offset if it is over the client's limit of the rule. Rules of what is or
 * is not there have the limit 0, and value is 1. Returns true if it is over and a refusal. */
bool validate_limit(struct validate_check *check, enum validate_rule rule, size_t offset,
                    int64_t value);

/* The checks of each family; as validate_demo. */
int validate_netquake(struct validate_check *check, const struct demo *demo,
                      struct format_error *err) MUST_CHECK;
int validate_quakeworld(struct validate_check *check, const struct demo *demo,
                        struct format_error *err) MUST_CHECK;
int validate_quake3(struct validate_check *check, const struct demo *demo,
                    struct format_error *err) MUST_CHECK;

#endif
