/* How textures are sampled. The default is what the original's players see: two levels of detail
 * mixed, four texels of each. */
#ifndef RENDER_RGB_FILTER_H
#define RENDER_RGB_FILTER_H

enum rgb_filter { RGB_TRILINEAR, RGB_BILINEAR /* the nearest level */, RGB_NEAREST };

#endif
