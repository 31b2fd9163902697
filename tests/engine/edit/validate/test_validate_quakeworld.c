/* Limits of id's QuakeWorld client and ezQuake: each one broken by a demo made for it, and kept at
 * its bound; verdicts on real demos. */
#include <stdio.h>

#include "tests/engine/edit/validate/found.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

static const struct qw_protocol plain = {.version = QW_PROTOCOL_LAST};
static struct qw_game made;

static void end(void)
{
    qw_game_end(&made);
}

TestSuite(validate_quakeworld, .fini = end);

static void add_lists(void)
{
    struct qw_message m = {.id = QW_SOUNDLIST};
    m.u.names = (struct qw_names){.data = "a.wav\0", .size = 7, .count = 1};
    qw_game_add(&made, &m);
}

static void add_level(const struct qw_protocol *protocol)
{
    qw_game_begin(&made, protocol);
    qw_game_serverdata(&made);
    add_lists();
    qw_game_text(&made, QW_STUFFTEXT, "skins\n");
    qw_game_block(&made, 0);
}

static void add_frames(int count)
{
    for (int i = 0; i < count; i++) {
        const struct qw_entity entity = qw_game_entity(40, 4, (float)i);
        qw_game_player(&made, 3, (float)i);
        qw_game_entities(&made, -1, &entity, 1);
        qw_game_block(&made, 50);
    }
}

static void add_end(void)
{
    static const uint8_t bye[] = {QW_DISCONNECT, 'E', 'n', 'd', 'O', 'f', 'D', 'e', 'm', 'o', 0};
    struct qwd_block block = {.time = made.time, .type = QWD_READ};
    block.u.packet =
        (struct qwd_packet){.kind = QWD_CONNECTIONLESS, .messages = bye, .size = sizeof(bye)};
    qwd_write_block(&made.file, &block);
}

static void expect_rule(const char *rule, enum validate_engine engine, bool refused)
{
    found_expect(made.file.data, made.file.size, made.protocol.is_mvd ? "a.mvd" : "a.qwd", engine,
                 rule, refused);
}

static uint64_t findings(enum validate_engine engine)
{
    struct demo demo = found_open(made.file.data, made.file.size, "a.qwd");
    struct found found = {.rule = ""};
    const uint64_t count = found_check(&demo, engine, &found).findings;
    demo_close(&demo);
    return count;
}

Test(validate_quakeworld, nothing_is_found_in_a_good_demo)
{
    add_level(&plain);
    add_frames(8);
    add_end();
    cr_expect_eq(findings(VALIDATE_ID), 0u);
    cr_expect_eq(findings(VALIDATE_EZQUAKE), 0u);
    expect_rule("family", VALIDATE_QUAKESPASM, true);
}

/* --- messages over a limit ----------------------------------------------------------------------
 */

static char long_text[4096]; /* of the length a case needs */

static const char *text_of(int64_t length)
{
    memset(long_text, 'a', (size_t)length);
    long_text[length] = '\0';
    return long_text;
}

static void add_frags(int64_t slot)
{
    struct qw_message m = {.id = QW_UPDATEFRAGS};
    m.u.player_short.player = (uint8_t)slot;
    qw_game_add(&made, &m);
}

static void add_userinfo(int64_t slot)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = (uint8_t)slot;
    m.u.updateuserinfo.info = "";
    qw_game_add(&made, &m);
}

static void add_player(int64_t slot)
{
    qw_game_player(&made, (uint8_t)slot, 0);
}

static void add_stat(int64_t stat)
{
    qw_game_stat(&made, (uint8_t)stat, 1);
}

static void add_style(int64_t style)
{
    struct qw_message m = {.id = QW_LIGHTSTYLE};
    m.u.lightstyle.style = (uint8_t)style;
    m.u.lightstyle.map = "m";
    qw_game_add(&made, &m);
}

static void add_style_length(int64_t length)
{
    struct qw_message m = {.id = QW_LIGHTSTYLE};
    m.u.lightstyle.map = text_of(length);
    qw_game_add(&made, &m);
}

static void add_statics(int64_t count)
{
    struct qw_message m = {.id = QW_SPAWNSTATIC};
    for (int64_t i = 0; i < count; i++) {
        qw_game_add(&made, &m);
        if (made.block.size > 1400) {
            qw_game_block(&made, 0);
        }
    }
}

static void add_sound(int64_t entity)
{
    struct qw_message m = {.id = QW_SOUND};
    m.u.sound.entity = (uint16_t)entity;
    qw_game_add(&made, &m);
}

static void add_baseline(int64_t entity)
{
    struct qw_message m = {.id = QW_SPAWNBASELINE};
    m.u.spawnbaseline.entity = (uint16_t)entity;
    qw_game_add(&made, &m);
}

static void add_text(int64_t length)
{
    qw_game_text(&made, QW_CENTERPRINT, text_of(length));
}

static void add_last_character(int64_t character)
{
    const char text[] = {'a', (char)character, '\0'};
    qw_game_text(&made, QW_CENTERPRINT, text);
}

