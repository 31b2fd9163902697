/* Archives and loose files that another program cuts or changes while they are open. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/files.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/scratch.h"

TestSuite(changed_files, .init = scratch_set_up, .fini = scratch_tear_down);

/* Members "a", "b" and "c" of 1000 bytes each, the letter repeated. */
enum { MEMBER = 1000, IN_MEMBER_B = 12 + MEMBER + 500 };

static struct byte_writer make_pak(void)
{
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "PACK", 4);
    byte_writer_u32(&w, 12 + 3 * MEMBER);
    byte_writer_u32(&w, 3 * 64);
    for (int i = 0; i < 3 * MEMBER; i++) {
        byte_writer_u8(&w, (uint8_t)('a' + i / MEMBER));
    }
    for (uint32_t i = 0; i < 3; i++) {
        const char name[56] = {(char)('a' + i)};
        byte_writer_bytes(&w, name, 56);
        byte_writer_u32(&w, 12 + i * MEMBER);
        byte_writer_u32(&w, MEMBER);
    }
    return w;
}

static void make_pk3(const char *below)
{
    struct zip_bytes zip = {0};
    for (char c = 'a'; c <= 'c'; c++) {
        char bytes[MEMBER];
        const char name[] = {c, '\0'};
        memset(bytes, c, sizeof(bytes));
        zip_bytes_add(&zip, name, bytes, sizeof(bytes));
    }
    zip_bytes_end(&zip);
    scratch_write(below, zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
}

/* The game's files in id1; below id1 there is a pak with "c" as a text. */
static struct files *open_files(struct scratch_talk *talk)
{
    static const char *const names[] = {"c"};
    scratch_make_folder("low");
    scratch_write_pak("low/pak0.pak", names, 1, "from below");
    struct files *files = files_create(scratch_hear, talk);
    cr_assert_eq(files_add_directory(files, scratch_at("low")), FORMAT_OK);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), FORMAT_OK);
    cr_assert_eq(talk->lines, 0, "%s", talk->last);
    return files;
}

static void expect_letters(struct files *files, const char *name)
{
    struct files_ref ref;
    cr_assert_eq(files_get(files, name, &ref), FORMAT_OK, "%s", name);
    cr_expect_eq(ref.size, MEMBER);
    for (size_t i = 0; i < ref.size; i++) {
        cr_assert_eq(ref.data[i], name[0], "%s: byte %zu", name, i);
    }
    files_release(files, &ref);
}

/* Of a file cut inside "b": "a" loads, "b" is missing, "c" comes from below; one line, one damaged
 * file. */
static void expect_good_part(struct files *files, struct scratch_talk *talk, const char *line)
{
    expect_letters(files, "a");
    cr_expect_eq(talk->lines, 0, "%s", talk->last);
    scratch_expect(files, "b", NULL);
    scratch_expect(files, "c", "from below");
    scratch_expect(files, "b", NULL);
    expect_letters(files, "a");
    cr_expect(talk->lines == 1 && strstr(talk->last, line), "%s", talk->all);
    cr_expect_eq(files_damaged_count(files), 1);
}

Test(changed_files, a_pak_cut_while_open)
{
    struct scratch_talk talk = {0};
    struct byte_writer pak = make_pak();
    scratch_make_folder("id1");
    scratch_write("id1/pak0.pak", pak.data, pak.size);
    struct files *files = open_files(&talk);
    cr_assert_eq(truncate(scratch_at("id1/pak0.pak"), IN_MEMBER_B), 0);
    expect_good_part(files, &talk,
                     "/id1/pak0.pak: ends inside \"b\": the file got shorter while it was open "
                     "(byte 1512)");
    files_destroy(files);
    byte_writer_free(&pak);
}

Test(changed_files, a_pk3_cut_while_open)
{
    struct scratch_talk talk = {0};
    scratch_make_folder("id1");
    make_pk3("id1/a.pk3");
    struct files *files = open_files(&talk);
    cr_assert_eq(truncate(scratch_at("id1/a.pk3"), 1600), 0);
    expect_good_part(files, &talk, "/id1/a.pk3: ends inside \"b\": ");
    cr_expect(strstr(talk.last, "(byte 1600)"), "%s", talk.last);
    files_destroy(files);
}

static void touch(const char *below)
{
    const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    cr_assert_eq(utimensat(AT_FDCWD, scratch_at(below), times, 0), 0);
}

