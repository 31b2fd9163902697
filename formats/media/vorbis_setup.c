#include "formats/media/vorbis_setup.h"

#include <stdbool.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/media/pcm.h"

enum {
    MAX_BOOKS = 256,
    BOOK_MARK = 0x564342,
    LONGEST_CODE = 30,  /* bits; stb computes a mask of that many as int */
    SMALLEST_BLOCK = 8, /* as a power of two: those of 64 and 128 it decodes wrongly */
    MAX_SUBMAPS = 15,
    FLOOR_1 = 1
};

struct book {
    uint32_t entries, dimensions;
    uint32_t highest; /* entry that has a code */
};

struct setup {
    const uint8_t *data;
    size_t bits, pos; /* bits of the packet; index of the next bit. Lowest first. */
    bool overrun;
    struct format_error *err;
    int channels;
    unsigned num_books, num_floors, num_residues, num_mappings;
    uint64_t values; /* sum over all codebooks */
    struct book books[MAX_BOOKS];
};

static uint32_t take_bits(struct setup *s, unsigned count)
{
    if (count > s->bits - s->pos) {
        s->pos = s->bits;
        s->overrun = true;
        return 0;
    }
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++, s->pos++) {
        value |= (uint32_t)(s->data[s->pos / 8] >> (s->pos % 8) & 1) << i;
    }
    return value;
}

static void skip_bits(struct setup *s, uint64_t count)
{
    if (count > s->bits - s->pos) {
        s->pos = s->bits;
        s->overrun = true;
    } else {
        s->pos += (size_t)count;
    }
}

/* Bits of the largest number, 0 of 0. */
static unsigned bits_of(uint32_t number)
{
    unsigned bits = 0;
    while (number >> bits) {
        bits++;
    }
    return bits;
}

static int fail_setup(const struct setup *s, const char *what)
{
    return s->overrun
               ? format_fail(s->err, FORMAT_TRUNCATED, s->bits / 8,
                             "the Vorbis setup header is truncated")
               : format_fail(s->err, FORMAT_BAD, s->pos / 8, "a Vorbis setup header with %s", what);
}

/* The lengths of a book's codes. */
static int check_codes(struct setup *s, struct book *book)
{
    bool any = false;
    if (take_bits(s, 1)) { /* in order: how many there are of each length */
        uint32_t length = take_bits(s, 5) + 1;
        for (uint32_t entry = 0; entry < book->entries; length++) {
            const uint32_t left = book->entries - entry;
            const uint32_t count = take_bits(s, bits_of(left));
            if (s->overrun || count > left || length > LONGEST_CODE) {
                return fail_setup(s, "codes too long or too many");
            }
            entry += count;
        }
        book->highest = book->entries - 1;
        return FORMAT_OK;
    }
    const bool sparse = take_bits(s, 1);
    for (uint32_t entry = 0; entry < book->entries && !s->overrun; entry++) {
        if (!sparse || take_bits(s, 1)) {
            if (take_bits(s, 5) + 1 > LONGEST_CODE) {
                return fail_setup(s, "codes too long");
            }
            book->highest = entry;
            any = true;
        }
    }
    return any && !s->overrun ? FORMAT_OK : fail_setup(s, "a codebook without codes");
}

/* The largest number whose power of `dimensions` is at most `entries`. (Section 9.2.3.) */
static uint32_t lattice_side(uint32_t entries, uint32_t dimensions)
{
    for (uint32_t side = 1;; side++) {
        uint64_t power = 1;
        for (uint32_t i = 0; i < dimensions && power <= entries; i++) {
            power *= side + 1;
        }
        if (power > entries) {
            return side;
        }
    }
}

