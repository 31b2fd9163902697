/* The overlay's font: letters differ, share a baseline, and stay in their cells. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/osd_font.h"
#include "engine/text/osd_shapes.h"
#include "tests/support/scarce.h"

static int ink_at(const struct osd_glyph *glyph, int x, int y)
{
    const int column = x - glyph->left;
    const int row = y - glyph->top;
    if (column < 0 || column >= glyph->width || row < 0 || row >= glyph->height) {
        return 0;
    }
    return glyph->ink[4 * (row * glyph->width + column)];
}

/* Sum of the differences between two glyphs' ink. */
static double difference(struct osd_font *font, int size, unsigned char a, unsigned char b)
{
    const struct osd_glyph *one = osd_font_glyph(font, size, a);
    const struct osd_glyph *two = osd_font_glyph(font, size, b);
    cr_assert_not_null(one);
    cr_assert_not_null(two);
    int sum = 0;
    for (int y = -size; y < 2 * size; y++) {
        for (int x = -size; x < 2 * size; x++) {
            sum += abs(ink_at(one, x, y) - ink_at(two, x, y));
        }
    }
    return sum / 255.0;
}

/* The first and last row with ink that counts; false when there is none. */
static bool find_rows(const struct osd_glyph *glyph, int *first, int *last)
{
    *first = INT32_MAX;
    for (int y = -100; y < 300; y++) {
        for (int x = -100; x < 300; x++) {
            if (ink_at(glyph, x, y) > 96) {
                *first = *first < y ? *first : y;
                *last = y;
            }
        }
    }
    return *first != INT32_MAX;
}

Test(osd_font, all_characters_differ)
{
    static const int sizes[] = {11, 14, 25, 50};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct osd_font font = {0};
        for (int a = OSD_FONT_FIRST; a < 127; a++) {
            for (int b = a + 1; b < 127; b++) {
                double pixels = difference(&font, sizes[i], (unsigned char)a, (unsigned char)b);
                cr_expect_gt(pixels, 1.2, "size %d: %c (%d) and %c (%d) differ by %.1f pixels",
                             sizes[i], a, a, b, b, pixels);
            }
        }
        osd_font_free(&font);
    }
}

Test(osd_font, similar_characters_differ_clearly)
{
    static const char *const alike[] = {"{(", "{[", "([", "}]", ")]", "l1", "lI", "1I", "li",
                                        "1i", "|l", "|I", "!l", "0O", "0o", "Oo", "0Q", "8B",
                                        "5S", "2Z", "6b", "9g", "uv", "vy", "rn", "ce"};
    struct osd_font font = {0};
    for (size_t i = 0; i < sizeof(alike) / sizeof(alike[0]); i++) {
        double pixels =
            difference(&font, 11, (unsigned char)alike[i][0], (unsigned char)alike[i][1]);
        cr_expect_gt(pixels, 2.5, "%s differ by %.1f pixels", alike[i], pixels);
    }
    cr_expect_gt(difference(&font, 11, '.', ','), 1.2);
    cr_expect_gt(difference(&font, 11, ':', ';'), 1.2);
    osd_font_free(&font);
}

Test(osd_font, letters_sit_on_the_baseline_with_descenders)
{
    for (int size = 9; size <= OSD_SIZE_MAX; size += size < 60 ? 1 : 25) {
        struct osd_font font = {0};
        int top, base, bottom, first, last;
        find_rows(osd_font_glyph(&font, size, 'H'), &top, &base);
        find_rows(osd_font_glyph(&font, size, 'p'), &first, &bottom);
        cr_expect_eq(top, 0, "size %d", size);
        cr_expect_eq(bottom, size - 1, "size %d", size);
        cr_expect_gt(first, top, "size %d: small letters are smaller", size);
        cr_expect_geq(bottom - base, size / 6, "size %d", size);
        for (const char *c = "ABDEFGIKLMNPRTXZabcdehiklmnorstuvwxz0123456789.!?"; *c; c++) {
            find_rows(osd_font_glyph(&font, size, (unsigned char)*c), &first, &last);
            cr_expect_eq(last, base, "size %d: %c ends in row %d, not %d", size, *c, last, base);
        }
        for (const char *c = "gjpqy"; *c; c++) {
            find_rows(osd_font_glyph(&font, size, (unsigned char)*c), &first, &last);
            cr_expect_eq(last, bottom, "size %d: %c ends in row %d", size, *c, last);
        }
        for (const char *c = ",;([{"; *c; c++) {
            find_rows(osd_font_glyph(&font, size, (unsigned char)*c), &first, &last);
            cr_expect_gt(last, base, "size %d: %c", size, *c);
        }
        osd_font_free(&font);
    }
}

