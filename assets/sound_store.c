#include "assets/sound_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/name_map.h"
#include "formats/media/resample.h"
#include "formats/media/vorbis.h"
#include "formats/media/wav.h"

enum {
    KERNELS = 4, /* for rates above the store's: few games have more than two */
    NAME_BYTES = 256
};

struct sound {
    struct sound_entry entry; /* first: an entry is a sound's */
    char *file;               /* in the game data, or NULL: in the built-in pack by its name */
    struct pcm pcm;           /* samples NULL: not made now */
    uint64_t used;            /* when it was asked for last */
    struct sound *next;       /* list of decoded sounds */
    char name[];
};

struct sound_store {
    struct files *files;
    struct sound_store_options options;
    struct name_map sounds; /* struct sound, by name without case */
    struct sound *made;
    size_t bytes;
    uint64_t asked; /* how often samples were */
    struct resample_kernel kernels[KERNELS];
    uint32_t next_kernel;
};

struct sound_store *sound_store_create(struct files *files,
                                       const struct sound_store_options *options)
{
    struct sound_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
        store->options = *options;
    }
    return store;
}

static void free_sound(void *value)
{
    struct sound *sound = value;
    pcm_free(&sound->pcm);
    free(sound->file);
    free(sound);
}

void sound_store_destroy(struct sound_store *store)
{
    if (!store) {
        return;
    }
    for (int i = 0; i < KERNELS; i++) {
        resample_kernel_free(&store->kernels[i]);
    }
    name_map_clear(&store->sounds, free_sound);
    free(store);
}

/* --- files ------------------------------------------------------------------------------------ */

/* The bytes of a file of the game data, or of the built-in pack where the sound has none. */
static int get_bytes(struct sound_store *store, const struct sound *sound, struct files_ref *ref)
{
    if (sound->file) {
        return files_get(store->files, sound->file, ref);
    }
    *ref = (struct files_ref){0};
    const bool found = store->options.builtin && builtin_find(sound->name, &ref->data, &ref->size);
    return found ? FORMAT_OK : FORMAT_MISSING;
}

/* Index of the file extension's dot; the length if there is none. */
static size_t find_ending(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(slash ? slash : name, '.');
    return dot ? (size_t)(dot - name) : strlen(name);
}

/* True if the name stays inside the game data; others are refused. */
static bool stays_inside(const char *name)
{
    return name[0] != '/' && !strstr(name, "..") && !strpbrk(name, "\\:");
}

/* The file the sound is in: by its name, as a WAV, as an OGG; in the built-in pack by its name
 * alone. FORMAT_MISSING: nowhere. */
static int find_file(struct sound_store *store, struct sound *sound)
{
    static const char *const endings[] = {"", ".wav", ".ogg"};
    const size_t stem = find_ending(sound->name);
    const size_t count = stays_inside(sound->name) ? sizeof(endings) / sizeof(endings[0]) : 1;
    const uint8_t *bytes;
    size_t size;
    int code = FORMAT_MISSING;
    for (size_t i = 0; i < count && code == FORMAT_MISSING; i++) {
        char name[NAME_BYTES];
        struct files_ref ref;
        const int length =
            snprintf(name, sizeof(name), "%.*s%s", i ? (int)stem : (int)strlen(sound->name),
                     sound->name, endings[i]);
        if (length < 0 || (size_t)length >= sizeof(name) ||
            (i > 0 && strcmp(name, sound->name) == 0)) {
            continue;
        }
        code = files_get(store->files, name, &ref);
        if (code == FORMAT_OK) {
            files_release(store->files, &ref);
            sound->file = strdup(name);
            code = sound->file ? FORMAT_OK : FORMAT_MEMORY;
        }
    }
    const bool stands_in = code == FORMAT_MISSING && store->options.builtin &&
                           builtin_find(sound->name, &bytes, &size);
    return stands_in ? FORMAT_OK : code;
}