static int check_book(struct setup *s, struct book *book)
{
    if (take_bits(s, 24) != BOOK_MARK) {
        return fail_setup(s, "a codebook without its sync pattern");
    }
    book->dimensions = take_bits(s, 16);
    book->entries = take_bits(s, 24);
    if (s->overrun || book->dimensions == 0 || book->entries == 0 ||
        book->entries > VORBIS_MAX_ENTRIES) {
        return fail_setup(s, "a codebook with no or too many entries");
    }
    s->values += (uint64_t)book->entries * book->dimensions;
    if (s->values > VORBIS_MAX_BOOK_VALUES) {
        return fail_setup(s, "too large codebooks");
    }
    const int code = check_codes(s, book);
    if (code < 0) {
        return code;
    }
    const uint32_t lookup = take_bits(s, 4);
    if (lookup > 2) {
        return fail_setup(s, "a codebook of unknown lookup type");
    }
    if (lookup > 0) {
        skip_bits(s, 64); /* minimum and step */
        const uint32_t bits = take_bits(s, 4) + 1;
        skip_bits(s, 1);
        skip_bits(s, bits * (lookup == 1 ? (uint64_t)lattice_side(book->entries, book->dimensions)
                                         : (uint64_t)book->entries * book->dimensions));
    }
    return s->overrun ? fail_setup(s, "") : FORMAT_OK;
}

/* Checks that floor heights stay below their range: stb's table has no further entries. */
static int check_floor(struct setup *s)
{
    static const uint32_t ranges[4] = {256, 128, 86, 64};
    uint32_t classes[31] = {0}, dimensions[16] = {0}, num_classes = 0, highest = 0;
    if (take_bits(s, 16) != FLOOR_1) {
        return s->overrun ? fail_setup(s, "")
                          : format_fail(s->err, FORMAT_UNKNOWN, s->pos / 8,
                                        "unsupported Vorbis floor type (only 1 is supported)");
    }
    const uint32_t partitions = take_bits(s, 5);
    for (uint32_t i = 0; i < partitions; i++) {
        classes[i] = take_bits(s, 4);
        num_classes = classes[i] + 1 > num_classes ? classes[i] + 1 : num_classes;
    }
    for (uint32_t i = 0; i < num_classes; i++) {
        dimensions[i] = take_bits(s, 3) + 1;
        const uint32_t subclasses = take_bits(s, 2);
        if (subclasses > 0 && take_bits(s, 8) >= s->num_books) {
            return fail_setup(s, "a floor that refers to a missing codebook");
        }
        for (uint32_t k = 0; k < 1u << subclasses; k++) {
            const uint32_t book = take_bits(s, 8); /* 0: none */
            if (book > s->num_books) {
                return fail_setup(s, "a floor that refers to a missing codebook");
            }
            const uint32_t most = book > 0 ? s->books[book - 1].highest : 0;
            highest = most > highest ? most : highest;
        }
    }
    const uint32_t range = ranges[take_bits(s, 2)];
    const uint32_t bits = take_bits(s, 4);
    for (uint32_t i = 0; i < partitions; i++) {
        skip_bits(s, dimensions[classes[i]] * bits);
    }
    return s->overrun || highest >= range ? fail_setup(s, "a floor value out of range") : FORMAT_OK;
}

static int check_residue(struct setup *s)
{
    uint32_t cascade[64];
    if (take_bits(s, 16) > 2) {
        return fail_setup(s, "a residue of unknown type");
    }
    const uint32_t begin = take_bits(s, 24), end = take_bits(s, 24);
    skip_bits(s, 24); /* partition size */
    const uint32_t classes = take_bits(s, 6) + 1;
    if (end < begin || take_bits(s, 8) >= s->num_books) {
        return fail_setup(s, "an impossible residue");
    }
    for (uint32_t i = 0; i < classes; i++) {
        cascade[i] = take_bits(s, 3);
        cascade[i] |= take_bits(s, 1) ? take_bits(s, 5) << 3 : 0;
    }
    for (uint32_t i = 0; i < classes * 8; i++) {
        if (cascade[i / 8] >> (i % 8) & 1 && take_bits(s, 8) >= s->num_books) {
            return fail_setup(s, "a residue that refers to a missing codebook");
        }
    }
    return s->overrun ? fail_setup(s, "") : FORMAT_OK;
}

