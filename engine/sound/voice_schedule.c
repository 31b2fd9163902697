#include "engine/sound/voice_schedule.h"

#include <stdlib.h>

#include "formats/base/arrays.h"
#include "formats/base/dmath.h"

/* Voices are searched in groups; a group stores its latest end, so that groups that are over are
 * skipped whole. */
enum { GROUP = 64, FIRST_TABLE = 256 };

/* Channel numbers have eight bits; an entity's loop uses one above them. */
enum { LOOP_CHANNEL = 256 };

enum { SPREAD_SEED = 3 };

/* Announcer queues, maximum sounds waiting in one; voices compared when equal sounds are counted.
 */
enum { QUEUES = 4, MAX_WAITING = 20, MAX_COMPARED = 2048 };
#define EQUAL_APART 0.05 /* seconds */

struct channel { /* channel of an entity */
    int32_t entity;
    int32_t number;
    size_t voice; /* index of its last voice + 1, possibly of an earlier level; 0 = free slot */
};

struct known_sound {
    struct sound_length length;
    int64_t last_start; /* start of its newest voice */
    bool measured;
};

struct voice_schedule {
    struct voice_schedule_options options;
    struct demo_sounds sounds;
    size_t num_done; /* events processed */

    struct scheduled_voice *voices; /* by ascending start */
    size_t num_voices, cap_voices;
    int64_t *group_ends;
    size_t num_groups, cap_groups;
    size_t level_first; /* index of the level's first voice */

    struct scheduled_voice *queued; /* voices from queues, by ascending start */
    size_t num_queued, cap_queued;
    int64_t queue_free[QUEUES]; /* earliest start of the next voice */

    struct channel *channels; /* hash table, power of two; channels used in this level */
    size_t num_channels, channels_size;
    size_t *loops; /* indices of active loop voices */
    size_t num_loops, cap_loops;

    struct known_sound *known; /* by name index */
    size_t num_known, cap_known;
};

struct voice_schedule *voice_schedule_create(const struct voice_schedule_options *options)
{
    struct voice_schedule *s = calloc(1, sizeof(*s));
    if (s) {
        s->options = *options;
    }
    return s;
}

void voice_schedule_destroy(struct voice_schedule *s)
{
    if (!s) {
        return;
    }
    demo_sounds_free(&s->sounds);
    free(s->voices);
    free(s->group_ends);
    free(s->queued);
    free(s->channels);
    free(s->loops);
    free(s->known);
    free(s);
}

struct demo_sounds *voice_schedule_sounds(struct voice_schedule *s)
{
    return &s->sounds;
}

/* --- sounds ----------------------------------------------------------------------------------- */

/* Returns the sound's cache entry, measuring it on first use; NULL if out of memory. Valid until
 * the next call. */
static struct known_sound *measure_sound(struct voice_schedule *s, uint32_t name)
{
    while (s->num_known <= name) {
        if (array_reserve(&s->known, &s->cap_known, s->num_known + 1, sizeof(*s->known)) < 0) {
            return NULL;
        }
        s->known[s->num_known++] = (struct known_sound){{0, -1}, -1, false};
    }
    struct known_sound *known = &s->known[name];
    const char *text = demo_sounds_name(&s->sounds, name);
    if (!known->measured && *text != '\0') {
        struct sound_length length = {0, -1};
        if (s->options.measure(s->options.context, text, &length) < 0) {
            return NULL;
        }
        length.loop = length.loop < length.frames ? length.loop : -1;
        known->length = length;
    }
    known->measured = true;
    return known;
}

/* --- channels --------------------------------------------------------------------------------- */

static struct channel *find_channel(const struct voice_schedule *s, int32_t entity, int32_t number)
{
    size_t at =
        dmath_hash((uint32_t)entity, (uint32_t)number, 0) & (uint32_t)(s->channels_size - 1);
    while (s->channels[at].voice != 0 &&
           (s->channels[at].entity != entity || s->channels[at].number != number)) {
        at = (at + 1) & (s->channels_size - 1);
    }
    return &s->channels[at];
}

