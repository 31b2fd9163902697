/* The whole overlay with extreme contents in windows of every size: nothing is drawn outside of the
 * canvas. */
#include <criterion/criterion.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/overlay/console.h"
#include "engine/viewer/overlay/data_panel.h"
#include "engine/viewer/overlay/help.h"
#include "engine/viewer/overlay/osd_messages.h"
#include "engine/viewer/overlay/seek_bar.h"
#include "engine/viewer/overlay/stats_overlay.h"
#include "tests/support/nq_demo.h"
#include "tests/support/osd_canvas.h"

static const int sizes[][2] = {{1, 1},     {2, 700},   {700, 2},    {40, 25},     {160, 100},
                               {320, 200}, {321, 203}, {960, 600},  {1920, 1080}, {3840, 2160},
                               {4096, 40}, {60, 2304}, {4096, 2304}};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]), LONG_TEXT = 10000, UPDATES = 4000 };

/* Every byte there is but NUL, again and again. */
static char *make_text(size_t length)
{
    char *text = malloc(length + 1);
    cr_assert_not_null(text);
    for (size_t i = 0; i < length; i++) {
        text[i] = (char)(i % 255 + 1);
    }
    text[length] = '\0';
    return text;
}

/* Draws on a canvas of each size, which is then looked at. */
typedef void (*draw_fn)(const struct osd_canvas *canvas, void *context);

static void on_every_size(draw_fn draw, void *context)
{
    static struct osd_font font;
    for (int i = 0; i < SIZES; i++) {
        struct test_canvas t = test_canvas_make(sizes[i][0], sizes[i][1]);
        t.canvas.font = &font;
        draw(&t.canvas, context);
        test_canvas_expect_guards(&t);
        test_canvas_free(&t);
    }
    osd_font_free(&font);
}

static void draw_texts(const struct osd_canvas *canvas, void *context)
{
    static const int places[] = {INT_MIN, -LONG_TEXT * 8, -9, 50, INT_MAX};
    for (int i = 0; i < 25; i++) {
        const int x = places[i % 5], y = places[i / 5];
        osd_text(canvas, x, y, i % 2 ? 11 : 30, 0xffffff, context);
        osd_label(canvas, x, y, i % 2 ? -5 : 16, 0xffffff, context);
        osd_fill(canvas, x, y, INT_MAX, i, 0xff0000, i * 14 - 20);
    }
    osd_label(canvas, -20, -20, INT_MAX, 0xffffff, "gW|");
    osd_message(canvas, 0, context);
    osd_message(canvas, INT_MAX / 2, context);
    osd_message(canvas, -LONG_TEXT * 8, context);
}

Test(extremes, texts_of_ten_thousand_characters)
{
    char *text = make_text(LONG_TEXT);
    on_every_size(draw_texts, text);
    memset(text, '\n', LONG_TEXT);
    on_every_size(draw_texts, text);
    memset(text, 'W', LONG_TEXT);
    on_every_size(draw_texts, text);
    free(text);
}

/* A timeline on which something happens at every update. */
static void make_demo(struct nq_demo *d, struct timeline **timeline)
{
    const struct timeline_options options = {.key_frame_bytes = 0};
    struct format_error err;
    char *text = make_text(1500);
    text[0] = 1; /* chat */
    nq_demo_begin(d);
    nq_demo_serverinfo(d, 16);
    nq_demo_block(d, 0, 0);
    for (int i = 0; i < UPDATES; i++) {
        nq_demo_time(d, 10.0f + (float)i * 0.0625f);
        nq_demo_clientdata(d, 0, i % 5 ? 100 : 0, (uint32_t)i);
        nq_demo_add(d, &(struct nq_message){.id = NQ_UPDATEFRAGS,
                                            .u.updatefrags = {.frags = (int16_t)(i * 9)}});
        if (i % 3 == 0) {
            nq_demo_text(d, NQ_PRINT, text);
        }
        nq_demo_block(d, 0, 0);
    }
    cr_assert_eq(timeline_open(timeline, d->file.data, d->file.size, &options, &err), 0);
    free(text);
}

struct bar_stage {
    struct timeline *timeline;
    char *text;
};

static const double far_times[] = {0.0, -1e9, 1e9, DBL_MAX, -DBL_MAX, INFINITY, NAN, 125.0};
enum { FAR_TIMES = sizeof(far_times) / sizeof(far_times[0]) };

