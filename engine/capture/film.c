#include "engine/capture/film.h"

#include <string.h>

static uint64_t samples_before(const struct film *film, uint64_t frame)
{
    return film_samples_before(film->format.fps, film->format.sound_rate, frame);
}

int film_open(struct film *film, const struct film_format *format, struct film_piece piece,
              struct format_error *err)
{
    *film = (struct film){.format = *format, .frame = piece.first, .last = piece.last};
    film->format.damaged = &film->damaged;
    film->first_sample = samples_before(film, piece.first);
    film->format.samples = samples_before(film, piece.last) - film->first_sample;
    int code = film_output_open(&film->output, &film->format, err);
    if (code < 0) {
        return code;
    }
    const size_t pixels = (size_t)format->width * (size_t)format->height;
    /* The most samples one frame brings: its own, and those that go ahead. */
    const uint64_t ahead = film_output_lead(&film->output, format) + 1;
    const size_t samples = film->output.sound ? (size_t)samples_before(film, ahead) + 1 : 0;
    code =
        film_writer_open(&film->writer, &film->output, film->output.pictures ? pixels : 0, samples);
    if (code < 0) {
        (void)!film_output_end(&film->output, OUTPUT_NONE, NULL);
        return format_fail(err, code, 0, "out of memory");
    }
    return 0;
}

/* Adds sound up to film_output_lead frames after this frame. */
static int add_sound(struct film *film, const struct film_stretch *stretch,
                     struct film_sound *sound, struct film_slot *slot)
{
    const uint64_t behind = stretch->first + stretch->frames;
    const uint64_t ahead = film->frame + 1 + film_output_lead(&film->output, &film->format);
    uint64_t last = ahead < behind ? ahead : behind;
    last = last < film->last ? last : film->last;
    const uint64_t end = samples_before(film, last);
    if (!film->output.sound || !sound || end <= film->first_sample) {
        return 0;
    }
    const int code = film_sound_take(sound, stretch, film->first_sample, end, slot->samples);
    slot->num_samples = (size_t)(end - film->first_sample);
    film->first_sample = end;
    return code;
}

int film_add(struct film *film, const struct film_stretch *stretch, struct film_frames *frames,
             struct film_sound *sound, struct format_error *err)
{
    const uint64_t behind = stretch->first + stretch->frames;
    const uint64_t last = behind < film->last ? behind : film->last;
    for (; film->frame < last && !film->stopped; film->frame++) {
        const struct film_written written = film_writer_written(film->writer);
        if (written.enough) {
            film->frame = film->last;
            break;
        }
        if (film->go_on && !film->go_on(film->context, written)) {
            film->stopped = true;
            break;
        }
        if (film_output_has_frame(&film->output, film->frame)) {
            film->kept++;
            continue;
        }
        struct film_slot *slot = film_writer_take(film->writer);
        if (!slot) {
            film->stopped = true; /* film_close returns the error */
            break;
        }
        slot->frame = film->frame;
        int code = slot->pixels ? film_frames_draw(frames, stretch, film->frame, slot->pixels) : 0;
        if (code == 0) {
            code = add_sound(film, stretch, sound, slot);
        }
        if (code < 0) {
            film->stopped = true;
            return format_fail(err, code, 0, "out of memory (frame %llu)",
                               (unsigned long long)film->frame);
        }
        if (film->is_damaged && film->is_damaged(film->damage_context)) {
            atomic_store(&film->damaged, true);
        }
        film_writer_give(film->writer, slot);
    }
    return 0;
}

int film_close(struct film *film, struct film_written *written, char talk[FILM_OUTPUT_TALK],
               struct format_error *err)
{
    const bool whole = film->frame == film->last && !film->stopped;
    const int code = film_writer_close(film->writer, whole, film->spare, written, err);
    if (talk) {
        memcpy(talk, film->output.talk, FILM_OUTPUT_TALK);
    }
    return code;
}
