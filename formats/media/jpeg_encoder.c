#include "formats/media/jpeg_encoder.h"

#include <stdlib.h>
#include <string.h>

#include "formats/media/pixel.h"

enum {
    SIDE = 8,
    FINE_BITS = 4,    /* fraction bits of a value in the transform, */
    FIX_BITS = 13,    /* of the transform's constants, */
    SCALE_BITS = 20,  /* of the quantiser's scale factors, */
    FACTOR_BITS = 14, /* and of the transform's factors */
    AC_MAX = 1023,
    ZERO_RUN = 0xf0,
    END_OF_BLOCK = 0,
    OUT_BYTES = 4096,
    BLOCK_BYTES = 512 /* bound of one block's bytes, 0xff stuffing included */
};

/* --- the header
 * -------------------------------------------------------------------------------------- */

static void put_bytes(struct jpeg_encoder *e, const void *bytes, size_t size)
{
    memcpy(e->head + e->head_size, bytes, size);
    e->head_size += size;
}

static void put_u8(struct jpeg_encoder *e, unsigned value)
{
    e->head[e->head_size++] = (uint8_t)value;
}

static void put_u16(struct jpeg_encoder *e, unsigned value)
{
    put_u8(e, value >> 8);
    put_u8(e, value);
}

static unsigned scale_quant(int which, int place, int quality)
{
    const int percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    const int step = (jpeg_quant_tables[which][place] * percent + 50) / 100;
    return step < 1 ? 1 : step > 255 ? 255 : (unsigned)step;
}

static void put_huff_tables(struct jpeg_encoder *e)
{
    for (int i = 0; i < 4; i++) {
        const struct jpeg_huff_table *code = &jpeg_huff_tables[i / 2][i % 2];
        put_u16(e, 0xffc4);
        put_u16(e, 3 + JPEG_LENGTHS + (unsigned)code->count);
        put_u8(e, code->id);
        put_bytes(e, code->lengths, JPEG_LENGTHS);
        put_bytes(e, code->values, (size_t)code->count);
    }
}

static void make_head(struct jpeg_encoder *e, int quality)
{
    put_bytes(e, "\xff\xd8\xff\xe0\0\x10JFIF\0\1\2\0\0\1\0\1\0\0", 20);
    for (int which = 0; which < 2; which++) {
        put_u16(e, 0xffdb);
        put_u16(e, 3 + JPEG_BLOCK);
        put_u8(e, (unsigned)which);
        for (int i = 0; i < JPEG_BLOCK; i++) {
            put_u8(e, scale_quant(which, jpeg_zigzag[i], quality));
        }
    }
    put_u16(e, 0xffc0); /* baseline, 8 bits, three components */
    put_u16(e, 17);
    put_u8(e, 8);
    put_u16(e, e->height);
    put_u16(e, e->width);
    put_u8(e, 3);
    put_bytes(e, e->shared ? "\1\x22\0" : "\1\x11\0", 3);
    put_bytes(e, "\2\x11\1\3\x11\1", 6);
    put_huff_tables(e);
    put_bytes(e, "\xff\xda\0\x0c\3\1\0\2\x11\3\x11\0\x3f\0", 14);
}

/* --- tables
 * -------------------------------------------------------------------------------------- */

static void make_huff_codes(struct jpeg_huff_code *codes, const struct jpeg_huff_table *code)
{
    unsigned bits = 0;
    int value = 0;
    for (unsigned length = 1; length <= JPEG_LENGTHS; length++) {
        for (int i = 0; i < code->lengths[length - 1]; i++) {
            codes[code->values[value++]] =
                (struct jpeg_huff_code){(uint16_t)bits++, (uint16_t)length};
        }
        bits <<= 1;
    }
}

/* The transform's output is the coefficient times 8 * 2^FINE_BITS and the factors of its row and
 * column, 1 and sqrt(2) * cos(k * pi / 16). Blocks are transposed (see transform). */
static void make_scales(struct jpeg_encoder *e, int quality)
{
    static const uint32_t factors[SIDE] = {16384, 22725, 21407, 19266, 16384, 12873, 8867, 4520};
    const int shift = SCALE_BITS + 2 * FACTOR_BITS - FINE_BITS - 3;
    for (int which = 0; which < 2; which++) {
        for (int i = 0; i < JPEG_BLOCK; i++) {
            const int row = i / SIDE, column = i % SIDE;
            const uint64_t step = scale_quant(which, row * SIDE + column, quality);
            const uint64_t divisor = step * factors[row] * factors[column];
            e->scale[which][column * SIDE + row] =
                (uint32_t)((((uint64_t)1 << shift) + divisor / 2) / divisor);
        }
    }
}

