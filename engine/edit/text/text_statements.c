#include "engine/edit/text/text_statements.h"

#include <string.h>

enum { READ_BYTES = 1 << 16, STATEMENT_MAX = 1 << 26 };

/* Reads more; bytes passed on are dropped. 1, 0 = the end, or negative. */
static int read_more(struct text_statements *s)
{
    if (s->from > 0) {
        memmove(s->bytes.data, s->bytes.data + s->from, s->bytes.size - s->from);
        s->bytes.size -= s->from;
        s->from = 0;
    }
    if (s->bytes.size > STATEMENT_MAX) {
        return FORMAT_BAD;
    }
    if (!byte_writer_reserve(&s->bytes, READ_BYTES)) {
        return FORMAT_MEMORY;
    }
    const ptrdiff_t got =
        s->source->read(s->source->context, s->bytes.data + s->bytes.size, READ_BYTES);
    if (got < 0) {
        return FORMAT_UNREADABLE;
    }
    s->bytes.size += (size_t)got;
    s->ended = got == 0;
    return got > 0;
}

/* A line that begins so belongs to the statement before it. */
static bool continues(char first)
{
    return first == ' ' || first == '\t' || first == '\r' || first == '\n' || first == '/';
}

/* The statement's size, if it ends before another one in what was read; lines: of it. `scanned`
 * bytes were searched before. 0 = not yet. */
static size_t find_end(const struct text_statements *s, size_t *scanned, uint64_t *lines)
{
    const size_t size = s->bytes.size - s->from;
    if (size == 0) {
        return 0;
    }
    const char *begin = (const char *)s->bytes.data + s->from;
    while (*scanned < size) {
        const char *newline = memchr(begin + *scanned, '\n', size - *scanned);
        if (!newline) {
            *scanned = size;
            return 0;
        }
        const size_t next = (size_t)(newline - begin) + 1;
        if (next == size) { /* what follows is not read yet */
            *scanned = next - 1;
            return 0;
        }
        *scanned = next;
        ++*lines;
        if (!continues(begin[next])) {
            return next;
        }
    }
    return 0;
}

int text_statements_next(struct text_statements *s, struct text_reader *r)
{
    size_t scanned = 0, size;
    uint64_t lines = 0;
    int code = 1;
    while ((size = find_end(s, &scanned, &lines)) == 0 && !s->ended && code > 0) {
        code = read_more(s);
    }
    if (size == 0) {
        size = s->bytes.size - s->from;
    }
    char *begin = s->bytes.data ? (char *)s->bytes.data + s->from : s->none;
    r->at = begin;
    r->end = begin + size;
    r->line_start = begin;
    r->line = s->line;
    s->from += size;
    s->line += lines;
    return code < 0 ? code : size > 0;
}

void text_statements_free(struct text_statements *s)
{
    byte_writer_free(&s->bytes);
}