static int grow_channels(struct voice_schedule *s)
{
    struct channel *old = s->channels;
    const size_t old_size = s->channels_size;
    const size_t size = old_size ? old_size * 2 : FIRST_TABLE;
    struct channel *channels = calloc(size, sizeof(*channels));
    if (!channels) {
        return FORMAT_MEMORY;
    }
    s->channels = channels;
    s->channels_size = size;
    s->num_channels = 0;
    for (size_t i = 0; i < old_size; i++) {
        if (old[i].voice > s->level_first) {
            *find_channel(s, old[i].entity, old[i].number) = old[i];
            s->num_channels++;
        }
    }
    free(old);
    return 0;
}

static void end_voice(struct voice_schedule *s, size_t number, int64_t at)
{
    struct scheduled_voice *voice = &s->voices[number];
    const size_t group = number / GROUP;
    const bool was_last = voice->end == s->group_ends[group];
    if (voice->end <= at) {
        return;
    }
    voice->end = at;
    if (was_last) {
        int64_t end = 0;
        for (size_t i = group * GROUP; i < (group + 1) * GROUP && i < s->num_voices; i++) {
            end = s->voices[i].end > end ? s->voices[i].end : end;
        }
        s->group_ends[group] = end;
    }
}

/* Ends the voice of an entity's channel. */
static void end_channel(struct voice_schedule *s, int32_t entity, int32_t number, int64_t at)
{
    const struct channel *channel = s->channels_size ? find_channel(s, entity, number) : NULL;
    if (channel && channel->voice > s->level_first) {
        end_voice(s, channel->voice - 1, at);
    }
}

/* Assigns the newest voice to an entity's channel. */
static void take_channel(struct voice_schedule *s, int32_t entity, int32_t number)
{
    struct channel *channel = find_channel(s, entity, number);
    s->num_channels += channel->voice == 0;
    *channel = (struct channel){entity, number, s->num_voices};
}

/* --- voices ----------------------------------------------------------------------------------- */

/* Reserves memory for everything one event may add, so that an event is processed whole or not at
 * all. */
static int make_room(struct voice_schedule *s)
{
    const size_t group = s->num_voices / GROUP;
    if (array_reserve(&s->voices, &s->cap_voices, s->num_voices + 1, sizeof(*s->voices)) < 0 ||
        array_reserve(&s->group_ends, &s->cap_groups, group + 1, sizeof(*s->group_ends)) < 0 ||
        array_reserve(&s->loops, &s->cap_loops, s->num_loops + 1, sizeof(*s->loops)) < 0 ||
        array_reserve(&s->queued, &s->cap_queued, s->num_queued + 1, sizeof(*s->queued)) < 0) {
        return FORMAT_MEMORY;
    }
    return s->num_channels * 2 >= s->channels_size ? grow_channels(s) : 0;
}

static void add_voice(struct voice_schedule *s, const struct scheduled_voice *voice)
{
    const size_t group = s->num_voices / GROUP;
    if (group == s->num_groups) {
        s->group_ends[s->num_groups++] = voice->end;
    } else if (s->group_ends[group] < voice->end) {
        s->group_ends[group] = voice->end;
    }
    s->voices[s->num_voices++] = *voice;
}

/* Quake's rule for equal sounds that start together: samples to skip. */
static int64_t spread_start(struct voice_schedule *s, const struct demo_sound *event,
                            const struct scheduled_voice *voice)
{
    struct known_sound *known = &s->known[event->name];
    const bool again = known->last_start == voice->start;
    known->last_start = voice->start;
    if (!again || !s->options.spread) {
        return 0;
    }
    const int64_t skip = dmath_hash(event->seed, SPREAD_SEED, 0) % (s->options.rate / 10);
    return skip < voice->length.frames ? skip : voice->length.frames - 1;
}

/* True if the entity already plays as many equal sounds as the event allows. */
static bool is_crowded(const struct voice_schedule *s, const struct demo_sound *event,
                       const struct scheduled_voice *voice)
{
    const int64_t close = (int64_t)(EQUAL_APART * s->options.rate);
    size_t i = s->num_voices;
    uint32_t count = 0;
    for (int looked = 0; event->most > 0 && i > s->level_first && looked < MAX_COMPARED; looked++) {
        if (i % GROUP == 0 && s->group_ends[i / GROUP - 1] <= voice->start) {
            i -= GROUP;
            continue;
        }
        const struct scheduled_voice *other = &s->voices[--i];
        const struct demo_sound *first = &s->sounds.items[other->event];
        if (other->end <= voice->start || first->name != event->name ||
            first->entity != event->entity || first->kind != DEMO_SOUND_START) {
            continue;
        }
        if (voice->start - other->start < close || ++count >= event->most) {
            return true;
        }
    }
    return false;
}

