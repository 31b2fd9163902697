/* The Quake III client state: what server commands do and when, and that each event happens once.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_scan.h"
#include "engine/quake3/q3_scanner.h"
#include "engine/quake3/q3_state.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "formats/quake3/q3_detect.h"
#include "tests/support/q3_demo.h"
#include "tests/support/real_data.h"

static const struct q3_game *game(void)
{
    return q3_game_of(Q3_PROTOCOL_68);
}

static struct q3_state *make_client(void)
{
    struct q3_state *c = calloc(1, sizeof(*c));
    cr_assert_not_null(c);
    q3_state_start(c);
    q3_frames_reset(&c->frames);
    return c;
}

static void tell(struct q3_state *c, const char *command)
{
    q3_state_queue(c, game(), c->executed + 1, command);
    q3_state_execute(c, game(), 5000);
}

/* --- names and facts -------------------------------------------------------------------------- */

Test(q3_state, colours_are_left_out)
{
    char plain[16];
    q3_plain_text("^1R^2a^xf0Azor^", plain, sizeof(plain));
    cr_expect_str_eq(plain, "Razor^");
    q3_plain_text("a^^1b\x19: c\n", plain, sizeof(plain));
    cr_expect_str_eq(plain, "a^b: c ");
    q3_plain_text("0123456789abcdefghij", plain, sizeof(plain));
    cr_expect_str_eq(plain, "0123456789abcde");
}

Test(q3_state, facts_differ_by_game)
{
    cr_expect_str_eq(q3_game_death(Q3_MOD_NONE, 10), "railgun");
    cr_expect_str_eq(q3_game_death(Q3_MOD_NONE, 23), "grapple");
    cr_expect_str_eq(q3_game_death(Q3_MOD_TEAM_ARENA, 23), "nailgun");
    cr_expect_null(q3_game_death(Q3_MOD_NONE, -1));
    cr_expect_null(q3_game_death(Q3_MOD_TEAM_ARENA, 99));
    cr_expect_str_eq(q3_game_team_sound(Q3_MOD_NONE, 0), "red captures the blue flag");
    cr_expect_str_eq(q3_game_team_sound(Q3_MOD_CPMA, 0), "blue captures the red flag");
    cr_expect_null(q3_game_team_sound(Q3_MOD_NONE, 6));
    cr_expect_eq(q3_game_mod(q3_game_of(68), "cpma-1", "cpma"), Q3_MOD_CPMA);
    cr_expect_eq(q3_game_mod(q3_game_of(71), "baseoa-1", "baseoa"), Q3_MOD_OPENARENA);
    cr_expect_eq(q3_game_mod(q3_game_of(68), "missionpack-1", ""), Q3_MOD_TEAM_ARENA);
    cr_expect_eq(q3_game_mod(q3_game_of(68), "baseq3-1", "osp"), Q3_MOD_NONE);
}

/* --- server commands -------------------------------------------------------------------------- */

Test(q3_state, commands_wait_for_a_snapshot)
{
    struct q3_state *c = make_client();
    uint32_t at = 0;
    int32_t sequence = 0;
    q3_state_queue(c, game(), 7, "cs 6 \"12\"");
    q3_state_queue(c, game(), 8, "chat \"Sarge^7: hello\"");
    cr_expect_eq(q3_state_score(c, 0), Q3_SCORE_NOT_PRESENT);
    cr_expect_null(q3_state_command(c, &at, &sequence));
    q3_state_execute(c, game(), 1234);
    cr_expect_eq(q3_state_score(c, 0), 12);
    cr_expect_eq(c->executed, 8);
    cr_expect_eq(c->num_lines, 1u);
    cr_expect_eq(c->lines[0].kind, Q3_LINE_CHAT);
    cr_expect_eq(c->lines[0].time, 1234);
    cr_expect_str_eq(c->lines[0].text, "Sarge^7: hello");
    cr_expect_str_eq(q3_state_command(c, &at, &sequence), "cs 6 \"12\"");
    cr_expect_eq(sequence, 7);
    cr_expect_str_eq(q3_state_command(c, &at, &sequence), "chat \"Sarge^7: hello\"");
    cr_expect_eq(sequence, 8);
    cr_expect_null(q3_state_command(c, &at, &sequence));
    free(c);
}

