/* Soundtracks of small demos with generated sounds: time, pan and volume; ambience and music. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/soundtrack.h"
#include "formats/media/wav.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/support/map_bytes.h"
#include "tests/support/scratch.h"

enum { RATE = 44100, CLICK = 100, HUM = 700, TRACK = 30000, MAX_SAMPLES = 8 * RATE };

/* By its scale in the exact look, the usual volume. */
#define USUAL 0.35

static struct nq_demo demo;
static struct timeline *timeline;
static struct game_files game;
static struct soundtrack *soundtrack;
static struct scratch_talk talk;
static int16_t (*heard)[2]; /* MAX_SAMPLES samples and a block */
static int16_t mixed[2 * MIXER_BLOCK];
static const struct sound_eyes recorder = {.camera = {.kind = CAMERA_EYE}};

/* loop: where its cue point is, or negative: none. */
static void write_wav(const char *name, const int16_t *samples, int channels, uint32_t frames,
                      int32_t loop)
{
    struct byte_writer file = {0};
    struct media_sink sink = media_sink_memory(&file);
    struct wav_writer writer;
    cr_assert_eq(wav_begin(&writer, &sink, RATE, channels, frames), 0);
    cr_assert_eq(wav_add(&writer, samples, frames), 0);
    cr_assert_eq(wav_end(&writer), 0);
    if (loop >= 0) {
        byte_writer_bytes(&file, "cue ", 4);
        byte_writer_u32(&file, 28);
        byte_writer_u32(&file, 1);
        for (int i = 0; i < 5; i++) {
            byte_writer_u32(&file, 0);
        }
        byte_writer_u32(&file, (uint32_t)loop);
        bytes_put_u32(file.data + 4, (uint32_t)file.size - 8);
    }
    scratch_write(name, file.data, file.size);
    byte_writer_free(&file);
}

static int16_t track_at(int64_t position, int ear)
{
    return (int16_t)(ear ? 5000 : position % TRACK - 10000);
}

static void write_sounds(void)
{
    static int16_t samples[2 * TRACK];
    scratch_make_folder("id1");
    scratch_make_folder("id1/sound");
    scratch_make_folder("id1/sound/ambience");
    scratch_make_folder("id1/music");
    scratch_make_folder("id1/maps");
    for (int i = 0; i < HUM; i++) {
        samples[i] = 10000;
    }
    write_wav("id1/sound/click.wav", samples, 1, CLICK, -1);
    write_wav("id1/sound/hum.wav", samples, 1, HUM, 0);
    write_wav("id1/sound/ambience/water1.wav", samples, 1, HUM, 100);
    for (int i = 0; i < TRACK; i++) {
        samples[2 * i] = track_at(i, 0);
        samples[2 * i + 1] = track_at(i, 1);
    }
    write_wav("id1/music/track05.wav", samples, 2, TRACK, -1);
}

/* The built-in pack's, every leaf of which has water of that loudness, and no wind. */
static void write_map(uint8_t water)
{
    const uint8_t *bytes;
    size_t size, leafs_size;
    cr_assert(builtin_find("maps/reel.bsp", &bytes, &size));
    struct byte_writer map = map_convert(bytes, BSP_VERSION_29);
    uint8_t *leafs = map.data + (map_lump(map.data, MAP_LEAFS, &leafs_size) - map.data);
    for (size_t i = 0; i < leafs_size; i += MAP_LEAF29) {
        leafs[i + 24] = water;
        leafs[i + 25] = 0;
    }
    scratch_write("id1/maps/level.bsp", map.data, map.size);
    byte_writer_free(&map);
}

static void set_up(void)
{
    scratch_set_up();
    heard = calloc(MAX_SAMPLES + MIXER_BLOCK, sizeof(heard[0]));
    cr_assert_not_null(heard);
    write_sounds();
    demo_stage_begin(&demo, NQ_PROTOCOL_15);
}

