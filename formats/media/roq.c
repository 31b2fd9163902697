#include "formats/media/roq.h"

#include <stdbool.h>
#include <string.h>

#include "formats/base/bytes.h"

enum {
    CHUNK_HEADER = 8,
    CHUNK_FILM = 0x1084, /* the first; its size says nothing */
    CHUNK_INFO = 0x1001,
    CHUNK_CODEBOOK = 0x1002,
    CHUNK_FRAME = 0x1011,
    INFO_BYTES = 4, /* that count */
    CELL_BYTES = 6, /* four of brightness, two of colour */
    QUAD_BYTES = 4,
    RGBA = 4,
    RATE_USUAL = 30
};

/* Codes of a block, 2 bits each. */
enum { CODE_KEEP, CODE_MOVE, CODE_QUAD, CODE_DIVIDE };

struct chunk {
    unsigned id, argument;
    size_t at, size; /* of its payload, inside the file */
};

/* False: the file ends. */
static bool read_chunk(const struct roq *film, size_t *at, struct chunk *chunk)
{
    if (film->size - *at < CHUNK_HEADER) {
        return false;
    }
    const uint8_t *p = film->data + *at;
    const uint32_t size = bytes_u32(p + 2);
    const size_t left = film->size - *at - CHUNK_HEADER;
    *chunk = (struct chunk){.id = bytes_u16(p),
                            .argument = bytes_u16(p + 6),
                            .at = *at + CHUNK_HEADER,
                            .size = size < left ? size : left};
    *at = chunk->at + chunk->size;
    return true;
}

static int read_size(struct roq *film, const struct chunk *info, struct format_error *err)
{
    if (info->size < INFO_BYTES) {
        return format_fail(err, FORMAT_TRUNCATED, info->at, "the film's size is truncated");
    }
    film->width = bytes_u16(film->data + info->at);
    film->height = bytes_u16(film->data + info->at + 2);
    if (film->width < 1 || film->height < 1 || film->width > ROQ_MAX_SIDE ||
        film->height > ROQ_MAX_SIDE || film->width % ROQ_BLOCK != 0 ||
        film->height % ROQ_BLOCK != 0) {
        return format_fail(err, FORMAT_BAD, info->at, "a film of %d x %d pixels", film->width,
                           film->height);
    }
    return FORMAT_OK;
}

int roq_open(struct roq *film, const uint8_t *data, size_t size, struct format_error *err)
{
    struct chunk chunk;
    struct roq read = {.data = data, .size = size, .start = CHUNK_HEADER};
    *film = (struct roq){0};
    if (size < CHUNK_HEADER || bytes_u16(data) != CHUNK_FILM) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a RoQ film");
    }
    read.rate = bytes_u16(data + 6) > 0 ? bytes_u16(data + 6) : RATE_USUAL;
    for (size_t at = read.start; read_chunk(&read, &at, &chunk);) {
        if (chunk.id == CHUNK_INFO && read.width == 0) {
            const int code = read_size(&read, &chunk, err);
            if (code < 0) {
                return code;
            }
            read.start = at;
        }
        read.num_frames += chunk.id == CHUNK_FRAME && read.width > 0;
    }
    if (read.num_frames == 0) {
        return format_fail(err, FORMAT_BAD, size,
                           read.width == 0 ? "a film without a size" : "a film without a frame");
    }
    *film = read;
    return FORMAT_OK;
}

/* ---- Codebooks ---- */

