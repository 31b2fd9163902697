/* Zip files: members, damage of every kind, and pk3s among the game's files. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/files.h"
#include "formats/archives/zip.h"
#include "formats/base/deflate.h"
#include "tests/support/archives/cut_bytes.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"
#include "tests/support/scratch.h"

/* demos/Long.txt (deflated), stored.txt and empty.txt. */
static const uint8_t sample[] = {
    0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x82, 0x27, 0xbc, 0x85,
    0x99, 0x85, 0x0b, 0x00, 0x00, 0x00, 0xf0, 0x00, 0x00, 0x00, 0x0e, 0x00, 0x00, 0x00, 0x64, 0x65,
    0x6d, 0x6f, 0x73, 0x2f, 0x4c, 0x6f, 0x6e, 0x67, 0x2e, 0x74, 0x78, 0x74, 0x2b, 0x2c, 0x4d, 0xcc,
    0x4e, 0x55, 0x28, 0x1c, 0x31, 0x24, 0x00, 0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x82, 0x27, 0x0b, 0xf9, 0x43, 0x56, 0x06, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00,
    0x00, 0x0a, 0x00, 0x00, 0x00, 0x73, 0x74, 0x6f, 0x72, 0x65, 0x64, 0x2e, 0x74, 0x78, 0x74, 0x73,
    0x74, 0x6f, 0x72, 0x65, 0x64, 0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00,
    0x00, 0x82, 0x27, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x09,
    0x00, 0x00, 0x00, 0x65, 0x6d, 0x70, 0x74, 0x79, 0x2e, 0x74, 0x78, 0x74, 0x03, 0x00, 0x50, 0x4b,
    0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x82, 0x27, 0xbc, 0x85,
    0x99, 0x85, 0x0b, 0x00, 0x00, 0x00, 0xf0, 0x00, 0x00, 0x00, 0x0e, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x64, 0x65, 0x6d, 0x6f,
    0x73, 0x2f, 0x4c, 0x6f, 0x6e, 0x67, 0x2e, 0x74, 0x78, 0x74, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03,
    0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x82, 0x27, 0x0b, 0xf9, 0x43, 0x56, 0x06, 0x00,
    0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x80, 0x01, 0x37, 0x00, 0x00, 0x00, 0x73, 0x74, 0x6f, 0x72, 0x65, 0x64, 0x2e, 0x74,
    0x78, 0x74, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00,
    0x82, 0x27, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x09, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x65, 0x00, 0x00, 0x00,
    0x65, 0x6d, 0x70, 0x74, 0x79, 0x2e, 0x74, 0x78, 0x74, 0x50, 0x4b, 0x05, 0x06, 0x00, 0x00, 0x00,
    0x00, 0x03, 0x00, 0x03, 0x00, 0xab, 0x00, 0x00, 0x00, 0x8e, 0x00, 0x00, 0x00, 0x00, 0x00};
enum { LONG_TEXT = 240 };

/* Counts the members that can be read; all must be the sample's, with the same text. */
static uint32_t read_all(const uint8_t *data, size_t size, bool *opened)
{
    struct zip zip;
    struct zip_member member;
    struct format_error err;
    size_t pos;
    uint32_t good = 0;
    int code;
    *opened = zip_open_memory(&zip, data, size, &err) == 0;
    if (!*opened) {
        return 0;
    }
    pos = zip.directory;
    while ((code = zip_next(&zip, &pos, &member, &err)) != 0) {
        cr_assert_leq(pos, size);
        if (code < 0) {
            cr_assert_leq(err.offset, size);
            continue;
        }
        uint8_t *out = malloc(member.size + 1);
        if (zip_read(&zip, &member, out, &err) == 0) {
            good++;
        }
        free(out);
    }
    return good;
}

