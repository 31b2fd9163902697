#include "formats/netquake/dem.h"

#include <string.h>

/* The low two bytes of a block's size can look like white space, the upper two cannot (they are 0
 * or 1): a white-space run can have swallowed two bytes of a block at most. */
enum { MAX_SWALLOWED = 2 };

static bool is_space(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static int digit_value(uint8_t c)
{
    if (is_digit(c)) {
        return c - '0';
    }
    if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
        return (c & 7) + 9;
    }
    return 99;
}

int dem_next_block(const struct dem_file *dem, size_t *pos, struct dem_block *block,
                   struct format_error *err)
{
    size_t at = *pos;
    if (at >= dem->size) {
        return 0;
    }
    size_t left = dem->size - at;
    if (left < DEM_BLOCK_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, at,
                           "the file ends inside a block header (%zu of %d bytes)", left,
                           DEM_BLOCK_HEADER);
    }
    const uint8_t *head = dem->data + at;
    uint32_t size = bytes_u32(head);
    if (size > DEM_MAX_BLOCK_SIZE) {
        return format_fail(err, FORMAT_BAD, at, "impossible block size %ld", (long)(int32_t)size);
    }
    if (size > left - DEM_BLOCK_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, at,
                           "the file ends inside a block (%zu of %lu message bytes)",
                           left - DEM_BLOCK_HEADER, (unsigned long)size);
    }
    struct byte_reader angles = byte_reader_make(head + 4, 12);
    block->offset = at;
    for (int i = 0; i < 3; i++) {
        block->angles[i] = byte_reader_f32(&angles);
    }
    block->messages = head + DEM_BLOCK_HEADER;
    block->size = size;
    *pos = at + DEM_BLOCK_HEADER + size;
    return 1;
}

/* Number of blocks after which a chain cannot be accidental: the rest of a long file is not
 * checked. */
enum { BLOCKS_SETTLED = 4096 };

/* Follows the chain of blocks from reading->first_block and records its length. */
static void follow_chain(const struct dem_file *dem, struct dem_reading *reading)
{
    size_t pos = reading->first_block;
    struct dem_block block = {0};
    int got = 0;
    reading->blocks = 0;
    while (reading->blocks < BLOCKS_SETTLED &&
           (got = dem_next_block(dem, &pos, &block, NULL)) > 0) {
        /* Empty blocks prove nothing: a run of zeros is full of them. */
        reading->blocks += block.size > 0;
    }
    reading->end = pos;
    reading->clean = reading->blocks >= BLOCKS_SETTLED || (got == 0 && reading->blocks > 0);
}

/* Parses the track line (section 6.1.2). Returns true if the line is only a number. */
static bool read_line(const struct dem_file *dem, struct dem_reading *reading)
{
    const uint8_t *newline = memchr(dem->data, '\n', dem->size);
    if (!newline) {
        return false;
    }
    size_t length = (size_t)(newline - dem->data);
    uint32_t track = 0;
    bool negative = false;
    bool number = length > 0 && length < 12 && newline[-1] != '-';
    for (size_t i = 0; i < length; i++) {
        uint8_t c = dem->data[i];
        if (c == '-') {
            negative = true;
            number = number && i == 0;
        } else {
            track = track * 10 + c - '0';
            number = number && is_digit(c);
        }
    }
    if (negative) {
        track = 0 - track;
    }
    reading->possible = true;
    reading->track = track > INT32_MAX ? -(int)(UINT32_MAX - track) - 1 : (int)track;
    reading->first_block = length + 1;
    follow_chain(dem, reading);
    return number;
}

/* Section 6.1.1: what fscanf("%i\n") takes. */
static void read_scanf(const struct dem_file *dem, struct dem_reading *reading)
{
    const uint8_t *data = dem->data;
    size_t size = dem->size;
    size_t at = 0;
    while (at < size && is_space(data[at])) {
        at++;
    }
    bool negative = at < size && data[at] == '-';
    if (at < size && (data[at] == '-' || data[at] == '+')) {
        at++;
    }
    if (at >= size || !is_digit(data[at])) {
        return;
    }
    int base = 10;
    if (data[at] == '0') {
        base = 8;
        if (size - at > 2 && (data[at + 1] | 0x20) == 'x' && digit_value(data[at + 2]) < 16) {
            base = 16;
            at += 2;
        }
    }
    int64_t track = 0;
    for (; at < size && digit_value(data[at]) < base; at++) {
        if (track <= INT32_MAX) {
            track = track * base + digit_value(data[at]);
        }
    }
    track = negative ? -track : track;
    track = track > INT32_MAX ? INT32_MAX : track < INT32_MIN ? INT32_MIN : track;
    size_t run = 0;
    while (run < size - at && is_space(data[at + run])) {
        run++;
    }
    reading->possible = true;
    reading->track = (int)track;
    reading->first_block = at + run;
    follow_chain(dem, reading);
    for (size_t back = 1; back <= MAX_SWALLOWED && back <= run && !reading->clean; back++) {
        struct dem_reading shorter = *reading;
        shorter.first_block = at + run - back;
        follow_chain(dem, &shorter);
        if (shorter.clean) {
            *reading = shorter;
        }
    }
}

