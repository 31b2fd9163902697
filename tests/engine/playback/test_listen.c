/* Sound events on the timeline: equal however an update is reached, and within the demo's time. */
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/timeline.h"
#include "engine/quake3/q3_game.h"
#include "tests/support/nq_show.h"
#include "tests/support/q3_match.h"
#include "tests/support/qw_show.h"
#include "tests/support/real_data.h"

struct heard { /* what each update is heard with: from firsts[i] on */
    struct demo_sounds all;
    size_t *firsts;
    uint32_t updates;
};

static struct timeline *open_as(const char *name, const uint8_t *data, size_t size,
                                struct timeline_options options)
{
    struct timeline *t;
    options.name = name;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&t, data, size, &options, &err), 0, "%s: %s", name, err.what);
    return t;
}

static struct timeline *open(const char *name, const uint8_t *data, size_t size, size_t key_bytes)
{
    return open_as(name, data, size, (struct timeline_options){.key_frame_bytes = key_bytes});
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

/* part: those of all updates from `update` on and before `end`. */
static void check_same_range(const char *name, const struct heard *h, uint32_t update, uint32_t end,
                             const struct demo_sounds *part)
{
    const size_t first = h->firsts[update], count = h->firsts[end] - first;
    cr_assert_eq(part->count, count, "%s, update %u: %zu, not %zu", name, update, part->count,
                 count);
    for (size_t i = 0; i < count; i++) {
        const struct demo_sound *a = &h->all.items[first + i], *b = &part->items[i];
        cr_assert(a->time == b->time && a->step == b->step && a->kind == b->kind &&
                      a->place == b->place && a->entity == b->entity && a->channel == b->channel,
                  "%s, update %u", name, update);
        cr_assert(a->volume == b->volume && a->audience == b->audience &&
                      a->attenuation == b->attenuation && a->exclusive == b->exclusive &&
                      a->seed == b->seed && memcmp(a->origin, b->origin, sizeof(a->origin)) == 0,
                  "%s, update %u", name, update);
        cr_assert_str_eq(demo_sounds_name(&h->all, a->name), demo_sounds_name(part, b->name));
    }
}

static void check_same(const char *name, const struct heard *h, uint32_t update,
                       const struct demo_sounds *part)
{
    check_same_range(name, h, update, update + 1, part);
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

/* The index stores the same sound events read in parts while it grows, read at once, and without
 * key frames. */
static void check_index(const char *name, const struct heard *h, const uint8_t *data, size_t size)
{
    for (int i = 0; i < 3; i++) {
        struct timeline *t = open_as(
            name, data, size,
            (struct timeline_options){
                .key_frame_bytes = i == 2 ? 0 : 8 << 20, .background = i == 0, .sounds = true});
        struct demo_sounds all = {0};
        double known_to = 0.0;
        for (size_t before = 0; known_to < INFINITY; before = all.count) {
            cr_assert_eq(timeline_take_sounds(t, &all, &known_to), 0);
            cr_assert(before == all.count || all.items[before].time >= 0.0);
        }
        check_same_range(name, h, 0, h->updates, &all);
        demo_sounds_free(&all);
        timeline_close(t);
    }
    struct timeline *silent = open(name, data, size, 8 << 20);
    struct demo_sounds none = {0};
    double known_to;
    cr_assert_eq(timeline_take_sounds(silent, &none, &known_to), 0);
    cr_assert_eq(none.count, 0, "nobody wanted to listen");
    timeline_close(silent);
}

static size_t check(const char *name, const uint8_t *data, size_t size, int jumps)
{
    struct timeline *t = open(name, data, size, 8 << 20);
    struct heard h = hear_all(name, t);
    check_jumps(name, &h, t, jumps);
    check_index(name, &h, data, size);
    struct demo_sounds none = {0};
    cr_assert_eq(timeline_listen(t, h.updates, &none), FORMAT_MISSING);
    cr_assert_eq(none.count, 0);
    timeline_close(t);
    t = open(name, data, size, 0); /* every seek back starts at the beginning */
    check_jumps(name, &h, t, jumps < 5 ? jumps : 5);
    timeline_close(t);
    size_t count = 0; /* sounds of server messages only */
    for (size_t i = 0; i < h.all.count; i++) {
        count += h.all.items[i].entity != DEMO_SOUND_NOBODY;
    }
    heard_free(&h);
    return count;
}

static void check_writer(const char *name, struct byte_writer *file)
{
    cr_assert_gt(check(name, file->data, file->size, 100), 0, "%s", name);
    byte_writer_free(file);
}

Test(listen, written_demos_have_equal_sounds_however_reached)
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

Test(listen, real_demos_have_equal_sounds_however_reached)
{
    static const struct {
        const char *path;
        size_t count; /* NetQuake and QuakeWorld: messages of sounds, static sounds, levels and
                         music, counted by an independent reader */
        bool least;
    } demos[] = {
        {"netquake/demo1.dem", 107 + 133 + 1 + 1, false},
        {"netquake/r999_e0m6.dem", 464 + 64 + 1 + 1, false},
        {"quakeworld/corpus/duel_dm3_2026.mvd", 194 + 40 + 1 + 2, false},
        {"quakeworld/recorded/tq_rec_mid.qwd", 231 + 1 + 1, false},
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

/* --- heads ------------------------------------------------------------------------------------ */

struct walk { /* one thread's traversal */
    struct timeline *head;
    uint32_t seed, updates;
    const uint64_t *hashes; /* state hash at each update */
    int wrong;
};

static void *walk(void *context)
{
    struct walk *w = context;
    for (int i = 0; i < 300; i++) {
        w->seed = w->seed * 1664525 + 1013904223;
        const uint32_t update = (w->seed >> 8) % w->updates;
        w->wrong += timeline_go_update(w->head, update) != 0 ||
                    timeline_state_hash(w->head) != w->hashes[update];
    }
    timeline_close(w->head);
    return NULL;
}

Test(listen, heads_go_their_own_ways)
{
    enum { HEADS = 3 };
    struct byte_writer file = {0};
    struct timeline *first;
    struct walk walks[HEADS];
    pthread_t threads[HEADS];
    nq_show_write(&file, NQ_PROTOCOL_15, 0, NULL);
    first = open("show.dem", file.data, file.size, 1 << 20);
    const uint32_t updates = timeline_extent(first).num_updates;
    uint64_t *hashes = calloc(updates, sizeof(*hashes));
    for (uint32_t i = 0; i < updates; i++) {
        cr_assert_eq(timeline_go_update(first, i), 0);
        hashes[i] = timeline_state_hash(first);
    }
    for (uint32_t i = 0; i < HEADS; i++) {
        walks[i] = (struct walk){.seed = i + 1, .updates = updates, .hashes = hashes};
        cr_assert_eq(timeline_open_head(&walks[i].head, first), 0);
    }
    timeline_close(first); /* the index lives as long as any head */
    for (int i = 0; i < HEADS; i++) {
        cr_assert_eq(pthread_create(&threads[i], NULL, walk, &walks[i]), 0);
    }
    for (int i = 0; i < HEADS; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(walks[i].wrong, 0, "head %d", i);
    }
    free(hashes);
    byte_writer_free(&file);
}

/* OpenArena's client applies some commands before their snapshot: they belong to the update before.
 */
Test(listen, early_commands_belong_to_the_update_before)
{
    enum { MISSILE = 100, GRENADES = 4, BOUNCE = 44, BODY = 3, JUMP = 14 };
    struct q3_demo *d = q3_demo_create(71);
    struct demo_sounds heard = {0};
    uint32_t early = 0;
    q3_demo_configstring(d, 20, "baseoa-1");
    q3_demo_gamestate(d, 0);
    for (int32_t i = 0; i < 4; i++) {
        int32_t *f = q3_demo_entity(d, MISSILE);
        f[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
        f[Q3_ES_WEAPON] = GRENADES;
        f[Q3_ES_EVENT] = BOUNCE | i << 8;
        f = q3_demo_entity(d, BODY);
        f[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
        f[Q3_ES_EVENT] = JUMP | i << 8;
        q3_demo_snapshot(d, 1000 + 50 * i, 0);
    }
    q3_demo_end(d);
    struct timeline *t = open("x.dm_71", d->file.data, d->file.size, 0);
    for (uint32_t update = 0; update < 4; update++) {
        const size_t first = heard.count;
        cr_assert_eq(timeline_listen(t, update, &heard), 0);
        for (size_t i = first; i < heard.count; i++) {
            const struct demo_sound *s = &heard.items[i];
            early += s->early;
            cr_expect_float_eq(s->time, 0.05 * (update - s->early), 1e-9, "%u: %g", update,
                               s->time);
        }
    }
    cr_expect_eq(early, 3, "%u", early);
    demo_sounds_free(&heard);
    timeline_close(t);
    q3_demo_free(d);
}
