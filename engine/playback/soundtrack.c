#include "engine/playback/soundtrack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/music.h"
#include "assets/quake/quake_data.h"
#include "assets/quake3/level_collision.h"
#include "assets/quake3/sound_names.h"
#include "assets/sound_store.h"
#include "engine/playback/follow/follow_choice.h"
#include "engine/playback/level_sounds.h"
#include "formats/base/arrays.h"

/* Ambience: a leaf's volume, 0..255; silent below the minimum. Changes at AMBIENT_FADE per second
 * (the original's ambient_level and ambient_fade). */
#define AMBIENT_LEVEL 0.3f
#define AMBIENT_MIN 8.0f
#define AMBIENT_FADE 100.0f
#define AMBIENT_MEMORY                                                                             \
    0.8 /* seconds after which the volume has reached its target from any value */
#define FULL 255.0f

/* Master volume, share of full scale. In the exact look more voices play at once than the original
 * had channels, so the headroom is larger, as in later engines. */
#define USUAL_VOLUME 0.35f
#define USUAL_VOLUME_FAITHFUL 0.7f
/* Quake III's own volumes leave that headroom. Its music has half the volume of a player's sound.
 */
#define USUAL_VOLUME_QUAKE3 0.4f
#define QUAKE3_MUSIC 0.5f

enum {
    LISTENERS = 128, /* power of two; more than the blocks of AMBIENT_MEMORY */
    MAX_UNPOSITIONED = DEMO_AMBIENCES + 1,
    TRACKS = 2 /* open at once */
};

/* The listener at the start of a block. */
struct heard_at {
    bool known;
    int64_t block;
    struct demo_listener listener;
};

/* From a sample on the music plays from a position; `runs`: false = paused. */
struct music_span {
    int64_t start, position;
    uint32_t name; /* name index in soundtrack.known; 0 = none */
    bool runs;
};

struct open_track {
    uint32_t name; /* 0 = free slot */
    struct music *music;
};

struct soundtrack {
    struct soundtrack_options options;
    struct timeline *head;
    const struct demo_family *family;
    struct files *files;
    struct quake_data data;            /* only files and models are used */
    struct level_collision *collision; /* Quake III's */
    struct scene room;                 /* scratch memory of demo_family.listen */
    struct sound_store *store;
    struct voice_schedule *schedule;

    struct demo_sounds known; /* events taken from the index */
    size_t num_told;          /* of these: passed to the schedule */
    double known_to;
    uint32_t level; /* name index of the current level's file; 0 = none */
    struct level_sounds falling;
    int64_t *levels; /* start of each level, samples, ascending */
    size_t num_levels, cap_levels;
    struct music_span *spans;
    size_t num_spans, cap_spans;
    struct open_track tracks[TRACKS];
    unsigned next_track;
    const struct sound_entry **entries; /* by name index of the schedule; NULL = not loaded */
    size_t num_entries, cap_entries;

    struct heard_at listeners[LISTENERS]; /* by block */
    struct sound_eyes eyes;               /* eyes of `listeners` */
    struct follow_choice choice;          /* of whom eyes.who asks for */
};

/* --- opening ---------------------------------------------------------------------------------- */

/* Finds a sound by the family's name for it. */
static const struct sound_entry *find_by_name(struct soundtrack *s, const char *name)
{
    char file[SOUND_NAME];
    if (!s->family->quake3_data) {
        return sound_store_find(s->store, name);
    }
    sound_names_find(s->files, s->store, name, file);
    return sound_store_find(s->store, file);
}

static int measure_sound(void *context, const char *name, struct sound_length *length)
{
    struct soundtrack *s = context;
    const struct sound_entry *entry = find_by_name(s, name);
    if (!entry) {
        return FORMAT_MEMORY;
    }
    *length = (struct sound_length){entry->frames, entry->loop_start};
    return 0;
}

