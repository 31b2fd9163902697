/* Game data folders chosen for a demo, in a scratch installation. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/qw_samples.h"
#include "tests/support/scarce.h"

static char root[256];

static const char *in_root(const char *name)
{
    static char path[4][512];
    static unsigned next;
    char *to = path[next++ % 4];
    snprintf(to, sizeof(path[0]), "%s/%s", root, name);
    return to;
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(in_root(name), "wb");
    cr_assert_not_null(file, "%s", name);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* A .qwd whose server plays from that folder. */
static void write_demo(const char *name, const char *game_dir)
{
    const struct qw_protocol protocol = {.version = 28};
    struct byte_writer messages = {0}, file = {0};
    struct qw_message m = {.id = QW_SERVERDATA};
    m.u.serverdata = (struct qw_serverdata){.protocol = 28, .level_name = "", .game_dir = game_dir};
    qw_message_encode(&protocol, &m, &messages);
    qw_sample_block(false, &messages, &file);
    write_file(name, file.data, file.size);
    byte_writer_free(&messages);
    byte_writer_free(&file);
}

/* quake/{id1,qw,ctf,other}, each with a file containing its name, and demos. */
static void set_up(void)
{
    static const char *const folders[] = {"id1", "qw", "ctf", "other"};
    const char *temporary = getenv("TMPDIR");
    char name[64];
    snprintf(root, sizeof(root), "%s/quakereel-test-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    cr_assert_not_null(mkdtemp(root));
    setenv("HOME", root, 1);
    unsetenv("QUAKEREEL_BASEDIR");
    cr_assert_eq(mkdir(in_root("quake"), 0700), 0);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof(name), "quake/%s", folders[i]);
        cr_assert_eq(mkdir(in_root(name), 0700), 0);
        snprintf(name, sizeof(name), "quake/%s/which.txt", folders[i]);
        write_file(name, folders[i], strlen(folders[i]));
        snprintf(name, sizeof(name), "quake/%s/in_%s.txt", folders[i], folders[i]);
        write_file(name, "x", 1);
    }
    write_file("quake/id1/pak0.pak", builtin_pak, builtin_pak_size);
    write_demo("plain.qwd", "qw");
    write_demo("ctf.qwd", "/home/server/ctf");
    write_demo("gone.qwd", "nowhere");
    write_demo("path.qwd", "../../other");
    write_demo("quake/qw/inside.qwd", "ctf");
    write_demo("quake/other/mine.qwd", "ctf");
    cr_redirect_stderr();
}

static void tear_down(void)
{
    char command[300];
    snprintf(command, sizeof(command), "rm -r '%s'", root);
    if (root[0] && system(command) != 0) {
        cr_log_warn("%s is left", root);
    }
}

TestSuite(demo_source, .init = set_up, .fini = tear_down);

static bool has_file(struct demo_source *source, const char *folder)
{
    const uint8_t *data;
    size_t size;
    char name[64];
    snprintf(name, sizeof(name), "in_%s.txt", folder);
    return quake_game_load(source->game.files, name, &data, &size) == 0;
}

/* Opens the demo; the folder whose files win is `wins`, and those of `others` are there. */
static void expect_folders(const char *demo, const char *game, const char *wins, bool qw, bool ctf,
                           bool other)
{
    const struct demo_search search = {.basedir = in_root("quake"), .game = game};
    struct demo_source source;
    const uint8_t *data;
    size_t size;
    cr_assert_eq(demo_source_open(&source, demo, &search, NULL), 0, "%s", demo);
    cr_assert_eq(quake_game_load(source.game.files, "which.txt", &data, &size), 0);
    cr_assert(size == strlen(wins) && memcmp(data, wins, size) == 0, "%s: %.*s, not %s", demo,
              (int)size, (const char *)data, wins);
    cr_assert_eq(has_file(&source, "qw"), qw, "%s: qw", demo);
    cr_assert_eq(has_file(&source, "ctf"), ctf, "%s: ctf", demo);
    cr_assert_eq(has_file(&source, "other"), other, "%s: other", demo);
    cr_assert(source.quake.palette && source.size > 0);
    demo_source_close(&source);
}

Test(demo_source, quakeworld_lays_qw_and_the_demos_game_over_id1)
{
    expect_folders(in_root("plain.qwd"), NULL, "qw", true, false, false);
    expect_folders(in_root("ctf.qwd"), NULL, "ctf", true, true, false);
    expect_folders(in_root("gone.qwd"), NULL, "qw", true, false, false);
    expect_folders(in_root("path.qwd"), NULL, "other", true, false, true);
}

Test(demo_source, a_game_of_the_users_choice_takes_the_place_of_the_demos)
{
    expect_folders(in_root("ctf.qwd"), "other", "other", true, false, true);
    expect_folders(in_root("ctf.qwd"), "CTF", "ctf", true, true, false);
    expect_folders(in_root("plain.qwd"), "qw", "qw", true, false, false);
    expect_folders(in_root("quake/other/mine.qwd"), NULL, "other", true, true, true);
}

