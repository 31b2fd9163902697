/* Events of NetQuake demos. The client state is followed: the protocols have too many forms of an
 * entity's update to read places without it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/events/events_internal.h"
#include "engine/events/quake_pack.h"
#include "engine/family/demo_status.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_scan.h"
#include "engine/netquake/nq_state.h"
#include "engine/netquake/nq_userinfo.h"

#define JUMP_SPEED 100.0f /* units per second upward: less is a step off an edge */
#define LAST_PLACE 0.25   /* seconds; what moved longer ago has no speed */

enum {
    UNTOLD_UPDATES = 2, /* an obituary comes at most so many updates behind its point */
    TEAM_RED = 4,       /* colours of trousers, which are the teams */
    TEAM_BLUE = 13
};

struct nq_reader {
    struct events_reader *reader;
    const struct nq_scanner *scanner;
    struct nq_state *state;
    uint32_t max_clients;
    int32_t viewer; /* slot; GAME_NOBODY = none */
    bool finished;  /* the level is */
    bool shown;     /* an update of the level was read */
    bool grounded, jumped, was_alive;
    bool death_told;   /* an obituary of the viewer since the update before the last */
    bool death_before; /* likewise, before that one */
    double left_ground;
    struct demo_line line;
    struct quake_pack_watch pack;
    struct quake_counts counts; /* of the level */
    bool has_untold;            /* some of the scores */
    struct {
        int32_t frags;
        int32_t untold;   /* points that no obituary told yet */
        uint32_t updates; /* since the first of them */
        bool known;
    } scores[NQ_SCAN_PLAYERS];
};

static void end(void *state)
{
    struct nq_reader *r = state;
    if (r->state) {
        nq_state_destroy(r->state);
    }
}

static bool is_alone(const struct nq_reader *r)
{
    return r->max_clients == 1;
}

/* --- players ------------------------------------------------------------------------------------
 */

static void set_name(struct nq_reader *r, uint32_t slot, const char *name)
{
    char plain[GAME_NAME];
    if (slot >= GAME_PLAYERS) {
        return;
    }
    const bool was_there = r->reader->players[slot].name[0] != '\0';
    demo_plain_text(plain, sizeof plain, name);
    if (was_there && plain[0] == '\0') {
        events_add_text(r->reader, GAME_EVENT_LEAVE, (int32_t)slot, "player");
    }
    events_set_name(r->reader, slot, plain);
    if (!was_there && plain[0] != '\0' && r->shown && !is_alone(r)) {
        events_add_text(r->reader, GAME_EVENT_JOIN, (int32_t)slot, "player");
    }
}

static void note_userinfo(struct nq_reader *r, const char *text)
{
    struct nq_userinfo info;
    char name[GAME_NAME];
    while (r->scanner->protocol.fte2 != 0 && (text = nq_userinfo_next(text, &info)) != NULL) {
        if (info.name) {
            snprintf(name, sizeof name, "%.*s", (int)info.name_length, info.name);
            set_name(r, info.player, name);
        }
    }
}

/* Under teamplay the trousers' colour is the team. */
static void set_teams(struct nq_reader *r)
{
    const struct nq_state *s = r->state;
    for (uint32_t i = 0; s->teamplay != 0 && i < s->arrays[NQ_PLAYERS].count; i++) {
        const struct nq_player *player = &nq_players(s)[i];
        const uint32_t color = player->colors & 15;
        char team[16];
        snprintf(team, sizeof team, "color %u", (unsigned)color);
        if (player->name[0] != '\0') {
            events_set_team(r->reader, i,
                            color == TEAM_RED    ? "red"
                            : color == TEAM_BLUE ? "blue"
                                                 : team);
        }
    }
}

/* --- what is printed ----------------------------------------------------------------------------
 */

static bool are_mates(const struct nq_reader *r, int32_t a, int32_t b)
{
    const struct events_player *players = r->reader->players;
    return a >= 0 && b >= 0 && a != b && players[a].team[0] != '\0' &&
           strcmp(players[a].team, players[b].team) == 0;
}

