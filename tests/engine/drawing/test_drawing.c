/* Drawings: inks, SVG, pixels, and that both show the same. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/drawing/drawing.h"
#include "engine/text/osd_colors.h"
#include "formats/base/hash64.h"
#include "tests/support/scarce.h"
#include "tests/support/xml/xml_check.h"

enum { SIDE = 100 };

static char *write_svg(const struct drawing *drawing, enum drawing_theme theme)
{
    struct byte_writer out = {0};
    const struct drawing_svg form = {.theme = theme};
    cr_assert_eq(drawing_write_svg(drawing, &form, &out), 0);
    byte_writer_u8(&out, 0);
    cr_assert_not(out.failed);
    return (char *)out.data;
}

static void draw(const struct drawing *drawing, uint32_t pixels[SIDE * SIDE])
{
    cr_assert_eq(drawing_to_pixels(drawing, DRAWING_LIGHT, pixels, SIDE, SIDE), 0);
}

static const struct drawing_style black_fill = {.fill = {0, 0, 255}};
static const struct drawing_style black_line = {.stroke = {0, 0, 255}, .width = 4.0};

Test(drawing, inks_can_be_read_on_their_paper)
{
    const struct drawing_ink paper = drawing_role(DRAWING_PAPER);
    const struct drawing_ink panel = drawing_role(DRAWING_PANEL);
    for (int role = DRAWING_TEXT; role < DRAWING_ROLES; role++) {
        const struct drawing_ink ink = drawing_role((enum drawing_role)role);
        if (role != DRAWING_GRID && role != DRAWING_PANEL) {
            cr_expect_geq(osd_contrast(ink.light, paper.light), 4.5, "light %d", role);
            cr_expect_geq(osd_contrast(ink.dark, paper.dark), 4.5, "dark %d", role);
            cr_expect_geq(osd_contrast(ink.light, panel.light), 4.5, "light panel %d", role);
            cr_expect_geq(osd_contrast(ink.dark, panel.dark), 4.5, "dark panel %d", role);
        }
    }
    cr_expect_eq(drawing_series(8).light, drawing_series(0).light);
    cr_expect_neq(drawing_series(7).light, drawing_series(0).light);
}

Test(drawing, mixed_inks)
{
    const struct drawing_ink a = drawing_pair(0x000000, 0xff0000), b = drawing_pair(0xffffff, 0);
    cr_expect_eq(drawing_mixed(a, b, 0).light, 0u);
    cr_expect_eq(drawing_mixed(a, b, 255).light, 0xffffffu);
    cr_expect_eq(drawing_mixed(a, b, 51).light, 0x333333u);
    cr_expect_eq(drawing_mixed(a, b, 51).dark, 0xcc0000u);
    cr_expect_eq(drawing_mixed(a, drawing_faded(b, 0), 255).opacity, 0);
}

Test(drawing, bytes_of_a_small_svg)
{
    struct drawing *d = drawing_create(20.0, 10.5);
    drawing_polygon(d, &(struct drawing_style){.fill = {0xff0000, 0x00ff00, 128}});
    drawing_point(d, 1.0, 2.0);
    drawing_point(d, -3.25, 2.0);
    drawing_point(d, 0.004, 9.999);
    drawing_next_ring(d);
    drawing_point(d, 5.0, 5.0);
    drawing_circle(d, 1.0, 1.0, 2.5, &black_line);
    drawing_text(d, 3.0, 4.0, &(struct drawing_text_style){.size = 12.0, .anchor = DRAWING_END},
                 "hi");
    char *svg = write_svg(d, DRAWING_DARK);
    cr_expect_str_eq(
        svg,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"20\" height=\"10.5\""
        " viewBox=\"0 0 20 10.5\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#14171b\"/>\n"
        "<g fill=\"none\" fill-rule=\"evenodd\" stroke-linecap=\"round\""
        " stroke-linejoin=\"round\" font-family=\"ui-monospace,Menlo,'DejaVu Sans Mono',"
        "monospace\" xml:space=\"preserve\">\n"
        "<path d=\"M1 2l-4.25 0 3.25 8ZM5 5Z\" fill=\"#00ff00\" fill-opacity=\"0.5\"/>\n"
        "<circle cx=\"1\" cy=\"1\" r=\"2.5\" stroke=\"#000000\" stroke-width=\"4\"/>\n"
        "<text x=\"3\" y=\"4\" font-size=\"12\" text-anchor=\"end\" fill=\"#e8eaed\">hi</text>\n"
        "</g>\n</svg>\n");
    free(svg);
    drawing_free(d);
}

Test(drawing, auto_theme_has_both_colours)
{
    struct drawing *d = drawing_create(20.0, 10.0);
    drawing_circle(d, 1.0, 1.0, 2.5, &(struct drawing_style){.fill = {0x111111, 0x222222, 255}});
    drawing_circle(d, 5.0, 1.0, 2.5, &(struct drawing_style){.fill = {0x333333, 0x333333, 255}});
    struct byte_writer out = {0};
    const struct drawing_svg form = {.theme = DRAWING_AUTO, .embedded = true, .prefix = "abc"};
    cr_assert_eq(drawing_write_svg(d, &form, &out), 0);
    byte_writer_u8(&out, 0);
    const char *svg = (const char *)out.data;
    cr_expect(strncmp(svg, "<svg ", 5) == 0, "no XML declaration in a page");
    cr_expect(strstr(svg, ".abcf1{fill:#222222}"));
    cr_expect(strstr(svg, "fill=\"#111111\" class=\"abcf1\""));
    cr_expect(strstr(svg, "fill=\"#333333\"/>"), "the same on both needs no class");
    cr_expect_not(strstr(svg, "#333333}"));
    cr_expect_str_eq(xml_check(svg), "");
    byte_writer_free(&out);
    drawing_free(d);
}

Test(drawing, hostile_texts_are_escaped)
{
    static const char *const names[] = {
        "<script>alert(1)</script>",
        "\" onload=\"x",
        "a&b;&#0;",
        "]]>",
        "-->",
        "\x01\x1b[31m\x7f\xff\xc3\xa9",
        "'",
        "</text></svg>",
    };
    struct drawing *d = drawing_create(20.0, 10.0);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        drawing_text(d, 1.0, 1.0, &(struct drawing_text_style){.size = 8.0, .title = names[i]},
                     names[i]);
        drawing_circle(d, 1.0, 1.0, 2.5,
                       &(struct drawing_style){.fill = {0, 0, 255}, .title = names[i]});
    }
    drawing_set_title(d, names[0]);
    char *svg = write_svg(d, DRAWING_AUTO);
    cr_expect_str_eq(xml_check(svg), "");
    cr_expect_not(strstr(svg, "<script"));
    cr_expect_not(strstr(svg, "]]>"));
    cr_expect_not(strstr(svg, "-->"));
    cr_expect(strstr(svg, ">&lt;/text&gt;&lt;/svg&gt;</text>"));
    cr_expect(strstr(svg, ">a&amp;b;&amp;#0;</text>"));
    for (const char *c = svg; *c != '\0'; c++) {
        cr_assert(*c == '\n' || (*c >= ' ' && *c <= '~'), "byte %d", *c);
    }
    free(svg);
    uint32_t pixels[SIDE * SIDE];
    draw(d, pixels);
    drawing_free(d);
}

Test(drawing, a_bad_prefix_is_not_taken)
{
    struct drawing *d = drawing_create(20.0, 10.0);
    struct byte_writer out = {0};
    const struct drawing_svg form = {.theme = DRAWING_AUTO, .prefix = "a\"><b"};
    cr_assert_eq(drawing_write_svg(d, &form, &out), 0);
    byte_writer_u8(&out, 0);
    cr_expect(strstr((char *)out.data, "class=\"df0\""));
    byte_writer_free(&out);
    drawing_free(d);
}

Test(drawing, numbers_that_are_none)
{
    struct drawing *d = drawing_create((double)NAN, -4.0);
    cr_expect_eq(drawing_width(d), 0.01);
    cr_expect_eq(drawing_height(d), 0.01);
    drawing_free(d);
    d = drawing_create(100.0, 100.0);
    drawing_point(d, 1.0, 1.0); /* of no shape */
    drawing_next_ring(d);
    drawing_polygon(d, &(struct drawing_style){.fill = {0, 0, 255},
                                               .stroke = {0, 0, 255},
                                               .width = (double)INFINITY,
                                               .dash = (double)NAN});
    drawing_next_ring(d);
    drawing_point(d, (double)INFINITY, (double)NAN);
    drawing_point(d, -1e300, 50.0);
    drawing_point(d, 1e300, 1e300);
    drawing_polyline(d, &black_line);
    drawing_point(d, -1e300, -1e300);
    drawing_point(d, 1e300, 1e300);
    drawing_circle(d, 50.0, 50.0, 1e300, &black_line);
    drawing_rectangle(d, 50.0, 50.0, -1e300, (double)NAN, &black_fill);
    char *svg = write_svg(d, DRAWING_LIGHT);
    cr_expect_str_eq(xml_check(svg), "");
    cr_expect_not(strstr(svg, "nan") || strstr(svg, "inf"));
    free(svg);
    uint32_t pixels[SIDE * SIDE];
    draw(d, pixels);
    drawing_free(d);
}

