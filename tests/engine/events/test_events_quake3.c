/* Quake III's events: each kind on a small made demo; frags and talk of real demos as the servers'
 * own lists have them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/events_read.h"
#include "engine/family/demo_items.h"
#include "engine/family/demo_status.h"
#include "engine/playback/families.h"
#include "engine/quake3/match/q3_board.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_trajectory.h"
#include "tests/support/q3_demo.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

enum {
    STEP = 50, /* ms from snapshot to snapshot */
    ANN = 0,   /* records */
    BOB = 1,
    CAT = 3,
    GROUND = 1022, /* the level */
    WORLD = 1022,
    RAILGUN = 10, /* means of death */
    ROCKET = 6,
    FALLING = 19,
    SUICIDE = 20,
    ITEM_QUAD = 28,
    ITEM_ROCKETS = 12, /* the launcher */
    FIRST_EVENT = 100, /* entity */
    DROPPED = 90
};

/* --- reading ------------------------------------------------------------------------------------
 */

static char told[256 * 1024]; /* a line for each event of the wanted kinds */
static struct game_body last_bodies[Q3_PLAYERS];
static uint32_t last_count, num_updates;

static void take_event(void *context, const struct game_event *event)
{
    const size_t used = strlen(told);
    char value[40] = "", side[2][80] = {"", ""};
    const struct game_side *sides[] = {&event->player, &event->other};
    (void)context;
    for (int i = 0; i < 2; i++) {
        if (sides[i]->slot >= 0) {
            snprintf(side[i], sizeof side[i], " %s%s%s", sides[i]->name,
                     sides[i]->team[0] ? "/" : "", sides[i]->team);
        }
    }
    if (!isnan(event->value)) {
        snprintf(value, sizeof value, " %.2f", event->value);
    }
    snprintf(told + used, sizeof told - used, "%.2f %s%s%s%s%s%s%s%s%s%s\n", event->time,
             game_event_kind_name(event->kind), side[0], side[1],
             event->weapon != GAME_WEAPON_NONE ? " by " : "", game_weapon_name(event->weapon),
             value, event->text[0] ? ": " : "", event->text, event->viewed ? " (viewed)" : "",
             event->to_team ? " (team)" : "");
}

static void take_update(void *context, const struct game_update *update)
{
    (void)context;
    num_updates++;
    last_count = update->num_bodies;
    for (uint32_t i = 0; i < update->num_bodies && i < Q3_PLAYERS; i++) {
        last_bodies[i] = update->bodies[i];
        last_bodies[i].name = last_bodies[i].team = NULL; /* valid during the call */
    }
}

static void read_bytes(const uint8_t *data, size_t size, const char *name,
                       const struct events_sink *sink, int code)
{
    struct format_error err;
    struct demo demo;
    cr_assert_eq(demo_open(&demo, data, size, name), 0, "%s", demo.error.what);
    cr_expect_eq(events_read(&demo, sink, &err), code);
    demo_close(&demo);
}

/* --- a made demo --------------------------------------------------------------------------------
 */

static struct q3_demo *demo;
static int32_t now;
static uint32_t first_event, next_event; /* entities: those that are there */

