/* Sound events of QuakeWorld messages: started, stopped and static sounds. */
#include "engine/family/demo_sounds.h"
#include "engine/quake/quake_sounds.h"
#include "engine/quakeworld/qw_apply.h"

/* The names stay in the file: the state keeps where each begins. */
int qw_apply_sounds(const struct qw_apply *apply, const struct qw_names *names)
{
    uint32_t number = names->start, pos = 0;
    uint32_t end = number + names->count + 1; /* messages know numbers of one byte */
    end = end < QW_MAX_SOUNDS ? end : QW_MAX_SOUNDS;
    if (names->count == 0) {
        return 0;
    }
    if (apply->demo->size > UINT32_MAX) {
        return format_fail(apply->err, FORMAT_UNKNOWN, apply->offset, "the file is too large");
    }
    int status = qw_state_extend(apply->state, QW_SOUNDS, end);
    if (status < 0) {
        return status;
    }
    const char *name;
    while (++number < end && (name = qw_names_next(names, &pos)) != NULL) {
        qw_sound_names(*apply->state)[number] =
            (uint32_t)((uintptr_t)name - (uintptr_t)apply->demo->data);
    }
    return 0;
}

/* NULL = not in the list. */
static const char *find_name(const struct qw_apply *apply, uint32_t number)
{
    const struct qw_state *s = *apply->state;
    const uint32_t offset = number < s->arrays[QW_SOUNDS].count ? qw_sound_names(s)[number] : 0;
    return offset > 0 ? (const char *)apply->demo->data + offset : NULL;
}

static int add_sound(const struct qw_apply *apply, struct demo_sound *sound, uint32_t number)
{
    sound->seed = qw_apply_seed(apply);
    return demo_sounds_add(apply->sounds, sound, QUAKE_SOUND_FOLDER, find_name(apply, number));
}

static int note_start(const struct qw_apply *apply, const struct qw_sound *from)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .attenuation = (float)from->attenuation / 64.0f,
                               .entity = from->entity,
                               .channel = from->channel,
                               .exclusive = from->channel != 0,
                               .volume = from->volume};
    qw_clean_origin(sound.origin, from->origin);
    return add_sound(apply, &sound, from->sound);
}

static int note_static(const struct qw_apply *apply, const struct qw_message *m)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_STATIC,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .attenuation = (float)m->u.spawnstaticsound.attenuation / 64.0f,
                               .volume = m->u.spawnstaticsound.volume};
    qw_clean_origin(sound.origin, m->u.spawnstaticsound.origin);
    return add_sound(apply, &sound, m->u.spawnstaticsound.sound);
}

static int note_effect(const struct qw_apply *apply, const struct qw_temp_entity *from)
{
    float origin[3];
    qw_clean_origin(origin, from->origin);
    return quake_sound_effect(apply->sounds, from->type, origin, qw_apply_seed(apply));
}

int qw_listen(const struct qw_apply *apply, const struct qw_message *m)
{
    struct demo_sound sound = {0};
    switch (m->id) {
    case QW_SERVERDATA:
        sound.kind = DEMO_SOUND_CLEAR;
        return add_sound(apply, &sound, 0);
    case QW_SOUND:
        return note_start(apply, &m->u.sound);
    case QW_STOPSOUND:
        sound.kind = DEMO_SOUND_STOP;
        sound.entity = m->u.stopsound >> 3;
        sound.channel = m->u.stopsound & 7;
        return add_sound(apply, &sound, 0);
    case QW_SPAWNSTATICSOUND:
        return note_static(apply, m);
    case QW_TEMP_ENTITY:
        return note_effect(apply, &m->u.temp_entity);
    case QW_CDTRACK:
        return quake_sound_track(apply->sounds, m->u.cdtrack);
    case QW_SETPAUSE:
        sound.kind = m->u.setpause ? DEMO_SOUND_PAUSE : DEMO_SOUND_GO_ON;
        return add_sound(apply, &sound, 0);
    case QW_PRINT:
        return m->u.print.level == QW_PRINT_CHAT
                   ? quake_sound_talk(apply->sounds, qw_audience(apply), qw_apply_seed(apply))
                   : 0;
    default:
        return 0;
    }
}