Test(drawing, areas_cover_their_share_of_a_pixel)
{
    struct drawing *d = drawing_create(SIDE, SIDE);
    uint32_t pixels[SIDE * SIDE];
    drawing_rectangle(d, 10.0, 10.0, 20.5, 20.25, &black_fill);
    drawing_polygon(d, &black_fill); /* with a hole */
    drawing_point(d, 50.0, 50.0);
    drawing_point(d, 90.0, 50.0);
    drawing_point(d, 90.0, 90.0);
    drawing_point(d, 50.0, 90.0);
    drawing_next_ring(d);
    drawing_point(d, 60.0, 60.0);
    drawing_point(d, 60.0, 80.0);
    drawing_point(d, 80.0, 80.0);
    drawing_point(d, 80.0, 60.0);
    draw(d, pixels);
    cr_expect_eq(pixels[9 * SIDE + 10], 0xffffffu);
    cr_expect_eq(pixels[10 * SIDE + 9], 0xffffffu);
    cr_expect_eq(pixels[10 * SIDE + 10], 0u);
    cr_expect_eq(pixels[29 * SIDE + 29], 0u);
    cr_expect_eq(pixels[15 * SIDE + 30] & 255u, 127u);
    cr_expect_eq(pixels[30 * SIDE + 15] & 255u, 191u);
    cr_expect_eq(pixels[30 * SIDE + 30] & 255u, 223u);
    cr_expect_eq(pixels[55 * SIDE + 55], 0u);
    cr_expect_eq(pixels[70 * SIDE + 70], 0xffffffu);
    cr_expect_eq(pixels[85 * SIDE + 85], 0u);
    drawing_free(d);
}

