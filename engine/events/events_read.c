#include "engine/events/events_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/events_internal.h"
#include "engine/family/demo_clock.h"
#include "engine/inspect/demo_inspect.h"

/* Events between two updates; more are given to the sink before the update comes. */
enum { WAITING_MAX = 4096 };

static const struct events_family *const families[] = {&events_netquake, &events_quakeworld,
                                                       &events_quake3};

static const struct events_family *find_family(const struct demo_family *family)
{
    size_t i = 0;
    while (families[i]->family != family) {
        i++;
    }
    return families[i];
}

/* --- to the sink --------------------------------------------------------------------------------
 */

static void fill_side(const struct events_reader *reader, struct game_side *side, const char *name,
                      const char *team)
{
    side->name = name;
    side->team = team;
    if (side->slot >= 0 && !side->has_place && reader->players[side->slot].has_place) {
        side->has_place = true;
        memcpy(side->place, reader->players[side->slot].body.origin, sizeof side->place);
    }
}

static void give_events(struct events_reader *reader)
{
    for (size_t i = 0; i < reader->num_waiting; i++) {
        struct events_waiting *waiting = &reader->waiting[i];
        struct game_event *event = &waiting->event;
        event->time = reader->now;
        event->server_time = reader->server_time;
        event->text = waiting->text;
        fill_side(reader, &event->player, waiting->names[0], waiting->teams[0]);
        fill_side(reader, &event->other, waiting->names[1], waiting->teams[1]);
        reader->sink->event(reader->sink->context, event);
    }
    reader->num_waiting = 0;
}

static void give_update(struct events_reader *reader)
{
    struct game_body bodies[GAME_PLAYERS];
    struct game_update update = {.time = reader->now,
                                 .server_time = reader->server_time,
                                 .level = reader->levels > 0 ? reader->levels - 1 : 0,
                                 .bodies = bodies};
    for (uint32_t i = 0; i < GAME_PLAYERS / 64; i++) {
        for (uint64_t left = reader->present[i]; left != 0; left &= left - 1) {
            const struct events_player *player =
                &reader->players[i * 64 + (uint32_t)__builtin_ctzll(left)];
            struct game_body *body = &bodies[update.num_bodies++];
            *body = player->body;
            body->name = player->name;
            body->team = player->team;
        }
        reader->present[i] = 0;
    }
    if (reader->sink->update) {
        reader->sink->update(reader->sink->context, &update);
    }
}

/* --- the pass -----------------------------------------------------------------------------------
 */

struct scanned_counts {
    uint32_t statuses, figures;
};

struct events_pass {
    struct demo_events events; /* of the step being read */
    struct demo_reading reading;
    struct demo_clock clock;
    struct scanned_counts timed; /* of the sink's lists */
};

static bool stops(const struct events_reader *reader)
{
    return reader->status < 0 || (reader->sink->stop && reader->sink->stop(reader->sink->context));
}

/* What was listed since the last update is shown by this one. */
static void time_scanned(struct events_reader *reader, struct scanned_counts *timed)
{
    struct events_scanned *scanned = reader->sink->scanned;
    for (; timed->statuses < scanned->statuses.count; timed->statuses++) {
        scanned->statuses.items[timed->statuses].time = reader->now;
    }
    for (; timed->figures < scanned->figures.count; timed->figures++) {
        scanned->figures.items[timed->figures].time = reader->now;
    }
}

/* A step was scanned: counts it, and gives to the sink what is due. */
static void take_step(struct events_reader *reader, struct events_pass *pass)
{
    struct events_scanned *scanned = reader->sink->scanned;
    reader->block++;
    const bool update = demo_clock_step(&pass->clock, &pass->reading.step);
    reader->now = demo_clock_length(&pass->clock);
    if (scanned) {
        scanned->stats.blocks++;
    }
    if (scanned && update) {
        time_scanned(reader, &pass->timed);
    }
    if (update || reader->num_waiting >= WAITING_MAX) {
        give_events(reader);
    }
    if (update) {
        give_update(reader);
    }
}

static int read_steps(struct events_reader *reader, const struct events_family *family,
                      void *scanner, void *state, struct format_error *err)
{
    const struct demo *demo = reader->demo;
    struct events_scanned *scanned = reader->sink->scanned;
    struct events_pass pass = {0};
    size_t pos = demo->family->first_step(demo->file);
    int code = 1;
    pass.reading.events = &pass.events;
    if (scanned) {
        pass.events.statuses = &scanned->statuses;
        pass.events.figures = &scanned->figures;
        pass.reading.stats = &scanned->stats;
    }
    family->begin(reader, state, scanner);
    while (!stops(reader) && !pass.reading.step.last) {
        const size_t at = pos;
        pass.events.count = 0;
        reader->offset = at;
        code = demo->family->scan(demo->file, scanner, &pos, &pass.reading, err);
        if (code <= 0) {
            break;
        }
        reader->update = pass.reading.step.update;
        family->step(reader, state, scanner, &pass.events, at);
        take_step(reader, &pass);
    }
    if (scanned) {
        time_scanned(reader, &pass.timed);
        if (code < 0) {
            scanned->stats.error = *err;
        }
        demo_stats_end(&scanned->stats, demo, scanner, demo_clock_length(&pass.clock),
                       code < 0 ? code : 0);
    }
    give_events(reader);
    free(pass.events.items);
    if (reader->status < 0) {
        return format_fail(err, reader->status, pos, "out of memory");
    }
    return code < 0 ? code : 0;
}

void events_scanned_free(struct events_scanned *scanned)
{
    free(scanned->statuses.items);
    free(scanned->figures.items);
    demo_stats_free(&scanned->stats);
    ktx_told_free(&scanned->told);
    *scanned = (struct events_scanned){0};
}

int events_read(const struct demo *demo, const struct events_sink *sink, struct format_error *err)
{
    const struct events_family *family = find_family(demo->family);
    struct events_reader *reader = calloc(1, sizeof *reader);
    void *scanner = demo_scanner_create(demo->family);
    void *state = calloc(1, family->state_size);
    int code;
    const bool begun = !sink->scanned || demo_stats_begin(&sink->scanned->stats, demo) == 0;
    if (reader && scanner && state && begun) {
        reader->demo = demo;
        reader->sink = sink;
        reader->server_time = NAN;
        code = read_steps(reader, family, scanner, state, err);
        if (family->end) {
            family->end(state);
        }
        free(reader->waiting);
    } else {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    free(state);
    free(scanner);
    free(reader);
    return code;
}
