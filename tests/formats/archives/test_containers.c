/* PAK and WAD2 directories, bare pictures. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "formats/archives/pak.h"
#include "formats/archives/wad.h"
#include "formats/base/bytes.h"
#include "formats/pictures/lmp.h"
#include "tests/support/archives/cut_bytes.h"
#include "tests/support/real_data.h"

static void put_name(struct byte_writer *w, const char *name, size_t width)
{
    char padded[64] = {0};
    memcpy(padded, name, strlen(name));
    byte_writer_bytes(w, padded, width);
}

static struct byte_writer make_pak(void)
{
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "PACK", 4);
    byte_writer_u32(&w, 12 + 8);
    byte_writer_u32(&w, 3 * 64);
    byte_writer_bytes(&w, "onetwo!!", 8);
    put_name(&w, "a/one.txt", 56);
    byte_writer_u32(&w, 12);
    byte_writer_u32(&w, 3);
    put_name(&w, "bad", 56);
    byte_writer_u32(&w, 12);
    byte_writer_u32(&w, 1000);
    put_name(&w, "Two", 56);
    byte_writer_u32(&w, 15);
    byte_writer_u32(&w, 3);
    return w;
}

Test(pak, members)
{
    struct byte_writer w = make_pak();
    struct pak pak;
    struct pak_member m;
    struct format_error err = {0};
    cr_assert_eq(pak_open_memory(&pak, w.data, w.size, &err), FORMAT_OK);
    cr_assert_eq(pak.num_members, 3);
    cr_assert_eq(pak_get(&pak, 0, &m, &err), FORMAT_OK);
    cr_assert_str_eq(m.name, "a/one.txt");
    cr_assert_eq(memcmp(m.data, "one", 3), 0);
    cr_assert_eq(pak_get(&pak, 1, &m, &err), FORMAT_BAD);
    cr_assert(strstr(err.what, "\"bad\"") && err.offset == 20 + 64);
    cr_assert_eq(pak_get(&pak, 2, &m, &err), FORMAT_OK);
    cr_assert_eq(m.size, 3);
    cr_assert_eq(pak_get(&pak, 3, &m, &err), FORMAT_MISSING);
    /* A directory that is cut off: its first members remain. */
    cr_assert_eq(pak_open_memory(&pak, w.data, w.size - 1, &err), FORMAT_TRUNCATED);
    cr_assert_eq(pak.num_members, 2);
    cr_assert_eq(pak_open_memory(&pak, w.data, 11, &err), FORMAT_TRUNCATED);
    cr_assert_eq(pak_open_memory(&pak, w.data, 13, &err), FORMAT_TRUNCATED);
    cr_assert_eq(pak.num_members, 0);
    cr_assert_eq(pak_open_memory(&pak, (const uint8_t *)"PKCA", 4, &err), FORMAT_UNKNOWN);
    byte_writer_free(&w);
}

static void put_lump(struct byte_writer *w, const char *name, uint32_t at, uint32_t size, int type,
                     int compressed)
{
    byte_writer_u32(w, at);
    byte_writer_u32(w, size);
    byte_writer_u32(w, size);
    byte_writer_u8(w, (uint32_t)type);
    byte_writer_u8(w, (uint32_t)compressed);
    byte_writer_u16(w, 0);
    put_name(w, name, 16);
}

static struct byte_writer make_wad(void)
{
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "WAD2", 4);
    byte_writer_u32(&w, 4);
    byte_writer_u32(&w, 12 + 10);
    byte_writer_u32(&w, 2);
    byte_writer_u32(&w, 1);
    byte_writer_bytes(&w, "xy", 2);
    put_lump(&w, "NUM_3", 12, 10, 0x42, 0);
    put_lump(&w, "packed", 12, 10, 0x42, 1);
    put_lump(&w, "sixteen_letters_", 12, 2, 0x44, 0);
    put_lump(&w, "outside", 12, 1000, 0x42, 0);
    return w;
}

/* Two members of four bytes each, then the directory. */
static struct byte_writer make_two_members(const char *second)
{
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "PACK", 4);
    byte_writer_u32(&w, 20);
    byte_writer_u32(&w, 128);
    byte_writer_bytes(&w, "1st.2nd.", 8);
    for (uint32_t i = 0; i < 2; i++) {
        char name[56] = {0};
        memcpy(name, i ? second : "first", strlen(i ? second : "first"));
        byte_writer_bytes(&w, name, 56);
        byte_writer_u32(&w, 12 + 4 * i);
        byte_writer_u32(&w, 4);
    }
    return w;
}

