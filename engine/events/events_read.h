/* Reads what happens in a demo, whatever its family, in one pass: no level and no model is needed.
 */
#ifndef ENGINE_EVENTS_EVENTS_READ_H
#define ENGINE_EVENTS_EVENTS_READ_H

#include "engine/events/game_event.h"
#include "engine/family/demo_family.h"
#include "engine/family/demo_figure.h"
#include "engine/family/demo_status.h"
#include "engine/inspect/demo_stats.h"
#include "formats/base/error.h"
#include "formats/quakeworld/ktx_stats.h"

/* What the demo's scanner lists besides events, as a timeline has it, with times; and the
 * statistics of `info`. Start from {0}; free with events_scanned_free. */
struct events_scanned {
    struct demo_statuses statuses;
    struct demo_figures figures;
    struct demo_stats stats; /* as demo_stats_read has them; meanwhile, of what was read so far */
    struct ktx_told told;    /* of all of a .mvd */
};

/* Called in the order of time; those of an update before the update. Either may be NULL. */
struct events_sink {
    void (*event)(void *context, const struct game_event *event);
    void (*update)(void *context, const struct game_update *update);
    void *context;
    uint32_t kinds; /* bit n: enum game_event_kind n is wanted; others may be left out */
    bool (*stop)(void *context);    /* true: reading ends there, with code 0; may be NULL */
    struct events_scanned *scanned; /* NULL = dropped */
};

#define EVENTS_ALL UINT32_MAX

/* Reads an opened demo (code 0). Returns 0, FORMAT_MEMORY, or another negative code if the demo is
 * damaged: it is read up to there; fills err. Safe from any thread. */
int events_read(const struct demo *demo, const struct events_sink *sink,
                struct format_error *err) MUST_CHECK;

void events_scanned_free(struct events_scanned *scanned);

#endif
