/* Moments found in demos of all families, on small demos made for each pattern. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/edit_range.h"
#include "engine/edit/search/search_parts.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_game.h"
#include "tests/support/nq_demo.h"
#include "tests/support/q3_match.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

static struct search_hits hits;

static void end(void)
{
    search_hits_free(&hits);
}

TestSuite(moments, .fini = end);

static void search_bytes(const uint8_t *data, size_t size, const char *name,
                         const struct search_terms *terms, int code)
{
    struct format_error err;
    struct demo demo;
    search_hits_free(&hits);
    cr_assert_eq(demo_open(&demo, data, size, name), 0, "%s", demo.error.what);
    cr_expect_eq(search_demo(&demo, terms, &hits, &err), code);
    demo_close(&demo);
}

static void expect_hit(size_t index, double start, double finish, const char *name, double value,
                       const char *text)
{
    cr_assert_lt(index, hits.count, "%zu hits", hits.count);
    const struct search_hit *hit = &hits.items[index];
    cr_expect_float_eq(hit->start, start, 1e-4, "%zu: starts at %f", index, hit->start);
    cr_expect_float_eq(hit->end, finish, 1e-4, "%zu: ends at %f", index, hit->end);
    cr_expect_str_eq(hit->name, name);
    cr_expect_float_eq(hit->value, value, 1e-4, "%zu: value %f", index, hit->value);
    cr_expect_str_eq(hit->text, text);
}

static const struct search_terms two_frags = {
    .patterns = 1 << SEARCH_FRAGS, .frags = 2, .within = 0.3};

/* --- NetQuake -----------------------------------------------------------------------------------
 */

static struct nq_demo made;
static float now;

static void begin_netquake(uint8_t players)
{
    static const char *const names[] = {"Axe", "B\xe5\145", "Cob"}; /* \xe5: a coloured e */
    nq_demo_begin(&made);
    now = 1.0f;
    nq_demo_serverinfo(&made, players);
    for (uint8_t i = 0; i < 3; i++) {
        struct nq_message m = {.id = NQ_UPDATENAME};
        m.u.updatename.player = i;
        m.u.updatename.name = names[i];
        nq_demo_add(&made, &m);
    }
    nq_demo_block(&made, 0, 0);
}

/* An update a sixteenth of a second later; what was added to the block stands in front. */
static void add_update(uint32_t items)
{
    now += 0.0625f;
    nq_demo_time(&made, now);
    nq_demo_clientdata(&made, 0, 100, items);
    nq_demo_block(&made, 0, 0);
}

static void search_made(const struct search_terms *terms)
{
    search_bytes(made.file.data, made.file.size, "a.dem", terms, 0);
}

Test(moments, frags_told_by_netquake_lines)
{
    begin_netquake(4);
    add_update(1);
    nq_demo_text(&made, NQ_PRINT,
                 "B\xe5"
                 "e rides Axe's rocket\n");
    add_update(1);
    add_update(1);
    nq_demo_text(&made, NQ_PRINT, "Cob accepts Axe's ");
    nq_demo_text(&made, NQ_PRINT, "shaft\n"); /* servers print in pieces */
    add_update(1);
    nq_demo_text(&made, NQ_PRINT, "Axe tries to put the pin back in\n");
    add_update(1);
    search_made(&two_frags);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.0625, 0.1875, "Axe", 2, "Bee (rl), Cob (lg)");
    cr_expect_eq(hits.items[0].player, 0);
    search_made(&(struct search_terms){
        .patterns = 1 << SEARCH_FRAGS, .frags = 1, .within = 0.3, .by = "lg"});
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.1875, 0.1875, "Axe", 1, "Cob (lg)");
    nq_demo_end(&made);
}

