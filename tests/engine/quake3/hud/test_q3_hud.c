/* HUD texts of a generated demo, without game data: the built-in letters are read back from the
 * scene. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/hud/q3_hud_text.h"
#include "tests/engine/quake3/hud/hud_stage.h"

enum { SERVERINFO = 0, WARMUP = 5, SCORES1 = 6, VOTE = 8, LEVEL_START = 21, PLAYERS = 544 };

static void set(uint32_t index, const char *text)
{
    q3_demo_configstring(s.demo, index, text);
}

static void begin(void)
{
    hud_begin();
    set(PLAYERS, "\\n\\^1Re^7der\\t\\0\\model\\sarge");
    set(PLAYERS + 1, "\\n\\Zwo\\t\\0\\model\\sarge");
    set(PLAYERS + 2, "\\n\\Drei\\t\\3\\model\\sarge");
    set(SCORES1, "7");
    set(SCORES1 + 1, "5");
    s.demo->player.stats[2] = 1 << 1 | 1 << 2 | 1 << 5;
    s.demo->player.ammo[2] = 100;
    s.demo->player.ammo[5] = 3;
    s.demo->player.fields[Q3_PS_WEAPON] = 5;
    s.demo->player.persistant[0] = 7;
}

TestSuite(q3_hud, .init = begin, .fini = hud_end);

/* An obituary event of entity 100. */
static void tell_death(int32_t victim, int32_t attacker, int32_t means)
{
    int32_t *entity = q3_demo_entity(s.demo, 100);
    entity[Q3_ES_E_TYPE] = 13 + 60;
    entity[Q3_ES_EVENT_PARM] = means;
    entity[Q3_ES_OTHER_ENTITY_NUM] = victim;
    entity[Q3_ES_OTHER_ENTITY_NUM2] = attacker;
}

Test(q3_hud, figures_and_scores)
{
    hud_start();
    EXPECT_SAYS("|3|100|");
    EXPECT_SAYS("|100|5|7"); /* the second's score, then the own, which is the first's */
    s.demo->player.stats[3] = 55;
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("|100|55|");
}

Test(q3_hud, what_needs_no_ammunition_has_no_figure)
{
    s.demo->player.fields[Q3_PS_WEAPON] = 1;
    s.demo->player.ammo[1] = s.demo->player.ammo[10] = -1;
    s.demo->player.stats[2] = 1 << 1 | 1 << 10;
    hud_start();
    EXPECT_SAYS("|OUT OF AMMO");
    EXPECT_SILENT("|3|100|");
    EXPECT_SILENT("|999|");
    EXPECT_SAYS("|100|");
}

/* The colour of the first letter `letter`. */
static uint32_t color_of(char letter)
{
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    for (size_t i = 0; i < scene->num_draws_2d; i++) {
        const struct rgb_2d_draw *draw = &scene->draws_2d[i];
        if (draw->material && (int)(draw->st[1] * 16) * 16 + (int)(draw->st[0] * 16) == letter) {
            return (uint32_t)draw->color[0] << 16 | (uint32_t)draw->color[1] << 8 | draw->color[2];
        }
    }
    return 0x123456;
}

Test(q3_hud, colours_of_texts)
{
    hud_start();
    q3_demo_command(s.demo, "chat \"^1A^2B^3C^4D^5E^6F^7G^0H^8I^^J^\"");
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("|ABCDEFGHI^^"); /* ^J is a colour, too */
    static const uint32_t expected[] = {0xff0000, 0x00ff00, 0xffff00, 0x0000ff, 0x00ffff,
                                        0xff00ff, 0xffffff, 0x000000, 0x000000};
    for (int i = 0; i < 9; i++) {
        cr_expect_eq(color_of((char)('A' + i)), expected[i], "%c: %06x", 'A' + i,
                     color_of((char)('A' + i)));
    }
}

Test(q3_hud, osps_colours)
{
    set(1, "\\fs_game\\osp");
    hud_start();
    q3_demo_command(s.demo, "chat \"^x80FF40A^BB^xyC\"");
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("|AByC");
    cr_expect_eq(color_of('A'), 0x80ff40u);
    cr_expect_eq(color_of('C'), 0x80ff40u);
    q3_demo_command(s.demo, "chat \"^X9aBcdeD^xag0000E\"");
    stage_snapshot(&s, 9100);
    cr_expect_eq(color_of('D'), 0x9abcdeu);
}

