/* Baseline JPEG encoder in integer arithmetic, fast enough for films: the same bytes on every
 * machine.
 *
 * Source: ITU T.81, Huffman and quantisation tables of Annex K; JFIF 1.02 colours (BT.601, full
 * range). Quality scales the quantisation as libjpeg does: 50 = Annex K, 100 = all 1. Quality 1..90
 * uses 4:2:0 chroma, above it 4:4:4. The DCT is that of Arai, Agui and Nakajima (1988) in units of
 * 1/16 of a pixel value; its scale factors are folded into the quantiser. */
#ifndef FORMATS_MEDIA_JPEG_ENCODER_H
#define FORMATS_MEDIA_JPEG_ENCODER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/media/jpeg_tables.h"

enum { JPEG_BEST_SHARED = 90, JPEG_SYMBOLS = 256, JPEG_HEAD_ROOM = 640 };

struct jpeg_huff_code {
    uint16_t bits;
    uint16_t count; /* number of bits; 0 = no code for the symbol */
};

struct jpeg_encoder {
    uint32_t width, height;
    bool shared;     /* a colour for two by two pixels */
    uint32_t blocks; /* luma blocks in a row of blocks, a multiple of the MCU's width */
    int16_t *planes; /* the pixels of a row of blocks: Y, Cb, Cr, in 16ths, 0 in the middle */
    uint8_t
        order[JPEG_BLOCK]; /* where the coefficient coded as the i-th is, in a block on its side */
    uint32_t scale[2][JPEG_BLOCK]; /* 2^20 / (quantisation * the transform's factor) */
    struct jpeg_huff_code codes[2][2][JPEG_SYMBOLS]; /* luma, chroma; DC, AC */
    uint8_t head[JPEG_HEAD_ROOM];                    /* what all pictures begin with */
    size_t head_size;
};

/* width, height: 1..65535; quality: clamped to 1..100. Returns 0 or FORMAT_MEMORY. Call
 * jpeg_encoder_free in any case. */
int jpeg_encoder_begin(struct jpeg_encoder *encoder, uint32_t width, uint32_t height,
                       int quality) MUST_CHECK;
/* Appends a JPEG image to out, which may fail as byte_writer does. pixels: width * height of
 * 0x00RRGGBB. */
void jpeg_encode(struct jpeg_encoder *encoder, const uint32_t *pixels, struct byte_writer *out);
void jpeg_encoder_free(struct jpeg_encoder *encoder);

#endif
