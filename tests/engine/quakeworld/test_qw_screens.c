/* QuakeWorld state for the 2D layer: print colours, obituaries, team status. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/quakeworld/qw_apply.h"
#include "engine/quakeworld/qw_view.h"
#include "engine/quakeworld/screens/qw_team.h"
#include "tests/support/qw_game.h"
#include "tests/support/scarce.h"

static const struct qw_protocol client = {.version = 28}, server = {.version = 28, .is_mvd = true};

static void say(struct qw_game *g, uint8_t level, const char *text)
{
    struct qw_message m = {.id = QW_PRINT};
    m.u.print.level = level;
    m.u.print.text = text;
    qw_game_add(g, &m);
}

static void begin(struct qw_game *g, const struct qw_protocol *protocol)
{
    qw_game_begin(g, protocol);
    qw_game_signon(g);
    qw_game_text(g, QW_STUFFTEXT, "fullserverinfo \"\\teamplay\\2\\deathmatch\\1\"\n");
    qw_game_block(g, 10);
    qw_game_play(g);
}

static void join(struct qw_game *g, uint8_t slot, const char *info)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = slot;
    m.u.updateuserinfo.user = slot + 1;
    m.u.updateuserinfo.info = info;
    qw_game_add(g, &m);
}

Test(qw_screens, chat_keeps_its_colours)
{
    struct qw_game g;
    begin(&g, &client);
    say(&g, QW_PRINT_CHAT, "a {&cf00b&cfffc} &c0f8d&re\n");
    say(&g, QW_PRINT_HIGH, "&cf00gone\rhere\n");
    say(&g, QW_PRINT_HIGH, "&cf00one\ntwo\n");
    qw_game_text(&g, QW_CENTERPRINT, "&c00fblue&r white");
    qw_game_block(&g, 10);
    qw_game_play(&g);
    const struct qw_state *s = g.state;
    const struct console_line *lines = s->prints;
    cr_assert_eq(s->console.count, 4u);
    cr_assert_eq(lines[0].num_runs, 4u);
    cr_expect(lines[0].runs[0].start == 2 && lines[0].runs[0].color == 0x1f00);
    cr_expect(lines[0].runs[1].start == 3 && lines[0].runs[1].color == 0);
    cr_expect(lines[0].runs[2].start == 5 && lines[0].runs[2].color == 0x10f8);
    cr_expect(lines[0].runs[3].start == 6 && lines[0].runs[3].color == 0);
    cr_expect_eq(lines[0].text[2], 'b', "a coloured letter is a white one");
    cr_expect_eq(lines[0].text[0], 'a' | 128);
    cr_expect(lines[1].num_runs == 1 && lines[1].runs[0].start == 0, "written over");
    cr_expect_eq(lines[1].length, 4);
    cr_expect_eq(lines[2].num_runs, 1u);
    cr_expect_eq(lines[3].num_runs, 0u, "a colour ends with its line");
    const struct console_center *center =
        console_find_center(s->centers, QW_CENTERS, CONSOLE_EVERYBODY);
    cr_assert_not_null(center);
    cr_expect(center->num_runs == 2 && center->runs[0].color == 0x100f &&
              center->runs[1].start == 4);
    qw_game_end(&g);
}

Test(qw_screens, more_colours_than_are_kept)
{
    struct qw_game g;
    char text[8 * 200 + 2] = "";
    begin(&g, &client);
    for (int i = 0; i < 200; i++) {
        memcpy(text + 6 * i, i % 2 ? "&c123x" : "&c456x", 6);
    }
    memcpy(text + 6 * 200, "\n", 2);
    say(&g, QW_PRINT_HIGH, text);
    qw_game_block(&g, 10);
    qw_game_play(&g);
    cr_expect_eq(g.state->prints[0].num_runs, (uint32_t)CONSOLE_LINE_RUNS);
    qw_game_end(&g);
}

Test(qw_screens, deaths_are_kept_until_the_level_ends)
{
    struct qw_game g;
    begin(&g, &server);
    say(&g, QW_PRINT_MEDIUM, "b rides ");
    say(&g, QW_PRINT_HIGH, "c rides d's rocket\n");
    say(&g, QW_PRINT_CHAT, "e rides f's rocket\n");
    say(&g, QW_PRINT_MEDIUM, "a's rocket\n");
    qw_game_block(&g, 10);
    say(&g, QW_PRINT_MEDIUM, "g suicides\n");
    qw_game_mvd_block(&g, 0, MVD_SINGLE, 2, 0); /* sent to one player only */
    qw_game_play(&g);
    const struct frag_line *line = frag_feed_line(&g.state->frags, 0);
    cr_assert_not_null(line);
    cr_expect(line->killer[0] == 'a' && line->victim[0] == 'b' && line->cause == OBITUARY_ROCKET);
    cr_expect_null(frag_feed_line(&g.state->frags, 1));
    qw_game_serverdata(&g);
    qw_game_block(&g, 10);
    qw_game_play(&g);
    cr_expect_null(frag_feed_line(&g.state->frags, 0));
    qw_game_end(&g);
}

