#include "engine/stats/stats_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/events_read.h"
#include "engine/stats/stats_make.h"
#include "engine/stats/stats_tally.h"
#include "formats/base/arrays.h"

#define MATCH_LEAST 10.0 /* seconds; a match that is begun anew sooner was none */
#define LIST_EVERY 1.0   /* seconds from one look at the list of players to the next */

struct reading {
    const struct demo *demo;
    struct stats_demo *stats;
    struct events_scanned scanned;
    int status; /* 0, or FORMAT_MEMORY */
    double now, listed;
    struct stats_part part; /* that is under way */
    bool begun;             /* there is one */
    struct stats_list list;
    struct stats_count count;
};

/* --- parts of a demo ----------------------------------------------------------------------------
 */

static void list_players(struct reading *r)
{
    stats_list_fill(&r->list, &r->scanned.stats);
    r->listed = r->now;
    r->count.names_due = true;
}

/* end_offset: of the block that begins the next part. */
static void close_part(struct reading *r, size_t end_offset)
{
    if (!r->begun || r->status < 0) {
        return;
    }
    r->begun = false;
    r->part.end = r->now;
    r->part.end_offset = end_offset;
    if (array_reserve(&r->stats->matches, &r->stats->room, r->stats->count + 1,
                      sizeof *r->stats->matches) < 0) {
        r->status = FORMAT_MEMORY;
        return;
    }
    const struct stats_making making = {.part = &r->part,
                                        .count = &r->count,
                                        .list = &r->list,
                                        .scanned = &r->scanned,
                                        .scores_add_up = !r->demo->family->quake3_data};
    struct stats_match *match = &r->stats->matches[r->stats->count];
    *match = (struct stats_match){0};
    r->stats->count++; /* also if not all of it is made: it is to be freed */
    r->status = stats_make_match(match, &making);
}

static void begin_part(struct reading *r, const struct game_event *event, bool in_match)
{
    r->part.in_match = in_match;
    r->part.ended = r->part.finished = false;
    r->part.finish_time = NAN;
    r->part.start = event->time;
    r->part.start_offset = event->offset;
    r->part.level = event->level;
    r->begun = true;
    stats_count_begin(&r->count);
}

static void begin_level(struct reading *r, const struct game_event *event)
{
    close_part(r, event->offset);
    memset(&r->count, 0, sizeof r->count);
    memset(&r->list, 0, sizeof r->list);
    r->listed = -LIST_EVERY;
    r->now = event->time;
    begin_part(r, event, false);
    snprintf(r->part.map, sizeof r->part.map, "%s", event->text);
}

/* What was before a match was no part of its own, unless it was a match. */
static void begin_match(struct reading *r, const struct game_event *event)
{
    const bool is_kept = r->begun && r->part.in_match &&
                         (r->part.ended || event->time - r->part.start >= MATCH_LEAST);
    if (is_kept) {
        r->now = event->time;
        close_part(r, event->offset);
    }
    begin_part(r, event, true);
}

static void end_part(struct reading *r, double time)
{
    if (!r->part.ended) {
        r->part.ended = r->part.finished = true;
        r->part.ended_at = time;
        list_players(r);
    }
}

/* --- the pass -----------------------------------------------------------------------------------
 */

/* A match that begins while one is on is another round of it; a restart begins the counts again. */
static void note_round(struct reading *r, const struct game_event *event)
{
    const bool begins = strcmp(event->text, "the match begins") == 0;
    if (strcmp(event->text, "map restart") == 0 ||
        (begins && (!r->part.in_match || r->part.ended))) {
        begin_match(r, event);
    } else if (strcmp(event->text, "the match ends") == 0 && r->part.in_match) {
        end_part(r, event->time);
    }
}

static void take_event(void *context, const struct game_event *event)
{
    struct reading *r = context;
    if (!r->begun && event->kind != GAME_EVENT_LEVEL) { /* recording began within a level */
        begin_part(r, event, false);
    }
    r->now = event->time;
    switch (event->kind) {
    case GAME_EVENT_LEVEL:
        begin_level(r, event);
        break;
    case GAME_EVENT_ROUND:
        note_round(r, event);
        break;
    case GAME_EVENT_FINISH:
        r->part.finish_time = r->part.finished ? r->part.finish_time : event->value;
        end_part(r, event->time);
        break;
    default:
        if (!r->part.ended || event->kind == GAME_EVENT_LEAVE) {
            stats_count_event(&r->count, event);
        }
        break;
    }
}

static void take_update(void *context, const struct game_update *update)
{
    struct reading *r = context;
    r->now = update->time;
    if (r->part.ended) {
        return;
    }
    stats_count_update(&r->count, update);
    if (update->time - r->listed >= LIST_EVERY) {
        list_players(r);
    }
}

static bool stops(void *context)
{
    const struct reading *r = context;
    return r->status < 0;
}

static int read_all(struct reading *r, struct format_error *err)
{
    const struct demo *demo = r->demo;
    const struct events_sink sink = {.event = take_event,
                                     .update = take_update,
                                     .context = r,
                                     .kinds = EVENTS_ALL &
                                              ~(1u << GAME_EVENT_CHAT | 1u << GAME_EVENT_JUMP |
                                                1u << GAME_EVENT_LAND | 1u << GAME_EVENT_DROP),
                                     .stop = stops,
                                     .scanned = &r->scanned};
    const int code = events_read(demo, &sink, err);
    if (r->begun && !r->part.ended) {
        list_players(r);
    }
    close_part(r, SIZE_MAX);
    if (r->status == 0) {
        stats_make_levels(r->stats, &r->scanned.stats);
    }
    return r->status < 0 ? format_fail(err, r->status, 0, "out of memory") : code;
}

int stats_read(struct stats_demo *stats, const struct demo *demo, struct format_error *err)
{
    struct reading *r = calloc(1, sizeof *r);
    *stats = (struct stats_demo){0};
    if (!r) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    r->demo = demo;
    r->stats = stats;
    r->listed = -LIST_EVERY;
    const int code = read_all(r, err);
    events_scanned_free(&r->scanned);
    free(r);
    return code;
}