static void add_level(void)
{
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){
        .protocol = NQ_PROTOCOL_15,
        .max_clients = 2,
        .level_name = "",
        .models = {"maps/level.bsp\0progs/player.mdl", 2},
        .sounds = {"click.wav\0hum.wav\0lost.wav\0../x.wav\0bad.wav", 5},
    };
    demo_stage_add(&demo, m);
    demo_stage_add(&demo, (struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    for (uint8_t i = 1; i <= 3; i++) {
        demo_stage_add_signon(&demo, i);
        demo_stage_end_block(&demo);
    }
}

/* Heard everywhere, from far away along x: with the eyes' yaw of 90 degrees that is the right. */
static void add_sound(uint16_t entity, uint8_t channel, uint16_t number, double x)
{
    struct nq_message m = {.id = NQ_SOUND};
    m.u.sound = (struct nq_sound){.mask = NQ_SND_ATTENUATION,
                                  .volume = 255,
                                  .attenuation = 0,
                                  .entity = entity,
                                  .channel = channel,
                                  .sound = number,
                                  .origin = {x, 0, 0}};
    demo_stage_add(&demo, m);
}

static void add_track(uint8_t track)
{
    struct nq_message m = {.id = NQ_CDTRACK};
    m.u.cdtrack.track = track;
    m.u.cdtrack.loop_track = track;
    demo_stage_add(&demo, m);
}

static void add_pause(bool on)
{
    demo_stage_add(&demo, (struct nq_message){.id = NQ_SETPAUSE, .u.setpause = on});
}

/* Updates at server times from..to, ten per second; the first is demo time 0. */
static void add_updates(int from, int to)
{
    for (int tenth = from; tenth <= to; tenth++) {
        demo_stage_add_update(&demo, 1.0 + tenth / 10.0);
    }
}

static struct soundtrack_options options_of(enum mixer_look look)
{
    return (struct soundtrack_options){.rate = RATE,
                                       .look = look,
                                       .volume = 1.0f,
                                       .music_volume = 1.0f,
                                       .log = scratch_hear,
                                       .log_context = &talk};
}

static void open(enum mixer_look look)
{
    struct format_error err = {0};
    const struct timeline_options index = {.key_frame_bytes = 1 << 20, .sounds = true};
    const struct game_files_options data = {.search = {.basedir = scratch_root}};
    const struct soundtrack_options options = options_of(look);
    cr_assert_eq(timeline_open(&timeline, demo.file.data, demo.file.size, &index, &err), 0, "%s",
                 err.what);
    cr_assert_eq(game_files_open(&game, &data, &err), 0, "%s", err.what);
    cr_assert_eq(soundtrack_open(&soundtrack, timeline, &game, &options, &err), 0, "%s", err.what);
}

static void mix(const struct sound_eyes *eyes, int64_t block)
{
    cr_assert_eq(soundtrack_mix(soundtrack, eyes, block, mixed), 0);
}

/* Mixes `count` samples from the start. */
static void listen_as(const struct sound_eyes *eyes, int64_t count)
{
    cr_assert_leq(count, MAX_SAMPLES);
    for (int64_t block = 0; block * MIXER_BLOCK < count; block++) {
        mix(eyes, block);
        memcpy(heard[block * MIXER_BLOCK], mixed, sizeof(mixed));
    }
}

static void close_all(void)
{
    soundtrack_close(soundtrack);
    timeline_close(timeline);
    game_files_close(&game);
    soundtrack = NULL;
}

static void tear_down(void)
{
    if (soundtrack) {
        close_all();
    }
    nq_demo_end(&demo);
    free(heard);
    scratch_tear_down();
}

TestSuite(soundtrack, .init = set_up, .fini = tear_down);

static int64_t sample_at(double time)
{
    return (int64_t)(time * RATE + 0.5);
}

/* Both ears silent in from..to. */
static void expect_silence(int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) {
        cr_assert(heard[i][0] == 0 && heard[i][1] == 0, "sample %ld of %ld..%ld: %d %d", (long)i,
                  (long)from, (long)to, heard[i][0], heard[i][1]);
    }
}

