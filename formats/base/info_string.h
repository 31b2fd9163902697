/* Info strings, as QuakeWorld and Quake III send them: "\key\value\key\value", the first backslash
 * may be missing. Of several values for one key the first counts. */
#ifndef FORMATS_BASE_INFO_STRING_H
#define FORMATS_BASE_INFO_STRING_H

#include <stdint.h>

/* Comparison of keys: QuakeWorld's is case-sensitive (strcmp), Quake III's is not. */
enum info_keys { INFO_KEYS_EXACT, INFO_KEYS_ANY_CASE };

/* The value inside info, not terminated, its length in *length; NULL and 0 when the key is not
 * there. */
const char *info_find(const char *info, const char *key, enum info_keys keys, uint32_t *length);

/* The value, cut to size - 1 bytes and terminated; "" when the key is not there. */
void info_copy(const char *info, const char *key, enum info_keys keys, char *value, uint32_t size);

/* The number at the start of a key's value, as atoi reads it, clamped to -1e9..1e9; `otherwise` if
 * the key is missing or its value is empty. */
int32_t info_number(const char *info, const char *key, enum info_keys keys, int32_t otherwise);

#endif