Test(q3_hud, cpmas_colours)
{
    set(20, "cpma-1");
    hud_start();
    q3_demo_command(s.demo, "chat \"^aA^5B^YC\"");
    stage_snapshot(&s, 9050);
    cr_expect_eq(color_of('A'), 0xf60000u);
    cr_expect_eq(color_of('B'), 0x00ffffu);
    cr_expect_eq(color_of('C'), 0xf6f6f6u);
}

Test(q3_hud, nothing_where_it_is_not_wanted)
{
    hud_start();
    s.options.no_hud = true;
    cr_expect_eq(stage_scene(&s, 1.0)->num_draws_2d, 0u);
    s.options.no_hud = false;
    s.options.hud.style = HUD_NONE;
    cr_expect_eq(stage_scene(&s, 1.0)->num_draws_2d, 0u);
    s.options.hud.style = HUD_MODERN;
    EXPECT_SAYS("|3|100");
    EXPECT_SILENT("|7");
}

Test(q3_hud, a_frag_is_told_and_the_victim_named)
{
    hud_start();
    tell_death(1, 0, 10);
    s.demo->player.persistant[0] = 8;
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("Zwo was railed by Reder");
    EXPECT_SAYS("You fragged Zwo|1st place with 8");
    q3_demo_remove(s.demo, 100);
    stage_snapshot(&s, 11900);
    EXPECT_SAYS("was railed by");
    stage_snapshot(&s, 12100);
    EXPECT_SILENT("was railed by");
    EXPECT_SILENT("You fragged");
}

/* The first flat that is the letter `letter` at that height, NULL = none is. */
static const struct rgb_2d_draw *letter_at(char letter, float y)
{
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    for (size_t i = 0; i < scene->num_draws_2d; i++) {
        const struct rgb_2d_draw *flat = &scene->draws_2d[i];
        if (flat->material && flat->y == y &&
            (int)(flat->st[1] * 16) * 16 + (int)(flat->st[0] * 16) == letter) {
            return flat;
        }
    }
    return NULL;
}

/* Without game data there are no icons: words. */
Test(q3_hud, kill_feed_from_0_to_4000_ms)
{
    hud_start();
    tell_death(1, 0, 10);
    stage_snapshot(&s, 9050);
    EXPECT_SILENT("Reder rg Zwo");
    s.options.hud.frags = true;
    EXPECT_SAYS("|Reder rg Zwo");
    const struct rgb_2d_draw *first = letter_at('R', 208.0f), *word = letter_at('r', 208.0f);
    cr_assert(first && word);
    cr_expect(first->x == 8.0f && first->width == 8.0f && first->height == 16.0f);
    cr_expect(first->color[0] == 255 && first->color[1] == 0, "the name's own red");
    cr_expect(letter_at('g', 208.0f)->color[0] == 255 && letter_at('g', 208.0f)->color[2] == 0);
    cr_expect(letter_at('Z', 208.0f)->color[2] == 255, "white after the word");
    cr_expect_eq(letter_at('Z', 208.0f)->x, 8.0f + 9 * 8.0f);
    q3_demo_remove(s.demo, 100);
    stage_snapshot(&s, 9100);
    tell_death(2, 2, 20);
    stage_snapshot(&s, 9950);
    EXPECT_SAYS("|suicide Drei");
    cr_expect_not_null(letter_at('D', 226.0f), "18 below");
    q3_demo_remove(s.demo, 100);
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    EXPECT_SILENT("|suicide Drei");
    s.options.hud.scores = HUD_SCORES_NONE;
    stage_snapshot(&s, 13049);
    EXPECT_SAYS("|Reder rg Zwo");
    stage_snapshot(&s, 13050);
    EXPECT_SILENT("Reder rg Zwo");
    cr_expect_not_null(letter_at('D', 208.0f), "what is left moves up");
    stage_snapshot(&s, 13949);
    EXPECT_SAYS("|suicide Drei");
    stage_snapshot(&s, 13950);
    EXPECT_SILENT("suicide Drei");
}

