/* Sound events of NetQuake messages: started, stopped and static sounds, and sounds the client
 * makes. */
#include <string.h>

#include "engine/family/demo_sounds.h"
#include "engine/netquake/nq_state.h"
#include "engine/quake/quake_sounds.h"

/* Name in the level's sound list, read from the serverinfo in the file; NULL = not in the list. */
static const char *find_name(const struct nq_apply *apply, uint32_t number)
{
    const struct nq_state *s = *apply->state;
    if (number < s->arrays[NQ_LATE_SOUNDS].count &&
        nq_late_names(s, NQ_LATE_SOUNDS)[number].offset != 0) {
        return (const char *)apply->dem->data + nq_late_names(s, NQ_LATE_SOUNDS)[number].offset;
    }
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

static int add_sound(const struct nq_apply *apply, struct demo_sound *sound, uint32_t number)
{
    sound->seed = nq_apply_seed(apply);
    return demo_sounds_add(apply->sounds, sound, QUAKE_SOUND_FOLDER, find_name(apply, number));
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
    return add_sound(apply, &sound, from->sound);
}

static int note_static(const struct nq_apply *apply, const struct nq_message *m)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_STATIC,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .attenuation = (float)m->u.spawnstaticsound.attenuation / 64.0f,
                               .volume = m->u.spawnstaticsound.volume};
    set_origin(&sound, m->u.spawnstaticsound.origin);
    return add_sound(apply, &sound, m->u.spawnstaticsound.sound);
}

static int note_effect(const struct nq_apply *apply, const struct nq_temp_entity *from)
{
    const uint32_t type =
        from->type == NQ_TE_EXPLOSION2 ? NQ_TE_EXPLOSION : nq_plain_temp_type(from->type);
    struct demo_sound at;
    set_origin(&at, from->origin);
    return quake_sound_effect(apply->sounds, type, at.origin, nq_apply_seed(apply));
}

int nq_listen(const struct nq_apply *apply, const struct nq_message *m)
{
    struct demo_sound sound = {0};
    switch (m->id) {
    case NQ_SERVERINFO:
        sound.kind = DEMO_SOUND_CLEAR;
        return add_sound(apply, &sound, 0);
    case NQ_SOUND:
        return note_start(apply, &m->u.sound);
    case NQ_STOPSOUND:
        sound.kind = DEMO_SOUND_STOP;
        sound.entity = m->u.stopsound >> 3;
        sound.channel = m->u.stopsound & 7;
        return add_sound(apply, &sound, 0);
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
        return note_static(apply, m);
    case NQ_DP_SPAWNSTATICSOUND2:
        return nq_protocol_is_darkplaces(&(*apply->state)->protocol) ? note_static(apply, m) : 0;
    case NQ_LOCALSOUND:
        if (nq_protocol_is_darkplaces(&(*apply->state)->protocol)) {
            return 0; /* NQ_DP_SPAWNSTATIC2 */
        }
        sound.kind = DEMO_SOUND_START;
        sound.place = DEMO_SOUND_AT_LISTENER;
        sound.entity = (int32_t)(*apply->state)->view_entity;
        sound.volume = 255;
        return add_sound(apply, &sound, m->u.localsound.sound);
    case NQ_TEMP_ENTITY:
        return note_effect(apply, &m->u.temp_entity);
    case NQ_CDTRACK: /* the demo's own track takes the place of all that the levels name */
        return quake_sound_track(apply->sounds, apply->dem->track == -1
                                                    ? m->u.cdtrack.track
                                                    : (uint8_t)apply->dem->track);
    case NQ_SETPAUSE:
        sound.kind = m->u.setpause ? DEMO_SOUND_PAUSE : DEMO_SOUND_GO_ON;
        return add_sound(apply, &sound, 0);
    case NQ_PRINT: /* chat lines begin with byte 1 */
        return m->u.text[0] == 1 ? quake_sound_talk(apply->sounds, 0, nq_apply_seed(apply)) : 0;
    default:
        return 0;
    }
}
