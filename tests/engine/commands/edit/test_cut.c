/* cut: parts of a synthetic Quake III demo hold the states that were written; a NetQuake demo; its
 * output and its errors. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/quake3/q3_reader.h"
#include "formats/quake3/q3_hash.h"
#include "tests/support/command.h"
#include "tests/support/q3_match.h"

enum { PATH = 1024 };

static struct q3_demo *match;
static char demo[PATH], part[PATH];

static void write_match(void)
{
    match = q3_match_write(68);
    snprintf(demo, sizeof(demo), "%s",
             command_file("match.dm_68", match->file.data, match->file.size));
    snprintf(part, sizeof(part), "%.*s/part.dm_68", (int)(strrchr(demo, '/') - demo), demo);
}

static void remove_match(void)
{
    (void)unlink(part);
    command_remove(demo);
    q3_demo_free(match);
}

TestSuite(cut, .init = write_match, .fini = remove_match);

/* --- parts ------------------------------------------------------------------------------------ */

struct walk {
    struct q3_reader *reader;
    struct file_bytes bytes;
    const struct q3_snapshot *snapshot;
    uint32_t gamestates;
};

static struct walk walk_open(const uint8_t *data, size_t size)
{
    struct walk w = {.reader = q3_reader_create(68, data, size)};
    cr_assert_not_null(w.reader);
    return w;
}

/* Goes to the next snapshot; false at the end, which must be a good one. */
static bool walk_next(struct walk *w)
{
    struct q3_message m;
    struct format_error err = {0};
    for (;;) {
        while (w->reader->block.size > 0 && q3_reader_next(w->reader, &m, &err) > 0) {
            w->gamestates += m.id == Q3_GAMESTATE;
            w->snapshot = m.u.snapshot;
            if (m.id == Q3_SNAPSHOT) {
                cr_assert_not_null(w->snapshot, "message %d is dropped", w->reader->block.sequence);
                return true;
            }
        }
        const int code = q3_reader_block(w->reader, &err);
        cr_assert_geq(code, 0, "%s", err.what);
        if (code == 0) {
            return false;
        }
    }
}

static void expect_same_state(const struct walk *a, const struct walk *b, uint32_t update)
{
    const struct q3_snapshot *x = a->snapshot, *y = b->snapshot;
    const struct q3_protocol *p = a->reader->protocol;
    cr_assert(x->server_time == y->server_time && x->sequence == y->sequence &&
                  x->flags == y->flags && x->server_command == y->server_command &&
                  memcmp(x->areas, y->areas, sizeof(x->areas)) == 0,
              "update %u", update);
    cr_assert_eq(q3_hash_player(p, &x->player), q3_hash_player(p, &y->player), "%u", update);
    cr_assert_eq(q3_hash_entities(p, &a->reader->frames, x),
                 q3_hash_entities(p, &b->reader->frames, y), "update %u", update);
    cr_assert_eq(q3_hash_configstrings(&a->reader->gamestate),
                 q3_hash_configstrings(&b->reader->gamestate), "update %u", update);
}

struct span { /* snapshots of the source */
    uint32_t first, count;
};

/* The cut's next snapshots are those of the source. */
static void expect_span(struct walk *cut, struct span span)
{
    struct walk source = walk_open(match->file.data, match->file.size);
    for (uint32_t i = 0; i < span.first; i++) {
        cr_assert(walk_next(&source));
    }
    for (uint32_t i = span.first; i < span.first + span.count; i++) {
        cr_assert(walk_next(&source) && walk_next(cut), "update %u", i);
        cr_assert_eq(cut->snapshot->server_time, q3_match_server_time(i));
        expect_same_state(&source, cut, i);
    }
    q3_reader_free(source.reader);
}

/* Expects that the cut file has exactly these snapshots. A configstring sent in parts may be
 * complete early, since it is written again as commands. */