Test(pak, one_cut_while_open_gives_its_good_members)
{
    struct byte_writer w = make_two_members("second");
    struct cut_bytes file = {.data = w.data, .size = w.size, .left = w.size};
    const struct byte_source source = cut_bytes_source(&file);
    struct pak pak;
    struct pak_member first, second;
    struct format_error err = {0};
    uint8_t out[4];
    cr_assert_eq(pak_open(&pak, &source, &err), 0, "%s", err.what);
    cr_assert_eq(pak_get(&pak, 0, &first, &err), 0);
    cr_assert_eq(pak_get(&pak, 1, &second, &err), 0);
    cr_expect(!first.data && second.offset == 16 && second.size == 4);
    for (file.left = 0; file.left <= w.size; file.left++) {
        cr_expect_eq(pak_read(&pak, &first, out, &err),
                     file.left >= 16 ? FORMAT_OK : FORMAT_UNREADABLE, "%zu", file.left);
        const int code = pak_read(&pak, &second, out, &err);
        cr_expect_eq(code, file.left >= 20 ? FORMAT_OK : FORMAT_UNREADABLE, "%zu", file.left);
        cr_expect(code == 0 ? memcmp(out, "2nd.", 4) == 0
                            : err.offset == (file.left > 16 ? file.left : 16),
                  "%zu: byte %zu: %s", file.left, err.offset, err.what);
    }
    pak_close(&pak);
    for (size_t left = 0; left < w.size; left++) { /* cut while it is being opened */
        file.left = left;
        cr_expect_eq(pak_open(&pak, &source, &err), FORMAT_UNREADABLE, "%zu", left);
        pak_close(&pak);
    }
    byte_writer_free(&w);
}

/* A pak has no checksums: of another pak in its place nothing is used. */
Test(pak, a_changed_one_is_not_read_unless_its_directory_is_the_same)
{
    struct byte_writer old = make_two_members("second"), new = make_two_members("third");
    struct cut_bytes file = {.data = old.data, .size = old.size, .left = old.size};
    const struct byte_source source = cut_bytes_source(&file);
    struct pak pak;
    struct pak_member member;
    struct format_error err = {0};
    uint8_t out[4];
    cr_assert_eq(pak_open(&pak, &source, &err), 0);
    cr_assert_eq(pak_get(&pak, 0, &member, &err), 0);
    file.touched = true;
    cr_expect_eq(pak_read(&pak, &member, out, &err), 0, "only its time changed");
    old.data[0] ^= 1; /* another file is being written in its place */
    cr_expect_eq(pak_read(&pak, &member, out, &err), FORMAT_UNREADABLE);
    old.data[0] ^= 1;
    cr_expect_eq(pak_read(&pak, &member, out, &err), 0);
    file.data = new.data;
    cr_expect_eq(pak_read(&pak, &member, out, &err), FORMAT_UNREADABLE);
    cr_expect(strstr(err.what, "\"first\"") && strstr(err.what, "changed"), "%s", err.what);
    cr_expect_eq(err.offset, pak.directory);
    pak_close(&pak);
    byte_writer_free(&old);
    byte_writer_free(&new);
}

Test(pak, a_directory_or_member_too_large_to_load_is_rejected)
{
    uint8_t entry[64] = "large";
    struct byte_writer w = {0};
    struct pak pak;
    struct pak_member member;
    struct format_error err = {0};
    byte_writer_bytes(&w, "PACK", 4);
    byte_writer_u32(&w, 12);
    byte_writer_u32(&w, PAK_MAX_DIRECTORY + 64);
    struct cut_bytes file = {.data = w.data, .size = (size_t)3 << 30, .left = w.size};
    struct byte_source source = cut_bytes_source(&file);
    cr_expect_eq(pak_open(&pak, &source, &err), FORMAT_BAD);
    cr_expect(err.offset == 8 && strstr(err.what, "more than"), "%s", err.what);
    pak_close(&pak);
    bytes_put_u32(w.data + 4, UINT32_MAX);
    cr_expect_eq(pak_open(&pak, &source, &err), FORMAT_TRUNCATED);
    cr_expect(err.offset == 4 && strstr(err.what, "outside the file"), "%s", err.what);
    pak_close(&pak);
    bytes_put_u32(w.data + 4, 12);
    bytes_put_u32(w.data + 8, 65);
    cr_expect_eq(pak_open_memory(&pak, w.data, w.size, &err), FORMAT_TRUNCATED);
    bytes_put_u32(w.data + 8, 64);
    bytes_put_u32(entry + 60, (uint32_t)PAK_MAX_MEMBER + 1);
    byte_writer_bytes(&w, entry, sizeof(entry));
    file.data = w.data;
    file.left = w.size;
    cr_assert_eq(pak_open(&pak, &source, &err), 0, "%s", err.what);
    cr_expect_eq(pak_get(&pak, 0, &member, &err), FORMAT_BAD);
    cr_expect(strstr(err.what, "\"large\" has"), "%s", err.what);
    w.data[12] = '\0';
    pak_close(&pak);
    cr_assert_eq(pak_open(&pak, &source, &err), 0, "%s", err.what);
    cr_expect_eq(pak_get(&pak, 0, &member, &err), FORMAT_BAD);
    cr_expect(err.offset == 12 && strstr(err.what, "no name"), "%s", err.what);
    pak_close(&pak);
    byte_writer_free(&w);
}

