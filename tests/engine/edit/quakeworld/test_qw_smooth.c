/* QuakeWorld demos behind others of the same level in one file: the level goes on. */
#include <math.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/edit/quakeworld/qw_entry.h"
#include "formats/quakeworld/qwd.h"
#include "tests/engine/edit/quakeworld/qw_parts.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

/* Seconds: the longest that a block of a .mvd tells; .qwd: less. */
#define STEP_MAX 0.256

/* Parts of a demo's length. */
static const double early_late[4] = {0.1, 0.3, 0.6, 0.8}, late_early[4] = {0.6, 0.8, 0.1, 0.3},
                    halves[4] = {0.0, 0.5, 0.5, 1.0};

static struct byte_writer cut_part(const struct demo *demo, double from, double to)
{
    struct edit_report report;
    double length;
    struct format_error err;
    (void)!edit_length(demo, &length, &err);
    struct byte_writer out =
        qw_part_of(demo->data, demo->size, from * length, to * length, &report);
    edit_report_free(&report);
    return out;
}

/* Joins two demos. Returns why the second one's level begins anew. */
static const char *join_two(const struct byte_writer *a, const struct byte_writer *b, bool smooth,
                            struct byte_writer *out)
{
    const struct byte_writer *both[] = {a, b};
    struct edit_join join = {.how = {.smooth = smooth}};
    struct format_error err = {0};
    for (int i = 0; i < 2; i++) {
        struct demo demo = qw_part_open(both[i]->data, both[i]->size);
        cr_assert_eq(edit_join_add(&join, &demo, out, &err), 0, "%s", err.what);
        demo_close(&demo);
    }
    return join.how.anew;
}

static void expect_same(const char *name, uint32_t update, const struct qw_play *a,
                        const struct qw_play *b, bool players)
{
    cr_assert(!players || qw_hash_players(a->state) == qw_hash_players(b->state),
              "%s: players at %u", name, update);
    cr_assert_eq(qw_hash_entities(a->state), qw_hash_entities(b->state), "%s: entities at %u", name,
                 update);
    cr_assert_eq(qw_hash_level(a->state, &a->demo), qw_hash_level(b->state, &b->demo),
                 "%s: level at %u", name, update);
}

/* The angles of the recorder's view come from the last command; a .qwd may have none before its
 * first update. */
static bool has_angles(const struct qw_state *s)
{
    const float *angles = s->players[s->recorder % QW_PLAYERS].states[0].angles;
    return s->is_mvd || angles[0] != 0.0f || angles[1] != 0.0f;
}

/* The second demo's states follow those of the first, from its first update behind the sign-on. */
static void expect_states(const char *name, const struct byte_writer *a,
                          const struct byte_writer *b, const struct byte_writer *joined)
{
    const enum qw_container container = qw_detect(a->data, a->size, &(struct qw_readings){0});
    struct qw_play first = qw_play_open(a->data, a->size, container);
    struct qw_play second = qw_play_open(b->data, b->size, container);
    struct qw_play all = qw_play_open(joined->data, joined->size, container);
    struct qw_entry entry;
    double last = 0.0;
    uint32_t update = 0;
    cr_assert(qw_entry_find(&second.demo, &entry), "%s", name);
    while (qw_play_next(&first)) {
        cr_assert(qw_play_next(&all), "%s", name);
        expect_same(name, update++, &all, &first, true);
        last = all.state->clock.now;
    }
    while (second.block < entry.update) {
        cr_assert(qw_play_next(&second), "%s", name);
    }
    update = 0;
    do {
        cr_assert(qw_play_next(&all), "%s: update %u is missing", name, update);
        expect_same(name, update, &all, &second, update > 0 || has_angles(second.state));
        const double step = all.state->clock.now - last;
        cr_assert(update > 0 || (step > 0.0 && step <= STEP_MAX), "%s: %f", name, step);
        update++;
    } while (qw_play_next(&second));
    cr_expect_not(qw_play_next(&all), "%s: more than both", name);
    cr_expect_eq(all.state->level_count, first.state->level_count, "%s", name);
    qw_state_destroy(first.state);
    qw_state_destroy(second.state);
    qw_state_destroy(all.state);
}

