/* Marks as a list that people and other programs read: lines of a time and a name, chapters of
 * films. In memory; prints nothing. */
#ifndef ENGINE_PLAYBACK_MARK_LIST_H
#define ENGINE_PLAYBACK_MARK_LIST_H

#include <stddef.h>

#include "engine/playback/demo_mark.h"
#include "formats/base/bytes.h"

enum mark_list_form {
    MARK_LIST_TEXT,       /* a line a mark: "1:30.500 the quad" */
    MARK_LIST_FFMETADATA, /* chapters for ffmpeg: `ffmpeg -i FILM -i FILE -map_metadata 1 ...` */
    MARK_LIST_OGM         /* chapters for mkvmerge and others: CHAPTER01=..., CHAPTER01NAME=... */
};

struct mark_list_error {
    size_t line; /* from 1 */
    const char *what;
};

/* Reads lines of a time (engine/playback/demo_time.h) and a name, which may be missing; lines that
 * are empty or begin with # are skipped. length: of the demo, seconds; times outside of it are
 * errors. *marks: owned, in the order of the lines; free it in any case. Returns 0, FORMAT_MEMORY,
 * or FORMAT_BAD; fills err. */
int mark_list_read(struct demo_mark **marks, size_t *count, const char *text, size_t size,
                   double length, struct mark_list_error *err) MUST_CHECK;

/* Appends the list to out, whose `failed` tells if memory ran out. Chapters: of the film that shows
 * from..to, seconds; a chapter ends where the next one begins. */
void mark_list_write(const struct demo_mark *marks, size_t count, enum mark_list_form form,
                     double from, double to, struct byte_writer *out);

#endif