static void add_serverinfo(int64_t length)
{
    char text[1024];
    snprintf(text, sizeof(text), "fullserverinfo \"%s\"\n", text_of(length));
    qw_game_text(&made, QW_STUFFTEXT, text);
}

static void add_entities(int64_t count)
{
    static struct qw_entity entities[512];
    for (int64_t i = 0; i < count; i++) {
        entities[i] = qw_game_entity((uint16_t)(i + 1), 0, 0);
    }
    qw_game_entities(&made, -1, entities, (uint32_t)count);
}

static void add_size(int64_t size)
{
    while ((int64_t)made.block.size + 8 < size) {
        qw_game_add(&made, &(struct qw_message){.id = QW_NOP});
    }
}

static void add_bytes(int64_t byte)
{
    byte_writer_u8(&made.block, (uint32_t)byte);
}

static void add_models(int64_t last)
{
    struct qw_message m = {.id = QW_MODELLIST};
    m.u.names =
        (struct qw_names){.data = "a\0", .size = 3, .count = 1, .start = (uint16_t)(last - 1)};
    qw_game_add(&made, &m);
}

static void add_model_name(int64_t length)
{
    struct qw_message m = {.id = QW_MODELLIST};
    (void)text_of(length);
    long_text[length + 1] = '\0';
    m.u.names = (struct qw_names){.data = long_text, .size = (uint32_t)length + 2, .count = 1};
    qw_game_add(&made, &m);
}

enum { ID = 1, EZ = 2, BOTH = 3 };

static const struct {
    const char *rule;
    void (*add)(int64_t value);
    int64_t good, bad;
    unsigned found, refused; /* by these engines */
} limits[] = {
    {"slot", add_frags, 31, 32, BOTH, BOTH},
    {"slot", add_userinfo, 31, 32, BOTH, BOTH},
    {"slot", add_player, 31, 32, BOTH, BOTH},
    {"stat", add_stat, 31, 32, BOTH, BOTH},
    {"lightstyle", add_style, 63, 64, BOTH, BOTH},
    {"style-length", add_style_length, 63, 64, BOTH, ID},
    {"static-entities", add_statics, 128, 129, ID, ID},
    {"sound-entity", add_sound, 768, 769, ID, ID},
    {"entity", add_baseline, 767, 768, ID, ID},
    {"text-length", add_text, 1200, 2047, BOTH, BOTH},
    {"text-end", add_last_character, 254, 255, ID, ID},
    {"serverinfo", add_serverinfo, 511, 512, ID, ID},
    {"packet-entities", add_entities, 64, 65, ID, ID},
    {"block-size", add_size, 1450, 1451, ID, ID},
    {"bad-message", add_bytes, QW_NOP, QW_PRINT, BOTH, BOTH},
    {"models", add_models, 255, 256, ID, ID},
    {"model-name", add_model_name, 63, 64, BOTH, BOTH},
};

static void expect_found(size_t i, int64_t value, unsigned found_by, unsigned refused_by)
{
    static const enum validate_engine engines[] = {VALIDATE_ID, VALIDATE_EZQUAKE};
    add_level(&plain);
    add_frames(2);
    limits[i].add(value);
    qw_game_block(&made, 10);
    add_frames(2);
    add_end();
    struct demo demo = found_open(made.file.data, made.file.size, "a.qwd");
    for (int engine = 0; engine < 2; engine++) {
        struct found found = {.rule = limits[i].rule};
        (void)found_check(&demo, engines[engine], &found);
        cr_expect_eq(found.of_rule > 0, (found_by >> engine & 1) != 0, "%s %lld: %d",
                     limits[i].rule, (long long)value, engine);
        cr_expect_eq(found.refusals > 0, (refused_by >> engine & 1) != 0, "%s %lld: %d",
                     limits[i].rule, (long long)value, engine);
    }
    demo_close(&demo);
    qw_game_end(&made);
}

Test(validate_quakeworld, each_limit_holds_at_its_bound)
{
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        expect_found(i, limits[i].good, 0, 0);
        expect_found(i, limits[i].bad, limits[i].found, limits[i].refused);
    }
    qw_game_begin(&made, &plain);
}

/* --- the whole demo -----------------------------------------------------------------------------
 */

Test(validate_quakeworld, id_reads_no_extensions_and_no_mvd)
{
    const struct qw_protocol extended = {.version = QW_PROTOCOL_LAST, .ftex = QW_FTEX_TRANS};
    const struct qw_protocol mvd = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    add_level(&extended);
    add_frames(4);
    add_end();
    expect_rule("extension", VALIDATE_ID, true);
    cr_expect_eq(findings(VALIDATE_EZQUAKE), 0u);
    qw_game_end(&made);
    add_level(&mvd);
    add_frames(4);
    expect_rule("container", VALIDATE_ID, true);
    expect_rule("no-end", VALIDATE_EZQUAKE, false);
}