static uint8_t clamp_byte(int32_t scaled)
{
    const int32_t value = (scaled + 0x8000) >> 16;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* Full-range BT.601; the game's tables have no colour at 127.5, not at 128. */
static void set_pixel(uint8_t pixel[RGBA], uint8_t y, uint8_t u, uint8_t v)
{
    enum { RED_V = 45941, GREEN_U = 11277, GREEN_V = 23401, BLUE_U = 58065 }; /* halves, * 65536 */
    const int32_t twice_u = 2 * u - 255, twice_v = 2 * v - 255, light = y * 0x10000;
    pixel[0] = clamp_byte(light + RED_V * twice_v);
    pixel[1] = clamp_byte(light - GREEN_U * twice_u - GREEN_V * twice_v);
    pixel[2] = clamp_byte(light + BLUE_U * twice_u);
    pixel[3] = 255;
}

/* The argument's bytes are the numbers of 2 x 2 and 4 x 4 cells, where 0 means 256: of the latter
 * only if more bytes follow. */
static void read_codebook(const struct roq *film, struct roq_state *s, const struct chunk *chunk)
{
    struct byte_reader r = byte_reader_make(film->data + chunk->at, chunk->size);
    const unsigned cells = chunk->argument >> 8 ? chunk->argument >> 8 : ROQ_CELLS;
    unsigned quads = chunk->argument & 255;
    if (quads == 0 && (size_t)cells * CELL_BYTES < chunk->size) {
        quads = ROQ_CELLS;
    }
    for (unsigned i = 0; i < cells; i++) {
        const uint8_t *p = byte_reader_take(&r, CELL_BYTES);
        for (unsigned k = 0; p && k < 4; k++) {
            set_pixel(s->cells[i][k], p[k], p[4], p[5]);
        }
    }
    for (unsigned i = 0; i < quads; i++) {
        const uint8_t *p = byte_reader_take(&r, QUAD_BYTES);
        if (p) {
            memcpy(s->quads[i], p, QUAD_BYTES);
        }
    }
}

/* ---- Frames ---- */

struct frame {
    struct byte_reader bytes;
    unsigned codes, codes_left; /* codes: the next in the top bits of 16 */
    int width, height;
    int mean_x, mean_y; /* added to all motion */
    const struct roq_state *state;
    uint8_t *to;
    const uint8_t *from; /* the frame before */
};

static unsigned next_code(struct frame *f)
{
    if (f->codes_left == 0) {
        f->codes = byte_reader_u16(&f->bytes);
        f->codes_left = 8;
    }
    const unsigned code = f->codes >> 14 & 3;
    f->codes <<= 2;
    f->codes_left--;
    return code;
}

static uint8_t *pixel_at(const struct frame *f, int x, int y)
{
    return f->to + ((size_t)y * (size_t)f->width + (size_t)x) * RGBA;
}

/* A cell whose pixels are `zoom` pixels wide and high. */
static void put_cell(const struct frame *f, unsigned cell, int x, int y, int zoom)
{
    for (int v = 0; v < 2 * zoom; v++) {
        uint8_t *to = pixel_at(f, x, y + v);
        for (int u = 0; u < 2 * zoom; u++) {
            memcpy(to + u * RGBA, f->state->cells[cell][v / zoom * 2 + u / zoom], RGBA);
        }
    }
}

static void put_quad(const struct frame *f, unsigned quad, int x, int y, int zoom)
{
    for (int k = 0; k < 4; k++) {
        put_cell(f, f->state->quads[quad][k], x + (k & 1) * 2 * zoom, y + (k >> 1) * 2 * zoom,
                 zoom);
    }
}

/* Motion from outside the picture is not possible: the block is kept. */
static void move_block(const struct frame *f, unsigned motion, int x, int y, int side)
{
    const int from_x = x + 8 - (int)(motion >> 4) - f->mean_x;
    const int from_y = y + 8 - (int)(motion & 15) - f->mean_y;
    if (from_x < 0 || from_y < 0 || from_x > f->width - side || from_y > f->height - side) {
        return;
    }
    const size_t row = (size_t)f->width * RGBA;
    const uint8_t *from = f->from + (size_t)from_y * row + (size_t)from_x * RGBA;
    for (int v = 0; v < side; v++) {
        memcpy(pixel_at(f, x, y + v), from + (size_t)v * row, (size_t)side * RGBA);
    }
}

/* A block of 8 x 8 or 4 x 4 pixels. Divided: four of half the side, of which those of 2 x 2 are
 * cells without a code. */
static void read_block(struct frame *f, int x, int y, int side)
{
    switch (next_code(f)) {
    case CODE_KEEP:
        break;
    case CODE_MOVE: {
        const unsigned motion = byte_reader_u8(&f->bytes);
        if (!f->bytes.overrun) {
            move_block(f, motion, x, y, side);
        }
        break;
    }
    case CODE_QUAD: {
        const unsigned quad = byte_reader_u8(&f->bytes);
        if (!f->bytes.overrun) {
            put_quad(f, quad, x, y, side / 4);
        }
        break;
    }
    default:
        for (int k = 0; k < 4 && !f->bytes.overrun; k++) {
            const int at_x = x + (k & 1) * side / 2, at_y = y + (k >> 1) * side / 2;
            if (side > 4) {
                read_block(f, at_x, at_y, side / 2);
                continue;
            }
            const unsigned cell = byte_reader_u8(&f->bytes);
            if (!f->bytes.overrun) {
                put_cell(f, cell, at_x, at_y, 1);
            }
        }
    }
}

static size_t picture_bytes(const struct roq *film)
{
    return (size_t)film->width * (size_t)film->height * RGBA;
}

static void read_frame(const struct roq *film, struct roq_state *s, const struct chunk *chunk)
{
    uint8_t *pictures[2] = {s->pixels, s->pixels + picture_bytes(film)};
    struct frame f = {.bytes = byte_reader_make(film->data + chunk->at, chunk->size),
                      .width = film->width,
                      .height = film->height,
                      .mean_x = (int8_t)(chunk->argument >> 8),
                      .mean_y = (int8_t)(chunk->argument & 255),
                      .state = s,
                      .to = pictures[s->frames & 1],
                      .from = pictures[~s->frames & 1]};
    for (int y = 0; y < film->height; y += ROQ_BLOCK) {
        for (int x = 0; x < film->width; x += ROQ_BLOCK) {
            for (int k = 0; k < 4 && !f.bytes.overrun; k++) {
                read_block(&f, x + (k & 1) * 8, y + (k >> 1) * 8, 8);
            }
        }
    }
    if (s->frames == 0) { /* what the second frame keeps is of the first */
        memcpy(pictures[1], pictures[0], picture_bytes(film));
    }
    s->frames++;
}

size_t roq_state_bytes(const struct roq *film)
{
    return sizeof(struct roq_state) + 2 * picture_bytes(film);
}

void roq_begin(const struct roq *film, struct roq_state *s)
{
    memset(s, 0, roq_state_bytes(film));
    s->at = film->start;
    for (size_t i = 3; i < 2 * picture_bytes(film); i += RGBA) {
        s->pixels[i] = 255;
    }
    for (int i = 0; i < ROQ_CELLS * 4; i++) {
        s->cells[i / 4][i % 4][3] = 255;
    }
}

void roq_next(const struct roq *film, struct roq_state *s)
{
    struct chunk chunk;
    while (read_chunk(film, &s->at, &chunk)) {
        if (chunk.id == CHUNK_CODEBOOK) {
            read_codebook(film, s, &chunk);
        } else if (chunk.id == CHUNK_FRAME) {
            read_frame(film, s, &chunk);
            return;
        }
    }
}

const uint8_t *roq_picture(const struct roq *film, const struct roq_state *s)
{
    return s->pixels + (s->frames > 0 && (~s->frames & 1) ? picture_bytes(film) : 0);
}