Test(moments, frags_end_with_time_death_and_level)
{
    struct search_terms terms = two_frags;
    begin_netquake(4);
    add_update(1);
    nq_demo_text(&made, NQ_PRINT, "Cob rides Axe's rocket\n");
    add_update(1);
    nq_demo_text(&made, NQ_PRINT, "Axe rides Cob's rocket\n");
    add_update(1);
    nq_demo_text(&made, NQ_PRINT, "Cob rides Axe's rocket\n");
    add_update(1);
    terms.within = 0.12;
    search_made(&terms);
    cr_expect_eq(hits.count, 0, "0.125 s are between them");
    terms.within = 0.125;
    search_made(&terms);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.0625, 0.1875, "Axe", 2, "Cob (rl), Cob (rl)");
    terms.alive = true;
    search_made(&terms);
    cr_expect_eq(hits.count, 0, "Axe died between them");
    nq_demo_serverinfo(&made, 4);
    for (uint8_t i = 0; i < 3; i++) {
        struct nq_message m = {.id = NQ_UPDATENAME};
        m.u.updatename.player = i;
        m.u.updatename.name = i == 0 ? "Axe" : i == 1 ? "Dot" : "Cob";
        nq_demo_add(&made, &m);
    }
    nq_demo_text(&made, NQ_PRINT, "Dot rides Axe's rocket\n");
    add_update(1);
    terms = two_frags;
    terms.frags = 3;
    search_made(&terms);
    cr_expect_eq(hits.count, 0, "a level began between them");
    terms.frags = 1;
    terms.player = "axe";
    search_made(&terms);
    cr_assert_eq(hits.count, 2);
    expect_hit(1, 0.2875, 0.2875, "Axe", 1, "Dot (rl)");
    terms.player = "recorder"; /* the view is slot 0's */
    search_made(&terms);
    cr_expect_eq(hits.count, 2);
    terms.player = "2";
    search_made(&terms);
    cr_expect_eq(hits.count, 1);
    nq_demo_end(&made);
}

Test(moments, monsters_of_a_game_of_one)
{
    begin_netquake(1);
    add_update(1);
    for (int i = 0; i < 3; i++) {
        nq_demo_add(&made, &(struct nq_message){.id = NQ_KILLEDMONSTER});
        add_update(1);
    }
    search_made(&two_frags);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.0625, 0.1875, "Axe", 3, "monster, monster, monster");
    nq_demo_end(&made);
}

Test(moments, talk_and_pickups_in_netquake)
{
    enum { ROCKETS = 1 << 5, QUAD = 1 << 22 };
    const struct search_terms terms = {
        .patterns = 1 << SEARCH_CHAT | 1 << SEARCH_PICKUPS, .chat = "GG", .pickups = "rocket"};
    begin_netquake(4);
    add_update(1);
    add_update(1 | ROCKETS);
    nq_demo_text(&made, NQ_PRINT, "\1Cob: \xe7g all\n");
    add_update(1 | ROCKETS | QUAD);
    nq_demo_text(&made, NQ_PRINT, "gg was printed by the server\n");
    add_update(1);
    search_made(&terms);
    cr_assert_eq(hits.count, 2);
    expect_hit(0, 0.0625, 0.0625, "Axe", 0, "rocket launcher");
    expect_hit(1, 0.125, 0.125, "Cob", 0, "Cob: gg all");
    cr_expect_eq(hits.items[1].pattern, SEARCH_CHAT);
    nq_demo_end(&made);
}

/* --- QuakeWorld ---------------------------------------------------------------------------------
 */

static struct qw_game game;

static void begin_quakeworld(bool mvd)
{
    static const char *const infos[] = {"\\name\\Axe\\team\\red", "\\name\\Bee", "\\name\\Cob",
                                        "\\name\\Dot"};
    const struct qw_protocol protocol = {.version = 28, .is_mvd = mvd};
    qw_game_begin(&game, &protocol);
    qw_game_serverdata(&game);
    for (uint8_t i = 0; i < 4; i++) {
        struct qw_message m = {.id = QW_UPDATEUSERINFO};
        m.u.updateuserinfo.player = i;
        m.u.updateuserinfo.user = i + 1;
        m.u.updateuserinfo.info = infos[i];
        qw_game_add(&game, &m);
    }
    qw_game_text(&game, QW_STUFFTEXT, "skins\n");
    qw_game_block(&game, 0);
}

static void print(uint8_t level, const char *text)
{
    struct qw_message m = {.id = QW_PRINT};
    m.u.print.level = level;
    m.u.print.text = text;
    qw_game_add(&game, &m);
}