/* In a .qwd every packet has to be taken: id's client counts on from the one before. */
static void expect_numbers(const char *name, const struct byte_writer *joined)
{
    struct qwd_block block;
    uint32_t sequence = 0;
    for (size_t pos = 0; qwd_next_block(joined->data, joined->size, &pos, &block, NULL) > 0;) {
        if (block.type == QWD_SET) {
            cr_assert_geq(block.u.set.incoming, sequence, "%s", name);
            sequence = block.u.set.incoming;
        } else if (block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED) {
            cr_assert_gt(block.u.packet.sequence, sequence, "%s: byte %zu", name, block.offset);
            sequence = block.u.packet.sequence;
        }
    }
}

static const char *check_joined(const char *name, const struct byte_writer *a,
                                const struct byte_writer *b)
{
    struct byte_writer joined = {0}, plain = {0};
    const char *anew = join_two(a, b, true, &joined);
    if (!anew) {
        expect_states(name, a, b, &joined);
    }
    if (strcmp(name + strlen(name) - 4, ".qwd") == 0) {
        expect_numbers(name, &joined);
    }
    (void)join_two(a, b, false, &plain);
    const bool same = joined.size == plain.size && memcmp(joined.data, plain.data, plain.size) == 0;
    cr_expect_eq(same, anew != NULL, "%s", name);
    cr_expect(anew || joined.size < plain.size || plain.size < 2000, "%s", name);
    byte_writer_free(&joined);
    byte_writer_free(&plain);
    return anew;
}

/* A part of a demo behind another one, which may be a later one. */
static const char *check_smooth(const char *name, const struct demo *demo, const double parts[4])
{
    struct byte_writer a = cut_part(demo, parts[0], parts[1]);
    struct byte_writer b = cut_part(demo, parts[2], parts[3]);
    const char *anew = check_joined(name, &a, &b);
    byte_writer_free(&a);
    byte_writer_free(&b);
    return anew;
}

Test(qw_smooth, a_level_goes_on)
{
    static const char *const names[] = {"demo3.qwd", "demo4.mvd"};
    for (int i = 0; i < 2; i++) {
        const uint8_t *data;
        size_t size;
        cr_assert(builtin_find(names[i], &data, &size));
        struct demo demo = qw_part_open(data, size);
        cr_expect_null(check_smooth(names[i], &demo, early_late));
        cr_expect_null(check_smooth(names[i], &demo, late_early));
        cr_expect_null(check_smooth(names[i], &demo, halves));
        demo_close(&demo);
    }
}

/* --- what is told -------------------------------------------------------------------------------
 */

/* Messages of a sign-on that are told, or taken back, where the level goes on. */
enum { CHANGES = 16 };

static void add_change(struct qw_game *g, int i, int value)
{
    static const char *const styles[] = {"a", "mz"};
    static const char *const infos[] = {"\\name\\ann\\team\\red", "\\name\\bob\\topcolor\\4"};
    static const char *const servers[] = {
        "fullserverinfo \"\\deathmatch\\1\\status\\10 min left\"\n",
        "fullserverinfo \"\\teamplay\\2\\sky\\dusk\"\n"};
    static const char *const tints[] = {"v_cshift 1 2 3 4\n", "v_idlescale 3\n"};
    static const struct {
        uint8_t id;
        uint8_t stat;
    } simple[] = {{QW_UPDATESTATLONG, QW_STAT_HEALTH},
                  {QW_UPDATESTATLONG, QW_STAT_ITEMS},
                  {QW_UPDATESTATLONG, QW_STAT_SERVER_TIME}};
    struct qw_message m = {.id = QW_NOP};
    if (i < 3) {
        m.id = simple[i].id;
        m.u.updatestat.stat = simple[i].stat;
        m.u.updatestat.value = 5 + 300 * value;
    } else if (i < 5) {
        m.id = i == 3 ? QW_UPDATEFRAGS : QW_UPDATEPING;
        m.u.player_short.player = 4;
        m.u.player_short.value = (int16_t)(7 + value);
    } else if (i == 5) {
        m.id = QW_UPDATEPL;
        m.u.updatepl.player = 5;
        m.u.updatepl.loss = (uint8_t)(9 + value);
    } else if (i == 6) {
        m.id = QW_UPDATEUSERINFO;
        m.u.updateuserinfo.player = 6;
        m.u.updateuserinfo.user = 20 + value;
        m.u.updateuserinfo.info = infos[value];
    } else if (i == 7) {
        m.id = QW_SETINFO;
        m.u.info.player = 6;
        m.u.info.key = value ? "skin" : "team";
        m.u.info.value = "x";
    } else if (i == 8) {
        m.id = QW_LIGHTSTYLE;
        m.u.lightstyle.style = 32;
        m.u.lightstyle.map = styles[value];
    } else if (i == 9) {
        m.id = QW_MAXSPEED;
        m.u.speed = 200.0f + (float)value;
    } else if (i == 10) {
        m.id = QW_ENTGRAVITY;
        m.u.gravity = 0.5f + (float)value;
    } else if (i == 11) {
        m.id = QW_SETPAUSE;
        m.u.setpause = 1;
    } else if (i == 12) {
        m.id = QW_CDTRACK;
        m.u.cdtrack = (uint8_t)(3 + value);
    } else if (i == 13) {
        m.id = QW_STUFFTEXT;
        m.u.text = servers[value];
    } else if (i == 14) {
        m.id = QW_STUFFTEXT;
        m.u.text = tints[value];
    } else {
        m.id = QW_SERVERINFO;
        m.u.info.key = value ? "deathmatch" : "teamplay";
        m.u.info.value = "3";
    }
    qw_game_add(g, &m);
}

