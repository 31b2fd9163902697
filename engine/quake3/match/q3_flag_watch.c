#include "engine/quake3/match/q3_flag_watch.h"

#include <string.h>

#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/q3_event_kind.h"

/* Sources tell an act in the same snapshot, or a few later. */
enum { SAME_ACT_MS = 1500, LINE_BYTES = 256 };

/* One act of a snapshot. */
struct act {
    bool told;
    int32_t player; /* -1 = unknown */
    char name[Q3_NAME_BYTES];
};

struct step {
    struct q3_flag_watch *watch;
    const struct q3_state *state;
    const struct q3_game *game;
    int32_t time;
    int32_t seen[DEMO_FLAGS]; /* slot of who is seen with it; -1 = nobody */
    struct act acts[DEMO_FLAGS][Q3_FLAG_ACTS];
};

/* --- places ----------------------------------------------------------------------------------- */

static enum q3_flag_place place_of(const struct q3_match *match, enum demo_flag flag)
{
    if (flag != DEMO_FLAG_NEUTRAL) {
        return match->flags ? match->flag_places[flag] : Q3_FLAG_HOME;
    }
    return !match->one_flag             ? Q3_FLAG_HOME
           : match->one_flag_place == 4 ? Q3_FLAG_DROPPED
           : match->one_flag_place != 0 ? Q3_FLAG_TAKEN
                                        : Q3_FLAG_HOME;
}

/* A flag that was taken and is at its base now was captured or returned: others tell which. */
static void see_places(struct step *s)
{
    struct q3_flag_watch *watch = s->watch;
    if (watch->changes != s->state->changes) {
        watch->changes = s->state->changes;
        q3_match_of(&watch->match, s->state, s->game);
    }
    for (int i = 0; i < DEMO_FLAGS; i++) {
        const enum q3_flag_place before = watch->places[i],
                                 now = place_of(&watch->match, (enum demo_flag)i);
        watch->places[i] = now;
        if (now != before && (now != Q3_FLAG_HOME || before == Q3_FLAG_DROPPED)) {
            s->acts[i][now == Q3_FLAG_TAKEN     ? DEMO_FLAG_TAKEN
                       : now == Q3_FLAG_DROPPED ? DEMO_FLAG_DROPPED
                                                : DEMO_FLAG_RETURNED]
                .told = true;
        }
    }
}

/* --- players ---------------------------------------------------------------------------------- */

static void see_powers(struct step *s, int32_t slot, uint32_t bits)
{
    const uint32_t powerups = q3_game_powerups(s->game, bits);
    for (int i = 0; i < DEMO_FLAGS && slot >= 0 && slot < Q3_PLAYERS; i++) {
        if (powerups >> (Q3_POWERUP_RED_FLAG + i) & 1) {
            s->seen[i] = slot;
        }
    }
}

static void see_players(struct step *s, const struct q3_snapshot *snapshot)
{
    const struct q3_player_state *own = &snapshot->player;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 16; i++) {
        bits |= own->powerups[i] != 0 ? 1u << i : 0;
    }
    see_powers(s, own->fields[Q3_PS_CLIENT_NUM], bits);
    for (uint32_t i = 0; i < snapshot->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&s->state->frames, snapshot, i);
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER && entity->number < Q3_PLAYERS) {
            see_powers(s, entity->fields[Q3_ES_CLIENT_NUM],
                       (uint32_t)entity->fields[Q3_ES_POWERUPS]);
        }
    }
}

/* --- lines and sounds ------------------------------------------------------------------------- */