Test(drawing, joined_rings_are_one_area)
{
    for (int joined = 0; joined < 2; joined++) {
        uint32_t pixels[SIDE * SIDE];
        struct drawing *d = drawing_create(SIDE, SIDE);
        drawing_polygon(d, &(struct drawing_style){.fill = {0, 0, 255}, .joined = joined == 1});
        for (int i = 0; i < 2; i++) { /* they share columns 30..40 */
            drawing_next_ring(d);
            drawing_point(d, 10.0 + 20.0 * i, 10.0);
            drawing_point(d, 40.0 + 20.0 * i, 10.0);
            drawing_point(d, 40.0 + 20.0 * i, 40.0);
            drawing_point(d, 10.0 + 20.0 * i, 40.0);
        }
        draw(d, pixels);
        cr_expect_eq(pixels[20 * SIDE + 20], 0u);
        cr_expect_eq(pixels[20 * SIDE + 35], joined ? 0u : 0xffffffu);
        cr_expect_eq(pixels[20 * SIDE + 50], 0u);
        cr_expect_eq(pixels[20 * SIDE + 65], 0xffffffu);
        drawing_free(d);
    }
}

/* Black in the whole picture, in pixels. */
static double sum_black(const uint32_t pixels[SIDE * SIDE])
{
    double sum = 0.0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        sum += 1.0 - (pixels[i] & 255u) / 255.0;
    }
    return sum;
}

Test(drawing, areas_of_shapes)
{
    static const double pi = 3.14159265;
    uint32_t pixels[SIDE * SIDE];
    struct drawing *d = drawing_create(SIDE, SIDE);
    drawing_circle(d, 50.3, 49.8, 30.0, &black_fill);
    draw(d, pixels);
    cr_expect(fabs(sum_black(pixels) - pi * 900.0) < 5.0, "%f", sum_black(pixels));
    drawing_free(d);
    d = drawing_create(SIDE, SIDE);
    drawing_line(d, 20.0, 20.0, 80.0, 60.0, &black_line); /* its length 72.111, and round ends */
    draw(d, pixels);
    cr_expect(fabs(sum_black(pixels) - (4.0 * 72.111 + pi * 4.0)) < 4.0, "%f", sum_black(pixels));
    drawing_free(d);
    d = drawing_create(2.0 * SIDE, 2.0 * SIDE); /* half as large */
    drawing_polygon(d, &black_fill);
    drawing_point(d, 20.0, 20.0);
    drawing_point(d, 180.0, 40.0);
    drawing_point(d, 30.0, 170.0);
    draw(d, pixels);
    cr_expect(fabs(sum_black(pixels) - 0.25 * 0.5 * (160.0 * 150.0 - 20.0 * 10.0)) < 2.0, "%f",
              sum_black(pixels));
    drawing_free(d);
}

