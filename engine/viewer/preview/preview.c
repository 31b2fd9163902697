#include "engine/viewer/preview/preview.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Small beside the window's: a picture may take some milliseconds more. */
enum { KEY_FRAME_BYTES = 16 * 1024 * 1024 };

struct kept {
    struct preview_key key;
    uint64_t stamp; /* when it was drawn; 0 = empty */
    uint32_t *pixels;
};

struct preview {
    /* Set before the thread begins. */
    char *name;
    struct playback_options options; /* its strings are these: */
    char *basedir, *game, *remembered;
    int width, height;
    pthread_t thread;

    pthread_mutex_t lock; /* for all below */
    pthread_cond_t asked_or_ended;
    struct preview_key asked;
    bool is_asked, is_ended, is_new;
    struct kept kept[PREVIEW_KEPT];
    uint64_t stamp;
};

static bool same_key(struct preview_key a, struct preview_key b)
{
    return a.time == b.time && a.follow == b.follow;
}

/* With the lock held. */
static struct kept *find_kept(struct preview *preview, struct preview_key key)
{
    for (int i = 0; i < PREVIEW_KEPT; i++) {
        if (preview->kept[i].stamp > 0 && same_key(preview->kept[i].key, key)) {
            return &preview->kept[i];
        }
    }
    return NULL;
}

/* --- the thread ---------------------------------------------------------------------------------
 */

/* Waits for a picture to draw. False: the end. */
static bool next_asked(struct preview *preview, struct preview_key *key)
{
    pthread_mutex_lock(&preview->lock);
    while (!preview->is_asked && !preview->is_ended) {
        pthread_cond_wait(&preview->asked_or_ended, &preview->lock);
    }
    const bool goes_on = !preview->is_ended;
    *key = preview->asked;
    preview->is_asked = false;
    pthread_mutex_unlock(&preview->lock);
    return goes_on;
}

/* Keeps a picture in the place of the oldest. */
static void keep(struct preview *preview, struct preview_key key, const uint32_t *pixels)
{
    const size_t size = (size_t)preview->width * (size_t)preview->height * sizeof(*pixels);
    pthread_mutex_lock(&preview->lock);
    struct kept *oldest = &preview->kept[0];
    for (int i = 1; i < PREVIEW_KEPT; i++) {
        oldest = preview->kept[i].stamp < oldest->stamp ? &preview->kept[i] : oldest;
    }
    oldest->pixels = oldest->pixels ? oldest->pixels : malloc(size);
    oldest->stamp = 0;
    if (oldest->pixels) {
        memcpy(oldest->pixels, pixels, size);
        oldest->key = key;
        oldest->stamp = ++preview->stamp;
        preview->is_new = true;
    }
    pthread_mutex_unlock(&preview->lock);
}

static void draw_asked(struct preview *preview, struct playback_context *player, uint32_t *pixels)
{
    struct preview_key key;
    while (next_asked(preview, &key)) {
        player->scene_options.follow = key.follow;
        if (playback_go_time(player, key.time) == 0 &&
            playback_draw(player, pixels, (size_t)preview->width) == 0) {
            keep(preview, key, pixels);
        }
    }
}

/* Unless another one was asked for meanwhile. */
static void ask_again(struct preview *preview, struct preview_key key)
{
    pthread_mutex_lock(&preview->lock);
    if (!preview->is_asked) {
        preview->asked = key;
        preview->is_asked = true;
    }
    pthread_mutex_unlock(&preview->lock);
}

static void *run(void *context)
{
    static const struct timeline_options index = {.key_frame_bytes = KEY_FRAME_BYTES,
                                                  .background = true};
    struct preview *preview = context;
    struct playback_context player;
    struct preview_key first;
    struct format_error err;
    uint32_t *pixels = malloc((size_t)preview->width * (size_t)preview->height * sizeof(*pixels));
    if (!pixels || !next_asked(preview, &first) ||
        playback_open(&player, preview->name, &preview->options, &index, &err) < 0) {
        free(pixels);
        return NULL;
    }
    ask_again(preview, first);
    if (playback_set_size(&player, preview->width, preview->height) == 0) {
        draw_asked(preview, &player, pixels);
    }
    playback_close(&player);
    free(pixels);
    return NULL;
}