static void draw_bars(const struct osd_canvas *canvas, void *context)
{
    const struct bar_stage *s = context;
    struct seek_bar_strip strip = {0};
    struct demo_mark marks[500];
    for (int i = 0; i < 500; i++) {
        marks[i] = (struct demo_mark){.time = i < 400 ? i : 1e300};
    }
    for (int i = 0; i < FAR_TIMES; i++) {
        const struct transport transport = {.time = far_times[i],
                                            .speed = i % 2 ? 1e300 : 1e-300,
                                            .loop = TRANSPORT_LOOP_AB,
                                            .loop_a = far_times[(i + 1) % FAR_TIMES],
                                            .loop_b = far_times[(i + 2) % FAR_TIMES],
                                            .reverse = i % 2,
                                            .paused = i % 3 == 0,
                                            .waiting = true};
        const struct seek_bar bar = {.transport = &transport,
                                     .timeline = s->timeline,
                                     .extent = timeline_extent(s->timeline),
                                     .marks = marks,
                                     .num_marks = 500,
                                     .filter = (uint32_t)i * 77,
                                     .filtered = s->text,
                                     .no_spoilers = i % 4 == 3,
                                     .seen = far_times[(i + 3) % FAR_TIMES],
                                     .mouse_x = canvas->width * i / FAR_TIMES,
                                     .mouse_y = canvas->height - 1 - i * 9,
                                     .dragging = i % 2,
                                     .muted = true,
                                     .place = SIZE_MAX,
                                     .places = SIZE_MAX,
                                     .followed = s->text,
                                     .damage = i % 2 ? s->text : NULL,
                                     .lost = far_times[i]};
        seek_bar_draw_kept(&bar, &strip, canvas);
        (void)seek_bar_time_at(&bar, canvas->width, canvas->height, INT_MAX);
        const int covered = seek_bar_covers(&bar, canvas->width, canvas->height);
        cr_expect(covered >= 0 && covered <= canvas->height, "%d rows", covered);
    }
}

Test(extremes, bars_of_thousands_of_events)
{
    struct nq_demo demo;
    struct bar_stage s = {.text = make_text(LONG_TEXT)};
    make_demo(&demo, &s.timeline);
    cr_expect_gt(timeline_extent(s.timeline).num_events, 4000u);
    on_every_size(draw_bars, &s);
    timeline_close(s.timeline);
    nq_demo_end(&demo);
    free(s.text);
}

static bool long_line(const void *context, size_t index, double *time, char text[CONSOLE_TEXT])
{
    *time = far_times[index % FAR_TIMES];
    snprintf(text, CONSOLE_TEXT, "%.*s", (int)(index % CONSOLE_TEXT), (const char *)context);
    return true;
}

static void draw_panels(const struct osd_canvas *canvas, void *context)
{
    const struct console_source lines = {
        .line = long_line, .context = context, .count = 20000, .name = context};
    struct console console = {.shown = true};
    console_draw(&console, &lines, canvas);
    console.scroll = SIZE_MAX;
    console_draw(&console, &lines, canvas);
    console.scroll = 19990;
    memset(console.filter, '!', sizeof(console.filter) - 1);
    console_draw(&console, &lines, canvas);
    console.filter[1] = '\0';
    console.scroll = 3;
    console_draw(&console, &lines, canvas);

    const struct stats_overlay numbers = {.demo = context,
                                          .level = context,
                                          .followed = context,
                                          .time = NAN,
                                          .update = UINT32_MAX,
                                          .block = UINT32_MAX,
                                          .clock = 1e300,
                                          .origin = {INFINITY, NAN, -3e38f},
                                          .angles = {-3e38f, -3e38f, -3e38f},
                                          .body = {.present = true,
                                                   .has_health = true,
                                                   .health = INT32_MIN,
                                                   .armor = INT32_MIN,
                                                   .origin = {-3e38f, -3e38f, -3e38f},
                                                   .velocity = {-3e38f, -3e38f, -3e38f}},
                                          .frame_stats = {1e300, 1e300, INFINITY, NAN, UINT_MAX},
                                          .refresh_rate = -1e300,
                                          .fit = {INT_MAX, INT_MIN, INT_MIN, 0, 0},
                                          .threads = INT_MIN,
                                          .light = {-1e300, 1e300},
                                          .key_frames = UINT_MAX,
                                          .key_frame_megabytes = 1e300,
                                          .state_hash = UINT64_MAX};
    char text[STATS_OVERLAY_TEXT];
    stats_overlay_text(&numbers, text);
    cr_expect_lt(strlen(text), (size_t)STATS_OVERLAY_TEXT);
    osd_message(canvas, 0, text);

    struct osd_messages messages = {0};
    char said[2048];
    for (int i = 0; i < 20; i++) {
        osd_messages_trouble(&messages, i, (const char *)context + i);
    }
    osd_messages_say(&messages, 1.0, context);
    osd_messages_stand(&messages, OSD_MESSAGE_END, context);
    osd_messages_text(&messages, said, sizeof(said));
    osd_message(canvas, canvas->height / 2, said);
    osd_messages_free(&messages);

    const struct data_panel panel = {
        .level = context, .places = context, .models = UINT_MAX, .skins = UINT_MAX, .hides = "?"};
    data_panel_draw(&panel, canvas, 0, canvas->height);
    data_panel_draw(&panel, canvas, INT_MAX / 2, canvas->height);
}

Test(extremes, panels_full_of_long_lines)
{
    char *text = make_text(LONG_TEXT);
    on_every_size(draw_panels, text);
    free(text);
}

static void draw_help(const struct osd_canvas *canvas, void *context)
{
    struct help help = {.shown = true};
    for (help.page = -3; help.page < 30; help.page += 11) {
        help_draw(&help, context, canvas);
    }
    help.page = INT_MAX;
    help_draw(&help, context, canvas);
    memset(help.filter, 'a', sizeof(help.filter) - 1);
    help_draw(&help, context, canvas);
}

Test(extremes, help)
{
    struct key_map keys;
    cr_assert_eq(key_map_init(&keys), 0);
    on_every_size(draw_help, &keys);
    key_map_free(&keys);
}
