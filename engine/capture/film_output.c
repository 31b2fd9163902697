#include "engine/capture/film_output.h"

#include <string.h>

#include "engine/capture/outputs/outputs.h"
#include "engine/capture/picture_name.h"

static const struct film_output_kind *const kinds[FILM_KINDS] = {
    [FILM_AVI] = &film_output_avi, [FILM_Y4M] = &film_output_y4m,
    [FILM_RAW] = &film_output_raw, [FILM_PICTURES] = &film_output_pictures,
    [FILM_WAV] = &film_output_wav, [FILM_ENCODER] = &film_output_encoder,
};

int outputs_open_file(struct output_file *file, const struct film_format *format,
                      struct format_error *err)
{
    const struct output_request request = {.path = format->path,
                                           .way = format->is_piece ? OUTPUT_WHOLE : OUTPUT_PART,
                                           .force = format->force,
                                           .replace_part = format->resume};
    return format->inside ? output_file_open_inside(file, format->path, format->at, err)
                          : output_file_open(file, &request, err);
}

static int take_nothing(void *context, const uint8_t *bytes, size_t size)
{
    (void)context, (void)bytes, (void)size;
    return 0;
}

struct media_sink outputs_no_sink(void)
{
    return (struct media_sink){.append = take_nothing};
}

static bool is_word(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        const char lower = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a;
        if (lower != *b) {
            return false;
        }
    }
    return *a == *b;
}

/* "raw" is a format name only, no file extension. */
static bool find_named(const char *name, enum film_kind *kind)
{
    static const struct {
        const char *name;
        enum film_kind kind;
    } named[] = {{"avi", FILM_AVI}, {"y4m", FILM_Y4M}, {"png", FILM_PICTURES},
                 {"wav", FILM_WAV}, {"raw", FILM_RAW}, {"rgb", FILM_RAW}};
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
        if (is_word(name, named[i].name)) {
            *kind = named[i].kind;
            return true;
        }
    }
    return false;
}

static bool check_path(const char *path, enum film_kind kind, struct format_error *err)
{
    if (strcmp(path, "-") == 0 && (kind == FILM_AVI || kind == FILM_PICTURES)) {
        (void)format_fail(err, FORMAT_BAD, 0, "to standard output go y4m, raw and wav");
        return false;
    }
    if (kind == FILM_PICTURES && !picture_name_is_good(path)) {
        (void)format_fail(err, FORMAT_BAD, 0,
                          "a row of pictures has one %%d in its name, as in %%05d.png");
        return false;
    }
    return true;
}

bool film_kind_find(const char *path, const char *format, enum film_kind *kind,
                    struct format_error *err)
{
    if (format) {
        if (find_named(format, kind)) {
            return check_path(path, *kind, err);
        }
        (void)format_fail(err, FORMAT_BAD, 0, "formats are avi, y4m, raw, png and wav");
        return false;
    }
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    *kind = FILM_Y4M;
    if (strcmp(path, "-") == 0) {
        return true;
    }
    if (!dot || dot[1] == '\0') {
        (void)format_fail(err, FORMAT_BAD, 0,
                          "the ending says what is written: .avi, .y4m, %%05d.png, .wav");
        return false;
    }
    if (!find_named(dot + 1, kind)) {
        *kind = FILM_ENCODER;
    }
    return check_path(path, *kind, err);
}

bool film_kind_has_pictures(enum film_kind kind)
{
    return kinds[kind]->pictures;
}

bool film_kind_has_sound(enum film_kind kind)
{
    return kinds[kind]->sound;
}

bool film_kind_has_pieces(enum film_kind kind)
{
    return kinds[kind]->pieces;
}

int film_output_check(const struct film_format *format, struct format_error *err)
{
    const bool halved =
        (format->kind == FILM_Y4M || format->kind == FILM_ENCODER) && format->chroma == Y4M_420;
    if (halved && (format->width % 2 || format->height % 2)) {
        return format_fail(err, FORMAT_BAD, 0,
                           "%dx%d has no 4:2:0 colours (one for 2x2 pixels): an even size, or "
                           "--chroma 444",
                           format->width, format->height);
    }
    return 0;
}

int film_output_open(struct film_output *output, const struct film_format *format,
                     struct format_error *err)
{
    const struct film_output_kind *kind = kinds[format->kind];
    *output = (struct film_output){.kind = kind,
                                   .left = UINT64_MAX,
                                   .pictures = kind->pictures,
                                   .sound = kind->sound && format->sound_rate > 0};
    const int code = film_output_check(format, err);
    return code < 0 ? code : kind->open(output, format, err);
}

/* An encoder chooses when to read which pipe: the sound it wants while it takes no picture must be
 * available. */
uint64_t film_output_lead(const struct film_output *output, const struct film_format *format)
{
    return output->kind == &film_output_encoder ? 1 + format->fps.num / format->fps.den : 0;
}

bool film_output_has_frame(const struct film_output *output, uint64_t frame)
{
    return output->kind->has_frame && output->kind->has_frame(output, frame);
}

int film_output_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                      struct format_error *err)
{
    return output->kind->frame(output, frame, pixels, err);
}

int film_output_sound(struct film_output *output, const int16_t *samples, size_t count,
                      struct format_error *err)
{
    return output->kind->add_sound(output, samples, count, err);
}

int film_output_end(struct film_output *output, enum output_end end, struct format_error *err)
{
    return output->kind->end(output, end, err);
}