static int open_parts(struct soundtrack *s, const struct timeline *timeline,
                      const struct game_files *game)
{
    const struct soundtrack_options *options = &s->options;
    const struct voice_schedule_options schedule = {.rate = options->rate,
                                                    .spread = !s->family->sounds_as_quake3,
                                                    .measure = measure_sound,
                                                    .context = s};
    const struct sound_store_options store = {.rate = options->rate,
                                              .step = options->look == MIXER_FAITHFUL,
                                              .builtin = !game->found,
                                              .budget = SOUND_STORE_BUDGET};
    s->files = game->files ? files_create_again(game->files, options->log, options->log_context)
                           : files_create(options->log, options->log_context);
    s->schedule = voice_schedule_create(&schedule);
    if (!s->files || !s->schedule) {
        return FORMAT_MEMORY;
    }
    files_hear_pieces(s->files, options->log_piece);
    s->store = sound_store_create(s->files, &store);
    s->data = (struct quake_data){
        .files = s->files, .found = game->found, .models = model_store_create(s->files)};
    s->collision = level_collision_create(s->files);
    return s->store && s->data.models && s->collision ? timeline_open_head(&s->head, timeline)
                                                      : FORMAT_MEMORY;
}

int soundtrack_open(struct soundtrack **soundtrack, const struct timeline *timeline,
                    const struct game_files *game, const struct soundtrack_options *options,
                    struct format_error *err)
{
    *soundtrack = NULL;
    if (options->rate < SOUNDTRACK_MIN_RATE || options->rate > SOUNDTRACK_MAX_RATE) {
        return format_fail(err, FORMAT_BAD, 0, "sound of %lu samples a second is not made",
                           (unsigned long)options->rate);
    }
    struct soundtrack *s = calloc(1, sizeof(*s));
    int status = s ? 0 : FORMAT_MEMORY;
    if (s) {
        s->options = *options;
        s->family = timeline_family(timeline);
        status = open_parts(s, timeline, game);
    }
    if (status < 0) {
        soundtrack_close(s);
        return format_fail(err, status, 0, "out of memory (sound)");
    }
    *soundtrack = s;
    return 0;
}

void soundtrack_close(struct soundtrack *s)
{
    if (!s) {
        return;
    }
    if (s->head) {
        timeline_close(s->head);
    }
    scene_free(&s->room);
    follow_choice_free(&s->choice);
    model_store_destroy(s->data.models);
    level_collision_destroy(s->collision);
    voice_schedule_destroy(s->schedule);
    sound_store_destroy(s->store);
    files_destroy(s->files);
    demo_sounds_free(&s->known);
    for (int i = 0; i < TRACKS; i++) {
        music_close(s->tracks[i].music);
    }
    free(s->levels);
    free(s->spans);
    free(s->entries);
    free(s);
}

static float usual_volume(const struct soundtrack *s)
{
    return s->family->sounds_as_quake3         ? USUAL_VOLUME_QUAKE3
           : s->options.look == MIXER_FAITHFUL ? USUAL_VOLUME_FAITHFUL
                                               : USUAL_VOLUME;
}

/* --- events ----------------------------------------------------------------------------------- */

static int64_t sample_of(const struct soundtrack *s, double time)
{
    return (int64_t)(time * s->options.rate + 0.5); /* rounded as in voice_schedule.c */
}

static int add_level(struct soundtrack *s, int64_t sample)
{
    if (array_reserve(&s->levels, &s->cap_levels, s->num_levels + 1, sizeof(*s->levels)) < 0) {
        return FORMAT_MEMORY;
    }
    s->levels[s->num_levels++] = sample;
    return 0;
}

/* Quake: music requested again continues, as a CD does, also in the next level, and is no longer
 * paused. Quake III: it restarts. */
static int tell_music(struct soundtrack *s, const struct demo_sound *event)
{
    const struct music_span *last = s->num_spans > 0 ? &s->spans[s->num_spans - 1] : NULL;
    struct music_span span = last ? *last : (struct music_span){.runs = true};
    span.start = sample_of(s, event->time);
    span.position += last && last->runs ? span.start - last->start : 0;
    if (event->kind == DEMO_SOUND_MUSIC) {
        span.position =
            event->name == span.name && !s->family->sounds_as_quake3 ? span.position : 0;
        span.name = event->name;
    } else {
        span.runs = event->kind != DEMO_SOUND_PAUSE;
    }
    const bool anew = event->kind == DEMO_SOUND_MUSIC && s->family->sounds_as_quake3;
    if (last && last->name == span.name && last->runs == span.runs && !anew) {
        return 0;
    }
    if (array_reserve(&s->spans, &s->cap_spans, s->num_spans + 1, sizeof(*s->spans)) < 0) {
        return FORMAT_MEMORY;
    }
    s->spans[s->num_spans++] = span;
    return 0;
}