Test(q3_state, long_configstrings_come_in_parts)
{
    struct q3_state *c = make_client();
    tell(c, "bcs0 30 \"one \"");
    tell(c, "bcs1 30 \"two \"");
    cr_expect_str_eq(q3_gamestate_string(&c->gamestate, 30), "");
    tell(c, "bcs2 30 \"three\"");
    cr_expect_str_eq(q3_gamestate_string(&c->gamestate, 30), "one two three");
    tell(c, "cs 5000 \"nowhere\"");
    tell(c, "cs -1 \"nowhere\"");
    free(c);
}

Test(q3_state, players_are_in_configstrings)
{
    struct q3_state *c = make_client();
    struct q3_player player;
    cr_expect_not(q3_state_player(c, game(), 2, &player));
    tell(c,
         "cs 546 \"n\\^1Kl^7esk\\t\\2\\model\\klesk/blue\\hmodel\\xaero\\c1\\4\\c2\\5\\hc\\90\"");
    cr_assert(q3_state_player(c, game(), 2, &player));
    cr_expect_str_eq(player.name, "Klesk");
    cr_expect_str_eq(player.model, "klesk/blue");
    cr_expect_str_eq(player.head, "xaero");
    cr_expect_str_eq(player.color1, "4");
    cr_expect_eq(player.team, 2);
    cr_expect_eq(player.handicap, 90);
    tell(c, "cs 546 \"\"");
    cr_expect_not(q3_state_player(c, game(), 2, &player));
    cr_expect_not(q3_state_player(c, game(), 64, &player));
    free(c);
}

Test(q3_state, scores_of_all_versions)
{
    struct q3_state *c = make_client();
    tell(c, "scores 2 5 6 0 20 48 3 0 0 30 0 0 1 0 0 0 0 1 -2 50 3 0 0 41 0 0 0 0 0 0 0");
    cr_expect_eq(c->num_scores, 2u);
    cr_expect_eq(c->team_scores[1], 6);
    cr_expect_eq(c->scores[0].score, 20);
    cr_expect_eq(c->scores[1].client, 1);
    cr_expect_eq(c->scores[1].score, -2);
    cr_expect_eq(c->scores[1].ping, 50);
    tell(c, "scores 2 0 0 4 7 33 1 0 0 5 8 34 2 0 0"); /* six words each */
    cr_expect_eq(c->num_scores, 2u);
    cr_expect_eq(c->scores[1].client, 5);
    cr_expect_eq(c->scores[1].time, 2);
    tell(c, "scores 60 0 0 1 2 3"); /* nonsense changes nothing */
    tell(c, "scores -5 0 0");
    tell(c, "scores");
    cr_expect_eq(c->num_scores, 2u);
    free(c);
}

Test(q3_state, the_rest_of_the_commands)
{
    struct q3_state *c = make_client();
    tell(c, "cp \"Fight!\"");
    cr_expect_str_eq(c->center, "Fight!");
    cr_expect_eq(c->center_time, 5000);
    tell(c, "map_restart");
    cr_expect_eq(c->restarts, 1);
    cr_expect_eq(c->restart_time, 5000);
    tell(c, "cs 21 \"4000\"");
    tell(c, "cs 5 \"9000\"");
    tell(c, "cs 22 \"1\"");
    cr_expect_eq(q3_state_level_start(c, game()), 4000);
    cr_expect_eq(q3_state_warmup(c), 9000);
    cr_expect(q3_state_intermission(c, game()));
    tell(c, "cs 5 \"\\time\\-1\"");
    cr_expect_eq(q3_state_warmup(c), -1);
    tell(c, "disconnect \"bye\"");
    cr_expect_eq(c->disconnected, 1u);
    for (int i = 0; i < 40; i++) { /* a ring of lines */
        tell(c, "print \"line\n\"");
    }
    cr_expect_eq(c->num_lines, 40u);
    free(c);
}

