/* Sounds and music from game data, compared with the decoders' and resamplers' output: in any
 * order, within the budget; missing, damaged, too long, outside the game data. */
#include <criterion/criterion.h>
#include <math.h>

#include "assets/music.h"
#include "assets/sound_store.h"
#include "formats/media/resample.h"
#include "formats/media/vorbis.h"
#include "formats/media/wav.h"
#include "tests/support/media/vorbis_bytes.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

enum { FRAMES = 5000, RATE = 48000, SOUNDS = 6 };

static struct files *files;
static struct scratch_talk talk;

static struct byte_writer make_wav(uint32_t rate, int channels, uint32_t frames, uint32_t seed)
{
    struct byte_writer file = {0};
    struct media_sink sink = media_sink_memory(&file);
    struct wav_writer writer;
    cr_assert_eq(wav_begin(&writer, &sink, rate, channels, frames), 0);
    for (uint32_t i = 0; i < frames * (uint32_t)channels; i++) {
        seed = seed * 1664525 + 1013904223;
        const int16_t sample = (int16_t)((int32_t)(seed >> 17) - 16384);
        cr_assert(channels == 2 || wav_add(&writer, &sample, 1) == 0);
        if (channels == 2 && i % 2 == 0) {
            const int16_t both[2] = {sample, (int16_t)-sample};
            cr_assert_eq(wav_add(&writer, both, 1), 0);
        }
    }
    cr_assert_eq(wav_end(&writer), 0);
    return file;
}

static void write_file(const char *name, struct byte_writer file)
{
    scratch_write(name, file.data, file.size);
    byte_writer_free(&file);
}

/* Anew: what was written since is there. */
static void open_files(void)
{
    files_destroy(files);
    files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), 0);
    cr_assert_eq(files_add_directory(files, scratch_at("mod")), 0);
}

static void set_up(void)
{
    struct vorbis_recipe recipe = {.channels = 2, .packets = 20};
    scratch_set_up();
    scratch_make_folder("id1");
    scratch_make_folder("id1/sound");
    scratch_make_folder("mod");
    scratch_make_folder("mod/sound");
    for (int i = 0; i < SOUNDS; i++) {
        char name[64];
        snprintf(name, sizeof(name), "id1/sound/%d.wav", i);
        write_file(name, make_wav(11025, 1, FRAMES, (uint32_t)i));
    }
    write_file("id1/sound/only.ogg", vorbis_bytes(&recipe));
    open_files();
}

static void tear_down(void)
{
    files_destroy(files);
    scratch_tear_down();
}

TestSuite(sound_store, .init = set_up, .fini = tear_down);
TestSuite(music, .init = set_up, .fini = tear_down);

static struct sound_store *open_store(bool step, size_t budget)
{
    const struct sound_store_options options = {.rate = RATE, .step = step, .budget = budget};
    struct sound_store *store = sound_store_create(files, &options);
    cr_assert_not_null(store);
    return store;
}

/* --- sounds ----------------------------------------------------------------------------------- */

static void expect_sound(struct sound_store *store, int number, bool step)
{
    char name[64];
    struct format_error err;
    struct byte_writer file = make_wav(11025, 1, FRAMES, (uint32_t)number);
    struct resample_kernel kernel;
    struct pcm in, out;
    snprintf(name, sizeof(name), "sound/%d.wav", number);
    const struct sound_entry *entry = sound_store_find(store, name);
    cr_assert_not_null(entry);
    cr_assert_eq(wav_read(&in, file.data, file.size, PCM_MONO, &err), 0);
    cr_assert_eq(resample_kernel_make(&kernel, 11025, RATE, &err), 0);
    cr_assert_eq(step ? resample_step(&out, &in, RATE, &err)
                      : resample_sinc(&out, &in, RATE, &kernel, &err),
                 0);
    const struct pcm *pcm = sound_store_samples(store, entry);
    cr_assert_not_null(pcm);
    cr_assert(pcm->length == out.length && entry->frames == out.length);
    cr_assert(pcm->loop_start == PCM_NO_LOOP && entry->loop_start == PCM_NO_LOOP);
    cr_assert_arr_eq(pcm->samples, out.samples, out.length * sizeof(*out.samples));
    resample_kernel_free(&kernel);
    pcm_free(&in);
    pcm_free(&out);
    byte_writer_free(&file);
}

