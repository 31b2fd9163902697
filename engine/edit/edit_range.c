#include "engine/edit/edit_range.h"

#include <math.h>
#include <stdlib.h>

#include "engine/family/demo_clock.h"

/* Seconds: updates have times of the file, those asked for have been calculated with. */
#define TIME_SLACK 1e-6

struct search {
    double from, to;              /* seconds of the updates wanted */
    uint32_t first, last, update; /* their numbers; of the next one seen */
    struct edit_range range;
    struct demo_clock clock;
};

/* The next update is a range's. step: its number; at: where it is. */
static void extend_range(struct edit_range *range, uint32_t step, size_t at)
{
    if (range->updates == 0) {
        range->first = at;
        range->first_step = step;
    }
    range->last = at;
    range->last_step = step;
    range->updates++;
}

static void see_step(void *context, const struct demo_step *step, size_t at)
{
    struct search *search = context;
    if (!demo_clock_step(&search->clock, step)) {
        return;
    }
    const uint32_t update = search->update++;
    if (search->clock.time < search->from - TIME_SLACK ||
        search->clock.time > search->to + TIME_SLACK || update < search->first ||
        update > search->last) {
        return;
    }
    extend_range(&search->range, search->clock.steps - 1, at);
}

static int scan_steps(const struct demo *demo,
                      void (*see)(void *context, const struct demo_step *step, size_t at),
                      void *context, struct format_error *err)
{
    const struct demo_family *family = demo->family;
    struct demo_reading reading = {0};
    void *scanner = demo_scanner_create(family);
    if (!scanner) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    size_t pos = family->first_step(demo->file);
    int code = 1;
    while (code > 0 && !reading.step.last) {
        const size_t at = pos;
        code = family->scan(demo->file, scanner, &pos, &reading, err);
        if (code > 0) {
            see(context, &reading.step, at);
        }
    }
    free(scanner);
    return code < 0 ? code : 0;
}

int edit_length(const struct demo *demo, double *seconds, struct format_error *err)
{
    struct search search = {.from = 1.0, .to = 0.0};
    const int code = scan_steps(demo, see_step, &search, err);
    *seconds = demo_clock_length(&search.clock);
    return code;
}

int edit_range_find(const struct demo *demo, double from, double to, struct edit_range *range,
                    struct format_error *err)
{
    struct search search = {.from = from, .to = to, .last = UINT32_MAX};
    const int code = scan_steps(demo, see_step, &search, err);
    *range = search.range;
    return code;
}

int edit_range_find_updates(const struct demo *demo, uint32_t first, uint32_t last,
                            struct edit_range *range, struct format_error *err)
{
    struct search search = {.to = INFINITY, .first = first, .last = last};
    const int code = scan_steps(demo, see_step, &search, err);
    *range = search.range;
    return code;
}

struct span_search {
    const struct edit_span *spans;
    size_t count, next; /* next: the first whose end is not behind */
    struct edit_range *ranges;
    struct demo_clock clock;
};

static void see_span_step(void *context, const struct demo_step *step, size_t at)
{
    struct span_search *search = context;
    if (!demo_clock_step(&search->clock, step)) {
        return;
    }
    const double time = search->clock.time;
    while (search->next < search->count && time > search->spans[search->next].to + TIME_SLACK) {
        search->next++;
    }
    if (search->next < search->count && time >= search->spans[search->next].from - TIME_SLACK) {
        extend_range(&search->ranges[search->next], search->clock.steps - 1, at);
    }
}

int edit_range_find_spans(const struct demo *demo, const struct edit_span *spans, size_t count,
                          struct edit_range *ranges, struct format_error *err)
{
    struct span_search search = {.spans = spans, .count = count, .ranges = ranges};
    for (size_t i = 0; i < count; i++) {
        ranges[i] = (struct edit_range){0};
    }
    return scan_steps(demo, see_span_step, &search, err);
}