static void expect_spans(const struct span *spans, size_t count, uint32_t gamestates)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(part, &file), 0, "%s", part);
    struct walk cut = walk_open(file.data, file.size);
    for (size_t i = 0; i < count; i++) {
        expect_span(&cut, spans[i]);
    }
    cr_assert_not(walk_next(&cut), "more than is wanted");
    cr_expect_eq(cut.gamestates, gamestates);
    q3_reader_free(cut.reader);
    platform_free_file(&file);
}

static void expect_part(uint32_t first, uint32_t count, uint32_t gamestates)
{
    expect_spans(&(struct span){first, count}, 1, gamestates);
}

Test(cut, from_and_to_are_both_included)
{
    static const struct {
        const char *from, *to;
        uint32_t first, count, gamestates;
    } cases[] = {
        {"0", "100%", 0, 61, 2},
        {"0.5", "3.4", 10, 51, 2},
        {"0", "0.5", 0, 11, 1},
        {"0.5", "0.5", 10, 1, 1},
        {"0.4999", "0.5001", 10, 1, 1},
        {"0.5001", "0.55", 11, 1, 1},
        {"0.5001", "0.5999", 11, 1, 1},
        {"0", "0", 0, 1, 1},
        {"1.45", "1.95", 29, 2, 1}, /* what the clock jumped over takes half a second */
        {"1.46", "1.94", 0, 0, 0},
        {"50%", "2", 30, 2, 1},
        {"2.4", "2.4", 39, 2, 2}, /* the end of a level and the beginning of the next one */
        {"2.3", "2.5", 37, 6, 2},
        {"2.41", "3.4", 41, 20, 1},
        {"-0.5", "-0.1", 50, 9, 1},
        {"0:02.55", "0:02.60", 43, 2, 1}, /* in the midst of a configstring's parts */
        {"3.4", "5", 60, 1, 1},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char said[PATH + 16];
        struct command_result r = COMMAND(cmd_cut, "cut", "--force", demo, "--from", cases[i].from,
                                          "--to", cases[i].to, "-o", part);
        cr_expect_eq(r.status, cases[i].count > 0 ? 0 : 1, "%zu: %s", i, r.err);
        if (cases[i].count > 0) {
            snprintf(said, sizeof(said), "%s: ", part);
            command_expect(r.out, said);
            cr_expect_str_eq(r.err, "");
            expect_part(cases[i].first, cases[i].count, cases[i].gamestates);
            cr_assert_eq(unlink(part), 0);
        } else {
            command_expect(r.err, ": no update in ");
            command_expect(r.err, " s of 3.400\n");
            cr_expect(r.out[0] == '\0' && !platform_is_file(part));
        }
        command_free(&r);
    }
}

Test(cut, one_end_alone_and_none)
{
    char whole[PATH + 64];
    struct command_result r = COMMAND(cmd_cut, "cut", "--force", demo, "-o", part);
    struct stat info;
    cr_expect(r.status == 0 && r.err[0] == '\0', "%s", r.err);
    expect_part(0, 61, 2);
    cr_assert_eq(stat(part, &info), 0);
    snprintf(whole, sizeof(whole), "%s: 63 messages, 0 of them to begin with, %ld bytes\n", part,
             (long)info.st_size);
    cr_expect_str_eq(r.out, whole);
    command_free(&r);
    char out[PATH + 16];
    snprintf(out, sizeof(out), "--out=%s", part);
    r = COMMAND(cmd_cut, "cut", "--from=3", out, demo, "--force");
    cr_expect_eq(r.status, 0, "%s", r.err);
    expect_part(52, 9, 1);
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", "--to=3", "--force", out, "--", demo);
    cr_expect_eq(r.status, 0, "%s", r.err);
    expect_part(0, 53, 2);
    command_free(&r);
}

