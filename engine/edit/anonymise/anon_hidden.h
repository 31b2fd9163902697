/* KTX's statistics in a .mvd: JSON in hidden blocks.
 *
 * A hidden block is a list of uint32 size, uint16 type and `size` bytes. Those of type 3 begin with
 * a uint16, the piece's number, 0 for the last one; the rest is text, and the pieces are one text
 * (MVDSV's mvdhidden_demoinfo, and real demos). The text is rewritten as a whole: its pieces keep
 * their sizes, and the last one takes what is left. Blocks of another form are left as they are. */
#ifndef ENGINE_EDIT_ANONYMISE_ANON_HIDDEN_H
#define ENGINE_EDIT_ANONYMISE_ANON_HIDDEN_H

#include "engine/edit/anonymise/anon_text.h"
#include "formats/quakeworld/mvd.h"

struct anon_hidden {         /* start from {0}; free with anon_hidden_free */
    struct byte_writer text; /* all texts with stand-ins, one after the other */
    struct anon_hidden_text {
        size_t end;    /* in text */
        size_t pieces; /* of the demo */
    } * texts;
    size_t num_texts, room_texts;
    size_t now, piece, written; /* the text and the piece that come next, and bytes before it */
};

/* Reads all texts of a demo, or of its good part, and rewrites or collects them. Returns 0 or
 * FORMAT_MEMORY; fills err. */
int anon_hidden_open(struct anon_hidden *hidden, struct anon_text *t, const uint8_t *data,
                     size_t size, struct format_error *err) MUST_CHECK;

/* Fills out with the bytes of the next hidden block; *changed: they are not as they were. Returns 1
 * or a negative code; fills err. */
int anon_hidden_rewrite(struct anon_hidden *hidden, struct anon_text *t,
                        const struct mvd_block *block, struct byte_writer *out, bool *changed,
                        struct format_error *err) MUST_CHECK;

void anon_hidden_free(struct anon_hidden *hidden);

#endif
