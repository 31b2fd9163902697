/* What a NetQuake server starts, stops and leaves to sound, as plain events for who listens. */
#include <string.h>

#include "engine/family/demo_sounds.h"
#include "engine/netquake/nq_state.h"

#define FOLDER "sound/"

/* The name of the level's list, which serverinfo left in the file; NULL = it has none such. */
static const char *find_name(const struct nq_apply *apply, uint32_t number)
{
    const struct nq_state *s = *apply->state;
    if (number == 0 || number > s->sounds_count) {
        return NULL;
    }
    const char *name = (const char *)apply->dem->data + s->sounds_offset;
    for (uint32_t i = 1; i < number; i++) {
        name += strlen(name) + 1;
    }
    return name;
}

static void set_origin(struct demo_sound *sound, const double origin[3])
{
    for (int i = 0; i < 3; i++) {
        sound->origin[i] = nq_clean_coord(origin[i]);
    }
}

static int add(const struct nq_apply *apply, struct demo_sound *sound, uint32_t number)
{
    sound->seed = nq_apply_seed(apply);
    return demo_sounds_add(apply->sounds, sound, FOLDER, find_name(apply, number));
}

static int note_start(const struct nq_apply *apply, const struct nq_sound *from)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .attenuation = (float)from->attenuation / 64.0f,
                               .entity = from->entity,
                               .channel = from->channel,
                               .exclusive = from->channel != 0,
                               .volume = from->volume};
    set_origin(&sound, from->origin);
    return add(apply, &sound, from->sound);
}

static int note_static(const struct nq_apply *apply, const struct nq_message *m)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_STATIC,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .attenuation = (float)m->u.spawnstaticsound.attenuation / 64.0f,
                               .volume = m->u.spawnstaticsound.volume};
    set_origin(&sound, m->u.spawnstaticsound.origin);
    return add(apply, &sound, m->u.spawnstaticsound.sound);
}

int nq_listen(const struct nq_apply *apply, const struct nq_message *m)
{
    struct demo_sound sound = {0};
    switch (m->id) {
    case NQ_SERVERINFO:
        sound.kind = DEMO_SOUND_CLEAR;
        return add(apply, &sound, 0);
    case NQ_SOUND:
        return note_start(apply, &m->u.sound);
    case NQ_STOPSOUND:
        sound.kind = DEMO_SOUND_STOP;
        sound.entity = m->u.stopsound >> 3;
        sound.channel = m->u.stopsound & 7;
        return add(apply, &sound, 0);
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
        return note_static(apply, m);
    case NQ_LOCALSOUND:
        sound.kind = DEMO_SOUND_START;
        sound.place = DEMO_SOUND_AT_LISTENER;
        sound.entity = (int32_t)(*apply->state)->view_entity;
        sound.volume = 255;
        return add(apply, &sound, m->u.localsound.sound);
    default:
        return 0;
    }
}
