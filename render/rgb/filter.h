/* Texture filters. The default is trilinear, as in the original: two mip levels, four texels of
 * each. */
#ifndef RENDER_RGB_FILTER_H
#define RENDER_RGB_FILTER_H

enum rgb_filter { RGB_TRILINEAR, RGB_BILINEAR /* the nearest level */, RGB_NEAREST };

#endif