Test(q3_state, shaders_are_drawn_as_others_by_command)
{
    struct q3_state *c = make_client();
    const uint32_t shaders = game()->shaders;
    tell(c, "cs 24 \"a=b:1.00@c=d:2.00@\"");
    tell(c, "remapShader e f 3");
    cr_expect_str_eq(q3_gamestate_string(&c->gamestate, shaders), "a=b:1.00@c=d:2.00@e=f:3@");
    tell(c, "remapShader a g 4");
    cr_expect_str_eq(q3_gamestate_string(&c->gamestate, shaders), "c=d:2.00@e=f:3@a=g:4@");
    tell(c, "remapShader c=x y 5");
    tell(c, "remapShader c y");
    tell(c, "remapShader c y 1 2");
    cr_expect_str_eq(q3_gamestate_string(&c->gamestate, shaders), "c=d:2.00@e=f:3@a=g:4@");
    for (int i = 0; i < 2000; i++) { /* more than there is room for */
        char text[64];
        snprintf(text, sizeof(text), "remapShader s%d t 0", i);
        tell(c, text);
    }
    cr_expect_lt(strlen(q3_gamestate_string(&c->gamestate, shaders)), (size_t)Q3_MAX_CONFIGSTRING);
    free(c);
}

Test(q3_state, too_many_commands_are_executed_at_once)
{
    struct q3_state *c = make_client();
    char text[900];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    memcpy(text, "print ", 6);
    for (int i = 0; i < 1000; i++) {
        q3_state_queue(c, game(), i, text);
    }
    cr_expect_gt(c->num_executed, 900u);
    q3_state_execute(c, game(), 1);
    cr_expect_eq(c->num_executed, 1000u);
    free(c);
}

/* --- events ----------------------------------------------------------------------------------- */

enum { MAX_ENTITIES = 4 };

struct moment {
    int32_t time;
    uint32_t count;
    struct q3_entity_state entities[MAX_ENTITIES];
    struct q3_player_state player;
};

/* Makes a snapshot current as if it had been read; each entity gets its own state. */
static uint32_t show(struct q3_state *c, const struct moment *m)
{
    const uint32_t before = c->num_events;
    const int32_t place = c->current == 0 ? 1 : 0;
    struct q3_snapshot *s = &c->frames.snapshots[place];
    s->valid = true;
    s->server_time = m->time;
    s->player = m->player;
    s->count = m->count;
    for (uint32_t i = 0; i < m->count; i++) {
        const uint16_t state = (uint16_t)(1 + (uint32_t)place * MAX_ENTITIES + i);
        c->frames.states[state] = m->entities[i];
        s->numbers[i] = (uint16_t)m->entities[i].number;
        s->states[i] = state;
    }
    c->previous = c->current;
    c->current = place;
    q3_state_fire(c, game());
    return c->num_events - before;
}

static const struct q3_event *last_event(const struct q3_state *c)
{
    return &c->events[(c->num_events - 1) % Q3_EVENTS];
}

static struct moment entity_event(int32_t time, int32_t event)
{
    struct moment m = {.time = time, .count = 1};
    m.entities[0].number = 100;
    m.entities[0].fields[Q3_ES_EVENT] = event;
    return m;
}

