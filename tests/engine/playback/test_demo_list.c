/* Demo lists of folders, archives and files, and compressed demos in them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "engine/playback/demo_list.h"
#include "engine/playback/demo_source.h"
#include "formats/base/bytes.h"
#include "tests/support/archives/gzip_bytes.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

TestSuite(demo_list, .init = scratch_set_up, .fini = scratch_tear_down);

static struct byte_writer builtin_demo(bool packed)
{
    struct byte_writer out = {0};
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    if (packed) {
        gzip_bytes_add(&out, data, size);
    } else {
        byte_writer_bytes(&out, data, size);
    }
    return out;
}

/* The list of a name, without what all names begin with. */
static void expect_list(const char *name, enum demo_list_from from, const char *const *wanted,
                        size_t count)
{
    struct demo_list list = {0};
    struct format_error err = {0};
    cr_assert_eq(demo_list_add(&list, name, &err), 0, "%s: %s", name, err.what);
    cr_assert_eq(list.count, count, "%s: %zu", name, list.count);
    cr_assert_eq(list.from, from);
    for (size_t i = 0; i < count; i++) {
        cr_assert(strncmp(list.names[i], name, strlen(name)) == 0, "%s", list.names[i]);
        cr_assert_str_eq(list.names[i] + strlen(name), wanted[i]);
    }
    demo_list_free(&list);
}

#define EXPECT_LIST(name, from, ...)                                                               \
    expect_list(name, from, (const char *const[]){__VA_ARGS__},                                    \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

Test(demo_list, extensions_identify_demos)
{
    static const char *const demos[] = {"a.dem",   "A.DEM",   "a.qwd",    "a.mvd",      "a.dm3",
                                        "a.dm_68", "a.DM_91", "a.dem.gz", "a.dm_66.GZ", "a.mvd.gz"};
    static const char *const others[] = {"",       ".dem",     ".gz",      "a.txt",
                                         "dem",    "a.dem.xz", "a.gz.gz",  "a.dm_",
                                         "a.dm_6", "a.dm_6x",  "a.dm_668", ".dm_68"};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        cr_expect(demo_list_is_demo(demos[i]), "%s", demos[i]);
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        cr_expect_not(demo_list_is_demo(others[i]), "%s", others[i]);
    }
}

Test(demo_list, a_folder_gives_its_demos_in_natural_order)
{
    scratch_make_folder("f");
    scratch_make_folder("f/inner");
    scratch_write_text("f/inner/x.dem", "");
    scratch_write_text("f/m10.dem", "");
    scratch_write_text("f/M2.qwd", "");
    scratch_write_text("f/m1.dm_68.gz", "");
    scratch_write_text("f/notes.txt", "");
    EXPECT_LIST(scratch_at("f"), DEMO_LIST_FOLDER, "/m1.dm_68.gz", "/M2.qwd", "/m10.dem",
                "/inner/x.dem");
    EXPECT_LIST(scratch_at("f/"), DEMO_LIST_FOLDER, "m1.dm_68.gz", "M2.qwd", "m10.dem",
                "inner/x.dem");
    scratch_make_folder("none");
    EXPECT_LIST(scratch_at("none"), DEMO_LIST_NAME, "");
    EXPECT_LIST(scratch_at("f/m10.dem"), DEMO_LIST_NAME, "");
}

Test(demo_list, a_folder_gives_the_demos_of_its_subfolders)
{
    scratch_make_folder("t");
    scratch_make_folder("t/2");
    scratch_make_folder("t/10");
    scratch_make_folder("t/10/deep");
    scratch_make_folder("t/.hidden");
    scratch_make_folder("other");
    scratch_write_text("t/.hidden/no.dem", "");
    scratch_write_text("t/2/b.dem", "");
    scratch_write_text("t/10/deep/a.dem", "");
    scratch_write_text("t/10/z.dem", "");
    scratch_write_text("other/linked.dem", "");
    cr_assert_eq(symlink("..", scratch_at("t/10/up")), 0);
    cr_assert_eq(symlink("../other", scratch_at("t/there")), 0);
    EXPECT_LIST(scratch_at("t"), DEMO_LIST_FOLDER, "/2/b.dem", "/10/z.dem", "/10/deep/a.dem",
                "/there/linked.dem");
    cr_assert_eq(symlink(".", scratch_at("t/10/deep/here")), 0);
    EXPECT_LIST(scratch_at("t/10"), DEMO_LIST_FOLDER, "/z.dem", "/deep/a.dem", "/up/2/b.dem",
                "/up/there/linked.dem");
}

