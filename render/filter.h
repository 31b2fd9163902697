/* Texture filters of pictures in true colour. The default is trilinear, as in the originals: two
 * mip levels, four texels of each. Crisp is the same where textures are reduced; where they are
 * enlarged, texels are squares whose edges are a pixel wide. */
#ifndef RENDER_FILTER_H
#define RENDER_FILTER_H

enum rgb_filter { RGB_TRILINEAR, RGB_BILINEAR /* the nearest level */, RGB_NEAREST, RGB_CRISP };

#endif
