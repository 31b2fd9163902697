/* A folder of demos and its catalogue, in the test's scratch folder. */
#ifndef TESTS_ENGINE_LIBRARY_LIBRARY_STAGE_H
#define TESTS_ENGINE_LIBRARY_LIBRARY_STAGE_H

#include <stdint.h>

#include "engine/library/library_find.h"
#include "engine/library/library_update.h"
#include "tests/support/scratch.h"

/* The scratch folder, with the folder "d" in it. Returns its path. */
const char *shelf_begin(void);

/* TestSuite's .init and .fini. */
static inline void shelf_set_up(void)
{
    snprintf(scratch_root, sizeof(scratch_root), "%s", shelf_begin());
}

static inline void shelf_tear_down(void)
{
    scratch_tear_down();
}

/* Writes a copy of a built-in demo, "builtin:demo1", to a file: its first `size` bytes, 0 = all. */
void shelf_demo(const char *below, const char *demo, size_t size);
/* Writes the beginning of the first built-in demo, with another track for each number. */
void shelf_short(const char *below, int number);
/* Changes a file's time to so many seconds since 1970. */
void shelf_touch(const char *below, int64_t seconds);

/* What the last update told of damage, a line each: "NAME: OFFSET: WHAT". */
extern char shelf_told[8192];

/* Updates the catalogue "c" of the folder "d", or those of these names. Must not fail. */
struct library_counts shelf_update(void);
struct library_counts shelf_update_of(const char *catalogue, const char *folder, int threads,
                                      unsigned shard, unsigned shards);
/* A work with everything set for one thread. */
struct library_work shelf_work(void);

/* All rows of SQL, cells with '|' between and '\n' behind each row; caller frees. */
char *shelf_select(const char *catalogue, const char *sql);
/* The same of terms, NULL behind the last. */
char *shelf_find(const char *catalogue, const char *const *terms);
/* All that is in a catalogue, without numbers that depend on the order of reading; caller frees. */
char *shelf_dump(const char *catalogue);
/* That what SQL selects is that text. */
void shelf_expect(const char *catalogue, const char *sql, const char *wanted);

#endif
