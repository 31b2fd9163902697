/* Players of a QuakeWorld client state: playerinfo of both containers (CL_ParsePlayerinfo),
 * scoreboard, stats, the recorder's commands. */
#include <string.h>

#include "engine/quakeworld/qw_apply.h"
#include "engine/quakeworld/screens/qw_match.h"
#include "formats/base/info_string.h"

enum { DEFAULT_COLOR = 13 };

/* QuakeWorld players walk with whole units per second; a fall is faster than this at once. */
#define STANDING_SPEED 1.0f

/* A jump begins with 270, and the times of two places are a little off. */
#define FASTEST_JUMP 330.0f
#define HIGHEST_STEP 18.5f

/* Seconds. */
#define SPEED_MEMORY 0.06

/* Starts a new player state; the previous one is kept if it belongs to another update. */
static struct qw_player *see_player(const struct qw_apply *apply, uint32_t number)
{
    struct qw_state *s = *apply->state;
    struct qw_player *player = &s->players[number];
    if (player->seen_update != s->updates + 1) {
        player->states[1] = player->states[0];
        player->seen_update = s->updates + 1;
        player->snap_angles = 0;
        s->slots_seen = number < s->slots_seen ? s->slots_seen : number + 1;
    }
    player->seen_frame = s->frames_begun;
    player->states[0].time = s->times[0];
    return player;
}

/* The recorder's angles come from the recorded commands (CL_PredictMove); playerinfo has none. */
static void copy_look(const struct qw_state *s, struct qw_player_state *to,
                      const struct qw_playerinfo *info, uint32_t number)
{
    const struct qw_usercmd *command = &info->command;
    const struct qw_sent_command *sent = &s->commands[(s->outgoing - 1) % QW_COMMANDS];
    if (info->flags & QW_PF_COMMAND) {
        for (int i = 0; i < 3; i++) {
            to->angles[i] = qw_clean_angle(command->angles[i]);
            to->move[i] = command->move[i];
        }
        to->buttons = command->buttons;
        to->view_weapon = command->impulse;
    } else if (number == s->recorder && sent->time > QW_NEVER) {
        memcpy(to->angles, sent->view_angles, sizeof to->angles);
        memcpy(to->move, sent->move, sizeof to->move);
        to->buttons = sent->buttons;
    }
}

void qw_player_follow_qwd(struct qw_player_state *now, const struct qw_playerinfo *info,
                          uint16_t player_model, uint32_t *tells_ground)
{
    qw_clean_origin(now->origin, info->origin);
    for (int i = 0; i < 3; i++) {
        now->velocity[i] = (float)info->velocity[i];
    }
    now->flags = info->flags;
    now->model = info->flags & QW_PF_MODEL ? info->model : player_model;
    now->frame = info->frame;
    now->skin = info->skin;
    now->effects = info->effects;
    now->weapon_frame = info->weapon_frame;
    now->trans = info->trans;
    now->msec = info->msec;
    memcpy(now->colour_mod, info->colour_mod, sizeof now->colour_mod);
    *tells_ground |= (info->flags & QW_PF_ONGROUND) != 0;
    now->on_ground = *tells_ground ? (info->flags & QW_PF_ONGROUND) != 0
                                   : fabsf(now->velocity[2]) < STANDING_SPEED;
}

int qw_apply_playerinfo(const struct qw_apply *apply, const struct qw_playerinfo *info)
{
    struct qw_state *s = *apply->state;
    if (info->player >= QW_PLAYERS) {
        return qw_reject_number(apply, "player", info->player);
    }
    struct qw_player *player = see_player(apply, info->player);
    copy_look(s, &player->states[0], info, info->player);
    qw_player_follow_qwd(&player->states[0], info, (uint16_t)s->player_model, &s->tells_ground);
    return 0;
}

/* Velocity from the last two positions; 0 if they are not connected. A server samples the
 * position whenever it sends, but a player moves only when a command arrives: one update can be
 * off by a fifth, which would make views and players shake. So the horizontal speed is averaged
 * with the previous ones while the player moves. */
static void find_velocity(const struct qw_player_state *old, struct qw_player_state *now)
{
    const double gap = now->time - old->time;
    const bool moves =
        old->time > QW_NEVER && gap > 0.0 && gap <= 0.5 && !qw_jumped(old->origin, now->origin);
    const bool moved = old->velocity[0] != 0.0f || old->velocity[1] != 0.0f;
    const float share = moves && moved ? (float)(gap / (gap + SPEED_MEMORY)) : 1.0f;
    for (int i = 0; i < 3; i++) {
        const float last = moves ? (float)((double)(now->origin[i] - old->origin[i]) / gap) : 0.0f;
        now->velocity[i] =
            i < 2 && share < 1.0f ? old->velocity[i] + share * (last - old->velocity[i]) : last;
    }
}

