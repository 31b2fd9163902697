/* Numbered picture names: "%05d.png" gives 00000.png, 00001.png, ... */
#ifndef ENGINE_CAPTURE_PICTURE_NAME_H
#define ENGINE_CAPTURE_PICTURE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if the pattern has exactly one %d, %Nd or %0Nd (N = one digit); other % must be %%. */
bool picture_name_is_good(const char *pattern);

/* False: bad pattern, or the path does not fit. */
bool picture_name_make(char *path, size_t size, const char *pattern, uint64_t number);

#endif