/* With room for two of them. */
Test(sound_store, sounds_are_the_same_however_often_they_are_made)
{
    const size_t one = (size_t)FRAMES * RATE / 11025 * 2;
    for (int step = 0; step < 2; step++) {
        struct sound_store *store = open_store(step, one * 5 / 2);
        uint32_t random = 9;
        for (int i = 0; i < 60; i++) {
            random = random * 1664525 + 1013904223;
            expect_sound(store, (int)(random >> 16) % SOUNDS, step);
            cr_assert_leq(sound_store_bytes(store), one * 5 / 2);
            cr_assert_eq(files_held_bytes(files), 0);
        }
        cr_expect_gt(sound_store_bytes(store), one);
        sound_store_destroy(store);
    }
    cr_expect_eq(talk.lines, 0, "%s", talk.all);
}

Test(sound_store, one_sound_is_kept_whatever_the_budget)
{
    struct sound_store *store = open_store(true, 0);
    for (int i = 0; i < SOUNDS; i++) {
        expect_sound(store, i, true);
        expect_sound(store, i, true);
    }
    sound_store_destroy(store);
}

Test(sound_store, names_have_no_case_and_may_lack_their_ending)
{
    struct sound_store *store = open_store(true, SOUND_STORE_BUDGET);
    const struct sound_entry *entry = sound_store_find(store, "sound/3.wav");
    cr_expect_eq(sound_store_find(store, "SOUND/3.WAV"), entry);
    const struct sound_entry *bare = sound_store_find(store, "sound/3");
    cr_expect_eq(bare->frames, entry->frames);
    const struct sound_entry *ogg = sound_store_find(store, "sound/only.wav");
    cr_expect_eq(ogg->frames,
                 (uint32_t)(19 * VORBIS_BYTES_HALF * (uint64_t)RATE / VORBIS_BYTES_RATE));
    cr_assert_not_null(sound_store_samples(store, ogg));
    cr_expect_eq(sound_store_samples(store, ogg)->channels, 1);
    cr_expect_eq(talk.lines, 0, "%s", talk.all);
    sound_store_destroy(store);
}

/* One line each, however often they are asked for. */
Test(sound_store, what_is_not_there_is_silence)
{
    static const char *const names[] = {"sound/none.wav", "sound/bad.wav", "sound/huge.wav",
                                        "sound/../0.wav", "/sound/0.wav",  "sound/bad.ogg"};
    static const char *const lines[] = {
        "sound/none.wav: not found",           "sound/bad.wav: ",
        "sound/huge.wav: a sound longer than", "sound/../0.wav: a name outside",
        "/sound/0.wav: a name outside",        "sound/bad.ogg: "};
    enum { COUNT = sizeof(names) / sizeof(names[0]) };
    static uint8_t bad[64] = "RIFF????WAVEfmt ";
    scratch_write("mod/sound/bad.wav", bad, sizeof(bad));
    memcpy(bad, "OggS", 4);
    scratch_write("mod/sound/bad.ogg", bad, sizeof(bad));
    write_file("mod/sound/huge.wav", make_wav(1000, 1, 360000, 1));
    struct sound_store *store = open_store(false, SOUND_STORE_BUDGET);
    for (int turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < COUNT; i++) {
            const struct sound_entry *entry = sound_store_find(store, names[i]);
            cr_assert_not_null(entry);
            cr_expect_eq(entry->frames, 0, "%s", names[i]);
            cr_expect_null(sound_store_samples(store, entry));
            cr_expect(strstr(talk.all, lines[i]), "%s: %s", names[i], talk.all);
        }
        cr_expect_eq(talk.lines, COUNT, "%s", talk.all);
    }
    cr_expect_eq(files_missing_count(files, FILES_WANT_SOUND), 1);
    cr_expect_eq(files_damaged_count(files), 3);
    sound_store_destroy(store);
}