static int32_t find_player(const struct q3_state *state, const char *name)
{
    for (int32_t i = 0; i < Q3_PLAYERS; i++) {
        if (state->names[i][0] != '\0' && strcmp(state->names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static void hear_line(struct step *s, const char *text)
{
    char line[LINE_BYTES];
    struct demo_flag_line told;
    q3_plain_text(text, line, sizeof(line));
    if (!demo_flag_read(line, &told)) {
        return;
    }
    struct act *act = &s->acts[told.flag][told.act];
    act->told = true;
    if (told.name > 0 && told.name < sizeof(act->name)) {
        memcpy(act->name, line, told.name);
        act->name[told.name] = '\0';
        act->player = find_player(s->state, act->name);
    }
}

static void hear_lines(struct step *s)
{
    uint32_t at = 0;
    int32_t sequence;
    struct q3_words words;
    const char *command;
    while ((command = q3_state_command(s->state, &at, &sequence)) != NULL) {
        if (strncmp(command, "print ", 6) == 0) {
            q3_words_split(&words, command);
            hear_line(s, q3_word(&words, 1));
        }
    }
}

/* CPMA names who captured it. */
static int32_t named_player(const struct step *s, const struct q3_event *e)
{
    const struct q3_entity_state *entity =
        s->watch->match.mod == Q3_MOD_CPMA && !e->player
            ? q3_frames_entity_of(&s->state->frames, q3_state_snapshot(s->state),
                                  (uint32_t)e->entity)
            : NULL;
    const int32_t player = entity ? entity->fields[Q3_ES_GENERIC1] : -1;
    return player >= 0 && player < Q3_PLAYERS ? player : -1;
}

/* Sounds are numbered by the acting team: red's first, then blue's. */
static void hear_sound(struct step *s, const struct q3_event *e)
{
    static const enum demo_flag_act acts[] = {DEMO_FLAG_CAPTURED, DEMO_FLAG_RETURNED,
                                              DEMO_FLAG_TAKEN};
    const enum q3_mod mod = s->watch->match.mod;
    if (!q3_game_team_sound(mod, e->parm)) {
        return;
    }
    const int32_t sound = mod == Q3_MOD_CPMA ? e->parm ^ 1 : e->parm;
    const enum demo_flag flag = s->watch->match.one_flag ? DEMO_FLAG_NEUTRAL
                                : sound % 2 == 0         ? DEMO_FLAG_BLUE
                                                         : DEMO_FLAG_RED;
    struct act *act = &s->acts[flag][acts[sound / 2]];
    act->told = true;
    if (acts[sound / 2] == DEMO_FLAG_CAPTURED && act->player < 0) {
        act->player = named_player(s, e);
    }
}

static void hear_sounds(struct step *s, uint32_t first)
{
    for (uint32_t i = first; i != s->state->num_events; i++) {
        const struct q3_event *e = &s->state->events[i % Q3_EVENTS];
        if (q3_event_kind_of(s->game, s->watch->match.mod, e->event) == Q3_EVENT_TEAM_SOUND) {
            hear_sound(s, e);
        }
    }
}

/* --- telling ---------------------------------------------------------------------------------- */

static bool is_news(const struct q3_flag_watch *watch, enum demo_flag flag, enum demo_flag_act act,
                    int32_t time)
{
    const int64_t since = (int64_t)time - watch->last_time[flag];
    return watch->last[flag] != (int8_t)act + 1 || since < 0 || since >= SAME_ACT_MS;
}

/* Who takes or captures a flag is of the other team. */
static const char *team_of(enum demo_flag flag, enum demo_flag_act act)
{
    const bool acts = act == DEMO_FLAG_TAKEN || act == DEMO_FLAG_CAPTURED;
    return !acts || flag == DEMO_FLAG_NEUTRAL ? "" : flag == DEMO_FLAG_RED ? "blue" : "red";
}

static int tell(struct step *s, enum demo_flag flag, enum demo_flag_act kind,
                struct demo_events *events)
{
    struct q3_flag_watch *watch = s->watch;
    const struct act *act = &s->acts[flag][kind];
    const bool holds = kind == DEMO_FLAG_DROPPED || kind == DEMO_FLAG_CAPTURED;
    int32_t player = act->player;
    if (player < 0 && act->name[0] == '\0') {
        player = holds ? watch->holders[flag] - 1 : kind == DEMO_FLAG_TAKEN ? s->seen[flag] : -1;
    }
    if (!is_news(watch, flag, kind, s->time)) {
        return 0;
    }
    watch->holders[flag] = kind == DEMO_FLAG_TAKEN ? (int8_t)(player + 1) : 0;
    watch->last[flag] = (int8_t)kind + 1;
    watch->last_time[flag] = s->time;
    const char *who = player >= 0 && s->state->names[player][0] != '\0' ? s->state->names[player]
                      : act->name[0] != '\0'                            ? act->name
                                                                        : team_of(flag, kind);
    return demo_events_add_flag(events, flag, kind, who, player);
}

void q3_flag_watch_begin(struct q3_flag_watch *watch, const struct q3_state *state,
                         const struct q3_game *game)
{
    *watch = (struct q3_flag_watch){.changes = state->changes};
    q3_match_of(&watch->match, state, game);
    for (int i = 0; i < DEMO_FLAGS; i++) {
        watch->places[i] = place_of(&watch->match, (enum demo_flag)i);
    }
}

int q3_flag_watch_update(struct q3_flag_watch *watch, const struct q3_state *state,
                         const struct q3_game *game, uint32_t first, struct demo_events *events)
{
    const struct q3_snapshot *snapshot = q3_state_snapshot(state);
    struct step s = {.watch = watch, .state = state, .game = game, .time = snapshot->server_time};
    int status = 0;
    for (int i = 0; i < DEMO_FLAGS; i++) {
        s.seen[i] = -1;
        for (int j = 0; j < Q3_FLAG_ACTS; j++) {
            s.acts[i][j].player = -1;
        }
    }
    see_places(&s);
    if (watch->match.flags || watch->match.one_flag) {
        see_players(&s, snapshot);
    }
    hear_lines(&s);
    hear_sounds(&s, first);
    for (int i = 0; i < DEMO_FLAGS; i++) {
        for (int j = 0; j < Q3_FLAG_ACTS && status == 0; j++) {
            if (s.acts[i][j].told) {
                status = tell(&s, (enum demo_flag)i, (enum demo_flag_act)j, events);
            }
        }
        watch->holders[i] = s.seen[i] >= 0 ? (int8_t)(s.seen[i] + 1) : watch->holders[i];
    }
    return status;
}