static void add_frame(void)
{
    qw_game_player(&game, 0, 8.0f);
    qw_game_block(&game, 100);
}

static void frags_in(bool mvd)
{
    begin_quakeworld(mvd);
    add_frame();
    print(QW_PRINT_MEDIUM, "Bee was gibbed by Dot's grenade\n");
    add_frame();
    print(QW_PRINT_HIGH, "Cob rides Dot's rocket\n");
    print(QW_PRINT_CHAT, "Cob: Axe rides Dot's rocket\n");
    add_frame();
    print(QW_PRINT_MEDIUM, "Dot mows down a teammate\n");
    add_frame();
    search_bytes(game.file.data, game.file.size, mvd ? "a.mvd" : "a.qwd", &two_frags, 0);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.1, 0.2, "Dot", 2, "Bee (gl), Cob (rl)");
    cr_expect_eq(hits.items[0].player, 3);
    search_bytes(game.file.data, game.file.size, mvd ? "a.mvd" : "a.qwd",
                 &(struct search_terms){.patterns = 1 << SEARCH_CHAT, .chat = "Rides"}, 0);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.2, 0.2, "Cob", 0, "Cob: Axe rides Dot's rocket");
    qw_game_end(&game);
}

Test(moments, frags_and_talk_in_qwd)
{
    frags_in(false);
}

Test(moments, frags_and_talk_in_mvd)
{
    frags_in(true);
}

/* A .mvd has a line of talk for each listener. */
Test(moments, talk_to_several_counts_once)
{
    begin_quakeworld(true);
    add_frame();
    print(QW_PRINT_CHAT, "(Cob): quad\n");
    qw_game_mvd_block(&game, 100, MVD_SINGLE, 0, 0);
    print(QW_PRINT_CHAT, "(Cob): quad\n");
    qw_game_mvd_block(&game, 0, MVD_SINGLE, 1, 0);
    add_frame();
    search_bytes(game.file.data, game.file.size, "a.mvd",
                 &(struct search_terms){.patterns = 1 << SEARCH_CHAT, .chat = "quad"}, 0);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.2, 0.2, "Cob", 0, "(Cob): quad");
    qw_game_end(&game);
}

/* --- Quake III ----------------------------------------------------------------------------------
 */

static void search_match_of(int protocol, const struct search_terms *terms)
{
    struct q3_demo *demo = q3_match_write(protocol);
    char name[16];
    snprintf(name, sizeof(name), "a.dm_%d", protocol);
    search_bytes(demo->file.data, demo->file.size, name, terms, 0);
    q3_demo_free(demo);
}

Test(moments, frags_and_talk_in_quake3)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        const int protocol = q3_match_protocols[i];
        search_match_of(protocol, &(struct search_terms){
                                      .patterns = 1 << SEARCH_FRAGS, .frags = 1, .within = 4});
        cr_assert_eq(hits.count, 3, "protocol %d: %zu", protocol, hits.count);
        cr_expect_str_eq(hits.items[0].name, "Recorder");
        cr_expect_str_eq(hits.items[0].text, "Anarki (railgun)");
        cr_expect_str_eq(hits.items[1].name, "Anarki");
        cr_expect_str_eq(hits.items[1].text, "Recorder (rocket splash)");
        search_match_of(protocol, &(struct search_terms){.patterns = 1 << SEARCH_CHAT,
                                                         .chat = "hello",
                                                         .player = "anarki"});
        cr_assert_eq(hits.count, 1);
        expect_hit(0, 0.2, 0.2, "Anarki", 0, "Anarki: hello there");
    }
}

/* --- all families -------------------------------------------------------------------------------
 */

Test(moments, hits_up_to_the_damage)
{
    struct q3_demo *demo = q3_match_write(68);
    search_bytes(demo->file.data, demo->file.size * 9 / 10, "a.dm_68",
                 &(struct search_terms){.patterns = 1 << SEARCH_FRAGS, .frags = 1, .within = 4},
                 FORMAT_TRUNCATED);
    cr_expect_geq(hits.count, 2);
    q3_demo_free(demo);
}

