/* The user's settings, saved in one small text file,
 * $XDG_CONFIG_HOME/quakereel/settings.conf (or ~/.config/...):
 *
 *     # comments and empty lines stay as they are
 *     gamma 0.7
 *     basedir /home/me/quake
 *
 * A line is NAME VALUE. Names are made of a-z, 0-9 and '-'; a value goes to the line's end, blanks
 * around it do not count. Of lines with one name the last counts. Names nobody asks for stay, since
 * another version may know them; what is no such line is told by its number, and stays too.
 *
 * Two windows may write one file: what is saved is the file as it is then, with only those names
 * changed that were set here. One thread. */
#ifndef ENGINE_VIEWER_SAVED_SETTINGS_H
#define ENGINE_VIEWER_SAVED_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/viewer/saved/saved_file.h"
#include "formats/base/error.h"

/* Sizes with the closing 0. */
enum { SETTINGS_PATH = 4096, SETTINGS_LINE = 4096 + 64, SETTINGS_NAME = 32 };

/* Takes one line of words, without a line end; a files_log_fn (assets/files.h). */
typedef void (*settings_tell_fn)(void *context, const char *line);

struct settings_line {
    char *text; /* owned, NUL-terminated; length bytes, of which some may be 0 in a spoiled file */
    size_t length;
    size_t number; /* in the file, from 1; 0 = it was not there */
    bool set;      /* since loading or saving */
    bool removed;  /* text is the name alone, no file gets it */
};

struct settings {
    char path[SETTINGS_PATH]; /* "" = no config folder, or the file cannot be read */
    struct settings_line *lines;
    size_t num_lines, cap_lines;
    settings_tell_fn tell; /* may be NULL */
    void *context;
    bool told_failure; /* to save: once is enough */
};

/* Reads the file, if it exists; reports malformed lines. Returns 0, or FORMAT_MEMORY: settings then
 * holds the lines read so far, and saving is disabled. */
int settings_load(struct settings *settings, settings_tell_fn tell, void *context) MUST_CHECK;
/* Adds a file's lines; what settings_load does with the bytes. 0 or FORMAT_MEMORY. */
int settings_read(struct settings *settings, const char *text, size_t size) MUST_CHECK;
void settings_free(struct settings *settings);

/* The value, valid until the name is set again; NULL = not set. */
const char *settings_text(const struct settings *settings, const char *name);
/* Reads a number from least to most into *value. Returns false, with *value unchanged, if the name
 * is not set or its value is bad; a bad value is reported with its line. */
bool settings_number(const struct settings *settings, const char *name, double least, double most,
                     double *value);

/* Reports that the value of a setting is bad. values: the good ones, "0 to 3". */
void settings_reject(const struct settings *settings, const char *name, const char *values);

/* Sets a value in memory; settings_save writes the file. Returns 0, FORMAT_BAD (invalid name, or a
 * value that is empty, too long, or has control characters or surrounding blanks), or
 * FORMAT_MEMORY; the old value is kept then. */
int settings_set_text(struct settings *settings, const char *name, const char *value) MUST_CHECK;
int settings_set_number(struct settings *settings, const char *name, double value) MUST_CHECK;
int settings_remove(struct settings *settings, const char *name) MUST_CHECK;

/* Writes the values set since loading or the last save into the file as it is then. Returns 0 or
 * -1; only the first failure is reported, and none to get the lock with SAVED_NO_WAIT. */
int settings_save(struct settings *settings, enum saved_patience patience);

#endif