/* A part of a part, and the output of info for it. */
Test(cut, a_part_begins_as_things_stood)
{
    struct command_result r =
        COMMAND(cmd_cut, "cut", "--force", demo, "--from", "1.25", "--to", "2", "-o", part);
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_info, "info", part);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect_line(r.out, "  scores    1 and 0 (red and blue)");
    command_expect_line(r.out, "  player    1 Anarki, spectator, model anarki");
    command_expect_line(r.out, "  recorder  3 Recorder");
    command_expect_line(r.out, "  commands  0 kept, 0 repeated");
    command_free(&r);
    char again[PATH + 16];
    snprintf(again, sizeof(again), "%s.dm_68", part);
    r = COMMAND(cmd_cut, "cut", part, "--from", "0.1", "-o", again);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_free(&r);
    cr_assert_eq(rename(again, part), 0);
    expect_part(27, 5, 1);
}

Test(cut, a_part_of_a_netquake_demo)
{
    char out[PATH], said[PATH + 64];
    struct command_result r;
    snprintf(out, sizeof(out), "%.*s/part.dem", (int)(strrchr(demo, '/') - demo), demo);
    r = COMMAND(cmd_cut, "cut", "builtin:demo1", "--from", "5", "--to", "50%", "-o", out);
    cr_assert_eq(r.status, 0, "%s", r.err);
    snprintf(said, sizeof(said), "%s: ", out);
    command_expect(r.out, said);
    command_expect(r.out, " blocks, 3 of them to begin with, ");
    command_free(&r);
    r = COMMAND(cmd_info, "info", out);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect(r.out, "  length    0:15.0");
    cr_expect_null(strstr(r.out, "  odd "), "%s", r.out);
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", "builtin:demo1", "--from", "5", "-o", out);
    cr_expect_eq(r.status, 1, "it is there already");
    command_free(&r);
    cr_assert_eq(unlink(out), 0);
    r = COMMAND(cmd_cut, "cut", "builtin:demo1", "--from", "50", "-o", out);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "builtin:demo1: --from 50 is outside the demo (40.000 s)");
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", "builtin:demo1", "--from", "5", "--to", "4", "-o", out);
    cr_expect_eq(r.status, 2);
    command_expect(r.err, "--to 4 is before --from 5");
    command_free(&r);
    cr_expect_not(platform_is_file(out));
}

/* --- several parts, other ends, other outputs ---------------------------------------------------
 */

Test(cut, parts_follow_one_another_in_the_order_asked_for)
{
    static const struct span spans[] = {{40, 5}, {10, 2}, {59, 2}, {0, 3}};
    struct command_result r = COMMAND(cmd_cut, "cut", demo, "--range", "frame 40-frame 44,0.5-0.55",
                                      "--range", "frame 59-", "--range=-0.1", "-o", part);
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_expect(r.out, ": 4 parts, 16 messages, 4 of them to begin with, ");
    command_free(&r);
    expect_spans(spans, 4, 4);
    r = COMMAND(cmd_cut, "cut", demo, "--range", "5-3", "-o", part, "--force");
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "match.dm_68: --range 5 is outside the demo (3.400 s)");
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", demo, "--range", "2-1", "-o", part, "--force");
    cr_expect_eq(r.status, 2);
    command_expect(r.err, "--range 2-1: its end is before its start");
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", demo, "--range", "2-1s-x", "-o", part, "--force");
    cr_expect_eq(r.status, 2);
    command_expect(r.err, "--range: bad value '2-1s-x'");
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", demo, "--range", "1-2", "--to", "3", "-o", part, "--force");
    cr_expect_eq(r.status, 2);
    command_expect(r.err, "--range and --to exclude each other");
    command_free(&r);
    expect_spans(spans, 4, 4); /* nothing else was written */
}

Test(cut, a_part_between_places)
{
    struct command_result r = COMMAND(cmd_cut, "cut", demo, "--from", "level 2", "--to",
                                      "level 2 +0.1s", "-o", part, "--force");
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_free(&r);
    expect_part(40, 3, 1);
    r = COMMAND(cmd_cut, "cut", demo, "--range", "level 1-level 2", "-o", part, "--force");
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_free(&r);
    expect_part(0, 40, 1);
    r = COMMAND(cmd_cut, "cut", demo, "--from", "level 3", "-o", part, "--force");
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "match.dm_68: there is no level 3");
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", demo, "--from", "mark 1", "-o", part, "--force");
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "match.dm_68: there is no mark 1");
    command_free(&r);
}