/* Starts the voice when its queue is free, or drops it if too many are waiting. */
static void queue_voice(struct voice_schedule *s, const struct demo_sound *event,
                        struct scheduled_voice *voice)
{
    int64_t *free_from = &s->queue_free[event->queue % QUEUES];
    const int64_t gap = (int64_t)event->gap * s->options.rate / 1000;
    size_t at = s->num_queued;
    if (*free_from - voice->start > gap * MAX_WAITING) {
        return;
    }
    voice->start = *free_from > voice->start ? *free_from : voice->start;
    *free_from = voice->start + gap;
    if (voice->length.frames <= 0) {
        return; /* a missing sound still takes its turn */
    }
    voice->end = voice->length.loop < 0 ? voice->start + voice->length.frames : VOICE_NEVER_ENDS;
    for (; at > 0 && s->queued[at - 1].start > voice->start; at--) {
        s->queued[at] = s->queued[at - 1];
    }
    s->queued[at] = *voice;
    s->num_queued++;
}

static void start_voice(struct voice_schedule *s, const struct demo_sound *event,
                        struct scheduled_voice *voice)
{
    if (event->queue != 0) {
        queue_voice(s, event, voice);
        return;
    }
    if (is_crowded(s, event, voice)) {
        return;
    }
    const bool takes = event->exclusive && event->channel != 0;
    if (takes) {
        end_channel(s, event->entity, event->channel, voice->start);
    }
    if (voice->length.frames <= 0) {
        return;
    }
    voice->skip = spread_start(s, event, voice);
    voice->end = voice->length.loop < 0 ? voice->start + voice->length.frames - voice->skip
                                        : VOICE_NEVER_ENDS;
    add_voice(s, voice);
    if (takes) {
        take_channel(s, event->entity, event->channel);
    }
}

/* Static sounds play to the end of the level, and only if their file has a loop. */
static void start_static(struct voice_schedule *s, struct scheduled_voice *voice)
{
    voice->end = VOICE_NEVER_ENDS;
    if (voice->length.frames > 0 && voice->length.loop >= 0) {
        add_voice(s, voice);
    }
}

/* All entity loops run on one clock, whenever they start. */
static void start_loop(struct voice_schedule *s, const struct demo_sound *event,
                       struct scheduled_voice *voice)
{
    end_channel(s, event->entity, LOOP_CHANNEL, voice->start);
    if (voice->length.frames <= 0) {
        return;
    }
    voice->length.loop = 0;
    voice->skip = voice->start % voice->length.frames;
    voice->end = VOICE_NEVER_ENDS;
    add_voice(s, voice);
    s->loops[s->num_loops++] = s->num_voices - 1;
    take_channel(s, event->entity, LOOP_CHANNEL);
}

/* Drops waiting voices; `all`: ends playing ones, too. */
static void clear_queues(struct voice_schedule *s, int64_t at, bool all)
{
    for (size_t i = s->num_queued; i > 0; i--) {
        struct scheduled_voice *voice = &s->queued[i - 1];
        if (voice->end > at && (all || voice->start > at)) {
            voice->end = at;
        }
    }
    for (int i = 0; i < QUEUES; i++) {
        s->queue_free[i] = at;
    }
}

static void clear_loops(struct voice_schedule *s, int64_t at)
{
    clear_queues(s, at, false);
    for (size_t i = 0; i < s->num_loops; i++) {
        end_voice(s, s->loops[i], at);
    }
    s->num_loops = 0;
}

/* Ends all voices of the level. */
static void end_level(struct voice_schedule *s, int64_t at)
{
    for (size_t i = s->level_first; i < s->num_voices; i++) {
        end_voice(s, i, at);
    }
    clear_queues(s, at, true);
    s->num_loops = 0;
    s->level_first = s->num_voices;
}