Test(q3_state, an_event_happens_once_however_long_it_is_told)
{
    struct q3_state *c = make_client();
    struct moment m = entity_event(1000, 0x100 | 23);
    cr_expect_eq(show(c, &m), 1u);
    cr_expect_eq(last_event(c)->event, 23);
    cr_expect_eq(last_event(c)->entity, 100);
    cr_expect_eq(last_event(c)->time, 1000);
    m.time = 1050;
    cr_expect_eq(show(c, &m), 0u);
    m = entity_event(1100, 0x200 | 23); /* the counter marks another occurrence */
    cr_expect_eq(show(c, &m), 1u);
    m = entity_event(1150, 0x300); /* a counter with no event */
    cr_expect_eq(show(c, &m), 0u);
    m = entity_event(1200, 0);
    cr_expect_eq(show(c, &m), 0u);
    free(c);
}

Test(q3_state, who_comes_back_soon_does_not_repeat_himself)
{
    struct q3_state *c = make_client();
    const struct moment nobody = {.time = 1050};
    struct moment m = entity_event(1000, 0x100 | 23), none = nobody;
    cr_expect_eq(show(c, &m), 1u);
    cr_expect_eq(show(c, &none), 0u);
    m.time = 1300; /* seen at 1000: 300 ms are not over */
    cr_expect_eq(show(c, &m), 0u);
    none.time = 1350;
    cr_expect_eq(show(c, &none), 0u);
    m.time = 1601;
    cr_expect_eq(show(c, &m), 1u);
    m.time = 1950; /* a teleport counts likewise */
    m.entities[0].fields[Q3_ES_E_FLAGS] ^= Q3_EF_TELEPORT;
    cr_expect_eq(show(c, &m), 1u);
    m.time = 2000;
    m.entities[0].fields[Q3_ES_E_FLAGS] ^= Q3_EF_TELEPORT;
    cr_expect_eq(show(c, &m), 0u);
    free(c);
}

Test(q3_state, entities_that_are_events)
{
    struct q3_state *c = make_client();
    struct moment m = {.time = 1000, .count = 1};
    m.entities[0].number = 200;
    m.entities[0].fields[Q3_ES_E_TYPE] = 13 + 60;
    m.entities[0].fields[Q3_ES_EVENT_PARM] = 10;
    m.entities[0].fields[Q3_ES_OTHER_ENTITY_NUM] = 3;
    m.entities[0].fields[Q3_ES_OTHER_ENTITY_NUM2] = 4;
    m.entities[0].fields[Q3_ES_POS_TR_BASE_2] = q3_float_bits(64.0f);
    cr_expect_eq(show(c, &m), 1u);
    const struct q3_event *e = last_event(c);
    cr_expect_eq(q3_event_kind_of(game(), Q3_MOD_NONE, e->event), Q3_EVENT_OBITUARY);
    cr_expect(e->parm == 10 && e->other == 3 && e->other2 == 4 && e->entity == 200);
    cr_expect_eq(e->origin[2], 64.0f);
    m.time = 1050;
    cr_expect_eq(show(c, &m), 0u);
    m.count = 0;
    m.time = 1400;
    cr_expect_eq(show(c, &m), 0u);
    m.count = 1;
    m.time = 2000; /* the number is used again */
    m.entities[0].fields[Q3_ES_E_FLAGS] = Q3_EF_PLAYER_EVENT;
    cr_expect_eq(show(c, &m), 1u);
    cr_expect_eq(last_event(c)->entity, 3);
    free(c);
}