static int tell_event(struct soundtrack *s, const struct demo_sound *event)
{
    int status = 0;
    switch (event->kind) {
    case DEMO_SOUND_CLEAR:
        status = add_level(s, sample_of(s, event->time));
        status = status == 0 ? tell_music(s, event) : status;
        s->level = event->name;
        level_sounds_clear(&s->falling);
        break;
    case DEMO_SOUND_CLEAR_LOOPS:
        level_sounds_clear(&s->falling);
        break;
    case DEMO_SOUND_MUSIC:
    case DEMO_SOUND_PAUSE:
    case DEMO_SOUND_GO_ON:
        return tell_music(s, event);
    default:
        break;
    }
    if (status < 0) {
        return status;
    }
    return demo_sounds_add(voice_schedule_sounds(s->schedule), event, "",
                           demo_sounds_name(&s->known, event->name));
}

/* Passes an event to the schedule; events that need the level only if it is audible, or when it
 * lands. */
static int tell_in_level(struct soundtrack *s, const struct demo_sound *event)
{
    const char *name = demo_sounds_name(&s->known, s->level);
    const struct q3_level *level = NULL;
    if (event->flight == 0 && event->water == DEMO_SOUND_ANYWHERE) {
        return tell_event(s, event);
    }
    if (name[0] != '\0') {
        level = level_collision_get(s->collision, name);
        if (!level) {
            return FORMAT_MEMORY;
        }
    }
    if (event->flight > 0) {
        level_sounds_throw(&s->falling, level, event);
        return 0;
    }
    return level_sounds_hear(level, event) ? tell_event(s, event) : 0;
}

/* Processes the next event, or an object that lands before it, if it is before sample `end`.
 * Returns 1, 0 = none, or FORMAT_MEMORY. */
static int tell_next(struct soundtrack *s, int64_t end)
{
    const struct demo_sound *event =
        s->num_told < s->known.count ? &s->known.items[s->num_told] : NULL;
    const struct demo_sound *falls = level_sounds_next(&s->falling, event ? event->time : INFINITY);
    int status = 0;
    if (falls) {
        if (sample_of(s, falls->time) >= end) {
            return 0;
        }
        status = tell_event(s, falls);
        if (status == 0) {
            level_sounds_drop(&s->falling, falls);
        }
    } else {
        if (!event || sample_of(s, event->time) >= end) {
            return 0;
        }
        status = tell_in_level(s, event);
        s->num_told += status == 0;
    }
    return status == 0 ? 1 : status;
}

/* Processes all events before a sample, so that the block can be mixed. */
static int64_t known_end(int64_t block)
{
    return (block + 1) * MIXER_BLOCK + MIXER_FADE;
}

static double known_time(const struct soundtrack *s, int64_t block)
{
    return (double)(known_end(block) + 1) / s->options.rate;
}

/* Updates the schedule. */
static int tell_score(struct soundtrack *s, int64_t block)
{
    const int64_t end = known_end(block);
    const double time = known_time(s, block);
    int status = 0;
    if (!(s->known_to > time)) {
        timeline_wait_sounds(s->head, time);
        status = timeline_take_sounds(s->head, &s->known, &s->known_to);
    }
    for (int more = 1; status == 0 && more == 1;) {
        more = tell_next(s, end);
        status = more < 0 ? more : 0;
    }
    return status == 0 ? voice_schedule_extend(s->schedule) : status;
}

/* Start of the level at a sample; everything before the first level counts as one, too. */
static int64_t level_start(const struct soundtrack *s, int64_t sample)
{
    size_t low = 0, high = s->num_levels;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->levels[middle] <= sample) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? s->levels[low - 1] : 0;
}

/* --- sounds ----------------------------------------------------------------------------------- */

static const struct sound_entry *find_entry(struct soundtrack *s, uint32_t name)
{
    while (s->num_entries <= name) {
        if (array_reserve(&s->entries, &s->cap_entries, s->num_entries + 1, sizeof(*s->entries)) <
            0) {
            files_note_lack(s->files);
            return NULL;
        }
        s->entries[s->num_entries++] = NULL;
    }
    if (!s->entries[name]) {
        s->entries[name] =
            find_by_name(s, demo_sounds_name(voice_schedule_sounds(s->schedule), name));
    }
    return s->entries[name];
}

static const struct pcm *find_sound(void *context, uint32_t name)
{
    struct soundtrack *s = context;
    const struct sound_entry *entry = find_entry(s, name);
    return entry ? sound_store_samples(s->store, entry) : NULL;
}

/* --- listeners -------------------------------------------------------------------------------- */