/* A .mvd does not contain the ground flag: a player is on the ground if the height is constant
 * or rises by a step, which is faster than a jump. The two updates around a step may share it.
 * Explosions also throw players up, but cause damage. hurt: the time of the last damage. */
static bool is_on_ground(const struct qw_player_state *old, const struct qw_player_state *now,
                         double hurt)
{
    const float rise = now->origin[2] - old->origin[2], speed = now->velocity[2];
    const bool climbs = old->on_ground ? speed > FASTEST_JUMP || old->velocity[2] > FASTEST_JUMP
                                       : speed > 2.0f * FASTEST_JUMP;
    return fabsf(rise) < 0.5f ||
           (climbs && hurt <= old->time && rise > 0.0f && rise < HIGHEST_STEP);
}

void qw_player_follow_mvd(const struct qw_player_state *old, struct qw_player_state *now,
                          const struct qw_mvd_playerinfo *info, double hurt)
{
    const uint32_t flags = info->flags;
    for (int i = 0; i < 3; i++) {
        now->origin[i] =
            flags & (uint32_t)QW_DF_ORIGIN1 << i ? qw_clean_coord(info->origin[i]) : now->origin[i];
        now->angles[i] =
            flags & (uint32_t)QW_DF_ANGLE1 << i ? qw_clean_angle(info->angles[i]) : now->angles[i];
    }
    now->frame = info->frame;
    now->model = flags & QW_DF_MODEL ? info->model : now->model;
    now->skin = flags & QW_DF_SKIN ? info->skin : now->skin;
    now->effects = flags & QW_DF_EFFECTS ? info->effects : now->effects;
    now->weapon_frame = flags & QW_DF_WEAPONFRAME ? info->weapon_frame : now->weapon_frame;
    now->flags = (flags & QW_DF_DEAD ? QW_PF_DEAD : 0u) | (flags & QW_DF_GIB ? QW_PF_GIB : 0u);
    find_velocity(old, now);
    now->on_ground = is_on_ground(old, now, hurt);
}

int qw_apply_mvd_playerinfo(const struct qw_apply *apply, const struct qw_mvd_playerinfo *info)
{
    if (info->player >= QW_PLAYERS) {
        return qw_reject_number(apply, "player", info->player);
    }
    struct qw_player *player = see_player(apply, info->player);
    qw_player_follow_mvd(&player->states[1], &player->states[0], info,
                         player->view.damages[0].time);
    return 0;
}

int qw_apply_setangle(const struct qw_apply *apply, uint8_t player)
{
    struct qw_state *s = *apply->state;
    for (uint32_t i = 0; i < QW_PLAYERS; i++) { /* 255 = all players */
        if (i == player || player == 255) {
            s->players[i].snap_angles = 1;
        }
    }
    return 0;
}

int qw_apply_score(const struct qw_apply *apply, const struct qw_message *m)
{
    struct qw_state *s = *apply->state;
    const uint32_t number = m->id == QW_UPDATEPL          ? m->u.updatepl.player
                            : m->id == QW_UPDATEENTERTIME ? m->u.updateentertime.player
                                                          : m->u.player_short.player;
    if (number >= QW_PLAYERS) {
        return qw_reject_number(apply, "player", number);
    }
    struct qw_player *player = &s->players[number];
    if (m->id == QW_UPDATEPL) {
        player->loss = m->u.updatepl.loss;
    } else if (m->id == QW_UPDATEENTERTIME) {
        const double ago = (double)m->u.updateentertime.time;
        player->enter_time = fabs(ago) <= 1e9 ? s->clock.now - ago : s->clock.now;
    } else if (m->id == QW_UPDATEPING) {
        player->ping = m->u.player_short.value;
    } else {
        player->frags = m->u.player_short.value;
    }
    return 0;
}

static void copy_value(char *to, uint32_t size, const char *value, uint32_t length)
{
    length = length < size ? length : size - 1;
    memset(to, 0, size);
    if (length > 0) {
        memcpy(to, value, length);
    }
}

/* CL_NewTranslation: there are fourteen colours. */
static uint8_t clean_color(int32_t color)
{
    return color < 0 || color > DEFAULT_COLOR ? DEFAULT_COLOR : (uint8_t)color;
}