/* 20 folders one in the other: so deep nobody keeps demos. */
Test(demo_list, folders_that_are_very_deep_are_passed_over)
{
    char path[64] = "d";
    struct demo_list list = {0};
    struct format_error err;
    for (int i = 0; i < 20; i++) {
        char name[80];
        scratch_make_folder(path);
        snprintf(name, sizeof(name), "%s/a.dem", path);
        scratch_write_text(name, "");
        const size_t length = strlen(path);
        snprintf(path + length, sizeof(path) - length, "/d");
    }
    cr_assert_eq(demo_list_add(&list, scratch_at("d"), &err), 0);
    cr_expect_eq(list.count, 17, "the folder, and 16 below it");
    demo_list_free(&list);
}

Test(demo_list, no_file_of_a_large_folder_is_opened)
{
    enum { FILES = 20000 }; /* pipes without a writer: opening one for reading would block */
    char name[64];
    struct demo_list list = {0};
    struct format_error err;
    scratch_make_folder("many");
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof(name), "many/d%d.dem", i);
        cr_assert_eq(mkfifo(scratch_at(name), 0), 0);
    }
    cr_assert_eq(demo_list_add(&list, scratch_at("many"), &err), 0);
    cr_assert_eq(list.count, FILES);
    snprintf(name, sizeof(name), "many/d%d.dem", FILES - 1);
    cr_assert_str_eq(list.names[FILES - 1], scratch_at(name));
    demo_list_free(&list);
}

