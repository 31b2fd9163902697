/* Dzip archives: an archive that dzip made gives the demos bit for bit; types of members; damage of
 * every kind; demos in them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_list.h"
#include "engine/playback/demo_source.h"
#include "formats/archives/dzip.h"
#include "formats/archives/dzip_demo.h"
#include "formats/archives/file_magic.h"
#include "formats/netquake/dem.h"
#include "tests/support/archives/cut_bytes.h"
#include "tests/support/archives/dzip_bytes.h"
#include "tests/support/real_data.h"
#include "tests/support/scratch.h"

/* Counts the members that can be read; offsets of errors are inside the file. */
static uint32_t read_all(const struct dzip *dz, size_t size)
{
    struct dzip_member member;
    struct format_error err;
    size_t pos = dz->directory;
    uint32_t good = 0;
    for (int code; (code = dzip_next(dz, &pos, &member, &err)) != 0;) {
        cr_assert_leq(pos, size);
        uint8_t *out = code > 0 ? malloc(member.size + 1) : NULL;
        code = code > 0 ? dzip_read(dz, &member, out, &err) : code;
        good += code == 0;
        cr_assert(code == 0 || err.offset <= size, "%s at %zu", err.what, err.offset);
        free(out);
    }
    return good;
}

static uint32_t read_bytes(const uint8_t *data, size_t size)
{
    struct dzip dz;
    struct format_error err;
    if (dzip_open_memory(&dz, data, size, &err) < 0) {
        cr_assert_leq(err.offset, size);
        return 0;
    }
    return read_all(&dz, size);
}

static void expect_refused(struct dzip_bytes *bytes, int code, const char *what)
{
    struct dzip dz;
    struct dzip_member member;
    struct format_error err = {0};
    dzip_bytes_finish(bytes);
    cr_assert_eq(dzip_open_memory(&dz, bytes->out.data, bytes->out.size, &err), 0, "%s", err.what);
    size_t pos = dz.directory;
    int got = dzip_next(&dz, &pos, &member, &err);
    if (got > 0) {
        uint8_t *out = malloc(member.size + 1);
        got = dzip_read(&dz, &member, out, &err);
        free(out);
    }
    cr_expect_eq(got, code, "%d: %s", got, err.what);
    cr_expect_not_null(strstr(err.what, what), "%s", err.what);
    byte_writer_free(&bytes->out);
}

/* --- members ---------------------------------------------------------------------------------- */

/* The checksum of each is that of the file that dzip packed. */
Test(dzip, members_are_the_files_that_were_packed)
{
    static const struct {
        const char *name;
        size_t size;
    } wanted[DZIP_SAMPLE_MEMBERS] = {
        {"nehahra.dem", 2160}, {"fitzquake.dem", 2409}, {"read.txt", 22}};
    struct dzip dz;
    struct dzip_member member;
    struct format_error err;
    cr_assert_eq(dzip_open_memory(&dz, dzip_sample, sizeof(dzip_sample), &err), 0);
    cr_expect_eq(dz.num_entries, DZIP_SAMPLE_MEMBERS);
    size_t pos = dz.directory;
    for (int i = 0; i < DZIP_SAMPLE_MEMBERS; i++) {
        uint8_t out[4096];
        cr_assert_eq(dzip_next(&dz, &pos, &member, &err), 1, "%s", err.what);
        cr_expect_eq(member.name_length, strlen(wanted[i].name));
        cr_expect_eq(memcmp(member.name, wanted[i].name, member.name_length), 0);
        cr_assert_eq(member.size, wanted[i].size);
        cr_assert_eq(dzip_read(&dz, &member, out, &err), 0, "%s: %s", wanted[i].name, err.what);
        cr_expect(i < 2 ? out[0] == '2' : memcmp(out, "a text", 6) == 0);
    }
    cr_expect_eq(dzip_next(&dz, &pos, &member, &err), 0);
}

Test(dzip, folders_and_paks_are_not_members_themselves)
{
    struct dzip_bytes bytes;
    struct dzip dz;
    struct dzip_member member;
    struct format_error err;
    dzip_bytes_start(&bytes);
    dzip_bytes_add(&bytes, "maps/", (struct dzip_bytes_member){7, 0, 0}, "", 0);
    dzip_bytes_add(&bytes, "pak0.pak", (struct dzip_bytes_member){3, 80, 0}, "", 0);
    dzip_bytes_add_file(&bytes, "inside.txt", "text", 4);
    dzip_bytes_finish(&bytes);
    byte_writer_string(&bytes.out, "something behind the directory");
    cr_assert_eq(dzip_open_memory(&dz, bytes.out.data, bytes.out.size, &err), 0);
    size_t pos = dz.directory;
    cr_assert_eq(dzip_next(&dz, &pos, &member, &err), 1);
    cr_expect_eq(memcmp(member.name, "inside.txt", 10), 0);
    cr_expect_eq(dzip_next(&dz, &pos, &member, &err), 0);
    byte_writer_free(&bytes.out);
}

