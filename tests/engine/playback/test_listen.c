/* What is to be heard of a demo on its timeline: the same however an update is reached, and never
 * outside of the demo's time. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/timeline.h"
#include "tests/support/nq_show.h"
#include "tests/support/q3_match.h"
#include "tests/support/qw_show.h"
#include "tests/support/real_data.h"

struct heard { /* what each update is heard with: from firsts[i] on */
    struct demo_sounds all;
    size_t *firsts;
    uint32_t updates;
};

static struct timeline *open(const char *name, const uint8_t *data, size_t size, size_t key_bytes)
{
    const struct timeline_options options = {.key_frame_bytes = key_bytes, .name = name};
    struct timeline *t;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&t, data, size, &options, &err), 0, "%s: %s", name, err.what);
    return t;
}

static struct heard hear_all(const char *name, struct timeline *t)
{
    struct heard h = {.updates = timeline_extent(t).num_updates};
    const double length = timeline_length(t);
    double before = 0.0;
    h.firsts = calloc(h.updates + 1, sizeof(*h.firsts));
    for (uint32_t i = 0; i < h.updates; i++) {
        h.firsts[i] = h.all.count;
        cr_assert_eq(timeline_listen(t, i, &h.all), 0);
    }
    h.firsts[h.updates] = h.all.count;
    for (size_t i = 0; i < h.all.count; i++) {
        const struct demo_sound *s = &h.all.items[i];
        cr_assert(s->time >= before && s->time <= length, "%s: %f of %f", name, s->time, length);
        before = s->time;
    }
    return h;
}

static void heard_free(struct heard *h)
{
    demo_sounds_free(&h->all);
    free(h->firsts);
}

static void check_same(const char *name, const struct heard *h, uint32_t update,
                       const struct demo_sounds *part)
{
    const size_t first = h->firsts[update], count = h->firsts[update + 1] - first;
    cr_assert_eq(part->count, count, "%s, update %u: %zu, not %zu", name, update, part->count,
                 count);
    for (size_t i = 0; i < count; i++) {
        const struct demo_sound *a = &h->all.items[first + i], *b = &part->items[i];
        cr_assert(a->time == b->time && a->step == b->step && a->kind == b->kind &&
                      a->place == b->place && a->entity == b->entity && a->channel == b->channel,
                  "%s, update %u", name, update);
        cr_assert(a->volume == b->volume && a->attenuation == b->attenuation &&
                      a->exclusive == b->exclusive && a->seed == b->seed &&
                      memcmp(a->origin, b->origin, sizeof(a->origin)) == 0,
                  "%s, update %u", name, update);
        cr_assert_str_eq(demo_sounds_name(&h->all, a->name), demo_sounds_name(part, b->name));
    }
}

/* Updates far apart, to and fro, by themselves. */
static void check_jumps(const char *name, const struct heard *h, struct timeline *t, int jumps)
{
    uint32_t random = 5;
    for (int i = 0; i < jumps; i++) {
        random = random * 1664525 + 1013904223;
        const uint32_t update = i == 0 ? 0 : (random >> 8) % h->updates;
        struct demo_sounds part = {0};
        cr_assert_eq(timeline_listen(t, update, &part), 0);
        const uint64_t hash = timeline_state_hash(t);
        check_same(name, h, update, &part);
        cr_assert_eq(timeline_go_update(t, update), 0);
        cr_assert_eq(timeline_state_hash(t), hash, "who listens is where who looks is");
        demo_sounds_free(&part);
    }
}

static size_t check(const char *name, const uint8_t *data, size_t size, int jumps)
{
    struct timeline *t = open(name, data, size, 8 << 20);
    struct heard h = hear_all(name, t);
    check_jumps(name, &h, t, jumps);
    struct demo_sounds none = {0};
    cr_assert_eq(timeline_listen(t, h.updates, &none), FORMAT_MISSING);
    cr_assert_eq(none.count, 0);
    timeline_close(t);
    t = open(name, data, size, 0); /* every seek back starts at the beginning */
    check_jumps(name, &h, t, jumps < 5 ? jumps : 5);
    timeline_close(t);
    const size_t count = h.all.count;
    heard_free(&h);
    return count;
}

static void check_writer(const char *name, struct byte_writer *file)
{
    cr_assert_gt(check(name, file->data, file->size, 100), 0, "%s", name);
    byte_writer_free(file);
}

Test(listen, written_demos_sound_alike_however_reached)
{
    struct byte_writer file = {0};
    nq_show_write(&file, NQ_PROTOCOL_15, 0, NULL);
    check_writer("show.dem", &file);
    for (int is_mvd = 0; is_mvd < 2; is_mvd++) {
        qw_show_write(&file, &(struct qw_protocol){.version = 28, .is_mvd = is_mvd != 0});
        check_writer(is_mvd ? "show.mvd" : "show.qwd", &file);
    }
    struct q3_demo *match = q3_match_write(68);
    cr_assert_gt(check("match.dm_68", match->file.data, match->file.size, 100), 0);
    q3_demo_free(match);
}

Test(listen, real_demos_sound_alike_however_reached)
{
    static const struct {
        const char *path;
        size_t count; /* of NetQuake and QuakeWorld: as another reader counts their messages */
        bool least;
    } demos[] = {
        {"netquake/demo1.dem", 107 + 133 + 1, false},
        {"netquake/r999_e0m6.dem", 464 + 64 + 1, false},
        {"quakeworld/corpus/duel_dm3_2026.mvd", 194 + 40 + 1, false},
        {"quakeworld/recorded/tq_rec_mid.qwd", 231 + 1, false},
        {"quake3/corpus/baseq3_1_map_2_matches.dm_68", 200, true},
        {"quake3/corpus/duel_quakecon_2001.dm_66", 1000, true},
    };
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        size_t size;
        uint8_t *data = real_data_read(&size, "%s", demos[i].path);
        const size_t count = check(demos[i].path, data, size, 12);
        cr_assert(count == demos[i].count || (demos[i].least && count > demos[i].count), "%s: %zu",
                  demos[i].path, count);
        free(data);
    }
}