/* --- sounds ----------------------------------------------------------------------------------- */

/* Each begins with the picture of its message to the sample, at the ear it is placed at. */
Test(soundtrack, sounds_begin_and_end_to_the_sample)
{
    add_level();
    add_updates(0, 6);
    add_sound(7, 1, 1, 90000);
    add_updates(7, 12);
    add_sound(7, 1, 1, -90000);
    add_updates(13, 20);
    for (int look = 0; look < 2; look++) {
        const double loud = 10000 * (look == MIXER_FAITHFUL ? 0.7 : USUAL);
        const int64_t right = sample_at(0.7), left = sample_at(1.3);
        open((enum mixer_look)look);
        listen_as(&recorder, 2 * RATE);
        expect_silence(0, right);
        expect_silence(right + CLICK, left);
        expect_silence(left + CLICK, 2 * RATE);
        for (int i = 0; i < CLICK; i++) { /* both volumes at one ear */
            cr_assert(fabs(heard[right + i][1] - 2 * loud) < 0.02 * loud, "%d: %d", i,
                      heard[right + i][1]);
            cr_assert(abs(heard[right + i][0]) < 0.02 * loud, "%d: %d", i, heard[right + i][0]);
            cr_assert(fabs(heard[left + i][0] - 2 * loud) < 0.02 * loud, "%d", heard[left + i][0]);
            cr_assert(abs(heard[left + i][1]) < 0.02 * loud, "%d", heard[left + i][1]);
        }
        close_all();
    }
}

/* The recorder's own sounds are unpositioned; a free camera has no own sounds. */
Test(soundtrack, own_sounds_are_in_both_ears)
{
    const struct sound_eyes flying = {
        .camera = {.kind = CAMERA_FREE, .origin = {0, 0, 22}, .angles = {0, 90, 0}}};
    add_level();
    add_updates(0, 6);
    add_sound(1, 1, 1, 90000);
    add_updates(7, 12);
    open(MIXER_EXACT);
    listen_as(&recorder, RATE);
    cr_expect_eq(heard[sample_at(0.7)][0], 3500);
    cr_expect_eq(heard[sample_at(0.7)][1], 3500);
    listen_as(&flying, RATE);
    cr_expect_lt(heard[sample_at(0.7)][0], 50);
    cr_expect_gt(heard[sample_at(0.7)][1], 6900);
}

Test(soundtrack, missing_or_damaged_sounds_are_silent_and_reported_once)
{
    static const uint8_t bad[64] = "RIFF....WAVEfmt ";
    scratch_write("id1/sound/bad.wav", bad, sizeof(bad));
    add_level();
    add_updates(0, 2);
    for (int i = 0; i < 3; i++) {
        add_sound(1, 0, 3, 0);
        add_sound(1, 0, 4, 0);
        add_sound(1, 0, 5, 0);
    }
    add_updates(3, 12);
    open(MIXER_EXACT);
    listen_as(&recorder, RATE);
    expect_silence(0, RATE);
    cr_expect_eq(talk.lines, 4, "%s", talk.all); /* the map is not there, either */
    cr_expect(strstr(talk.all, "sound/lost.wav: not found"), "%s", talk.all);
    cr_expect(strstr(talk.all, "sound/../x.wav: a name outside"), "%s", talk.all);
    cr_expect(strstr(talk.all, "sound/bad.wav: "), "%s", talk.all);
    cr_expect_eq(files_missing_count(soundtrack_files(soundtrack), FILES_WANT_SOUND), 1);
    cr_expect_eq(files_damaged_count(soundtrack_files(soundtrack)), 1);
}

/* --- ambience --------------------------------------------------------------------------------- */