int jpeg_encoder_begin(struct jpeg_encoder *e, uint32_t width, uint32_t height, int quality)
{
    quality = quality < 1 ? 1 : quality > 100 ? 100 : quality;
    *e = (struct jpeg_encoder){
        .width = width, .height = height, .shared = quality <= JPEG_BEST_SHARED};
    const uint32_t side = e->shared ? 2 * SIDE : SIDE;
    e->blocks = (width + side - 1) / side * (side / SIDE);
    /* Y as high as a row of blocks, Cb and Cr; where colours are shared, of half the size. */
    e->planes = malloc((size_t)e->blocks * SIDE * side * 3 * sizeof(*e->planes));
    if (!e->planes) {
        return FORMAT_MEMORY;
    }
    for (int i = 0; i < JPEG_BLOCK; i++) {
        e->order[i] = (uint8_t)(jpeg_zigzag[i] % SIDE * SIDE + jpeg_zigzag[i] / SIDE);
    }
    make_head(e, quality);
    make_scales(e, quality);
    for (int i = 0; i < 4; i++) {
        make_huff_codes(e->codes[i / 2][i % 2], &jpeg_huff_tables[i / 2][i % 2]);
    }
    return FORMAT_OK;
}

void jpeg_encoder_free(struct jpeg_encoder *e)
{
    free(e->planes);
    e->planes = NULL;
}

/* --- colours
 * -------------------------------------------------------------------------------------- */

/* In 65536ths; luma's add up to 1, chroma's to 0. */
enum {
    Y_R = 19595,
    Y_G = 38470,
    Y_B = 7471,
    CB_R = -11059,
    CB_G = -21709,
    CB_B = 32768,
    CR_R = 32768,
    CR_G = -27439,
    CR_B = -5329,
    ONE_BITS = 16 - FINE_BITS, /* fraction bits below a plane's unit */
    HALF = 1 << (ONE_BITS - 1),
    C_BIAS = (128 << 16) + HALF - 1, /* above 0 for any colour */
    MIDDLE = 128 << FINE_BITS
};

static void luma_row(const uint32_t *pixels, size_t width, int16_t *y)
{
    for (size_t i = 0; i < width; i++) {
        const uint32_t p = pixels[i];
        y[i] =
            (int16_t)(((Y_R * pixel_red(p) + Y_G * pixel_green(p) + Y_B * pixel_blue(p) + HALF) >>
                       ONE_BITS) -
                      MIDDLE);
    }
}

static void chroma_row(const uint32_t *pixels, size_t width, int16_t *cb, int16_t *cr)
{
    for (size_t i = 0; i < width; i++) {
        const uint32_t p = pixels[i];
        const int r = pixel_red(p), g = pixel_green(p), b = pixel_blue(p);
        cb[i] = (int16_t)(((CB_R * r + CB_G * g + CB_B * b + C_BIAS) >> ONE_BITS) - MIDDLE);
        cr[i] = (int16_t)(((CR_R * r + CR_G * g + CR_B * b + C_BIAS) >> ONE_BITS) - MIDDLE);
    }
}

/* Averages two rows of pixels to one chroma row of half the width. The last pixel of an odd width
 * counts twice. */
static void chroma_rows(const uint32_t *a, const uint32_t *b, size_t width, int16_t *cb,
                        int16_t *cr)
{
    for (size_t i = 0; i < width; i += 2) {
        const size_t k = i + 1 < width ? i + 1 : i;
        const int r = pixel_red(a[i]) + pixel_red(a[k]) + pixel_red(b[i]) + pixel_red(b[k]);
        const int g = pixel_green(a[i]) + pixel_green(a[k]) + pixel_green(b[i]) + pixel_green(b[k]);
        const int l = pixel_blue(a[i]) + pixel_blue(a[k]) + pixel_blue(b[i]) + pixel_blue(b[k]);
        cb[i / 2] =
            (int16_t)(((CB_R * r + CB_G * g + CB_B * l + 4 * C_BIAS) >> (ONE_BITS + 2)) - MIDDLE);
        cr[i / 2] =
            (int16_t)(((CR_R * r + CR_G * g + CR_B * l + 4 * C_BIAS) >> (ONE_BITS + 2)) - MIDDLE);
    }
}

/* The last value again, up to the end of the blocks. */
static void fill_up(int16_t *row, size_t width, size_t full)
{
    for (size_t i = width; i < full; i++) {
        row[i] = row[width - 1];
    }
}