bool sound_store_has(struct sound_store *store, const char *name)
{
    static const char *const endings[] = {"", ".wav", ".ogg"};
    const size_t stem = find_ending(name);
    const uint8_t *bytes;
    size_t size;
    bool found = false;
    for (size_t i = 0; stays_inside(name) && !found && i < sizeof(endings) / sizeof(endings[0]);
         i++) {
        char file[NAME_BYTES];
        const int length = snprintf(file, sizeof(file), "%.*s%s", i ? (int)stem : (int)strlen(name),
                                    name, endings[i]);
        found = length > 0 && (size_t)length < sizeof(file) && files_has(store->files, file);
    }
    return found || (store->options.builtin && builtin_find(name, &bytes, &size));
}

/* --- decoding --------------------------------------------------------------------------------- */

/* The sound as its file has it, in mono. */
static int decode_sound(struct sound_store *store, const struct sound *sound, struct pcm *pcm,
                        struct format_error *err)
{
    struct files_ref ref;
    int code = get_bytes(store, sound, &ref);
    if (code == FORMAT_MISSING) { /* it was there */
        return format_fail(err, FORMAT_BAD, 0, "cannot be read any more");
    }
    if (code < 0) {
        return code;
    }
    const bool ogg = ref.size >= 4 && memcmp(ref.data, "OggS", 4) == 0;
    code = ogg ? vorbis_read(pcm, ref.data, ref.size, PCM_MONO, err)
               : wav_read(pcm, ref.data, ref.size, PCM_MONO, err);
    if (sound->file) {
        files_release(store->files, &ref);
    }
    return code;
}

/* The kernel between these rates; returns NULL if out of memory. */
static const struct resample_kernel *find_kernel(struct sound_store *store, uint32_t from)
{
    struct format_error err = {0};
    const uint32_t to = store->options.rate;
    for (int i = 0; i < KERNELS; i++) {
        if (store->kernels[i].taps > 0 && resample_kernel_fits(&store->kernels[i], from, to)) {
            return &store->kernels[i];
        }
    }
    struct resample_kernel *kernel = &store->kernels[store->next_kernel];
    resample_kernel_free(kernel);
    if (resample_kernel_make(kernel, from, to, &err) < 0) {
        return NULL;
    }
    store->next_kernel = (store->next_kernel + 1) % KERNELS;
    return kernel;
}

static int resample_sound(struct sound_store *store, struct pcm *out, const struct pcm *in,
                          struct format_error *err)
{
    if (store->options.step) {
        return resample_step(out, in, store->options.rate, err);
    }
    const struct resample_kernel *kernel = find_kernel(store, in->rate);
    return kernel ? resample_sinc(out, in, store->options.rate, kernel, err) : FORMAT_MEMORY;
}

/* --- what is known ---------------------------------------------------------------------------- */

static void log_missing(struct sound_store *store, const char *name)
{
    char line[512];
    snprintf(line, sizeof(line), "%.300s: not found, silence stands in for it", name);
    files_log_piece(store->files, name, line);
    files_note_missing(store->files, FILES_WANT_SOUND);
}

/* Length and loop at the store's rate. */
static struct resample_extent find_extent(const struct sound_store *store, const struct pcm *pcm)
{
    return store->options.step ? resample_step_extent(pcm, store->options.rate)
                               : resample_sinc_extent(pcm, store->options.rate);
}

static void report_damage(struct sound_store *store, const struct sound *sound,
                          const struct format_error *err)
{
    files_report_damage(store->files, sound->file ? sound->file : sound->name, err);
}

/* Finds out how long it is. 0 or FORMAT_MEMORY. */
static int measure_sound(struct sound_store *store, struct sound *sound)
{
    struct format_error err = {0};
    struct pcm pcm = {0};
    int code = find_file(store, sound);
    if (code == FORMAT_MISSING) {
        if (stays_inside(sound->name)) { /* else it was logged */
            log_missing(store, sound->name);
        }
        return FORMAT_OK;
    }
    if (code == FORMAT_OK) {
        code = decode_sound(store, sound, &pcm, &err);
    }
    if (code == FORMAT_OK) {
        const struct resample_extent extent = find_extent(store, &pcm);
        pcm_free(&pcm);
        if (extent.frames == 0 || extent.frames > SOUND_STORE_MAX_FRAMES) {
            code = format_fail(&err, FORMAT_BAD, 0, "a sound longer than %lu seconds",
                               (unsigned long)(SOUND_STORE_MAX_FRAMES / store->options.rate));
        } else {
            sound->entry = (struct sound_entry){extent.frames, extent.loop_start};
        }
    }
    if (code < 0 && code != FORMAT_MEMORY) {
        report_damage(store, sound, &err);
    }
    return code == FORMAT_MEMORY ? code : FORMAT_OK;
}

