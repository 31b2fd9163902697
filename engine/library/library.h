/* The catalogue of demos: what is in many demos, kept in an SQLite file, so that a search takes no
 * reading of demos.
 *
 * The file has a row for each file on the disk that is or holds demos, for each demo, its levels,
 * players and events (library_schema.c has the tables). Changes are whole transactions with a
 * rollback journal, which shared disks can have, too: a process that is killed loses at most its
 * last seconds.
 *
 * Functions that take err return 0 or a negative FORMAT_ code and fill err with a message without
 * the catalogue's path. Prints nothing. A catalogue belongs to one thread. */
#ifndef ENGINE_LIBRARY_LIBRARY_H
#define ENGINE_LIBRARY_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct library;

enum library_access { LIBRARY_READ, LIBRARY_WRITE };
enum { LIBRARY_PATH = 4096 };

/* Opens the catalogue at path; to write, creates it if there is none. A newer program's catalogue,
 * and a file that is none, is FORMAT_UNKNOWN. A damaged one is FORMAT_BAD to read; to write it is
 * renamed, and a new one made in its place: library_damaged then returns the name. *library is NULL
 * after a failure; close with library_close. */
int library_open(struct library **library, const char *path, enum library_access access,
                 struct format_error *err) MUST_CHECK;
void library_close(struct library *library);

/* The name that the damaged catalogue has now; NULL = it was not damaged. */
const char *library_damaged(const struct library *library);

/* Copies the files of the catalogue `from` with their demos and events. If
 * both have a file, the one that was changed last stays. */
int library_merge(struct library *library, struct library *from,
                  struct format_error *err) MUST_CHECK;

#endif
