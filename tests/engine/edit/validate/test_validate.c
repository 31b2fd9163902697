/* Limits of the original engines in NetQuake demos: each one broken by a demo made for it, and kept
 * at its bound; verdicts on real demos. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/netquake/nq_family.h"
#include "tests/engine/edit/validate/found.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"

enum { ID = 1 << VALIDATE_ID, SPASM = 1 << VALIDATE_QUAKESPASM, EZ = 1 << VALIDATE_EZQUAKE };
enum { ALL = ID | SPASM | EZ, PLAYERS = 4 };

static struct nq_demo made;

static void begin(void)
{
    nq_demo_begin(&made);
}

static void end(void)
{
    nq_demo_end(&made);
}

TestSuite(validate, .init = begin, .fini = end);

static void add_level(uint8_t players)
{
    nq_demo_serverinfo(&made, players);
    nq_demo_block(&made, 0, 0);
}

static void add_updates(int count)
{
    for (int i = 0; i < count; i++) {
        nq_demo_time(&made, 10.0f + (float)i * 0.0625f);
        nq_demo_clientdata(&made, 0, 90, 1);
        nq_demo_entity(&made, 1, 3, i, 0, 0);
        nq_demo_block(&made, 0, 0);
    }
}

static void add_end(void)
{
    nq_demo_add(&made, &(struct nq_message){.id = NQ_DISCONNECT});
    nq_demo_block(&made, 0, 0);
}

/* --- messages over a limit ----------------------------------------------------------------------
 */

static char long_text[4096]; /* of the length a case needs */

static const char *text_of(size_t length)
{
    memset(long_text, 'a', length);
    long_text[length] = '\0';
    return long_text;
}

static void add_name(int64_t length)
{
    struct nq_message m = {.id = NQ_UPDATENAME, .u.updatename = {1, text_of((size_t)length)}};
    nq_demo_add(&made, &m);
}

static void add_style_length(int64_t length)
{
    struct nq_message m = {.id = NQ_LIGHTSTYLE, .u.lightstyle = {1, text_of((size_t)length)}};
    nq_demo_add(&made, &m);
}

static void add_style(int64_t style)
{
    struct nq_message m = {.id = NQ_LIGHTSTYLE, .u.lightstyle = {(uint8_t)style, "m"}};
    nq_demo_add(&made, &m);
}

static void add_stat(int64_t stat)
{
    struct nq_message m = {.id = NQ_UPDATESTAT};
    m.u.updatestat.stat = (uint8_t)stat;
    nq_demo_add(&made, &m);
}

static void add_frags(int64_t slot)
{
    struct nq_message m = {.id = NQ_UPDATEFRAGS, .u.updatefrags = {(uint8_t)slot, 0}};
    nq_demo_add(&made, &m);
}

static void add_colors(int64_t slot)
{
    struct nq_message m = {.id = NQ_UPDATECOLORS, .u.updatecolors = {(uint8_t)slot, 0}};
    nq_demo_add(&made, &m);
}

static void add_entity(int64_t entity)
{
    nq_demo_entity(&made, (uint16_t)entity, 3, 0, 0, 0);
}

static void add_baseline(int64_t entity)
{
    struct nq_message m = {.id = NQ_SPAWNBASELINE};
    m.u.spawnbaseline.entity = (uint16_t)entity;
    m.u.spawnbaseline.state.scale = NQ_SCALE_DEFAULT;
    nq_demo_add(&made, &m);
}

static void add_colormap(int64_t colormap)
{
    struct nq_message m = nq_demo_update(1, 3, 0, 0, 0);
    m.u.update.mask |= NQ_U_COLORMAP;
    m.u.update.colormap = (uint8_t)colormap;
    nq_demo_add(&made, &m);
}

/* The colours of a baseline count where an update has none. */
static void add_baseline_colormap(int64_t colormap)
{
    struct nq_message m = {.id = NQ_SPAWNBASELINE};
    m.u.spawnbaseline.entity = 2;
    m.u.spawnbaseline.state.colormap = (uint8_t)colormap;
    m.u.spawnbaseline.state.scale = NQ_SCALE_DEFAULT;
    nq_demo_add(&made, &m);
    nq_demo_entity(&made, 2, 3, 0, 0, 0);
}

static void add_sound(int64_t entity)
{
    struct nq_message m = {.id = NQ_SOUND};
    m.u.sound = (struct nq_sound){.entity = (uint16_t)entity, .sound = 1};
    nq_demo_add(&made, &m);
}

