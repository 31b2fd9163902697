#include "engine/edit/diff/text_diff.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/diff/text_align.h"
#include "engine/edit/text/demo_text.h"
#include "formats/base/arrays.h"
#include "formats/base/hash64.h"

/* A line, or a block of them. */
struct piece {
    size_t start, size; /* in the text */
};

struct pieces {
    struct piece *list;
    uint64_t *hashes; /* of each; of a block without its first line */
    uint32_t count;
    size_t list_capacity, hashes_capacity;
};

/* One of the two demos. */
struct side {
    struct byte_writer text;
    struct pieces blocks;
    struct pieces lines; /* of the stretch that is compared */
};

struct differ {
    struct side a, b;
    const struct text_diff_listener *listener;
    struct text_diff_result *result;
    uint32_t *matches; /* of the blocks of a */
    uint32_t *line_matches;
    size_t line_matches_capacity;
};

static int add_piece(struct pieces *pieces, size_t start, size_t size, uint64_t hash)
{
    if (pieces->count == UINT32_MAX - 1 ||
        array_reserve(&pieces->list, &pieces->list_capacity, (size_t)pieces->count + 1,
                      sizeof(*pieces->list)) < 0 ||
        array_reserve(&pieces->hashes, &pieces->hashes_capacity, (size_t)pieces->count + 1,
                      sizeof(*pieces->hashes)) < 0) {
        return FORMAT_MEMORY;
    }
    pieces->list[pieces->count] = (struct piece){start, size};
    pieces->hashes[pieces->count++] = hash;
    return 0;
}

/* The line at `at`, its end included. */
static size_t line_size(const struct side *side, size_t at, size_t end)
{
    const char *text = (const char *)side->text.data;
    const char *newline = memchr(text + at, '\n', end - at);
    return newline ? (size_t)(newline - text) + 1 - at : end - at;
}

/* The end of what stands in front of `next`, without the empty line between two blocks. */
static size_t end_of_block(const char *text, size_t start, size_t next)
{
    return next - start > 1 && text[next - 2] == '\n' ? next - 1 : next;
}

/* The text in front of the first block is a block, too. */
static int split_blocks(struct side *side)
{
    const char *text = (const char *)side->text.data;
    const size_t size = side->text.size;
    size_t start = 0, at = 0;
    int code = 0;
    while (code == 0 && at < size) {
        const size_t next = at + line_size(side, at, size);
        if (next == size || text[next] == '@') {
            const size_t end = end_of_block(text, start, next);
            const size_t head = start == 0 ? 0 : line_size(side, start, end);
            code = add_piece(&side->blocks, start, end - start,
                             hash64_add(HASH64_START, text + start + head, end - start - head));
            start = next;
        }
        at = next;
    }
    return code;
}

static int read_side(struct side *side, const struct demo *demo, struct format_error *err,
                     int *damage)
{
    const struct demo_text_options options = {.numbers = false};
    struct media_sink sink = media_sink_memory(&side->text);
    struct demo_text_report report;
    *damage = demo_text_write(demo, &options, &sink, &report, err);
    return report.is_whole ? split_blocks(side) : FORMAT_MEMORY;
}

static bool same_bytes(const struct differ *d, struct piece a, struct piece b)
{
    return a.size == b.size &&
           memcmp(d->a.text.data + a.start, d->b.text.data + b.start, a.size) == 0;
}

/* --- lines -------------------------------------------------------------------------------------
 */

static int split_lines(struct side *side, uint32_t first, uint32_t count)
{
    int code = 0;
    side->lines.count = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const size_t end = side->blocks.list[i].start + side->blocks.list[i].size;
        for (size_t at = side->blocks.list[i].start; code == 0 && at < end;) {
            const size_t size = line_size(side, at, end);
            code = add_piece(&side->lines, at, size,
                             hash64_add(HASH64_START, side->text.data + at, size));
            at += size;
        }
    }
    return code;
}

static void tell_line(const struct differ *d, char sign, const struct side *side, uint32_t i)
{
    const struct piece line = side->lines.list[i];
    const char *text = (const char *)side->text.data + line.start;
    const size_t size = line.size > 0 && text[line.size - 1] == '\n' ? line.size - 1 : line.size;
    if (size > 0) {
        d->listener->line(d->listener->context, sign, text, size);
    }
}