Test(q3_state, the_players_queue_of_events)
{
    struct q3_state *c = make_client();
    struct moment m = {.time = 1000};
    int32_t *f = m.player.fields;
    f[Q3_PS_EVENT_SEQUENCE] = 5;
    f[Q3_PS_EVENTS_0] = 23;
    f[Q3_PS_EVENTS_1] = 19;
    cr_expect_eq(show(c, &m), 0u, "what was before the first snapshot is not to be heard");
    m.time = 1050;
    f[Q3_PS_EVENT_SEQUENCE] = 6; /* number 5, in place 1 */
    f[Q3_PS_EVENTS_1] = 19;
    f[Q3_PS_EVENT_PARMS_1] = 12;
    cr_expect_eq(show(c, &m), 1u);
    cr_expect(last_event(c)->event == 19 && last_event(c)->parm == 12 && last_event(c)->player);
    m.time = 1100;
    cr_expect_eq(show(c, &m), 0u);
    f[Q3_PS_EVENTS_1] = 14; /* the server thought better of it */
    cr_expect_eq(show(c, &m), 1u);
    f[Q3_PS_EVENT_SEQUENCE] = 10; /* four at once: the queue has the last two */
    cr_expect_eq(show(c, &m), 2u);
    f[Q3_PS_EXTERNAL_EVENT] = 0x100 | 56;
    f[Q3_PS_EXTERNAL_EVENT_PARM] = 25;
    cr_expect_eq(show(c, &m), 1u);
    cr_expect(last_event(c)->event == 56 && last_event(c)->parm == 25);
    cr_expect_eq(show(c, &m), 0u);
    f[Q3_PS_CLIENT_NUM] = 3; /* another player is followed */
    f[Q3_PS_EVENT_SEQUENCE] = 77;
    cr_expect_eq(show(c, &m), 0u);
    free(c);
}

/* --- real demos ------------------------------------------------------------------------------- */

struct cursor { /* in the oracle's list: "gamestate sequence text\n" a command */
    const char *at, *end;
};

/* True if the next command of the list is this one; advances past it. */
static bool is_next(struct cursor *c, uint32_t gamestate, int32_t sequence, const char *text)
{
    char head[32];
    const int length = snprintf(head, sizeof(head), "%u %d ", gamestate, sequence);
    const size_t size = strlen(text), left = (size_t)(c->end - c->at);
    const bool same = left > (size_t)length + size && memcmp(c->at, head, (size_t)length) == 0 &&
                      memcmp(c->at + length, text, size) == 0 &&
                      c->at[(size_t)length + size] == '\n';
    c->at += same ? (size_t)length + size + 1 : 0;
    return same;
}

/* A gamestate discards the waiting commands: continues with the first one after it. */
static void pass_over(struct cursor *c, uint32_t gamestate)
{
    char head[32];
    const int length = snprintf(head, sizeof(head), "\n%u ", gamestate);
    if (c->at < c->end && strncmp(c->at, head + 1, (size_t)length - 1) != 0) {
        const char *found = strstr(c->at, head);
        c->at = found ? found + 1 : c->end;
    }
}

/* Each command is executed with the first snapshot that carries it, in order, none twice. */
static void check_commands(const char *name, const uint8_t *data, size_t size)
{
    size_t list_size, pos = 0;
    char *list = real_data_unpack(&list_size, "oracle/quake3/%s.cmds.gz", name);
    const struct q3_protocol *protocol = q3_protocol_get(q3_detect(data, size, name));
    struct cursor expected = {list, list + list_size};
    struct q3_state *c = make_client();
    struct dm3_block block;
    struct format_error err;
    bool updated;
    uint32_t gamestates = 0;
    while (dm3_next_block(data, size, &pos, &block, &err) > 0 &&
           q3_state_apply(c, protocol, &block, &updated, &err) == 0) {
        const struct q3_snapshot *now = q3_state_snapshot(c);
        uint32_t at = 0;
        int32_t sequence = 0;
        const char *text;
        if (c->gamestates != gamestates) {
            pass_over(&expected, c->gamestates - 1);
            gamestates = c->gamestates;
        }
        cr_assert(!updated || c->executed == now->server_command, "%s: %d", name, c->executed);
        while (updated && (text = q3_state_command(c, &at, &sequence)) != NULL) {
            cr_assert_leq(sequence, now->server_command);
            cr_assert(is_next(&expected, c->gamestates - 1, sequence, text), "%s: %d %s", name,
                      sequence, text);
        }
    }
    /* Behind the last snapshot there may be some that wait for ever. */
    for (uint32_t at = c->due_executed; at < c->due_used;) {
        int32_t sequence;
        sequence = (int32_t)bytes_u32((const uint8_t *)c->due + at);
        const char *text = c->due + at + sizeof(sequence);
        cr_assert(is_next(&expected, c->gamestates - 1, sequence, text), "%s: %s", name, text);
        at += (uint32_t)((sizeof(sequence) + strlen(text) + 4) & ~(size_t)3);
    }
    cr_assert(expected.at == expected.end, "%s: %.60s", name, expected.at);
    free(list);
    free(c);
}