Test(zip, members_are_read)
{
    struct zip zip;
    struct zip_member member;
    struct format_error err;
    uint8_t out[LONG_TEXT];
    cr_assert_eq(zip_open_memory(&zip, sample, sizeof(sample), &err), 0, "%s", err.what);
    cr_assert_eq(zip.num_members, 3);
    size_t pos = zip.directory;
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), 1, "%s", err.what);
    cr_assert(member.deflated && member.size == LONG_TEXT && member.name_length == 14);
    cr_assert_eq(memcmp(member.name, "demos/Long.txt", 14), 0);
    cr_assert_eq(zip_read(&zip, &member, out, &err), 0, "%s", err.what);
    cr_assert(memcmp(out, "quake quake ", 12) == 0 && memcmp(out + 234, "quake ", 6) == 0);
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), 1);
    cr_assert(!member.deflated && member.size == 6);
    size_t at;
    cr_assert_eq(zip_locate(&zip, &member, &at, &err), 0);
    cr_assert_eq(memcmp(sample + at, "stored", 6), 0);
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), 1);
    cr_assert(member.deflated && member.size == 0 && zip_read(&zip, &member, out, &err) == 0);
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), 0);
}

/* An archive may stand behind a program that unpacks it. */
Test(zip, leading_bytes_and_a_comment_are_accepted)
{
    const char comment[] = "a comment";
    const size_t size = 100 + sizeof(sample) + sizeof(comment);
    uint8_t *data = calloc(1, size);
    bool opened;
    memcpy(data + 100, sample, sizeof(sample));
    memcpy(data + 100 + sizeof(sample), comment, sizeof(comment));
    data[100 + sizeof(sample) - 2] = sizeof(comment);
    cr_assert_eq(read_all(data, size, &opened), 3);
    free(data);
}

Test(zip, truncation_anywhere_is_an_error)
{
    for (size_t size = 0; size < sizeof(sample); size++) {
        uint8_t *exact = malloc(size + 1);
        bool opened;
        memcpy(exact, sample, size);
        (void)read_all(exact, size, &opened);
        cr_assert(!opened, "%zu", size);
        free(exact);
    }
}

/* Flips each bit once: a member that can still be read is unchanged, or its name has changed. */
Test(zip, flipped_bits_are_detected)
{
    for (size_t bit = 0; bit < sizeof(sample) * 8; bit++) {
        uint8_t *copy = malloc(sizeof(sample));
        bool opened;
        memcpy(copy, sample, sizeof(sample));
        copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
        cr_assert_leq(read_all(copy, sizeof(sample), &opened), 3);
        free(copy);
    }
}

Test(zip, impossible_sizes_are_rejected)
{
    uint8_t copy[sizeof(sample)];
    struct zip zip;
    struct zip_member member;
    struct format_error err;
    cr_assert_eq(zip_open_memory(&zip, sample, sizeof(sample), &err), 0);
    memcpy(copy, sample, sizeof(sample));
    memset(copy + zip.directory + 24, 0x7f, 4); /* two gigabytes */
    cr_assert_eq(zip_open_memory(&zip, copy, sizeof(copy), &err), 0);
    size_t pos = zip.directory;
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), FORMAT_BAD);
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), 1, "the next one is good");
}

/* One member of five bytes that ends at the directory, with different sizes in its headers. Bytes
 * before the archive shift all offsets. */
Test(zip, a_member_ends_before_the_directory)
{
    static const struct {
        uint8_t size;  /* in the directory */
        uint8_t extra; /* bytes between name and data, in the local header */
        bool good;
    } cases[] = {{5, 0, true}, {6, 0, false}, {5, 1, false}, {4, 1, true},
                 {0, 5, true}, {0, 6, false}, {1, 5, false}};
    enum { EXTRA_AT = 28, NAME_END = 31, DIRECTORY = NAME_END + 5, PACKED_AT = 20, SIZE_AT = 24 };
    struct zip_bytes made = {0};
    zip_bytes_add(&made, "a", "12345", 5);
    zip_bytes_end(&made);
    for (size_t shift = 0; shift < 20; shift += 10) {
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            struct zip zip;
            struct zip_member member;
            struct format_error err = {0};
            uint8_t *data = calloc(1, shift + made.out.size);
            uint8_t *archive = data + shift;
            memcpy(archive, made.out.data, made.out.size);
            archive[EXTRA_AT] = cases[i].extra;
            archive[DIRECTORY + PACKED_AT] = cases[i].size;
            archive[DIRECTORY + SIZE_AT] = cases[i].size;
            cr_assert_eq(zip_open_memory(&zip, data, shift + made.out.size, &err), 0, "%s",
                         err.what);
            cr_assert_eq(zip.directory, shift + DIRECTORY);
            size_t pos = zip.directory;
            size_t at = 0;
            cr_assert_eq(zip_next(&zip, &pos, &member, &err), 1, "case %zu: %s", i, err.what);
            const int code = zip_locate(&zip, &member, &at, &err);
            if (cases[i].good) {
                cr_assert_eq(code, 0, "case %zu: %s", i, err.what);
                cr_assert_eq(at, shift + NAME_END + cases[i].extra);
                cr_assert_eq(member.size, cases[i].size);
            } else {
                cr_assert_eq(code, FORMAT_BAD, "case %zu", i);
                cr_assert(strstr(err.what, "overlaps the directory"), "%s", err.what);
                cr_assert_eq(err.offset, shift);
            }
            free(data);
        }
    }
    zip_bytes_free(&made);
}

