/* The program as its users meet it: the sound it makes of demos. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/commands.h"
#include "formats/base/bytes.h"
#include "formats/media/wav.h"
#include "tests/engine/commands/program_stage.h"

/* The file as the reader has it, for pcm_free. */
static struct pcm read_wav(const char *name)
{
    struct pcm pcm;
    struct format_error err = {0};
    size_t size;
    char *data = program_read(program_in_folder(name), &size);
    cr_assert_not_null(data, "%s", name);
    cr_assert_eq(bytes_u32((uint8_t *)data + 4), size - 8, "%s: its size in its header", name);
    cr_assert_eq(wav_read(&pcm, (uint8_t *)data, size, PCM_AS_IS, &err), 0, "%s: %s", name,
                 err.what);
    cr_assert(pcm.channels == 2 && pcm.width == 2);
    free(data);
    return pcm;
}

/* Loudest of all samples. */
static int find_peak(const struct pcm *pcm)
{
    int peak = 0;
    for (size_t i = 0; i < (size_t)pcm->length * 2; i++) {
        const int size = abs(pcm->samples[i]);
        peak = size > peak ? size : peak;
    }
    return peak;
}

Test(program, sound_writes_a_stretch)
{
    struct program_result r =
        RUN("sound", "builtin:demo1", "--from", "2", "--to", "3.5", "-o", "part.wav");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_eq(r.out_size, 0u);
    cr_expect_str_eq(r.err, "");
    program_free(&r);
    EXPECT_STATUS(0, "sound", "builtin:demo1", "-o", "whole.wav");
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--from", "2", "--to", "2", "-o", "none.wav");
    struct pcm part = read_wav("part.wav"), whole = read_wav("whole.wav");
    cr_assert(part.rate == 48000 && part.length == 72000 && whole.length == 40 * 48000);
    cr_expect_arr_eq(part.samples, whole.samples + 2 * 96000, 72000 * 4, "the same samples");
    cr_expect_gt(find_peak(&part), 1000);
    pcm_free(&part);
    pcm_free(&whole);
}

Test(program, sound_goes_to_standard_output)
{
    struct program_result r =
        RUN("sound", "builtin:demo2", "--to", "1", "--rate", "8000", "-o", "-");
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.err, "");
    program_write("piped.wav", r.out, r.out_size);
    program_free(&r);
    EXPECT_STATUS(0, "sound", "builtin:demo2", "--to", "1", "--rate", "8000", "-o", "file.wav");
    cr_expect(program_same_files("piped.wav", "file.wav"));
    struct pcm pcm = read_wav("piped.wav");
    cr_expect(pcm.rate == 8000 && pcm.length == 8000);
    pcm_free(&pcm);
}

Test(program, sound_is_as_its_options_say)
{
    static const char *const options[][2] = {{"--sound", "faithful"},
                                             {"--camera", "free:0,0,3000"},
                                             {"--camera", "chase:200,50"},
                                             {"--volume", "50"},
                                             {"--music-volume", "150"},
                                             {"--no-music", "--sound=exact"},
                                             {"--volume=0", "--music-volume=150"}};
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--from", "3", "--to", "4", "-o", "plain.wav");
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        EXPECT_STATUS(0, "sound", "builtin:demo1", "--from", "3", "--to", "4", "-o", "other.wav",
                      "--force", options[i][0], options[i][1]);
        cr_expect_not(program_same_files("plain.wav", "other.wav"), "%s %s", options[i][0],
                      options[i][1]);
    }
    struct pcm silent = read_wav("other.wav");
    cr_expect_eq(find_peak(&silent), 0);
    pcm_free(&silent);
}

Test(program, sound_of_another_player)
{
    EXPECT_STATUS(0, "sound", "builtin:demo4", "--from", "3", "--to", "8", "-o", "one.wav");
    EXPECT_STATUS(0, "sound", "builtin:demo4", "--from", "3", "--to", "8", "-o", "two.wav",
                  "--follow", "2");
    cr_expect_not(program_same_files("one.wav", "two.wav"));
    struct program_result r = RUN("sound", "builtin:demo4", "--from", "3", "--to", "8", "-o",
                                  "nobody.wav", "--follow", "Nemo");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    cr_expect_eq(program_count_lines(r.err), 1, "%s", r.err);
    program_expect_holds(r.err, "no player is called 'Nemo'");
    program_free(&r);
    cr_expect(program_same_files("one.wav", "nobody.wav"));
}

Test(program, sound_that_cannot_be)
{
    EXPECT_REFUSED(2, "-o", "sound", "builtin:demo1");
    EXPECT_REFUSED(2, "'soon'", "sound", "builtin:demo1", "--from", "soon", "-o", "a.wav");
    EXPECT_REFUSED(2, "before", "sound", "builtin:demo1", "--from", "3", "--to", "2", "-o",
                   "a.wav");
    EXPECT_REFUSED(2, "--rate", "sound", "builtin:demo1", "--rate", "96000", "-o", "a.wav");
    EXPECT_REFUSED(2, "--volume", "sound", "builtin:demo1", "--volume", "151", "-o", "a.wav");
    EXPECT_REFUSED(2, "exact or faithful", "sound", "builtin:demo1", "--sound", "loud", "-o",
                   "a.wav");
    EXPECT_REFUSED(1, "no such built-in demo", "sound", "builtin:none", "-o", "a.wav");
    EXPECT_REFUSED(1, "No such file", "sound", "builtin:demo1", "-o", "none/a.wav");
    EXPECT_REFUSED(1, "1:00 is outside the demo", "sound", "builtin:demo1", "--to", "1:00",
                   "--from", "39", "-o", "a.wav");
}

/* Missing sounds are reported in one line, or once each, and are silent. */
Test(program, sound_without_its_data)
{
    (void)program_make_data();
    cr_assert_eq(remove(program_in_folder("data/id1/pak0.pak")), 0);
    struct program_result r =
        RUN("sound", "data/id1/short.dem", "--to", "1", "-basedir", "data", "-o", "a.wav");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    const char *line =
        "1 piece of game data is missing: sound/ambience/fire1.wav (see --verbose)\n";
    program_expect_holds(r.err, line);
    cr_expect_null(strstr(r.err, "silence stands in"), "%s", r.err);
    program_free(&r);
    r = RUN("sound", "data/id1/short.dem", "--to", "1", "-basedir", "data", "-o", "b.wav",
            "--verbose");
    program_expect_holds(r.err, ".wav: not found, silence stands in for it");
    cr_expect_null(strstr(r.err, "of game data"), "%s", r.err);
    program_free(&r);
    r = RUN("render", "data/id1/short.dem", "--to", "1", "--fps", "200", "-basedir", "data",
            "--jobs", "2", "-o", "c.wav");
    const char *told = strstr(r.err, line);
    cr_expect(told && !strstr(told + 1, line) && !strchr(r.err, 1), "%s", r.err);
    program_free(&r);
    struct pcm pcm = read_wav("a.wav");
    cr_expect_eq(find_peak(&pcm), 0);
    pcm_free(&pcm);
}