static void add_frame(struct qw_game *g, float x)
{
    const struct qw_entity entity = qw_game_entity(40, 4, x);
    qw_game_player(g, 3, x);
    qw_game_entities(g, -1, &entity, 1);
    qw_game_block(g, 13);
}

/* Ends with frames. first: of the entities' and players' places. */
static struct byte_writer end_game(struct qw_game *g, float first)
{
    struct byte_writer out = {0};
    qw_game_text(g, QW_STUFFTEXT, "skins\n");
    qw_game_block(g, 0);
    for (int i = 0; i < 4; i++) {
        add_frame(g, first + (float)i);
    }
    qw_game_text(g, QW_DISCONNECT, "EndOfDemo");
    qw_game_block(g, 13);
    byte_writer_bytes(&out, g->file.data, g->file.size);
    qw_game_end(g);
    return out;
}

static void begin_game(struct qw_game *g, bool is_mvd)
{
    qw_game_begin(g, &(struct qw_protocol){.version = 28, .is_mvd = is_mvd});
    qw_game_serverdata(g);
}

/* value: 0, 1, or -1: the change is not in the demo. */
static struct byte_writer write_game(bool is_mvd, int change, int value)
{
    struct qw_game g;
    begin_game(&g, is_mvd);
    if (value >= 0) {
        add_change(&g, change, value);
    }
    return end_game(&g, value ? 100.0f : 200.0f);
}

Test(qw_smooth, what_differs_is_told)
{
    static const int values[][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {1, 1}, {-1, -1}};
    for (int i = 0; i < CHANGES * 2; i++) {
        const bool is_mvd = i >= CHANGES;
        for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); k++) {
            struct byte_writer a = write_game(is_mvd, i % CHANGES, values[k][0]);
            struct byte_writer b = write_game(is_mvd, i % CHANGES, values[k][1]);
            char name[32];
            snprintf(name, sizeof(name), "%d %d%s", i % CHANGES, (int)k, is_mvd ? ".mvd" : ".qwd");
            cr_expect_null(check_joined(name, &a, &b), "%s", name);
            byte_writer_free(&a);
            byte_writer_free(&b);
        }
    }
}

/* --- where the level begins anew ----------------------------------------------------------------
 */

enum { PLAIN, STATIC, BASELINE, INTERMISSION, OTHERS, EMPTY };

static struct byte_writer write_other(bool is_mvd, int kind)
{
    struct qw_message m = {.id = QW_NOP};
    struct qw_game g;
    begin_game(&g, is_mvd);
    if (kind == STATIC) {
        m.id = QW_SPAWNSTATIC;
        m.u.spawnstatic.model = 2;
    } else if (kind == BASELINE) {
        m.id = QW_SPAWNBASELINE;
        m.u.spawnbaseline.entity = 50;
        m.u.spawnbaseline.state.skin = 1;
    } else if (kind == INTERMISSION) {
        m.id = QW_INTERMISSION;
    } else if (kind == EMPTY) {
        m.id = QW_DISCONNECT;
    }
    qw_game_add(&g, &m);
    return end_game(&g, 8.0f);
}