/* The planes of the row of blocks at height `top`; the last row of pixels again where there are no
 * more. */
static void convert_rows(const struct jpeg_encoder *e, const uint32_t *pixels, uint32_t top)
{
    const size_t width = e->width, full = (size_t)e->blocks * SIDE;
    const uint32_t rows = e->shared ? 2 * SIDE : SIDE, last = e->height - 1;
    int16_t *y = e->planes, *cb = y + full * rows, *cr = cb + full * rows;
    for (uint32_t i = 0; i < rows; i++) {
        const uint32_t at = top + i < last ? top + i : last;
        const uint32_t *line = pixels + at * width;
        luma_row(line, width, y + i * full);
        fill_up(y + i * full, width, full);
        if (!e->shared) {
            chroma_row(line, width, cb + i * full, cr + i * full);
            fill_up(cb + i * full, width, full);
            fill_up(cr + i * full, width, full);
        } else if (i % 2 == 0) {
            const size_t half = (width + 1) / 2, row = i / 2 * (full / 2);
            const uint32_t *next = at < last ? line + width : line;
            chroma_rows(line, next, width, cb + row, cr + row);
            fill_up(cb + row, half, full / 2);
            fill_up(cr + row, half, full / 2);
        }
    }
}

/* --- blocks
 * -------------------------------------------------------------------------------------- */

static int32_t multiply_fixed(int32_t value, int32_t constant)
{
    return (value * constant + (1 << (FIX_BITS - 1))) >> FIX_BITS;
}

/* Each of the eight columns to its frequencies, downward. */
static void transform_columns(int32_t *restrict b)
{
    enum { C4 = 5793, C6 = 3135, C2_LESS_C6 = 4433, C2_AND_C6 = 10703 }; /* cos(k * pi / 16) */
    for (int x = 0; x < SIDE; x++) {
        int32_t *v = b + x;
        const int32_t s0 = v[0] + v[56], d0 = v[0] - v[56], s1 = v[8] + v[48], d1 = v[8] - v[48];
        const int32_t s2 = v[16] + v[40], d2 = v[16] - v[40], s3 = v[24] + v[32],
                      d3 = v[24] - v[32];
        const int32_t a0 = s0 + s3, a3 = s0 - s3, a1 = s1 + s2;
        const int32_t turned = multiply_fixed(s1 - s2 + a3, C4);
        v[0] = a0 + a1;
        v[32] = a0 - a1;
        v[16] = a3 + turned;
        v[48] = a3 - turned;
        const int32_t e0 = d3 + d2, e1 = d2 + d1, e2 = d1 + d0;
        const int32_t z5 = multiply_fixed(e0 - e2, C6);
        const int32_t z2 = multiply_fixed(e0, C2_LESS_C6) + z5,
                      z4 = multiply_fixed(e2, C2_AND_C6) + z5;
        const int32_t z3 = multiply_fixed(e1, C4);
        const int32_t z11 = d0 + z3, z13 = d0 - z3;
        v[40] = z13 + z2;
        v[24] = z13 - z2;
        v[8] = z11 + z4;
        v[56] = z11 - z4;
    }
}

/* The quantised coefficients of a block, on its side: across frequencies from row to row. */
static void quantise_block(const int16_t *pixels, size_t pitch, const uint32_t *restrict scale,
                           int16_t *restrict out)
{
    int32_t upright[JPEG_BLOCK], b[JPEG_BLOCK];
    for (size_t y = 0; y < SIDE; y++) {
        for (size_t x = 0; x < SIDE; x++) {
            upright[y * SIDE + x] = pixels[y * pitch + x];
        }
    }
    transform_columns(upright);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            b[x * SIDE + y] = upright[y * SIDE + x];
        }
    }
    transform_columns(b);
    for (int i = 0; i < JPEG_BLOCK; i++) {
        const int32_t sign = b[i] >> 31; /* -1 or 0 */
        const uint32_t size = (uint32_t)((b[i] ^ sign) - sign);
        const int32_t value = (int32_t)((size * scale[i] + (1u << (SCALE_BITS - 1))) >> SCALE_BITS);
        out[i] = (int16_t)((value ^ sign) - sign);
    }
}

/* --- bits
 * -------------------------------------------------------------------------------------- */

struct bit_writer {
    uint64_t bits; /* the last `count` are still to be written */
    unsigned count;
    size_t size;
    uint8_t bytes[OUT_BYTES];
    struct byte_writer *out;
};

static void write_byte(struct bit_writer *w, unsigned value)
{
    w->bytes[w->size++] = (uint8_t)value;
    if ((uint8_t)value == 0xff) {
        w->bytes[w->size++] = 0;
    }
}