/* --- the caller ---------------------------------------------------------------------------------
 */

static void free_preview(struct preview *preview)
{
    for (int i = 0; i < PREVIEW_KEPT; i++) {
        free(preview->kept[i].pixels);
    }
    free(preview->name);
    free(preview->basedir);
    free(preview->game);
    free(preview->remembered);
    free(preview);
}

/* A copy of a string that may be NULL. False: out of memory. */
static bool copy_string(char **copy, const char *text)
{
    *copy = text ? strdup(text) : NULL;
    return !text || *copy;
}

static bool copy_options(struct preview *preview, const char *name,
                         const struct playback_options *options)
{
    struct playback_options *own = &preview->options;
    *own = *options;
    const bool copied = copy_string(&preview->name, name) &&
                        copy_string(&preview->basedir, options->search.basedir) &&
                        copy_string(&preview->game, options->search.game) &&
                        copy_string(&preview->remembered, options->search.remembered);
    own->search.basedir = preview->basedir;
    own->search.game = preview->game;
    own->search.remembered = preview->remembered;
    own->search.log = own->search.log_piece = NULL;
    own->search.output = NULL;
    own->threads = 1;
    own->no_hud = true;
    own->scale = 1;
    own->camera = camera_default();
    own->camera_path = NULL;
    own->follow = NULL;
    own->views = (struct view_options){0};
    own->ghosts = (struct ghost_options){0};
    own->beside = (struct beside_options){0};
    own->summary = own->end_summary = false;
    return copied;
}

struct preview *preview_begin(const char *name, const struct playback_options *options, int width,
                              int height)
{
    struct preview *preview = calloc(1, sizeof(*preview));
    if (!preview) {
        return NULL;
    }
    preview->width = width;
    preview->height = height;
    pthread_mutex_init(&preview->lock, NULL);
    pthread_cond_init(&preview->asked_or_ended, NULL);
    if (!copy_options(preview, name, options) ||
        pthread_create(&preview->thread, NULL, run, preview) != 0) {
        pthread_cond_destroy(&preview->asked_or_ended);
        pthread_mutex_destroy(&preview->lock);
        free_preview(preview);
        return NULL;
    }
    return preview;
}

void preview_end(struct preview *preview)
{
    if (!preview) {
        return;
    }
    pthread_mutex_lock(&preview->lock);
    preview->is_ended = true;
    pthread_cond_signal(&preview->asked_or_ended);
    pthread_mutex_unlock(&preview->lock);
    pthread_join(preview->thread, NULL);
    pthread_cond_destroy(&preview->asked_or_ended);
    pthread_mutex_destroy(&preview->lock);
    free_preview(preview);
}

void preview_ask(struct preview *preview, struct preview_key key)
{
    pthread_mutex_lock(&preview->lock);
    if (!find_kept(preview, key)) {
        preview->asked = key;
        preview->is_asked = true;
        pthread_cond_signal(&preview->asked_or_ended);
    }
    pthread_mutex_unlock(&preview->lock);
}

bool preview_copy(struct preview *preview, struct preview_key key, uint32_t *pixels)
{
    const size_t size = (size_t)preview->width * (size_t)preview->height * sizeof(*pixels);
    pthread_mutex_lock(&preview->lock);
    const struct kept *kept = find_kept(preview, key);
    if (kept) {
        memcpy(pixels, kept->pixels, size);
    }
    pthread_mutex_unlock(&preview->lock);
    return kept != NULL;
}

bool preview_is_new(struct preview *preview)
{
    pthread_mutex_lock(&preview->lock);
    const bool is_new = preview->is_new;
    preview->is_new = false;
    pthread_mutex_unlock(&preview->lock);
    return is_new;
}
