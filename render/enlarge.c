#include "render/enlarge.h"

#include <string.h>

enum { WORD = 8 };

void enlarge_bytes(uint8_t *restrict out, const uint8_t *restrict in, int width, int scale)
{
    int x = 0;
    if (scale == 1) {
        memcpy(out, in, (size_t)width);
        return;
    }
    /* A word of equal bytes at once; the next cells overwrite its excess. */
    for (; scale <= WORD && x + WORD <= width; x += scale) {
        const uint64_t word = *in++ * UINT64_C(0x0101010101010101);
        memcpy(out + x, &word, sizeof word);
    }
    for (int end = x; x < width; in++) {
        end = end + scale < width ? end + scale : width;
        for (; x < end; x++) {
            out[x] = *in;
        }
    }
}

/* Loops of a known length are several times as fast. */
void enlarge_pixels(uint32_t *restrict out, const uint32_t *restrict in, int width, int scale)
{
    const int whole = width / scale;
    switch (scale) {
    case 1:
        memcpy(out, in, (size_t)width * sizeof *out);
        break;
    case 2:
        for (int i = 0; i < whole; i++) {
            out[2 * i] = out[2 * i + 1] = in[i];
        }
        break;
    case 3:
        for (int i = 0; i < whole; i++) {
            out[3 * i] = out[3 * i + 1] = out[3 * i + 2] = in[i];
        }
        break;
    case 4:
        for (int i = 0; i < whole; i++) {
            out[4 * i] = out[4 * i + 1] = out[4 * i + 2] = out[4 * i + 3] = in[i];
        }
        break;
    default:
        for (int x = 0; x < whole * scale; x++) {
            out[x] = in[x / scale];
        }
    }
    for (int x = whole * scale; x < width; x++) {
        out[x] = in[whole];
    }
}