Test(demo_list, an_archive_gives_its_demos_that_have_plain_names)
{
    static const char *const names[] = {"demos/b10.dem", "demos/b9.dem", "x.txt", "../up.dem",
                                        "c:\\w.dem"};
    struct zip_bytes zip = {0};
    for (size_t i = 0; i < 5; i++) {
        zip_bytes_add(&zip, names[i], "x", 1);
    }
    zip_bytes_end(&zip);
    scratch_write("a.zip", zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
    EXPECT_LIST(scratch_at("a.zip"), DEMO_LIST_ARCHIVE, "/demos/b9.dem", "/demos/b10.dem");
    scratch_write_pak("b.pak", names, 3, "text");
    EXPECT_LIST(scratch_at("b.pak"), DEMO_LIST_ARCHIVE, "/demos/b9.dem", "/demos/b10.dem");
    scratch_write_pak("c.pak", names + 2, 1, "text");
    EXPECT_LIST(scratch_at("c.pak"), DEMO_LIST_NAME, "");
    scratch_write_text("d.zip", "PK\003\004 and no end");
    struct demo_list list = {0};
    struct format_error err;
    cr_assert_lt(demo_list_add(&list, scratch_at("d.zip"), &err), 0);
    cr_assert_eq(list.count, 0);
    demo_list_free(&list);
}

/* Asserts that the demo has the bytes of the built-in demo. */
static void expect_demo(const char *name, const struct file_bytes *input, bool torn)
{
    struct demo_source source;
    struct format_error err = {0};
    const struct demo_search search = {.input = input};
    struct byte_writer wanted = builtin_demo(false);
    cr_assert_eq(demo_source_open_bytes(&source, name, &search, &err), 0, "%s: %s", name, err.what);
    cr_assert(source.size == wanted.size && memcmp(source.data, wanted.data, wanted.size) == 0);
    cr_assert(source.demo.code == 0 && source.is_torn == torn);
    demo_source_close(&source);
    byte_writer_free(&wanted);
}

static void expect_refused(const char *name, const struct file_bytes *input, const char *why)
{
    struct demo_source source;
    struct format_error err = {0};
    const struct demo_search search = {.input = input};
    cr_assert_lt(demo_source_open_bytes(&source, name, &search, &err), 0);
    cr_assert(strstr(err.what, why), "%s: %s", name, err.what);
    cr_assert_not(source.no_game_data);
}

static struct byte_writer archive_of(const char *const *names, size_t count,
                                     const struct byte_writer *bytes)
{
    struct zip_bytes zip = {0};
    for (size_t i = 0; i < count; i++) {
        zip_bytes_add(&zip, names[i], bytes->data, bytes->size);
    }
    zip_bytes_end(&zip);
    byte_writer_free(&zip.directory);
    return zip.out;
}

/* Sets a bit of the flags of every member: encrypted. */
static void encrypt_members(struct byte_writer *zip)
{
    for (size_t i = 0; i + 10 < zip->size; i++) {
        if (memcmp(zip->data + i, "PK\1\2", 4) == 0) {
            zip->data[i + 8] |= 1;
        }
    }
}

static void expect_left_out(const char *name, size_t count, size_t left_out, const char *reason)
{
    struct demo_list list = {0};
    struct format_error err = {0};
    const int code = demo_list_add(&list, name, &err);
    cr_expect_eq(list.count, count, "%s: %zu", name, list.count);
    cr_expect_eq(list.left_out, left_out, "%s: %zu", name, list.left_out);
    cr_expect_eq(code < 0, count == 0);
    const char *what = code < 0 ? err.what : list.reason.what;
    cr_expect_not_null(strstr(what, reason), "%s: %s", name, what);
    demo_list_free(&list);
}

Test(demo_list, demos_of_an_archive_that_cannot_be_opened_are_reported)
{
    static const char *const names[] = {"a\x1b[2J.dem", "good.dem", "n.txt\n", "x\ny.mvd"};
    struct byte_writer plain = builtin_demo(false);
    struct byte_writer zip = archive_of(names, 1, &plain);
    scratch_write("one.zip", zip.data, zip.size);
    expect_left_out(scratch_at("one.zip"), 0, 1, "a name with control characters");
    expect_refused(scratch_at("one.zip"), NULL, "a name with control characters");
    byte_writer_free(&zip);
    zip = archive_of(names, 4, &plain);
    scratch_write("four.zip", zip.data, zip.size);
    expect_left_out(scratch_at("four.zip"), 1, 2, "a name with control characters");
    expect_demo(scratch_at("four.zip"), NULL, false);
    byte_writer_free(&zip);
    zip = archive_of(names + 1, 1, &plain);
    encrypt_members(&zip);
    scratch_write("locked.zip", zip.data, zip.size);
    expect_refused(scratch_at("locked.zip/good.dem"), NULL, "damaged or encrypted there");
    expect_left_out(scratch_at("locked.zip"), 0, 1, "\"good.dem\" is encrypted");
    expect_refused(scratch_at("locked.zip"), NULL, "\"good.dem\" is encrypted");
    byte_writer_free(&zip);
    zip = archive_of(names + 1, 1, &plain);
    zip.data[100] ^= 1;
    scratch_write("bad.zip", zip.data, zip.size);
    expect_refused(scratch_at("bad.zip/good.dem"), NULL, "\"good.dem\" is damaged (byte ");
    expect_refused(scratch_at("bad.zip/other.dem"), NULL, "not in ");
    byte_writer_free(&zip);
    byte_writer_free(&plain);
}

Test(demo_list, members_of_a_windows_zip_open_by_slashes)
{
    static const char *const names[] = {"demos\\2001\\a.dem"};
    struct byte_writer plain = builtin_demo(false);
    struct byte_writer zip = archive_of(names, 1, &plain);
    scratch_write("w.zip", zip.data, zip.size);
    expect_left_out(scratch_at("w.zip"), 1, 0, "");
    expect_demo(scratch_at("w.zip"), NULL, false);
    expect_demo(scratch_at("w.zip/demos/2001/a.dem"), NULL, false);
    byte_writer_free(&zip);
    byte_writer_free(&plain);
}

/* A pak's second member has bytes outside the file. */
Test(demo_list, a_damaged_member_of_a_pak_is_left_out)
{
    static const char *const names[] = {"a.dem", "b.dem"};
    size_t size;
    scratch_write_pak("p.pak", names, 2, "text");
    struct file_bytes file;
    cr_assert_eq(platform_read_file(scratch_at("p.pak"), &file), 0);
    size = file.size;
    uint8_t *bytes = malloc(size);
    memcpy(bytes, file.data, size);
    platform_free_file(&file);
    memset(bytes + bytes_u32(bytes + 4) + 64 + 60, 0x7f, 4);
    scratch_write("p.pak", bytes, size);
    expect_left_out(scratch_at("p.pak"), 1, 1, "\"b.dem\" is outside the file");
    free(bytes);
}

Test(demo_list, neighbours_are_the_demos_in_the_same_folder)
{
    struct demo_list list = {0};
    struct format_error err;
    size_t place = 9;
    scratch_make_folder("f");
    scratch_write_text("f/1.dem", "");
    scratch_write_text("f/2.mvd", "");
    scratch_write_text("f/3.qwd", "");
    cr_assert_eq(demo_list_add_neighbours(&list, scratch_at("f/2.mvd"), &place, &err), 0);
    cr_assert(list.count == 3 && place == 1);
    cr_assert_str_eq(list.names[2], scratch_at("f/3.qwd"));
    cr_assert_eq(demo_list_add_neighbours(&list, "builtin:demo1", &place, &err), FORMAT_MISSING);
    cr_assert_eq(demo_list_add_neighbours(&list, scratch_at("f/4.dem"), &place, &err),
                 FORMAT_MISSING);
    cr_assert_eq(list.count, 3);
    demo_list_free(&list);
}

Test(demo_list, out_of_memory_adds_nothing)
{
    scratch_make_folder("f");
    scratch_write_text("f/1.dem", "");
    scratch_write_text("f/2.mvd", "");
    char folder[256];
    snprintf(folder, sizeof(folder), "%s", scratch_at("f"));
    struct demo_list list = {0};
    struct format_error err;
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(demo_list_add(&list, folder, &err), 0);
    const uint64_t calls = scarce_count();
    scarce_end();
    demo_list_free(&list);
    for (uint64_t from = 1; from <= calls; from++) {
        scarce_begin_from(from);
        cr_assert_eq(demo_list_add(&list, folder, &err), FORMAT_MEMORY);
        cr_assert_eq(list.count, 0);
        demo_list_free(&list);
        cr_assert_eq(scarce_blocks(), 0);
        scarce_end();
    }
}

Test(demo_list, compressed_demos_open_in_folders_and_archives)
{
    static const char *const names[] = {"demos/One.dem.gz", "two.dem"};
    struct byte_writer plain = builtin_demo(false), packed = builtin_demo(true);
    struct byte_writer one = archive_of(names, 1, &packed), two = archive_of(names, 2, &plain);
    scratch_write("x.dem.gz", packed.data, packed.size);
    scratch_write("one.zip", one.data, one.size);
    expect_demo(scratch_at("x.dem.gz"), NULL, false);
    expect_demo(scratch_at("one.zip"), NULL, false);
    expect_demo(scratch_at("one.zip/demos/One.dem.gz"), NULL, false);
    struct file_bytes input = {plain.data, plain.size};
    expect_demo("-", &input, false);
    input = (struct file_bytes){packed.data, packed.size};
    expect_demo("-", &input, false);
    input = (struct file_bytes){one.data, one.size};
    expect_demo("-", &input, false);
    input = (struct file_bytes){two.data, two.size};
    expect_refused("-", &input, "2 demos; name one, such as demos/One.dem.gz");
    expect_refused("-", NULL, "no standard input");
    packed.data[packed.size - 8] ^= 1; /* complete, with a wrong checksum */
    input = (struct file_bytes){packed.data, packed.size};
    expect_demo("-", &input, true);
    byte_writer_free(&plain);
    byte_writer_free(&packed);
    byte_writer_free(&one);
    byte_writer_free(&two);
}

Test(demo_list, unsupported_formats_are_refused_by_name)
{
    struct byte_writer inner = {0}, packed = {0};
    scratch_write("x.dem.xz", "\3757zXZ\0abcdef", 12);
    expect_refused(scratch_at("x.dem.xz"), NULL, "packed by xz, which is not read");
    scratch_write_text("x.qwz", "anything at all");
    expect_refused(scratch_at("x.qwz"), NULL, "packed by Qizmo, which is not read");
    byte_writer_bytes(&inner, "PK\003\004abc", 7);
    gzip_bytes_add_stored(&packed, inner.data, inner.size);
    scratch_write("x.gz", packed.data, packed.size);
    expect_refused(scratch_at("x.gz"), NULL, "gzip around an archive");
    scratch_make_folder("empty");
    expect_refused(scratch_at("empty"), NULL, "a folder without demos");
    byte_writer_free(&inner);
    byte_writer_free(&packed);
}

Test(demo_list, the_folder_that_names_share)
{
    char *const same[] = {"a/b/1.dem", "a/b/c/2.dem", "a/b/cd.dem"};
    char *const other[] = {"a/b/1.dem", "ab/1.dem"};
    char *const builtin[] = {"a/b/1.dem", NULL};
    cr_expect_eq(demo_list_shared_folder(same, 3), 4u);
    cr_expect_eq(demo_list_shared_folder(same, 1), 4u);
    cr_expect_eq(demo_list_shared_folder(other, 2), 0u);
    cr_expect_eq(demo_list_shared_folder(builtin, 2), 0u);
    cr_expect_eq(demo_list_shared_folder(builtin + 1, 1), 0u);
    cr_expect_eq(demo_list_shared_folder(same, 0), 0u);
}
