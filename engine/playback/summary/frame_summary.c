#include "engine/playback/summary/frame_summary.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playback/summary/summary_panel.h"
#include "formats/base/arrays.h"

int frame_summary_draw(struct frame_summary *summary, const struct demo_source *source,
                       const struct timeline *timeline, const struct osd_canvas *canvas)
{
    struct osd_canvas own = *canvas;
    struct match_summary *table = malloc(sizeof(*table));
    int status = table ? match_facts_summary(&summary->facts, timeline, source->demo.data,
                                             source->demo.size, table)
                       : FORMAT_MEMORY;
    own.font = &summary->font;
    /* A letter that is lacking would be another picture. */
    if (status == 0 && !osd_font_make(own.font, osd_text_size(own.width, own.height))) {
        status = FORMAT_MEMORY;
    }
    if (status == 0) {
        summary->box = summary_panel_draw(table, &own, 0, own.height - summary->covered);
    }
    free(table);
    return status;
}

int frame_summary_frame(struct frame_summary *summary, const struct demo_source *source,
                        const struct timeline *timeline, struct render_frame *frame)
{
    const size_t width = (size_t)frame->width, height = (size_t)frame->height;
    if (array_reserve(&summary->pixels, &summary->num_pixels, width * height,
                      sizeof(*summary->pixels)) < 0) {
        return FORMAT_MEMORY;
    }
    for (size_t y = 0; y < height; y++) {
        memcpy(summary->pixels + y * width, frame->pixels + y * frame->pitch,
               width * sizeof(*summary->pixels));
    }
    *frame = (struct render_frame){frame->width, frame->height, width, summary->pixels};
    const struct osd_canvas canvas = {
        .pixels = summary->pixels, .pitch = width, .width = frame->width, .height = frame->height};
    return frame_summary_draw(summary, source, timeline, &canvas);
}

void frame_summary_free(struct frame_summary *summary)
{
    match_facts_free(&summary->facts);
    osd_font_free(&summary->font);
    free(summary->pixels);
    *summary = (struct frame_summary){0};
}
