/* One time, one picture, in Quake III's levels: play, reverse play, seeks and steps, threads and
 * kernels give the same frame of every recorded demo. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/player.h"
#include "render/cpu.h"
#include "render/rgb/scene_rgb.h"
#include "tests/support/real_data.h"

/* Sanitizers are slow, and look for something else. */
#if defined(__SANITIZE_ADDRESS__)
enum { SAMPLES = 6, MOMENTS = 1 };
#else
enum { SAMPLES = 24, MOMENTS = 3 };
#endif

enum { WIDTH = 200, HEIGHT = 150, DEMOS = 5 };

static const char *const demos[DEMOS] = {"oa_dm1_ffa_spec.dm_68", "aggressor_ffa_play.dm_68",
                                         "net_maprestart_oa_dm3.dm_68", "oa_ctf4ish_ctf_spec.dm_68",
                                         "builtin:demo5"};

struct sample {
    double time;
    uint64_t state, frame;
    size_t entities;
};

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void open_demo(struct player *player, const char *name, struct player_options options,
                      size_t key_frame_bytes)
{
    const bool builtin = strncmp(name, "builtin:", 8) == 0;
    const struct real_data_name basedir = real_data_path("quake3");
    struct real_data_name path = {{0}};
    if (!builtin) {
        path = real_data_path("quake3/recorded/%s", name);
    }
    const struct timeline_options index = {.key_frame_bytes = key_frame_bytes};
    struct format_error err = {0};
    options.search.basedir = basedir.text;
    cr_assert_eq(player_open(player, builtin ? name : path.text, &options, &index, &err), 0, "%s",
                 err.what);
    cr_assert_eq(player_set_size(player, WIDTH, HEIGHT), 0);
    player->scene_options.follow = options.follow ? 2 : 0;
    player->follow = NULL;
}

static struct sample look(struct player *player, double time)
{
    struct sample sample = {.time = time};
    cr_assert_eq(player_go_time(player, time), 0);
    cr_assert_eq(player_draw(player, NULL, 0), 0);
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

static void check_ways(const char *name, const struct player_options *options)
{
    struct sample samples[SAMPLES];
    struct player player;
    uint32_t seed = 2463534242u;
    size_t seen = 0;
    open_demo(&player, name, *options, 0);
    const double length = timeline_length(player.timeline);
    for (int i = 0; i < SAMPLES; i++) { /* straight on, by what draws nothing else */
        const double within = (double)next_random(&seed) / 0xffffff;
        samples[i] = look(&player, length * (i + within) / SAMPLES);
        seen += samples[i].entities;
    }
    cr_expect_gt(seen, (size_t)SAMPLES, "%s: next to nothing stands in it", name);
    player_close(&player);
    open_demo(&player, name, *options, TIMELINE_KEY_FRAME_BYTES);
    for (int i = SAMPLES - 1; i >= 0; i--) {
        const struct sample found = look(&player, samples[i].time);
        expect_same(name, "in reverse", &found, &samples[i]);
    }
    for (int i = 0; i < SAMPLES; i++) {
        const struct sample *there = &samples[next_random(&seed) % SAMPLES];
        (void)!player_go_time(&player, length * (double)next_random(&seed) / 0xffffff);
        const struct sample found = look(&player, there->time);
        expect_same(name, "after a seek", &found, there);
    }
    for (int i = 0; i < SAMPLES; i += 4) { /* update by update, over it and back */
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
    player_close(&player);
}

struct named_demo {
    char name[64];
};

ParameterizedTestParameters(purity_quake3, every_way_to_a_time_gives_the_same_picture)
{
    static struct named_demo named[DEMOS];
    for (int i = 0; i < DEMOS; i++) {
        snprintf(named[i].name, sizeof(named[i].name), "%s", demos[i]);
    }
    return cr_make_param_array(struct named_demo, named, DEMOS);
}

ParameterizedTest(struct named_demo *demo, purity_quake3,
                  every_way_to_a_time_gives_the_same_picture)
{
    const struct player_options options = player_default_options();
    check_ways(demo->name, &options);
}

/* A time is the same one by whichever clock, and by its update. */
Test(purity_quake3, the_servers_clock_shows_what_the_demos_does)
{
    struct player player;
    open_demo(&player, "builtin:demo5", player_default_options(), 0);
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
    player_close(&player);
}

Test(purity_quake3, other_cameras)
{
    struct player_options options = player_default_options();
    options.camera.kind = CAMERA_CHASE;
    options.filter = RGB_BILINEAR;
    options.light.gamma = 0.8;
    check_ways(demos[1], &options);
    options.camera.kind = CAMERA_EYE;
    options.follow = "2";
    check_ways(demos[3], &options);
}

Test(purity_quake3, threads_and_kernels)
{
    static const int threads[] = {1, 2, 3, 7};
    for (int demo = 0; demo < DEMOS; demo++) {
        struct player player;
        open_demo(&player, demos[demo], player_default_options(), TIMELINE_KEY_FRAME_BYTES);
        const double length = timeline_length(player.timeline);
        for (int moment = 0; moment < MOMENTS; moment++) {
            const double time = length * (moment + 0.61) / MOMENTS;
            uint64_t first = 0;
            for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
                cpu_set_level((enum cpu_level)level);
                for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
                    player.options.threads = threads[i];
                    cr_assert_eq(player_set_size(&player, WIDTH, HEIGHT), 0);
                    const uint64_t frame = look(&player, time).frame;
                    first = first ? first : frame;
                    cr_expect_eq(frame, first, "%s at %g: %s, %d threads", demos[demo], time,
                                 cpu_level_name((enum cpu_level)level), threads[i]);
                }
            }
        }
        player_close(&player);
    }
}