Test(dzip, other_versions_and_files_are_not_read)
{
    uint8_t head[12] = {'D', 'Z', 1, 0, 12};
    struct dzip dz;
    struct format_error err;
    cr_expect_eq(dzip_open_memory(&dz, head, 12, &err), FORMAT_UNKNOWN);
    cr_expect_str_eq(err.what, "Dzip version 1.0, which is not read (2 and 3 are)");
    head[2] = 4;
    cr_expect_eq(dzip_open_memory(&dz, head, 12, &err), FORMAT_UNKNOWN);
    cr_expect_not(file_magic_is_archive(head, sizeof(head)));
    head[2] = 2;
    cr_expect(file_magic_is_archive(head, sizeof(head)));
    cr_expect_eq(dzip_open_memory(&dz, head, 12, &err), 0, "%s", err.what);
    head[4] = 13;
    cr_expect_eq(dzip_open_memory(&dz, head, 12, &err), FORMAT_TRUNCATED);
    head[1] = 'X';
    cr_expect_eq(dzip_open_memory(&dz, head, 12, &err), FORMAT_UNKNOWN);
    cr_expect_eq(err.offset, 0);
    cr_expect_eq(dzip_open_memory(&dz, head, 11, &err), FORMAT_UNKNOWN);
}

/* --- damage ----------------------------------------------------------------------------------- */

Test(dzip, cut_anywhere)
{
    for (size_t size = 0; size < sizeof(dzip_sample); size++) {
        uint8_t *cut = malloc(size + 1);
        memcpy(cut, dzip_sample, size);
        cr_assert_lt(read_bytes(cut, size), DZIP_SAMPLE_MEMBERS, "%zu bytes", size);
        free(cut);
    }
}

Test(dzip, bits_turned)
{
    uint8_t *copy = malloc(sizeof(dzip_sample));
    for (size_t bit = 0; bit < 8 * sizeof(dzip_sample); bit += 3) {
        memcpy(copy, dzip_sample, sizeof(dzip_sample));
        copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
        cr_assert_leq(read_bytes(copy, sizeof(dzip_sample)), DZIP_SAMPLE_MEMBERS);
    }
    free(copy);
}

Test(dzip, a_file_that_changes_while_it_is_open)
{
    struct dzip dz;
    struct dzip_member member;
    struct format_error err;
    uint8_t out[4096];
    struct cut_bytes file = {
        .data = dzip_sample, .size = sizeof(dzip_sample), .left = sizeof(dzip_sample)};
    const struct byte_source source = cut_bytes_source(&file);
    cr_assert_eq(dzip_open(&dz, &source, &err), 0, "%s", err.what);
    cr_expect_eq(read_all(&dz, sizeof(dzip_sample)), DZIP_SAMPLE_MEMBERS);
    size_t pos = dz.directory;
    cr_assert_eq(dzip_next(&dz, &pos, &member, &err), 1);
    file.left = 100;
    cr_expect_eq(dzip_read(&dz, &member, out, &err), FORMAT_UNREADABLE);
    dzip_close(&dz);
}