static void add_view(int64_t entity)
{
    nq_demo_add(&made, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = (uint16_t)entity});
}

static void add_statics(int64_t count)
{
    struct nq_message m = {.id = NQ_SPAWNSTATIC, .u.spawnstatic.scale = NQ_SCALE_DEFAULT};
    for (int64_t i = 0; i < count; i++) {
        nq_demo_add(&made, &m);
    }
}

static void add_text(int64_t length)
{
    nq_demo_text(&made, NQ_PRINT, text_of((size_t)length));
}

static void add_last_character(int64_t character)
{
    const char text[] = {'a', (char)character, '\0'};
    nq_demo_text(&made, NQ_CENTERPRINT, text);
}

static void add_sign_on(int64_t number)
{
    nq_demo_add(&made, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = (uint8_t)number});
}

static void add_version(int64_t version)
{
    nq_demo_add(&made, &(struct nq_message){.id = NQ_VERSION, .u.version = (int32_t)version});
}

static void add_size(int64_t size)
{
    while ((int64_t)made.block.size < size) {
        nq_demo_add(&made, &(struct nq_message){.id = NQ_NOP});
    }
}

static void add_bytes(int64_t byte)
{
    byte_writer_u8(&made.block, (uint32_t)byte);
}

static void end_block(int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        nq_demo_block(&made, 0, 0);
    }
}

/* Each limit's bound, and what is one over it, in a block of its own between updates. */
static const struct {
    const char *rule;
    void (*add)(int64_t value);
    int64_t good, bad;
    unsigned found, refused; /* by these engines */
} limits[] = {
    {"name-length", add_name, 31, 32, ALL, ID},
    {"style-length", add_style_length, 63, 64, ALL, ID},
    {"lightstyle", add_style, 63, 64, ALL, ALL},
    {"stat", add_stat, 31, 32, ALL, ALL},
    {"slot", add_frags, PLAYERS - 1, PLAYERS, ALL, ALL},
    {"slot", add_colors, PLAYERS - 1, PLAYERS, ALL, ALL},
    {"entity", add_entity, 599, 600, ID | EZ, ID | EZ},
    {"entity", add_entity, 8191, 8192, ALL, ALL},
    {"entity", add_baseline, 599, 600, ID | EZ, ID | EZ},
    {"colormap", add_colormap, PLAYERS, PLAYERS + 1, ID | SPASM, ID | SPASM},
    {"colormap", add_baseline_colormap, PLAYERS, PLAYERS + 1, ID | SPASM, ID | SPASM},
    {"sound-entity", add_sound, 600, 601, ID | EZ, ID | EZ},
    {"view-entity", add_view, 599, 600, ID | EZ, ID | EZ},
    {"static-entities", add_statics, 128, 129, ID, ID},
    {"static-entities", add_statics, 512, 513, ID | EZ, ID | EZ},
    {"text-length", add_text, 2046, 2047, ALL, ALL},
    {"text-end", add_last_character, 254, 255, ID, ID},
    {"sign-on-order", add_sign_on, 5, 4, ALL, ALL},
    {"protocol", add_version, 15, 666, ID | EZ, ID | EZ},
    {"protocol", add_version, 999, 16, ALL, ALL},
    {"block-size", add_size, 8000, 8001, ID | EZ, ID | EZ},
    {"block-size", add_size, 64000, 64001, ALL, ALL},
    {"empty-block", end_block, 0, 1, ID | SPASM, ID | SPASM},
    {"bad-message", add_bytes, NQ_NOP, NQ_TIME, ALL, ALL},
};

/* The good one of several limits of a rule is over a smaller limit of another engine. */
static unsigned found_at_bound(size_t i)
{
    const bool second = i > 0 && strcmp(limits[i].rule, limits[i - 1].rule) == 0 &&
                        limits[i].add == limits[i - 1].add;
    return second ? limits[i - 1].found : 0;
}

static void make_demo(size_t i, int64_t value)
{
    byte_writer_free(&made.file);
    made.file = made.block = (struct byte_writer){0};
    dem_write_track(&made.file, -1);
    add_level(PLAYERS);
    add_updates(2);
    limits[i].add(value);
    if (made.block.size > 0) {
        nq_demo_block(&made, 0, 0);
    }
    add_updates(2);
    add_end();
}