/* Section 6.1.1, at its end: the first byte must be none that begins a number. */
static void read_none(const struct dem_file *dem, struct dem_reading *reading)
{
    uint8_t c = dem->data[0];
    if (is_digit(c) || is_space(c) || c == '-' || c == '+') {
        return;
    }
    /* One more sign than a small number at the start of the file, which many formats have. */
    uint8_t first_id = dem->size > DEM_BLOCK_HEADER ? dem->data[DEM_BLOCK_HEADER] : 0;
    if (first_id == 0 || (first_id > 64 && first_id < 128)) {
        return;
    }
    reading->possible = true;
    reading->track = -1;
    follow_chain(dem, reading);
}

/* The style to believe, or -1. */
static int choose_reading(const struct dem_file *dem, bool plain_number)
{
    const struct dem_reading *readings = dem->readings;
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (readings[i].clean) {
            return i;
        }
    }
    /* Damaged: the longest chain. Without a number in front one block can be chance. */
    int best = -1;
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        bool number = i == DEM_TRACK_SCANF || (i == DEM_TRACK_LINE && plain_number);
        if (readings[i].possible && readings[i].blocks >= (number ? 1 : 2) &&
            (best < 0 || readings[i].end > readings[best].end)) {
            best = i;
        }
    }
    if (best >= 0) {
        return best;
    }
    if (plain_number) {
        return DEM_TRACK_LINE;
    }
    /* Cut inside the first block, which is not a text that begins with a number. */
    if (readings[DEM_TRACK_SCANF].possible) {
        size_t pos = readings[DEM_TRACK_SCANF].first_block;
        struct dem_block block;
        if (dem_next_block(dem, &pos, &block, NULL) == FORMAT_TRUNCATED) {
            return DEM_TRACK_SCANF;
        }
    }
    return -1;
}

static const char *other_game(const uint8_t *data, size_t size)
{
    static const struct {
        char magic[8];
        const char *game;
    } others[] = {
        {"HL2DEMO", "a Source engine demo (HL2DEMO)"}, {"HLDEMO", "a Half-Life demo (HLDEMO)"},
        {"PBUFDEM", "a Dota 2 demo (PBUFDEM)"},        {"PBDEMS2", "a Source 2 demo (PBDEMS2)"},
        {"MVD2", "a Quake II multi-view demo (MVD2)"},
    };
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        size_t length = strlen(others[i].magic);
        if (size >= length && memcmp(data, others[i].magic, length) == 0) {
            return others[i].game;
        }
    }
    return NULL;
}

/* The protocol of a Quake II demo (.dm2), whose first block begins with a serverdata (12); 0: it is
 * none. 34 is the game's own, 25 and 26 its demo's, 35 and 36 R1Q2's and Q2PRO's. */
static unsigned quake2_protocol(const uint8_t *data, size_t size)
{
    enum { SERVERDATA = 12, FIRST = 25, LAST = 36, HEAD = 9 };
    const uint32_t protocol = size > HEAD && data[4] == SERVERDATA ? bytes_u32(data + 5) : 0;
    return protocol >= FIRST && protocol <= LAST && bytes_u32(data) >= HEAD - 4 ? protocol : 0;
}

int dem_open(struct dem_file *dem, const uint8_t *data, size_t size, struct format_error *err)
{
    *dem = (struct dem_file){.data = data, .size = size, .track = -1};
    if (size == 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "empty file");
    }
    const char *game = other_game(data, size);
    if (game) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "%s, not a Quake demo", game);
    }
    bool plain_number = read_line(dem, &dem->readings[DEM_TRACK_LINE]);
    read_scanf(dem, &dem->readings[DEM_TRACK_SCANF]);
    read_none(dem, &dem->readings[DEM_TRACK_NONE]);
    int style = choose_reading(dem, plain_number);
    if (style < 0 && quake2_protocol(data, size) > 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0,
                           "a Quake II demo (protocol %u), not a Quake demo",
                           quake2_protocol(data, size));
    }
    if (style < 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0,
                           "not a Quake demo: no CD track line and no chain of blocks");
    }
    if (style == DEM_TRACK_LINE && !plain_number && dem->readings[DEM_TRACK_SCANF].possible &&
        dem->readings[DEM_TRACK_SCANF].first_block == dem->readings[DEM_TRACK_LINE].first_block) {
        style = DEM_TRACK_SCANF;
    }
    dem->style = (enum dem_track_style)style;
    dem->track = dem->readings[style].track;
    dem->first_block = dem->readings[style].first_block;
    return 0;
}

void dem_write_track(struct byte_writer *out, int track)
{
    char text[16];
    size_t at = sizeof(text);
    unsigned value = track < 0 ? 0u - (unsigned)track : (unsigned)track;
    text[--at] = '\n';
    do {
        text[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    if (track < 0) {
        text[--at] = '-';
    }
    byte_writer_bytes(out, text + at, sizeof(text) - at);
}

void dem_copy_track(struct byte_writer *out, const struct dem_file *dem)
{
    if (dem->first_block > 0 && dem->data[dem->first_block - 1] == '\n') {
        byte_writer_bytes(out, dem->data, dem->first_block);
    } else {
        dem_write_track(out, dem->track);
    }
}

void dem_write_block(struct byte_writer *out, const float angles[3], const uint8_t *messages,
                     uint32_t size)
{
    byte_writer_u32(out, size);
    for (int i = 0; i < 3; i++) {
        byte_writer_f32(out, angles[i]);
    }
    byte_writer_bytes(out, messages, size);
}
