/* The members of the real Quake III data (quake3/baseoa/oa_small.pk3), unpacked one after the
 * other. */
#ifndef TESTS_SUPPORT_QUAKE3_Q3_PACK_H
#define TESTS_SUPPORT_QUAKE3_Q3_PACK_H

#include <stddef.h>
#include <stdint.h>

typedef void q3_pack_check(const char *name, const uint8_t *data, size_t size, void *context);

/* Calls with each member whose name ends so (case does not count), in the order of the archive's
 * directory. The bytes are exactly `size` long and freed afterwards. Returns how many there were.
 * Skips the test where there is no real data, fails it where a member cannot be read. */
int q3_pack_each(const char *ending, q3_pack_check *check, void *context);

#endif