static void expect_found(size_t i, int64_t value, unsigned found_by, unsigned refused_by)
{
    make_demo(i, value);
    struct demo demo = found_open(made.file.data, made.file.size, "a.dem");
    for (int engine = 0; engine <= VALIDATE_EZQUAKE; engine++) {
        struct found found = {.rule = limits[i].rule};
        const struct validate_report report =
            found_check(&demo, (enum validate_engine)engine, &found);
        cr_expect_eq(found.of_rule > 0, (found_by >> engine & 1) != 0, "%s %lld: %s",
                     limits[i].rule, (long long)value,
                     validate_engine_name((enum validate_engine)engine));
        cr_expect_eq(found.refusals > 0, (refused_by >> engine & 1) != 0, "%s %lld: %s",
                     limits[i].rule, (long long)value,
                     validate_engine_name((enum validate_engine)engine));
        cr_expect(found.of_rule == 0 || found.last.block >= 3u);
        cr_expect_geq(report.refusals, (uint64_t)found.refusals);
    }
    demo_close(&demo);
    byte_writer_free(&made.block);
}

Test(validate, each_limit_holds_at_its_bound)
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        const unsigned smaller = found_at_bound(i);
        expect_found(i, limits[i].good, smaller, smaller);
        expect_found(i, limits[i].bad, limits[i].found, limits[i].refused);
    }
}

/* --- the whole demo -----------------------------------------------------------------------------
 */

static void expect_rule(const char *rule, enum validate_engine engine, bool refused)
{
    found_expect(made.file.data, made.file.size, "a.dem", engine, rule, refused);
}

static void expect_none(enum validate_engine engine)
{
    struct demo demo = found_open(made.file.data, made.file.size, "a.dem");
    struct found found = {.rule = ""};
    cr_expect_eq(found_check(&demo, engine, &found).findings, 0u);
    demo_close(&demo);
}

Test(validate, nothing_is_found_in_a_good_demo)
{
    add_level(PLAYERS);
    add_updates(4);
    add_end();
    for (int engine = 0; engine <= VALIDATE_EZQUAKE; engine++) {
        expect_none((enum validate_engine)engine);
    }
}

Test(validate, another_game)
{
    add_level(PLAYERS);
    add_updates(4);
    add_end();
    expect_rule("family", VALIDATE_IOQUAKE3, true);
}

Test(validate, a_demo_without_an_end_plays)
{
    add_level(PLAYERS);
    add_updates(4);
    expect_rule("no-end", VALIDATE_ID, false);
}

Test(validate, a_demo_that_ends_in_a_block_plays)
{
    add_level(PLAYERS);
    add_updates(4);
    made.file.size -= 3;
    expect_rule("torn-block", VALIDATE_ID, false);
}

Test(validate, a_block_that_is_not_there_but_too_large)
{
    add_level(PLAYERS);
    add_updates(4);
    byte_writer_u32(&made.file, 9000);
    expect_rule("block-size", VALIDATE_ID, true);
}

Test(validate, more_after_the_end)
{
    add_level(PLAYERS);
    add_updates(4);
    add_end();
    add_updates(1);
    expect_rule("after-end", VALIDATE_QUAKESPASM, true);
}

Test(validate, a_demo_without_a_level)
{
    nq_demo_text(&made, NQ_PRINT, "text alone");
    nq_demo_block(&made, 0, 0);
    add_end();
    expect_rule("no-level", VALIDATE_ID, true);
}

Test(validate, a_level_without_the_last_sign_on)
{
    struct nq_message m = {.id = NQ_SERVERINFO};
    add_level(PLAYERS);
    add_updates(2);
    m.u.serverinfo.protocol = NQ_PROTOCOL_15;
    m.u.serverinfo.max_clients = 1;
    m.u.serverinfo.level_name = "second";
    m.u.serverinfo.models.first = m.u.serverinfo.sounds.first = "";
    nq_demo_add(&made, &m);
    add_sign_on(2);
    nq_demo_block(&made, 0, 0);
    add_updates(2);
    add_end();
    expect_rule("sign-on", VALIDATE_ID, true);
}

Test(validate, a_reconnect_before_a_level_is_harmful)
{
    add_level(PLAYERS);
    add_updates(2);
    nq_demo_text(&made, NQ_STUFFTEXT, "reconnect\n");
    nq_demo_block(&made, 0, 0);
    const size_t harmless = made.file.size;
    add_level(PLAYERS);
    add_updates(2);
    add_end();
    expect_rule("reconnect", VALIDATE_ID, true);
    expect_none(VALIDATE_QUAKESPASM);
    made.file.size = harmless;
    add_end();
    expect_none(VALIDATE_ID);
}