Test(changed_files, another_pak_in_place)
{
    static const char *const names[] = {"b", "c", "a"};
    struct scratch_talk talk = {0};
    struct byte_writer pak = make_pak();
    char text[3 * MEMBER + 1];
    scratch_make_folder("id1");
    scratch_write("id1/pak0.pak", pak.data, pak.size);
    struct files *files = open_files(&talk);
    expect_letters(files, "a");
    memset(text, 'x', sizeof(text));
    text[3 * MEMBER] = '\0';
    scratch_write_pak("id1/pak0.pak", names, 3, text); /* as large */
    touch("id1/pak0.pak");
    scratch_expect(files, "a", NULL);
    scratch_expect(files, "b", NULL);
    scratch_expect(files, "c", "from below");
    cr_expect(talk.lines == 1 && strstr(talk.last, "/id1/pak0.pak: \"a\" is not read: the file was "
                                                   "changed while it was open (byte 3012)"),
              "%s", talk.all);
    cr_expect_eq(files_damaged_count(files), 1);
    files_destroy(files);
    byte_writer_free(&pak);
}

Test(changed_files, another_pk3_in_place)
{
    struct scratch_talk talk = {0};
    char other[4 * MEMBER];
    scratch_make_folder("id1");
    make_pk3("id1/a.pk3");
    struct files *files = open_files(&talk);
    expect_letters(files, "a");
    memset(other, 'x', sizeof(other));
    scratch_write("id1/a.pk3", other, sizeof(other));
    touch("id1/a.pk3");
    scratch_expect(files, "a", NULL);
    scratch_expect(files, "b", NULL);
    scratch_expect(files, "c", "from below");
    cr_expect(talk.lines == 1 && strstr(talk.last, "/id1/a.pk3: \"a\" is not read: the file was "
                                                   "changed while it was open (byte 0)"),
              "%s", talk.all);
    cr_expect_eq(files_damaged_count(files), 1);
    files_destroy(files);
}

Test(changed_files, archives_whose_time_alone_changes_are_read)
{
    struct scratch_talk talk = {0};
    struct byte_writer pak = make_pak();
    scratch_make_folder("id1");
    scratch_write("id1/pak0.pak", pak.data, pak.size);
    struct files *files = open_files(&talk);
    touch("id1/pak0.pak");
    expect_letters(files, "a");
    cr_assert_eq(unlink(scratch_at("id1/pak0.pak")), 0); /* the open file is still there */
    expect_letters(files, "b");
    expect_letters(files, "c");
    cr_expect(talk.lines == 0 && files_damaged_count(files) == 0, "%s", talk.all);
    files_destroy(files);
    byte_writer_free(&pak);
}

Test(changed_files, a_copy_of_the_tree_reports_no_archive_again)
{
    struct scratch_talk talk = {0};
    struct byte_writer pak = make_pak();
    scratch_make_folder("id1");
    scratch_write("id1/pak0.pak", pak.data, pak.size);
    struct files *files = open_files(&talk);
    struct files *early = files_create_again(files, scratch_hear, &talk);
    scratch_write("id1/pak0.pak", pak.data, IN_MEMBER_B);
    scratch_expect(files, "b", NULL);
    cr_expect_eq(talk.lines, 1, "%s", talk.all);
    struct files *late = files_create_again(files, scratch_hear, &talk);
    scratch_expect(late, "b", NULL);
    files_log(late, "b: not found");
    cr_expect_eq(talk.lines, 1, "%s", talk.all);
    scratch_expect(early, "b", NULL); /* which could not know */
    cr_expect_eq(talk.lines, 2, "%s", talk.all);
    files_destroy(late);
    files_destroy(early);
    files_destroy(files);
    byte_writer_free(&pak);
}

/* Bytes of a pak in memory are not copied. */
Test(changed_files, a_pak_in_memory_costs_nothing)
{
    struct byte_writer pak = make_pak();
    struct files *files = files_create(NULL, NULL);
    struct files_ref ref;
    cr_assert_eq(files_add_pak(files, "memory", pak.data, pak.size), FORMAT_OK);
    cr_assert_eq(files_get(files, "b", &ref), FORMAT_OK);
    cr_expect_eq(ref.data, pak.data + 12 + MEMBER);
    cr_expect_eq(files_held_bytes(files), 0);
    files_release(files, &ref);
    files_destroy(files);
    byte_writer_free(&pak);
}

