/* One time, one frame, in Quake III levels: play, reverse play, seeks, steps, threads and kernels
 * give the same frame of every recorded demo.
 *
 * QUAKEREEL_TIMES=200 in the environment tests 200 times per demo, and the public demos in
 * placeholder worlds too: minutes on an idle machine. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>

#include "engine/playback/playback_context.h"
#include "render/cpu.h"
#include "render/rgb/scene_rgb.h"
#include "tests/support/quake3/q3_drawable.h"
#include "tests/support/random_numbers.h"
#include "tests/support/sanitized.h"

enum { SAMPLES = SANITIZED ? 6 : 24, MOMENTS = SANITIZED ? 1 : 3 };

enum { WIDTH = 200, HEIGHT = 150, SAMPLES_MAX = 1000 };

struct sample {
    double time;
    uint64_t state, frame;
    size_t entities;
};

/* QUAKEREEL_TIMES; 0 = not set. */
static int times_asked_for(void)
{
    const char *text = getenv("QUAKEREEL_TIMES");
    const int times = text ? atoi(text) : 0;
    return times > 0 && times <= SAMPLES_MAX ? times : 0;
}

static int num_samples(void)
{
    const int times = times_asked_for();
    return times > 0 ? times : SAMPLES;
}

static void open_demo(struct playback_context *player, const char *name,
                      struct playback_options options, size_t key_frame_bytes)
{
    const struct timeline_options index = {.key_frame_bytes = key_frame_bytes};
    q3_drawable_open(player, name, options, &index);
    cr_assert_eq(playback_set_size(player, WIDTH, HEIGHT), 0);
    player->scene_options.follow = options.follow ? 2 : 0;
    player->follow = NULL;
}

static struct sample look(struct playback_context *player, double time)
{
    struct sample sample = {.time = time};
    cr_assert_eq(playback_go_time(player, time), 0);
    cr_assert_eq(playback_draw(player, NULL, 0), 0);
    cr_assert_eq(player->scene.kind, SCENE_RGB);
    sample.state = timeline_state_hash(player->timeline);
    sample.frame = renderer_hash(player->renderer);
    sample.entities = player->scene.rgb->num_entities;
    return sample;
}

static void expect_same(const char *name, const char *way, const struct sample *a,
                        const struct sample *b)
{
    cr_expect(a->state == b->state && a->frame == b->frame && a->entities == b->entities,
              "%s %s: at %.6f%s%s%s differ", name, way, a->time,
              a->state != b->state ? " state" : "", a->frame != b->frame ? " frame" : "",
              a->entities != b->entities ? " entities" : "");
}

static void check_ways(const char *name, const struct playback_options *options)
{
    static struct sample samples[SAMPLES_MAX];
    const int count = num_samples();
    struct playback_context player;
    uint32_t seed = 2463534242u;
    size_t seen = 0;
    open_demo(&player, name, *options, 0);
    const double length = timeline_length(player.timeline);
    for (int i = 0; i < count; i++) { /* forward, in a context that draws nothing else */
        const double within = (double)next_random(&seed) / 0xffffff;
        samples[i] = look(&player, length * (i + within) / count);
        seen += samples[i].entities;
    }
    cr_expect_gt(seen, (size_t)count, "%s: next to nothing stands in it", name);
    playback_close(&player);
    open_demo(&player, name, *options, TIMELINE_KEY_FRAME_BYTES);
    for (int i = count - 1; i >= 0; i--) {
        const struct sample found = look(&player, samples[i].time);
        expect_same(name, "in reverse", &found, &samples[i]);
    }
    for (int i = 0; i < count; i++) {
        const struct sample *there = &samples[next_random(&seed) % (uint32_t)count];
        (void)!playback_go_time(&player, length * (double)next_random(&seed) / 0xffffff);
        const struct sample found = look(&player, there->time);
        expect_same(name, "after a seek", &found, there);
    }
    for (int i = 0; i < count; i += 4) { /* update by update, over it and back */
        const int64_t at = timeline_update_at(player.timeline, samples[i].time);
        const int64_t last = timeline_extent(player.timeline).num_updates;
        for (int64_t k = -6; k <= 6; k++) {
            if (at + k >= 0 && at + k < last) {
                cr_assert_eq(timeline_go_update(player.timeline, (uint32_t)(at + k)), 0);
            }
        }
        const struct sample found = look(&player, samples[i].time);
        expect_same(name, "after stepping", &found, &samples[i]);
    }
    playback_close(&player);
}