/* count: at most 27. */
static void write_bits(struct bit_writer *w, uint32_t bits, unsigned count)
{
    w->bits = w->bits << count | bits;
    w->count += count;
    while (w->count >= 8) {
        w->count -= 8;
        write_byte(w, (unsigned)(w->bits >> w->count));
    }
}

static unsigned bits_of(uint32_t value)
{
#if defined(__GNUC__)
    return value ? 32u - (unsigned)__builtin_clz(value) : 0;
#else
    unsigned count = 0;
    while (value >> count) {
        count++;
    }
    return count;
#endif
}

/* Writes the code for `run` zeros and the value's number of bits, then those bits. */
static void write_value(struct bit_writer *w, const struct jpeg_huff_code *codes, unsigned run,
                        int32_t value)
{
    const uint32_t size = (uint32_t)(value < 0 ? -value : value);
    const unsigned count = bits_of(size);
    const struct jpeg_huff_code symbol = codes[run << 4 | count];
    const uint32_t low = (uint32_t)(value < 0 ? value - 1 : value) & ((1u << count) - 1);
    write_bits(w, (uint32_t)symbol.bits << count | low, symbol.count + count);
}

static void write_block(const struct jpeg_encoder *e, struct bit_writer *w, int which,
                        const int16_t *block, int *dc)
{
    const struct jpeg_huff_code(*codes)[JPEG_SYMBOLS] = e->codes[which];
    unsigned run = 0;
    write_value(w, codes[0], 0, block[0] - *dc);
    *dc = block[0];
    for (int i = 1; i < JPEG_BLOCK; i++) {
        int32_t value = block[e->order[i]];
        if (value == 0) {
            run++;
            continue;
        }
        value = value > AC_MAX ? AC_MAX : value < -AC_MAX ? -AC_MAX : value;
        for (; run > 15; run -= 16) {
            write_bits(w, codes[1][ZERO_RUN].bits, codes[1][ZERO_RUN].count);
        }
        write_value(w, codes[1], run, value);
        run = 0;
    }
    if (run > 0) {
        write_bits(w, codes[1][END_OF_BLOCK].bits, codes[1][END_OF_BLOCK].count);
    }
    if (w->size > OUT_BYTES - BLOCK_BYTES) {
        byte_writer_bytes(w->out, w->bytes, w->size);
        w->size = 0;
    }
}

static void encode_block(const struct jpeg_encoder *e, struct bit_writer *w, int which,
                         const int16_t *pixels, size_t pitch, int *dc)
{
    int16_t block[JPEG_BLOCK];
    quantise_block(pixels, pitch, e->scale[which], block);
    write_block(e, w, which, block, dc);
}

/* The blocks that are coded together, from left to right: luma's, then one of each chroma. */
static void encode_row(const struct jpeg_encoder *e, struct bit_writer *w, int dc[3])
{
    const size_t full = (size_t)e->blocks * SIDE, rows = e->shared ? 2 * SIDE : SIDE;
    const size_t step = rows, pitch = e->shared ? full / 2 : full;
    const int16_t *y = e->planes, *cb = y + full * rows, *cr = cb + full * rows;
    for (size_t x = 0; x < full; x += step) {
        encode_block(e, w, 0, y + x, full, &dc[0]);
        if (e->shared) {
            encode_block(e, w, 0, y + x + SIDE, full, &dc[0]);
            encode_block(e, w, 0, y + x + SIDE * full, full, &dc[0]);
            encode_block(e, w, 0, y + x + SIDE * full + SIDE, full, &dc[0]);
        }
        encode_block(e, w, 1, cb + x * SIDE / step, pitch, &dc[1]);
        encode_block(e, w, 1, cr + x * SIDE / step, pitch, &dc[2]);
    }
}

void jpeg_encode(struct jpeg_encoder *e, const uint32_t *pixels, struct byte_writer *out)
{
    struct bit_writer w;
    int dc[3] = {0};
    w.bits = 0;
    w.count = 0;
    w.size = 0;
    w.out = out;
    byte_writer_bytes(out, e->head, e->head_size);
    for (uint32_t top = 0; top < e->height; top += e->shared ? 2 * SIDE : SIDE) {
        convert_rows(e, pixels, top);
        encode_row(e, &w, dc);
    }
    write_bits(&w, 0x7f, 7); /* filled up with ones */
    byte_writer_bytes(out, w.bytes, w.size);
    byte_writer_bytes(out, "\xff\xd9", 2);
}
