#include "engine/viewer/scale/picture_fit.h"

#include <string.h>

#include "render/limits.h"

static int larger_int(int a, int b)
{
    return a > b ? a : b;
}

struct picture_fit picture_fit(int window_width, int window_height, int scale)
{
    struct picture_fit fit = {.canvas_width = larger_int(window_width, RENDER_MIN_WIDTH),
                              .canvas_height = larger_int(window_height, RENDER_MIN_HEIGHT),
                              .scale = larger_int(scale, 1)};
    while (fit.scale > 1 && (fit.canvas_width / fit.scale < RENDER_MIN_WIDTH ||
                             fit.canvas_height / fit.scale < RENDER_MIN_HEIGHT)) {
        fit.scale--;
    }
    while (fit.canvas_width / fit.scale > RENDER_MAX_WIDTH ||
           fit.canvas_height / fit.scale > RENDER_MAX_HEIGHT) {
        fit.scale++;
    }
    /* As wide as ten windows and as flat as one: then the canvas ends where the picture has to. */
    fit.canvas_width = larger_int(fit.canvas_width, fit.scale * RENDER_MIN_WIDTH);
    fit.canvas_height = larger_int(fit.canvas_height, fit.scale * RENDER_MIN_HEIGHT);
    fit.width = fit.canvas_width / fit.scale;
    fit.height = fit.canvas_height / fit.scale;
    fit.left = fit.canvas_width % fit.scale / 2;
    fit.top = fit.canvas_height % fit.scale / 2;
    return fit;
}

/* Loops of a known length are several times as fast. */
static void widen_row(uint32_t *restrict out, const uint32_t *restrict in, int width, int scale)
{
    switch (scale) {
    case 2:
        for (int i = 0; i < width; i++) {
            out[2 * i] = out[2 * i + 1] = in[i];
        }
        break;
    case 3:
        for (int i = 0; i < width; i++) {
            out[3 * i] = out[3 * i + 1] = out[3 * i + 2] = in[i];
        }
        break;
    case 4:
        for (int i = 0; i < width; i++) {
            out[4 * i] = out[4 * i + 1] = out[4 * i + 2] = out[4 * i + 3] = in[i];
        }
        break;
    default:
        for (int i = 0; i < width * scale; i++) {
            out[i] = in[i / scale];
        }
    }
}

void picture_enlarge(const struct picture_fit *fit, const uint32_t *picture, uint32_t *canvas,
                     size_t pitch)
{
    const size_t row_bytes = (size_t)fit->canvas_width * sizeof(*canvas);
    const int wide = fit->width * fit->scale, bottom = fit->top + fit->height * fit->scale;
    for (int y = 0; y < fit->canvas_height; y++) {
        uint32_t *row = canvas + (size_t)y * pitch;
        const int inside = y - fit->top;
        if (y < fit->top || y >= bottom) {
            memset(row, 0, row_bytes);
        } else if (inside % fit->scale != 0) {
            memcpy(row, row - pitch, row_bytes);
        } else {
            memset(row, 0, (size_t)fit->left * sizeof(*row));
            widen_row(row + fit->left, picture + (size_t)(inside / fit->scale * fit->width),
                      fit->width, fit->scale);
            memset(row + fit->left + wide, 0,
                   (size_t)(fit->canvas_width - fit->left - wide) * sizeof(*row));
        }
    }
}
