#include "engine/edit/quakeworld/qw_changes.h"

#include <math.h>
#include <string.h>

#include "engine/edit/quakeworld/qw_known.h"
#include "engine/edit/quakeworld/qw_start_packets.h"

static bool is_same(struct edit_bytes a, struct edit_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool are_same(const struct edit_list *a, const struct edit_list *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        same = is_same(a->items[i], b->items[i]);
    }
    return same;
}

/* --- whether it can be told ---------------------------------------------------------------------
 */

/* Speeds that messages change are told. */
static bool is_same_server(const struct qw_state *a, const struct qw_state *b)
{
    struct qw_movevars vars = a->movevars;
    vars.max_speed = b->movevars.max_speed;
    vars.ent_gravity = b->movevars.ent_gravity;
    return memcmp(&vars, &b->movevars, sizeof(vars)) == 0 &&
           a->protocol_version == b->protocol_version && a->ftex == b->ftex && a->fte2 == b->fte2 &&
           a->mvd1 == b->mvd1 && strcmp(a->game_dir, b->game_dir) == 0;
}

static const char *name_at(const struct qw_demo *demo, uint32_t offset)
{
    return offset > 0 ? (const char *)demo->data + offset : "";
}

static bool has_same_models(const struct qw_start *a, const struct qw_start *b)
{
    const uint32_t count = a->state->arrays[QW_MODELS].count;
    bool same = count == b->state->arrays[QW_MODELS].count &&
                is_same(a->known->view_weapons, b->known->view_weapons);
    for (uint32_t i = 0; same && i < count; i++) {
        same = strcmp(name_at(a->demo, qw_models(a->state)[i].offset),
                      name_at(b->demo, qw_models(b->state)[i].offset)) == 0;
    }
    return same;
}

static bool has_same_sounds(const struct qw_start *a, const struct qw_start *b)
{
    const uint32_t count = a->state->arrays[QW_SOUNDS].count;
    bool same = count == b->state->arrays[QW_SOUNDS].count;
    for (uint32_t i = 0; same && i < count; i++) {
        same = strcmp(name_at(a->demo, qw_sound_names(a->state)[i]),
                      name_at(b->demo, qw_sound_names(b->state)[i])) == 0;
    }
    return same;
}

static bool has_same_statics(const struct qw_state *a, const struct qw_state *b)
{
    const uint32_t statics = a->arrays[QW_STATICS].count;
    const uint32_t sounds = a->arrays[QW_STATIC_SOUNDS].count;
    return statics == b->arrays[QW_STATICS].count && sounds == b->arrays[QW_STATIC_SOUNDS].count &&
           memcmp(qw_statics(a), qw_statics(b), statics * sizeof(*qw_statics(a))) == 0 &&
           memcmp(qw_static_sounds(a), qw_static_sounds(b),
                  sounds * sizeof(*qw_static_sounds(a))) == 0;
}

static const struct qw_frame_entity *baseline_of(const struct qw_state *s, uint32_t number)
{
    const uint32_t count = s->arrays[QW_BASELINE_PLACES].count;
    const uint32_t place = number < count ? qw_baseline_places(s)[number] : 0;
    return place > 0 ? &qw_baselines(s)[place - 1] : NULL;
}

/* A baseline cannot be taken back. */
static bool has_all_baselines(const struct qw_state *from, const struct qw_state *to)
{
    for (uint32_t i = 0; i < from->arrays[QW_BASELINE_PLACES].count; i++) {
        if (baseline_of(from, i) && !baseline_of(to, i)) {
            return false;
        }
    }
    return true;
}

const char *qw_changes_reload(const struct qw_start *from, const struct qw_start *to)
{
    const struct qw_state *a = from->state, *b = to->state;
    if (!from->entered) {
        return "the level before has no update yet";
    }
    if (a->intermission) {
        return "the level before shows an intermission or a text";
    }
    if (strcmp(a->level_name, b->level_name) != 0 || !has_same_models(from, to) ||
        !has_same_sounds(from, to)) {
        return "another level, or other models or sounds";
    }
    if (!is_same_server(a, b)) {
        return "another server's settings";
    }
    if (a->recorder != b->recorder || a->recorder_spectates != b->recorder_spectates) {
        return "another player's demo";
    }
    if (!has_same_statics(a, b)) {
        return "other static entities or sounds";
    }
    return has_all_baselines(a, b) ? NULL : "other baselines";
}