/* A visible player, straight ahead or to the side: solid with the standard box. */
static void stand(int32_t client, float x, float y)
{
    enum { BOX = 15 | 24 << 8 | 64 << 16 };
    int32_t *entity = q3_demo_entity(s.demo, (uint32_t)client);
    entity[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    entity[Q3_ES_CLIENT_NUM] = client;
    entity[Q3_ES_SOLID] = BOX;
    stage_set(entity, Q3_ES_POS_TR_BASE_0, x);
    stage_set(entity, Q3_ES_POS_TR_BASE_1, y);
    stage_set(entity, Q3_ES_POS_TR_BASE_2, 50.0f);
}

/* Opacity of the first letter `letter`. */
static int alpha_of(char letter)
{
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    for (size_t i = 0; i < scene->num_draws_2d; i++) {
        const struct rgb_2d_draw *draw = &scene->draws_2d[i];
        if (draw->material && (int)(draw->st[1] * 16) * 16 + (int)(draw->st[0] * 16) == letter) {
            return draw->color[3];
        }
    }
    return 0;
}

Test(q3_hud, who_is_ahead_is_named_and_for_a_second_after)
{
    stand(1, 500.0f, 0.0f);
    hud_start();
    EXPECT_SAYS("|Zwo");
    cr_expect_eq(alpha_of('Z'), 127);
    stand(1, 500.0f, 200.0f);
    stage_snapshot(&s, 9050);
    stage_snapshot(&s, 9750);
    cr_expect_eq(alpha_of('Z'), 127);
    stage_snapshot(&s, 9900);
    cr_expect_eq(alpha_of('Z'), 63);
    cr_expect_null(strstr(hud_says_at(1.0), "Drei"), "%s", said);
    stand(2, 300.0f, 0.0f); /* another player at that position */
    stage_snapshot(&s, 9950);
    EXPECT_SAYS("|Drei");
    EXPECT_SILENT("Zwo");
    stand(2, 300.0f, 200.0f);
    stage_snapshot(&s, 10900);
    EXPECT_SAYS("|Drei");
    stage_snapshot(&s, 10960);
    EXPECT_SILENT("Drei");
}

/* As the view is drawn: a step that nods by 5 degrees at 500 units a second looks 87 units lower
 * at a player 1000 units away, whose box ends 24 below. */
Test(q3_hud, who_is_beside_the_nodding_view_is_not_named)
{
    static const int nods[] = {0, 64};
    for (int i = 0; i < 2; i++) {
        s.demo->player.fields[Q3_PS_BOB_CYCLE] = nods[i];
        stage_set(s.demo->player.fields, Q3_PS_VELOCITY_0, 2500.0f);
        stand(1, 1000.0f, 0.0f);
        if (i == 0) {
            hud_start();
        } else {
            stage_snapshot(&s, 20000);
        }
        stand(1, 1000.0f, 300.0f);
        stage_snapshot(&s, i == 0 ? 9050 : 20050);
        if (i == 0) {
            EXPECT_SAYS("|Zwo");
        } else {
            EXPECT_SILENT("Zwo");
        }
    }
}

Test(q3_hud, who_cannot_be_seen_is_not_named)
{
    enum { INVISIBLE = 1 << 4 };
    stand(1, 500.0f, 0.0f);
    q3_demo_entity(s.demo, 1)[Q3_ES_POWERUPS] = INVISIBLE;
    hud_start();
    EXPECT_SILENT("Zwo");
    q3_demo_entity(s.demo, 1)[Q3_ES_POWERUPS] = 0;
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("Zwo");
    s.demo->player.stats[0] = 0; /* nor by the dead, nor what they would have seen */
    stage_snapshot(&s, 11000);
    EXPECT_SILENT("Zwo");
    q3_demo_remove(s.demo, 1);
    s.demo->player.stats[0] = 100;
    stage_snapshot(&s, 11050);
    EXPECT_SILENT("Zwo");
}

Test(q3_hud, what_one_uses_is_said)
{
    enum { USE_NOTHING = 24, USE_MEDKIT = 26 };
    hud_start();
    int32_t *f = s.demo->player.fields;
    f[Q3_PS_EXTERNAL_EVENT] = USE_MEDKIT;
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("Use Medkit");
    f[Q3_PS_EXTERNAL_EVENT] = USE_NOTHING | 0x100;
    stage_snapshot(&s, 9100);
    EXPECT_SAYS("No item to use");
    EXPECT_SILENT("Medkit");
    stage_snapshot(&s, 12200);
    EXPECT_SILENT("No item to use");
}

Test(q3_hud, between_two_snapshots_what_comes_has_not_happened)
{
    hud_start();
    tell_death(1, 0, 10);
    stage_snapshot(&s, 9050);
    cr_expect_null(strstr(hud_says_at(0.5), "railed"), "%s", said);
    cr_expect_null(strstr(hud_says_at(0.5), "fragged"), "%s", said);
    EXPECT_SAYS("railed");
}

Test(q3_hud, who_is_dead_sees_by_whom_and_the_scores)
{
    hud_start();
    tell_death(0, 1, 6);
    s.demo->player.stats[0] = -10;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 3;
    q3_demo_command(s.demo, "scores 2 0 0 1 12 34 5 0 0 0 0 0 0 0 0 0 0 "
                            "0 7 40 5 0 0 0 0 0 0 0 0 0 0");
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("Reder ate Zwo's rocket");
    EXPECT_SAYS("Fragged by Zwo");
    EXPECT_SAYS("|12|34|5 Zwo|");
    EXPECT_SAYS("|7|40|5 Reder|");
    EXPECT_SILENT("|3|"); /* no status bar */
    s.demo->player.stats[0] = 125;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 0;
    q3_demo_remove(s.demo, 100);
    stage_snapshot(&s, 11000);
    EXPECT_SILENT("Fragged by"); /* at once */
    EXPECT_SILENT("34");
}

/* The board is never gone in between. */
Test(q3_hud, who_is_dead_at_the_end_still_sees_by_whom)
{
    hud_start();
    tell_death(0, 1, 6);
    s.demo->player.stats[0] = -10;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 3;
    stage_snapshot(&s, 9050);
    s.demo->player.fields[Q3_PS_PM_TYPE] = 5;
    q3_demo_remove(s.demo, 100);
    stage_snapshot(&s, 11000);
    stage_snapshot(&s, 15000);
    EXPECT_SAYS("Fragged by Zwo");
    s.demo->player.stats[0] = 125;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 0;
    stage_snapshot(&s, 16000);
    s.demo->player.fields[Q3_PS_PM_TYPE] = 5;
    stage_snapshot(&s, 17000);
    EXPECT_SILENT("Fragged by");
}

Test(q3_hud, scores_on_demand)
{
    hud_start();
    EXPECT_SILENT("Zwo");
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    EXPECT_SAYS("Zwo");
    EXPECT_SAYS("SPECT");
    EXPECT_SAYS("Drei");
    EXPECT_SILENT("|100|");
}

Test(q3_hud, a_spectator_may_have_a_page_of_scores)
{
    s.demo->player.persistant[3] = 3;
    s.demo->player.fields[Q3_PS_PM_FLAGS] = 8192;
    hud_start();
    q3_demo_command(s.demo, "scores 2 0 0 1 12 34 5 0 0 0 0 0 0 0 0 0 0 "
                            "0 7 40 5 0 0 0 0 0 0 0 0 0 0");
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("|Scoreboard|0:09|Reder|7|Zwo|12");
    EXPECT_SILENT("SPECTATOR");
    cr_expect(stage_scene(&s, 1.0)->has_page);
    const struct rgb_2d_draw *ground = &stage_scene(&s, 1.0)->draws_2d[0];
    cr_expect(ground->width == 640.0f && ground->height == 480.0f && ground->color[3] == 255);
    s.options.camera.kind = CAMERA_FREE; /* the world is wanted */
    EXPECT_SILENT("Scoreboard");
    s.options.camera = camera_default();
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\3\"");
    q3_demo_command(s.demo, "cs 4 \"Welcome\"");
    q3_demo_command(s.demo, "scores 0 5 -3");
    stage_snapshot(&s, 9100);
    EXPECT_SAYS("|Welcome|0:09|Red Team|5|Blue Team|-3");
}

