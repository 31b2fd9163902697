/* Vorbis streams made by hand: the smallest that use a floor, residues and both channels, with any
 * one number of their headers changed.
 *
 * Blocks have 256 samples, so a packet is 128 frames of sound, and the first one none. */
#ifndef TESTS_SUPPORT_MEDIA_VORBIS_BYTES_H
#define TESTS_SUPPORT_MEDIA_VORBIS_BYTES_H

#include "formats/media/ogg.h"

enum { VORBIS_BYTES_BLOCK = 256, VORBIS_BYTES_HALF = 128, VORBIS_BYTES_RATE = 22050 };

struct vorbis_recipe {
    int channels;
    int packets;     /* audio packets */
    int change;      /* which number of the headers is another, from 1 on; 0: none */
    uint32_t to;     /* that one */
    uint64_t cut;    /* frames the last page takes off the sound's end */
    int num_numbers; /* out: how many the headers have */
};

struct vorbis_bits {
    struct byte_writer bytes;
    unsigned used; /* bits of the last byte */
    struct vorbis_recipe *recipe;
};

static inline void vorbis_put(struct vorbis_bits *bits, unsigned count, uint32_t value)
{
    if (bits->recipe && ++bits->recipe->num_numbers == bits->recipe->change) {
        value = bits->recipe->to;
    }
    for (unsigned i = 0; i < count; i++) {
        if (bits->used % 8 == 0) {
            byte_writer_u8(&bits->bytes, 0);
        }
        bits->bytes.data[bits->bytes.size - 1] |= (uint8_t)((value >> i & 1) << bits->used % 8);
        bits->used++;
    }
}

static inline void vorbis_put_name(struct vorbis_bits *bits, uint8_t type)
{
    *bits = (struct vorbis_bits){.recipe = bits->recipe};
    byte_writer_u8(&bits->bytes, type);
    byte_writer_bytes(&bits->bytes, "vorbis", 6);
}

static inline void vorbis_put_head(struct vorbis_bits *bits, int channels)
{
    vorbis_put_name(bits, 1);
    vorbis_put(bits, 32, 0); /* version */
    vorbis_put(bits, 8, (uint32_t)channels);
    vorbis_put(bits, 32, VORBIS_BYTES_RATE);
    for (int i = 0; i < 3; i++) {
        vorbis_put(bits, 32, 0); /* bits per second */
    }
    vorbis_put(bits, 4, 8); /* blocks of 2^8 */
    vorbis_put(bits, 4, 8);
    vorbis_put(bits, 8, 1);
}

/* `entries` codes of `length` bits. */
static inline void vorbis_put_book(struct vorbis_bits *bits, uint32_t entries, uint32_t length)
{
    vorbis_put(bits, 24, 0x564342);
    vorbis_put(bits, 16, 1); /* dimensions */
    vorbis_put(bits, 24, entries);
    vorbis_put(bits, 1, 0); /* not in order */
    vorbis_put(bits, 1, 0); /* not sparse */
    for (uint32_t i = 0; i < entries; i++) {
        vorbis_put(bits, 5, length - 1);
    }
}

/* Book 0 has two codes, book 1 sixteen in order, book 2 four with the values -1, 0, 1, 2. */
static inline void vorbis_put_books(struct vorbis_bits *bits)
{
    vorbis_put(bits, 8, 3 - 1);
    vorbis_put_book(bits, 2, 1);
    vorbis_put(bits, 4, 0); /* no values */

    vorbis_put(bits, 24, 0x564342);
    vorbis_put(bits, 16, 2);
    vorbis_put(bits, 24, 16);
    vorbis_put(bits, 1, 1);  /* in order, */
    vorbis_put(bits, 5, 3);  /* from length 4 on, */
    vorbis_put(bits, 5, 16); /* all of that */
    vorbis_put(bits, 4, 0);

    vorbis_put_book(bits, 4, 2);
    vorbis_put(bits, 4, 1);
    vorbis_put(bits, 32, 0x80000000u | 788u << 21 | 1); /* the least, -1 */
    vorbis_put(bits, 32, 788u << 21 | 1);               /* the step, 1 */
    vorbis_put(bits, 4, 2 - 1);
    vorbis_put(bits, 1, 0);
    for (uint32_t i = 0; i < 4; i++) {
        vorbis_put(bits, 2, i);
    }
}

static inline void vorbis_put_floor(struct vorbis_bits *bits)
{
    vorbis_put(bits, 16, 1);
    vorbis_put(bits, 5, 1); /* a partition */
    vorbis_put(bits, 4, 0); /* class 0: dimensions, */
    vorbis_put(bits, 3, 0); /* one dimension, */
    vorbis_put(bits, 2, 0); /* no subclasses, */
    vorbis_put(bits, 8, 2); /* book 1 */
    vorbis_put(bits, 2, 1); /* multiplier 2: heights below 128 */
    vorbis_put(bits, 4, 7); /* places below 128, */
    vorbis_put(bits, 7, 9); /* one at 9 */
}