Test(drawing, thin_lines_are_pale_and_dashes_have_gaps)
{
    uint32_t pixels[SIDE * SIDE];
    struct drawing *d = drawing_create(SIDE, SIDE);
    drawing_line(d, 0.0, 20.5, 100.0, 20.5,
                 &(struct drawing_style){.stroke = {0, 0, 255}, .width = 0.25});
    drawing_line(d, 0.0, 50.5, 100.0, 50.5,
                 &(struct drawing_style){.stroke = {0, 0, 255}, .width = 1.0, .dash = 10.0});
    draw(d, pixels);
    cr_expect_eq(pixels[20 * SIDE + 50] & 255u, 191u);
    cr_expect_eq(pixels[50 * SIDE + 5], 0u);
    cr_expect_eq(pixels[50 * SIDE + 15], 0xffffffu);
    cr_expect_eq(pixels[50 * SIDE + 25], 0u);
    drawing_free(d);
}

Test(drawing, a_line_over_itself_is_no_darker)
{
    uint32_t pixels[SIDE * SIDE];
    struct drawing *d = drawing_create(SIDE, SIDE);
    drawing_polyline(d, &(struct drawing_style){.stroke = {0, 0, 128}, .width = 6.0});
    drawing_point(d, 10.0, 50.0);
    drawing_point(d, 90.0, 50.0);
    drawing_point(d, 50.0, 50.0);
    drawing_point(d, 50.0, 10.0);
    draw(d, pixels);
    cr_expect_eq(pixels[50 * SIDE + 50] & 255u, 127u);
    cr_expect_eq(pixels[50 * SIDE + 20] & 255u, 127u);
    cr_expect_eq(pixels[50 * SIDE + 80] & 255u, 127u);
    drawing_free(d);
}

/* The pixels that are not white: [left, right) and [top, bottom). */
static void find_ink(const uint32_t pixels[SIDE * SIDE], int box[4])
{
    box[0] = box[1] = SIDE;
    box[2] = box[3] = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (pixels[i] != 0xffffffu) {
            const int x = i % SIDE, y = i / SIDE;
            box[0] = x < box[0] ? x : box[0];
            box[1] = y < box[1] ? y : box[1];
            box[2] = x >= box[2] ? x + 1 : box[2];
            box[3] = y >= box[3] ? y + 1 : box[3];
        }
    }
}

Test(drawing, texts_stand_on_their_line_at_their_anchor)
{
    static const struct {
        enum drawing_anchor anchor;
        bool upward;
        int box[4]; /* where the ink may be at most */
    } cases[] = {
        {DRAWING_START, false, {50, 36, 86, 50}}, {DRAWING_MIDDLE, false, {32, 36, 68, 50}},
        {DRAWING_END, false, {14, 36, 50, 50}},   {DRAWING_START, true, {36, 14, 50, 50}},
        {DRAWING_MIDDLE, true, {36, 32, 50, 68}},
    };
    cr_expect_float_eq(drawing_text_width("HHH", 20.0), 36.0, 1e-9);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t pixels[SIDE * SIDE];
        int box[4];
        struct drawing *d = drawing_create(SIDE, SIDE);
        drawing_text(d, 50.0, 50.0,
                     &(struct drawing_text_style){
                         .size = 18.0 / 0.9, .anchor = cases[i].anchor, .upward = cases[i].upward},
                     "HHH");
        draw(d, pixels);
        find_ink(pixels, box);
        for (int k = 0; k < 4; k++) {
            cr_expect_lt(abs(box[k] - cases[i].box[k]), 4, "case %zu, edge %d: %d, not %d", i, k,
                         box[k], cases[i].box[k]);
        }
        cr_expect_eq(cases[i].upward ? box[2] : box[3], 50, "on the line: %zu", i);
        drawing_free(d);
    }
}

