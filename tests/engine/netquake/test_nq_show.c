/* A written NetQuake demo of every protocol on the timeline: updates, events and places come back.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_state.h"
#include "engine/playback/timeline.h"
#include "tests/support/nq_show.h"

static const struct {
    int32_t version;
    uint32_t flags;
} protocols[] = {
    {15, 0},
    {666, 0},
    {999, NQ_PRFL_FLOATCOORD | NQ_PRFL_SHORTANGLE},
    {999, NQ_PRFL_INT32COORD | NQ_PRFL_FLOATANGLE},
    {999, NQ_PRFL_24BITCOORD},
};

static struct timeline *open_show(const struct byte_writer *file)
{
    const struct timeline_options options = {.key_frame_bytes = 1 << 20};
    struct timeline *t = NULL;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&t, file->data, file->size, &options, &err), 0, "%s", err.what);
    cr_assert_eq(timeline_family(t), &netquake_family);
    return t;
}

static void check_show(const struct timeline *t)
{
    const struct timeline_extent extent = timeline_extent(t);
    struct format_error damage;
    uint32_t found = 0;
    cr_assert_eq(extent.num_updates, NQ_SHOW_UPDATES);
    cr_assert_float_eq(extent.length, NQ_SHOW_LENGTH, 1e-9, "%f", extent.length);
    cr_assert_not(timeline_damage(t, &damage));
    for (uint32_t i = 0; i < NQ_SHOW_UPDATES; i++) {
        cr_assert_float_eq(timeline_update_time(t, i), nq_show_time(i), 1e-9, "update %u", i);
        cr_assert_eq(timeline_update_step(t, i), nq_show_block(i));
    }
    for (const struct nq_show_event *e = nq_show_events; e->text; e++) {
        const struct demo_event event = timeline_event(t, found++);
        cr_assert(event.kind == e->kind && strcmp(event.text, e->text) == 0, "%s, not %s",
                  event.text, e->text);
        cr_assert_float_eq(event.time, e->time, 1e-9, "%s at %f", e->text, event.time);
    }
    cr_assert_eq(extent.num_events, found);
}

Test(nq_show, updates_and_events_come_back_in_every_protocol)
{
    for (size_t p = 0; p < sizeof(protocols) / sizeof(protocols[0]); p++) {
        struct byte_writer file = {0};
        nq_show_write(&file, protocols[p].version, protocols[p].flags, NULL);
        struct timeline *t = open_show(&file);
        check_show(t);
        for (uint32_t i = 0; i < NQ_SHOW_UPDATES; i++) {
            cr_assert_eq(timeline_go_update(t, NQ_SHOW_UPDATES - 1 - i), 0);
            const struct nq_state *s = timeline_state(t);
            const struct nq_entity *e = nq_entity_get(s, 3);
            cr_assert_not_null(e);
            cr_assert_float_eq((double)e->origins[0][0], nq_show_place(NQ_SHOW_UPDATES - 1 - i),
                               1e-6);
            cr_assert_eq(e->origins[0][2], 24.0f);
        }
        timeline_close(t);
        byte_writer_free(&file);
    }
}