Test(moments, a_long_run_names_as_many_as_fit)
{
    begin_netquake(1);
    add_update(1);
    for (int i = 0; i < 60; i++) {
        nq_demo_add(&made, &(struct nq_message){.id = NQ_KILLEDMONSTER});
        add_update(1);
    }
    search_made(&two_frags);
    cr_assert_eq(hits.count, 1);
    cr_expect_eq(hits.items[0].value, 60);
    const size_t length = strlen(hits.items[0].text);
    cr_expect_lt(length, SEARCH_TEXT);
    cr_expect_str_eq(hits.items[0].text + length - 12, "monster, ...", "%s", hits.items[0].text);
    nq_demo_end(&made);
}

/* Frags of a real duel, which UberDemoTools lists at the same server times. */
Test(moments, runs_of_a_real_demo)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/tdm_qlan2_2004.dm_67");
    search_bytes(data, size, "tdm.dm_67",
                 &(struct search_terms){
                     .patterns = 1 << SEARCH_FRAGS, .frags = 3, .within = 4, .player = "recorder"},
                 0);
    cr_assert_eq(hits.count, 1);
    cr_expect_eq(hits.items[0].value, 3);
    cr_expect_str_eq(hits.items[0].text,
                     "ic-TOXIC (railgun), ic-FOX (railgun), ic-GOPHER (railgun)");
    free(data);
}

/* --- feats of Quake III -------------------------------------------------------------------------
 */

enum {
    STEP = 50, /* ms from snapshot to snapshot */
    SHOOTER = 0,
    VICTIM = 1,
    OTHER = 3,
    GROUND = 1022, /* the level */
    RAILGUN = 10,  /* means of death */
    ROCKET = 6,
    ROCKET_SPLASH = 7,
    FIRST_EVENT = 100 /* entity */
};

static struct q3_demo *duel;
static int32_t duel_time;
static uint32_t first_event, next_event; /* entities: those that are there */

static void begin_duel(void)
{
    const struct q3_game *rules = q3_game_of(68);
    duel = q3_demo_create(68);
    duel_time = 10000;
    first_event = next_event = FIRST_EVENT;
    q3_demo_configstring(duel, Q3_CS_SERVERINFO, "\\mapname\\q3ctf1\\g_gametype\\4");
    q3_demo_configstring(duel, rules->players + SHOOTER, "n\\Ann\\t\\1");
    q3_demo_configstring(duel, rules->players + VICTIM, "n\\^1Bob\\t\\2");
    q3_demo_configstring(duel, rules->players + OTHER, "n\\Cat\\t\\2");
    q3_demo_gamestate(duel, SHOOTER);
    duel->player.fields[Q3_PS_GROUND_ENTITY_NUM] = GROUND;
    duel->player.fields[Q3_PS_WEAPON] = 5;
    for (uint32_t slot = VICTIM; slot <= OTHER; slot += 2) {
        int32_t *fields = q3_demo_entity(duel, slot);
        fields[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
        fields[Q3_ES_CLIENT_NUM] = (int32_t)slot;
        fields[Q3_ES_GROUND_ENTITY_NUM] = GROUND;
    }
}

static void add_snapshot(void)
{
    q3_demo_snapshot(duel, duel_time, 1);
    duel_time += STEP;
    while (first_event < next_event) {
        q3_demo_remove(duel, first_event++);
    }
}

static void add_event(int32_t event, int32_t parm, int32_t victim, int32_t attacker)
{
    int32_t *fields = q3_demo_entity(duel, next_event++);
    fields[Q3_ES_E_TYPE] = q3_game_of(68)->event_entity + event;
    fields[Q3_ES_EVENT_PARM] = parm;
    fields[Q3_ES_OTHER_ENTITY_NUM] = victim;
    fields[Q3_ES_OTHER_ENTITY_NUM2] = attacker;
}

static void add_kill(int32_t means, int32_t victim)
{
    add_event(q3_game_of(68)->obituary, means, victim, SHOOTER);
}

static void place_victim(float x, float z, bool in_air)
{
    int32_t *fields = q3_demo_entity(duel, VICTIM);
    fields[Q3_ES_GROUND_ENTITY_NUM] = in_air ? Q3_ENTITY_NONE : GROUND;
    q3_demo_place(duel, VICTIM, x, 0.0f, z);
}

static void turn_view(float yaw)
{
    duel->player.fields[Q3_PS_VIEWANGLES_1] = q3_float_bits(yaw);
}

static void search_duel(const struct search_terms *terms)
{
    const size_t size = duel->file.size; /* of the demo without its end, which may go on */
    q3_demo_end(duel);
    search_bytes(duel->file.data, duel->file.size, "a.dm_68", terms, 0);
    duel->file.size = size;
}

Test(moments, several_frags_by_a_rail)
{
    struct search_terms terms = {.patterns = 1 << SEARCH_RAILS, .rails = 2};
    begin_duel();
    add_snapshot();
    add_kill(RAILGUN, VICTIM);
    add_snapshot();
    add_kill(RAILGUN, VICTIM);
    add_kill(RAILGUN, OTHER);
    add_snapshot();
    add_kill(RAILGUN, VICTIM);
    add_kill(ROCKET, OTHER);
    add_snapshot();
    search_duel(&terms);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.1, 0.1, "Ann", 2, "Bob (railgun), Cat (railgun)");
    terms.rails = 3;
    search_duel(&terms);
    cr_expect_eq(hits.count, 0);
    q3_demo_free(duel);
}

