#include "engine/viewer/preview/viewer_preview.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

#define FRAME_COLOR 0x00e0e4e8u

/* Moments are this many a demo: the mouse meets those again that are kept. */
#define MOMENTS 512.0

enum { UNIT_WIDTH = 96, UNIT_HEIGHT = 54, GAP = 2 /* in osd_scale */ };

void viewer_end_preview(struct viewer_preview *preview)
{
    preview_end(preview->preview);
    free(preview->pixels);
    *preview = (struct viewer_preview){0};
}

/* Begins it for pictures of the size that a canvas asks for. False: there is none. */
static bool begin(struct viewer_preview *preview, const struct viewer_demo *demo, int scale)
{
    const int width = scale > 1 ? UNIT_WIDTH * scale : RENDER_MIN_WIDTH;
    const int height = scale > 1 ? UNIT_HEIGHT * scale : RENDER_MIN_HEIGHT;
    if (preview->preview && width != preview->width) {
        viewer_end_preview(preview);
    }
    if (!preview->preview && !preview->failed) {
        preview->width = width;
        preview->height = height;
        preview->pixels = malloc((size_t)width * (size_t)height * sizeof(*preview->pixels));
        preview->preview = preview->pixels
                               ? preview_begin(demo->name, &demo->player.options, width, height)
                               : NULL;
        preview->failed = preview->preview == NULL;
    }
    return preview->preview != NULL;
}

static void draw_picture(const struct viewer_preview *preview, const struct osd_canvas *canvas,
                         int x, int y, int border)
{
    osd_fill(canvas, x - border, y - border, preview->width + 2 * border,
             preview->height + 2 * border, FRAME_COLOR, 255);
    for (int row = 0; row < preview->height; row++) {
        memcpy(canvas->pixels + (size_t)(y + row) * canvas->pitch + (size_t)x,
               preview->pixels + (size_t)row * (size_t)preview->width,
               (size_t)preview->width * sizeof(*canvas->pixels));
    }
}

void viewer_draw_preview(struct viewer_preview *preview, const struct viewer_demo *demo,
                         const struct seek_bar *bar, const struct osd_canvas *canvas)
{
    const int width = canvas->width, height = canvas->height, scale = osd_scale(width, height);
    const enum seek_bar_part under =
        seek_bar_part_at(bar, width, height, bar->mouse_x, bar->mouse_y);
    if (bar->dragging || under != SEEK_BAR_RAIL || !begin(preview, demo, scale)) {
        return; /* while the play head is dragged the window shows the moment itself */
    }
    const double step = fmax(bar->extent.length / MOMENTS, 1e-3);
    const double time = seek_bar_time_at(bar, width, height, bar->mouse_x);
    const struct preview_key key = {.time = floor(time / step) * step,
                                    .follow = demo->player.scene_options.follow};
    const int border = scale, bottom = height - seek_bar_covers(bar, width, height);
    const int y = bottom - preview->height - border - GAP * scale;
    int x = bar->mouse_x - preview->width / 2;
    x = x > width - preview->width - border ? width - preview->width - border : x;
    x = x < border ? border : x;
    preview_ask(preview->preview, key);
    if (y < border || x + preview->width > width ||
        !preview_copy(preview->preview, key, preview->pixels)) {
        return;
    }
    draw_picture(preview, canvas, x, y, border);
}

void viewer_follow_preview(struct viewer_preview *preview, struct viewer_base *base)
{
    base->dirty |= preview->preview && preview_is_new(preview->preview);
}
