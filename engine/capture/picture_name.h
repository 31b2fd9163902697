/* Names of a row of pictures: "%05d.png" is 00000.png, 00001.png ... */
#ifndef ENGINE_CAPTURE_PICTURE_NAME_H
#define ENGINE_CAPTURE_PICTURE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One number in it, %d or %0Nd or %Nd with N of one digit; %% stands for a %. Nothing else with %.
 */
bool picture_name_is_good(const char *pattern);

/* False: the pattern is not good, or the path does not fit. */
bool picture_name_make(char *path, size_t size, const char *pattern, uint64_t number);

#endif
