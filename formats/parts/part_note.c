#include "formats/parts/part_note.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/hash64.h"

static const char mark[] = "quakereel part 1"; /* the last bytes, without NUL */

enum {
    MARK_SIZE = sizeof(mark) - 1,
    NUMBERS = 8,
    TAIL_SIZE = NUMBERS * 8 + MARK_SIZE,
    PIECE_SIZE = 3 * 8,
    /* What is found in the part are its bytes at multiples of this. A piece that is copied is worth
     * its numbers from LEAST bytes on. */
    STRIDE = 16,
    LEAST = 32,
    MOST_TRIES = 64, /* of places with the same hash */
    /* Comparisons for each byte of part and demo, after which what is left is literal. Real demos
     * take less than 30, most of them less than 1; bytes that repeat could take any number. */
    MOST_WORK = 100
};

struct piece {
    size_t literal;  /* bytes that are in the note */
    size_t left_out; /* of the part, behind those copied before */
    size_t copied;
};

uint64_t part_note_hash(const uint8_t *data, size_t size)
{
    return hash64_add(HASH64_START, data, size);
}

uint64_t part_hash_on(struct part_hash *known, const uint8_t *data, size_t size)
{
    const size_t whole = size - size % 8; /* hash64_add goes on behind that */
    if (known->size == 0 || known->size > whole) {
        *known = (struct part_hash){.hash = HASH64_START};
    }
    if (size == 0) { /* data may be NULL */
        return known->hash;
    }
    known->hash = hash64_add(known->hash, data + known->size, whole - known->size);
    known->size = whole;
    return hash64_add(known->hash, data + whole, size - whole);
}

static void put_u64(struct byte_writer *out, uint64_t value)
{
    byte_writer_u32(out, (uint32_t)value);
    byte_writer_u32(out, (uint32_t)(value >> 32));
}

/* --- writing ------------------------------------------------------------------------------------
 */

/* Where bytes of the part are: by their hash the first of the places, each its offset / STRIDE + 1,
 * that have it; by such a number the next place with the same hash. 0 = none. */
struct places {
    uint32_t *first, *next; /* owned */
    unsigned bits;          /* first has 1 << bits items */
};

struct matcher {
    const uint8_t *part, *demo;
    size_t part_size, demo_size;
    struct places places;
    uint64_t work; /* comparisons that are left */
};

static size_t place_of(const struct places *places, const uint8_t *bytes)
{
    const uint64_t mixed = bytes_u64(bytes) * UINT64_C(0x9e3779b97f4a7c15) ^ bytes_u64(bytes + 8);
    return (size_t)(mixed * UINT64_C(0xff51afd7ed558ccd) >> (64 - places->bits));
}

static int find_places(struct matcher *m)
{
    const size_t all = m->part_size / STRIDE, count = all < UINT32_MAX ? all : UINT32_MAX - 1;
    m->places.bits = 4;
    while (m->places.bits < 24 && (size_t)1 << m->places.bits < count * 2) {
        m->places.bits++;
    }
    m->places.first = calloc((size_t)1 << m->places.bits, sizeof(*m->places.first));
    m->places.next = calloc(count + 1, sizeof(*m->places.next));
    if (!m->places.first || !m->places.next) {
        return FORMAT_MEMORY;
    }
    for (size_t i = count; i > 0; i--) {
        uint32_t *first = &m->places.first[place_of(&m->places, m->part + (i - 1) * STRIDE)];
        m->places.next[i] = *first;
        *first = (uint32_t)i;
    }
    return 0;
}

static size_t count_equal(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t count = 0;
    while (most - count >= 8 && bytes_u64(a + count) == bytes_u64(b + count)) {
        count += 8;
    }
    while (count < most && a[count] == b[count]) {
        count++;
    }
    return count;
}

/* A piece with the bytes around demo offset `at` and part offset `found`, where STRIDE of them are
 * equal. literal bytes begin at demo offset `begin`, those left out at part offset `from`. */
static struct piece extend_piece(struct matcher *m, size_t begin, size_t at, size_t from,
                                 size_t found)
{
    const size_t first = at;
    while (at > begin && found > from && m->demo[at - 1] == m->part[found - 1]) {
        at--;
        found--;
    }
    const size_t part_left = m->part_size - found, demo_left = m->demo_size - at;
    const size_t most = part_left < demo_left ? part_left : demo_left;
    const size_t copied = count_equal(m->part + found, m->demo + at, most);
    const uint64_t work = 1 + (first - at) + copied / 8; /* eight bytes are compared at once */
    m->work -= work < m->work ? work : m->work;
    return (struct piece){.literal = at - begin, .left_out = found - from, .copied = copied};
}

/* What a piece saves. One that leaves out much has to be long: what is left out is not found later.
 */
static int64_t piece_worth(const struct piece *piece)
{
    return (int64_t)piece->copied - (int64_t)(piece->left_out / 16) - LEAST;
}

/* Sets *piece to the best one whose bytes at demo offset `at` are found in the part from offset
 * `from` on, if it is better than `best`, what a piece is worth. Returns the better of both. */
static int64_t find_better(struct matcher *m, size_t begin, size_t at, size_t from, int64_t best,
                           struct piece *piece)
{
    uint32_t *first = &m->places.first[place_of(&m->places, m->demo + at)];
    while (*first > 0 && ((size_t)*first - 1) * STRIDE < from) { /* pieces rise in the part */
        *first = m->places.next[*first];
    }
    uint32_t place = *first;
    for (int tries = 0; place > 0 && tries < MOST_TRIES; tries++) {
        const size_t found = ((size_t)place - 1) * STRIDE;
        if (memcmp(m->part + found, m->demo + at, STRIDE) == 0) {
            const struct piece next = extend_piece(m, begin, at, from, found);
            if (piece_worth(&next) > best) {
                *piece = next;
                best = piece_worth(&next);
            }
        }
        place = m->places.next[place];
    }
    return best;
}