static int check_mapping(struct setup *s)
{
    const unsigned channel_bits = bits_of((uint32_t)s->channels - 1);
    if (take_bits(s, 16) != 0) {
        return fail_setup(s, "a mapping of unknown type");
    }
    const uint32_t submaps = take_bits(s, 1) ? take_bits(s, 4) + 1 : 1;
    const uint32_t steps = take_bits(s, 1) ? take_bits(s, 8) + 1 : 0;
    if (submaps > MAX_SUBMAPS || steps > (uint32_t)s->channels) {
        return fail_setup(s, "a mapping with too many submaps");
    }
    for (uint32_t i = 0; i < steps; i++) {
        const uint32_t magnitude = take_bits(s, channel_bits), angle = take_bits(s, channel_bits);
        if (magnitude == angle) {
            return fail_setup(s, "a channel coupled with itself");
        }
    }
    if (take_bits(s, 2) != 0) {
        return fail_setup(s, "reserved bits set");
    }
    for (int i = 0; submaps > 1 && i < s->channels; i++) {
        if (take_bits(s, 4) >= submaps) {
            return fail_setup(s, "a channel mapped to a missing submap");
        }
    }
    for (uint32_t i = 0; i < submaps; i++) {
        skip_bits(s, 8);
        const uint32_t floor = take_bits(s, 8), residue = take_bits(s, 8);
        if (floor >= s->num_floors || residue >= s->num_residues) {
            return fail_setup(s, "a submap that refers to a missing floor or residue");
        }
    }
    return s->overrun ? fail_setup(s, "") : FORMAT_OK;
}

static int check_modes(struct setup *s)
{
    const uint32_t modes = take_bits(s, 6) + 1;
    for (uint32_t i = 0; i < modes; i++) {
        skip_bits(s, 1);
        if (take_bits(s, 16) != 0 || take_bits(s, 16) != 0 || take_bits(s, 8) >= s->num_mappings) {
            return fail_setup(s, "an impossible mode");
        }
    }
    return !take_bits(s, 1) ? fail_setup(s, "no end") : FORMAT_OK;
}

int vorbis_check_setup(const struct vorbis_head *head, const uint8_t *packet, size_t size,
                       struct format_error *err)
{
    if (size < 7 || memcmp(packet, "\5vorbis", 7) != 0) {
        return format_fail(err, FORMAT_BAD, 0, "no Vorbis setup header");
    }
    struct setup s = {
        .data = packet, .bits = size * 8, .pos = 7 * 8, .err = err, .channels = head->channels};
    int code = FORMAT_OK;
    s.num_books = take_bits(&s, 8) + 1;
    for (unsigned i = 0; code == FORMAT_OK && i < s.num_books; i++) {
        code = check_book(&s, &s.books[i]);
    }
    const uint32_t times = take_bits(&s, 6) + 1;
    for (uint32_t i = 0; code == FORMAT_OK && i < times; i++) {
        code = take_bits(&s, 16) != 0 ? fail_setup(&s, "a time transform") : FORMAT_OK;
    }
    static int (*const checks[])(struct setup *) = {check_floor, check_residue, check_mapping};
    unsigned *const counts[] = {&s.num_floors, &s.num_residues, &s.num_mappings};
    for (int part = 0; part < 3; part++) {
        *counts[part] = take_bits(&s, 6) + 1;
        for (unsigned i = 0; code == FORMAT_OK && i < *counts[part]; i++) {
            code = checks[part](&s);
        }
    }
    return code == FORMAT_OK ? check_modes(&s) : code;
}

int vorbis_check_head(struct vorbis_head *head, const uint8_t *packet, size_t size,
                      struct format_error *err)
{
    *head = (struct vorbis_head){0};
    if (size < 7 || memcmp(packet, "\1vorbis", 7) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not Vorbis");
    }
    if (size != VORBIS_HEAD_SIZE || bytes_u32(packet + 7) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 7, "unsupported Vorbis version");
    }
    if (packet[11] != 1 && packet[11] != 2) {
        return format_fail(err, FORMAT_UNKNOWN, 11, "%u channels", packet[11]);
    }
    head->channels = packet[11];
    head->rate = bytes_u32(packet + 12);
    if (head->rate < PCM_MIN_RATE || head->rate > PCM_MAX_RATE) {
        return format_fail(err, FORMAT_BAD, 12, "a rate of %lu Hz", (unsigned long)head->rate);
    }
    const unsigned small = packet[28] & 15, large = packet[28] >> 4;
    if (small < SMALLEST_BLOCK || large > 13 || small > large || !(packet[29] & 1)) {
        return format_fail(err, FORMAT_BAD, 28, "Vorbis blocks of 2^%u and 2^%u", small, large);
    }
    return FORMAT_OK;
}