/* --- changes ------------------------------------------------------------------------------------
 */

struct changes {
    const struct qw_start *from, *to;
    struct qw_start_packets out;
};

static void add_baselines(struct changes *c)
{
    const struct edit_list *list = &c->to->known->baselines;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct qw_frame_entity *from = baseline_of(c->from->state, i);
        const struct qw_frame_entity *to = baseline_of(c->to->state, i);
        if (to && (!from || memcmp(from, to, sizeof(*to)) != 0)) {
            qw_start_packets_bytes(&c->out, list->items[i]);
        }
    }
}

static void add_serverinfo(struct changes *c)
{
    const struct qw_known *from = c->from->known, *to = c->to->known;
    if (!is_same(from->serverinfo, to->serverinfo) || !are_same(&from->infos, &to->infos)) {
        if (to->serverinfo.size > 0) {
            qw_start_packets_bytes(&c->out, to->serverinfo);
        } else {
            qw_start_packets_text(&c->out, "fullserverinfo \"\"\n");
        }
        qw_start_packets_list(&c->out, &to->infos);
    }
}

static void add_short(struct changes *c, uint8_t id, uint8_t slot, int32_t from, int32_t to)
{
    struct qw_message m = {.id = id};
    m.u.player_short.player = slot;
    m.u.player_short.value = (int16_t)to;
    if (from != to) {
        qw_start_packets_message(&c->out, &m);
    }
}

/* The messages of where the demo goes on have other times: a moment may be off by one step of
 * those in which it is told. */
static bool came_at_the_same_time(const struct changes *c, int slot)
{
    const double from = c->from->state->clock.now - c->from->state->players[slot].enter_time;
    const double to = c->out.clock - c->to->state->players[slot].enter_time;
    return c->from->state->players[slot].user == c->to->state->players[slot].user &&
           fabs(from - to) < 0.25;
}

static void add_player(struct changes *c, uint8_t slot)
{
    const struct qw_known_player *from = &c->from->known->players[slot];
    const struct qw_known_player *to = &c->to->known->players[slot];
    const struct qw_player *before = &c->from->state->players[slot];
    const struct qw_player *after = &c->to->state->players[slot];
    add_short(c, QW_UPDATEFRAGS, slot, before->frags, after->frags);
    add_short(c, QW_UPDATEPING, slot, before->ping, after->ping);
    if (before->loss != after->loss) {
        struct qw_message m = {.id = QW_UPDATEPL};
        m.u.updatepl.player = slot;
        m.u.updatepl.loss = (uint8_t)after->loss;
        qw_start_packets_message(&c->out, &m);
    }
    if (to->enter_time.size > 0 && !came_at_the_same_time(c, slot)) {
        qw_start_packets_enter_time(&c->out, slot);
    }
    if (!is_same(from->userinfo, to->userinfo) || !are_same(&from->infos, &to->infos)) {
        struct qw_message none = {.id = QW_UPDATEUSERINFO};
        none.u.updateuserinfo.player = slot;
        none.u.updateuserinfo.info = "";
        if (to->userinfo.size > 0) {
            qw_start_packets_bytes(&c->out, to->userinfo);
        } else {
            qw_start_packets_message(&c->out, &none);
        }
        qw_start_packets_list(&c->out, &to->infos);
    }
}

static void add_styles(struct changes *c)
{
    for (uint8_t i = 0; i < QW_LIGHTSTYLES; i++) {
        const struct edit_bytes to = c->to->known->styles[i];
        struct qw_message none = {.id = QW_LIGHTSTYLE};
        none.u.lightstyle.style = i;
        none.u.lightstyle.map = "";
        if (to.size == 0 && c->from->known->styles[i].size > 0) {
            qw_start_packets_message(&c->out, &none);
        } else if (!is_same(c->from->known->styles[i], to)) {
            qw_start_packets_bytes(&c->out, to);
        }
    }
}

