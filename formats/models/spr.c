/* SPR files. Layout: Quake's spritegn.h. Read in two passes like MDL files: count, then fill. */
#include "formats/models/spr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/models/frame_group.h"

enum { HEADER_SIZE = 36, PICTURE_HEADER = 16, SIDE_MAX = 16384, ORIGIN_LIMIT = 65536 };

static const float SECONDS_LIMIT = 1048576.0f;

struct reader {
    struct spr *spr;
    struct byte_reader r;
    struct format_error *err;
    size_t num_intervals;
    size_t num_pixels;
    uint32_t num_pictures;
    bool fill;
};

static int fail_cut(struct reader *x)
{
    return format_fail(x->err, FORMAT_TRUNCATED, x->r.size, "the file ends inside its frames");
}

static int read_picture(struct reader *x)
{
    size_t at = x->r.pos;
    int32_t left = byte_reader_i32(&x->r);
    int32_t up = byte_reader_i32(&x->r);
    int32_t width = byte_reader_i32(&x->r);
    int32_t height = byte_reader_i32(&x->r);
    if (x->r.overrun) {
        return fail_cut(x);
    }
    if (left < -ORIGIN_LIMIT || left > ORIGIN_LIMIT || up < -ORIGIN_LIMIT || up > ORIGIN_LIMIT) {
        return format_fail(x->err, FORMAT_BAD, at, "picture %u: its origin is out of range",
                           (unsigned)x->num_pictures);
    }
    if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) {
        return format_fail(x->err, FORMAT_BAD, at + 8, "picture %u: %d x %d pixels",
                           (unsigned)x->num_pictures, (int)width, (int)height);
    }
    size_t count = (size_t)width * (size_t)height;
    const uint8_t *pixels = byte_reader_take(&x->r, count);
    if (!pixels) {
        return fail_cut(x);
    }
    if (x->fill) {
        uint8_t *copy = x->spr->pixels + x->num_pixels;
        memcpy(copy, pixels, count);
        x->spr->pictures[x->num_pictures] = (struct spr_picture){left, up, width, height, copy};
    }
    x->num_pixels += count;
    x->num_pictures++;
    return FORMAT_OK;
}

static int read_frame(struct reader *x, uint32_t i)
{
    size_t at = x->r.pos;
    uint32_t type = byte_reader_u32(&x->r);
    uint32_t count = type ? byte_reader_u32(&x->r) : 1;
    if (x->r.overrun || count > byte_reader_left(&x->r) / PICTURE_HEADER) {
        return fail_cut(x);
    }
    if (count < 1) {
        return format_fail(x->err, FORMAT_BAD, at, "group %u has no pictures", (unsigned)i);
    }
    uint32_t first = x->num_pictures;
    size_t first_interval = x->num_intervals;
    for (uint32_t j = 0; type && j < count; j++) {
        float v = byte_reader_f32(&x->r);
        if (!(v > 0 && v <= SECONDS_LIMIT)) {
            return format_fail(x->err, FORMAT_BAD, x->r.pos - 4,
                               "group %u: an interval is not above 0", (unsigned)i);
        }
        if (x->fill) {
            x->spr->intervals[x->num_intervals] = v;
        }
        x->num_intervals++;
    }
    for (uint32_t j = 0; j < count; j++) {
        int code = read_picture(x);
        if (code < 0) {
            return code;
        }
    }
    if (x->fill) {
        const float *intervals = type ? x->spr->intervals + first_interval : NULL;
        x->spr->frames[i] = (struct spr_group){first, count, intervals};
    }
    return FORMAT_OK;
}

static int read_header(struct reader *x)
{
    struct byte_reader *r = &x->r;
    const uint8_t *magic = byte_reader_take(r, 4);
    if (!magic || memcmp(magic, "IDSP", 4) != 0) {
        return format_fail(x->err, FORMAT_UNKNOWN, 0, "not a sprite");
    }
    if (r->size < HEADER_SIZE) {
        return format_fail(x->err, FORMAT_TRUNCATED, r->size, "the sprite header is truncated");
    }
    uint32_t version = byte_reader_u32(r);
    if (version != SPR_VERSION) {
        return format_fail(x->err, FORMAT_UNKNOWN, 4, "unsupported sprite version %u (not 1)",
                           (unsigned)version);
    }
    uint32_t orientation = byte_reader_u32(r);
    if (orientation > SPR_PARALLEL_ORIENTED) {
        return format_fail(x->err, FORMAT_BAD, 8, "unknown sprite orientation %u",
                           (unsigned)orientation);
    }
    x->spr->orientation = (enum spr_orientation)orientation;
    x->spr->radius = byte_reader_f32(r);
    if (!(fabsf(x->spr->radius) <= SECONDS_LIMIT)) {
        x->spr->radius = 0;
    }
    x->spr->max_width = byte_reader_i32(r);
    x->spr->max_height = byte_reader_i32(r);
    x->spr->num_frames = byte_reader_u32(r);
    byte_reader_f32(r); /* beam length: never used */
    x->spr->random_sync = byte_reader_i32(r) == 1;
    /* A frame takes a type and a picture's header at least. */
    if (x->spr->num_frames < 1 || x->spr->num_frames > byte_reader_left(r) / (4 + PICTURE_HEADER)) {
        return format_fail(x->err, FORMAT_BAD, 24, "%u frames: none or too many",
                           (unsigned)x->spr->num_frames);
    }
    return FORMAT_OK;
}

static int read_body(struct reader *x)
{
    x->r.pos = HEADER_SIZE;
    x->num_intervals = 0;
    x->num_pixels = 0;
    x->num_pictures = 0;
    for (uint32_t i = 0; i < x->spr->num_frames; i++) {
        int code = read_frame(x, i);
        if (code < 0) {
            return code;
        }
    }
    return FORMAT_OK;
}

static int allocate_frames(struct reader *x)
{
    struct spr *s = x->spr;
    s->num_pictures = x->num_pictures;
    s->frames = calloc(s->num_frames, sizeof(*s->frames));
    s->pictures = calloc(s->num_pictures, sizeof(*s->pictures));
    s->pixels = malloc(x->num_pixels);
    s->intervals = calloc(x->num_intervals + 1, sizeof(*s->intervals));
    if (!s->frames || !s->pictures || !s->pixels || !s->intervals) {
        return format_fail(x->err, FORMAT_MEMORY, 0, "out of memory (sprite)");
    }
    return FORMAT_OK;
}

int spr_read(struct spr *spr, const uint8_t *data, size_t size, struct format_error *err)
{
    *spr = (struct spr){0};
    struct reader x = {.spr = spr, .r = byte_reader_make(data, size), .err = err};
    int code = read_header(&x);
    if (code == FORMAT_OK) {
        code = read_body(&x);
    }
    if (code == FORMAT_OK) {
        code = allocate_frames(&x);
    }
    if (code == FORMAT_OK) {
        x.fill = true;
        code = read_body(&x);
    }
    if (code == FORMAT_OK) {
        code = object_id_renew(&spr->identity);
    }
    if (code != FORMAT_OK) {
        spr_free(spr);
    }
    return code;
}

void spr_free(struct spr *spr)
{
    free(spr->frames);
    free(spr->pictures);
    free(spr->pixels);
    free(spr->intervals);
    object_id_release(spr->identity);
    *spr = (struct spr){0};
}

uint32_t spr_group_picture(const struct spr_group *group, double time)
{
    return group->first + frame_group_pick(group->intervals, group->count, time);
}