Test(qw_smooth, why_a_level_begins_anew)
{
    static const char *const reasons[OTHERS][2] = {
        [STATIC] = {"other static entities or sounds", "other static entities or sounds"},
        [BASELINE] = {NULL, "other baselines"},
        [INTERMISSION] = {NULL, "the level before shows an intermission or a text"}};
    for (int i = 0; i < 2 * OTHERS; i++) {
        const bool is_mvd = i >= OTHERS;
        const char *name = is_mvd ? "a.mvd" : "a.qwd";
        struct byte_writer plain = write_other(is_mvd, PLAIN),
                           other = write_other(is_mvd, i % OTHERS);
        const char *behind = check_joined(name, &plain, &other);
        const char *before = check_joined(name, &other, &plain);
        const char *const *expected = reasons[i % OTHERS];
        cr_expect(expected[0] ? behind && strcmp(behind, expected[0]) == 0 : !behind, "%d: %s", i,
                  behind);
        cr_expect(expected[1] ? before && strcmp(before, expected[1]) == 0 : !before, "%d: %s", i,
                  before);
        byte_writer_free(&plain);
        byte_writer_free(&other);
    }
}

Test(qw_smooth, a_demo_without_updates_begins_anew)
{
    for (int i = 0; i < 2; i++) {
        struct byte_writer plain = write_other(i == 0, PLAIN), empty = write_other(i == 0, EMPTY);
        struct byte_writer joined = {0};
        cr_expect_str_eq(join_two(&plain, &empty, true, &joined),
                         "it has no update, or is damaged before");
        byte_writer_free(&plain);
        byte_writer_free(&empty);
        byte_writer_free(&joined);
    }
}

/* Bytes of a serverdata changed, here of a .qwd: another player's demo, another gravity. */
Test(qw_smooth, other_serverdata_begins_anew)
{
    static const struct {
        const char *game_dir, *level;
        uint8_t player;
        float gravity;
        const char *reason;
    } cases[] = {{"ctf", "The Reel", 3, 800, NULL},
                 {"qw", "The Reel", 3, 800, "another server's settings"},
                 {"ctf", "The Real", 3, 800, "another level, or other models or sounds"},
                 {"ctf", "The Reel", 2, 800, "another player's demo"},
                 {"ctf", "The Reel", 0x83, 800, "another player's demo"},
                 {"ctf", "The Reel", 3, 799, "another server's settings"}};
    struct byte_writer plain = write_other(false, PLAIN);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        static const char models[] = "maps/reel.bsp\0progs/player.mdl\0progs/spike.mdl\0"
                                     "progs/missile.mdl\0*1\0progs/eyes.mdl\0progs/flag.mdl\0";
        struct qw_message m = {.id = QW_SERVERDATA};
        struct qw_game g;
        qw_game_begin(&g, &(struct qw_protocol){.version = 28});
        m.u.serverdata = (struct qw_serverdata){
            .protocol = 28,
            .server_count = 5, /* any */
            .game_dir = cases[i].game_dir,
            .player = cases[i].player,
            .level_name = cases[i].level,
            .movevars = {cases[i].gravity, 100, 320, 500, 10, 0.7f, 10, 6, 1, 1}};
        qw_game_add(&g, &m);
        m = (struct qw_message){.id = QW_MODELLIST};
        m.u.names = (struct qw_names){.data = models, .size = sizeof models, .count = 7};
        qw_game_add(&g, &m);
        struct byte_writer other = end_game(&g, 16.0f);
        const char *anew = check_joined("a.qwd", &plain, &other);
        cr_expect(cases[i].reason ? anew && strcmp(anew, cases[i].reason) == 0 : !anew, "%zu: %s",
                  i, anew);
        byte_writer_free(&other);
    }
    byte_writer_free(&plain);
}

/* --- real demos ---------------------------------------------------------------------------------
 */

static void check_real(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    double length;
    if (demo_open(&demo, data, size, name) == 0 && edit_length(&demo, &length, NULL) == 0 &&
        length > 1.0) {
        struct byte_writer part = cut_part(&demo, 0.4, 0.6), whole = {0};
        byte_writer_bytes(&whole, data, size);
        cr_expect_null(check_smooth(name, &demo, early_late), "%s", name);
        cr_expect_null(check_smooth(name, &demo, late_early), "%s", name);
        cr_expect_null(check_smooth(name, &demo, halves), "%s", name);
        cr_expect_null(check_joined(name, &part, &whole), "%s", name);
        const char *why = check_joined(name, &whole, &part); /* a match may end in between */
        cr_expect(!why || strstr(why, "intermission"), "%s: %s", name, why);
        byte_writer_free(&part);
        byte_writer_free(&whole);
    }
    demo_close(&demo);
}

Test(qw_smooth, real_demos, .timeout = 600)
{
    real_data_each("quakeworld/corpus", "", check_real);
    real_data_each("quakeworld/recorded", "", check_real);
}
