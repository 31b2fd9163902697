/* When demos were watched: noted once each, the newest last, at most so many, other lines kept. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/viewer/saved/play_history.h"
#include "tests/support/scratch.h"

#define FILE_NAME "quakereel/history.txt"

static void set_up(void)
{
    scratch_set_up();
    setenv("XDG_STATE_HOME", scratch_root, 1);
    scratch_make_folder("quakereel");
    scratch_write_text("a.dem", "");
    scratch_write_text("b.zip", "");
    cr_assert_eq(chdir(scratch_root), 0);
}

TestSuite(play_history, .init = set_up, .fini = scratch_tear_down);

static int64_t seen(const char *name)
{
    struct play_history history;
    play_history_load(&history);
    const int64_t seconds = play_history_find(&history, name);
    play_history_free(&history);
    return seconds;
}

static size_t count_lines(void)
{
    size_t lines = 0;
    FILE *f = fopen(scratch_at(FILE_NAME), "rb");
    for (int c; f && (c = fgetc(f)) != EOF;) {
        lines += c == '\n';
    }
    if (f) {
        fclose(f);
    }
    return lines;
}

Test(play_history, finds_what_was_noted_last)
{
    cr_expect_eq(seen("a.dem"), 0);
    cr_assert_eq(play_history_note("a.dem", 1000), 0);
    cr_assert_eq(play_history_note("b.zip/demos/x.dem", 2000), 0);
    cr_expect_eq(seen("a.dem"), 1000);
    cr_expect_eq(seen(scratch_at("a.dem")), 1000, "by its absolute path");
    cr_expect_eq(seen("b.zip/demos/x.dem"), 2000);
    cr_expect_eq(seen("b.zip/demos/y.dem"), 0);
    cr_assert_eq(play_history_note("a.dem", 3000), 0);
    cr_expect_eq(seen("a.dem"), 3000);
    cr_expect_eq(count_lines(), 2u, "a line for each");
}

/* What is read of the text: each demo is one that the text has, by path; a demo noted after that is
 * found, and of no other one is anything lost. */
static void expect_harmless(const char *text, size_t size)
{
    struct play_history history;
    scratch_write(FILE_NAME, text, size);
    play_history_load(&history);
    const size_t before = history.count;
    for (size_t i = 0; i < before; i++) {
        cr_expect_eq(history.demos[i].path[0], '/');
        cr_expect(i == 0 || strcmp(history.demos[i - 1].path, history.demos[i].path) <= 0);
    }
    play_history_free(&history);
    cr_expect_eq(play_history_note("a.dem", 5000), 0);
    cr_expect_eq(seen("a.dem"), 5000);
    play_history_load(&history);
    cr_expect_eq(history.count, before + 1);
    play_history_free(&history);
}

static int64_t listed_seconds(const char *path)
{
    struct play_history history;
    int64_t seconds = 0;
    play_history_load(&history);
    for (size_t i = 0; i < history.count; i++) {
        seconds = strcmp(history.demos[i].path, path) == 0 ? history.demos[i].seconds : seconds;
    }
    play_history_free(&history);
    return seconds;
}

static const char listed[] = "# a remark\n1000 /demos/one.dem\n2000 /demos/two.dem\n30 /x.zip/y\n";

Test(play_history, cut_at_each_byte)
{
    static const struct {
        const char *path;
        int64_t seconds;
    } demos[] = {{"/demos/one.dem", 1000}, {"/demos/two.dem", 2000}, {"/x.zip/y", 30}};
    for (size_t size = 0; size < sizeof(listed); size++) {
        expect_harmless(listed, size);
        for (size_t i = 0; i < 3; i++) { /* a demo whose line is whole is still there */
            const char *end = strstr(listed, demos[i].path) + strlen(demos[i].path);
            if ((size_t)(end - listed) <= size) {
                cr_expect_eq(listed_seconds(demos[i].path), demos[i].seconds, "%zu bytes", size);
            }
        }
    }
}

Test(play_history, bit_flips)
{
    char text[sizeof(listed)];
    for (size_t bit = 0; bit < 8 * (sizeof(listed) - 1); bit++) {
        memcpy(text, listed, sizeof(text));
        text[bit / 8] = (char)(text[bit / 8] ^ (1 << (bit % 8)));
        expect_harmless(text, sizeof(text) - 1);
    }
}

Test(play_history, a_path_with_a_0_byte_is_not_the_path_before_it)
{
    char text[600];
    const int length = snprintf(text, sizeof(text), "7 %s#x\n", scratch_at("a.dem"));
    *strchr(text, '#') = '\0';
    scratch_write(FILE_NAME, text, (size_t)length);
    cr_expect_eq(seen("a.dem"), 0);
    cr_assert_eq(play_history_note("a.dem", 1000), 0);
    cr_expect_eq(seen("a.dem"), 1000);
}

Test(play_history, passes_over_what_is_no_file)
{
    static const char *const names[] = {NULL, "", "-", "builtin:demo1", "a\nb.dem", "a\x7f.dem"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        cr_expect_eq(play_history_note(names[i], 1000), 0);
        cr_expect_eq(seen(names[i]), 0);
    }
    cr_expect_eq(play_history_note("a.dem", 0), 0, "no clock");
    cr_expect_eq(count_lines(), 0u);
}

Test(play_history, keeps_the_newest_and_lines_of_others)
{
    FILE *f = fopen(scratch_at(FILE_NAME), "wb");
    cr_assert_not_null(f);
    fputs("# a remark\n12\nx /y\n99999999999999999999 /z\n", f);
    for (int i = 0; i < PLAY_HISTORY_MAX; i++) {
        fprintf(f, "%d /demos/%d.dem\n", i + 1, i);
    }
    fclose(f);
    cr_expect_eq(seen("a.dem"), 0);
    cr_assert_eq(play_history_note("a.dem", 5000), 0);
    cr_expect_eq(count_lines(), PLAY_HISTORY_MAX + 4u);
    cr_expect_eq(seen("a.dem"), 5000);
    struct play_history history;
    play_history_load(&history);
    cr_expect_eq(history.count, (size_t)PLAY_HISTORY_MAX);
    play_history_free(&history);
    char line[64];
    f = fopen(scratch_at(FILE_NAME), "rb");
    cr_assert(fgets(line, sizeof(line), f) && strcmp(line, "# a remark\n") == 0);
    for (int i = 0; i < 4; i++) {
        cr_assert_not_null(fgets(line, sizeof(line), f));
    }
    cr_expect_str_eq(line, "2 /demos/1.dem\n", "the oldest is gone");
    fclose(f);
}
