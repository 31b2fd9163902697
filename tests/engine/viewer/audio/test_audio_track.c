/* A demo's soundtrack as a source of the audio output: listener, messages. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "engine/viewer/audio/audio_track.h"
#include "tests/support/real_data.h"

enum { RATE = 48000, BLOCKS = 10 * RATE / MIXER_BLOCK };

static struct playback_context player;
static const struct soundtrack_options options = {
    .rate = RATE, .volume = 1.0f, .music_volume = 1.0f};

static struct audio_track *open_track(const char *demo, const struct sound_eyes *eyes)
{
    const struct playback_options usual = playback_default_options();
    const struct timeline_options index = {.sounds = true};
    struct audio_track *track;
    struct format_error err = {0};
    cr_assert_eq(playback_open(&player, demo, &usual, &index, &err), 0, "%s", err.what);
    cr_assert_eq(
        audio_track_open(&track, player.timeline, &player.source.game, &options, eyes, &err), 0,
        "%s", err.what);
    return track;
}

static void close_track(struct audio_track *track)
{
    audio_track_close(track);
    playback_close(&player);
}

static struct sound_eyes chase(float height)
{
    struct sound_eyes eyes = {.camera = camera_default()};
    eyes.camera.kind = CAMERA_CHASE;
    eyes.camera.height = height;
    return eyes;
}

/* The first block that differs for the two, and what each hears. */
static int64_t find_difference(struct soundtrack *soundtrack, const struct sound_eyes eyes[2],
                               int16_t heard[2][2 * MIXER_BLOCK])
{
    for (int64_t block = 0; block < BLOCKS; block++) {
        for (int i = 0; i < 2; i++) {
            cr_assert_eq(soundtrack_mix(soundtrack, &eyes[i], block, heard[i]), 0);
        }
        if (memcmp(heard[0], heard[1], sizeof(heard[0])) != 0 && heard[0][0] != heard[1][0]) {
            return block;
        }
    }
    cr_assert_fail("no difference");
    return -1;
}

Test(audio_track, another_listener_fades_in_within_a_block)
{
    int16_t heard[2][2 * MIXER_BLOCK], out[2 * MIXER_BLOCK];
    const struct sound_eyes eyes[2] = {chase(0.0f), chase(900.0f)};
    struct soundtrack *soundtrack;
    struct audio_track *track = open_track("builtin:demo1", &eyes[0]);
    const struct audio_source source = audio_track_source(track);
    cr_assert_eq(soundtrack_open(&soundtrack, player.timeline, &player.source.game, &options, NULL),
                 0);
    const int64_t block = find_difference(soundtrack, eyes, heard);
    source.prepare(source.context, block);
    cr_assert_eq(source.mix(source.context, block, out), 0);
    cr_expect_arr_eq(out, heard[0], sizeof(out));
    audio_track_set_eyes(track, &eyes[0]);
    cr_assert_eq(source.mix(source.context, block, out), 0);
    cr_expect_arr_eq(out, heard[0], sizeof(out));
    audio_track_set_eyes(track, &eyes[1]);
    cr_assert_eq(source.mix(source.context, block, out), 0);
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        const int32_t share = i / 2;
        const int32_t wanted =
            (heard[0][i] * (MIXER_BLOCK - share) + heard[1][i] * share) / MIXER_BLOCK;
        cr_assert_eq(out[i], wanted, "sample %d: %d, not %d", i, out[i], (int)wanted);
    }
    cr_assert_eq(source.mix(source.context, block, out), 0);
    cr_expect_arr_eq(out, heard[1], sizeof(out));
    soundtrack_close(soundtrack);
    close_track(track);
}

Test(audio_track, missing_files_are_reported_once)
{
    const struct real_data_name path = real_data_path("quakeworld/corpus/2on2_frobodm2_2022.mvd");
    char line[AUDIO_TRACK_TEXT], first[AUDIO_TRACK_TEXT] = "";
    int16_t out[2 * MIXER_BLOCK];
    int lines = 0;
    const struct sound_eyes eyes = {.camera = camera_default()};
    struct audio_track *track = open_track(path.text, &eyes);
    const struct audio_source source = audio_track_source(track);
    cr_expect_not(audio_track_next(track, line));
    for (int64_t block = 0; block < 20 * BLOCKS && lines < 2; block++) {
        cr_assert_eq(source.mix(source.context, block, out), 0);
        for (; audio_track_next(track, line); lines++) {
            cr_expect_str_neq(line, first);
            memcpy(first, line, sizeof(first));
        }
    }
    cr_expect_geq(lines, 2);
    cr_expect_not_null(strstr(line, "not found"), "%s", line);
    close_track(track);
}