/* What files_find found is gone, cut or whole when another thread loads it. */
Test(changed_files, places_are_loaded_later)
{
    struct scratch_talk talk = {0};
    struct byte_writer pak = make_pak();
    scratch_make_folder("id1");
    scratch_write("id1/pak0.pak", pak.data, pak.size);
    scratch_write_text("id1/loose", "loose");
    struct files *files = open_files(&talk);
    static const char *const names[] = {"a", "b", "loose"};
    struct files_place places[3];
    const uint8_t *data;
    size_t size;
    uint8_t *owned;
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(files_find(files, names[i], &places[i]), FORMAT_OK, "%s", names[i]);
    }
    cr_expect_eq(files_held_bytes(files), 0, "nothing is read yet");
    cr_assert_eq(truncate(scratch_at("id1/pak0.pak"), IN_MEMBER_B), 0);
    cr_expect_eq(files_unpack(&places[0], &data, &size, &owned), FORMAT_OK);
    cr_expect(size == MEMBER && data == owned && data[MEMBER - 1] == 'a');
    free(owned);
    cr_expect_eq(files_unpack(&places[1], &data, &size, &owned), FORMAT_UNREADABLE);
    cr_expect_null(owned);
    cr_expect_eq(files_unpack(&places[2], &data, &size, &owned), FORMAT_OK);
    cr_expect(size == 5 && memcmp(data, "loose", 5) == 0);
    free(owned);
    cr_assert_eq(unlink(scratch_at("id1/loose")), 0);
    cr_expect_eq(files_unpack(&places[2], &data, &size, &owned), FORMAT_UNREADABLE);
    cr_expect_null(owned);
    for (int i = 0; i < 3; i++) {
        files_leave(&places[i]);
    }
    cr_expect_eq(talk.lines, 0, "%s", talk.all);
    files_destroy(files);
    byte_writer_free(&pak);
}

/* The system's own files have a size and fewer bytes: as one that is cut while it is read. */
Test(changed_files, a_loose_file_shorter_than_its_size)
{
    struct stat info;
    const char *path = "/sys/devices/system/cpu/online";
    if (stat(path, &info) != 0 || info.st_size < 1000) {
        cr_skip_test("there is no %s", path);
    }
    struct scratch_talk talk = {0};
    scratch_make_folder("id1");
    cr_assert_eq(symlink(path, scratch_at("id1/c")), 0);
    struct files *files = open_files(&talk);
    scratch_expect(files, "c", "from below");
    cr_expect(talk.lines == 1 &&
                  strstr(talk.last, "/id1/c: the file got shorter while it was read "),
              "%s", talk.all);
    cr_expect_eq(files_damaged_count(files), 1);
    files_destroy(files);
    struct file_bytes bytes;
    cr_expect_lt(platform_read_file(path, &bytes), 0);
    cr_expect_null(bytes.data);
}

/* An archive that explains what is missing has its line alone, with three of its damaged members.
 */
Test(changed_files, what_an_archive_explains_is_not_listed)
{
    struct scratch_talk talk = {0};
    struct byte_writer pak = make_pak();
    scratch_make_folder("id1");
    scratch_write("id1/pak0.pak", pak.data, pak.size);
    struct files *files = open_files(&talk);
    files_log(files, "x: not found");
    cr_expect_eq(talk.lines, 1);
    cr_assert_eq(truncate(scratch_at("id1/pak0.pak"), 0), 0);
    scratch_expect(files, "a", NULL);
    files_log(files, "a: not found");
    cr_expect(talk.lines == 2 && strstr(talk.last, "pak0.pak: "), "%s", talk.all);
    files_destroy(files);

    struct zip_bytes zip = {0};
    for (char c = 'a'; c <= 'e'; c++) {
        const char name[] = {c, '\0'};
        const struct zip_bytes_member wrong = {pak.data, 10, 10, 1, 0}; /* its checksum */
        zip_bytes_add_member(&zip, name, &wrong);
    }
    zip_bytes_end(&zip);
    talk = (struct scratch_talk){0};
    files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_pak(files, "x.pk3", zip.out.data, zip.out.size), FORMAT_OK);
    for (char c = 'a'; c <= 'e'; c++) {
        const char name[] = {c, '\0'};
        scratch_expect(files, name, NULL);
        files_log(files, name);
    }
    cr_expect_eq(talk.lines, 5, "%s", talk.all); /* three damaged, two missing */
    cr_expect(strstr(talk.all, "x.pk3: member \"c\" is damaged (byte "), "%s", talk.all);
    cr_expect_eq(files_damaged_count(files), 1);
    files_destroy(files);

    zip.out.data[zip.out.size - zip.directory.size - 22] ^= 1; /* the first entry's signature */
    talk = (struct scratch_talk){0};
    files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_pak(files, "x.pk3", zip.out.data, zip.out.size), FORMAT_OK);
    scratch_expect(files, "a", NULL);
    files_log(files, "a");
    cr_expect(talk.lines == 1 && strstr(talk.last, "signature"), "%s", talk.all);
    files_destroy(files);
    zip_bytes_free(&zip);
    byte_writer_free(&pak);
}