Test(drawing, a_halo_surrounds_letters_and_bold_ones_are_blacker)
{
    uint32_t pixels[SIDE * SIDE];
    double black[2];
    for (int bold = 0; bold < 2; bold++) {
        struct drawing *d = drawing_create(SIDE, SIDE);
        drawing_text(
            d, 20.0, 60.0,
            &(struct drawing_text_style){.size = 30.0, .bold = bold == 1, .ink = {0, 0, 255}},
            "AB");
        draw(d, pixels);
        black[bold] = sum_black(pixels);
        drawing_free(d);
    }
    cr_expect_gt(black[1], black[0] * 1.2);
    struct drawing *d = drawing_create(SIDE, SIDE);
    drawing_rectangle(d, 0.0, 0.0, SIDE, SIDE, &black_fill);
    drawing_text(d, 20.0, 60.0,
                 &(struct drawing_text_style){
                     .size = 30.0, .ink = {0, 0, 255}, .halo = drawing_pair(0xffffff, 0)},
                 "AB");
    draw(d, pixels);
    cr_expect_lt(sum_black(pixels), SIDE * SIDE - 100.0);
    drawing_free(d);
}

static const char *find_path(const char *svg)
{
    static char path[256];
    const char *at = strstr(svg, " d=\"");
    snprintf(path, sizeof(path), "%.*s", at ? (int)strcspn(at + 4, "\"") : 0, at ? at + 4 : "");
    return path;
}

Test(drawing, corners_of_marks)
{
    static const char *const paths[] = {
        [DRAWING_SQUARE] = "M42 42l16 0 0 16-16 0Z",
        [DRAWING_DIAMOND] = "M50 40l10 10-10 10-10-10Z",
        [DRAWING_TRIANGLE] = "M50 40l9 17-18 0Z",
        [DRAWING_CROSS] = "M43 43l14 14M57 43l-14 14",
        [DRAWING_PLUS] = "M40 50l20 0M50 40l0 20",
    };
    for (int mark = DRAWING_SQUARE; mark <= DRAWING_PLUS; mark++) {
        struct drawing *d = drawing_create(SIDE, SIDE);
        drawing_mark(
            d, (enum drawing_mark)mark, 50.0, 50.0, 10.0,
            &(struct drawing_style){.fill = {0, 0, 255}, .stroke = {0, 0, 255}, .width = 1.0});
        char *svg = write_svg(d, DRAWING_LIGHT);
        cr_expect_str_eq(find_path(svg), paths[mark]);
        cr_expect_eq(strstr(svg, " fill=\"#000000\"") != NULL, mark <= DRAWING_TRIANGLE, "%d",
                     mark);
        free(svg);
        drawing_free(d);
    }
}

Test(drawing, the_first_row_and_the_last)
{
    uint32_t pixels[SIDE * SIDE];
    struct drawing *d = drawing_create(SIDE, SIDE);
    drawing_rectangle(d, 0.0, 0.0, SIDE, SIDE, &black_fill);
    draw(d, pixels);
    for (int i = 0; i < SIDE * SIDE; i++) {
        cr_assert_eq(pixels[i], 0u, "%d", i);
    }
    drawing_free(d);
}

/* Every kind of shape, in units that fall between pixels. Returns NULL if out of memory. */
static struct drawing *make_all(void)
{
    struct drawing *d = drawing_create(90.0, 90.0);
    if (!d) {
        return NULL;
    }
    const struct drawing_style both = {.fill = drawing_faded(drawing_series(1), 150),
                                       .stroke = drawing_series(0),
                                       .width = 1.3,
                                       .title = "a <title>"};
    drawing_rectangle(d, 3.1, 4.2, 30.0, 20.0, &both);
    drawing_circle(d, 60.0, 30.0, 17.7, &both);
    drawing_mark(d, DRAWING_TRIANGLE, 20.0, 60.0, 12.0, &both);
    drawing_line(d, 1.0, 89.0, 88.0, 41.0,
                 &(struct drawing_style){.stroke = drawing_series(3), .width = 0.6, .dash = 3.0});
    for (int i = 0; i < 3; i++) {
        drawing_text(d, 45.3, 40.0 + 14.4 * i,
                     &(struct drawing_text_style){.size = 11.0,
                                                  .anchor = (enum drawing_anchor)i,
                                                  .bold = i == 1,
                                                  .upward = i == 2,
                                                  .halo = drawing_role(DRAWING_PANEL)},
                     "Rag & 19");
    }
    return d;
}

