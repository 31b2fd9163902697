/* Channels of a pixel 0x00RRGGBB, 0..255. */
#ifndef FORMATS_MEDIA_PIXEL_H
#define FORMATS_MEDIA_PIXEL_H

#include <stdint.h>

static inline int pixel_red(uint32_t pixel)
{
    return (int)(pixel >> 16 & 255);
}

static inline int pixel_green(uint32_t pixel)
{
    return (int)(pixel >> 8 & 255);
}

static inline int pixel_blue(uint32_t pixel)
{
    return (int)(pixel & 255);
}

#endif
