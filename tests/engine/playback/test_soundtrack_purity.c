/* One block, one sound: straight play, backward, random seeks, other eyes in between and other
 * threads give the same samples at every block of every demo. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "engine/playback/soundtrack.h"
#include "formats/base/dmath.h"
#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

#if SANITIZED
enum { BLOCKS_MAX = 80, QUAKE3_MAX = 60, JUMPS = 4, EARS = 4, BACKWARD = 16, EVERY = 3 };
#else
enum { BLOCKS_MAX = 9000, QUAKE3_MAX = 2000, JUMPS = 60, EARS = 80, BACKWARD = 150, EVERY = 1 };
#endif
enum { RATE = 48000 };

static const char *const builtin[] = {"builtin:demo1", "builtin:demo2", "builtin:demo3",
                                      "builtin:demo4", "builtin:demo5"};

static const struct sound_eyes eyes[] = {
    {.camera = {.kind = CAMERA_EYE}},
    {.camera = {.kind = CAMERA_CHASE, .distance = 100.0f, .height = 24.0f}},
    {.camera = {.kind = CAMERA_EYE}, .who = "2"},
    {.camera = {.kind = CAMERA_EYE}, .who = "auto"},
    {.camera = {.kind = CAMERA_FREE, .origin = {100, -50, 200}, .angles = {10, 200, 0}}},
};
enum { EYES = sizeof(eyes) / sizeof(eyes[0]) };

static const char *folder; /* real demos */
static const char *base;   /* and where their game is */
static int met, opened;    /* demos met and opened: every EVERYth */

struct subject {
    struct playback_context player;
    enum mixer_look look;
    int eyes;
    uint64_t *hashes; /* hashes of forward play */
    int64_t blocks;
};

static struct soundtrack *open_track(const struct subject *s)
{
    const struct soundtrack_options options = {
        .rate = RATE, .look = s->look, .volume = 1.0f, .music_volume = 1.0f};
    struct soundtrack *track;
    struct format_error err = {0};
    cr_assert_eq(
        soundtrack_open(&track, s->player.timeline, &s->player.source.game, &options, &err), 0,
        "%s", err.what);
    return track;
}

static uint64_t hash_block(struct soundtrack *track, int eye, int64_t block)
{
    int16_t out[2 * MIXER_BLOCK];
    uint64_t hash = 0xcbf29ce484222325u;
    cr_assert_eq(soundtrack_mix(track, &eyes[eye], block, out), 0);
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        hash = (hash ^ (uint16_t)out[i]) * 0x100000001b3u;
    }
    return hash;
}

static void check_block(const struct subject *s, struct soundtrack *track, int64_t block,
                        const char *how)
{
    cr_assert_eq(hash_block(track, s->eyes, block), s->hashes[block],
                 "%s, look %d, eyes %d: block %ld of %ld is another %s", s->player.source.name,
                 (int)s->look, s->eyes, (long)block, (long)s->blocks, how);
}

/* Every second one, in another thread. */
static void *play_half(void *context)
{
    const struct subject *s = context;
    struct soundtrack *track = open_track(s);
    const int64_t most = s->blocks < BLOCKS_MAX / 8 ? s->blocks : BLOCKS_MAX / 8;
    for (int64_t block = 1; block < most; block += 2) {
        check_block(s, track, block, "in a thread");
    }
    soundtrack_close(track);
    return NULL;
}

static void check_ways(const struct subject *s)
{
    struct soundtrack *track = open_track(s);
    uint32_t random = 7;
    for (int i = 0; i < JUMPS; i++) {
        random = random * 1664525 + 1013904223;
        const int64_t block = (int64_t)(random >> 8) % s->blocks;
        if (i % 4 == 3) { /* another listener in between */
            (void)hash_block(track, (s->eyes + 1) % EYES, block / 2);
        }
        if (i % 8 == 5) {
            soundtrack_load(track, block);
        }
        check_block(s, track, block, "after a seek");
    }
    const int64_t last = s->blocks < BACKWARD ? s->blocks : BACKWARD;
    for (int64_t block = last - 1; block >= 0; block--) {
        check_block(s, track, block, "backward");
    }
    soundtrack_close(track);
}

static void check_subject(struct subject *s)
{
    struct soundtrack *track = open_track(s);
    pthread_t thread;
    for (int64_t block = 0; block < s->blocks; block++) {
        s->hashes[block] = hash_block(track, s->eyes, block);
    }
    soundtrack_close(track);
    cr_assert_eq(pthread_create(&thread, NULL, play_half, s), 0);
    check_ways(s);
    pthread_join(thread, NULL);
}