static int tell_lines(struct differ *d, const struct text_change *change)
{
    uint32_t k = 0;
    if (split_lines(&d->a, (uint32_t)(change->a + 1), change->a_count) < 0 ||
        split_lines(&d->b, (uint32_t)(change->b + 1), change->b_count) < 0 ||
        array_reserve(&d->line_matches, &d->line_matches_capacity, (size_t)d->a.lines.count + 1,
                      sizeof(*d->line_matches)) < 0 ||
        text_align(d->a.lines.hashes, d->a.lines.count, d->b.lines.hashes, d->b.lines.count,
                   d->line_matches) < 0) {
        return FORMAT_MEMORY;
    }
    for (uint32_t i = 0; i < d->a.lines.count; i++) {
        if (d->line_matches[i] == TEXT_UNMATCHED) {
            tell_line(d, '-', &d->a, i);
            continue;
        }
        for (; k < d->line_matches[i]; k++) {
            tell_line(d, '+', &d->b, k);
        }
        k++;
    }
    for (; k < d->b.lines.count; k++) {
        tell_line(d, '+', &d->b, k);
    }
    return 0;
}

/* --- blocks ------------------------------------------------------------------------------------
 */

static int tell_change(struct differ *d, uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count)
{
    const struct text_change change = {(int64_t)a - 1, (int64_t)b - 1, a_count, b_count,
                                       a_count <= TEXT_DIFF_LINES_OF &&
                                           b_count <= TEXT_DIFF_LINES_OF};
    d->result->changes++;
    d->listener->change(d->listener->context, &change);
    return change.has_lines ? tell_lines(d, &change) : 0;
}

/* What lies between two blocks that match: as many on both sides are compared one by one. */
static int tell_stretch(struct differ *d, uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end)
{
    int code = 0;
    if (a == a_end && b == b_end) {
        return 0;
    }
    if (a_end - a != b_end - b) {
        return tell_change(d, a, a_end - a, b, b_end - b);
    }
    for (; code == 0 && a < a_end; a++, b++) {
        code = tell_change(d, a, 1, b, 1);
    }
    return code;
}

static int compare_blocks(struct differ *d)
{
    const uint32_t count = d->a.blocks.count;
    uint32_t a = 0, b = 0; /* behind the last pair */
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < count; i++) {
        const uint32_t k = d->matches[i];
        if (k == TEXT_UNMATCHED) {
            continue;
        }
        code = tell_stretch(d, a, i, b, k);
        a = i + 1;
        b = k + 1;
        if (same_bytes(d, d->a.blocks.list[i], d->b.blocks.list[k])) {
            d->result->same++;
        } else if (code == 0) {
            code = tell_change(d, i, 1, k, 1);
        }
    }
    return code < 0 ? code : tell_stretch(d, a, count, b, d->b.blocks.count);
}

static void free_side(struct side *side)
{
    byte_writer_free(&side->text);
    free(side->blocks.list);
    free(side->blocks.hashes);
    free(side->lines.list);
    free(side->lines.hashes);
}

int text_diff(const struct demo *a, const struct demo *b, const struct text_diff_listener *listener,
              struct text_diff_result *result)
{
    struct differ d = {.listener = listener, .result = result};
    *result = (struct text_diff_result){0};
    int code = read_side(&d.a, a, &result->a_err, &result->a_code);
    if (code == 0) {
        code = read_side(&d.b, b, &result->b_err, &result->b_code);
    }
    if (code == 0) {
        d.matches = calloc((size_t)d.a.blocks.count + 1, sizeof(*d.matches));
        code = d.matches ? text_align(d.a.blocks.hashes, d.a.blocks.count, d.b.blocks.hashes,
                                      d.b.blocks.count, d.matches)
                         : FORMAT_MEMORY;
    }
    if (code == 0) {
        result->a_blocks = d.a.blocks.count - 1;
        result->b_blocks = d.b.blocks.count - 1;
        code = compare_blocks(&d);
    }
    free(d.matches);
    free(d.line_matches);
    free_side(&d.a);
    free_side(&d.b);
    return code;
}
