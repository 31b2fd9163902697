/* Shared by the files of the QuakeWorld simulator; not for other modules. */
#ifndef ENGINE_QUAKEWORLD_QW_APPLY_H
#define ENGINE_QUAKEWORLD_QW_APPLY_H

#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_state.h"

/* Context of a message handler. */
struct qw_apply {
    struct qw_state **state; /* may move while handling */
    const struct qw_demo *demo;
    struct qw_protocol protocol; /* to decode the entries of entity lists */
    uint32_t listeners;          /* bit n: the message is for player n */
    size_t offset;               /* message, in the demo file */
    bool frame_begun;            /* .qwd: by this packet */
    struct stufftext *stuffed;
    struct demo_sounds *sounds; /* NULL = emit no sounds */
    struct format_error *err;
};

/* Seed of the message's effects: when it came and how many came before it at that time, which a
 * part of the demo has, too. */
static inline uint32_t qw_apply_seed(const struct qw_apply *apply)
{
    return dmath_hash(qw_time_seed(*apply->state), (*apply->state)->effect_messages, 0);
}

int qw_reject_number(const struct qw_apply *apply, const char *what, uint32_t number) MUST_CHECK;

/* Sanitise values from the demo. A coordinate is clamped to +-1e9, NaN becomes 0; an angle beyond
 * +-1e6, or NaN, becomes 0. */
static inline float qw_clean_coord(float value)
{
    if (!(fabsf(value) <= 1e9f)) {
        return isnan(value) ? 0.0f : value > 0.0f ? 1e9f : -1e9f;
    }
    return value;
}

static inline float qw_clean_angle(float value)
{
    return fabsf(value) <= 1e6f ? value : 0.0f;
}

static inline void qw_clean_origin(float to[3], const float from[3])
{
    for (int i = 0; i < 3; i++) {
        to[i] = qw_clean_coord(from[i]);
    }
}

/* demo_sound.audience of a sound that only the message's players hear. */
static inline uint32_t qw_audience(const struct qw_apply *apply)
{
    return (*apply->state)->is_mvd && apply->listeners != QW_EVERYBODY ? apply->listeners : 0;
}

/* Finds the next player of the audience at slot *player or above: true with *player set. Every
 * message of a .qwd is for the recorder. Start with *player = 0, continue with *player + 1. */
static inline bool qw_next_viewer(const struct qw_apply *apply, uint32_t *player)
{
    const struct qw_state *s = *apply->state;
    if (!s->is_mvd) {
        const bool first = *player <= s->recorder && s->recorder < QW_PLAYERS;
        *player = s->recorder;
        return first;
    }
    while (*player < QW_PLAYERS && !(apply->listeners >> *player & 1)) {
        (*player)++;
    }
    return *player < QW_PLAYERS;
}

/* qw_update.c */
/* Before a block that comes behind a complete update. */
void qw_update_open(struct qw_state *state);
/* Something of a frame came: the first in its packet (.qwd) or since the last update (.mvd). */
void qw_frame_begin(struct qw_apply *apply);
/* Behind the last block of one time. */
int qw_update_complete(struct qw_state **state) MUST_CHECK;

/* qw_entities.c */
int qw_apply_baseline(const struct qw_apply *apply, const struct qw_message *message) MUST_CHECK;
int qw_apply_static(const struct qw_apply *apply, const struct qw_message *message) MUST_CHECK;
int qw_apply_static_sound(const struct qw_apply *apply,
                          const struct qw_message *message) MUST_CHECK;
int qw_apply_entities(const struct qw_apply *apply, const struct qw_message *message) MUST_CHECK;
int qw_apply_nails(const struct qw_apply *apply, const struct qw_nails *nails) MUST_CHECK;

/* qw_players.c */
int qw_apply_playerinfo(const struct qw_apply *apply, const struct qw_playerinfo *info) MUST_CHECK;
int qw_apply_mvd_playerinfo(const struct qw_apply *apply,
                            const struct qw_mvd_playerinfo *info) MUST_CHECK;
/* Scoreboard data of a player. */
int qw_apply_score(const struct qw_apply *apply, const struct qw_message *message) MUST_CHECK;
int qw_apply_userinfo(const struct qw_apply *apply, const struct qw_message *message) MUST_CHECK;
int qw_apply_stat(const struct qw_apply *apply, uint8_t stat, int32_t value) MUST_CHECK;
void qw_count_stat(const struct qw_apply *apply, enum qw_stat stat);
int qw_apply_setangle(const struct qw_apply *apply, uint8_t player) MUST_CHECK;
void qw_apply_command(struct qw_state *state, const struct qwd_cmd *command);

/* qw_events.c */
int qw_add_event(struct qw_state **state, const struct effect_event *event) MUST_CHECK;
int qw_apply_temp_entity(const struct qw_apply *apply,
                         const struct qw_temp_entity *from) MUST_CHECK;
int qw_apply_muzzle_flash(const struct qw_apply *apply, uint16_t entity) MUST_CHECK;
void qw_apply_damage(const struct qw_apply *apply, const struct qw_message *message);
void qw_apply_kick(const struct qw_apply *apply, float pitch);
void qw_apply_bonus(const struct qw_apply *apply);

/* qw_sounds.c */
int qw_apply_sounds(const struct qw_apply *apply, const struct qw_names *names) MUST_CHECK;
/* Call after applying a message: appends its sound events to apply->sounds. */
int qw_listen(const struct qw_apply *apply, const struct qw_message *message) MUST_CHECK;

/* qw_text.c */
void qw_apply_print(const struct qw_apply *apply, uint8_t level, const char *text);
void qw_apply_center_print(const struct qw_apply *apply, const char *text);
int qw_apply_stufftext(const struct qw_apply *apply, const char *text) MUST_CHECK;
int qw_end_stufftext(const struct qw_apply *apply) MUST_CHECK;
/* Before a block's messages: runs what waited for the frames up to it. */
int qw_step_stufftext(const struct qw_apply *apply) MUST_CHECK;
void qw_apply_serverinfo(struct qw_state *state, const char *key, const char *value);

/* qw_view_step.c */
/* Carries what each player's view remembers (flashes, the smoothing of stairs) to the update that
 * is complete. */
void qw_view_step(struct qw_state *state);

#endif
