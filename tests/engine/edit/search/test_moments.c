/* Moments found in demos of all families, on small demos made for each pattern. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/search/search.h"
#include "engine/playback/families.h"
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
    static const char *const names[] = {"Axe",
                                        "B\xe5"
                                        "e",
                                        "Cob"};
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
