/* Sounds of a real game, converted for the mixer: unusual rates, and ambience without a loop point.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "assets/sound_store.h"
#include "tests/support/real_data.h"

static const struct {
    const char *name;
    uint32_t at_44100, at_48000; /* frames, by hand */
} whole[] = {
    {"sound/misc/menu1.wav", 46062, 50136},        /* 66848 at 64000 Hz */
    {"sound/shambler/melee1.wav", 14600, 15891},   /* 14567 at 44000 Hz */
    {"sound/ambience/water1.wav", 283204, 308249}, /* 70801 at 11025 Hz, no cue point */
};

static struct files *open_game(void)
{
    struct files *files = files_create(NULL, NULL);
    cr_assert_eq(files_add_directory(files, real_data_path("librequake/id1").text), FORMAT_OK);
    return files;
}

static struct sound_store *open_store(struct files *files, uint32_t rate, bool step)
{
    const struct sound_store_options options = {
        .rate = rate, .step = step, .budget = SOUND_STORE_BUDGET};
    struct sound_store *store = sound_store_create(files, &options);
    cr_assert_not_null(store);
    return store;
}

Test(real_sounds, odd_rates_keep_their_time)
{
    struct files *files = open_game();
    for (int i = 0; i < 4; i++) {
        const bool is_48000 = i % 2;
        struct sound_store *store = open_store(files, is_48000 ? 48000 : 44100, i / 2);
        for (size_t k = 0; k < sizeof(whole) / sizeof(whole[0]); k++) {
            const struct sound_entry *entry = sound_store_find(store, whole[k].name);
            cr_assert_not_null(entry);
            const uint32_t frames = is_48000 ? whole[k].at_48000 : whole[k].at_44100;
            cr_expect_eq(entry->frames, frames, "%s: %u", whole[k].name, (unsigned)entry->frames);
            cr_expect_eq(entry->loop_start, PCM_NO_LOOP, "%s", whole[k].name);
        }
        sound_store_destroy(store);
    }
    files_destroy(files);
}

/* 47239 frames at 11025 Hz: stepped they become four times as many, and the loop begins where it
 * did. */
Test(real_sounds, a_fire_burns_on)
{
    struct files *files = open_game();
    struct sound_store *store = open_store(files, 44100, true);
    const struct sound_entry *entry = sound_store_find(store, "sound/ambience/fire1.wav");
    cr_assert_not_null(entry);
    cr_expect_eq(entry->frames, 4 * 47239);
    cr_expect_eq(entry->loop_start, 0);
    sound_store_destroy(store);
    store = open_store(files, 44100, false);
    entry = sound_store_find(store, "sound/ambience/fire1.wav");
    cr_assert_not_null(entry);
    cr_expect_eq((int64_t)entry->frames - entry->loop_start, 4 * 47239); /* as long a loop */
    sound_store_destroy(store);
    files_destroy(files);
}