Test(q3_hud, what_the_server_says)
{
    hud_start();
    q3_demo_command(s.demo, "cp \"^3Round\n^2begins\"");
    q3_demo_command(s.demo, "chat \"^2Zwo\x19: hello\"");
    q3_demo_command(s.demo, "print \"one\ntwo\n\"");
    q3_demo_command(s.demo, "cs 8 9050");
    q3_demo_command(s.demo, "cs 9 \"map q3dm6\"");
    q3_demo_command(s.demo, "cs 10 2");
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("|Round|begins");
    EXPECT_SAYS("|Zwo: hello|one|two");
    EXPECT_SAYS("|VOTE(30):map q3dm6 yes:2 no:0");
    stage_snapshot(&s, 12060);
    EXPECT_SILENT("hello");
    EXPECT_SILENT("Round");
    EXPECT_SAYS("VOTE(26)");
}

Test(q3_hud, cpmas_team_chat_and_open_arenas_respawn)
{
    set(20, "baseoa-1");
    set(608 + 7, "the ^3pit");
    hud_start();
    q3_demo_command(s.demo, "mm2 1 7 \"incoming\"");
    q3_demo_command(s.demo, "mm2 99 -1 \"nobody\"");
    q3_demo_command(s.demo, "respawn 11000");
    s.demo->player.stats[0] = 0;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 3;
    stage_snapshot(&s, 9500);
    EXPECT_SAYS("(Zwo) (the pit): incoming|(): nobody");
    EXPECT_SAYS("Respawn in: 1.50");
    stage_snapshot(&s, 11100);
    EXPECT_SAYS("Click FIRE to respawn");
}