Test(validate, too_many_players_and_names)
{
    static char names[300 * 2 + 1];
    struct nq_message m = {.id = NQ_SERVERINFO};
    for (size_t i = 0; i < 300; i++) {
        names[2 * i] = 'a';
    }
    m.u.serverinfo.protocol = NQ_PROTOCOL_15;
    m.u.serverinfo.max_clients = 17;
    m.u.serverinfo.level_name = "";
    m.u.serverinfo.models = (struct nq_names){names, 256};
    m.u.serverinfo.sounds = (struct nq_names){names, 255};
    nq_demo_add(&made, &m);
    for (uint8_t i = 1; i <= 3; i++) {
        add_sign_on(i);
    }
    nq_demo_block(&made, 0, 0);
    add_updates(2);
    add_end();
    expect_rule("players", VALIDATE_ID, true);
    expect_rule("players", VALIDATE_QUAKESPASM, true);
    expect_rule("models", VALIDATE_ID, true);
    struct found found = {.rule = "sounds"};
    struct demo demo = found_open(made.file.data, made.file.size, "a.dem");
    (void)found_check(&demo, VALIDATE_ID, &found);
    cr_expect_eq(found.of_rule, 0u);
    found.rule = "models";
    (void)found_check(&demo, VALIDATE_QUAKESPASM, &found);
    cr_expect_eq(found.of_rule, 0u);
    demo_close(&demo);
}

/* Each engine's way to read the line before the first block. */
Test(validate, track_lines)
{
    static const struct {
        const char *line;
        unsigned refused;
    } lines[] = {{"-1\n", 0},       {"2\n", 0},    {"0x2\n", 0},     {"  -1\n", 0},
                 {"-1\r\n", SPASM}, {"\n", SPASM}, {"-1 \n", SPASM}, {"", ALL}};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        made.file.size = 0;
        byte_writer_bytes(&made.file, lines[i].line, strlen(lines[i].line));
        add_level(PLAYERS);
        add_updates(2);
        add_end();
        struct demo demo = found_open(made.file.data, made.file.size, "a.dem");
        for (int engine = 0; engine <= VALIDATE_EZQUAKE; engine++) {
            struct found found = {.rule = "track-line"};
            (void)found_check(&demo, (enum validate_engine)engine, &found);
            cr_expect_eq(found.refusals > 0, (lines[i].refused >> engine & 1) != 0, "%zu: %d", i,
                         engine);
        }
        demo_close(&demo);
    }
}

Test(validate, engines_have_names)
{
    enum validate_engine engine;
    cr_assert(validate_engine_find("ezquake", &engine));
    cr_expect_eq(engine, VALIDATE_EZQUAKE);
    cr_expect_not(validate_engine_find("quake", &engine));
    cr_expect_str_eq(validate_engine_name(VALIDATE_ID), "id");
}

/* --- real demos ---------------------------------------------------------------------------------
 */

static int protocol_of(const char *name)
{
    return strstr(name, "666") ? 666 : strstr(name, "999") || strstr(name, "r999") ? 999 : 15;
}

/* Text alone, or another game's. */
static bool has_level(const char *name, const struct demo *demo)
{
    return demo->code == 0 && !strstr(name, "cd.dem") && !strstr(name, "qfont.dem");
}

static void check_verdict(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    demo_open(&demo, data, size, name);
    if (has_level(name, &demo)) {
        const bool extended = protocol_of(name) != 15 || strstr(name, "r666_alpha");
        /* demo2.dem has a block of 9748 bytes and entities up to 676. */
        const bool plays = !extended && !strstr(name, "/demo2.dem") && strcmp(name, "demo2.dem");
        cr_expect_eq(found_refusals(&demo, VALIDATE_QUAKESPASM), 0u, "%s", name);
        cr_expect_eq(found_refusals(&demo, VALIDATE_ID) == 0, plays, "%s", name);
        cr_expect_eq(found_refusals(&demo, VALIDATE_EZQUAKE) == 0, plays, "%s", name);
    }
    demo_close(&demo);
}

Test(validate, verdicts_on_real_demos)
{
    real_data_each("netquake", ".dem", check_verdict);
}
