/* One time range, one sound, in every Quake III demo that can be drawn, including placeholder
 * worlds: forward, backward, in any order, in parallel threads, played to or seeked to, the samples
 * are equal. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <pthread.h>

#include "engine/playback/soundtrack.h"
#include "tests/support/quake3/q3_drawable.h"
#include "tests/support/random_numbers.h"
#include "tests/support/sanitized.h"

enum { WINDOWS = SANITIZED ? 12 : 200, PLAYED = SANITIZED ? 1 : 8 };
enum { RATE = 44100, BEFORE = 20 };

static const struct sound_eyes usual = {.camera = {.kind = CAMERA_EYE}};
static const struct sound_eyes elsewhere = {
    .camera = {.kind = CAMERA_FREE, .origin = {300, 40, 100}, .angles = {0, 120, 0}}};

struct subject {
    struct playback_context player;
    const char *name;
    int64_t blocks[WINDOWS]; /* rising */
    uint64_t hashes[WINDOWS];
};

static struct soundtrack *open_track(const struct subject *s)
{
    const struct soundtrack_options options = {.rate = RATE, .volume = 1.0f, .music_volume = 1.0f};
    struct soundtrack *track;
    struct format_error err = {0};
    cr_assert_eq(
        soundtrack_open(&track, s->player.timeline, &s->player.source.game, &options, &err), 0,
        "%s", err.what);
    return track;
}

static uint64_t hash_block(struct soundtrack *track, const struct sound_eyes *eyes, int64_t block)
{
    int16_t out[2 * MIXER_BLOCK];
    uint64_t hash = 0xcbf29ce484222325u;
    cr_assert_eq(soundtrack_mix(track, eyes, block, out), 0);
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        hash = (hash ^ (uint16_t)out[i]) * 0x100000001b3u;
    }
    return hash;
}

static void expect_same(const struct subject *s, struct soundtrack *track, int window,
                        const char *how)
{
    cr_assert_eq(hash_block(track, &usual, s->blocks[window]), s->hashes[window],
                 "%s: block %ld is another %s", s->name, (long)s->blocks[window], how);
}

static void *go_back(void *context)
{
    const struct subject *s = context;
    struct soundtrack *track = open_track(s);
    for (int i = WINDOWS - 1; i >= 0; i--) {
        expect_same(s, track, i, "on the way back, in a thread");
    }
    soundtrack_close(track);
    return NULL;
}

static void jump_about(const struct subject *s, uint32_t seed)
{
    struct soundtrack *track = open_track(s);
    for (int i = 0; i < WINDOWS; i++) {
        const int window = (int)(next_random(&seed) % WINDOWS);
        if (i % 16 == 3) { /* another listener in between */
            (void)hash_block(track, &elsewhere, s->blocks[window] / 2);
        }
        if (i % 8 == 5) {
            soundtrack_load(track, s->blocks[window]);
        }
        expect_same(s, track, window, "after a seek");
    }
    for (int i = 0; i < PLAYED; i++) { /* by what lies before it */
        const int window = (int)(next_random(&seed) % WINDOWS);
        for (int64_t block = s->blocks[window] - BEFORE; block < s->blocks[window]; block++) {
            (void)hash_block(track, &usual, block);
        }
        expect_same(s, track, window, "when it is played to");
    }
    soundtrack_close(track);
}

static void listen_on(struct subject *s)
{
    struct soundtrack *track = open_track(s);
    const int64_t count = soundtrack_num_blocks(track, timeline_length(s->player.timeline)) + 4;
    const uint64_t silence = hash_block(track, &usual, -1);
    uint32_t seed = 88172645;
    int sounding = 0;
    for (int i = 0; i < WINDOWS; i++) {
        const double within = (double)next_random(&seed) / (1 << 24);
        s->blocks[i] = (int64_t)((double)count * (i + within) / WINDOWS);
        s->hashes[i] = hash_block(track, &usual, s->blocks[i]);
        sounding += s->hashes[i] != silence;
    }
    soundtrack_close(track);
    /* Not much where the game's sounds are not. */
    cr_expect(strstr(s->name, "recorded") == NULL || sounding > WINDOWS / 2, "%s: %d of %d sound",
              s->name, sounding, WINDOWS);
}

ParameterizedTestParameters(soundtrack_purity_quake3, two_hundred_windows)
{
    const size_t count = q3_drawable_find(true);
    return cr_make_param_array(struct q3_drawable, q3_drawable_list, count);
}

ParameterizedTest(struct q3_drawable *demo, soundtrack_purity_quake3, two_hundred_windows)
{
    const struct timeline_options index = {.key_frame_bytes = 16 << 20, .sounds = true};
    struct subject s = {.name = demo->name};
    pthread_t thread;
    q3_drawable_open(&s.player, demo->name, playback_default_options(), &index);
    listen_on(&s);
    cr_assert_eq(pthread_create(&thread, NULL, go_back, &s), 0);
    jump_about(&s, 12345);
    pthread_join(thread, NULL);
    playback_close(&s.player);
}
