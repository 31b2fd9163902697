#include "tests/engine/events/events_stage.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/families.h"

static void append(struct events_stage *stage, const char *format, ...) FORMAT_PRINTF(2, 3);

static void append(struct events_stage *stage, const char *format, ...)
{
    const size_t used = strlen(stage->told);
    va_list args;
    va_start(args, format);
    vsnprintf(stage->told + used, sizeof stage->told - used, format, args);
    va_end(args);
}

static void append_side(struct events_stage *stage, const struct game_side *side)
{
    if (side->slot >= 0) {
        append(stage, " %s%s%s", side->name, side->team[0] ? "/" : "", side->team);
    }
}

static void take_event(void *context, const struct game_event *event)
{
    struct events_stage *stage = context;
    append(stage, "%.2f %s", event->time, game_event_kind_name(event->kind));
    append_side(stage, &event->player);
    append_side(stage, &event->other);
    if (event->weapon != GAME_WEAPON_NONE) {
        append(stage, " by %s", game_weapon_name(event->weapon));
    }
    if (!isnan(event->value)) {
        append(stage, " %.2f", event->value);
    }
    if (!isnan(event->total)) {
        append(stage, " of %.0f", event->total);
    }
    append(stage, "%s%s%s%s%s\n", event->text[0] ? ": " : "", event->text,
           event->viewed ? " (viewed)" : "", event->to_team ? " (team)" : "",
           event->derived ? " (derived)" : "");
    if (stage->count < EVENTS_STAGE_KEPT) {
        struct game_event *kept = &stage->events[stage->count++];
        *kept = *event;
        kept->text = kept->player.name = kept->player.team = NULL;
        kept->other.name = kept->other.team = NULL;
    }
}

static void take_update(void *context, const struct game_update *update)
{
    struct events_stage *stage = context;
    stage->num_updates++;
    stage->num_bodies = update->num_bodies;
    for (uint32_t i = 0; i < update->num_bodies; i++) {
        stage->bodies[i] = update->bodies[i];
        stage->bodies[i].name = stage->bodies[i].team = NULL;
    }
}

void events_stage_read(struct events_stage *stage, const uint8_t *data, size_t size,
                       const char *name, uint32_t kinds, int code)
{
    const struct events_sink sink = {
        .event = take_event, .update = take_update, .context = stage, .kinds = kinds};
    struct format_error err;
    struct demo demo;
    stage->told[0] = '\0';
    stage->count = stage->num_updates = stage->num_bodies = 0;
    cr_assert_eq(demo_open(&demo, data, size, name), 0, "%s", demo.error.what);
    cr_expect_eq(events_read(&demo, &sink, &err), code);
    demo_close(&demo);
}

void events_stage_expect(const struct events_stage *stage, const char *lines)
{
    cr_expect_str_eq(stage->told, lines);
}
