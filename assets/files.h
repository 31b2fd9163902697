/* The user's game data as one tree of files, with Quake's search rules.
 *
 * Directories are added lowest first: a later one has precedence. In a directory loose files have
 * precedence over pk3s, pk3s over paks, pk3s (and folders NAME.pk3dir) of later names over earlier
 * ones, as in Quake III, and pakN+1 over pakN. Names ignore case and use '/'; absolute names and
 * names with "..", a backslash or a drive letter are refused. Loose files and members
 * are read into memory when requested. An archive that gets shorter or is changed while it is open
 * is logged once and counts as damaged; of its members those are used that are still as they were.
 * Not thread-safe. */
#ifndef ASSETS_FILES_H
#define ASSETS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct archive;
struct files;
struct missing_pieces;

/* Receives a line about a missing or damaged file; each distinct line once. May be NULL. */
typedef void (*files_log_fn)(void *context, const char *line);

struct files *files_create(files_log_fn log, void *log_context);
/* Opens the same directories and paks again, for another thread; paks in memory must outlive the
 * copy, too. Logs and counts damage only if `from` did not. Returns NULL if out of memory. */
struct files *files_create_again(const struct files *from, files_log_fn log, void *log_context);
void files_destroy(struct files *files);

/* Adds a game directory (".../id1") with its pak0.pak, pak1.pak, ... and NAME.pk3. Returns 0 or
 * FORMAT_MISSING. Damaged paks are logged; their undamaged members are used. */
int files_add_directory(struct files *files, const char *path) MUST_CHECK;
/* Adds a pak or pk3 file. Returns 0 or a negative FORMAT_ code; damage is logged. */
int files_add_archive(struct files *files, const char *path) MUST_CHECK;
/* Adds a pak or pk3 in memory (the built-in pack); borrowed, must outlive files. */
int files_add_pak(struct files *files, const char *label, const uint8_t *data,
                  size_t size) MUST_CHECK;

/* A reference to a file's bytes. */
struct files_ref {
    const uint8_t *data; /* NULL = empty reference */
    size_t size;
    struct files_held *held;
};

/* Gets a file's bytes. They are valid until the reference is released, also if directories are
 * added meanwhile, but not longer than files. Further references share the same bytes. Returns 0,
 * FORMAT_MISSING or another negative FORMAT_ code; on failure *ref is zeroed. */
int files_get(struct files *files, const char *name, struct files_ref *ref) MUST_CHECK;

/* As files_get, for a file that belongs to another one ("maps/x.lit" to "maps/x.bsp"): returns
 * FORMAT_MISSING if it comes from a directory below that of `owner`, since it was then made for
 * another version. */
int files_get_beside(struct files *files, const char *name, const char *owner,
                     struct files_ref *ref) MUST_CHECK;

/* Releases and zeroes a reference; a zeroed one is allowed. The last one frees the bytes. */
void files_release(struct files *files, struct files_ref *ref);

/* Location of a file's bytes, for loading in any thread. */
struct files_place {
    char *loose;                   /* path of a loose file, owned; or NULL */
    const struct archive *archive; /* or its archive; valid as long as files */
    size_t member;
};

/* Finds a file without reading it. Returns 0, FORMAT_MISSING or FORMAT_MEMORY. Returns its first
 * location even if the bytes there are damaged (files_get would try the next). A loose file counts
 * as read from then on. */
int files_find(struct files *files, const char *name, struct files_place *place) MUST_CHECK;
/* Reads what files_find found. Safe from any thread. *owned: memory that the caller frees,
 * or NULL. Does not log damage. */
int files_unpack(const struct files_place *place, const uint8_t **data, size_t *size,
                 uint8_t **owned) MUST_CHECK;
/* Frees what it owns and zeroes it. */
void files_leave(struct files_place *place);
bool files_has(struct files *files, const char *name);

/* True if the file at path is read from: an open pak or pk3, also by another link, or a loose file
 * of a directory that was looked up. For commands that are told to write there. */
bool files_reads(const struct files *files, const char *path);

struct files_names {
    char **names; /* lower case */
    size_t count, capacity;
};

/* Lists the files with an extension (".shader") in a folder of the game ("scripts") and its direct
 * subfolders, in Quake III's order: highest directory first, in each the loose files, then the
 * paks, members in the order of the archive's directory; each name once. Returns 0 or
 * FORMAT_MEMORY; release the list in any case. */
int files_list(struct files *files, const char *folder, const char *ending,
               struct files_names *names) MUST_CHECK;
void files_names_free(struct files_names *names);

/* Bytes of referenced members and loose files; those of paks in memory are not counted. */
size_t files_held_bytes(const struct files *files);

/* True if memory ran out during a lookup or load since the last call: what was loaded is
 * incomplete. Loaders that run out of memory report it with files_note_lack. */
bool files_lacked_memory(struct files *files);
void files_note_lack(struct files *files);

/* Writes a line about a missing file to the log, once for each distinct text; none when an archive
 * is unreadable, or several of its members are: that explains what is missing. */
void files_log(struct files *files, const char *line);
/* As files_log, for a piece that is not there and that the rest goes without: name is what was
 * looked for. After files_hear_pieces such lines go to that function, with the log's context, and
 * the names into a list; before it they go to the log. */
void files_log_piece(struct files *files, const char *name, const char *line);
void files_hear_pieces(struct files *files, files_log_fn log);
const struct missing_pieces *files_missing_pieces(const struct files *files);
/* As files_log_piece, for what only --verbose shows: adds no name to the list. */
void files_log_detail(struct files *files, const char *line);

/* Number of missing files by kind, for one line to the user; loaders count each file once. */
enum files_want {
    FILES_WANT_LEVEL,
    FILES_WANT_MODEL,
    FILES_WANT_SKIN,
    FILES_WANT_SOUND,
    FILES_WANTS
};
void files_note_missing(struct files *files, enum files_want want);
unsigned files_missing_count(const struct files *files, enum files_want want);

/* Number of damaged files found (decides the exit status). */
unsigned files_damaged_count(const struct files *files);
/* What was reported last; what[0] is 0 if nothing was. */
struct format_error files_last_damage(const struct files *files);
/* Loaders report damage of a file: logs "name: what (byte n)" and counts it. */
void files_report_damage(struct files *files, const char *name, const struct format_error *err);

#endif