Test(osd_font, letters_keep_to_their_place)
{
    for (int size = OSD_SIZE_MIN; size <= OSD_SIZE_MAX; size += size < 60 ? 1 : 20) {
        struct osd_font font = {0};
        int advance = osd_advance(size);
        cr_expect_leq(abs(advance * 5 - size * 3), 3);
        for (int c = 'A'; c <= 'z'; c++) {
            const struct osd_glyph *glyph = osd_font_glyph(&font, size, (unsigned char)c);
            for (int y = -size; y < 2 * size && c != '_'; y++) {
                cr_expect_lt(ink_at(glyph, -1, y), 96, "size %d: %c leaves its place", size, c);
                cr_expect_lt(ink_at(glyph, advance, y), 96, "size %d: %c", size, c);
            }
            for (int i = 0; i < 4 * glyph->width * glyph->height; i++) {
                cr_assert_geq(glyph->shade[i], glyph->ink[i]);
                cr_assert_eq(glyph->ink[i], glyph->ink[i & ~3]);
            }
        }
        osd_font_free(&font);
    }
}

Test(osd_font, stems_are_sharp)
{
    static const int sizes[] = {11, 18, 25, 36, 50};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct osd_font font = {0};
        for (const char *c = "HLTEFI"; *c; c++) {
            const struct osd_glyph *glyph = osd_font_glyph(&font, sizes[i], (unsigned char)*c);
            for (int p = 0; p < 4 * glyph->width * glyph->height; p++) {
                cr_expect(glyph->ink[p] == 0 || glyph->ink[p] == 255, "size %d: %c has grey",
                          sizes[i], *c);
            }
        }
        osd_font_free(&font);
    }
}

Test(osd_font, every_character_of_ascii_has_a_shape)
{
    for (int c = 0; c < 256; c++) {
        cr_expect_eq(osd_shape((unsigned char)c) != NULL, c >= OSD_FONT_FIRST && c < 127, "%d", c);
    }
    struct osd_font font = {0};
    const struct osd_glyph *question = osd_font_glyph(&font, 14, '?');
    cr_expect_eq(osd_font_glyph(&font, 14, 0xff), question);
    cr_expect_eq(osd_font_glyph(&font, 14, '\n'), question);
    cr_expect_eq(osd_font_glyph(&font, 14, ' ')->width, 0);
    osd_font_free(&font);
}

Test(osd_font, sizes_outside_the_limits)
{
    struct osd_font font = {0};
    cr_expect_eq(osd_advance(INT32_MIN), osd_advance(OSD_SIZE_MIN));
    cr_expect_eq(osd_advance(INT32_MAX), osd_advance(OSD_SIZE_MAX));
    cr_expect_eq(osd_font_glyph(&font, -5, 'a'), osd_font_glyph(&font, OSD_SIZE_MIN, 'a'));
    cr_expect_eq(osd_font_glyph(&font, 9999, 'a'), osd_font_glyph(&font, OSD_SIZE_MAX, 'a'));
    osd_font_free(&font);
}

Test(osd_font, no_memory)
{
    for (uint64_t from = 1; from <= 2; from++) {
        struct osd_font font = {0};
        scarce_begin_from(from);
        cr_expect_null(osd_font_glyph(&font, 14, 'a'));
        cr_expect_null(osd_font_glyph(&font, 15, 'a'));
        cr_expect_eq(scarce_blocks(), 0);
        scarce_end();
        cr_expect_not_null(osd_font_glyph(&font, 14, 'a'), "it can be made later");
        osd_font_free(&font);
    }
}
