#include "engine/capture/film_writer.h"

#include <pthread.h>
#include <stdlib.h>

enum { SLOTS_MAX = 3, LARGE_PICTURE = 1 << 22 /* pixels; larger frames get two slots */ };

struct film_writer {
    struct film_output *output;
    pthread_t thread;
    bool threaded; /* else what is given is written at once */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct film_slot slots[SLOTS_MAX];
    unsigned num_slots, taken, given, done; /* counted on: slot i % num_slots */
    bool closing;
    int code; /* code of the first failure */
    struct format_error err;
    struct film_written written;
};

static int write_slot(struct film_writer *writer, const struct film_slot *slot,
                      struct format_error *err)
{
    int code = 0;
    if (slot->num_samples > 0) {
        code = film_output_sound(writer->output, slot->samples, slot->num_samples, err);
    }
    if (code == 0 && slot->pixels) {
        code = film_output_frame(writer->output, slot->frame, slot->pixels, err);
    }
    return code;
}

/* With the lock held, which it gives away meanwhile. */
static void write_next(struct film_writer *writer)
{
    const struct film_slot *slot = &writer->slots[writer->done % writer->num_slots];
    struct format_error err = {0};
    int code = writer->code;
    if (code == 0) {
        pthread_mutex_unlock(&writer->lock);
        code = write_slot(writer, slot, &err);
        pthread_mutex_lock(&writer->lock);
        if (code < 0) {
            writer->code = code;
            writer->err = err;
        } else {
            writer->written.frames++;
        }
        writer->written.bytes = writer->output->size;
        writer->written.enough = writer->output->enough;
    }
    writer->done++;
    pthread_cond_broadcast(&writer->changed);
}

static void *run_writer(void *context)
{
    struct film_writer *writer = context;
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        while (writer->done == writer->given && !writer->closing) {
            pthread_cond_wait(&writer->changed, &writer->lock);
        }
        if (writer->done == writer->given) {
            break;
        }
        write_next(writer);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

static void free_writer(struct film_writer *writer)
{
    for (unsigned i = 0; i < SLOTS_MAX; i++) {
        free(writer->slots[i].pixels);
        free(writer->slots[i].samples);
    }
    pthread_mutex_destroy(&writer->lock);
    pthread_cond_destroy(&writer->changed);
    free(writer);
}

int film_writer_open(struct film_writer **out, struct film_output *output, size_t pixels,
                     size_t samples)
{
    struct film_writer *writer = calloc(1, sizeof(*writer));
    *out = NULL;
    if (!writer) {
        return FORMAT_MEMORY;
    }
    writer->output = output;
    writer->num_slots = pixels > LARGE_PICTURE ? 2 : SLOTS_MAX;
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    for (unsigned i = 0; i < writer->num_slots; i++) {
        struct film_slot *slot = &writer->slots[i];
        slot->pixels = pixels ? malloc(pixels * sizeof(*slot->pixels)) : NULL;
        slot->samples = samples ? malloc(samples * 2 * sizeof(*slot->samples)) : NULL;
        if ((pixels && !slot->pixels) || (samples && !slot->samples)) {
            free_writer(writer);
            return FORMAT_MEMORY;
        }
    }
    /* Without a thread it is slower, and the same film. */
    writer->threaded = pthread_create(&writer->thread, NULL, run_writer, writer) == 0;
    *out = writer;
    return 0;
}

struct film_slot *film_writer_take(struct film_writer *writer)
{
    struct film_slot *slot = NULL;
    pthread_mutex_lock(&writer->lock);
    while (writer->code == 0 && writer->taken - writer->done >= writer->num_slots) {
        pthread_cond_wait(&writer->changed, &writer->lock);
    }
    if (writer->code == 0) {
        slot = &writer->slots[writer->taken++ % writer->num_slots];
        slot->num_samples = 0;
    }
    pthread_mutex_unlock(&writer->lock);
    return slot;
}

void film_writer_give(struct film_writer *writer, struct film_slot *slot)
{
    (void)slot; /* they come back in the order they were taken */
    pthread_mutex_lock(&writer->lock);
    writer->given++;
    if (writer->threaded) {
        pthread_cond_broadcast(&writer->changed);
    } else {
        write_next(writer);
    }
    pthread_mutex_unlock(&writer->lock);
}

struct film_written film_writer_written(struct film_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    const struct film_written written = writer->written;
    pthread_mutex_unlock(&writer->lock);
    return written;
}

int film_writer_close(struct film_writer *writer, bool whole, bool spare,
                      struct film_written *written, struct format_error *err)
{
    pthread_mutex_lock(&writer->lock);
    writer->closing = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    if (writer->threaded) {
        pthread_join(writer->thread, NULL);
    }
    struct format_error later = {0};
    const bool named = writer->code == 0 && (whole || !spare);
    const enum output_end end = writer->written.frames == 0 ? OUTPUT_NONE
                                : named                     ? OUTPUT_DONE
                                                            : OUTPUT_PARTLY;
    const int ended = film_output_end(writer->output, end, &later);
    const int code = writer->code ? writer->code : ended;
    if (code < 0 && err) {
        *err = writer->code ? writer->err : later;
    }
    *written = writer->written;
    if (written->frames > writer->output->left) {
        written->frames = writer->output->left;
    }
    written->bytes = writer->output->size;
    free_writer(writer);
    return code;
}