static void note_obituary(struct nq_reader *r, struct game_event *event)
{
    const int32_t victim = event->kind == GAME_EVENT_FRAG || event->kind == GAME_EVENT_TEAM_KILL
                               ? event->other.slot
                               : event->player.slot;
    if (event->kind == GAME_EVENT_FRAG && are_mates(r, event->player.slot, event->other.slot)) {
        event->kind = GAME_EVENT_TEAM_KILL;
    }
    r->death_told |= victim >= 0 && victim == r->viewer;
    if (event->kind == GAME_EVENT_FRAG && event->player.slot >= 0) {
        r->scores[event->player.slot].untold--;
        r->has_untold = true;
    }
    events_add(r->reader, event);
}

static void note_print(struct nq_reader *r, const char *text)
{
    char said[GAME_TEXT];
    struct game_event event;
    if (text[0] == 1) { /* Host_Say's mark */
        demo_plain_text(said, sizeof said, text + 1);
        events_add_chat(r->reader, said, NULL, r->viewer);
        return;
    }
    while (demo_line_print(&r->line, &text)) {
        if (events_read_obituary(r->reader, r->line.text, r->viewer, &event)) {
            note_obituary(r, &event);
        }
    }
}

/* --- the level ----------------------------------------------------------------------------------
 */

static void begin_level(struct nq_reader *r, const struct nq_serverinfo *info)
{
    r->max_clients = info->max_clients;
    r->viewer = is_alone(r) ? 0 : GAME_NOBODY;
    r->line.length = 0;
    r->shown = r->finished = r->was_alive = r->death_told = r->death_before = false;
    r->grounded = true;
    r->pack = (struct quake_pack_watch){0};
    r->counts = (struct quake_counts){{0}};
    memset(r->scores, 0, sizeof r->scores);
    events_begin_level(r->reader);
    events_name_level(r->reader, nq_names_get(&info->models, 0));
}

static void note_finish(struct nq_reader *r, const struct nq_scanner *scanner)
{
    struct game_event event = events_make(GAME_EVENT_FINISH, GAME_NOBODY, GAME_NOBODY);
    if (!r->finished) {
        r->finished = true;
        event.value = scanner->level_timed ? scanner->time : NAN;
        events_add(r->reader, &event);
    }
}

static void note_count(struct nq_reader *r, enum game_event_kind kind, int32_t count, int32_t total)
{
    struct game_event event = events_make(kind, is_alone(r) ? 0 : GAME_NOBODY, GAME_NOBODY);
    event.value = count;
    event.total = total > 0 ? total : NAN;
    event.viewed = is_alone(r);
    events_add(r->reader, &event);
}

static void note_stat(struct nq_reader *r, uint32_t stat, int32_t value)
{
    if (stat <= UINT8_MAX) {
        quake_counts_set(&r->counts, (uint8_t)stat, value);
    }
}

/* A point that no obituary tells is a frag in a mod's own words; more at once are no frag. */
static void note_score(struct nq_reader *r, uint8_t slot, int32_t frags)
{
    const int64_t more = (int64_t)frags - r->scores[slot].frags;
    r->scores[slot].frags = frags;
    if (more == 1 && r->scores[slot].known) {
        r->scores[slot].untold++;
        r->has_untold = true;
    }
    r->scores[slot].known = true;
}

static void note_untold_frags(struct nq_reader *r)
{
    const bool any = r->has_untold;
    r->has_untold = false;
    for (int32_t i = 0; any && i < NQ_SCAN_PLAYERS; i++) {
        if (r->scores[i].untold == 0) {
            continue;
        }
        if (r->scores[i].updates++ < UNTOLD_UPDATES) {
            r->has_untold = true;
            continue;
        }
        if (r->scores[i].untold > 0 && !is_alone(r)) {
            struct game_event event = events_make(GAME_EVENT_FRAG, i, GAME_NOBODY);
            event.weapon = GAME_WEAPON_OTHER;
            event.derived = true;
            event.viewed = i == r->viewer;
            events_add(r->reader, &event);
        }
        r->scores[i].untold = 0;
        r->scores[i].updates = 0;
    }
}