/* A changed file counts as damaged, not as out of memory, and is logged once. */
Test(sound_store, files_that_change_are_damaged)
{
    static const uint8_t bad[64] = "RIFF????WAVEfmt ";
    struct sound_store *store = open_store(false, SOUND_STORE_BUDGET);
    const struct sound_entry *longer = sound_store_find(store, "sound/0.wav");
    const struct sound_entry *broken = sound_store_find(store, "sound/1.wav");
    cr_assert(longer && broken && longer->frames > 0 && broken->frames > 0);
    write_file("id1/sound/0.wav", make_wav(11025, 1, FRAMES + 1000, 7));
    scratch_write("id1/sound/1.wav", bad, sizeof(bad));
    for (int turn = 0; turn < 2; turn++) {
        cr_expect_null(sound_store_samples(store, longer));
        cr_expect_null(sound_store_samples(store, broken));
        cr_expect(longer->frames == 0 && broken->frames == 0);
        cr_expect_eq(talk.lines, 2, "%s", talk.all);
    }
    cr_expect(strstr(talk.all, "sound/0.wav: has changed"), "%s", talk.all);
    cr_expect_not(files_lacked_memory(files));
    cr_expect_eq(files_damaged_count(files), 2);
    sound_store_destroy(store);
}

/* The same directories in a second tree of files, for another thread. */
Test(sound_store, files_again_are_the_same_files)
{
    static const uint8_t text[] = "above";
    scratch_write("mod/sound/0.wav", text, sizeof(text) - 1);
    const char *const names[] = {"in.txt"};
    struct byte_writer pak = scratch_make_pak(names, 1, "in a pak");
    cr_assert_eq(files_add_pak(files, "memory", pak.data, pak.size), 0);
    struct files *again = files_create_again(files, NULL, NULL);
    cr_assert_not_null(again);
    files_destroy(files);
    scratch_expect(again, "sound/0.wav", "above");
    scratch_expect(again, "in.txt", "in a pak");
    scratch_expect(again, "sound/none.wav", NULL);
    files = again;
    byte_writer_free(&pak);
}

Test(sound_store, files_again_report_what_is_damaged_only_there)
{
    char moved[1024];
    struct scratch_talk more = {0};
    struct files *again = files_create_again(files, scratch_hear, &more);
    cr_assert_not_null(again);
    cr_expect_eq(more.lines, 0u, "%s", more.last);
    cr_expect_eq(files_damaged_count(again), 0u);
    files_destroy(again);
    snprintf(moved, sizeof(moved), "%s", scratch_at("moved"));
    cr_assert_eq(rename(scratch_at("mod"), moved), 0);
    again = files_create_again(files, scratch_hear, &more);
    cr_assert_not_null(again);
    cr_expect_eq(more.lines, 1u, "%s", more.last);
    cr_expect_not_null(strstr(more.last, "mod: is not there any more"), "%s", more.last);
    cr_expect_eq(files_damaged_count(again), 1u);
    files_destroy(again);
}

static bool never_more(uint64_t number)
{
    (void)number;
    return true;
}

Test(sound_store, memory_may_run_out)
{
    struct sound_store *store = open_store(false, SOUND_STORE_BUDGET);
    const struct sound_entry *entry = sound_store_find(store, "sound/0.wav");
    scarce_begin(never_more, false);
    const struct pcm *pcm = sound_store_samples(store, entry);
    const struct sound_entry *other = sound_store_find(store, "sound/1.wav");
    scarce_end();
    cr_expect(!pcm && !other);
    cr_expect(files_lacked_memory(files));
    expect_sound(store, 0, false);
    expect_sound(store, 1, false);
    cr_expect_eq(talk.lines, 0, "%s", talk.all);
    sound_store_destroy(store);
}

/* --- music ------------------------------------------------------------------------------------ */

/* All of it, resampled whole. */
static struct pcm make_whole(const char *name, bool step)
{
    struct files_ref ref;
    struct format_error err;
    struct pcm in, out;
    struct resample_kernel kernel;
    cr_assert_eq(files_get(files, name, &ref), 0);
    const bool ogg = ref.data[0] == 'O';
    cr_assert_eq(ogg ? vorbis_read(&in, ref.data, ref.size, PCM_AS_IS, &err)
                     : wav_read(&in, ref.data, ref.size, PCM_AS_IS, &err),
                 0);
    files_release(files, &ref);
    cr_assert_eq(resample_kernel_make(&kernel, in.rate, RATE, &err), 0);
    cr_assert_eq(step ? resample_step(&out, &in, RATE, &err)
                      : resample_sinc(&out, &in, RATE, &kernel, &err),
                 0);
    resample_kernel_free(&kernel);
    pcm_free(&in);
    return out;
}

