#include "tests/engine/quake3/sounds/ear.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_family.h"

struct ear ear;

bool ear_open(const uint8_t *data, size_t size, const char *name)
{
    memset(&ear, 0, sizeof ear);
    if (demo_open(&ear.demo, data, size, name) < 0 || ear.demo.family != &quake3_family) {
        return false;
    }
    ear.state = quake3_family.state_create(ear.demo.file);
    return true;
}

void ear_close(void)
{
    demo_sounds_free(&ear.sounds);
    quake3_family.state_destroy(ear.state);
    demo_close(&ear.demo);
}

const char *ear_name(const struct demo_sound *sound)
{
    return demo_sounds_name(&ear.sounds, sound->name);
}

int ear_step(void)
{
    struct format_error err;
    const size_t heard = ear.sounds.count;
    const int status =
        quake3_family.apply(ear.demo.file, &ear.state, &ear.pos, ear.step++, &ear.sounds, &err);
    for (size_t i = heard; i < ear.sounds.count; i++) {
        const struct demo_sound *s = &ear.sounds.items[i];
        if (s->kind == DEMO_SOUND_CLEAR || s->kind == DEMO_SOUND_CLEAR_LOOPS) {
            memset(ear.loops, 0, sizeof ear.loops);
        } else if (s->kind == DEMO_SOUND_LOOP && s->entity >= 0 && s->entity < Q3_MAX_ENTITIES) {
            memset(ear.loops[s->entity], 0, EAR_NAME);
            strncpy(ear.loops[s->entity], ear_name(s), EAR_NAME - 1);
        }
    }
    ear.heard = heard;
    return status;
}

const char *ear_heard(enum demo_sound_kind kind)
{
    static char text[2048];
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = ear.heard; i < ear.sounds.count; i++) {
        const struct demo_sound *s = &ear.sounds.items[i];
        const char digit[2] = {(char)(s->queue ? '0' + s->queue : '\0'), '\0'};
        const char *where = s->flight > 0 ? "^" : s->water == DEMO_SOUND_UNDER_WATER ? "~" : "";
        if (s->kind == kind) {
            length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s%s%s%s",
                                       length ? " " : "", s->audience ? "!" : "", digit, where,
                                       ear_name(s));
            cr_assert_lt(length, sizeof(text));
        }
    }
    return text;
}

void ear_follow(struct q3_demo *demo, void (*see)(uint32_t step))
{
    q3_demo_end(demo);
    cr_assert(ear_open(demo->file.data, demo->file.size, NULL));
    for (uint32_t step = 0; step < demo->num_blocks; step++) {
        cr_assert_eq(ear_step(), 0, "%u", step);
        see(step);
    }
    ear_close();
    q3_demo_free(demo);
}