ParameterizedTestParameters(purity_quake3, every_way_to_a_time_gives_the_same_picture)
{
    const size_t count = q3_drawable_find(times_asked_for() > 0);
    return cr_make_param_array(struct q3_drawable, q3_drawable_list, count);
}

ParameterizedTest(struct q3_drawable *demo, purity_quake3,
                  every_way_to_a_time_gives_the_same_picture)
{
    const struct playback_options options = playback_default_options();
    check_ways(demo->name, &options);
}

/* A time is the same one by whichever clock, and by its update. */
Test(purity_quake3, the_servers_clock_shows_what_the_demos_does)
{
    struct playback_context player;
    open_demo(&player, "builtin:demo5", playback_default_options(), 0);
    struct timeline *t = player.timeline;
    const struct demo_family *family = timeline_family(t);
    const uint32_t last = timeline_extent(t).num_updates - 1;
    const uint32_t updates[] = {0, last / 2, last};
    for (int k = 0; k < 3; k++) {
        const uint32_t i = updates[k];
        cr_assert_eq(timeline_go_update(t, i), 0);
        const double clock = family->clock(timeline_state(t));
        const uint64_t hash = timeline_state_hash(t);
        cr_assert_eq(timeline_go_clock(t, clock), 0);
        cr_expect_eq(timeline_state_hash(t), hash, "update %u", i);
        cr_assert_eq(timeline_go_time(t, timeline_update_time(t, i), true), 0);
        cr_expect_eq(timeline_state_hash(t), hash, "update %u", i);
    }
    cr_expect_eq(timeline_go_clock(t, -77.0), FORMAT_MISSING);
    playback_close(&player);
}

Test(purity_quake3, other_cameras)
{
    struct playback_options options = playback_default_options();
    options.camera.kind = CAMERA_CHASE;
    options.filter = RGB_BILINEAR;
    options.light.gamma = 0.8;
    check_ways("quake3/recorded/aggressor_ffa_play.dm_68", &options);
    options.camera.kind = CAMERA_EYE;
    options.follow = "2";
    check_ways("quake3/recorded/oa_ctf4ish_ctf_spec.dm_68", &options);
}

Test(purity_quake3, light_of_full_screen)
{
    struct playback_options options = playback_default_options();
    options.overbright = true;
    check_ways("builtin:demo5", &options);
}

Test(purity_quake3, threads_and_kernels)
{
    static const int threads[] = {1, 2, 3, 7};
    const size_t demos = q3_drawable_find(false);
    for (size_t demo = 0; demo < demos; demo++) {
        const char *name = q3_drawable_list[demo].name;
        struct playback_context player;
        open_demo(&player, name, playback_default_options(), TIMELINE_KEY_FRAME_BYTES);
        const double length = timeline_length(player.timeline);
        for (int moment = 0; moment < MOMENTS; moment++) {
            const double time = length * (moment + 0.61) / MOMENTS;
            uint64_t first = 0;
            for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
                cpu_set_level((enum cpu_level)level);
                for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
                    player.options.threads = threads[i];
                    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
                    const uint64_t frame = look(&player, time).frame;
                    first = first ? first : frame;
                    cr_expect_eq(frame, first, "%s at %g: %s, %d threads", name, time,
                                 cpu_level_name((enum cpu_level)level), threads[i]);
                }
            }
        }
        playback_close(&player);
    }
}