/* On every machine; what changes them on purpose is looked at first. */
Test(drawing, the_same_bytes_everywhere)
{
    uint32_t pixels[SIDE * SIDE];
    struct drawing *d = make_all();
    char *svg = write_svg(d, DRAWING_AUTO);
    draw(d, pixels);
    uint64_t hash = hash64_add(HASH64_START, svg, strlen(svg));
    cr_expect_eq(hash, UINT64_C(0xda0b852bd6c9c12c), "SVG: %llx", (unsigned long long)hash);
    static uint8_t bytes[SIDE * SIDE * 4];
    for (int i = 0; i < SIDE * SIDE; i++) {
        bytes_put_u32(bytes + 4 * i, pixels[i]);
    }
    hash = hash64_add(HASH64_START, bytes, sizeof(bytes));
    cr_expect_eq(hash, UINT64_C(0x6d82277e7cc1644), "pixels: %llx", (unsigned long long)hash);
    free(svg);
    drawing_free(d);
}

static uint64_t failing; /* number of the allocation that fails */

static bool fail_one(uint64_t number)
{
    return number == failing;
}

static int draw_and_write(void)
{
    uint32_t pixels[SIDE * SIDE];
    struct byte_writer out = {0};
    const struct drawing_svg form = {.theme = DRAWING_AUTO};
    struct drawing *d = make_all();
    int status = d ? drawing_write_svg(d, &form, &out) : FORMAT_MEMORY;
    status = status < 0 ? status : drawing_to_pixels(d, DRAWING_LIGHT, pixels, SIDE, SIDE);
    byte_writer_free(&out);
    drawing_free(d);
    return status;
}

Test(drawing, memory_may_run_out_anywhere)
{
    for (int alone = 0; alone < 2; alone++) {
        int status = FORMAT_MEMORY;
        for (failing = 1; status == FORMAT_MEMORY && failing < 1000; failing++) {
            if (alone) {
                scarce_begin(fail_one, true);
            } else {
                scarce_begin_from(failing);
            }
            status = draw_and_write();
            scarce_end();
            cr_expect_eq(scarce_blocks(), 0u, "%llu", (unsigned long long)failing);
        }
        cr_expect_eq(status, 0);
        cr_expect_gt(failing, 20u);
    }
}

Test(drawing, marks_are_where_they_should_be)
{
    for (int mark = DRAWING_SQUARE; mark <= DRAWING_PLUS; mark++) {
        uint32_t pixels[SIDE * SIDE];
        int box[4];
        struct drawing *d = drawing_create(SIDE, SIDE);
        drawing_mark(
            d, (enum drawing_mark)mark, 40.0, 60.0, 20.0,
            &(struct drawing_style){.fill = {0, 0, 255}, .stroke = {0, 0, 255}, .width = 1.0});
        draw(d, pixels);
        find_ink(pixels, box);
        cr_expect(box[0] >= 19 && box[2] <= 62 && box[1] >= 39 && box[3] <= 82, "%d", mark);
        cr_expect(box[2] - box[0] > 24 && box[3] - box[1] > 24, "%d", mark);
        drawing_free(d);
    }
}

Test(drawing, a_drawing_of_another_form_is_in_the_middle)
{
    uint32_t pixels[SIDE * SIDE];
    int box[4];
    struct drawing *d = drawing_create(50.0, 25.0);
    drawing_rectangle(d, 0.0, 0.0, 50.0, 25.0, &black_fill);
    draw(d, pixels);
    find_ink(pixels, box);
    cr_expect(box[0] == 0 && box[1] == 25 && box[2] == 100 && box[3] == 75);
    drawing_free(d);
}

Test(drawing, png_sizes)
{
    struct byte_writer out = {0};
    struct drawing *d = drawing_create(50.0, 25.0);
    cr_expect_eq(drawing_write_png(d, DRAWING_DARK, 0, 5, &out), FORMAT_BAD);
    cr_expect_eq(drawing_write_png(d, DRAWING_DARK, 5, 16385, &out), FORMAT_BAD);
    cr_expect_eq(drawing_write_png(d, DRAWING_DARK, 5, 5, &out), 0);
    cr_expect_gt(out.size, 50u);
    byte_writer_free(&out);
    drawing_free(d);
}
