/* Reading events of all families: kinds alone as among all, memory that runs out at any
 * allocation, cut files, stops. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"
#include "tests/engine/events/events_stage.h"
#include "tests/support/nq_show.h"
#include "tests/support/q3_match.h"
#include "tests/support/qw_show.h"
#include "tests/support/scarce.h"

enum { DEMOS = 4 };

static struct events_stage all, some;

/* A demo of each family that has something of everything. */
static struct byte_writer make_demo(int i, const char **name)
{
    static const char *const names[DEMOS] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    const struct qw_protocol protocol = {.version = 28, .mvd1 = 0x20, .is_mvd = i == 2};
    struct byte_writer out = {0};
    *name = names[i];
    if (i == 0) {
        nq_show_write(&out, 15, 0, NULL);
    } else if (i < 3) {
        qw_show_write(&out, &protocol);
    } else {
        struct q3_demo *demo = q3_match_write(68);
        byte_writer_bytes(&out, demo->file.data, demo->file.size);
        q3_demo_free(demo);
    }
    return out;
}

/* Copies the lines of one kind. */
static void pick_lines(char *to, const char *from, const char *kind)
{
    const size_t length = strlen(kind);
    for (const char *end; *from != '\0'; from = end) {
        const char *word = strchr(from, ' ');
        end = strchr(from, '\n') + 1;
        if (strncmp(word + 1, kind, length) == 0 && strchr(" :\n", word[1 + length])) {
            memcpy(to, from, (size_t)(end - from));
            to += end - from;
        }
    }
    *to = '\0';
}

/* Other kinds may be left out: what is asked for is the same. */
Test(events_read, a_kind_alone_is_as_among_all)
{
    static char picked[sizeof all.told];
    uint32_t found = 0;
    for (int i = 0; i < DEMOS; i++) {
        const char *name;
        struct byte_writer demo = make_demo(i, &name);
        events_stage_read(&all, demo.data, demo.size, name, EVENTS_ALL, 0);
        for (int kind = 0; kind < GAME_EVENT_KINDS; kind++) {
            const char *word = game_event_kind_name((enum game_event_kind)kind);
            events_stage_read(&some, demo.data, demo.size, name, 1u << kind, 0);
            pick_lines(picked, all.told, word);
            cr_expect_str_eq(some.told, picked, "%s: %s", name, word);
            found |= some.count > 0 ? 1u << kind : 0;
        }
        events_stage_read(&some, demo.data, demo.size, name, 0, 0);
        cr_expect_eq(some.count, 0);
        cr_expect_eq(some.num_updates, all.num_updates);
        byte_writer_free(&demo);
    }
    cr_expect_geq(__builtin_popcount(found), 10, "kinds: %x", found);
}

/* Times rise; updates and events come in one order. */
static double last_time;

static void see_time(double time)
{
    cr_assert_geq(time, last_time);
    last_time = time;
}

static void order_event(void *context, const struct game_event *event)
{
    (void)context;
    see_time(event->time);
    cr_assert(event->text && event->player.name && event->player.team && event->other.name &&
              event->other.team);
}

static void order_update(void *context, const struct game_update *update)
{
    (void)context;
    see_time(update->time);
    for (uint32_t i = 0; i < update->num_bodies; i++) {
        cr_assert(update->bodies[i].name && update->bodies[i].team);
        cr_assert(i == 0 || update->bodies[i - 1].slot < update->bodies[i].slot);
    }
}

Test(events_read, times_rise)
{
    const struct events_sink sink = {
        .event = order_event, .update = order_update, .kinds = EVENTS_ALL};
    for (int i = 0; i < DEMOS; i++) {
        struct format_error err;
        struct demo opened;
        const char *name;
        struct byte_writer demo = make_demo(i, &name);
        last_time = 0.0;
        cr_assert_eq(demo_open(&opened, demo.data, demo.size, name), 0);
        cr_expect_eq(events_read(&opened, &sink, &err), 0);
        cr_expect_gt(last_time, 0.0, "%s", name);
        demo_close(&opened);
        byte_writer_free(&demo);
    }
}

/* One may be interested in neither. */
Test(events_read, without_callbacks)
{
    const struct events_sink sink = {.kinds = EVENTS_ALL};
    for (int i = 0; i < DEMOS; i++) {
        struct format_error err;
        struct demo opened;
        const char *name;
        struct byte_writer demo = make_demo(i, &name);
        cr_assert_eq(demo_open(&opened, demo.data, demo.size, name), 0);
        cr_expect_eq(events_read(&opened, &sink, &err), 0);
        demo_close(&opened);
        byte_writer_free(&demo);
    }
}

static uint32_t until_stop;

static bool stop_soon(void *context)
{
    (void)context;
    return until_stop-- == 0;
}

static void count_update(void *context, const struct game_update *update)
{
    (void)update;
    ++*(uint32_t *)context;
}

Test(events_read, stops_when_asked)
{
    for (int i = 0; i < DEMOS; i++) {
        uint32_t updates = 0;
        const struct events_sink sink = {
            .update = count_update, .context = &updates, .kinds = EVENTS_ALL, .stop = stop_soon};
        struct format_error err;
        struct demo opened;
        const char *name;
        struct byte_writer demo = make_demo(i, &name);
        cr_assert_eq(demo_open(&opened, demo.data, demo.size, name), 0);
        until_stop = 8; /* blocks */
        cr_expect_eq(events_read(&opened, &sink, &err), 0);
        cr_expect_lt(updates, 9u, "%s: %u", name, updates);
        demo_close(&opened);
        byte_writer_free(&demo);
    }
}

static void count_event(void *context, const struct game_event *event)
{
    (void)event;
    ++*(uint32_t *)context;
}

Test(events_read, without_memory)
{
    for (int i = 0; i < DEMOS; i++) {
        uint32_t events = 0;
        const struct events_sink sink = {
            .event = count_event, .context = &events, .kinds = EVENTS_ALL};
        struct format_error err;
        struct demo opened;
        const char *name;
        struct byte_writer demo = make_demo(i, &name);
        int code = FORMAT_MEMORY;
        cr_assert_eq(demo_open(&opened, demo.data, demo.size, name), 0);
        for (uint64_t number = 1; code != 0; number++) {
            scarce_begin_from(number);
            code = events_read(&opened, &sink, &err);
            scarce_end();
            cr_assert_eq(scarce_blocks(), 0u, "%s: allocation %u", name, (unsigned)number);
            cr_assert(code == 0 || code == FORMAT_MEMORY, "%s: %d", name, code);
            cr_assert(code != 0 || number > 3);
        }
        cr_expect_gt(events, 0u);
        demo_close(&opened);
        byte_writer_free(&demo);
    }
}

/* A cut demo has the events of its beginning. */
Test(events_read, cut_files)
{
    for (int i = 0; i < DEMOS; i++) {
        const char *name;
        struct byte_writer demo = make_demo(i, &name);
        events_stage_read(&all, demo.data, demo.size, name, EVENTS_ALL, 0);
        for (size_t size = demo.size / 2; size < demo.size; size += 1 + demo.size / 97) {
            const struct events_sink sink = {.kinds = EVENTS_ALL};
            struct format_error err = {0};
            struct demo opened;
            uint8_t *part = malloc(size);
            cr_assert_not_null(part);
            memcpy(part, demo.data, size);
            if (demo_open(&opened, part, size, name) == 0) {
                const int code = events_read(&opened, &sink, &err);
                cr_expect(code == 0 || err.offset <= size, "%s: %zu", name, size);
            }
            demo_close(&opened);
            free(part);
        }
        byte_writer_free(&demo);
    }
}