Test(moments, a_rail_after_a_turn)
{
    struct search_terms terms = {
        .patterns = 1 << SEARCH_FLICK_RAILS, .flick = 59, .flick_speed = 1100};
    begin_duel();
    for (int i = 0; i < 6; i++) {
        turn_view(350.0f);
        add_snapshot();
    }
    turn_view(355.0f);
    add_snapshot();
    turn_view(50.0f); /* 55 degrees in 50 ms, 60 in 100 */
    add_kill(RAILGUN, VICTIM);
    add_snapshot();
    search_duel(&terms);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.35, 0.35, "Ann", 60, "Bob (railgun), 1100 degrees/s");
    terms.flick = 61;
    search_duel(&terms);
    cr_expect_eq(hits.count, 0);
    terms.flick = 59;
    terms.flick_speed = 1101;
    search_duel(&terms);
    cr_expect_eq(hits.count, 0);
    q3_demo_free(duel);
}

Test(moments, a_teleport_is_no_turn)
{
    begin_duel();
    for (int i = 0; i < 6; i++) {
        add_snapshot();
    }
    turn_view(90.0f);
    duel->player.fields[Q3_PS_E_FLAGS] ^= Q3_EF_TELEPORT;
    add_kill(RAILGUN, VICTIM);
    add_snapshot();
    search_duel(
        &(struct search_terms){.patterns = 1 << SEARCH_FLICK_RAILS, .flick = 1, .flick_speed = 1});
    cr_expect_eq(hits.count, 0);
    q3_demo_free(duel);
}

/* The victim is thrown up, falls, and is hit by a rocket that was shot half a second earlier. */
static void fly_and_die(int32_t means, bool lands)
{
    begin_duel();
    place_victim(500.0f, 24.0f, false);
    add_snapshot();
    duel->player.fields[Q3_PS_EVENTS_0] = q3_game_of(68)->fire_weapon;
    duel->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
    for (int i = 1; i <= 10; i++) {
        place_victim(500.0f, 24.0f + (i <= 5 ? 10.0f * (float)i : 100.0f - 10.0f * (float)i), true);
        add_snapshot();
    }
    place_victim(500.0f, 14.0f, !lands);
    add_kill(means, VICTIM);
    add_snapshot();
}

Test(moments, a_rocket_in_mid_air)
{
    struct search_terms terms = {.patterns = 1 << SEARCH_MID_AIRS, .mid_air = 499, .air_time = 0.5};
    fly_and_die(ROCKET, false);
    search_duel(&terms);
    cr_assert_eq(hits.count, 1);
    cr_expect_str_eq(hits.items[0].text, "Bob (rocket), 0.50 s in the air");
    cr_expect_float_eq(hits.items[0].start, 0.55, 1e-4);
    cr_expect_float_eq(hits.items[0].value, 500.1, 0.2, "%f", hits.items[0].value);
    terms.mid_air = 502;
    search_duel(&terms);
    cr_expect_eq(hits.count, 0, "it was shot from nearer");
    terms.mid_air = 0;
    terms.air_time = 0.51;
    search_duel(&terms);
    cr_expect_eq(hits.count, 0, "the flight was shorter");
    q3_demo_free(duel);
}