Test(q3_hud, before_the_match_and_its_begin)
{
    set(SERVERINFO, "\\g_gametype\\4\\capturelimit\\8");
    set(WARMUP, "-1");
    hud_start();
    EXPECT_SAYS("Waiting for players");
    q3_demo_command(s.demo, "cs 5 14100");
    stage_snapshot(&s, 10050);
    EXPECT_SAYS("|Capture the Flag|Starts in: 5");
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    EXPECT_SILENT("Starts in");
    s.options.hud.scores = HUD_SCORES_NONE;
    q3_demo_command(s.demo, "cs 5 0");
    q3_demo_command(s.demo, "map_restart");
    stage_snapshot(&s, 14100);
    EXPECT_SAYS("FIGHT!");
    EXPECT_SILENT("Capture");
    EXPECT_SAYS("|5|7|8|"); /* blue, red, the limit */
}

Test(q3_hud, weapons_show_when_one_is_taken_and_pickups_otherwise)
{
    hud_start();
    EXPECT_SILENT("Rocket Launcher");
    s.demo->player.fields[Q3_PS_EVENTS_0] = 19;
    s.demo->player.fields[Q3_PS_EVENT_PARMS_0] = 12;
    s.demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("Rocket Launcher");
    s.demo->player.fields[Q3_PS_EVENTS_1] = 19;
    s.demo->player.fields[Q3_PS_EVENT_PARMS_1] = 7;
    s.demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 2;
    stage_snapshot(&s, 10500);
    EXPECT_SILENT("Rocket Launcher");
    EXPECT_SAYS("Mega Health");
    stage_snapshot(&s, 13600);
    EXPECT_SILENT("Mega Health");
}

Test(q3_hud, awards_wait_for_each_other)
{
    hud_start();
    s.demo->player.persistant[9] = 1;
    s.demo->player.persistant[10] = 2;
    stage_snapshot(&s, 9050);
    EXPECT_SAYS("Impressive 1");
    EXPECT_SILENT("Excellent");
    stage_snapshot(&s, 12060);
    EXPECT_SAYS("Excellent 2");
    EXPECT_SILENT("Impressive");
    stage_snapshot(&s, 15060);
    EXPECT_SILENT("Excellent");
}

/* OSP puts the level's beginning into the future while it is stopped. */
Test(q3_hud, a_clock_stands_while_its_beginning_is_to_come)
{
    set(LEVEL_START, "5000");
    hud_start();
    s.options.hud.clock = true;
    EXPECT_SAYS("0:04");
    q3_demo_command(s.demo, "cs 21 200000");
    stage_snapshot(&s, 12000);
    EXPECT_SAYS("0:04");
    q3_demo_command(s.demo, "cs 21 9000");
    stage_snapshot(&s, 14000);
    EXPECT_SAYS("0:05");
}

/* Servers leave it to the client to know that scores are no longer shown. */
Test(q3_hud, awards_after_a_restart)
{
    hud_start();
    q3_demo_command(s.demo, "cs 22 1");
    s.demo->player.persistant[9] = 1;
    stage_snapshot(&s, 9050);
    EXPECT_SILENT("Impressive");
    q3_demo_command(s.demo, "map_restart");
    stage_snapshot(&s, 9100);
    s.demo->player.persistant[9] = 2;
    stage_snapshot(&s, 9150);
    EXPECT_SAYS("Impressive 2");
}