static bool same_eyes(const struct sound_eyes *a, const struct sound_eyes *b)
{
    const struct camera *x = &a->camera, *y = &b->camera;
    return a->camera_path == b->camera_path && x->kind == y->kind && x->distance == y->distance &&
           x->height == y->height && memcmp(x->origin, y->origin, sizeof(x->origin)) == 0 &&
           memcmp(x->angles, y->angles, sizeof(x->angles)) == 0 && a->follow == b->follow &&
           a->who == b->who && a->no_lerp == b->no_lerp &&
           a->own_water_alpha == b->own_water_alpha && a->water_alpha == b->water_alpha;
}

static void take_eyes(struct soundtrack *s, const struct sound_eyes *eyes)
{
    if (!same_eyes(&s->eyes, eyes)) {
        s->eyes = *eyes;
        for (int i = 0; i < LISTENERS; i++) {
            s->listeners[i].known = false;
        }
    }
}

/* The followed player at the cursor. Returns 0 or FORMAT_MEMORY. */
static int find_followed(struct soundtrack *s, uint32_t *follow)
{
    enum follow_result result;
    *follow = s->eyes.follow;
    return s->eyes.who ? follow_choice_find(&s->choice, s->head, s->eyes.who, follow, &result) : 0;
}

/* The listener at the start of a block. Returns 0 or FORMAT_MEMORY. */
static int find_listener(struct soundtrack *s, int64_t block, const struct demo_listener **listener)
{
    struct heard_at *at = &s->listeners[block & (LISTENERS - 1)];
    *listener = &at->listener;
    if (at->known && at->block == block) {
        return 0;
    }
    struct scene_options options = {.no_particles = true,
                                    .no_hud = true,
                                    .no_fog = true,
                                    .lerp_steps = !s->eyes.no_lerp,
                                    .own_water_alpha = s->eyes.own_water_alpha,
                                    .water_alpha = s->eyes.water_alpha,
                                    .camera = s->eyes.camera};
    const double time = (double)(block * MIXER_BLOCK) / s->options.rate;
    if (s->eyes.camera_path) {
        float fov = 0.0f; /* not used by the listener */
        camera_path_at(s->eyes.camera_path, time, &options.camera, &fov);
    }
    int status = timeline_go_time(s->head, time, !s->eyes.no_lerp);
    if (status == 0) {
        status = find_followed(s, &options.follow);
    }
    if (status == 0) {
        const struct scene_data data = {
            .quake = &s->data, .files = s->files, .collision = s->collision};
        status = timeline_listener(s->head, &s->room, &options, &data, &at->listener);
    }
    at->known = status == 0;
    at->block = block;
    return status;
}

/* --- ambience --------------------------------------------------------------------------------- */

static float ambient_target(const struct demo_listener *listener, int kind)
{
    const float loud = AMBIENT_LEVEL * (float)listener->ambience[kind];
    return loud < AMBIENT_MIN ? 0.0f : loud;
}

/* Ambience volumes at the start of a block, stepped block by block from AMBIENT_MEMORY earlier, or
 * from silence at the level's start. Returns 0 or FORMAT_MEMORY. */
static int find_ambience(struct soundtrack *s, int64_t block, float loud[DEMO_AMBIENCES])
{
    const float step = AMBIENT_FADE * (float)MIXER_BLOCK / (float)s->options.rate;
    const int64_t level = level_start(s, block * MIXER_BLOCK);
    const int64_t opening = (level + MIXER_BLOCK - 1) / MIXER_BLOCK;
    const int64_t memory = (int64_t)(AMBIENT_MEMORY * s->options.rate / MIXER_BLOCK) + 1;
    /* Free flight has no earlier position. */
    const bool flies = s->eyes.camera_path || s->eyes.camera.kind == CAMERA_FREE;
    int64_t first = flies ? block : block - memory;
    first = first > opening ? first : opening;
    memset(loud, 0, DEMO_AMBIENCES * sizeof(*loud));
    for (int64_t i = first; i <= block; i++) {
        const struct demo_listener *listener;
        if (find_listener(s, i, &listener) < 0) {
            return FORMAT_MEMORY;
        }
        for (int kind = 0; kind < DEMO_AMBIENCES; kind++) {
            const float target = ambient_target(listener, kind);
            const float since = (float)(i - opening) * step; /* upper limit */
            if (!listener->in_level) {
                loud[kind] = 0.0f;
            } else if (i == first) {
                loud[kind] = target < since ? target : since;
            } else if (loud[kind] < target) {
                loud[kind] = loud[kind] + step < target ? loud[kind] + step : target;
            } else {
                loud[kind] = loud[kind] - step > target ? loud[kind] - step : target;
            }
        }
    }
    return 0;
}