Test(validate_quakeworld, changes_of_frames)
{
    const struct qw_entity entity = qw_game_entity(40, 4, 1);
    add_level(&plain);
    qw_game_player(&made, 3, 1);
    qw_game_entities(&made, 1, &entity, 1);
    qw_game_block(&made, 50);
    add_frames(4);
    const size_t size = made.file.size;
    add_end();
    expect_rule("delta-base", VALIDATE_ID, false);
    expect_rule("delta-base", VALIDATE_EZQUAKE, false);
    made.file.size = size;
    for (int i = 0; i < 2; i++) {
        qw_game_entities(&made, (int)made.sequence, &entity, 1);
        qw_game_block(&made, 50);
    }
    add_end();
    expect_rule("deltas", VALIDATE_ID, true);
    cr_expect_eq(findings(VALIDATE_EZQUAKE), 1u, "that at the beginning alone");
}

/* Debian's ezQuake 3.6.1 ends duel_dm3_2026.mvd with "Illegible server message (0)" there. */
Test(validate_quakeworld, tints)
{
    const struct qw_protocol tints = {.version = QW_PROTOCOL_LAST, .ftex = QW_FTEX_COLOURMOD};
    struct qw_entity entity = qw_game_entity(40, 4, 1);
    struct qw_message m = {.id = QW_SPAWNBASELINE2};
    entity.bits |= QW_U_COLOURMOD;
    for (int i = 0; i < 3; i++) {
        add_level(&tints);
        if (i == 0) {
            qw_game_entities(&made, -1, &entity, 1);
        } else {
            m.id = i == 1 ? QW_SPAWNBASELINE2 : QW_SPAWNSTATIC2;
            m.u.entity = entity;
            qw_game_add(&made, &m);
        }
        qw_game_block(&made, 50);
        add_frames(4);
        add_end();
        expect_rule("tint", VALIDATE_EZQUAKE, true);
        end();
    }
    add_level(&tints);
    add_frames(4);
    add_end();
    cr_expect_eq(findings(VALIDATE_EZQUAKE), 0u, "the extension alone is read");
}

Test(validate_quakeworld, packets_that_are_dropped)
{
    add_level(&plain);
    add_frames(4);
    qw_game_text(&made, QW_CENTERPRINT, "again");
    qw_game_packet(&made, made.sequence);
    add_end();
    expect_rule("dropped", VALIDATE_ID, false);
}

/* Behind numbers that fall id's client takes the last packet once more, and drops what comes. */
Test(validate_quakeworld, numbers_that_fall)
{
    struct qwd_block numbers = {.type = QWD_SET};
    for (int i = 0; i < 2; i++) {
        add_level(&plain);
        add_frames(4);
        const uint32_t last = made.sequence;
        numbers.time = made.time;
        numbers.u.set.incoming = i == 0 ? last - 1 : last;
        qwd_write_block(&made.file, &numbers);
        made.sequence = numbers.u.set.incoming;
        add_frames(4);
        add_end();
        if (i == 0) {
            expect_rule("dropped", VALIDATE_ID, false);
        }
        cr_expect_eq(findings(VALIDATE_ID), i == 0 ? 1u : 0u);
        cr_expect_eq(findings(VALIDATE_EZQUAKE), 0u);
        if (i == 0) {
            end();
        }
    }
}

Test(validate_quakeworld, an_end_that_is_missing_or_early)
{
    add_level(&plain);
    add_frames(4);
    const size_t size = made.file.size;
    expect_rule("no-end", VALIDATE_ID, false);
    made.file.size = size - 3;
    expect_rule("torn-block", VALIDATE_ID, false);
    made.file.size = size;
    add_end();
    add_frames(1);
    expect_rule("after-end", VALIDATE_ID, true);
    made.file.size = size;
    byte_writer_f32(&made.file, made.time);
    byte_writer_u32(&made.file, 0x77);
    expect_rule("bad-block", VALIDATE_ID, true);
}

Test(validate_quakeworld, a_level_without_entities_or_lists)
{
    qw_game_begin(&made, &plain);
    qw_game_serverdata(&made);
    qw_game_block(&made, 0);
    add_frames(4);
    add_end();
    expect_rule("sign-on", VALIDATE_ID, true);
    expect_rule("no-level", VALIDATE_ID, true);
}

static void check_verdict(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo = found_open(data, size, name);
    /* ezQuake's recordings with extensions */
    const bool extended = strstr(name, "bps") || strstr(name, "ez_ext") || strstr(name, ".mvd");
    const bool tinted = strstr(name, "duel_dm3") != NULL;
    cr_expect_eq(found_refusals(&demo, VALIDATE_EZQUAKE) > 0, tinted, "%s", name);
    cr_expect_eq(found_refusals(&demo, VALIDATE_ID) == 0, !extended, "%s", name);
    demo_close(&demo);
}

Test(validate_quakeworld, verdicts_on_real_demos)
{
    qw_game_begin(&made, &plain);
    real_data_each("quakeworld/corpus", "", check_verdict);
    real_data_each("quakeworld/recorded", "", check_verdict);
}