Test(q3_hud, little_ammunition_a_clock_and_who_is_followed)
{
    set(LEVEL_START, "5000");
    s.demo->player.fields[Q3_PS_PM_FLAGS] = 4096;
    s.demo->player.fields[Q3_PS_CLIENT_NUM] = 1;
    s.demo->player.ammo[2] = 9;
    hud_start();
    s.options.hud.clock = true;
    EXPECT_SAYS("LOW AMMO WARNING");
    EXPECT_SAYS("0:04");
    EXPECT_SAYS("following|Zwo");
    s.demo->player.ammo[2] = s.demo->player.ammo[5] = 0;
    stage_snapshot(&s, 66000);
    EXPECT_SAYS("OUT OF AMMO");
    EXPECT_SAYS("1:01");
}

Test(q3_hud, lengths_of_texts)
{
    struct q3_canvas canvas = {0};
    cr_expect_eq(q3_text_length(&canvas, "^1a^^7b"), 3u);
    cr_expect_eq(q3_text_length(&canvas, "\xc5\xbb\xc3\xb3w"), 5u);
    canvas.utf8 = true;
    cr_expect_eq(q3_text_length(&canvas, "\xc5\xbb\xc3\xb3w"), 3u);
    cr_expect_eq(q3_text_length(&canvas, "^2\xc5\xbb\xff"), 2u);
}

/* Bytes of all kinds wherever texts come from, and numbers no game has. */
Test(q3_hud, strangers_texts_and_numbers_stay_in_their_bounds)
{
    char text[900];
    uint32_t seed = 1;
    for (int round = 0; round < 8; round++) {
        for (size_t i = 0; i + 1 < sizeof(text); i++) {
            seed = seed * 1664525u + 1013904223u;
            const char c = (char)(seed >> 24);
            text[i] = round % 2 != 0 ? "^^1a\n"[seed >> 20 & 3] : c == 0 || c == '"' ? '^' : c;
        }
        text[sizeof(text) - 1] = '\0';
        if (round == 0) {
            hud_start();
        }
        char command[1024];
        snprintf(command, sizeof(command), "cp \"%.900s\"", text);
        q3_demo_command(s.demo, command);
        snprintf(command, sizeof(command), "chat \"%.900s\"", text);
        q3_demo_command(s.demo, command);
        snprintf(command, sizeof(command), "cs 545 \"\\n\\%.300s\\t\\0\"", text + 100);
        q3_demo_command(s.demo, command);
        snprintf(command, sizeof(command), "cs 9 \"%.900s\"", text);
        q3_demo_command(s.demo, command);
        q3_demo_command(s.demo, "cs 8 -2147483648");
        q3_demo_command(s.demo, "cs 5 2147483647");
        q3_demo_command(s.demo, "cs 6 -2147483648");
        q3_demo_command(s.demo, "scores 64 -2147483648 2147483647 9999999 1 2 3");
        tell_death((int32_t)seed, -1, round * 1000);
        s.demo->player.stats[0] = round % 3 == 0 ? INT16_MIN : INT16_MAX;
        s.demo->player.stats[3] = INT16_MAX;
        s.demo->player.stats[1] = 255;
        s.demo->player.fields[Q3_PS_WEAPON] = 15 * (round & 1);
        s.demo->player.persistant[2] = -1;
        s.demo->player.persistant[6] = -5 + round * 20;
        s.demo->player.persistant[9] = INT16_MIN + round;
        s.options.hud.scores = round % 2 == 0 ? HUD_SCORES_PLAYERS : HUD_SCORES_NONE;
        stage_snapshot(&s, 9050 + round * 50);
        cr_expect_lt(stage_scene(&s, 0.3)->num_draws_2d, 6000u);
    }
}

Test(q3_hud, any_size_of_frame)
{
    static const int sizes[][2] = {{1, 1}, {320, 200}, {1280, 720}, {16384, 64}, {64, 16384}};
    hud_start();
    tell_death(1, 0, 10);
    stage_snapshot(&s, 9050);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        s.options.width = sizes[i][0];
        s.options.height = sizes[i][1];
        for (int scale = 0; scale <= HUD_SCALE_MAX; scale += 4) {
            s.options.hud.scale = scale;
            EXPECT_SAYS("fragged");
        }
    }
}
