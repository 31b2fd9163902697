/* The program's icon for its windows: icons/quakereel-64.png, which is part of the program. */
#ifndef ASSETS_DESKTOP_ICON_H
#define ASSETS_DESKTOP_ICON_H

#include <stdint.h>

/* Red, green, blue, alpha bytes (not premultiplied), rows from the top without gaps. Caller frees.
 * Returns NULL if out of memory. */
uint8_t *icon_pixels(int *width, int *height);

#endif
