/* Playlists in M3U: a name a line. Lines that begin with # are comments, blank ones are nothing. */
#ifndef FORMATS_TEXT_PLAYLIST_H
#define FORMATS_TEXT_PLAYLIST_H

#include <stdbool.h>
#include <stddef.h>

/* True if the name ends in .m3u or .m3u8, in capitals or not. */
bool playlist_is(const char *name);

/* The next name of the text, from *at on, which is moved behind it; not terminated. False: there is
 * none. A name with a NUL is passed over. A byte order mark at the beginning belongs to no name:
 * *at is 0 there. */
bool playlist_next(const char *text, size_t size, size_t *at, const char **name, size_t *length);

/* True if the name can be a line: it is not empty, begins with no # and no blank, ends in no blank,
 * and has no line end. */
bool playlist_may_have(const char *name);

#endif