Test(moments, no_mid_airs)
{
    const struct search_terms terms = {.patterns = 1 << SEARCH_MID_AIRS};
    fly_and_die(ROCKET_SPLASH, false);
    search_duel(&terms);
    cr_expect_eq(hits.count, 0, "no direct hit");
    q3_demo_free(duel);
    fly_and_die(ROCKET, true);
    search_duel(&terms);
    cr_expect_eq(hits.count, 0, "on the ground");
    q3_demo_free(duel);
}

Test(moments, a_flag_is_carried_home)
{
    struct search_terms terms = {.patterns = 1 << SEARCH_FLAG_RUNS, .flag_run = 1};
    begin_duel();
    add_snapshot();
    q3_demo_entity(duel, VICTIM)[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_RED_FLAG;
    for (int i = 0; i < 4; i++) {
        add_snapshot();
    }
    q3_demo_entity(duel, VICTIM)[Q3_ES_POWERUPS] = 0;
    add_event(q3_game_of(68)->team_sound, Q3_TEAM_BLUE_CAPTURE, 0, 0);
    add_snapshot();
    search_duel(&terms);
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.05, 0.25, "Bob", 0.2, "captures the red flag");
    terms.flag_run = 0.15;
    search_duel(&terms);
    cr_expect_eq(hits.count, 0, "it took longer");
    q3_demo_free(duel);
}

Test(moments, speed_of_players_in_sight)
{
    const struct search_terms terms = {.patterns = 1 << SEARCH_SPEEDS, .speed = 500};
    begin_duel();
    duel->player.stats[0] = 100; /* health */
    for (int i = 0; i < 4; i++) {
        int32_t *fields = q3_demo_entity(duel, OTHER);
        fields[Q3_ES_POS_TR_DELTA_0] = q3_float_bits(i == 1 ? 300.0f : i == 2 ? 600.0f : 0.0f);
        fields[Q3_ES_POS_TR_DELTA_1] = q3_float_bits(i == 1 ? 400.0f : 0.0f);
        fields[Q3_ES_POS_TR_DELTA_2] = q3_float_bits(900.0f);
        duel->player.fields[Q3_PS_VELOCITY_0] = q3_float_bits(i == 3 ? -501.0f : 499.0f);
        add_snapshot();
    }
    search_duel(&terms);
    cr_assert_eq(hits.count, 2);
    expect_hit(0, 0.05, 0.1, "Cat", 600, "for 0.05 s");
    expect_hit(1, 0.15, 0.15, "Ann", 501, "for 0 s");
    q3_demo_free(duel);
}

/* --- speed and flight in Quake and QuakeWorld ---------------------------------------------------
 */

Test(moments, speed_of_the_recorder_in_netquake)
{
    begin_netquake(1);
    for (int i = 0; i < 3; i++) {
        struct nq_message m = {.id = NQ_CLIENTDATA};
        now += 0.0625f;
        nq_demo_time(&made, now);
        m.u.clientdata.mask = NQ_SU_VELOCITY1 | NQ_SU_VELOCITY1 << 1 | NQ_SU_ITEMS;
        m.u.clientdata.has_items = m.u.clientdata.has_stats = true;
        m.u.clientdata.health = 100;
        m.u.clientdata.velocity[0] = 30; /* in 16 units: 480 and 640 give 800 */
        m.u.clientdata.velocity[1] = i == 1 ? 40 : 0;
        nq_demo_add(&made, &m);
        m = (struct nq_message){.id = NQ_ENTITY_UPDATE, .u.update = {.entity = 1}};
        nq_demo_add(&made, &m);
        nq_demo_block(&made, 0, 0);
    }
    search_made(&(struct search_terms){.patterns = 1 << SEARCH_SPEEDS, .speed = 800});
    cr_assert_eq(hits.count, 1);
    expect_hit(0, 0.0625, 0.0625, "Axe", 800, "for 0 s");
    nq_demo_end(&made);
}

