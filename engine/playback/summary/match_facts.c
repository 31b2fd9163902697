#include "engine/playback/summary/match_facts.h"

#include <stdlib.h>

#include "formats/base/arrays.h"
#include "formats/quakeworld/qw_detect.h"

enum { PLAYERS_MOST = 256 };

/* What was indexed since the last time. */
static int renew(struct match_facts *facts, const struct timeline *timeline)
{
    const struct timeline_extent extent = timeline_extent(timeline);
    if (array_reserve(&facts->events, &facts->room_events, extent.num_events,
                      sizeof *facts->events) < 0 ||
        array_reserve(&facts->statuses, &facts->room_statuses, extent.num_statuses,
                      sizeof *facts->statuses) < 0 ||
        array_reserve(&facts->figures, &facts->room_figures, extent.num_figures,
                      sizeof *facts->figures) < 0) {
        return FORMAT_MEMORY;
    }
    if (extent.num_events > facts->num_events) {
        timeline_events(timeline, facts->num_events, extent.num_events - facts->num_events,
                        facts->events + facts->num_events);
        facts->num_events = extent.num_events;
    }
    if (extent.num_statuses > facts->num_statuses) {
        timeline_statuses(timeline, facts->num_statuses, extent.num_statuses - facts->num_statuses,
                          facts->statuses + facts->num_statuses);
        facts->num_statuses = extent.num_statuses;
    }
    if (extent.num_figures > facts->num_figures) {
        timeline_figures(timeline, facts->num_figures, extent.num_figures - facts->num_figures,
                         facts->figures + facts->num_figures);
        facts->num_figures = extent.num_figures;
    }
    return 0;
}

static int read_told(struct match_facts *facts, const uint8_t *data, size_t size)
{
    if (facts->has_told) {
        return 0;
    }
    const bool is_mvd = qw_detect(data, size, NULL) == QW_CONTAINER_MVD;
    const int code = is_mvd ? ktx_told_read(&facts->told, data, size) : 0;
    facts->has_told = code == 0;
    return code;
}

int match_facts_summary(struct match_facts *facts, const struct timeline *timeline,
                        const uint8_t *data, size_t size, struct match_summary *summary)
{
    struct demo_player_info *players = malloc(PLAYERS_MOST * sizeof *players);
    const double time = timeline_time(timeline);
    const size_t offset = timeline_update_offset(timeline, timeline_update_at(timeline, time));
    int code = players == NULL ? FORMAT_MEMORY : renew(facts, timeline);
    code = code == 0 ? read_told(facts, data, size) : code;
    if (code == 0) {
        const uint32_t count = timeline_roster(timeline, players, PLAYERS_MOST);
        const struct summary_facts of = {
            .time = time,
            .events = facts->events,
            .num_events = facts->num_events,
            .statuses = facts->statuses,
            .num_statuses = facts->num_statuses,
            .figures = facts->figures,
            .num_figures = facts->num_figures,
            .players = players,
            .num_players = count < PLAYERS_MOST ? count : PLAYERS_MOST,
            .scores_add_up = !timeline_family(timeline)->quake3_data,
            .told = &facts->told,
            .offset = offset != TIMELINE_NO_OFFSET ? offset : 0,
        };
        match_summary_find(summary, &of);
    }
    free(players);
    return code;
}

void match_facts_free(struct match_facts *facts)
{
    free(facts->events);
    free(facts->statuses);
    free(facts->figures);
    ktx_told_free(&facts->told);
    *facts = (struct match_facts){0};
}
