#include "engine/viewer/study/viewer_summary.h"

#include <stdlib.h>

#include "engine/viewer/overlay/summary_panel.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

bool viewer_summary_is_shown(const struct viewer_summary *summary, const struct viewer_demo *demo,
                             const struct viewer_base *base)
{
    const bool at_end = demo->open && transport_is_at_end(&demo->transport) &&
                        !demo->transport.reverse && base->options->asked->play.end_summary;
    return demo->open && (summary->shown || at_end);
}

void viewer_draw_summary(struct viewer_summary *summary, const struct viewer_demo *demo,
                         const struct osd_canvas *canvas, int top, int bottom)
{
    const struct playback_context *player = &demo->player;
    struct match_summary *table = malloc(sizeof *table);
    if (table != NULL &&
        match_facts_summary(&summary->facts, player->timeline, player->source.demo.data,
                            player->source.demo.size, table) == 0) {
        summary_panel_draw(table, canvas, top, bottom);
    }
    free(table);
}

void viewer_close_summary(struct viewer_summary *summary)
{
    match_facts_free(&summary->facts);
}