Test(cut, lead_begins_earlier)
{
    struct command_result r = COMMAND(cmd_cut, "cut", demo, "--from", "1", "--to", "1.1", "--lead",
                                      "0.25", "--json", "-o", part);
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_expect(r.out, "\"parts\":[{\"from\":1,\"to\":1.1,\"lead\":0.25,");
    command_expect(r.out, "\"updates\":8,\"written\":9,\"start_state\":1,\"changes\":[]}]}\n");
    command_free(&r);
    expect_part(15, 8, 1);
    r = COMMAND(cmd_cut, "cut", demo, "--range", "0.1-0.2", "--lead", "9", "-o", part, "--force");
    cr_assert_eq(r.status, 0, "%s", r.err);
    expect_part(0, 5, 1);
    command_free(&r);
}

Test(cut, to_standard_output_and_into_a_folder)
{
    struct stat info;
    char folder[PATH], made[PATH + 16];
    snprintf(folder, sizeof(folder), "%.*s/parts", (int)(strrchr(demo, '/') - demo), demo);
    struct command_result r = COMMAND(cmd_cut, "cut", "builtin:demo1", "--to", "1", "-o", "-");
    cr_expect_eq(r.status, 0, "%s", r.err);
    cr_expect_eq(strncmp(r.out, "-1\n", 3), 0, "the demo, and no words");
    cr_expect_str_eq(r.err, "");
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", "builtin:demo1", "--to", "1", "--json", "-o", "-");
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect(r.err, "{\"demo\":\"builtin:demo1\",\"family\":\"netquake\",\"file\":\"-\",");
    command_free(&r);
    cr_assert_eq(mkdir(folder, 0700), 0);
    r = COMMAND(cmd_cut, "cut", demo, "builtin:demo2", "missing.dem", "--to", "1", "-o", folder);
    cr_expect_eq(r.status, 1, "one is missing, the others are cut");
    command_expect(r.err, "missing.dem: ");
    static const char *const names[] = {"match.dm_68", "demo2.dem"};
    for (int i = 0; i < 2; i++) {
        snprintf(made, sizeof(made), "%s/%s", folder, names[i]);
        cr_expect_eq(stat(made, &info), 0, "%s", made);
        (void)unlink(made);
    }
    command_free(&r);
    cr_assert_eq(rmdir(folder), 0);
}

/* --- damage ----------------------------------------------------------------------------------- */

Test(cut, the_good_part_of_a_damaged_demo)
{
    char damaged[PATH], where[PATH + 64];
    const size_t block = match->blocks[q3_match_block(30)];
    snprintf(damaged, sizeof(damaged), "%s",
             command_file("damaged.dm_68", match->file.data, block + 20));
    snprintf(where, sizeof(where), "quakereel: %s: byte %zu: message 42: ", damaged, block);
    struct command_result r = COMMAND(cmd_cut, "cut", "--force", damaged, "-o", part);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, where);
    expect_part(0, 30, 1);
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", "--force", damaged, "--from", "1", "--to", "1.2", "-o", part);
    cr_expect_eq(r.status, 0, "the part is good: %s", r.err);
    expect_part(20, 5, 1);
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", "--force", damaged, "--from", "-0.2", "-o", part);
    cr_expect_eq(r.status, 0, "%s", r.err);
    expect_part(25, 5, 1);
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", "--force", damaged, "--from", "2", "-o", part);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, ": --from 2 is outside the demo (1.450 s)");
    command_free(&r);
    command_remove(damaged);
}

Test(cut, nothing_good_at_all)
{
    char damaged[PATH];
    snprintf(damaged, sizeof(damaged), "%s", command_file("damaged.dm_68", match->file.data, 60));
    struct command_result r = COMMAND(cmd_cut, "cut", "--force", damaged, "-o", part);
    cr_expect(r.status == 1 && r.out[0] == '\0');
    command_expect(r.err, ": byte 0: message 11: the file ends inside it");
    cr_expect_not(platform_is_file(part));
    command_free(&r);
    command_remove(damaged);
}