/* A scene build without a world: no place names. */
static struct quake_build *building(const struct qw_state *s)
{
    static struct palette_scene scene;
    static struct quake_build build;
    build = (struct quake_build){.scene = &scene, .time = s->clock.now};
    return &build;
}

Test(qw_screens, everybodys_mates_in_a_mvd)
{
    struct qw_game g;
    struct hud_teammate mates[QW_PLAYERS];
    begin(&g, &server);
    join(&g, 0, "\\name\\ann\\team\\red");
    join(&g, 1, "\\name\\bob\\team\\blue");
    join(&g, 2, "\\name\\cy\\team\\red");
    join(&g, 3, "\\name\\di\\team\\red\\*spectator\\1");
    join(&g, 4, "\\name\\ed\\team\\");
    join(&g, 5, "\\name\\flo\\team\\");
    qw_game_block(&g, 10);
    qw_game_stat(&g, QW_STAT_HEALTH, 77);
    qw_game_stat(&g, QW_STAT_ARMOR, 150);
    qw_game_stat(&g, QW_STAT_ITEMS, 1 << 22);
    qw_game_mvd_block(&g, 0, MVD_STATS, 2, 0);
    qw_game_play(&g);
    struct quake_build *build = building(g.state);
    cr_assert_eq(qw_list_mates(build, g.state, 0, mates), 1u);
    cr_expect_str_eq(mates[0].name.bytes, "cy");
    cr_expect_eq(mates[0].place.size, 0u);
    cr_expect(mates[0].health == 77 && mates[0].armor == 150);
    cr_expect_str_eq(mates[0].powerups, "Q  ");
    cr_expect_str_eq(mates[0].weapon, "axe");
    cr_expect_eq(qw_list_mates(build, g.state, 1, mates), 0u);
    cr_expect_eq(qw_list_mates(build, g.state, 4, mates), 0u, "without a team");
    cr_expect_eq(qw_list_mates(build, g.state, 200, mates), 0u);
    qw_apply_serverinfo(g.state, "teamplay", "0");
    cr_expect_eq(qw_list_mates(build, g.state, 0, mates), 0u, "no teams at all");
    qw_game_end(&g);
}

Test(qw_screens, what_the_server_tells_of_mates_in_a_qwd)
{
    struct qw_game g;
    struct hud_teammate mates[QW_PLAYERS];
    begin(&g, &client);
    join(&g, 3, "\\name\\ann\\team\\red");
    join(&g, 1, "\\name\\bob\\team\\red");
    join(&g, 2, "\\name\\cy\\team\\red");
    qw_game_text(&g, QW_STUFFTEXT, "//tinfo 1 100 -20 30 55 80 66 \"bob\"\n");
    qw_game_text(&g, QW_STUFFTEXT, "//tinfo 32 1 2 3 4 5 6 \"x\"\n//tinfo -1 1 2 3 4 5 6 \"x\"\n");
    qw_game_text(&g, QW_STUFFTEXT, "//tinfo 2 1 2\n"); /* too few words */
    qw_game_block(&g, 10);
    qw_game_play(&g);
    cr_assert_eq(qw_list_mates(building(g.state), g.state, 3, mates), 1u);
    cr_expect_str_eq(mates[0].name.bytes, "bob");
    cr_expect(mates[0].health == 55 && mates[0].armor == 80);
    cr_expect_str_eq(mates[0].powerups, "   ");
    cr_expect_str_eq(mates[0].weapon, "lg");
    cr_expect_eq(g.state->mates[1].origin[1], -20.0f);
    struct quake_build *later = building(g.state);
    later->time += QW_MATE_SECONDS;
    cr_expect_eq(qw_list_mates(later, g.state, 3, mates), 0u, "that was long ago");
    qw_game_text(&g, QW_STUFFTEXT, "//tinfo 1 nan 1e30 -inf 99999999999 x 4294967295 \"bob\"\n");
    qw_game_block(&g, 10);
    qw_game_play(&g);
    cr_expect_eq(g.state->mates[1].origin[0], 0.0f);
    cr_expect_eq(g.state->mates[1].origin[1], 0.0f);
    qw_game_end(&g);
}

/* --- orders for the picture ------------------------------------------------------------------- */

static struct quake_tints tints_of(const struct qw_state *s, uint32_t slot)
{
    const struct qw_pov eyes = {.slot = slot};
    return qw_view_tints(s, &eyes, s->times[0]);
}

static void stuff(struct qw_game *g, const char *text)
{
    qw_game_text(g, QW_STUFFTEXT, text);
    qw_game_block(g, 10);
    qw_game_play(g);
}