Test(demo_source, netquakes_demos_do_not_see_qw)
{
    expect_folders("demo1", NULL, "id1", false, false, false);
    expect_folders("demo1.dem", "ctf", "ctf", false, true, false);
}

Test(demo_source, demos_inside_qw_are_found)
{
    expect_folders("inside", NULL, "ctf", true, true, false);
    expect_folders("inside.qwd", "other", "other", true, false, true);
    const struct demo_search search = {.basedir = in_root("quake")};
    struct demo_source source;
    cr_assert_eq(demo_source_open(&source, "outside", &search, NULL), FORMAT_MISSING);
    cr_expect_not(source.no_game_data);
}

Test(demo_source, without_qw_there_is_id1)
{
    unlink(in_root("quake/qw/which.txt"));
    unlink(in_root("quake/qw/in_qw.txt"));
    unlink(in_root("quake/qw/inside.qwd"));
    cr_assert_eq(rmdir(in_root("quake/qw")), 0);
    expect_folders(in_root("plain.qwd"), NULL, "id1", false, false, false);
    expect_folders(in_root("ctf.qwd"), NULL, "ctf", false, true, false);
}

/* A demo that has to be unpacked takes its memory while it is open, and no longer. */
Test(demo_source, closing_removes_the_unpacked_file)
{
    const struct demo_search search = {.basedir = in_root("quake")};
    const uint8_t *demo = NULL;
    size_t size = 0;
    struct zip_bytes zip = {0};
    cr_assert(builtin_find("demo1.dem", &demo, &size));
    zip_bytes_add(&zip, "packed.dem", demo, size);
    zip_bytes_end(&zip);
    write_file("quake/id1/demos.pk3", zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
    for (int draws = 0; draws < 2; draws++) {
        struct demo_source source;
        scarce_begin_from(SIZE_MAX);
        cr_assert_eq(draws ? demo_source_open(&source, "packed", &search, NULL)
                           : demo_source_open_bytes(&source, "packed", &search, NULL),
                     0);
        cr_assert(source.size == size && memcmp(source.data, demo, size) == 0);
        cr_assert_geq(files_held_bytes(source.game.files), size);
        demo_source_close(&source);
        cr_assert_eq(scarce_blocks(), 0);
        scarce_end();
    }
}

/* What other programs do to a demo's file does not change the open demo. */
Test(demo_source, a_demo_cut_while_open_keeps_its_bytes)
{
    const struct demo_search search = {.basedir = in_root("quake")};
    const uint8_t *demo = NULL;
    size_t size = 0;
    cr_assert(builtin_find("demo1.dem", &demo, &size));
    write_file("own.dem", demo, size);
    struct demo_source source;
    cr_assert_eq(demo_source_open_bytes(&source, in_root("own.dem"), &search, NULL), 0);
    write_file("own.dem", "other bytes", 11);
    cr_assert_eq(truncate(in_root("own.dem"), 0), 0);
    cr_expect(source.size == size && memcmp(source.data, demo, size) == 0 && !source.is_torn);
    demo_source_close(&source);
}

/* A file of the system has a size and fewer bytes: as one that gets shorter while it is read. */
Test(demo_source, a_file_cut_while_it_is_read_is_torn)
{
    const char *path = "/sys/devices/system/cpu/online";
    const struct demo_search search = {.basedir = in_root("quake")};
    struct stat info;
    struct demo_source source;
    if (stat(path, &info) != 0 || info.st_size < 1000) {
        cr_skip_test("there is no %s", path);
    }
    cr_assert_eq(demo_source_open_bytes(&source, path, &search, NULL), 0);
    cr_expect(source.is_torn && source.size > 0 && source.size < 1000);
    cr_expect_eq(source.torn.offset, source.size);
    cr_expect_str_eq(source.torn.what, "the file got shorter while it was read");
    demo_source_close(&source);
}

Test(demo_open, no_bytes_at_all)
{
    struct demo demo;
    cr_expect_lt(demo_open(&demo, NULL, 0, "a.dem"), 0);
    cr_expect_str_neq(demo.error.what, "");
    demo_close(&demo);
}

/* A QTV proxy answers with lines before it sends the demo. */
Test(demo_open, a_saved_answer_of_qtv)
{
    static const char answer[] = "QTVSV 1.0\r\nBEGIN: stream1\n\r\n";
    struct demo_source mvd;
    struct demo demo;
    const struct demo_search search = {0};
    struct byte_writer file = {0};
    cr_assert_eq(demo_source_open_bytes(&mvd, "builtin:demo4", &search, NULL), 0);
    byte_writer_bytes(&file, answer, sizeof(answer) - 1);
    byte_writer_bytes(&file, mvd.data, mvd.size);
    cr_assert_eq(demo_open(&demo, file.data, file.size, "a.mvd"), 0);
    cr_expect_eq(demo.size, mvd.size);
    cr_expect_eq(demo.family, mvd.demo.family);
    demo_close(&demo);
    cr_expect_lt(demo_open(&demo, (const uint8_t *)answer, sizeof(answer) - 2, "a.mvd"), 0);
    demo_close(&demo);
    demo_source_close(&mvd);
    byte_writer_free(&file);
}