static void add_places(float shooter, float victim, float height)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    qw_game_player(&game, 0, shooter);
    m.u.mvd_player.player = 1;
    m.u.mvd_player.flags = QW_DF_ORIGIN1 | QW_DF_ORIGIN1 << 2;
    m.u.mvd_player.origin[0] = victim;
    m.u.mvd_player.origin[2] = height;
    qw_game_add(&game, &m);
    qw_game_block(&game, 100);
}

Test(moments, flight_and_speed_in_mvd)
{
    struct search_terms terms = {.patterns = 1 << SEARCH_MID_AIRS | 1 << SEARCH_SPEEDS,
                                 .mid_air = 200,
                                 .air_time = 0.25,
                                 .speed = 390};
    begin_quakeworld(true);
    for (int i = 0; i < 3; i++) {
        add_places(0.0f, 400.0f, 24.0f);
    }
    for (int i = 1; i <= 3; i++) {
        add_places(40.0f * (float)i, 400.0f, 24.0f + 15.0f * (float)i);
    }
    print(QW_PRINT_MEDIUM, "Bee was gibbed by Axe's rocket\n");
    add_places(160.0f, 400.0f, 84.0f);
    search_bytes(game.file.data, game.file.size, "a.mvd", &terms, 0);
    cr_assert_geq(hits.count, 1);
    const struct search_hit *hit = &hits.items[hits.count - 1];
    cr_expect_eq(hit->pattern, SEARCH_MID_AIRS);
    cr_expect_str_eq(hit->name, "Axe");
    cr_expect_str_eq(hit->text, "Bee (rl), 0.40 s in the air");
    cr_expect_eq(hits.items[0].pattern, SEARCH_SPEEDS);
    cr_expect_float_eq(hits.items[0].value, 400, 10, "%f", hits.items[0].value);
    terms.mid_air = 1000;
    terms.patterns = 1 << SEARCH_MID_AIRS;
    search_bytes(game.file.data, game.file.size, "a.mvd", &terms, 0);
    cr_expect_eq(hits.count, 0);
    qw_game_end(&game);
}

/* --- parts --------------------------------------------------------------------------------------
 */

Test(moments, parts_that_touch_are_one)
{
    static struct search_hit items[] = {{.pattern = SEARCH_CHAT, .start = 1, .end = 1},
                                        {.pattern = SEARCH_FRAGS, .start = 4, .end = 9},
                                        {.pattern = SEARCH_CHAT, .start = 5, .end = 6},
                                        {.pattern = SEARCH_CHAT, .start = 12.5, .end = 13}};
    struct search_parts parts;
    const struct search_hits four = {.items = items, .count = 4};
    cr_assert_eq(search_parts_make(&parts, &four, 2, 1), 0);
    cr_assert_eq(parts.count, 2);
    cr_expect_eq(parts.items[0].from, 0);
    cr_expect_eq(parts.items[0].to, 10);
    cr_expect_eq(parts.items[0].hits, 3);
    cr_expect_eq(parts.items[0].pattern, SEARCH_CHAT);
    cr_expect_eq(parts.items[1].from, 10.5);
    cr_expect_eq(parts.items[1].first_hit, 3);
    free(parts.items);
}

Test(moments, spans_as_found_one_by_one)
{
    enum { SPANS = 3 };
    static const struct edit_span spans[SPANS] = {{0, 0.4}, {0.6, 1.2}, {2, 3}};
    struct edit_range all[SPANS], one;
    struct q3_demo *demo = q3_match_write(68);
    struct format_error err;
    struct demo opened;
    cr_assert_eq(demo_open(&opened, demo->file.data, demo->file.size, "a.dm_68"), 0);
    cr_assert_eq(edit_range_find_spans(&opened, spans, SPANS, all, &err), 0);
    for (int i = 0; i < SPANS; i++) {
        cr_assert_eq(edit_range_find(&opened, spans[i].from, spans[i].to, &one, &err), 0);
        cr_assert_gt(one.updates, 0u);
        cr_expect_eq(memcmp(&one, &all[i], sizeof(one)), 0, "span %d", i);
    }
    demo_close(&opened);
    q3_demo_free(demo);
}