/* --- messages -----------------------------------------------------------------------------------
 */

static void note_message(void *context, const struct nq_message *m)
{
    struct nq_reader *r = context;
    const struct nq_scanner *scanner = r->scanner;
    int32_t *counts = r->counts.counts;
    struct game_event hurt;
    switch (m->id) {
    case NQ_SERVERINFO:
        begin_level(r, &m->u.serverinfo);
        break;
    case NQ_SETVIEW:
        if (m->u.setview >= 1 && m->u.setview <= GAME_PLAYERS && !is_alone(r)) {
            r->viewer = (int32_t)m->u.setview - 1;
        }
        break;
    case NQ_UPDATENAME:
        set_name(r, m->u.updatename.player, m->u.updatename.name);
        break;
    case NQ_UPDATEFRAGS:
        note_score(r, m->u.updatefrags.player, m->u.updatefrags.frags);
        break;
    case NQ_STUFFTEXT:
        note_userinfo(r, m->u.text);
        break;
    case NQ_PRINT:
        note_print(r, m->u.text);
        break;
    case NQ_DAMAGE:
        hurt = events_make(GAME_EVENT_DAMAGE, GAME_NOBODY, r->viewer);
        hurt.value = (double)m->u.damage.armor + m->u.damage.blood;
        events_add(r->reader, &hurt);
        break;
    case NQ_UPDATESTAT:
    case NQ_UPDATESTAT_BYTE:
    case NQ_UPDATESTAT_FLOAT:
        note_stat(r, m->u.updatestat.stat, m->u.updatestat.value);
        break;
    case NQ_KILLEDMONSTER:
        note_count(r, GAME_EVENT_KILL, ++counts[QUAKE_KILLS], counts[QUAKE_TOTAL_KILLS]);
        break;
    case NQ_FOUNDSECRET:
        note_count(r, GAME_EVENT_SECRET, ++counts[QUAKE_SECRETS], counts[QUAKE_TOTAL_SECRETS]);
        break;
    case NQ_INTERMISSION:
    case NQ_FINALE:
    case NQ_CUTSCENE:
        note_finish(r, scanner);
        break;
    default:
        break;
    }
}

static void begin(struct events_reader *reader, void *state, void *scanner)
{
    struct nq_scanner *told = scanner;
    struct nq_reader *r = state;
    told->hear = note_message;
    told->hear_context = r;
    r->scanner = scanner;
    r->reader = reader;
    r->viewer = GAME_NOBODY;
    r->state = nq_state_create();
    reader->status = r->state ? 0 : FORMAT_MEMORY;
}

/* --- an update ----------------------------------------------------------------------------------
 */

static void find_velocity(const struct nq_state *s, const struct nq_entity *e, float velocity[3])
{
    const double gap = s->times[0] - s->times[1];
    for (int i = 0; i < 3 && !e->snap && gap > 0.0 && gap < LAST_PLACE; i++) {
        velocity[i] = (float)((double)(e->origins[0][i] - e->origins[1][i]) / gap);
    }
}

static bool has_stats(const struct nq_state *s)
{
    return s->has_clientdata != 0 || nq_stats_tell_all(s);
}

/* What the demo tells of the viewer alone. */
static void fill_own(const struct nq_state *s, struct game_body *body)
{
    body->has_health = has_stats(s);
    body->health = s->stats[NQ_STAT_HEALTH];
    body->armor = s->stats[NQ_STAT_ARMOR];
    body->alive = !body->has_health || body->health > 0;
    body->weapon = quake_pack_weapon((uint32_t)s->stats[NQ_STAT_ACTIVE_WEAPON]);
    body->status |= DEMO_STATUS_VIEW | quake_pack_status(s->items);
    memcpy(body->velocity, s->velocity[0], sizeof body->velocity);
}