const struct sound_entry *sound_store_find(struct sound_store *store, const char *name)
{
    char key[NAME_BYTES];
    size_t length = 0;
    for (; name[length] && length < sizeof(key) - 1; length++) {
        key[length] = name_lower(name[length]);
    }
    key[length] = '\0';
    struct sound *sound = name_map_get(&store->sounds, key);
    if (sound) {
        return &sound->entry;
    }
    sound = calloc(1, sizeof(*sound) + length + 1);
    int code = sound ? FORMAT_OK : FORMAT_MEMORY;
    if (sound) {
        memcpy(sound->name, key, length + 1);
        sound->entry.loop_start = PCM_NO_LOOP;
        code = measure_sound(store, sound);
    }
    if (code == FORMAT_OK) {
        code = name_map_put(&store->sounds, key, sound);
    }
    if (code < 0) {
        files_note_lack(store->files);
        if (sound) {
            free_sound(sound);
        }
        return NULL;
    }
    return &sound->entry;
}

/* --- samples ---------------------------------------------------------------------------------- */

static size_t pcm_bytes(const struct pcm *pcm)
{
    return (size_t)pcm->length * (size_t)pcm->channels * sizeof(*pcm->samples);
}

/* Frees the least recently used samples, except the newest. */
static void keep_budget(struct sound_store *store)
{
    while (store->bytes > store->options.budget && store->made && store->made->next) {
        struct sound **oldest = &store->made->next;
        for (struct sound **link = oldest; *link; link = &(*link)->next) {
            oldest = (*link)->used < (*oldest)->used ? link : oldest;
        }
        struct sound *sound = *oldest;
        *oldest = sound->next;
        store->bytes -= pcm_bytes(&sound->pcm);
        pcm_free(&sound->pcm);
        sound->pcm = (struct pcm){0};
    }
}

/* The entry is from the first read; the file may have changed. */
static bool is_as_measured(const struct sound_store *store, const struct sound *sound,
                           const struct pcm *in)
{
    const struct resample_extent extent = find_extent(store, in);
    return extent.frames == sound->entry.frames && extent.loop_start == sound->entry.loop_start;
}

/* 0 or a negative code. */
static int make_sound(struct sound_store *store, struct sound *sound, struct format_error *err)
{
    struct pcm in = {0};
    int code = decode_sound(store, sound, &in, err);
    if (code == FORMAT_OK) {
        code = is_as_measured(store, sound, &in)
                   ? resample_sound(store, &sound->pcm, &in, err)
                   : format_fail(err, FORMAT_BAD, 0, "has changed since it was read first");
        pcm_free(&in);
    }
    if (code < 0) {
        sound->pcm = (struct pcm){0};
        return code;
    }
    sound->next = store->made;
    store->made = sound;
    store->bytes += pcm_bytes(&sound->pcm);
    keep_budget(store);
    return FORMAT_OK;
}

const struct pcm *sound_store_samples(struct sound_store *store, const struct sound_entry *entry)
{
    struct sound *sound = (struct sound *)entry;
    if (entry->frames == 0) {
        return NULL;
    }
    sound->used = ++store->asked;
    struct format_error err = {0};
    const int code = sound->pcm.samples ? FORMAT_OK : make_sound(store, sound, &err);
    if (code == FORMAT_MEMORY) {
        files_note_lack(store->files);
    } else if (code < 0) {
        report_damage(store, sound, &err);
        sound->entry = (struct sound_entry){0, PCM_NO_LOOP}; /* it is not tried again */
    }
    return code < 0 ? NULL : &sound->pcm;
}

size_t sound_store_bytes(const struct sound_store *store)
{
    return store->bytes;
}