Test(q3_state, commands_are_due_with_their_snapshot)
{
    real_data_each_q3(check_commands);
}

/* --- scopes ----------------------------------------------------------------------------------- */

static struct q3_event without_place(struct q3_event event)
{
    memset(event.origin, 0, sizeof(event.origin));
    memset(event.origin2, 0, sizeof(event.origin2));
    memset(event.angles, 0, sizeof(event.angles));
    return event;
}

/* states: with all, with events, with commands alone. */
static void compare_scopes(const char *name, struct q3_state *const states[3])
{
    const struct q3_state *all = states[0], *events = states[1];
    cr_assert_eq(all->num_events, events->num_events, "%s", name);
    cr_assert_eq(states[2]->num_events, 0, "%s", name);
    const uint32_t kept = all->num_events < Q3_EVENTS ? all->num_events : Q3_EVENTS;
    for (uint32_t i = 0; i < kept; i++) {
        const struct q3_event whole = without_place(all->events[i]);
        cr_assert_eq(memcmp(&whole, &events->events[i], sizeof(whole)), 0, "%s: %u", name, i);
    }
    for (int i = 1; i < 3; i++) {
        const struct q3_state *c = states[i];
        cr_assert_eq(c->changes, all->changes, "%s", name);
        cr_assert_eq(c->restarts, all->restarts, "%s", name);
        cr_assert_eq(c->num_executed, all->num_executed, "%s", name);
        cr_assert_eq(c->told_players, all->told_players, "%s", name);
        cr_assert_eq(memcmp(c->names, all->names, sizeof(c->names)), 0, "%s", name);
        cr_assert_eq(memcmp(c->gamestate.text, all->gamestate.text, all->gamestate.used), 0, "%s",
                     name);
        cr_assert_eq(c->player_anims.num_times, 0, "%s: animations are stepped", name);
        cr_assert_eq(c->num_lines + c->effects.count + c->trails.count, 0, "%s", name);
    }
}

static void check_scopes(const char *name, const uint8_t *data, size_t size)
{
    const struct q3_protocol *protocol = q3_protocol_get(q3_detect(data, size, name));
    struct q3_state *const states[3] = {make_client(), make_client(), make_client()};
    struct dm3_block block;
    size_t pos = 0;
    states[1]->scope = Q3_SCOPE_EVENTS;
    states[2]->scope = Q3_SCOPE_COMMANDS;
    for (uint32_t i = 0; dm3_next_block(data, size, &pos, &block, NULL) > 0; i++) {
        bool updated[3];
        int codes[3];
        for (int k = 0; k < 3; k++) {
            codes[k] = q3_state_apply(states[k], protocol, &block, &updated[k], NULL);
        }
        cr_assert(codes[1] == codes[0] && codes[2] == codes[0], "%s: block %u", name, i);
        cr_assert(updated[1] == updated[0] && updated[2] == updated[0], "%s: block %u", name, i);
        if (i % 64 == 0) {
            compare_scopes(name, states);
        }
    }
    compare_scopes(name, states);
    for (int k = 0; k < 3; k++) {
        free(states[k]);
    }
}

Test(q3_state, what_is_listed_does_not_depend_on_the_scope)
{
    real_data_each_q3_broken_too(check_scopes);
}

