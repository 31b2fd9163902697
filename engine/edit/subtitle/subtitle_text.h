/* Reads subtitles: SubRip files (SRT), and plain lines `TIME text`.
 *
 * In memory; prints nothing. SRT: a number, "H:MM:SS,mmm --> H:MM:SS,mmm", lines of text, an empty
 * line; the tags i, b, u and font are left out. Plain lines: TIME is seconds, M:SS or H:MM:SS, with
 * decimals; "\n" in the text begins a new line; the text stays for SUBTITLE_SECONDS. A file whose
 * first line is a number alone is SRT. Texts are ASCII, and times do not go back. */
#ifndef ENGINE_EDIT_SUBTITLE_SUBTITLE_TEXT_H
#define ENGINE_EDIT_SUBTITLE_SUBTITLE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

enum {
    SUBTITLE_COLUMNS = 40, /* of a centerprint: what is longer is cut (id, gl_screen.c) */
    SUBTITLE_TEXT = 1000,  /* bytes of a text: id keeps a centerprint in 1,024 bytes */
    SUBTITLE_SECONDS = 2   /* a centerprint stays that long: scr_centertime */
};

struct subtitle {
    double from, to; /* seconds of playback; to is at most the next one's from */
    size_t text;     /* where its text begins in texts; NUL-terminated, wrapped */
};

struct subtitles { /* start from {0} */
    struct subtitle *items;
    size_t count, room;
    struct byte_writer texts;
};

struct subtitle_error {
    size_t line, column; /* from 1; column: bytes */
    const char *what;
};

/* Returns 0, FORMAT_BAD with *err filled, or FORMAT_MEMORY. Free with subtitles_free in any case.
 */
int subtitles_read(struct subtitles *subtitles, const uint8_t *data, size_t size,
                   struct subtitle_error *err) MUST_CHECK;
void subtitles_free(struct subtitles *subtitles);

static inline const char *subtitles_text(const struct subtitles *subtitles, size_t item)
{
    return (const char *)subtitles->texts.data + subtitles->items[item].text;
}

#endif
