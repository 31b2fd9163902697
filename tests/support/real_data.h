/* Real demos and game data for tests: the folder $QUAKEREEL_DATA, default ../shared/data.
 *
 * If the folder is missing, a test that requests a file ends at once and counts as skipped; the
 * run's last lines have the number (report.c). If it exists, every requested file must exist: a
 * missing one fails the test, so that no check is lost silently. A test requests data before it
 * opens anything else, since a skipped test releases nothing. */
#ifndef TESTS_SUPPORT_REAL_DATA_H
#define TESTS_SUPPORT_REAL_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/platform.h"

/* Prefix of the reason of such a skip. */
#define REAL_DATA_SKIP "no real data"

struct real_data_name {
    char text[1024];
};

/* The data folder, which may not exist. */
const char *real_data_root(void);

bool real_data_is_there(void);

/* The path of a file or folder below the root. Skips the test without real data; fails it if the
 * file is missing. */
struct real_data_name real_data_path(const char *below, ...) __attribute__((format(printf, 1, 2)));

/* The bytes of a file and a terminating NUL; caller frees. Never NULL. */
uint8_t *real_data_read(size_t *size, const char *below, ...) __attribute__((format(printf, 2, 3)));

/* The text inside a gzip file, NUL-terminated; caller frees. Never NULL. */
char *real_data_unpack(size_t *size, const char *below, ...) __attribute__((format(printf, 2, 3)));

/* Reads a file; free with platform_free_file. */
void real_data_load(struct file_bytes *file, const char *below, ...)
    __attribute__((format(printf, 2, 3)));

typedef void real_data_check(const char *name, const uint8_t *data, size_t size);

/* Calls check for each file of a folder whose name contains `part`, in order. Fails if there is
 * none.
 */
void real_data_each(const char *folder, const char *part, real_data_check *check);

/* Call check for each intact Quake III demo; the second also for the broken ones. */
void real_data_each_q3(real_data_check *check);
void real_data_each_q3_broken_too(real_data_check *check);
bool real_data_is_broken_q3(const char *name);

#endif