static inline void vorbis_put_setup(struct vorbis_bits *bits, int channels)
{
    vorbis_put_name(bits, 5);
    vorbis_put_books(bits);
    vorbis_put(bits, 6, 0);
    vorbis_put(bits, 16, 0); /* time */
    vorbis_put(bits, 6, 0);
    vorbis_put_floor(bits);
    vorbis_put(bits, 6, 0);
    vorbis_put(bits, 16, 1); /* residue of type 1 */
    vorbis_put(bits, 24, 0);
    vorbis_put(bits, 24, VORBIS_BYTES_HALF);
    vorbis_put(bits, 24, 64 - 1); /* two partitions, */
    vorbis_put(bits, 6, 2 - 1);   /* two classes */
    vorbis_put(bits, 8, 0);       /* by book 0; */
    vorbis_put(bits, 3, 0);       /* the first has no books, */
    vorbis_put(bits, 1, 0);
    vorbis_put(bits, 3, 1); /* the other one, */
    vorbis_put(bits, 1, 0);
    vorbis_put(bits, 8, 2); /* book 2 */
    vorbis_put(bits, 6, 0);
    vorbis_put(bits, 16, 0); /* mapping */
    vorbis_put(bits, 1, 0);
    vorbis_put(bits, 1, channels == 2);
    if (channels == 2) {
        vorbis_put(bits, 8, 0);
        vorbis_put(bits, 1, 0);
        vorbis_put(bits, 1, 1);
    }
    vorbis_put(bits, 2, 0);
    vorbis_put(bits, 8, 0);
    vorbis_put(bits, 8, 0);
    vorbis_put(bits, 8, 0);
    vorbis_put(bits, 6, 0);
    vorbis_put(bits, 1, 0); /* mode */
    vorbis_put(bits, 16, 0);
    vorbis_put(bits, 16, 0);
    vorbis_put(bits, 8, 0);
    vorbis_put(bits, 1, 1);
}

/* Sound that is another in each packet. */
static inline void vorbis_put_sound(struct vorbis_bits *bits, int channels, uint32_t seed)
{
    *bits = (struct vorbis_bits){0};
    vorbis_put(bits, 1, 0);
    for (int c = 0; c < channels; c++) {
        vorbis_put(bits, 1, 1);
        vorbis_put(bits, 7, 80 + seed % 7);
        vorbis_put(bits, 7, 70 + seed % 5);
        vorbis_put(bits, 4, seed % 16);
    }
    for (int partition = 0; partition < 2; partition++) {
        for (int c = 0; c < channels; c++) {
            vorbis_put(bits, 1, 1);
        }
        for (int c = 0; c < channels; c++) {
            for (int i = 0; i < VORBIS_BYTES_HALF / 2; i++) {
                seed = seed * 1664525 + 1013904223;
                vorbis_put(bits, 2, seed >> 24);
            }
        }
    }
}

/* The whole file, to be freed. */
static inline struct byte_writer vorbis_bytes(struct vorbis_recipe *recipe)
{
    struct byte_writer out = {0};
    struct vorbis_bits bits = {.recipe = recipe};
    uint32_t sequence = 0;
    recipe->num_numbers = 0;
    vorbis_put_head(&bits, recipe->channels);
    ogg_write_packet(&out, bits.bytes.data, bits.bytes.size, 77, &sequence, 0, OGG_FIRST);
    byte_writer_free(&bits.bytes);
    ogg_write_packet(&out, (const uint8_t *)"\3vorbis\3\0\0\0abc\1\0\0\0\3\0\0\0a=b\1", 26, 77,
                     &sequence, 0, 0);
    vorbis_put_setup(&bits, recipe->channels);
    ogg_write_packet(&out, bits.bytes.data, bits.bytes.size, 77, &sequence, 0, 0);
    byte_writer_free(&bits.bytes);
    for (int i = 0; i < recipe->packets; i++) {
        const bool last = i == recipe->packets - 1;
        const uint64_t end = (uint64_t)i * VORBIS_BYTES_HALF - (last ? recipe->cut : 0);
        vorbis_put_sound(&bits, recipe->channels, (uint32_t)i);
        ogg_write_packet(&out, bits.bytes.data, bits.bytes.size, 77, &sequence, end,
                         last ? OGG_LAST : 0);
        byte_writer_free(&bits.bytes);
    }
    return out;
}

#endif