/* A block of a sound that has looped since the level's start; `first`: the block's first sample. */
static void fill_ambience(const struct pcm *pcm, int64_t loop, int64_t first, int64_t level,
                          int16_t out[MIXER_BLOCK])
{
    int64_t position = first - level;
    int i = 0;
    while (i < MIXER_BLOCK) {
        if (position >= pcm->length) {
            position = loop + (position - loop) % (pcm->length - loop);
        }
        int64_t count = pcm->length - position;
        count = count < MIXER_BLOCK - i ? count : MIXER_BLOCK - i;
        memcpy(out + i, pcm->samples + position, (size_t)count * sizeof(*out));
        position += count;
        i += (int)count;
    }
}

/* Adds the ambience of a block as sources; `samples` stores their samples. The original does not
 * play a file without a loop; the exact look loops all of it. Returns 0 or FORMAT_MEMORY. */
static int add_ambience(struct soundtrack *s, int64_t block,
                        struct mixer_unpositioned unpositioned[MAX_UNPOSITIONED],
                        int16_t samples[MAX_UNPOSITIONED][MIXER_BLOCK], size_t *count)
{
    float from[DEMO_AMBIENCES], to[DEMO_AMBIENCES];
    const int64_t first = block * MIXER_BLOCK, level = level_start(s, first);
    const int64_t next = level_start(s, first + MIXER_BLOCK - 1); /* starts silent */
    if (find_ambience(s, block, from) < 0 || find_ambience(s, block + 1, to) < 0) {
        return FORMAT_MEMORY;
    }
    for (int kind = 0; kind < DEMO_AMBIENCES; kind++) {
        const char *name = s->family->ambiences[kind];
        if (!name || from[kind] + to[kind] <= 0.0f) {
            continue;
        }
        const struct sound_entry *entry = sound_store_find(s->store, name);
        const struct pcm *pcm = entry ? sound_store_samples(s->store, entry) : NULL;
        if (!pcm || (pcm->loop_start < 0 && s->options.look == MIXER_FAITHFUL)) {
            continue;
        }
        fill_ambience(pcm, pcm->loop_start < 0 ? 0 : pcm->loop_start, first, level,
                      samples[*count]);
        for (int64_t i = next - first; next > level && i < MIXER_BLOCK; i++) {
            samples[*count][i] = 0;
        }
        unpositioned[*count] =
            (struct mixer_unpositioned){.samples = samples[*count],
                                        .channels = 1,
                                        .width = pcm->width,
                                        .ends = {from[kind] / FULL, to[kind] / FULL}};
        (*count)++;
    }
    return 0;
}

/* --- music ------------------------------------------------------------------------------------ */

/* Opens a track; *music: NULL = missing. Returns 0 or FORMAT_MEMORY. */
static int open_track(struct soundtrack *s, uint32_t name, struct music **music)
{
    for (int i = 0; i < TRACKS; i++) {
        if (s->tracks[i].name == name) {
            *music = s->tracks[i].music;
            return 0;
        }
    }
    struct open_track *track = &s->tracks[s->next_track];
    s->next_track = (s->next_track + 1) % TRACKS;
    music_close(track->music);
    *track = (struct open_track){0};
    const int status = music_open(&track->music, s->files, demo_sounds_name(&s->known, name),
                                  s->options.rate, s->options.look == MIXER_FAITHFUL);
    track->name = status == 0 ? name : 0;
    *music = track->music;
    return status;
}