Test(qw_screens, the_tint_of_air_is_the_recorders_over_levels)
{
    struct qw_game g;
    begin(&g, &client);
    cr_expect_eq(tints_of(g.state, 3).air[3], 0);
    stuff(&g, "V_CSHIFT 1 2 3 40\nv_idlescale 7\n");
    const struct quake_tints tints = tints_of(g.state, 3);
    cr_expect(tints.air[0] == 1 && tints.air[1] == 2 && tints.air[2] == 3 && tints.air[3] == 40);
    qw_game_signon(&g);
    stuff(&g, "V_idlescale 8\n");
    cr_expect_eq(tints_of(g.state, 3).air[3], 40);
    cr_expect_eq(g.state->orders[0].idle.scale, 7.0f);
    qw_game_end(&g);
}

Test(qw_screens, each_player_of_a_mvd_has_a_tint)
{
    struct qw_game g;
    begin(&g, &server);
    join(&g, 1, "\\name\\one");
    join(&g, 2, "\\name\\two");
    qw_game_block(&g, 10);
    qw_game_text(&g, QW_STUFFTEXT, "v_cshift 1 2 3 40\n");
    qw_game_mvd_block(&g, 10, MVD_SINGLE, 2, 0);
    join(&g, 2, "\\name\\two\\team\\red"); /* the same client */
    qw_game_block(&g, 10);
    qw_game_play(&g);
    cr_expect(tints_of(g.state, 1).air[3] == 0 && tints_of(g.state, 2).air[3] == 40);
    cr_expect_eq(tints_of(g.state, QW_NOBODY).air[3], 0);
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = 2;
    m.u.updateuserinfo.user = 99;
    m.u.updateuserinfo.info = "\\name\\three";
    qw_game_add(&g, &m);
    qw_game_block(&g, 10);
    qw_game_play(&g);
    cr_expect_eq(tints_of(g.state, 2).air[3], 0);
    qw_game_end(&g);
}

/* A frame of the client lasts 1/72 s; a .mvd is of no client. */
Test(qw_screens, wait_lets_a_frame_pass)
{
    static const int32_t percents[][4] = {{10, 20, 40, 60}, {40, 40, 40, 60}};
    static const unsigned times[] = {10, 15, 30, 30};
    for (int is_mvd = 0; is_mvd < 2; is_mvd++) {
        struct qw_game g;
        begin(&g, is_mvd ? &server : &client);
        qw_game_text(&g, QW_STUFFTEXT, "v_cshift 0 0 0 10;WAIT;v_cshift 0 0 0 20\nwait\n");
        qw_game_text(&g, QW_STUFFTEXT, "v_cshift 0 0 0 30;wait;v_cshift 0 0 0 4");
        qw_game_text(&g, QW_STUFFTEXT, "0\n");
        for (int i = 0; i < 4; i++) {
            if (i == 3) {
                qw_game_signon(&g);
                qw_game_text(&g, QW_STUFFTEXT, "v_cshift 0 0 0 60;wait");
            }
            qw_game_block(&g, times[i]);
            qw_game_play(&g);
            const int32_t percent = tints_of(g.state, 3).air[3];
            cr_expect_eq(percent, percents[is_mvd][i], "%d: block %d: %d", is_mvd, i, percent);
        }
        qw_game_end(&g);
    }
}

/* Applies all blocks to a new state while memory runs out; the code of the last one. */
static int play_scarce(const struct qw_game *g, uint64_t number)
{
    int status = 0;
    struct format_error err;
    size_t pos = 0;
    scarce_begin_from(number);
    struct qw_state *state = qw_state_create(&g->demo);
    for (uint32_t i = 0; status == 0 && state && pos < g->file.size; i++) {
        status = qw_state_apply(&state, &g->demo, &pos, i, &err);
    }
    status = state ? status : FORMAT_MEMORY;
    qw_state_destroy(state);
    scarce_end();
    cr_expect_eq(scarce_blocks(), 0, "allocation %d", (int)number);
    return status;
}

Test(qw_screens, memory_runs_out_where_text_waits)
{
    struct qw_game g;
    char flood[4000];
    memset(flood, ' ', sizeof flood - 1);
    flood[sizeof flood - 1] = '\0';
    begin(&g, &client);
    qw_game_text(&g, QW_STUFFTEXT, "wait;v_cshift 0 0 0 10\n");
    qw_game_text(&g, QW_STUFFTEXT, flood);
    qw_game_text(&g, QW_STUFFTEXT, flood);
    qw_game_text(&g, QW_STUFFTEXT, "\nv_cshift 0 0 0 20\n");
    qw_game_block(&g, 10);
    qw_game_block(&g, 20);
    qw_game_play(&g);
    cr_expect_eq(tints_of(g.state, 3).air[3], 20);
    uint64_t number = 1;
    int status;
    while ((status = play_scarce(&g, number)) == FORMAT_MEMORY && number < 1000) {
        number++;
    }
    cr_expect(status == 0 && number > 3, "%d after %d", status, (int)number);
    qw_game_end(&g);
}