/* A member's size field is limited by its packed bytes, and members that share bytes cost nothing
 * until they are read. */
Test(zip, bombs_cost_no_more_than_a_member)
{
    enum { ZEROS = 4 << 20, SIZE_AT = 24, MANY = 1000 };
    struct zip_bytes made = {0};
    struct zip zip;
    struct zip_member member, again;
    struct format_error err = {0};
    uint8_t *zeros = calloc(1, ZEROS), *out = malloc(ZEROS);
    zip_bytes_add_deflated(&made, "bomb", zeros, ZEROS);
    struct byte_writer one = made.directory;
    made.directory = (struct byte_writer){0};
    for (int i = 0; i < MANY; i++) {
        byte_writer_bytes(&made.directory, one.data, one.size);
    }
    made.count = MANY;
    zip_bytes_end(&made);
    cr_assert_lt(made.out.size, 100000);
    struct scratch_talk heard = {0};
    struct files *files = files_create(scratch_hear, &heard);
    cr_assert_eq(files_add_pak(files, "x.pk3", made.out.data, made.out.size), 0);
    cr_assert(files_has(files, "bomb") && heard.lines == 1, "%s", heard.last);
    cr_assert(strstr(heard.last, "members overlap"), "%s", heard.last);
    files_destroy(files);
    cr_assert_eq(zip_open_memory(&zip, made.out.data, made.out.size, &err), 0);
    size_t at = zip.directory;
    cr_assert_eq(zip_next(&zip, &at, &member, &err), 1);
    cr_assert_eq(zip_next(&zip, &at, &again, &err), 1);
    cr_assert(member.size == ZEROS && again.local == member.local, "one is the other");
    cr_assert_eq(zip_read(&zip, &member, out, &err), 0);
    cr_assert_arr_eq(out, zeros, ZEROS);
    uint8_t *entry = made.out.data + zip.directory;
    bytes_put_u32(entry + SIZE_AT, ZEROS - 1);
    at = zip.directory;
    cr_assert_eq(zip_next(&zip, &at, &member, &err), 1);
    cr_assert_eq(zip_read(&zip, &member, out, &err), FORMAT_BAD, "more than it says");
    bytes_put_u32(entry + SIZE_AT, (uint32_t)member.packed_size * INFLATE_RATIO_MAX + 1);
    at = zip.directory;
    cr_assert_eq(zip_next(&zip, &at, &member, &err), FORMAT_BAD, "more than can be");
    free(zeros);
    free(out);
    byte_writer_free(&one);
    zip_bytes_free(&made);
}

/* Cut at every byte after it was opened: a member that ends before is read, another one is an error
 * at the first missing byte. */
