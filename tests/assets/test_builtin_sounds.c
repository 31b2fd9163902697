/* The built-in pack's sounds: all that its demos name are there, as loud as they should be, and
 * none clicks. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "formats/media/wav.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

enum { FULL = 32768 };

static struct pcm read_sound(const char *name)
{
    const uint8_t *data;
    size_t size;
    struct pcm pcm;
    cr_assert(builtin_find(name, &data, &size), "%s", name);
    cr_assert_eq(wav_read(&pcm, data, size, PCM_AS_IS, NULL), 0, "%s", name);
    return pcm;
}

/* Sample i relative to full scale, -1..1. */
static double at(const struct pcm *pcm, size_t i)
{
    return (double)pcm->samples[i] * (pcm->width == 1 ? 256 : 1) / FULL;
}

static double distance(double a, double b)
{
    return a < b ? b - a : a - b;
}

/* Its end must join its beginning as its samples join each other. */
static void check_seam(const char *name, const struct pcm *pcm)
{
    double most = 0;
    for (size_t i = 1; i < pcm->length; i++) {
        const double step = distance(at(pcm, i), at(pcm, i - 1));
        most = step > most ? step : most;
    }
    cr_expect_leq(distance(at(pcm, 0), at(pcm, pcm->length - 1)), most, "%s", name);
}

static void check_sound(const char *name, bool loops)
{
    struct pcm pcm = read_sound(name);
    double peak = 0, sum = 0;
    for (size_t i = 0; i < pcm.length; i++) {
        peak = distance(at(&pcm, i), 0) > peak ? distance(at(&pcm, i), 0) : peak;
        sum += at(&pcm, i);
    }
    cr_expect_eq(pcm.channels, 1, "%s", name);
    cr_expect(peak > 0.45 && peak < 0.98, "%s: %.3f", name, peak);
    cr_expect_lt(distance(sum / pcm.length, 0), 0.01, "%s: %.4f", name, sum / pcm.length);
    if (loops) {
        check_seam(name, &pcm);
    } else {
        cr_expect_eq(pcm.loop_start, PCM_NO_LOOP, "%s", name);
        cr_expect_lt(distance(at(&pcm, 0), 0), 0.1, "%s", name);
        cr_expect_lt(distance(at(&pcm, pcm.length - 1), 0), 0.01, "%s", name);
    }
    pcm_free(&pcm);
}

static bool is_ambience(const char *name)
{
    return strncmp(name, "ambience/", 9) == 0;
}

/* The message with the list, in one of the first blocks. */
static void find_serverinfo(const char *demo, struct nq_message *info)
{
    const uint8_t *data;
    size_t size;
    struct dem_file dem;
    struct dem_block block;
    cr_assert(builtin_find(demo, &data, &size));
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
    size_t pos = dem.first_block;
    while (dem_next_block(&dem, &pos, &block, NULL) > 0) {
        struct nq_protocol protocol = {.version = NQ_PROTOCOL_15};
        size_t used = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &used, info, NULL) > 0) {
            if (info->id == NQ_SERVERINFO) {
                return;
            }
        }
    }
    cr_assert(false, "%s has no serverinfo", demo);
}

Test(builtin_sounds, demos_find_what_they_name)
{
    static const char *const demos[] = {"demo1.dem", "demo2.dem"};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct nq_message info;
        find_serverinfo(demos[i], &info);
        cr_assert_gt(info.u.serverinfo.sounds.count, 10);
        for (uint32_t n = 0; n < info.u.serverinfo.sounds.count; n++) {
            char path[128];
            const char *name = nq_names_get(&info.u.serverinfo.sounds, n);
            snprintf(path, sizeof(path), "sound/%s", name);
            check_sound(path, is_ambience(name));
        }
    }
}

Test(builtin_sounds, viewers_own_ones_are_there)
{
    static const char *const names[] = {
        "wizard/hit",   "hknight/hit",    "weapons/tink1",   "weapons/ric1",   "weapons/ric2",
        "weapons/ric3", "weapons/r_exp3", "ambience/water1", "ambience/wind2", "misc/talk",
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[128];
        snprintf(path, sizeof(path), "sound/%s.wav", names[i]);
        check_sound(path, is_ambience(names[i]));
    }
}

Test(builtin_sounds, ambience_loops_from_its_beginning)
{
    static const char *const names[] = {"fire1", "water1", "wind2"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[128];
        snprintf(path, sizeof(path), "sound/ambience/%s.wav", names[i]);
        struct pcm pcm = read_sound(path);
        cr_expect_eq(pcm.loop_start, 0, "%s", path);
        pcm_free(&pcm);
    }
}

/* Sixteen seconds, and no seam. */
Test(builtin_sounds, music_is_whole)
{
    check_sound("music/track04.wav", true);
    struct pcm pcm = read_sound("music/track04.wav");
    cr_assert_eq(pcm.length, 16 * pcm.rate);
    pcm_free(&pcm);
}