/* While the index grows in the background, from the first block on and from the last. */
static void check_growing(const struct subject *s, const struct playback_options *options)
{
    const struct timeline_options index = {
        .key_frame_bytes = 1 << 20, .background = true, .sounds = true};
    for (int way = 0; way < 2; way++) {
        struct subject growing = *s;
        struct format_error err;
        cr_assert_eq(playback_open(&growing.player, s->player.source.name, options, &index, &err),
                     0);
        struct soundtrack *track = open_track(&growing);
        for (int64_t i = 0; i < s->blocks && i < BACKWARD; i++) {
            check_block(&growing, track, way ? s->blocks - 1 - i : i, "while the index grows");
        }
        soundtrack_close(track);
        playback_close(&growing.player);
    }
}

/* Blocks that are not silent. */
static int64_t count_sounding(const struct subject *s)
{
    int64_t count = 0;
    for (int64_t block = 0; block < s->blocks; block++) {
        count += s->hashes[block] != s->hashes[s->blocks];
    }
    return count;
}

/* The ears are the picture's camera, to the bit. */
static void check_ears(struct subject *s)
{
    struct scene room = {0};
    const double length = timeline_length(s->player.timeline);
    uint32_t random = 3;
    for (int i = 0; i < EARS; i++) {
        struct demo_listener ears;
        float forward[3], right[3], up[3];
        random = random * 1664525 + 1013904223;
        const double time = length * (random >> 8) / (1 << 24);
        struct scene_options *options = &s->player.scene_options;
        options->camera = eyes[i % EYES].camera;
        options->follow = (uint32_t)i % 3;
        options->no_hud = true;
        const struct scene_data data = demo_source_data(&s->player.source);
        cr_assert_eq(playback_go_time(&s->player, time), 0);
        cr_assert_eq(timeline_scene(s->player.timeline, &s->player.scene, options, &data), 0);
        cr_assert_eq(timeline_listener(s->player.timeline, &room, options, &data, &ears), 0);
        if (!ears.in_level) {
            continue; /* no level yet */
        }
        dmath_angle_vectors(s->player.scene.camera.angles, forward, right, up);
        cr_assert_arr_eq(ears.origin, s->player.scene.camera.origin, sizeof(ears.origin), "%s: %f",
                         s->player.source.name, time);
        cr_assert_arr_eq(ears.right, right, sizeof(right), "%s: %f", s->player.source.name, time);
    }
    scene_free(&room);
}

static void check_demo(const char *name, const char *basedir)
{
    const struct timeline_options index = {.key_frame_bytes = 16 << 20, .sounds = true};
    struct playback_options options = playback_default_options();
    struct subject s = {.eyes = 0};
    struct format_error err = {0};
    options.search.basedir = basedir;
    if (playback_open(&s.player, name, &options, &index, &err) < 0) {
        return; /* there are files that are no demos among them */
    }
    opened++;
    struct soundtrack *track = open_track(&s);
    s.blocks = soundtrack_num_blocks(track, timeline_length(s.player.timeline)) + 10;
    const int64_t most = s.player.source.demo.family->quake3_data ? QUAKE3_MAX : BLOCKS_MAX;
    s.blocks = s.blocks < most ? s.blocks : most;
    s.hashes = malloc((size_t)(s.blocks + 1) * sizeof(*s.hashes));
    s.hashes[s.blocks] = hash_block(track, 0, -1); /* silence */
    soundtrack_close(track);
    for (int i = 0; i < EYES; i++) {
        s.eyes = i;
        s.look = i == 1 ? MIXER_FAITHFUL : MIXER_EXACT;
        check_subject(&s);
        if (i == 0) {
            check_growing(&s, &options);
        }
        /* The one of Quake III begins softly, and has no ambience. */
        if (strncmp(name, "builtin", 7) == 0 &&
            (s.blocks > 1000 || !s.player.source.demo.family->quake3_data)) {
            cr_expect_gt(count_sounding(&s), s.blocks / 2, "%s", name);
        }
    }
    check_ears(&s);
    free(s.hashes);
    playback_close(&s.player);
}

Test(soundtrack_purity, builtin_demos)
{
    for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++) {
        check_demo(builtin[i], NULL);
    }
}

static void check_file(const char *name, const uint8_t *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    if (met++ % EVERY != 0) {
        return;
    }
    check_demo(real_data_path("%s/%s", folder, name).text, real_data_path("%s", base).text);
}

static void check_folder(const char *below, const char *part)
{
    folder = below;
    base = strncmp(below, "quake3", 6) == 0 ? "quake3" : "librequake";
    real_data_each(below, part, check_file);
}

Test(soundtrack_purity, real_netquake_demos)
{
    check_folder("netquake", ".dem");
    cr_expect_geq(opened, 15 / EVERY, "%d", opened);
}

Test(soundtrack_purity, real_quakeworld_demos)
{
    check_folder("quakeworld/corpus", ".");
    check_folder("quakeworld/recorded", ".");
    cr_expect_geq(opened, 15 / EVERY, "%d", opened);
}

Test(soundtrack_purity, real_quake3_demos)
{
    check_folder("quake3/recorded", ".dm_68");
    cr_expect_geq(opened, 4 / EVERY, "%d", opened);
}