Test(q3_state, told_players_are_the_slots_whose_strings_were_set)
{
    static char text[64];
    struct q3_state *c = make_client();
    const int players = game()->players;
    snprintf(text, sizeof(text), "cs %d \"n\\Bob\\t\\1\"", players + 5);
    tell(c, text);
    tell(c, "cs 3 \"a level\"");
    cr_expect_eq(c->told_players, UINT64_C(1) << 5);
    snprintf(text, sizeof(text), "cs %d \"\"", players + 63);
    tell(c, text);
    cr_expect_eq(c->told_players, UINT64_C(1) << 5 | UINT64_C(1) << 63);
    free(c);
}

struct listing {
    struct q3_scanner *scanner;
    struct demo_events events;
    size_t pos;
};

static struct listing start_listing(void)
{
    struct listing list = {.scanner = calloc(1, sizeof(*list.scanner))};
    cr_assert_not_null(list.scanner);
    return list;
}

static void end_listing(struct listing *list)
{
    free(list->events.items);
    free(list->scanner);
}

/* Returns what q3_scan does. */
static int list_next(const struct q3_file *file, struct listing *list, struct demo_step *step)
{
    struct demo_reading reading = {.events = &list->events};
    const int status = q3_scan(file, list->scanner, &list->pos, &reading, NULL);
    *step = reading.step;
    return status;
}

/* The index against one that steps everything and reads all teams at each change. */
static void check_listing(const char *name, const uint8_t *data, size_t size)
{
    const struct q3_file file = {data, size, q3_protocol_get(q3_detect(data, size, name))};
    struct listing list = start_listing(), whole = start_listing();
    struct demo_step step, expected;
    int status = 1;
    whole.scanner->begun = true;
    q3_state_start(&whole.scanner->state);
    while (status > 0) {
        whole.scanner->state.told_players = UINT64_MAX;
        status = list_next(&file, &whole, &expected);
        cr_assert_eq(list_next(&file, &list, &step), status, "%s", name);
        cr_assert(step.update == expected.update && step.seconds == expected.seconds &&
                      step.gap == expected.gap,
                  "%s: at byte %zu", name, list.pos);
    }
    cr_assert_eq(list.events.count, whole.events.count, "%s", name);
    for (uint32_t i = 0; i < list.events.count; i++) {
        const struct demo_event *a = &list.events.items[i], *b = &whole.events.items[i];
        cr_assert(a->kind == b->kind && strcmp(a->text, b->text) == 0, "%s: %s, not %s", name,
                  a->text, b->text);
    }
    end_listing(&list);
    end_listing(&whole);
}

Test(q3_state, the_index_lists_what_the_whole_state_has)
{
    real_data_each_q3_broken_too(check_listing);
}

/* --- messages ----------------------------------------------------------------------------------
 */

Test(q3_state, a_snapshot_in_front_of_a_gamestate_is_over)
{
    struct q3_demo *demo = q3_demo_create(68);
    struct q3_state *c = make_client();
    struct dm3_block block;
    struct format_error err = {0};
    bool updated = false;
    size_t pos = 0;
    q3_demo_gamestate(demo, 0);
    q3_demo_snapshot(demo, 1000, 0);
    q3_demo_command(demo, "print \"changes the level\"");
    q3_write_snapshot(&demo->bits, demo->protocol, &demo->frames, NULL,
                      q3_frames_newest(&demo->frames));
    q3_demo_gamestate(demo, 0); /* in the same message */
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(dm3_next_block(demo->file.data, demo->file.size, &pos, &block, &err), 1);
        cr_assert_eq(q3_state_apply(c, demo->protocol, &block, &updated, &err), 0, "%s", err.what);
        cr_expect_eq(updated, i == 1, "block %d", i);
        cr_expect_eq(q3_state_snapshot(c) != NULL, i == 1);
    }
    cr_expect_eq(pos, demo->file.size);
    free(c);
    q3_demo_free(demo);
}
