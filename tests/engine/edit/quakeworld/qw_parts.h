/* Parts of QuakeWorld demos for tests of both containers: cutting, and playing beside the whole. */
#ifndef TESTS_ENGINE_EDIT_QUAKEWORLD_QW_PARTS_H
#define TESTS_ENGINE_EDIT_QUAKEWORLD_QW_PARTS_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/quakeworld/mvd_cut.h"
#include "engine/edit/quakeworld/qwd_cut.h"
#include "engine/playback/families.h"
#include "engine/quakeworld/qw_family.h"
#include "engine/quakeworld/qw_hash.h"
#include "engine/quakeworld/qw_state.h"
#include "tests/support/sanitized.h"

static inline int qw_part_cut(const struct qw_demo *demo, const struct edit_range *range,
                              struct byte_writer *out, struct edit_report *report,
                              struct format_error *err)
{
    return demo->container == QW_CONTAINER_MVD ? mvd_cut(demo, range, out, report, err)
                                               : qwd_cut(demo, range, out, report, err);
}

static inline struct demo qw_part_open(const uint8_t *data, size_t size)
{
    struct demo demo;
    demo_open(&demo, data, size, "a.qwd");
    cr_assert_eq(demo.code, 0, "%s", demo.error.what);
    cr_assert_eq(demo.family, &quakeworld_family);
    return demo;
}

static inline struct edit_range qw_part_find(const struct demo *demo, double from, double to)
{
    struct edit_range range;
    struct format_error err;
    (void)!edit_range_find(demo, from, to, &range, &err);
    return range;
}

/* The updates at from..to; all blocks of them are good. */
static inline struct byte_writer qw_part_of(const uint8_t *data, size_t size, double from,
                                            double to, struct edit_report *report)
{
    struct byte_writer out = {0};
    struct format_error err = {0};
    struct demo demo = qw_part_open(data, size);
    const struct edit_range range = qw_part_find(&demo, from, to);
    cr_assert_gt(range.updates, 0u);
    cr_assert_eq(qw_part_cut(demo.file, &range, &out, report, &err), 0, "%s", err.what);
    demo_close(&demo);
    return out;
}

struct qw_play {
    struct qw_demo demo;
    struct qw_state *state;
    size_t pos, block; /* block: offset of the last one that was applied */
    uint32_t index;
};

static inline struct qw_play qw_play_open(const uint8_t *data, size_t size,
                                          enum qw_container container)
{
    struct qw_play p = {.demo = {data, size, container}};
    p.state = qw_state_create(&p.demo);
    cr_assert_not_null(p.state);
    return p;
}

/* To the next update; false at the end. */
static inline bool qw_play_next(struct qw_play *p)
{
    struct format_error err;
    while (p->pos < p->demo.size && !p->state->disconnected) {
        p->block = p->pos;
        cr_assert_eq(qw_state_apply(&p->state, &p->demo, &p->pos, p->index++, &err), 0, "%s",
                     err.what);
        if (p->state->update_complete) {
            return true;
        }
    }
    return false;
}

/* Plays all of a part, which has to have an end. */
static inline struct qw_state *qw_part_play(const struct byte_writer *part,
                                            enum qw_container container, uint32_t *updates)
{
    struct qw_play p = qw_play_open(part->data, part->size, container);
    *updates = 0;
    while (qw_play_next(&p)) {
        ++*updates;
    }
    cr_assert(p.state->disconnected, "no end");
    cr_assert_eq(p.pos, part->size);
    return p.state;
}