static void put_player(uint32_t slot)
{
    int32_t *fields = q3_demo_entity(demo, slot);
    fields[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    fields[Q3_ES_CLIENT_NUM] = (int32_t)slot;
    fields[Q3_ES_GROUND_ENTITY_NUM] = GROUND;
}

static void add_snapshot(void)
{
    q3_demo_snapshot(demo, now, 1);
    now += STEP;
    while (first_event < next_event) {
        q3_demo_remove(demo, first_event++);
    }
}

static void begin(void)
{
    const struct q3_game *rules = q3_game_of(68);
    told[0] = '\0';
    last_count = num_updates = 0;
    demo = q3_demo_create(68);
    now = 10000;
    first_event = next_event = FIRST_EVENT;
    q3_demo_configstring(demo, Q3_CS_SERVERINFO, "\\mapname\\q3ctf1\\g_gametype\\4");
    q3_demo_configstring(demo, rules->level_start, "4000");
    q3_demo_configstring(demo, rules->players + ANN, "n\\Ann\\t\\1");
    q3_demo_configstring(demo, rules->players + BOB, "n\\^1Bob\\t\\2");
    q3_demo_configstring(demo, rules->players + CAT, "n\\Cat\\t\\2");
    q3_demo_gamestate(demo, ANN);
    demo->player.fields[Q3_PS_GROUND_ENTITY_NUM] = GROUND;
    demo->player.fields[Q3_PS_WEAPON] = 5;
    demo->player.stats[0] = 100;
    put_player(BOB);
    put_player(CAT);
    q3_demo_place(demo, BOB, 500.0f, 0.0f, 24.0f);
    add_snapshot();
}

static void end(void)
{
    q3_demo_free(demo);
    demo = NULL;
}

TestSuite(events_quake3, .init = begin, .fini = end);

static void expect_told(uint32_t kinds, const char *expected)
{
    const struct events_sink sink = {.event = take_event, .update = take_update, .kinds = kinds};
    q3_demo_end(demo);
    read_bytes(demo->file.data, demo->file.size, "a.dm_68", &sink, 0);
    cr_expect_str_eq(told, expected);
}

static int32_t *add_event(int32_t event, int32_t parm)
{
    int32_t *fields = q3_demo_entity(demo, next_event++);
    fields[Q3_ES_E_TYPE] = q3_game_of(68)->event_entity + event;
    fields[Q3_ES_EVENT_PARM] = parm;
    return fields;
}

static void add_kill(int32_t means, int32_t killer, int32_t victim)
{
    int32_t *fields = add_event(q3_game_of(68)->obituary, means);
    fields[Q3_ES_OTHER_ENTITY_NUM] = victim;
    fields[Q3_ES_OTHER_ENTITY_NUM2] = killer;
}

/* An event of a player's own entity; it counts, as servers do. */
static void add_own_event(uint32_t slot, int32_t event, int32_t parm)
{
    int32_t *fields = q3_demo_entity(demo, slot);
    fields[Q3_ES_EVENT] = event | ((fields[Q3_ES_EVENT] + 0x100) & Q3_EVENT_BITS);
    fields[Q3_ES_EVENT_PARM] = parm;
}

#define BIT(NAME) (1u << GAME_EVENT_##NAME)

Test(events_quake3, who_kills_whom)
{
    add_kill(RAILGUN, ANN, BOB);
    add_snapshot();
    add_kill(ROCKET, BOB, CAT);
    add_kill(ROCKET, BOB, BOB);
    add_snapshot();
    add_kill(FALLING, WORLD, ANN);
    add_kill(SUICIDE, CAT, CAT);
    add_kill(99, ANN, CAT);
    add_snapshot();
    expect_told(BIT(FRAG) | BIT(TEAM_KILL) | BIT(SUICIDE) | BIT(DEATH),
                "0.05 frag Ann/red Bob/blue by railgun: railgun (viewed)\n"
                "0.10 team_kill Bob/blue Cat/blue by rocket: rocket\n"
                "0.10 suicide Bob/blue by rocket: rocket\n"
                "0.15 death Ann/red by fall: falling (viewed)\n"
                "0.15 suicide Cat/blue by self: suicide\n"
                "0.15 frag Ann/red Cat/blue by other: weapon 99 (viewed)\n");
}

Test(events_quake3, items_and_powerups)
{
    add_own_event(BOB, q3_game_of(68)->item_pickup, ITEM_ROCKETS);
    add_snapshot();
    add_own_event(BOB, q3_game_of(68)->item_pickup, ITEM_QUAD);
    (void)add_event(20, ITEM_QUAD); /* to all: Bob's event tells the same */
    q3_demo_entity(demo, BOB)[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_QUAD;
    add_snapshot();
    (void)add_event(20, ITEM_QUAD); /* of somebody out of sight */
    (void)add_event(20, 34);        /* flags are told otherwise */
    add_snapshot();
    q3_demo_entity(demo, BOB)[Q3_ES_POWERUPS] = 0;
    demo->player.powerups[Q3_POWERUP_HASTE] = now + 30000;
    add_snapshot();
    add_snapshot();
    demo->player.powerups[Q3_POWERUP_HASTE] = 0;
    add_snapshot();
    expect_told(BIT(PICKUP) | BIT(POWERUP) | BIT(POWERUP_END),
                "0.05 pickup Bob/blue: rocket launcher\n"
                "0.10 powerup Bob/blue: quad damage\n"
                "0.10 pickup Bob/blue: quad damage\n"
                "0.15 pickup: quad damage\n"
                "0.20 powerup Ann/red: speed (viewed)\n"
                "0.20 powerup_end Bob/blue 0.10: quad damage\n"
                "0.30 powerup_end Ann/red 0.10: speed (viewed)\n");
}

Test(events_quake3, what_the_dead_drop)
{
    for (uint32_t i = 0; i < 3; i++) { /* the second lay there, the third is a level's own */
        int32_t *fields = q3_demo_entity(demo, DROPPED + i);
        fields[Q3_ES_E_TYPE] = Q3_ET_ITEM;
        fields[Q3_ES_MODELINDEX] = ITEM_ROCKETS;
        fields[Q3_ES_MODELINDEX2] = i < 2;
        fields[Q3_ES_POS_TR_TYPE] = Q3_TR_GRAVITY;
        fields[Q3_ES_POS_TR_TIME] = i == 1 ? now - 1000 : now;
        q3_demo_place(demo, DROPPED + i, 500.0f, 0.0f, 24.0f);
    }
    add_snapshot();
    expect_told(BIT(DROP), "0.05 drop Bob/blue: rocket launcher\n");
}

Test(events_quake3, the_recorder_is_hurt)
{
    demo->player.persistant[6] = BOB; /* who attacked */
    demo->player.fields[Q3_PS_DAMAGE_EVENT] = 1;
    demo->player.fields[Q3_PS_DAMAGE_COUNT] = 60;
    demo->player.stats[0] = 80;
    demo->player.stats[3] = 30;
    add_snapshot();
    add_snapshot();
    demo->player.stats[0] = -20; /* dies of 100 and of the armor, which is not told */
    demo->player.stats[3] = 10;
    demo->player.fields[Q3_PS_PM_TYPE] = Q3_PM_DEAD;
    add_snapshot();
    demo->player.stats[0] = 100;
    add_snapshot();
    expect_told(BIT(DAMAGE), "0.05 damage Bob/blue Ann/red 60.00\n"
                             "0.15 damage Bob/blue Ann/red 120.00\n");
}

Test(events_quake3, jumps_and_landings)
{
    enum { JUMP = 14, FALL_SHORT = 10 };
    int32_t *bob = q3_demo_entity(demo, BOB);
    add_own_event(BOB, JUMP, 0);
    bob[Q3_ES_GROUND_ENTITY_NUM] = Q3_ENTITY_NONE;
    add_snapshot();
    add_snapshot();
    add_own_event(BOB, JUMP, 0); /* he landed between */
    add_snapshot();
    bob[Q3_ES_GROUND_ENTITY_NUM] = GROUND;
    add_own_event(BOB, FALL_SHORT, 0);
    add_snapshot();
    bob[Q3_ES_GROUND_ENTITY_NUM] = Q3_ENTITY_NONE; /* off an edge */
    add_snapshot();
    bob[Q3_ES_E_FLAGS] ^= Q3_EF_TELEPORT; /* to the ground */
    bob[Q3_ES_GROUND_ENTITY_NUM] = GROUND;
    add_snapshot();
    expect_told(BIT(JUMP) | BIT(LAND), "0.05 jump Bob/blue\n"
                                       "0.15 land Bob/blue 0.10\n"
                                       "0.15 jump Bob/blue\n"
                                       "0.20 land Bob/blue 0.05\n");
}

Test(events_quake3, flags_and_captures)
{
    const int32_t sound = q3_game_of(68)->team_sound;
    (void)add_event(sound, Q3_TEAM_BLUE_TAKEN);
    q3_demo_entity(demo, BOB)[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_RED_FLAG;
    add_snapshot();
    add_snapshot();
    q3_demo_entity(demo, BOB)[Q3_ES_POWERUPS] = 0;
    (void)add_event(sound, Q3_TEAM_BLUE_CAPTURE);
    add_snapshot();
    q3_demo_command(demo, "print \"Ann^7 returned the ^1RED^7 flag!\n\"");
    add_snapshot();
    expect_told(BIT(FLAG) | BIT(CAPTURE) | BIT(POWERUP),
                "0.05 flag Bob/blue: red flag taken\n"
                "0.15 capture Bob/blue 0.10: red flag\n"
                "0.20 flag Ann/red: red flag returned (viewed)\n");
}

/* How long he had it is not known: he came into sight with it. */
Test(events_quake3, capture_of_a_flag_that_was_taken_out_of_sight)
{
    const int32_t sound = q3_game_of(68)->team_sound;
    q3_demo_remove(demo, BOB);
    for (int i = 0; i < 6; i++) {
        add_snapshot();
    }
    put_player(BOB);
    q3_demo_entity(demo, BOB)[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_RED_FLAG;
    add_snapshot();
    (void)add_event(sound, Q3_TEAM_BLUE_CAPTURE);
    add_snapshot();
    expect_told(BIT(FLAG) | BIT(CAPTURE), "0.40 capture Bob/blue: red flag\n");
}

Test(events_quake3, talk)
{
    q3_demo_command(demo, "chat \"^1Bob^7: ^2hi: ^3you\n\"");
    q3_demo_command(demo, "tchat \"(Ann^7) (base): ^5here\"");
    q3_demo_command(demo, "tchat \"(Cat^7): ^5there\"");
    q3_demo_command(demo, "chat \"[Cat^7]: psst\"");
    q3_demo_command(demo, "mm2 1 2 \"^1mine\"");
    q3_demo_command(demo, "chat \"the server says: so\"");
    q3_demo_command(demo, "chatter \"Bob: no\"");
    add_snapshot();
    expect_told(BIT(CHAT), "0.05 chat Bob/blue: hi: you\n"
                           "0.05 chat Ann/red: here (viewed) (team)\n"
                           "0.05 chat Cat/blue: there (team)\n"
                           "0.05 chat Cat/blue: psst\n"
                           "0.05 chat Bob/blue: mine (team)\n"
                           "0.05 chat: the server says: so\n");
}

static void change_player(uint32_t slot, const char *info)
{
    char command[128];
    snprintf(command, sizeof command, "cs %u \"%s\"", q3_game_of(68)->players + slot, info);
    q3_demo_command(demo, command);
    add_snapshot();
}

Test(events_quake3, who_comes_and_goes)
{
    change_player(5, "n\\Dot\\t\\3");
    change_player(5, "n\\Dot\\t\\0");
    change_player(5, "n\\Dora\\t\\1");
    change_player(CAT, "");
    change_player(CAT, "n\\Eve\\t\\1");
    expect_told(BIT(JOIN) | BIT(LEAVE) | BIT(TEAM), "0.05 join Dot/spectator\n"
                                                    "0.10 team Dot: free\n"
                                                    "0.15 team Dora/red: red\n"
                                                    "0.20 leave Cat/blue\n"
                                                    "0.25 join Eve/red\n");
}

Test(events_quake3, levels_and_their_end)
{
    q3_demo_command(demo, "cs 5 \"20000\"");
    add_snapshot();
    q3_demo_command(demo, "cs 5 \"\"");
    add_snapshot();
    q3_demo_command(demo, "cs 22 \"1\"");
    add_snapshot();
    add_snapshot();
    q3_demo_command(demo, "map_restart");
    add_snapshot();
    q3_demo_gamestate(demo, ANN);
    add_snapshot();
    expect_told(BIT(LEVEL) | BIT(FINISH) | BIT(ROUND) | BIT(JOIN) | BIT(LEAVE),
                "0.00 level: q3ctf1\n"
                "0.05 round: countdown to the match\n"
                "0.10 round: the match begins\n"
                "0.15 finish 6.15\n"
                "0.15 round: the match ends\n"
                "0.25 round: map restart\n"
                "0.25 level: q3ctf1\n");
}

Test(events_quake3, updates_tell_of_players_in_sight)
{
    q3_demo_command(demo,
                    "scores 2 0 0 0 5 40 1 0 0 0 0 0 0 0 0 0 0 1 -2 60 1 0 0 0 0 0 0 0 0 0 0");
    q3_demo_entity(demo, BOB)[Q3_ES_WEAPON] = 7;
    q3_demo_entity(demo, BOB)[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_BLUE_FLAG;
    q3_demo_entity(demo, BOB)[Q3_ES_POS_TR_DELTA_0] = q3_float_bits(320.0f);
    q3_demo_place(demo, BOB, 1.0f, 2.0f, 3.0f);
    q3_demo_entity(demo, CAT)[Q3_ES_E_FLAGS] = Q3_EF_DEAD;
    demo->player.persistant[0] = 6;
    demo->player.stats[3] = 25;
    add_snapshot();
    add_snapshot();
    q3_demo_remove(demo, CAT);
    expect_told(0, "");
    cr_expect_eq(num_updates, 3);
    cr_assert_eq(last_count, 3);
    const struct game_body *ann = &last_bodies[0], *bob = &last_bodies[1], *cat = &last_bodies[2];
    cr_expect(ann->slot == ANN && ann->viewed && ann->alive && ann->has_health);
    cr_expect(ann->health == 100 && ann->armor == 25 && ann->frags == 6);
    cr_expect_eq(ann->weapon, GAME_WEAPON_ROCKET);
    cr_expect(bob->slot == BOB && !bob->viewed && bob->alive && !bob->has_health);
    cr_expect(bob->frags == -2 && bob->has_ping && bob->ping == 60);
    cr_expect_eq(bob->weapon, GAME_WEAPON_RAILGUN);
    cr_expect_eq(bob->status, DEMO_STATUS_FLAG);
    cr_expect(bob->origin[2] == 3.0f && bob->velocity[0] == 320.0f);
    cr_expect(cat->slot == CAT && !cat->alive);
}

/* --- feats --------------------------------------------------------------------------------------
 */

static struct game_event feat;

static void take_feat(void *context, const struct game_event *event)
{
    (void)context;
    feat = *event;
}

static void read_feat(void)
{
    const struct events_sink sink = {.event = take_feat, .kinds = BIT(FRAG)};
    q3_demo_end(demo);
    read_bytes(demo->file.data, demo->file.size, "a.dm_68", &sink, 0);
}

static void place_bob(float z, bool flies)
{
    q3_demo_entity(demo, BOB)[Q3_ES_GROUND_ENTITY_NUM] = flies ? Q3_ENTITY_NONE : GROUND;
    q3_demo_place(demo, BOB, 500.0f, 0.0f, z);
}

Test(events_quake3, a_rocket_in_mid_air)
{
    demo->player.fields[Q3_PS_EVENTS_0] = q3_game_of(68)->fire_weapon;
    demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
    for (int i = 1; i <= 10; i++) {
        place_bob(24.0f + (i <= 5 ? 10.0f * (float)i : 100.0f - 10.0f * (float)i), true);
        add_snapshot();
    }
    place_bob(14.0f, true);
    add_kill(ROCKET, ANN, BOB);
    add_snapshot();
    read_feat();
    cr_expect_float_eq(feat.air, 0.5, 1e-9, "%f", feat.air);
    cr_expect_float_eq(feat.distance, 500.1, 0.2, "%f", feat.distance);
    cr_expect(isnan(feat.turn) && isnan(feat.turn_speed));
}

Test(events_quake3, a_rocket_at_who_stands)
{
    place_bob(34.0f, true);
    add_snapshot();
    place_bob(24.0f, false);
    add_kill(ROCKET, ANN, BOB);
    add_snapshot();
    read_feat();
    cr_expect(isnan(feat.air) && isnan(feat.distance));
}

Test(events_quake3, a_rail_after_a_turn)
{
    static const float yaws[] = {350.0f, 350.0f, 350.0f, 350.0f, 355.0f, 50.0f};
    for (int i = 0; i < 6; i++) {
        demo->player.fields[Q3_PS_VIEWANGLES_1] = q3_float_bits(yaws[i]);
        if (i == 5) {
            add_kill(RAILGUN, ANN, BOB);
        }
        add_snapshot();
    }
    read_feat();
    cr_expect_float_eq(feat.turn, 60.0, 1e-4, "%f", feat.turn);
    cr_expect_float_eq(feat.turn_speed, 1100.0, 1e-2, "%f", feat.turn_speed);
    cr_expect(isnan(feat.air));
}

/* --- all protocols, real demos ------------------------------------------------------------------
 */

struct count {
    uint32_t kinds[GAME_EVENT_KINDS];
    int32_t points[Q3_PLAYERS]; /* frags less own deaths, since the match began */
    double last;
    bool in_order;
};

static void count_event(void *context, const struct game_event *event)
{
    struct count *count = context;
    const int32_t slot = event->player.slot;
    count->kinds[event->kind]++;
    count->in_order &= event->time >= count->last;
    count->last = event->time;
    if (event->kind == GAME_EVENT_LEVEL ||
        (event->kind == GAME_EVENT_ROUND && strcmp(event->text, "map restart") == 0)) {
        memset(count->points, 0, sizeof count->points);
    }
    if (event->kind == GAME_EVENT_FRAG) {
        count->points[slot]++;
    } else if (event->kind == GAME_EVENT_TEAM_KILL || event->kind == GAME_EVENT_SUICIDE ||
               event->kind == GAME_EVENT_DEATH) {
        count->points[slot]--;
    }
}

Test(events_quake3, every_protocol)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        struct q3_demo *match = q3_match_write(q3_match_protocols[i]);
        struct count count = {.in_order = true};
        char name[16];
        snprintf(name, sizeof name, "a.dm_%d", q3_match_protocols[i]);
        read_bytes(
            match->file.data, match->file.size, q3_match_protocols[i] < 48 ? "a.dm3" : name,
            &(struct events_sink){.event = count_event, .context = &count, .kinds = EVENTS_ALL}, 0);
        cr_expect_eq(count.kinds[GAME_EVENT_LEVEL], 2, "%s", name);
        cr_expect_gt(count.kinds[GAME_EVENT_CHAT], 0, "%s", name);
        cr_expect_gt(count.kinds[GAME_EVENT_FRAG] + count.kinds[GAME_EVENT_DEATH], 0, "%s", name);
        cr_expect_gt(count.kinds[GAME_EVENT_PICKUP], 0, "%s", name);
        cr_expect_gt(count.kinds[GAME_EVENT_TEAM], 0, "%s", name);
        cr_expect(count.in_order, "%s", name);
        q3_demo_free(match);
    }
}

/* The commands of a demo by an independent parser: `gamestate# sequence text`. Returns the number
 * of lines of talk; board: the last list of scores. */
static uint32_t read_commands(const char *name, struct q3_board *board)
{
    size_t size;
    char *all = real_data_unpack(&size, "oracle/quake3/%s.cmds.gz", name);
    uint32_t talk = 0;
    for (char *line = all, *next; line && *line; line = next) {
        int at = 0;
        next = strchr(line, '\n');
        if (next) {
            *next++ = '\0';
        }
        if (sscanf(line, "%*d %*d %n", &at) != 0 || at == 0) {
            continue; /* goes on with a text */
        }
        struct q3_words words;
        q3_words_split(&words, line + at);
        const char *word = q3_word(&words, 0);
        talk += strcmp(word, "chat") == 0 || strcmp(word, "tchat") == 0 || strcmp(word, "mm2") == 0;
        if (strncmp(word, "scores", 6) == 0) {
            (void)q3_board_command(board, &words);
        }
    }
    free(all);
    return talk;
}

static void check_scores(const char *name, uint32_t players)
{
    struct q3_board board = {0};
    struct count count = {.in_order = true};
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/%s", name);
    const uint32_t talk = read_commands(name, &board);
    uint32_t same = 0;
    read_bytes(data, size, name,
               &(struct events_sink){.event = count_event, .context = &count, .kinds = EVENTS_ALL},
               0);
    cr_expect_eq(count.kinds[GAME_EVENT_CHAT], talk, "%s: %u", name, count.kinds[GAME_EVENT_CHAT]);
    cr_expect(count.in_order, "%s", name);
    for (uint32_t i = 0; i < board.num_rows; i++) {
        const struct q3_board_row *row = &board.rows[i];
        same += row->score != 0 && count.points[row->client] == row->score;
    }
    cr_expect_eq(same, players, "%s: %u", name, same);
    free(data);
}

/* Who watches has the score of whom he follows. */
Test(events_quake3, frags_are_those_of_the_scoreboard)
{
    check_scores("duel.dm3", 2);
    check_scores("duel.dm_48", 2);
    check_scores("duel.dm_91", 2);
    check_scores("duel_nostromo_2002.dm_67", 2);
    check_scores("duel_quakecon_2001.dm_66", 2);
    check_scores("duel_scores.dm_73", 2);
    check_scores("ffa.dm_90", 7);
    check_scores("osp_duel.dm_68", 2);
    check_scores("tdm_qlan2_2004.dm_67", 5); /* others had left */
}

/* What an event of a real demo tells is not invented: a part of a demo tells its part. */
Test(events_quake3, damaged_demos_are_read_up_to_there)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/one_frag_only_with_plasma.dm_68");
    struct count whole = {.in_order = true};
    read_bytes(data, size, "a.dm_68",
               &(struct events_sink){.event = count_event, .context = &whole, .kinds = EVENTS_ALL},
               0);
    cr_expect_eq(whole.kinds[GAME_EVENT_FRAG], 1);
    for (size_t cut = size / 16; cut < size; cut += size / 7) {
        struct count part = {.in_order = true};
        struct format_error err;
        struct demo opened;
        cr_assert_eq(demo_open(&opened, data, cut, "a.dm_68"), 0);
        (void)!events_read(
            &opened,
            &(struct events_sink){.event = count_event, .context = &part, .kinds = EVENTS_ALL},
            &err);
        demo_close(&opened);
        for (int kind = 0; kind < GAME_EVENT_KINDS; kind++) {
            cr_expect_leq(part.kinds[kind], whole.kinds[kind]);
        }
    }
    free(data);
}
