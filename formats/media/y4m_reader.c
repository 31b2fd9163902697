#include "formats/media/y4m_reader.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "YUV4MPEG2 ", frame_word[] = "FRAME";

enum { MAGIC = sizeof(magic) - 1, FRAME_WORD = sizeof(frame_word) - 1, MAX_SIDE = 65535 };

#define MAX_FRAME ((uint64_t)1 << 30)

/* Chroma subsampling by name: pixels per sample across and down; 0: no chroma. */
static const struct {
    const char *name;
    unsigned across, down;
} chromas[] = {{"420jpeg", 2, 2}, {"420mpeg2", 2, 2}, {"420paldv", 2, 2}, {"420", 2, 2},
               {"422", 2, 1},     {"444", 1, 1},      {"mono", 0, 0}};

/* A line from `at` on, with its end, into line. *size: its bytes. */
static int read_line(const struct byte_source *source, uint64_t at, char line[Y4M_READER_MAX_LINE],
                     size_t *size, const char *what, struct format_error *err)
{
    const uint64_t left = source->size - at;
    const size_t most = left < Y4M_READER_MAX_LINE ? (size_t)left : Y4M_READER_MAX_LINE;
    const int code = byte_source_read(source, at, (uint8_t *)line, most, what, err);
    if (code < 0) {
        return code;
    }
    const char *end = most > 0 ? memchr(line, '\n', most) : NULL;
    if (!end) {
        return most == Y4M_READER_MAX_LINE
                   ? format_fail(err, FORMAT_BAD, (size_t)at, "%s of more than %d bytes", what,
                                 Y4M_READER_MAX_LINE)
                   : format_fail(err, FORMAT_TRUNCATED, (size_t)source->size, "ends inside %s",
                                 what);
    }
    *size = (size_t)(end - line) + 1;
    return 0;
}

/* Parses digits up to `stop` and moves *text past it; false if there are none or too many. */
static bool take_number(const char **text, char stop, uint32_t *number)
{
    uint64_t value = 0;
    const char *p = *text;
    while (*p >= '0' && *p <= '9' && value <= UINT32_MAX) {
        value = value * 10 + (uint64_t)(*p++ - '0');
    }
    const bool good = p > *text && *p == stop && value >= 1 && value <= UINT32_MAX;
    *number = (uint32_t)value;
    *text = p + 1;
    return good;
}

/* Bytes of a frame. */
static bool find_size(const struct y4m_reader *reader, const char *name, uint64_t *size)
{
    for (size_t i = 0; i < sizeof(chromas) / sizeof(chromas[0]); i++) {
        if (strcmp(name, chromas[i].name) == 0) {
            const unsigned across = chromas[i].across, down = chromas[i].down;
            *size = (uint64_t)reader->width * reader->height;
            if (across > 0) {
                *size += 2 * (((uint64_t)reader->width + across - 1) / across) *
                         ((reader->height + down - 1) / down);
            }
            return true;
        }
    }
    return false;
}

/* Parses one parameter of the header; `text` follows its letter. */
static bool take_word(struct y4m_reader *reader, char letter, const char *text, const char **chroma)
{
    switch (letter) {
    case 'W':
        return take_number(&text, '\0', &reader->width);
    case 'H':
        return take_number(&text, '\0', &reader->height);
    case 'F':
        return take_number(&text, ':', &reader->fps_num) &&
               take_number(&text, '\0', &reader->fps_den);
    case 'C':
        *chroma = text;
        return true;
    default:
        return true; /* interlacing, pixel aspect and unknown parameters are ignored */
    }
}

static int read_header(struct y4m_reader *reader, struct format_error *err)
{
    char words[Y4M_READER_MAX_LINE];
    const char *chroma = "420";
    const size_t end = reader->header_size - 1;
    memcpy(words, reader->header, end);
    words[end] = '\0';
    if (memchr(words, '\0', end)) {
        return format_fail(err, FORMAT_BAD, 0, "a NUL in the header");
    }
    for (size_t at = MAGIC; at < end;) {
        const size_t length = strcspn(words + at, " ");
        words[at + length] = '\0';
        if (length > 0 && !take_word(reader, words[at], words + at + 1, &chroma)) {
            return format_fail(err, FORMAT_BAD, at, "'%.20s' in the header", words + at);
        }
        at += length + 1;
    }
    if (reader->width < 1 || reader->width > MAX_SIDE || reader->height < 1 ||
        reader->height > MAX_SIDE || reader->fps_num == 0) {
        return format_fail(err, FORMAT_BAD, MAGIC, "a header without size or frame rate");
    }
    uint64_t size;
    if (!find_size(reader, chroma, &size)) {
        return format_fail(err, FORMAT_UNKNOWN, MAGIC, "unsupported chroma C%.20s", chroma);
    }
    if (size > MAX_FRAME) {
        return format_fail(err, FORMAT_BAD, MAGIC, "frames of %" PRIu64 " bytes", size);
    }
    reader->frame_size = (size_t)size;
    return 0;
}

int y4m_reader_open(struct y4m_reader *reader, const struct byte_source *source,
                    struct format_error *err)
{
    *reader = (struct y4m_reader){.source = *source};
    uint8_t first[MAGIC];
    if (source->size < MAGIC || byte_source_read(source, 0, first, MAGIC, "the head", NULL) < 0 ||
        memcmp(first, magic, MAGIC) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a y4m");
    }
    int code = read_line(source, 0, reader->header, &reader->header_size, "the header", err);
    if (code == 0) {
        code = read_header(reader, err);
    }
    reader->at = reader->header_size;
    return code;
}

int y4m_reader_next(struct y4m_reader *reader, struct format_error *err)
{
    const struct byte_source *source = &reader->source;
    char line[Y4M_READER_MAX_LINE];
    const size_t at = (size_t)reader->at;
    if (reader->at >= source->size) {
        return 0;
    }
    int code = read_line(source, reader->at, line, &reader->line_size, "a frame's line", err);
    if (code < 0) {
        return code;
    }
    if (reader->line_size <= FRAME_WORD || memcmp(line, frame_word, FRAME_WORD) != 0 ||
        (line[FRAME_WORD] != '\n' && line[FRAME_WORD] != ' ')) {
        return format_fail(err, FORMAT_BAD, at, "no frame begins here");
    }
    reader->size = reader->line_size + reader->frame_size;
    if (reader->size > source->size - reader->at) {
        return format_fail(err, FORMAT_TRUNCATED, (size_t)source->size,
                           "ends inside a frame of %zu bytes", reader->frame_size);
    }
    if (!reader->frame) {
        reader->frame = malloc(Y4M_READER_MAX_LINE + reader->frame_size);
        if (!reader->frame) {
            return format_fail(err, FORMAT_MEMORY, at, "out of memory (frame)");
        }
    }
    code = byte_source_read(source, reader->at, reader->frame, reader->size, "a frame", err);
    reader->at += reader->size;
    reader->frames++;
    return code < 0 ? code : 1;
}

void y4m_reader_close(struct y4m_reader *reader)
{
    free(reader->frame);
    reader->frame = NULL;
}
