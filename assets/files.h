/* The user's game data as one tree of files, with Quake's search rules.
 *
 * Directories are added lowest first: a later one wins over an earlier one, inside a directory
 * loose files win over its paks, pk3s over paks, pk3s (and folders NAME.pk3dir) of later names over
 * earlier ones, as in Quake III, and pakN+1 over pakN. Names are compared without case, use '/',
 * and are refused when they are absolute, hold "..", a backslash or a drive letter. Paks are
 * mapped, not read; of pk3s each member is unpacked when it is asked for. Not thread-safe. */
#ifndef ASSETS_FILES_H
#define ASSETS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct archive;
struct files;

/* One line of talk (a missing or damaged file). May be NULL. Each distinct line is told once. */
typedef void (*files_log_fn)(void *context, const char *line);

struct files *files_create(files_log_fn log, void *log_context);
/* The same directories and paks once more, for another thread; paks in memory must outlive these
 * as well. What is damaged in them is not told again. NULL without memory. */
struct files *files_create_again(const struct files *from, files_log_fn log, void *log_context);
void files_destroy(struct files *files);

/* Adds a game directory (".../id1") with its pak0.pak, pak1.pak, ... and NAME.pk3. 0, or
 * FORMAT_MISSING when it is not there. Damaged paks are logged and what is good in them used. */
int files_add_directory(struct files *files, const char *path) MUST_CHECK;
/* Adds a pak or pk3 held in memory (the built-in pack); the bytes must outlive files. */
int files_add_pak(struct files *files, const char *label, const uint8_t *data,
                  size_t size) MUST_CHECK;

/* The bytes of a file as long as somebody uses them. */
struct files_ref {
    const uint8_t *data; /* NULL: nothing is lent */
    size_t size;
    struct files_held *held;
};

/* Lends a file's bytes: they stay as they are until they are released, also when directories are
 * added meanwhile, but no longer than files. Who asks for bytes that are lent already gets the
 * same. FORMAT_MISSING when no directory has it; on failure *ref is zeroed. */
int files_get(struct files *files, const char *name, struct files_ref *ref) MUST_CHECK;

/* As files_get, for a file that belongs to another one ("maps/x.lit" to "maps/x.bsp"):
 * FORMAT_MISSING when it comes from a weaker directory than `owner`, as it was made for another
 * version of it then. */
int files_get_beside(struct files *files, const char *name, const char *owner,
                     struct files_ref *ref) MUST_CHECK;

/* Ends a ref and zeroes it; a zeroed one is fine. With the last ref of a file's bytes what they
 * took goes: an unpacked member is freed, a loose file unmapped. */
void files_release(struct files *files, struct files_ref *ref);

/* Where a file's bytes are, for any thread to unpack. */
struct files_place {
    struct files_ref ref;          /* of a file that is not packed */
    const struct archive *archive; /* or the pk3 that has it; good as long as files */
    size_t member;
};

/* Finds a file without unpacking it. FORMAT_MISSING when no directory has it; its first place, even
 * when its bytes turn out to be damaged there (files_get then goes on to the next). */
int files_find(struct files *files, const char *name, struct files_place *place) MUST_CHECK;
/* Unpacks what files_find found: the one function that is thread-safe. *owned is NULL or what the
 * caller has to free. Says nothing of damage. */
int files_unpack(const struct files_place *place, const uint8_t **data, size_t *size,
                 uint8_t **owned) MUST_CHECK;
/* Ends the ref in it, if there is one. */
void files_leave(struct files *files, struct files_place *place);
bool files_has(struct files *files, const char *name);

struct files_names {
    char **names; /* lower case */
    size_t count, capacity;
};

/* The names of all files in a folder of the game ("scripts") and in the folders right inside it
 * that end so (".shader"), as Quake III lists them: the strongest directory first, in each its
 * loose files, then its paks, the members in the order of the archive's own directory; each name
 * where it is first. FORMAT_MEMORY or 0; release it in any case. */
int files_list(struct files *files, const char *folder, const char *ending,
               struct files_names *names) MUST_CHECK;
void files_names_free(struct files_names *names);

/* Bytes of unpacked members and mapped loose files that are lent now; paks stay mapped anyway. */
size_t files_held_bytes(const struct files *files);

/* Whether memory has run out since this was last asked while something was looked for or loaded:
 * what these files are needed for is not whole then. Who loads from them and runs out says so. */
bool files_lacked_memory(struct files *files);
void files_note_lack(struct files *files);

/* Says line through the log, once for each distinct text. */
void files_log(struct files *files, const char *line);
/* What was wanted and is nowhere, counted by kind for one line to the user: who loads them counts
 * each once. */
enum files_want {
    FILES_WANT_LEVEL,
    FILES_WANT_MODEL,
    FILES_WANT_SKIN,
    FILES_WANT_SOUND,
    FILES_WANTS
};
void files_note_missing(struct files *files, enum files_want want);
unsigned files_missing_count(const struct files *files, enum files_want want);

/* How many damaged files were met (the program's exit status tells it). */
unsigned files_damaged_count(const struct files *files);
/* Files that load something call this with what was wrong: "name: what (byte n)". Counts as
 * damaged. */
void files_report_damage(struct files *files, const char *name, const struct format_error *err);

#endif
