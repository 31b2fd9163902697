/* The list of sounds: each name once, and no memory. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/family/demo_sounds.h"
#include "tests/support/scarce.h"

static const struct demo_sound start = {.kind = DEMO_SOUND_START, .entity = 7, .volume = 200};

Test(demo_sounds, each_name_is_there_once)
{
    struct demo_sounds sounds = {0};
    char name[32];
    cr_assert_str_eq(demo_sounds_name(&sounds, 0), "");
    cr_assert_str_eq(demo_sounds_name(&sounds, 1), "");
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3000; i++) {
            snprintf(name, sizeof name, "%d.wav", i);
            cr_assert_eq(demo_sounds_add(&sounds, &start, i % 2 ? "sound/" : "", name), 0);
        }
    }
    cr_assert(sounds.count == 6000 && sounds.num_names == 3001);
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "%s%d.wav", i % 2 ? "sound/" : "", i);
        const struct demo_sound *sound = &sounds.items[i];
        cr_assert_eq(sound->name, sounds.items[3000 + i].name);
        cr_assert_str_eq(demo_sounds_name(&sounds, sound->name), name);
        cr_assert(sound->kind == DEMO_SOUND_START && sound->entity == 7 && sound->volume == 200);
    }
    cr_assert_str_eq(demo_sounds_name(&sounds, 3001), "");
    demo_sounds_free(&sounds);
    cr_assert(!sounds.items && sounds.count == 0);
}

/* The folder is a part of the name: the same whole, or the same rest, is told apart. */
Test(demo_sounds, no_name_and_names_alike)
{
    struct demo_sounds sounds = {0};
    struct demo_sound named = start;
    named.name = 99;
    cr_assert_eq(demo_sounds_add(&sounds, &named, "sound/", NULL), 0);
    cr_assert_eq(demo_sounds_add(&sounds, &named, "sound/", ""), 0);
    cr_assert_eq(demo_sounds_add(&sounds, &named, "sound/", "a"), 0);
    cr_assert_eq(demo_sounds_add(&sounds, &named, "", "sound/a"), 0);
    cr_assert_eq(demo_sounds_add(&sounds, &named, "", "a"), 0);
    cr_assert_eq(demo_sounds_add(&sounds, &named, "sou", "nd/a"), 0);
    const uint32_t wanted[] = {0, 0, 1, 1, 2, 1};
    for (size_t i = 0; i < 6; i++) {
        cr_assert_eq(sounds.items[i].name, wanted[i], "%zu: %u", i, sounds.items[i].name);
    }
    demo_sounds_free(&sounds);
}

/* Each allocation in turn is the first that fails: the list stays as it was, and can go on. */
Test(demo_sounds, without_memory_nothing_is_added)
{
    enum { NAMES = 400, MAX_NAMES = 10 };
    struct demo_sounds sounds = {0};
    char name[32];
    unsigned failed = 0;
    for (size_t i = 0; i < NAMES; i++) {
        uint64_t from = 1;
        int code = FORMAT_MEMORY;
        snprintf(name, sizeof(name), "%zu.wav", i);
        while (code < 0) {
            scarce_begin_from(from++);
            code = demo_sounds_add(&sounds, &start, "sound/", name);
            scarce_end();
            failed += code < 0;
            cr_assert_eq(sounds.count, code < 0 ? i : i + 1);
            cr_assert_lt(from, MAX_NAMES);
        }
    }
    cr_assert_gt(failed, 10);
    cr_assert(sounds.count == NAMES && sounds.num_names == NAMES + 1);
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(name, sizeof(name), "sound/%zu.wav", i);
        cr_assert_str_eq(demo_sounds_name(&sounds, sounds.items[i].name), name);
    }
    demo_sounds_free(&sounds);
}