/* Adds the music of a block, span by span. */
static int add_music(struct soundtrack *s, int64_t block,
                     struct mixer_unpositioned unpositioned[MAX_UNPOSITIONED],
                     int16_t samples[2 * MIXER_BLOCK], size_t *count)
{
    const int64_t first = block * MIXER_BLOCK, end = first + MIXER_BLOCK;
    const float loud = s->options.music_volume * usual_volume(s) *
                       (s->family->sounds_as_quake3 ? QUAKE3_MUSIC : 1.0f);
    size_t i = s->num_spans;
    bool sounds = false;
    while (i > 0 && s->spans[i - 1].start > first) {
        i--;
    }
    memset(samples, 0, 2 * MIXER_BLOCK * sizeof(*samples));
    for (i = i > 0 ? i - 1 : 0; i < s->num_spans && s->spans[i].start < end; i++) {
        const struct music_span *span = &s->spans[i];
        const bool is_last = i + 1 == s->num_spans || s->spans[i + 1].start > end;
        const int64_t from = span->start > first ? span->start : first;
        const int64_t to = is_last ? end : s->spans[i + 1].start;
        struct music *music = NULL;
        if (!span->runs || span->name == 0 || from >= to || loud <= 0.0f) {
            continue;
        }
        if (open_track(s, span->name, &music) < 0 ||
            (music && music_read(music, span->position + from - span->start, (uint32_t)(to - from),
                                 samples + 2 * (from - first)) < 0)) {
            return FORMAT_MEMORY;
        }
        sounds = sounds || music;
    }
    if (sounds) {
        unpositioned[(*count)++] = (struct mixer_unpositioned){
            .samples = samples, .channels = 2, .width = 2, .ends = {loud, loud}, .is_music = true};
    }
    return 0;
}

/* --- mixing ----------------------------------------------------------------------------------- */

static struct mixer_listener as_ears(const struct demo_listener *listener)
{
    struct mixer_listener ears = {.entity = listener->entity,
                                  .own_eyes = listener->own_eyes,
                                  .audience = listener->audience,
                                  .places = listener->places,
                                  .num_places = listener->num_places};
    memcpy(ears.origin, listener->origin, sizeof(ears.origin));
    memcpy(ears.right, listener->right, sizeof(ears.right));
    return ears;
}

int soundtrack_mix(struct soundtrack *s, const struct sound_eyes *eyes, int64_t block,
                   int16_t out[2 * MIXER_BLOCK])
{
    struct mixer_unpositioned unpositioned[MAX_UNPOSITIONED];
    int16_t samples[MAX_UNPOSITIONED][MIXER_BLOCK], music[2 * MIXER_BLOCK];
    struct mixer_options options = {.attenuation = s->family->sounds_as_quake3
                                                       ? MIXER_ATTENUATION_QUAKE3
                                                       : MIXER_ATTENUATION_QUAKE,
                                    .look = s->options.look,
                                    .volume = s->options.volume * usual_volume(s),
                                    .sound = find_sound,
                                    .context = s,
                                    .unpositioned = unpositioned};
    struct mixer_listener ends[2];
    memset(out, 0, 2 * MIXER_BLOCK * sizeof(*out));
    if (block < 0) {
        return 0;
    }
    take_eyes(s, eyes);
    int status = tell_score(s, block);
    for (int i = 0; status == 0 && i < 2; i++) {
        const struct demo_listener *listener;
        status = find_listener(s, block + i, &listener);
        ends[i] = as_ears(listener);
    }
    if (status == 0) {
        status = add_ambience(s, block, unpositioned, samples, &options.num_unpositioned);
    }
    if (status == 0) {
        status = add_music(s, block, unpositioned, music, &options.num_unpositioned);
    }
    if (status == 0) {
        mixer_mix(&options, s->schedule, block, ends, out);
    }
    return files_lacked_memory(s->files) ? FORMAT_MEMORY : status;
}

bool soundtrack_is_known(const struct soundtrack *s, int64_t block)
{
    const double time = known_time(s, block);
    return s->known_to > time || timeline_sounds_known(s->head) > time;
}

void soundtrack_load(struct soundtrack *s, int64_t block)
{
    const struct scheduled_voice *voices[MIXER_MAX_VOICES];
    const int64_t first = block * MIXER_BLOCK;
    if (block < 0 || !soundtrack_is_known(s, block) || tell_score(s, block) < 0) {
        return;
    }
    const size_t count =
        voice_schedule_find(s->schedule, first, first + MIXER_BLOCK, voices, MIXER_MAX_VOICES);
    for (size_t i = 0; i < count; i++) {
        if (voices[i]->start >= first) {
            (void)find_sound(s, voice_schedule_event(s->schedule, voices[i])->name);
        }
    }
}

void soundtrack_set_volume(struct soundtrack *s, float volume, float music_volume)
{
    s->options.volume = volume;
    s->options.music_volume = music_volume;
}

int64_t soundtrack_num_blocks(const struct soundtrack *s, double length)
{
    return (sample_of(s, length) + MIXER_BLOCK - 1) / MIXER_BLOCK;
}

const struct files *soundtrack_files(const struct soundtrack *s)
{
    return s->files;
}