Test(wad, lumps)
{
    struct byte_writer w = make_wad();
    struct wad wad;
    struct wad_lump lump;
    struct lmp_picture picture;
    struct format_error err = {0};
    cr_assert_eq(wad_open(&wad, w.data, w.size, &err), FORMAT_OK);
    cr_assert_eq(wad.num_lumps, 4);
    cr_assert_eq(wad_find(&wad, "Num_3", &lump, &err), FORMAT_OK);
    cr_assert_str_eq(lump.name, "num_3");
    cr_assert_eq(lump.type, 0x42);
    cr_assert_eq(lmp_read(&picture, lump.data, lump.size, &err), FORMAT_OK);
    cr_assert(picture.width == 2 && picture.height == 1 && picture.pixels[1] == 'y');
    cr_assert_eq(wad_find(&wad, "packed", &lump, &err), FORMAT_BAD);
    cr_assert_eq(wad_find(&wad, "outside", &lump, &err), FORMAT_BAD);
    cr_assert_eq(wad_find(&wad, "sixteen_letters_", &lump, &err), FORMAT_OK);
    cr_assert_eq(wad_find(&wad, "sixteen_letters_x", &lump, &err), FORMAT_MISSING);
    cr_assert_eq(wad_find(&wad, "num_", &lump, &err), FORMAT_MISSING);
    cr_assert_eq(wad_find(&wad, "", &lump, &err), FORMAT_MISSING);
    for (size_t size = 0; size < w.size; size++) {
        uint8_t *copy = malloc(size ? size : 1);
        memcpy(copy, w.data, size);
        cr_assert_lt(wad_open(&wad, copy, size, &err), 0, "%zu", size);
        free(copy);
    }
    byte_writer_free(&w);
}

Test(lmp, sizes)
{
    struct lmp_picture p;
    struct format_error err = {0};
    uint8_t data[14] = {3, 0, 0, 0, 2, 0, 0, 0, 1, 2, 3, 4, 5, 6};
    cr_assert_eq(lmp_read(&p, data, 14, &err), FORMAT_OK);
    cr_assert(p.width == 3 && p.height == 2 && p.pixels == data + 8);
    cr_assert_eq(lmp_read(&p, data, 13, &err), FORMAT_TRUNCATED);
    cr_assert_eq(lmp_read(&p, data, 7, &err), FORMAT_TRUNCATED);
    data[4] = 0;
    cr_assert_eq(lmp_read(&p, data, 14, &err), FORMAT_BAD);
    data[7] = 0x80;
    cr_assert_eq(lmp_read(&p, data, 14, &err), FORMAT_BAD);
}

Test(containers, real_ones)
{
    struct file_bytes file;
    struct pak pak;
    struct pak_member member;
    unsigned pictures = 0;
    unsigned lumps = 0;
    real_data_load(&file, "librequake/id1/pak0.pak");
    cr_assert_eq(pak_open_memory(&pak, file.data, file.size, NULL), FORMAT_OK);
    cr_assert_eq(pak.num_members, 430);
    for (uint32_t i = 0; i < pak.num_members; i++) {
        struct format_error err = {0};
        cr_assert_eq(pak_get(&pak, i, &member, &err), FORMAT_OK, "%s", err.what);
        const char *dot = strrchr(member.name, '.');
        bool bare = strstr(member.name, "palette") || strstr(member.name, "colormap") ||
                    strstr(member.name, "pop.lmp");
        if (dot && strcmp(dot, ".lmp") == 0 && !bare) {
            struct lmp_picture p;
            cr_assert_eq(lmp_read(&p, member.data, member.size, &err), FORMAT_OK, "%s: %s",
                         member.name, err.what);
            cr_assert(p.width <= 320 && p.height <= 200, "%s", member.name);
            pictures++;
        } else if (strcmp(member.name, "gfx.wad") == 0) {
            struct wad wad;
            struct wad_lump lump;
            cr_assert_eq(wad_open(&wad, member.data, member.size, &err), FORMAT_OK);
            for (lumps = 0; lumps < wad.num_lumps; lumps++) {
                cr_assert_eq(wad_get(&wad, lumps, &lump, &err), FORMAT_OK, "%s", err.what);
            }
            cr_assert_eq(wad_find(&wad, "CONCHARS", &lump, &err), FORMAT_OK);
            cr_assert_geq(lump.size, 128 * 128);
        }
    }
    cr_assert_eq(pictures, 61);
    cr_assert_gt(lumps, 100);
    platform_free_file(&file);
}