static void see_players(struct nq_reader *r)
{
    const struct nq_state *s = r->state;
    for (uint32_t i = 0; i < s->max_clients && i < GAME_PLAYERS; i++) {
        const struct nq_entity *e = nq_entity_get(s, i + 1);
        struct game_body body = {.slot = (int32_t)i,
                                 .viewed = (int32_t)i == r->viewer,
                                 .alive = true,
                                 .status = DEMO_STATUS_SEEN};
        if (!e || e->msg_time != s->times[0] || (e->model == 0 && !body.viewed)) {
            continue;
        }
        memcpy(body.origin, e->origins[0], sizeof body.origin);
        find_velocity(s, e, body.velocity);
        if (i < s->arrays[NQ_PLAYERS].count) {
            body.frags = nq_players(s)[i].frags;
        }
        if (body.viewed) {
            fill_own(s, &body);
        }
        body.status |= body.alive ? DEMO_STATUS_ALIVE : 0;
        events_see(r->reader, &body);
    }
}

static void see_pack(struct nq_reader *r)
{
    const struct nq_state *s = r->state;
    struct quake_pack pack = {
        .health = s->stats[NQ_STAT_HEALTH], .armor = s->stats[NQ_STAT_ARMOR], .items = s->items};
    memcpy(pack.ammo, s->stats + NQ_STAT_SHELLS, sizeof pack.ammo);
    quake_pack_see(&r->pack, r->reader, r->viewer, &pack, true, s->times[0]);
}

/* A death of the viewer that no obituary told, in this update or the one before. */
static void see_death(struct nq_reader *r)
{
    const bool alive = r->state->stats[NQ_STAT_HEALTH] > 0;
    if (r->was_alive && !alive && !r->death_told && !r->death_before) {
        struct game_event event = events_make(GAME_EVENT_DEATH, r->viewer, GAME_NOBODY);
        event.weapon = GAME_WEAPON_OTHER;
        event.viewed = true;
        events_add(r->reader, &event);
    }
    r->was_alive = alive;
    r->death_before = r->death_told;
    r->death_told = false;
}

static void add_flight(struct nq_reader *r, enum game_event_kind kind, double value)
{
    struct game_event event = events_make(kind, r->viewer, GAME_NOBODY);
    event.viewed = true;
    event.derived = true;
    event.value = value;
    events_add(r->reader, &event);
}

static void see_flight(struct nq_reader *r)
{
    const struct nq_state *s = r->state;
    const bool grounded = s->on_ground != 0 || s->stats[NQ_STAT_HEALTH] <= 0;
    if (grounded && !r->grounded) {
        const double flown = s->times[0] - r->left_ground;
        if (events_is_flight(r->jumped, flown)) {
            add_flight(r, GAME_EVENT_LAND, flown);
        }
    } else if (!grounded && r->grounded) {
        r->left_ground = s->times[1];
        r->jumped = s->velocity[0][2] > JUMP_SPEED;
        if (r->jumped) {
            add_flight(r, GAME_EVENT_JUMP, NAN);
        }
    }
    r->grounded = grounded;
}

static void see_update(struct nq_reader *r)
{
    set_teams(r);
    see_players(r);
    if (r->viewer >= 0 && has_stats(r->state)) {
        see_pack(r);
        see_death(r);
        see_flight(r);
    }
    note_untold_frags(r);
    r->shown = true;
}

/* Applies the block to the state; its damage is the scanner's to tell. */
static bool apply(struct nq_reader *r, const struct nq_file *file, const struct dem_block *block)
{
    struct format_error err;
    const int code = nq_state_apply_block(&r->state, &file->dem, block, &err);
    r->reader->status = code == FORMAT_MEMORY ? FORMAT_MEMORY : r->reader->status;
    return code != FORMAT_MEMORY;
}

static void step(struct events_reader *reader, void *state, const void *scanner,
                 const struct demo_events *events, size_t at)
{
    const struct nq_scanner *from = scanner;
    const struct nq_file *file = reader->demo->file;
    struct nq_reader *r = state;
    struct dem_block block;
    (void)events;
    if (dem_next_block(&file->dem, &at, &block, NULL) <= 0 || !apply(r, file, &block)) {
        return;
    }
    reader->server_time = from->level_timed ? from->time : NAN;
    if (reader->update) {
        see_update(r);
    }
}

const struct events_family events_netquake = {&netquake_family, sizeof(struct nq_reader), begin,
                                              step, end};
