/* Fuzz target: events of demos of all families, and search in them for everything at once. Times
 * rise, texts end, numbers are finite or unknown; hits lie inside the demo, ordered; the parts
 * around them lie apart. The last byte chooses the name's ending and the terms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/edit_range.h"
#include "engine/edit/search/search_parts.h"
#include "engine/events/event_list.h"
#include "engine/events/event_text.h"
#include "engine/events/events_read.h"
#include "engine/family/demo_items.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_hits(const struct search_hits *hits, double length)
{
    struct search_parts parts;
    for (size_t i = 0; i < hits->count; i++) {
        const struct search_hit *hit = &hits->items[i];
        require(hit->start >= 0.0 && hit->start <= hit->end && hit->end <= length + 1e-6);
        require(i == 0 || hits->items[i - 1].start <= hit->start);
        require(memchr(hit->name, '\0', sizeof(hit->name)) != NULL);
        require(memchr(hit->text, '\0', sizeof(hit->text)) != NULL);
        require(!isnan(hit->value));
    }
    require(search_parts_make(&parts, hits, 0.5, 0.25) == 0);
    size_t told = 0;
    for (size_t i = 0; i < parts.count; i++) {
        require(i == 0 || parts.items[i - 1].to < parts.items[i].from);
        told += parts.items[i].hits;
    }
    require(told == hits->count);
    free(parts.items);
}

struct order {
    struct event_list list;
    double time; /* of the last event or update */
    size_t size; /* of the demo */
};

static void check_time(struct order *order, double time)
{
    require(time >= order->time && isfinite(time));
    order->time = time;
}

static void check_side(const struct game_side *side)
{
    require(side->slot >= GAME_NOBODY && side->slot < GAME_PLAYERS);
    require(strlen(side->name) < GAME_NAME && strlen(side->team) < GAME_NAME);
    for (int i = 0; i < 3 && side->has_place; i++) {
        require(isfinite(side->place[i]));
    }
}

static void check_event(void *context, const struct game_event *event)
{
    struct order *order = context;
    char line[EVENT_LINE];
    check_time(order, event->time);
    check_side(&event->player);
    check_side(&event->other);
    require((unsigned)event->kind < GAME_EVENT_KINDS && (unsigned)event->weapon < GAME_WEAPONS);
    require(event->item >= -1 && event->item < DEMO_ITEM_KINDS);
    require(event->offset < order->size);
    require(strlen(event->text) < GAME_TEXT);
    for (const char *c = event->text; *c != '\0'; c++) {
        require(*c >= ' ' && *c < 127);
    }
    require(!isinf(event->value) && !isinf(event->total) && !isinf(event->air));
    require(!isinf(event->turn) && !isinf(event->turn_speed) && !isinf(event->distance));
    event_text_line(line, sizeof line, event);
    event_list_add(&order->list, event);
}

static void check_update(void *context, const struct game_update *update)
{
    check_time(context, update->time);
    require(update->num_bodies <= GAME_PLAYERS);
    for (uint32_t i = 0; i < update->num_bodies; i++) {
        const struct game_body *body = &update->bodies[i];
        require(body->slot >= 0 && body->slot < GAME_PLAYERS);
        require(i == 0 || update->bodies[i - 1].slot < body->slot);
        require(strlen(body->name) < GAME_NAME && strlen(body->team) < GAME_NAME);
        require((unsigned)body->weapon < GAME_WEAPONS);
        for (int j = 0; j < 3; j++) {
            require(isfinite(body->origin[j]));
        }
    }
}

static void check_events(const struct demo *demo, size_t size, int measured)
{
    struct order order = {.size = size};
    const struct events_sink sink = {
        .event = check_event, .update = check_update, .context = &order, .kinds = EVENTS_ALL};
    struct format_error err = {0};
    const int code = events_read(demo, &sink, &err);
    require(code == measured);
    require(code == 0 || err.offset <= size);
    event_list_free(&order.list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    const unsigned last = size > 0 ? data[size - 1] : 0;
    struct search_terms terms = {.frags = 1,
                                 .within = last & 8 ? 1.0 : 0.0,
                                 .alive = last & 4,
                                 .chat = "",
                                 .pickups = "",
                                 .rails = 1,
                                 .flag_run = INFINITY,
                                 .player = last & 16 ? "recorder" : NULL};
    struct search_hits hits;
    struct format_error err = {0};
    struct demo demo;
    if (demo_open(&demo, data, size, endings[last % 4]) == 0) {
        double length = 0.0;
        const int measured = edit_length(&demo, &length, &err);
        check_events(&demo, size, measured);
        terms.patterns = search_patterns_of(demo.family);
        const int code = search_demo(&demo, &terms, &hits, &err);
        require(code == measured);
        require(code == 0 || err.offset <= size);
        check_hits(&hits, length);
        search_hits_free(&hits);
    }
    demo_close(&demo);
    return 0;
}
