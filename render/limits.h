/* Size limits of drawn worlds, pixels: of frames, and of what is enlarged to one (renderer.h). All
 * renderers rely on them. */
#ifndef RENDER_LIMITS_H
#define RENDER_LIMITS_H

enum {
    RENDER_MIN_WIDTH = 160,
    RENDER_MIN_HEIGHT = 100,
    RENDER_MAX_WIDTH = 3840,
    RENDER_MAX_HEIGHT = 2160,
    RENDER_RGB_MIN = 32, /* width and height, of a renderer that draws Quake III's scenes alone */
    RENDER_MAX_SCALE = 4
};

#endif