Test(dzip, damaged_members_are_named)
{
    static const uint8_t text[] = "text";
    const uint32_t crc = ~checksum_crc32(0, text, 4);
    static const struct {
        struct dzip_bytes_member member;
        int code;
        const char *what;
    } cases[] = {{{1, 4, 0}, FORMAT_UNKNOWN, "\"a.dem\" is packed in a way (1) that is not read"},
                 {{9, 4, 0}, FORMAT_UNKNOWN, "in a way (9)"},
                 {{0, 4, 1}, FORMAT_BAD, "checksum is wrong"},
                 {{0, 5, 1}, FORMAT_BAD, "two sizes"},
                 {{0, 1u << 29, 1}, FORMAT_BAD, "has more than"},
                 {{8, 5, 1}, FORMAT_BAD, "impossible"},
                 {{5, 4, 1}, FORMAT_BAD, "no CD track line (byte 0 of the unpacked member)"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct dzip_bytes bytes;
        dzip_bytes_start(&bytes);
        dzip_bytes_add(&bytes, "a.dem", cases[i].member, text, 4);
        expect_refused(&bytes, cases[i].code, cases[i].what);
    }
    struct dzip_bytes bytes;
    dzip_bytes_start(&bytes);
    dzip_bytes_add(&bytes, "a.dem", (struct dzip_bytes_member){0, 4, crc}, text, 4);
    bytes_put_u32(bytes.directory.data, 1u << 30);
    expect_refused(&bytes, FORMAT_BAD, "outside the file");
}

/* --- the coding ------------------------------------------------------------------------------- */

#define DECODE(out, size, literal)                                                                 \
    dzip_demo_decode((const uint8_t *)(literal), sizeof(literal) - 1, out, size, &err)

Test(dzip, a_block_of_plain_messages)
{
    /* Angles by their bits, a time, a nop; the next block adds to both. */
    static const uint8_t wanted[] = "5\n"
                                    "\6\0\0\0\0\0\0\x40\0\0\0\0\0\0\0\0\7\0\0\x80\x3f\1"
                                    "\5\0\0\0\1\0\0\x40\0\0\0\0\0\0\0\0\7\2\1\x80\x3f"
                                    "tail";
    struct format_error err;
    uint8_t out[sizeof(wanted) - 1];
    cr_assert_eq(DECODE(out, sizeof(out),
                        "5\n\1\0\0\0\x40\x23\0\0\x80\x3f\1\0"
                        "\1\1\0\0\0\7\2\1\0"
                        "\xff\4\0\0\0tail"),
                 0, "%s at %zu", err.what, err.offset);
    cr_expect_arr_eq(out, wanted, sizeof(out));
}

Test(dzip, coded_demos_that_are_damaged)
{
    uint8_t out[64];
    struct format_error err;
    cr_expect_eq(DECODE(out, 18, "5\n\0\0"), 0);
    cr_expect_eq(DECODE(out, 17, "5\n\0\0"), FORMAT_BAD);
    cr_expect_eq(DECODE(out, 19, "5\n\0\0"), FORMAT_BAD);
    cr_expect_eq(DECODE(out, 64, "5\n\0\47\0"), FORMAT_BAD);
    cr_expect_str_eq(err.what, "a message is not known");
    cr_expect_eq(err.offset, 3);
    cr_expect_eq(DECODE(out, 64, "5\n\0\13\347\3\0\0"), FORMAT_BAD);
    cr_expect_str_eq(err.what, "a coded level has a protocol other than 15 and 666");
    cr_expect_eq(DECODE(out, 64, "5\n\0\x08text"), FORMAT_TRUNCATED);
    cr_expect_eq(DECODE(out, 64, "5\n\xff\5\0\0\0abc"), FORMAT_TRUNCATED);
    cr_expect_eq(DECODE(out, 64, "5\n\0\x2a\0\x80\0\0"), FORMAT_BAD);
    cr_expect_str_eq(err.what, "a baseline's entity number is above 32767");
    cr_expect_eq(DECODE(out, 64, "5\n\0\x81\x80\0"), FORMAT_BAD);
    cr_expect_str_eq(err.what, "an entity update has bit 15");
    cr_expect_eq(DECODE(out, 64, "5\n\0\x17\x12\0"), FORMAT_BAD);
    cr_expect_str_eq(err.what, "the type of a temporary entity is not known");
    uint8_t coded[200] = {'5', '\n', 0, 0x30};
    memset(coded + 4, 0xff, sizeof(coded) - 4);
    coded[199] = 0xfe;
    cr_expect_eq(dzip_demo_decode(coded, sizeof(coded), out, sizeof(out), &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "an entity number is above 32767");
}

/* --- demos ------------------------------------------------------------------------------------ */

static int open_demo(const char *name, struct format_error *err)
{
    struct demo_source source;
    const struct demo_search search = {0};
    *err = (struct format_error){0};
    const int code = demo_source_open_bytes(&source, name, &search, err);
    demo_source_close(&source);
    return code;
}

Test(dzip, demos_in_archives_open, .init = scratch_set_up, .fini = scratch_tear_down)
{
    struct demo_list list = {0};
    struct format_error err;
    char path[256];
    scratch_write("a.dz", dzip_sample, sizeof(dzip_sample));
    cr_assert_eq(demo_list_add(&list, scratch_at("a.dz"), &err), 0, "%s", err.what);
    cr_assert_eq(list.count, 2);
    cr_expect_not_null(strstr(list.names[0], "a.dz/fitzquake.dem"), "%s", list.names[0]);
    cr_expect_eq(open_demo(list.names[0], &err), 0, "%s", err.what);
    cr_expect_eq(open_demo(list.names[1], &err), 0, "%s", err.what);
    demo_list_free(&list);
    snprintf(path, sizeof(path), "%s", scratch_at("a.dz"));
    cr_expect_lt(open_demo(path, &err), 0);
    cr_expect_not_null(strstr(err.what, "an archive with 2 demos"), "%s", err.what);

    uint8_t cut[12] = {'D', 'Z', 3, 2, 99};
    scratch_write("cut.dz", cut, sizeof(cut));
    cr_expect_lt(demo_list_add(&list, scratch_at("cut.dz"), &err), 0);
    cr_expect_not_null(strstr(err.what, "the Dzip directory (byte 99) is outside"), "%s", err.what);
    demo_list_free(&list);
}

Test(dzip, a_public_archive_plays)
{
    struct format_error err;
    const struct real_data_name path = real_data_path("reports/quake/dzip_one_demo.dz");
    cr_expect_eq(open_demo(path.text, &err), 0, "%s", err.what);
}