/* --- what is refused -------------------------------------------------------------------------- */

static void expect_refused(int status, const char *why, struct command_result r)
{
    cr_expect_eq(r.status, status, "%s: %d: %s", why, r.status, r.err);
    cr_expect_str_eq(r.out, "");
    cr_expect_eq(strncmp(r.err, "quakereel: ", 11), 0, "%s", r.err);
    command_expect(r.err, why);
    cr_expect_not(platform_is_file(part), "%s", why);
    command_free(&r);
}

Test(cut, wrong_words)
{
    expect_refused(2, "--from: bad value 'soon'",
                   COMMAND(cmd_cut, "cut", "--force", demo, "--from", "soon", "-o", part));
    expect_refused(2, "--to=: bad value ''",
                   COMMAND(cmd_cut, "cut", "--force", demo, "--to=", "-o", part));
    expect_refused(2, "unknown option --fro",
                   COMMAND(cmd_cut, "cut", "--force", demo, "--fro", "1", "-o", part));
    expect_refused(2, "-o needs a value", COMMAND(cmd_cut, "cut", demo, "-o"));
    expect_refused(2, "--basedir needs a value", COMMAND(cmd_cut, "cut", demo, "--basedir"));
    expect_refused(2, "2 demos need a folder: -o FOLDER/",
                   COMMAND(cmd_cut, "cut", "--force", demo, demo, "-o", part));
    expect_refused(2, "no demo", COMMAND(cmd_cut, "cut", "-o", part));
    expect_refused(2, "no file to write (-o)", COMMAND(cmd_cut, "cut", demo));
    struct command_result r = COMMAND(cmd_cut, "cut", "--help");
    cr_expect(r.status == 0 && strncmp(r.out, "usage: quakereel cut DEMO", 25) == 0, "%s", r.out);
    command_free(&r);
}

Test(cut, wrong_files)
{
    char nowhere[PATH + 16];
    snprintf(nowhere, sizeof(nowhere), "%s/x", part);
    expect_refused(1, "no such file", COMMAND(cmd_cut, "cut", "missing.dm_68", "-o", part));
    expect_refused(1, "is read", COMMAND(cmd_cut, "cut", demo, "-o", demo));
    expect_refused(1, ": cannot write: ", COMMAND(cmd_cut, "cut", demo, "-o", nowhere));
    struct stat info;
    cr_expect(stat(demo, &info) == 0 && (size_t)info.st_size == match->file.size);
}

Test(cut, no_chat)
{
    struct command_result r = COMMAND(cmd_cut, "cut", demo, "--no-chat", "-o", part);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "  left out  2 chat lines\n");
    command_free(&r);
    struct file_bytes file;
    cr_assert_eq(platform_read_file(part, &file), 0);
    struct walk walk = walk_open(file.data, file.size);
    struct q3_message m;
    struct format_error err;
    uint32_t empty = 0;
    while (q3_reader_block(walk.reader, &err) > 0) {
        while (q3_reader_next(walk.reader, &m, &err) > 0) {
            if (m.id == Q3_SERVER_COMMAND) {
                cr_expect_neq(strncmp(m.u.command.text, "chat", 4), 0);
                cr_expect_neq(strncmp(m.u.command.text, "tchat", 5), 0);
                empty += m.u.command.text[0] == '\0';
            }
        }
    }
    cr_expect_eq(empty, 2u);
    q3_reader_free(walk.reader);
    platform_free_file(&file);
    r = COMMAND(cmd_cut, "cut", demo, "--no-chat", "--json", "--force", "-o", part);
    command_expect(r.out, "\"chat_removed\":2,");
    command_free(&r);
    r = COMMAND(cmd_cut, "cut", demo, "--json", "--force", "-o", part);
    cr_expect_null(strstr(r.out, "chat_removed"));
    command_free(&r);
}
