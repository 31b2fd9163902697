#include "engine/viewer/scale/picture_zoom.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

#define STEP 1.25

/* One axis: pixels [first, first + count) are enlarged to all of them. */
struct span {
    int first, count;
};

static struct span find_span(double factor, int size, int at)
{
    const int count = (int)ceil(size / factor);
    const int inside = at < 0 ? 0 : at >= size ? size - 1 : at;
    /* The first pixel shows the first one, the last the last: the point between them stays. */
    const double share = size > 1 ? (double)inside / (size - 1) : 0.0;
    return (struct span){(int)((size - count) * share + 0.5), count};
}

/* The pixel of the part that is enlarged to place i, from 0 on. */
static int part_place(const struct span *span, double factor, int i)
{
    const int place = (int)(i / factor);
    return place < span->count ? place : span->count - 1;
}

void picture_zoom_toggle(struct picture_zoom *zoom)
{
    zoom->factor = zoom->factor > 0.0 ? 0.0 : PICTURE_ZOOM_FIRST;
}

void picture_zoom_step(struct picture_zoom *zoom, double steps)
{
    const double from = zoom->factor > 0.0 ? zoom->factor : 1.0;
    const double to = from * pow(STEP, steps);
    zoom->factor = to < 1.01 ? 0.0 : to > PICTURE_ZOOM_MAX ? PICTURE_ZOOM_MAX : to;
}

int picture_zoom_apply(struct picture_zoom *zoom, uint32_t *pixels, size_t pitch, int width,
                       int height, int x, int y)
{
    if (zoom->factor <= 1.0 || width < 1 || height < 1) {
        return 0;
    }
    const struct span across = find_span(zoom->factor, width, x);
    const struct span down = find_span(zoom->factor, height, y);
    const size_t row = (size_t)across.count;
    if (array_reserve(&zoom->part, &zoom->capacity, row * (size_t)down.count, sizeof(*zoom->part)) <
        0) {
        return FORMAT_MEMORY;
    }
    for (int i = 0; i < down.count; i++) {
        memcpy(zoom->part + (size_t)i * row,
               pixels + (size_t)(down.first + i) * pitch + (size_t)across.first,
               row * sizeof(*pixels));
    }
    int drawn = -1;
    for (int j = 0; j < height; j++) {
        uint32_t *to = pixels + (size_t)j * pitch;
        const int from = part_place(&down, zoom->factor, j);
        if (from == drawn) {
            memcpy(to, to - pitch, (size_t)width * sizeof(*to));
            continue;
        }
        drawn = from;
        for (int i = 0; i < width; i++) {
            to[i] = zoom->part[(size_t)from * row + (size_t)part_place(&across, zoom->factor, i)];
        }
    }
    return 0;
}

void picture_zoom_free(struct picture_zoom *zoom)
{
    free(zoom->part);
    *zoom = (struct picture_zoom){0};
}
