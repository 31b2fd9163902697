#include "engine/capture/film.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/capture/file_sink.h"
#include "formats/media/avi.h"

uint32_t film_frames(const struct film_options *options)
{
    return 1 + (uint32_t)(fabs(options->to - options->from) * options->fps / options->speed);
}

/* All frames there is room for; report->written counts the good ones. */
static int write_frames(struct player *player, struct avi_writer *avi, uint32_t *pixels,
                        const struct film_options *options, struct film_report *report)
{
    const double step =
        (options->to < options->from ? -options->speed : options->speed) / options->fps;
    for (uint32_t i = 0; i < report->wanted && avi->size < AVI_MAX_BYTES; i++) {
        int code = player_go_time(player, options->from + step * i);
        if (code == 0) {
            code = player_draw(player, pixels, (size_t)options->width);
        }
        if (code == 0) {
            code = avi_add_frame(avi, pixels);
        }
        if (code < 0) {
            return code;
        }
        report->written++;
    }
    return 0;
}

static int write_avi(struct player *player, const struct media_sink *sink,
                     const struct film_options *options, struct film_report *report)
{
    const size_t count = (size_t)options->width * (size_t)options->height;
    uint32_t *pixels = malloc(count * sizeof(*pixels));
    const struct avi_format format = {.width = (uint32_t)options->width,
                                      .height = (uint32_t)options->height,
                                      .fps_num = (uint32_t)options->fps,
                                      .fps_den = 1,
                                      .codec = AVI_MJPEG,
                                      .quality = options->quality};
    struct avi_writer avi = {0};
    int code = pixels ? player_set_size(player, options->width, options->height) : FORMAT_MEMORY;
    if (code == 0) {
        code = avi_begin(&avi, sink, &format);
    }
    if (code == 0) {
        code = write_frames(player, &avi, pixels, options, report);
        const int ended = avi_end(&avi);
        report->kept = ended == 0 && report->written > 0;
        code = code ? code : ended;
    }
    avi_free(&avi);
    free(pixels);
    return code;
}

int film_write(struct player *player, const char *path, const struct film_options *options,
               struct film_report *report, struct format_error *err)
{
    struct file_sink file;
    *report = (struct film_report){.wanted = film_frames(options)};
    if (file_sink_open(&file, path) < 0) {
        return format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(errno));
    }
    const struct media_sink sink = file_sink_media(&file);
    const int code = write_avi(player, &sink, options, report);
    if (file_sink_close(&file) < 0) {
        report->kept = false;
        return format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(errno));
    }
    return code < 0 ? format_fail(err, code, 0, "no memory to render frame %u",
                                  (unsigned)report->written)
                    : 0;
}