/* The best piece that begins near demo offset `at`. False: none is worth it. The places are
 * STRIDE apart: so far on a better one may show. */
static bool find_piece(struct matcher *m, size_t begin, size_t at, size_t from, struct piece *piece)
{
    int64_t best = find_better(m, begin, at, from, -1, piece);
    for (size_t i = 1; best >= 0 && i < STRIDE && m->demo_size - at - i >= STRIDE; i++) {
        best = find_better(m, begin, at + i, from, best, piece);
    }
    return best >= 0;
}

static void write_piece(struct byte_writer *out, const struct piece *piece, const uint8_t *literal)
{
    put_u64(out, piece->literal);
    put_u64(out, piece->left_out);
    put_u64(out, piece->copied);
    byte_writer_bytes(out, literal, piece->literal);
}

static void write_pieces(struct matcher *m, struct byte_writer *out)
{
    struct piece piece;
    size_t at = 0, begin = 0, from = 0;
    while (at < m->demo_size && m->work > 0) {
        if (m->demo_size - at >= STRIDE && find_piece(m, begin, at, from, &piece)) {
            write_piece(out, &piece, m->demo + begin);
            from += piece.left_out + piece.copied;
            at = begin = begin + piece.literal + piece.copied;
        } else {
            at++;
        }
    }
    if (m->demo_size > begin) {
        piece = (struct piece){.literal = m->demo_size - begin};
        write_piece(out, &piece, m->demo + begin);
    }
}

int part_note_write(struct byte_writer *out, const struct part_note *note, const uint8_t *demo)
{
    const size_t pieces = out->size;
    struct byte_writer written = {0};
    struct matcher m = {
        .part = out->data, .demo = demo, .part_size = note->part, .demo_size = note->size};
    m.work = ((uint64_t)m.part_size + m.demo_size) * MOST_WORK;
    int code = find_places(&m);
    if (code == 0) {
        write_pieces(&m, &written);
        byte_writer_bytes(out, written.data, written.size);
        out->failed |= written.failed;
    }
    if (code == 0 && !out->failed) {
        const uint64_t own = part_note_hash(out->data, out->size);
        put_u64(out, note->part);
        put_u64(out, pieces);
        put_u64(out, note->offset);
        put_u64(out, note->size);
        put_u64(out, note->demo);
        put_u64(out, note->end);
        put_u64(out, note->before);
        put_u64(out, own);
        byte_writer_bytes(out, mark, MARK_SIZE);
    }
    free(m.places.first);
    free(m.places.next);
    byte_writer_free(&written);
    return out->failed ? FORMAT_MEMORY : code;
}

/* --- reading ------------------------------------------------------------------------------------
 */

bool part_note_read(const uint8_t *data, size_t size, struct part_note *note)
{
    uint64_t numbers[NUMBERS];
    if (size < TAIL_SIZE || memcmp(data + size - MARK_SIZE, mark, MARK_SIZE) != 0) {
        return false;
    }
    const size_t end = size - TAIL_SIZE;
    for (int i = 0; i < NUMBERS; i++) {
        numbers[i] = bytes_u64(data + end + (size_t)i * 8);
    }
    const uint64_t whole = numbers[4];
    if (numbers[0] > numbers[1] || numbers[1] > end || whole > SIZE_MAX || numbers[2] > whole ||
        numbers[3] > whole - numbers[2] || numbers[5] > whole ||
        part_note_hash(data, end) != numbers[7]) {
        return false;
    }
    *note = (struct part_note){.part = (size_t)numbers[0],
                               .pieces = (size_t)numbers[1],
                               .offset = (size_t)numbers[2],
                               .size = (size_t)numbers[3],
                               .demo = (size_t)whole,
                               .end = (size_t)numbers[5],
                               .before = numbers[6]};
    return true;
}

size_t part_note_skip(const uint8_t *data, size_t size)
{
    struct part_note note;
    return part_note_read(data, size, &note) ? note.part : size;
}

/* The next number of a piece, at most `most`. *fits is cleared if it is not. */
static size_t read_number(struct byte_reader *r, size_t most, bool *fits)
{
    const uint8_t *bytes = byte_reader_take(r, 8);
    const uint64_t value = bytes ? bytes_u64(bytes) : UINT64_MAX;
    *fits = *fits && value <= most;
    return *fits ? (size_t)value : 0;
}

int part_note_restore(const uint8_t *data, const struct part_note *note, size_t size,
                      struct byte_writer *out)
{
    struct byte_reader r = byte_reader_make(data, size - TAIL_SIZE);
    const size_t begin = out->size;
    size_t from = 0;
    bool fits = true;
    r.pos = note->pieces;
    while (fits && byte_reader_left(&r) > 0) {
        const size_t left = note->size - (out->size - begin);
        const size_t literal = read_number(&r, left, &fits);
        from += read_number(&r, note->part - from, &fits);
        const size_t copied = read_number(&r, note->part - from, &fits);
        const uint8_t *bytes = byte_reader_take(&r, literal);
        fits = fits && bytes && copied <= left - literal;
        if (fits) {
            byte_writer_bytes(out, bytes, literal);
            byte_writer_bytes(out, data + from, copied);
            from += copied;
        }
        if (out->failed) {
            return FORMAT_MEMORY;
        }
    }
    if (!fits || out->size - begin != note->size) {
        out->size = begin;
        return FORMAT_BAD;
    }
    return 0;
}