static void check_part(struct music *music, const struct pcm *whole, int64_t position,
                       uint32_t count)
{
    static int16_t out[2 * 3000];
    cr_assert_eq(music_read(music, position, count, out), 0);
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = (size_t)((position + i) % whole->length) * (size_t)whole->channels;
        const size_t right = at + (size_t)whole->channels - 1;
        cr_assert(out[2 * i] == whole->samples[at] && out[2 * i + 1] == whole->samples[right],
                  "%ld + %u of %u: %d %d, not %d %d", (long)position, i, whole->length, out[2 * i],
                  out[2 * i + 1], whole->samples[at], whole->samples[right]);
    }
}

static void check_music(const char *stem, const char *file)
{
    for (int step = 0; step < 2; step++) {
        struct pcm whole = make_whole(file, step);
        for (int order = 0; order < 3; order++) { /* forward, anywhere, beyond the end first */
            struct music *music;
            uint32_t random = 5;
            cr_assert_eq(music_open(&music, files, stem, RATE, step), 0);
            cr_assert_not_null(music);
            if (order == 2) {
                check_part(music, &whole, (int64_t)whole.length * 1000 - 1, 700);
            }
            for (int64_t i = 0; i < 20; i++) {
                random = random * 1664525 + 1013904223;
                const int64_t at = order == 0 ? i * 700 : random >> 12;
                check_part(music, &whole, at, order == 0 ? 700 : random % 3000);
            }
            music_close(music);
        }
        pcm_free(&whole);
    }
}

Test(music, parts_are_those_of_the_whole)
{
    struct vorbis_recipe recipe = {.channels = 2, .packets = 60};
    write_file("id1/a.wav", make_wav(44100, 2, FRAMES, 1));
    write_file("id1/b.wav", make_wav(RATE, 1, FRAMES, 2));
    write_file("id1/c.wav", make_wav(96000, 2, FRAMES, 3));
    write_file("id1/d.ogg", vorbis_bytes(&recipe));
    open_files();
    check_music("a", "a.wav");
    check_music("b", "b.wav");
    check_music("c", "c.wav");
    check_music("d", "d.ogg");
    cr_expect_eq(talk.lines, 0, "%s", talk.all);
}

static uint32_t length_of(const char *stem)
{
    struct music *music;
    static int16_t out[2];
    uint32_t length = 0;
    cr_assert_eq(music_open(&music, files, stem, RATE, true), 0);
    while (music && length < 4 * FRAMES) { /* the first sample comes again */
        cr_assert_eq(music_read(music, length, 1, out), 0);
        length += length == 0 || out[0] != 77;
        if (length > 1 && out[0] == 77) {
            break;
        }
    }
    music_close(music);
    return length;
}

static void write_marked(const char *name, uint32_t frames)
{
    struct byte_writer file = make_wav(RATE, 1, frames, 1);
    for (uint32_t i = 0; i < frames; i++) {
        file.data[WAV_HEADER_SIZE + 2 * i] = i == 0 ? 77 : 1;
        file.data[WAV_HEADER_SIZE + 2 * i + 1] = 0;
    }
    write_file(name, file);
}

/* The directory with precedence wins; within a directory the OGG (whose content is a WAV). */
Test(music, the_stronger_directory_has_it)
{
    write_marked("id1/x.ogg", 100);
    write_marked("id1/x.wav", 200);
    open_files();
    cr_expect_eq(length_of("x"), 100);
    write_marked("mod/x.wav", 300);
    open_files();
    cr_expect_eq(length_of("x"), 300);
    cr_expect_eq(length_of("none"), 0);
    cr_expect_eq(length_of("../x"), 0);
}

Test(music, what_is_damaged_is_silence_and_one_line)
{
    struct vorbis_recipe recipe = {.channels = 1, .packets = 60};
    struct byte_writer file = vorbis_bytes(&recipe);
    struct music *music;
    file.data[file.size - 3] ^= 1;
    write_file("id1/bad.ogg", file);
    open_files();
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(music_open(&music, files, "bad", RATE, false), 0);
        cr_expect_null(music);
    }
    cr_expect_eq(talk.lines, 1, "%s", talk.all);
    cr_expect_eq(files_damaged_count(files), 1);
}
