#include "engine/edit/anonymise/anon_hidden.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/quakeworld/mvd_hidden.h"

enum { BLOCK_MAX = 8000 /* bytes: MVDSV's buffer has 8192 */ };

/* Whether the block has a piece of a text, and the form that is known. */
static bool has_pieces(const struct mvd_block *block)
{
    struct mvd_hidden m;
    size_t at = 0;
    bool any = false;
    int code;
    while ((code = mvd_hidden_next(block->u.messages.data, block->u.messages.size, &at, &m)) > 0) {
        any = any || (m.type == MVD_HIDDEN_STATISTICS && m.size >= MVD_HIDDEN_NUMBER);
    }
    return any && code == 0;
}

static bool is_piece(const struct mvd_hidden *m)
{
    return m->type == MVD_HIDDEN_STATISTICS && m->size >= MVD_HIDDEN_NUMBER;
}

/* --- reading ------------------------------------------------------------------------------------
 */

static int end_text(struct anon_hidden *hidden, struct anon_text *t, struct byte_writer *whole,
                    size_t pieces)
{
    if (array_reserve(&hidden->texts, &hidden->room_texts, hidden->num_texts + 1,
                      sizeof(*hidden->texts)) < 0) {
        return FORMAT_MEMORY;
    }
    t->out.size = 0;
    anon_text_json(t, whole->data, whole->size);
    byte_writer_bytes(&hidden->text, t->out.data, t->out.size);
    hidden->texts[hidden->num_texts++] =
        (struct anon_hidden_text){.end = hidden->text.size, .pieces = pieces};
    whole->size = 0;
    return hidden->text.failed ? FORMAT_MEMORY : 0;
}

/* Adds the pieces of a block to the text that began, and ends it with the last. */
static int read_pieces(struct anon_hidden *hidden, struct anon_text *t,
                       const struct mvd_block *block, struct byte_writer *whole, size_t *pieces)
{
    struct mvd_hidden m;
    size_t at = 0;
    while (mvd_hidden_next(block->u.messages.data, block->u.messages.size, &at, &m) > 0) {
        if (!is_piece(&m)) {
            continue;
        }
        byte_writer_bytes(whole, m.data + MVD_HIDDEN_NUMBER, m.size - MVD_HIDDEN_NUMBER);
        ++*pieces;
        if (bytes_u16(m.data) == 0) {
            if (end_text(hidden, t, whole, *pieces) < 0) {
                return FORMAT_MEMORY;
            }
            *pieces = 0;
        }
    }
    return whole->failed ? FORMAT_MEMORY : 0;
}

int anon_hidden_open(struct anon_hidden *hidden, struct anon_text *t, const uint8_t *data,
                     size_t size, struct format_error *err)
{
    struct byte_writer whole = {0};
    struct mvd_block block;
    size_t pos = 0, pieces = 0;
    int code = 0;
    while (code == 0 && mvd_next_block(data, size, &pos, &block, NULL) > 0) {
        if (mvd_is_hidden(&block) && has_pieces(&block)) {
            code = read_pieces(hidden, t, &block, &whole, &pieces);
        }
    }
    if (code == 0 && pieces > 0) { /* its end is missing */
        code = end_text(hidden, t, &whole, pieces);
    }
    byte_writer_free(&whole);
    return code < 0 ? format_fail(err, FORMAT_MEMORY, 0, "out of memory") : 0;
}

void anon_hidden_free(struct anon_hidden *hidden)
{
    free(hidden->texts);
    byte_writer_free(&hidden->text);
}

/* --- writing ------------------------------------------------------------------------------------
 */

/* Appends the next piece with at most `size` bytes of its text, the last one with all. */
static void write_piece(struct anon_hidden *hidden, const struct mvd_hidden *m,
                        struct byte_writer *out)
{
    const struct anon_hidden_text *text = &hidden->texts[hidden->now];
    const size_t left = text->end - hidden->written, room = m->size - MVD_HIDDEN_NUMBER;
    const bool last = hidden->piece + 1 == text->pieces;
    const size_t size = last || left < room ? left : room;
    byte_writer_u32(out, (uint32_t)(MVD_HIDDEN_NUMBER + size));
    byte_writer_u16(out, MVD_HIDDEN_STATISTICS);
    byte_writer_bytes(out, m->data, MVD_HIDDEN_NUMBER);
    if (size > 0) { /* else there may be no text at all */
        byte_writer_bytes(out, hidden->text.data + hidden->written, size);
    }
    hidden->written += size;
    hidden->piece++;
    if (last) {
        hidden->now++;
        hidden->piece = 0;
    }
}

int anon_hidden_rewrite(struct anon_hidden *hidden, struct anon_text *t,
                        const struct mvd_block *block, struct byte_writer *out, bool *changed,
                        struct format_error *err)
{
    const uint8_t *data = block->u.messages.data;
    const size_t size = block->u.messages.size, limit = size > BLOCK_MAX ? size : BLOCK_MAX;
    struct mvd_hidden m;
    size_t at = 0;
    if (t->collecting || !has_pieces(block)) {
        return 1;
    }
    anon_text_keep(t, data, size); /* searched as a text */
    out->size = 0;
    while (mvd_hidden_next(data, size, &at, &m) > 0) {
        if (is_piece(&m) && hidden->now < hidden->num_texts) {
            write_piece(hidden, &m, out);
        } else {
            byte_writer_bytes(out, m.data - MVD_HIDDEN_HEADER, MVD_HIDDEN_HEADER + m.size);
        }
    }
    if (out->failed) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (out->size > limit) {
        return format_fail(err, FORMAT_BAD, block->offset,
                           "with stand-ins a block is longer than clients read");
    }
    *changed = out->size != size || memcmp(out->data, data, size) != 0;
    return 1;
}