/* Every state of the part is that of the demo; returns the number of updates. */
static inline uint32_t qw_part_compare(const char *name, const struct qw_demo *demo,
                                       const struct edit_range *range,
                                       const struct byte_writer *part)
{
    struct qw_play whole = qw_play_open(demo->data, demo->size, demo->container);
    struct qw_play cut = qw_play_open(part->data, part->size, demo->container);
    uint32_t updates = 0;
    while (qw_play_next(&cut)) {
        do {
            cr_assert(qw_play_next(&whole), "%s: update %u is not the demo's", name, updates);
        } while (updates == 0 && whole.block < range->first);
        cr_assert_eq(qw_server_time(whole.state, whole.state->clock.now),
                     qw_server_time(cut.state, cut.state->clock.now), "%s: time at %u", name,
                     updates);
        cr_assert(updates == 0 || whole.state->seed == cut.state->seed, "%s: seed at %u", name,
                  updates);
        cr_assert(updates == 0 || whole.state->effect_messages == cut.state->effect_messages,
                  "%s: messages at %u", name, updates);
        cr_assert_eq(qw_hash_players(whole.state), qw_hash_players(cut.state), "%s: players at %u",
                     name, updates);
        cr_assert_eq(qw_hash_entities(whole.state), qw_hash_entities(cut.state),
                     "%s: entities at %u", name, updates);
        cr_assert_eq(qw_hash_level(whole.state, &whole.demo), qw_hash_level(cut.state, &cut.demo),
                     "%s: level at %u", name, updates);
        updates++;
    }
    qw_state_destroy(whole.state);
    qw_state_destroy(cut.state);
    return updates;
}

enum { QW_PART_STEP = SANITIZED ? 5 : 1 };

/* Parts at every 10 % of a demo: their states, and that they can be cut again. */
static inline void qw_parts_check(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    struct format_error err = {0};
    struct edit_report report;
    double length;
    demo_open(&demo, data, size, name);
    if (demo.code < 0 || edit_length(&demo, &length, &err) < 0 || length == 0.0) {
        demo_close(&demo);
        return; /* damaged, or text alone */
    }
    for (int i = 0; i <= 10; i += QW_PART_STEP) { /* the last one: the last update */
        const struct edit_range range =
            qw_part_find(&demo, 0.1 * i * length, i < 10 ? 0.1 * (i + 1) * length : length);
        struct byte_writer part = {0}, again = {0};
        cr_assert_eq(qw_part_cut(demo.file, &range, &part, &report, &err), 0, "%s", err.what);
        cr_expect_eq(report.start_steps > 0, i > 0, "%s", name);
        edit_report_free(&report);
        cr_expect_eq(qw_part_compare(name, demo.file, &range, &part), range.updates, "%s", name);
        const struct qw_demo cut = {part.data, part.size,
                                    ((const struct qw_demo *)demo.file)->container};
        cr_assert_eq(qw_part_cut(&cut, NULL, &again, &report, &err), 0);
        cr_expect(again.size == part.size && memcmp(again.data, part.data, part.size) == 0, "%s",
                  name);
        byte_writer_free(&part);
        byte_writer_free(&again);
    }
    demo_close(&demo);
}

/* Cuts a demo of which only the first bytes are left: what comes out is whole. from: seconds. */
static inline void qw_part_check_truncated(const uint8_t *data, size_t size, double from)
{
    uint8_t *bytes = malloc(size); /* so that a read beyond it is seen */
    struct edit_report report;
    struct format_error err = {0};
    struct byte_writer out = {0};
    struct demo demo;
    uint32_t updates;
    cr_assert_not_null(bytes);
    memcpy(bytes, data, size);
    demo_open(&demo, bytes, size, "a.qwd");
    if (demo.code == 0) {
        const struct qw_demo *file = demo.file;
        const struct edit_range range = qw_part_find(&demo, from, 99.0);
        const bool found = range.updates > 0;
        const int code = qw_part_cut(file, found ? &range : NULL, &out, &report, &err);
        cr_assert(code == 0 || err.offset <= size, "%zu bytes", size);
        edit_report_free(&report);
        if (out.size > 0) {
            qw_state_destroy(qw_part_play(&out, file->container, &updates));
            cr_assert(!found || updates == range.updates, "%zu bytes", size);
        }
    }
    byte_writer_free(&out);
    demo_close(&demo);
    free(bytes);
}

#endif