/* Ambience is 0.3 of the leaf's level, changes by 100 per second, and is silent below 8. */
Test(soundtrack, water_volume_follows_the_leaf)
{
    static const struct {
        uint8_t water;
        double most;
    } leafs[] = {{255, 76.5}, {100, 30.0}, {27, 8.1}, {26, 0.0}};
    add_level();
    add_updates(0, 20);
    for (size_t i = 0; i < sizeof(leafs) / sizeof(leafs[0]); i++) {
        write_map(leafs[i].water);
        open(MIXER_EXACT);
        listen_as(&recorder, 2 * RATE);
        for (int64_t at = 0; at < 2 * RATE; at += 100) {
            const double rising = 100.0 * (double)at / RATE;
            const double level = rising < leafs[i].most ? rising : leafs[i].most;
            const double loud = 10000 * USUAL * level / 255;
            cr_assert(fabs(heard[at][0] - loud) < 20, "%u, %ld: %d, not %f", leafs[i].water,
                      (long)at, heard[at][0], loud);
            cr_assert_eq(heard[at][0], heard[at][1]);
        }
        const double most = 10000 * USUAL * leafs[i].most / 255;
        cr_expect(fabs(heard[RATE][0] - most) < 1);
        close_all();
    }
}

/* A new level begins in silence, wherever the listener is. */
Test(soundtrack, water_restarts_with_a_level)
{
    write_map(255);
    add_level();
    add_updates(0, 15);
    add_level();
    add_updates(0, 15);
    open(MIXER_EXACT);
    const int64_t level = sample_at(timeline_length(timeline) - 1.5);
    const double most = 10000 * USUAL * 76.5 / 255;
    listen_as(&recorder, level + RATE);
    cr_expect(fabs(heard[level - 2 * MIXER_BLOCK][0] - most) < 1);
    cr_expect_lt(heard[level + 1][0], most / 20);
    cr_expect_lt(heard[level + RATE / 10][0], most / 4);
    cr_expect(fabs(heard[level + RATE - 1][0] - most) < 1);
}

/* The original never sounds it; in the exact look it goes round as a whole. */
Test(soundtrack, water_without_a_loop)
{
    static int16_t samples[HUM];
    for (int i = 0; i < HUM; i++) {
        samples[i] = 10000;
    }
    write_wav("id1/sound/ambience/water1.wav", samples, 1, HUM, -1);
    write_map(255);
    add_level();
    add_updates(0, 12);
    open(MIXER_FAITHFUL);
    listen_as(&recorder, RATE);
    expect_silence(0, RATE);
    close_all();
    open(MIXER_EXACT);
    listen_as(&recorder, RATE);
    cr_expect_eq(heard[RATE - 1][0], 1050);
}

/* A free camera's ambience has no ramp. */
Test(soundtrack, water_around_a_free_camera)
{
    const struct sound_eyes flying = {.camera = {.kind = CAMERA_FREE, .origin = {0, 0, 22}}};
    write_map(100);
    add_level();
    add_updates(0, 20);
    open(MIXER_EXACT);
    mix(&flying, 100);
    cr_expect_eq(mixed[0], 412); /* 10000 * 0.35 * 30 / 255 */
}

/* --- music ------------------------------------------------------------------------------------ */

static void expect_music(int64_t from, int64_t to, int64_t position)
{
    for (int64_t i = from; i < to; i++) {
        for (int ear = 0; ear < 2; ear++) {
            const double value = USUAL * track_at(position + i - from, ear);
            cr_assert(fabs(heard[i][ear] - value) < 1, "sample %ld, ear %d: %d, not %f", (long)i,
                      ear, heard[i][ear], value);
        }
    }
}