static int take_event(struct voice_schedule *s, uint32_t number)
{
    const struct demo_sound *event = &s->sounds.items[number];
    struct scheduled_voice voice = {.start = (int64_t)(event->time * s->options.rate + 0.5),
                                    .event = number};
    if (s->num_voices > 0 && voice.start < s->voices[s->num_voices - 1].start) {
        voice.start = s->voices[s->num_voices - 1].start; /* starts never decrease */
    }
    if (event->kind == DEMO_SOUND_MUSIC) {
        return 0; /* its name is a track, not a sound */
    }
    const bool of_level = event->kind == DEMO_SOUND_CLEAR; /* has no name */
    const struct known_sound *known = measure_sound(s, of_level ? 0 : event->name);
    if (!known || make_room(s) < 0) {
        return FORMAT_MEMORY;
    }
    voice.length = known->length;
    switch (event->kind) {
    case DEMO_SOUND_START:
        start_voice(s, event, &voice);
        break;
    case DEMO_SOUND_STOP:
        end_channel(s, event->entity, event->channel, voice.start);
        break;
    case DEMO_SOUND_STATIC:
        start_static(s, &voice);
        break;
    case DEMO_SOUND_LOOP:
        start_loop(s, event, &voice);
        break;
    case DEMO_SOUND_CLEAR:
        end_level(s, voice.start);
        break;
    case DEMO_SOUND_CLEAR_LOOPS:
        clear_loops(s, voice.start);
        break;
    case DEMO_SOUND_MUSIC: /* no voice */
    case DEMO_SOUND_PAUSE:
    case DEMO_SOUND_GO_ON:
        break;
    }
    return 0;
}

int voice_schedule_extend(struct voice_schedule *s)
{
    int status = 0;
    while (status == 0 && s->num_done < s->sounds.count && s->num_done < UINT32_MAX) {
        status = take_event(s, (uint32_t)s->num_done);
        s->num_done += status == 0;
    }
    return status;
}

const struct demo_sound *voice_schedule_event(const struct voice_schedule *s,
                                              const struct scheduled_voice *voice)
{
    return &s->sounds.items[voice->event];
}

/* --- queries -------------------------------------------------------------------------------- */

/* Number of voices that start before a sample. */
static size_t count_started(const struct voice_schedule *s, int64_t sample)
{
    size_t low = 0, high = s->num_voices;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->voices[middle].start < sample) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Inserts the audible queued voices by start. */
static size_t find_queued(const struct voice_schedule *s, int64_t from, int64_t to,
                          const struct scheduled_voice **voices, size_t found, size_t max)
{
    for (size_t i = 0; i < s->num_queued && found < max && s->queued[i].start < to; i++) {
        const struct scheduled_voice *voice = &s->queued[i];
        size_t at = found;
        if (voice->end <= from || voice->end <= voice->start) {
            continue;
        }
        for (; at > 0 && voices[at - 1]->start > voice->start; at--) {
            voices[at] = voices[at - 1];
        }
        voices[at] = voice;
        found++;
    }
    return found;
}

size_t voice_schedule_find(const struct voice_schedule *s, int64_t from, int64_t to,
                           const struct scheduled_voice **voices, size_t max)
{
    size_t found = 0;
    size_t i = count_started(s, to);
    while (i > 0 && found < max) {
        if (s->group_ends[(i - 1) / GROUP] <= from) {
            i = (i - 1) / GROUP * GROUP;
        } else if (s->voices[--i].end > from) {
            voices[found++] = &s->voices[i];
        }
    }
    for (size_t low = 0, high = found; low + 1 < high; low++) {
        const struct scheduled_voice *swap = voices[low];
        voices[low] = voices[--high];
        voices[high] = swap;
    }
    return find_queued(s, from, to, voices, found, max);
}

bool voice_is_cut(const struct scheduled_voice *voice)
{
    const struct sound_length *length = &voice->length;
    return voice->end != VOICE_NEVER_ENDS &&
           (length->loop >= 0 || voice->end < voice->start + length->frames - voice->skip);
}

int64_t voice_position(const struct scheduled_voice *voice, int64_t sample)
{
    const struct sound_length *length = &voice->length;
    if (sample < voice->start || sample >= voice->end) {
        return -1;
    }
    const int64_t position = sample - voice->start + voice->skip;
    if (position < length->frames) {
        return position;
    }
    return length->loop < 0
               ? -1
               : length->loop + (position - length->loop) % (length->frames - length->loop);
}