static void set_userinfo(struct qw_player *player, int32_t user, const char *info)
{
    uint32_t length;
    const char *value = info_find(info, "name", INFO_KEYS_EXACT, &length);
    copy_value(player->name, sizeof player->name, value, length);
    value = info_find(info, "team", INFO_KEYS_EXACT, &length);
    copy_value(player->team, sizeof player->team, value, length);
    value = info_find(info, "skin", INFO_KEYS_EXACT, &length);
    copy_value(player->skin, sizeof player->skin, value, length);
    (void)info_find(info, "*spectator", INFO_KEYS_EXACT, &length);
    player->spectator = length > 0;
    player->top_color = clean_color(info_number(info, "topcolor", INFO_KEYS_EXACT, 0));
    player->bottom_color = clean_color(info_number(info, "bottomcolor", INFO_KEYS_EXACT, 0));
    player->user = user;
}

static void set_info(struct qw_player *player, const char *key, const char *value)
{
    const uint32_t length = (uint32_t)strlen(value);
    char info[32] = "\\n\\";
    console_copy_text(info + 3, sizeof info - 3, value);
    if (strcmp(key, "name") == 0) {
        copy_value(player->name, sizeof player->name, value, length);
    } else if (strcmp(key, "team") == 0) {
        copy_value(player->team, sizeof player->team, value, length);
    } else if (strcmp(key, "skin") == 0) {
        copy_value(player->skin, sizeof player->skin, value, length);
    } else if (strcmp(key, "*spectator") == 0) {
        player->spectator = length > 0;
    } else if (strcmp(key, "topcolor") == 0) {
        player->top_color = clean_color(info_number(info, "n", INFO_KEYS_EXACT, 0));
    } else if (strcmp(key, "bottomcolor") == 0) {
        player->bottom_color = clean_color(info_number(info, "n", INFO_KEYS_EXACT, 0));
    }
}

int qw_apply_userinfo(const struct qw_apply *apply, const struct qw_message *m)
{
    struct qw_state *s = *apply->state;
    const uint32_t number = m->id == QW_SETINFO ? m->u.info.player : m->u.updateuserinfo.player;
    if (number >= QW_PLAYERS) {
        return qw_reject_number(apply, "player", number);
    }
    if (m->id == QW_SETINFO) {
        set_info(&s->players[number], m->u.info.key, m->u.info.value);
    } else {
        if (s->is_mvd && m->u.updateuserinfo.user != s->players[number].user) {
            quake_orders_reset(&s->orders[number]); /* another player's client */
        }
        set_userinfo(&s->players[number], m->u.updateuserinfo.user, m->u.updateuserinfo.info);
    }
    return 0;
}

static void set_stat(const struct qw_state *s, struct qw_view_state *view, uint8_t stat,
                     int32_t value)
{
    if (stat == QW_STAT_ITEMS) {
        uint32_t got = (uint32_t)value & ~(uint32_t)view->stats[stat];
        for (uint32_t i = 0; got != 0; i++, got >>= 1) {
            if (got & 1) { /* Sbar: items owned at the beginning do not flash */
                view->item_times[i] = s->updates > 0 ? (float)s->clock.now : 0.0f;
            }
        }
    } else if (stat == QW_STAT_WEAPON && view->stats[stat] != value) {
        view->weapon_changed = 1;
    }
    view->stats[stat] = value;
}

int qw_apply_stat(const struct qw_apply *apply, uint8_t stat, int32_t value)
{
    if (stat >= QW_STATS) {
        return qw_reject_number(apply, "stat", stat);
    }
    for (uint32_t i = 0; qw_next_viewer(apply, &i); i++) {
        struct qw_view_state *view = &(*apply->state)->players[i].view;
        set_stat(*apply->state, view, stat, value);
        if (stat == QW_STAT_SERVER_TIME) {
            qw_match_set_time(*apply->state, view->stats);
        }
    }
    return 0;
}

void qw_count_stat(const struct qw_apply *apply, enum qw_stat stat)
{
    for (uint32_t i = 0; qw_next_viewer(apply, &i); i++) {
        int32_t *value = &(*apply->state)->players[i].view.stats[stat];
        *value = (int32_t)((uint32_t)*value + 1u);
    }
}

void qw_apply_command(struct qw_state *s, const struct qwd_cmd *command)
{
    struct qw_sent_command *sent = &s->commands[s->outgoing % QW_COMMANDS];
    memset(sent, 0, sizeof *sent);
    sent->time = s->clock.now;
    sent->sequence = s->outgoing;
    sent->incoming = s->incoming;
    for (int i = 0; i < 3; i++) {
        sent->view_angles[i] = qw_clean_angle(command->view_angles[i]);
        sent->angles[i] = qw_clean_angle(command->angles[i]);
        sent->move[i] = command->move[i];
    }
    sent->msec = command->msec;
    sent->buttons = command->buttons;
    s->outgoing = (s->outgoing + 1) & 0x7fffffffu;
}