/* Music loops from its message; the same track continues, another track restarts. */
Test(soundtrack, music_runs_since_its_message)
{
    add_level();
    add_updates(0, 6);
    add_track(5);
    add_updates(7, 12);
    add_track(5);
    add_updates(13, 15);
    add_track(6); /* not there */
    add_updates(16, 18);
    add_track(5);
    add_updates(19, 20);
    add_track(0);
    add_updates(21, 24);
    open(MIXER_EXACT);
    listen_as(&recorder, sample_at(2.3));
    expect_silence(0, sample_at(0.7));
    expect_music(sample_at(0.7), sample_at(1.6), 0);
    expect_silence(sample_at(1.6), sample_at(1.9));
    expect_music(sample_at(1.9), sample_at(2.1), 0);
    expect_silence(sample_at(2.1), sample_at(2.3));
    cr_expect_eq(talk.lines, 1, "%s", talk.all); /* no map */
}

/* A server pause holds the music; a level change does not restart it. */
Test(soundtrack, a_pause_holds_the_music)
{
    add_level();
    add_track(5);
    add_updates(0, 4);
    add_pause(true);
    add_updates(5, 9);
    add_pause(false);
    add_updates(10, 14);
    add_level();
    add_track(5);
    add_updates(0, 5);
    open(MIXER_EXACT);
    listen_as(&recorder, sample_at(1.9));
    expect_music(0, sample_at(0.5), 0);
    expect_silence(sample_at(0.5), sample_at(1.0));
    expect_music(sample_at(1.0), sample_at(1.9), sample_at(0.5));
}

/* The demo's own track takes the place of the level's. */
Test(soundtrack, music_is_the_one_the_demo_forces)
{
    demo.file.size = 0;
    dem_write_track(&demo.file, 5);
    add_level();
    add_track(9);
    add_updates(0, 8);
    open(MIXER_FAITHFUL);
    listen_as(&recorder, RATE / 2);
    for (int i = 0; i < RATE / 2; i++) {
        cr_assert_eq(heard[i][0], track_at(i, 0) * 179 >> 8, "%d: %d", i, heard[i][0]);
        cr_assert_eq(heard[i][1], track_at(i, 1) * 179 >> 8);
    }
}

Test(soundtrack, volumes_are_apart)
{
    add_level();
    add_track(5);
    add_sound(1, 0, 2, 0); /* for ever */
    add_updates(0, 8);
    open(MIXER_EXACT);
    soundtrack_set_volume(soundtrack, 0.0f, 1.0f);
    listen_as(&recorder, RATE / 4);
    expect_music(0, RATE / 4, 0);
    soundtrack_set_volume(soundtrack, 0.5f, 0.0f);
    listen_as(&recorder, RATE / 4);
    cr_expect_eq(heard[RATE / 8][0], 1750);
    cr_expect_eq(heard[RATE / 8][1], 1750);
}

/* --- edges ------------------------------------------------------------------------------------ */

Test(soundtrack, blocks_outside_the_demo)
{
    add_level();
    add_updates(0, 2);
    add_sound(1, 0, 1, 0);
    add_updates(3, 3);
    open(MIXER_EXACT);
    mixed[0] = 1;
    mix(&recorder, -1);
    cr_expect_eq(mixed[0], 0);
    const int64_t blocks = soundtrack_num_blocks(soundtrack, timeline_length(timeline));
    cr_expect_eq(blocks, (sample_at(0.3) + MIXER_BLOCK - 1) / MIXER_BLOCK);
    mix(&recorder, blocks - 1);
    cr_expect_neq(mixed[2 * MIXER_BLOCK - 2], 0); /* rings on */
    mix(&recorder, (int64_t)1 << 40);
    cr_expect_eq(mixed[0], 0);
    cr_expect(soundtrack_is_known(soundtrack, blocks));
}

Test(soundtrack, impossible_rates_are_refused)
{
    static const uint32_t rates[] = {0, 7999, 48001, 192000};
    add_level();
    add_updates(0, 2);
    open(MIXER_EXACT);
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        struct soundtrack_options options = options_of(MIXER_EXACT);
        struct soundtrack *other;
        struct format_error err;
        options.rate = rates[i];
        cr_expect_eq(soundtrack_open(&other, timeline, &game, &options, &err), FORMAT_BAD);
        cr_expect_null(other);
    }
}
