#include "engine/capture/sheet_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/pictures/png.h"

enum { EVENTS_AT_ONCE = 64, USUAL_COLUMNS = 5 };
/* A text is as large as on a picture of the viewer's, but never too small to be read. */
enum { LETTERS_OF_320 = 14, LETTERS_MIN = 11, LETTERS_MAX = 28 };

#define PIXELS_MAX ((int64_t)1 << 26) /* 256 MB */
#define LEVEL_SECONDS 2.0

void sheet_plan_free(struct sheet_plan *plan)
{
    free(plan->moments);
    *plan = (struct sheet_plan){0};
}

/* --- moments ---------------------------------------------------------------------------------- */

/* The level that is played then. */
static void name_level(const struct timeline *timeline, double time, char text[SHEET_TEXT])
{
    struct demo_event level;
    text[0] = '\0';
    if (timeline_previous_event(timeline, nextafter(time, INFINITY), 1u << DEMO_EVENT_LEVEL,
                                &level)) {
        memcpy(text, level.text, SHEET_TEXT);
    }
}

static int choose_evenly(struct sheet_plan *plan, const struct timeline *timeline,
                         const struct sheet_choice *choice)
{
    plan->moments = calloc(choice->most, sizeof(*plan->moments));
    if (!plan->moments) {
        return FORMAT_MEMORY;
    }
    char before[SHEET_TEXT] = "";
    for (uint32_t i = 0; i < choice->most - choice->end; i++) {
        struct sheet_moment *moment = &plan->moments[i];
        char level[SHEET_TEXT];
        moment->time = choice->from + (choice->to - choice->from) * ((double)i + 0.5) /
                                          (choice->most - choice->end);
        name_level(timeline, moment->time, level);
        if (strcmp(level, before) != 0) {
            memcpy(moment->text, level, SHEET_TEXT);
            memcpy(before, level, SHEET_TEXT);
        }
    }
    plan->count = plan->found = choice->most - choice->end;
    return 0;
}

/* When to look at a level that begins then. */
static double look_at_level(const struct timeline *timeline, double begin, double end)
{
    struct demo_event next;
    if (timeline_next_event(timeline, begin, 1u << DEMO_EVENT_LEVEL, &next) && next.time < end) {
        end = next.time;
    }
    return fmin(begin + LEVEL_SECONDS, (begin + fmax(begin, end)) / 2.0);
}

static int add_event(struct sheet_plan *plan, size_t *capacity, const struct timeline *timeline,
                     const struct sheet_choice *choice, const struct demo_event *event)
{
    if (!(choice->kinds >> event->kind & 1) || event->time < choice->from ||
        event->time > choice->to) {
        return 0;
    }
    if (array_reserve(&plan->moments, capacity, plan->count + 1, sizeof(*plan->moments)) < 0) {
        return FORMAT_MEMORY;
    }
    struct sheet_moment *moment = &plan->moments[plan->count++];
    moment->time = event->kind == DEMO_EVENT_LEVEL
                       ? look_at_level(timeline, event->time, choice->to)
                       : event->time;
    memcpy(moment->text, event->text, SHEET_TEXT);
    return 0;
}

static int choose_events(struct sheet_plan *plan, const struct timeline *timeline,
                         const struct sheet_choice *choice)
{
    struct demo_event events[EVENTS_AT_ONCE];
    const uint32_t total = timeline_extent(timeline).num_events;
    size_t capacity = 0;
    for (uint32_t first = 0; first < total; first += EVENTS_AT_ONCE) {
        const uint32_t left = total - first;
        const uint32_t count = left < EVENTS_AT_ONCE ? left : EVENTS_AT_ONCE;
        timeline_events(timeline, first, count, events);
        for (uint32_t i = 0; i < count; i++) {
            if (add_event(plan, &capacity, timeline, choice, &events[i]) < 0) {
                return FORMAT_MEMORY;
            }
        }
    }
    const uint32_t most = choice->most - choice->end;
    plan->found = plan->count;
    if (plan->count > most) {
        for (uint32_t i = 0; i < most; i++) {
            plan->moments[i] = plan->moments[(uint64_t)i * plan->count / most];
        }
        plan->count = most;
    }
    return choice->end
               ? array_reserve(&plan->moments, &capacity, plan->count + 1, sizeof(*plan->moments))
               : 0;
}

int sheet_plan_make(struct sheet_plan *plan, const struct timeline *timeline,
                    const struct sheet_choice *choice)
{
    *plan = (struct sheet_plan){0};
    const int status = choice->kinds ? choose_events(plan, timeline, choice)
                                     : choose_evenly(plan, timeline, choice);
    if (status < 0) {
        sheet_plan_free(plan);
        return status;
    }
    if (choice->end) { /* there is room for it */
        plan->moments[plan->count++] = (struct sheet_moment){.time = choice->to, .text = "end"};
        plan->found++;
    }
    return 0;
}

/* --- the sheet -------------------------------------------------------------------------------- */

static int clamp_int(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

bool sheet_lay_out(struct sheet_layout *layout, uint32_t count, int columns, int captions,
                   int tile_width, int tile_height)
{
    const int64_t wanted = columns > 0 ? columns : USUAL_COLUMNS;
    const int64_t across = wanted < (int64_t)count ? wanted : (int64_t)count;
    const int64_t down = ((int64_t)count + across - 1) / across;
    struct sheet_layout l = {.count = count, .tile_width = tile_width, .tile_height = tile_height};
    l.letters = clamp_int(tile_width * LETTERS_OF_320 / 320, LETTERS_MIN, LETTERS_MAX);
    l.gap = l.letters / 2;
    l.line = l.letters + l.letters / 2;
    l.captions = captions * l.line;
    const int64_t width = across * (tile_width + l.gap) + l.gap;
    const int64_t height = l.gap + l.line + down * (tile_height + l.captions + l.gap);
    if (width > PNG_MAX_SIDE || height > PNG_MAX_SIDE || width * height > PIXELS_MAX) {
        return false;
    }
    l.columns = (int)across;
    l.rows = (int)down;
    l.width = (int)width;
    l.height = (int)height;
    *layout = l;
    return true;
}

void sheet_place(const struct sheet_layout *l, uint32_t number, int *x, int *y)
{
    const int column = (int)(number % (uint32_t)l->columns);
    const int row = (int)(number / (uint32_t)l->columns);
    *x = l->gap + column * (l->tile_width + l->gap);
    *y = l->gap + l->line + row * (l->tile_height + l->captions + l->gap);
}
