#include "assets/film_texture.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/roq.h"
#include "formats/pictures/q3_image.h"

enum {
    KEYS = 256,           /* kept states at most, */
    KEY_BYTES = 32 << 20, /* and their memory */
    KEY_STEP_MIN = 15,    /* frames from one to the next */
    SHOWN = 2
};

struct film_texture {
    struct files *files;
    struct files_ref file;
    struct roq film;
    pthread_mutex_t mutex; /* for everything below */
    struct roq_state *state;
    uint32_t key_step, num_keys;
    struct roq_state *keys[KEYS]; /* keys[i]: after i * key_step frames; NULL = not yet */
    uint8_t *scaled;              /* for sides that are not powers of two; else NULL */
    struct texture *shown[SHOWN]; /* the last frames returned, */
    uint32_t frames[SHOWN];       /* their numbers */
    int last;                     /* and which of them was the last */
};

/* As many states as fit, evenly spaced. The first costs nothing to make again. */
static void plan_keys(struct film_texture *f)
{
    const size_t fit = KEY_BYTES / roq_state_bytes(&f->film);
    const uint32_t most = fit < KEYS ? (uint32_t)fit : KEYS;
    f->key_step = f->film.num_frames / (most + 1) + 1;
    f->key_step = f->key_step < KEY_STEP_MIN ? KEY_STEP_MIN : f->key_step;
    f->num_keys = (f->film.num_frames - 1) / f->key_step + 1;
    f->num_keys = f->num_keys < most + 1 ? f->num_keys : most + 1;
    f->num_keys = f->num_keys < KEYS ? f->num_keys : KEYS;
}

static void keep_key(struct film_texture *f)
{
    const uint32_t key = f->state->frames / f->key_step;
    if (key == 0 || key >= f->num_keys || f->state->frames % f->key_step != 0 || f->keys[key]) {
        return;
    }
    const size_t size = roq_state_bytes(&f->film);
    f->keys[key] = malloc(size); /* without one, seeking decodes more */
    if (f->keys[key]) {
        memcpy(f->keys[key], f->state, size);
    }
}

/* Decodes up to a frame, from the present state or from the last key before it. */
static void decode_to(struct film_texture *f, uint32_t frame)
{
    uint32_t key = (frame + 1) / f->key_step;
    key = key < f->num_keys ? key : f->num_keys - 1;
    while (key > 0 && !f->keys[key]) {
        key--;
    }
    if (f->state->frames > frame + 1 || f->state->frames < key * f->key_step) {
        if (key > 0) {
            memcpy(f->state, f->keys[key], roq_state_bytes(&f->film));
        } else {
            roq_begin(&f->film, f->state);
        }
    }
    while (f->state->frames <= frame) {
        roq_next(&f->film, f->state);
        keep_key(f);
    }
}

static const uint8_t *sized_picture(struct film_texture *f)
{
    const uint8_t *picture = roq_picture(&f->film, f->state);
    if (!f->scaled) {
        return picture;
    }
    q3_image_resample(picture, f->film.width, f->film.height, f->scaled,
                      q3_image_side(f->film.width), q3_image_side(f->film.height));
    return f->scaled;
}

/* False: out of memory. */
static bool make_room(struct film_texture *f, const char *name)
{
    const int width = q3_image_side(f->film.width), height = q3_image_side(f->film.height);
    f->state = malloc(roq_state_bytes(&f->film));
    if (!f->state) {
        return false;
    }
    if (width != f->film.width || height != f->film.height) {
        f->scaled = malloc((size_t)width * (size_t)height * 4);
        if (!f->scaled) {
            return false;
        }
    }
    roq_begin(&f->film, f->state);
    decode_to(f, 0);
    const uint8_t *first = sized_picture(f);
    for (int i = 0; i < SHOWN; i++) {
        f->shown[i] = texture_create(name, true, 1, width, height, &first);
        if (!f->shown[i]) {
            return false;
        }
    }
    return true;
}

int film_texture_load(struct film_texture **film, struct files *files, const char *name,
                      struct format_error *err)
{
    struct film_texture *f = calloc(1, sizeof(*f));
    *film = NULL;
    if (!f || pthread_mutex_init(&f->mutex, NULL) != 0) {
        free(f);
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    f->files = files;
    int code = files_get(files, name, &f->file);
    if (code == FORMAT_OK) {
        code = roq_open(&f->film, f->file.data, f->file.size, err);
    }
    if (code == FORMAT_OK) {
        plan_keys(f);
        code = make_room(f, name) ? FORMAT_OK : FORMAT_MEMORY;
    }
    if (code < 0) {
        film_texture_destroy(f);
        return code;
    }
    *film = f;
    return FORMAT_OK;
}

void film_texture_destroy(struct film_texture *f)
{
    if (!f) {
        return;
    }
    for (uint32_t i = 0; i < KEYS; i++) {
        free(f->keys[i]);
    }
    for (int i = 0; i < SHOWN; i++) {
        texture_destroy(f->shown[i]);
    }
    free(f->scaled);
    free(f->state);
    files_release(f->files, &f->file);
    pthread_mutex_destroy(&f->mutex);
    free(f);
}

static uint32_t frame_at(const struct roq *film, double time)
{
    const double frame = time * (double)film->rate;
    if (!(frame > 0.0 && frame < 9.0e15)) {
        return 0;
    }
    return (uint32_t)((uint64_t)frame % film->num_frames);
}

const struct texture *film_texture_at(struct film_texture *f, double time)
{
    const uint32_t frame = frame_at(&f->film, time);
    pthread_mutex_lock(&f->mutex);
    if (f->frames[f->last] != frame) {
        f->last = (f->last + 1) % SHOWN;
        if (f->frames[f->last] != frame) {
            decode_to(f, frame);
            const uint8_t *picture = sized_picture(f);
            texture_fill(f->shown[f->last], &picture);
            f->frames[f->last] = frame;
        }
    }
    const struct texture *shown = f->shown[f->last];
    pthread_mutex_unlock(&f->mutex);
    return shown;
}