Test(zip, a_file_cut_while_open_gives_its_good_members)
{
    struct cut_bytes file = {.data = sample, .size = sizeof(sample), .left = sizeof(sample)};
    const struct byte_source source = cut_bytes_source(&file);
    struct zip zip;
    struct format_error err;
    uint8_t out[LONG_TEXT];
    cr_assert_eq(zip_open(&zip, &source, &err), 0, "%s", err.what);
    for (file.left = 0; file.left <= sizeof(sample); file.left++) {
        struct zip_member member;
        unsigned count = 0;
        size_t at = 0;
        for (size_t pos = zip.directory; zip_next(&zip, &pos, &member, &err) == 1; count++) {
            const bool located = zip_locate(&zip, &member, &at, &err) == 0;
            const bool whole = located && at + member.packed_size <= file.left;
            const size_t start = located ? at : member.local;
            const int code = zip_read(&zip, &member, out, &err);
            cr_assert_eq(code, whole ? FORMAT_OK : FORMAT_UNREADABLE, "%zu", file.left);
            cr_assert(whole || err.offset == (file.left > start ? file.left : start),
                      "%zu: byte %zu", file.left, err.offset);
        }
        cr_assert_eq(count, 3);
    }
    zip_close(&zip);
    for (size_t left = 0; left < sizeof(sample); left++) { /* cut while it is being opened */
        file.left = left;
        cr_assert_lt(zip_open(&zip, &source, &err), 0);
        zip_close(&zip);
    }
}

/* Of a large archive the last bytes and the directory are read; more only for a comment. */
Test(zip, opening_reads_little)
{
    enum { BEFORE = 1 << 20, COMMENT = 65535, END = 22, DIRECTORY = 171 };
    uint8_t *data = calloc(1, BEFORE + sizeof(sample) + COMMENT + 1);
    struct zip zip;
    struct format_error err = {0};
    memcpy(data + BEFORE, sample, sizeof(sample));
    struct cut_bytes file = {
        .data = data, .size = BEFORE + sizeof(sample), .left = BEFORE + sizeof(sample)};
    struct byte_source source = cut_bytes_source(&file);
    cr_assert_eq(zip_open(&zip, &source, &err), 0, "%s", err.what);
    cr_expect_eq(zip.num_members, 3);
    cr_expect_eq(file.total, END + DIRECTORY);
    zip_close(&zip);
    data[BEFORE + sizeof(sample) - 2] = 0xff;
    data[BEFORE + sizeof(sample) - 1] = 0xff;
    file.total = 0;
    source.size = file.size = file.left = BEFORE + sizeof(sample) + COMMENT;
    cr_assert_eq(zip_open(&zip, &source, &err), 0, "%s", err.what);
    cr_expect_eq(file.total, END + END + COMMENT + DIRECTORY);
    zip_close(&zip);
    source.size = file.size = ++file.left; /* a byte too far from the end */
    cr_expect_eq(zip_open(&zip, &source, &err), FORMAT_UNKNOWN);
    zip_close(&zip);
    free(data);
}

Test(zip, a_member_of_a_changed_file_is_what_its_checksum_says)
{
    uint8_t copy[sizeof(sample)], out[LONG_TEXT];
    memcpy(copy, sample, sizeof(sample));
    struct cut_bytes file = {.data = copy, .size = sizeof(copy), .left = sizeof(copy)};
    const struct byte_source source = cut_bytes_source(&file);
    struct zip zip;
    struct zip_member member;
    struct format_error err = {0};
    cr_assert_eq(zip_open(&zip, &source, &err), 0);
    size_t pos = zip.directory;
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), 1);
    cr_assert_eq(zip_next(&zip, &pos, &member, &err), 1);
    file.touched = true;
    cr_expect_eq(zip_read(&zip, &member, out, &err), 0, "the bytes are the same");
    size_t at;
    cr_assert_eq(zip_locate(&zip, &member, &at, &err), 0);
    copy[at] ^= 1;
    cr_expect_eq(zip_read(&zip, &member, out, &err), FORMAT_UNREADABLE);
    cr_expect(strstr(err.what, "\"stored.txt\"") && strstr(err.what, "changed"), "%s", err.what);
    cr_expect_eq(err.offset, member.local);
    file.touched = false;
    cr_expect_eq(zip_read(&zip, &member, out, &err), FORMAT_BAD, "damaged from the first");
    zip_close(&zip);
}

