#include "engine/events/events_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/events_internal.h"
#include "engine/family/demo_clock.h"

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

static bool stops(const struct events_reader *reader)
{
    return reader->status < 0 || (reader->sink->stop && reader->sink->stop(reader->sink->context));
}

static int read_steps(struct events_reader *reader, const struct events_family *family,
                      void *scanner, void *state, struct format_error *err)
{
    const struct demo *demo = reader->demo;
    struct demo_events events = {0};
    struct demo_reading reading = {.events = &events};
    struct demo_clock clock = {0};
    size_t pos = demo->family->first_step(demo->file);
    int code = 1;
    family->begin(reader, state);
    while (!stops(reader) && !reading.step.last) {
        const size_t at = pos;
        events.count = 0;
        code = demo->family->scan(demo->file, scanner, &pos, &reading, err);
        if (code <= 0) {
            break;
        }
        reader->offset = at;
        reader->update = reading.step.update;
        family->step(reader, state, scanner, &events, at);
        reader->block++;
        const bool update = demo_clock_step(&clock, &reading.step);
        reader->now = demo_clock_length(&clock);
        if (update || reader->num_waiting >= WAITING_MAX) {
            give_events(reader);
        }
        if (update) {
            give_update(reader);
        }
    }
    give_events(reader);
    free(events.items);
    if (reader->status < 0) {
        return format_fail(err, reader->status, pos, "out of memory");
    }
    return code < 0 ? code : 0;
}

int events_read(const struct demo *demo, const struct events_sink *sink, struct format_error *err)
{
    const struct events_family *family = find_family(demo->family);
    struct events_reader *reader = calloc(1, sizeof *reader);
    void *scanner = demo_scanner_create(demo->family);
    void *state = calloc(1, family->state_size);
    int code;
    if (reader && scanner && state) {
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