/* The server's clock comes last: with it the match's begin has to be known. */
static void add_stats(struct changes *c, uint32_t slot)
{
    const int32_t *from = c->from->state->players[slot].view.stats;
    const int32_t *to = c->to->state->players[slot].view.stats;
    for (uint8_t i = 0; i < QW_STATS; i++) {
        if (i != QW_STAT_SERVER_TIME && from[i] != to[i]) {
            qw_start_packets_stat(&c->out, i, to[i]);
        }
    }
    if (from[QW_STAT_SERVER_TIME] != to[QW_STAT_SERVER_TIME]) {
        qw_start_packets_stat(&c->out, QW_STAT_SERVER_TIME, to[QW_STAT_SERVER_TIME]);
    }
}

static void add_all_stats(struct changes *c)
{
    const struct qw_state *s = c->to->state;
    if (s->recorder < QW_PLAYERS) {
        add_stats(c, s->recorder);
    }
    for (uint8_t i = 0; s->is_mvd && i < QW_PLAYERS; i++) {
        qw_start_packets_end(&c->out);
        add_stats(c, i);
        qw_start_packets_send(&c->out, QW_START_STATS, i);
    }
}

static void add_speeds(struct changes *c)
{
    const struct qw_state *from = c->from->state, *to = c->to->state;
    struct qw_message speed = {.id = QW_MAXSPEED}, gravity = {.id = QW_ENTGRAVITY};
    speed.u.speed = qw_max_speed(to);
    gravity.u.gravity = qw_ent_gravity(to);
    if (qw_max_speed(from) != speed.u.speed) {
        qw_start_packets_message(&c->out, &speed);
    }
    if (qw_ent_gravity(from) != gravity.u.gravity) {
        qw_start_packets_message(&c->out, &gravity);
    }
}

static void add_level(struct changes *c)
{
    const struct qw_state *from = c->from->state, *to = c->to->state;
    struct qw_message track = {.id = QW_CDTRACK}, pause = {.id = QW_SETPAUSE};
    track.u.cdtrack = (uint8_t)to->cd_track;
    pause.u.setpause = to->paused != 0;
    if (from->cd_track != to->cd_track) {
        qw_start_packets_message(&c->out, &track);
    }
    if (from->paused != to->paused) {
        qw_start_packets_message(&c->out, &pause);
    }
    qw_start_packets_bytes(&c->out, c->to->known->intermission);
    qw_start_packets_bytes(&c->out, c->to->known->finale);
}

/* The orders of a .mvd's player are those of a client: another one's begin with none. */
static void add_orders(struct changes *c)
{
    const struct qw_state *from = c->from->state, *to = c->to->state;
    const bool is_mvd = to->is_mvd != 0;
    for (uint8_t i = 0; i < (is_mvd ? QW_PLAYERS : 1); i++) {
        struct quake_orders before = from->orders[i];
        char text[QUAKE_ORDERS_TEXT];
        if (is_mvd) {
            qw_start_packets_end(&c->out);
            if (from->players[i].user != to->players[i].user) {
                quake_orders_reset(&before);
            }
        }
        quake_orders_write_changes(&before, &to->orders[i], text);
        qw_start_packets_text(&c->out, text);
        if (is_mvd) {
            qw_start_packets_send(&c->out, QW_START_ONE, i);
        }
    }
}

int qw_changes_write(const struct qw_start *from, const struct qw_start *to, double clock,
                     double time, const struct qw_start_output *output)
{
    struct changes c = {.from = from,
                        .to = to,
                        .out = {.start = to,
                                .output = output,
                                .protocol = qw_state_protocol(to->state),
                                .clock = clock,
                                .time = time}};
    add_baselines(&c);
    add_serverinfo(&c);
    for (uint8_t i = 0; i < QW_PLAYERS; i++) {
        add_player(&c, i);
    }
    add_styles(&c);
    add_speeds(&c);
    add_level(&c);
    add_all_stats(&c);
    add_orders(&c);
    qw_start_packets_end(&c.out);
    return qw_start_packets_free(&c.out);
}