Test(zip, inflate_stops_at_the_given_size)
{
    static const uint8_t packed[] = {0x4b, 0x04, 0x00, 0, 0, 0, 0}; /* "a" and following bytes */
    uint8_t out[4] = {0, 7, 7, 7};
    cr_assert_eq(inflate_bytes(packed, 3, out, 1), 0);
    cr_assert(out[0] == 'a' && out[1] == 7);
    cr_assert_lt(inflate_bytes(packed, 3, out, 2), 0);
    cr_assert_lt(inflate_bytes(packed, 3, out, 0), 0);
}

Test(zip, a_real_pk3_is_read)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/baseoa/oa_small.pk3");
    struct zip zip;
    struct zip_member member;
    struct format_error err;
    uint32_t count = 0;
    int code;
    cr_assert_eq(zip_open_memory(&zip, data, size, &err), 0);
    for (size_t pos = zip.directory; (code = zip_next(&zip, &pos, &member, &err)) != 0; count++) {
        cr_assert_eq(code, 1, "%s", err.what);
        if (count % 8 == 0) {
            uint8_t *out = malloc(member.size + 1);
            cr_assert_eq(zip_read(&zip, &member, out, &err), 0, "%s", err.what);
            free(out);
        }
    }
    cr_assert_eq(count, zip.num_members);
    free(data);
}

/* --- among files --------------------------------------------------------------------------------
 */

static void write_file(const char *folder, const char *name, const uint8_t *data, size_t size)
{
    char path[300];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    cr_assert_eq(fwrite(data, 1, size, f), size);
    fclose(f);
}

static void damage_stored(uint8_t other[sizeof(sample)])
{
    memcpy(other, sample, sizeof(sample));
    for (size_t i = 0; i + 10 < sizeof(sample); i++) {
        if (memcmp(other + i, "stored", 6) == 0 && memcmp(other + i + 6, ".txt", 4) != 0) {
            other[i] = 'S';
        }
    }
}

Test(zip, pk3s_are_searched_in_descending_order)
{
    char folder[] = "/tmp/quakereel-test-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    uint8_t other[sizeof(sample)]; /* its stored member is damaged */
    damage_stored(other);
    write_file(folder, "pak0.pk3", sample, sizeof(sample));
    write_file(folder, "Zpak.PK3", sample, sizeof(sample));
    write_file(folder, "map-x.pk3", other, sizeof(other));
    struct files *files = files_create(NULL, NULL);
    const uint8_t *data, *again;
    size_t size;
    cr_assert_eq(files_add_directory(files, folder), 0);
    cr_assert_eq(quake_game_load(files, "DEMOS/long.txt", &data, &size), 0);
    cr_assert(size == LONG_TEXT && memcmp(data, "quake quake", 11) == 0);
    cr_assert_eq(quake_game_load(files, "demos/Long.txt", &again, &size), 0);
    cr_assert_eq(data, again);
    cr_assert_eq(quake_game_load(files, "stored.txt", &data, &size), 0);
    cr_assert(size == 6 && memcmp(data, "stored", 6) == 0);
    cr_assert_eq(files_damaged_count(files), 0, "the damaged one is below");
    cr_assert_eq(quake_game_load(files, "../stored.txt", &data, &size), FORMAT_MISSING);
    files_destroy(files);
    static const char *const names[] = {"pak0.pk3", "Zpak.PK3", "map-x.pk3"};
    for (int i = 0; i < 3; i++) {
        char path[300];
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

Test(zip, a_damaged_member_is_logged_and_searched_in_lower_pk3s)
{
    char folder[] = "/tmp/quakereel-test-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    uint8_t other[sizeof(sample)];
    damage_stored(other);
    write_file(folder, "a.pk3", sample, sizeof(sample));
    write_file(folder, "b.pk3", other, sizeof(other));
    struct files *files = files_create(NULL, NULL);
    const uint8_t *data;
    size_t size;
    cr_assert_eq(files_add_directory(files, folder), 0);
    cr_assert_eq(quake_game_load(files, "stored.txt", &data, &size), 0);
    cr_assert(memcmp(data, "stored", 6) == 0);
    cr_assert_eq(files_damaged_count(files), 1);
    files_destroy(files);
    char path[300];
    snprintf(path, sizeof(path), "%s/a.pk3", folder);
    unlink(path);
    snprintf(path, sizeof(path), "%s/b.pk3", folder);
    unlink(path);
    rmdir(folder);
}
