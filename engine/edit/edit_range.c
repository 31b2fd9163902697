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

static void see_step(struct search *search, const struct demo_step *step, size_t at)
{
    struct edit_range *range = &search->range;
    if (!demo_clock_step(&search->clock, step)) {
        return;
    }
    const uint32_t update = search->update++;
    if (search->clock.time < search->from - TIME_SLACK ||
        search->clock.time > search->to + TIME_SLACK || update < search->first ||
        update > search->last) {
        return;
    }
    if (range->updates == 0) {
        range->first = at;
        range->first_step = search->clock.steps - 1;
    }
    range->last = at;
    range->last_step = search->clock.steps - 1;
    range->updates++;
}

static int search_steps(const struct demo *demo, struct search *search, struct format_error *err)
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
            see_step(search, &reading.step, at);
        }
    }
    free(scanner);
    return code < 0 ? code : 0;
}

int edit_length(const struct demo *demo, double *seconds, struct format_error *err)
{
    struct search search = {.from = 1.0, .to = 0.0};
    const int code = search_steps(demo, &search, err);
    *seconds = demo_clock_length(&search.clock);
    return code;
}

int edit_range_find(const struct demo *demo, double from, double to, struct edit_range *range,
                    struct format_error *err)
{
    struct search search = {.from = from, .to = to, .last = UINT32_MAX};
    const int code = search_steps(demo, &search, err);
    *range = search.range;
    return code;
}

int edit_range_find_updates(const struct demo *demo, uint32_t first, uint32_t last,
                            struct edit_range *range, struct format_error *err)
{
    struct search search = {.to = INFINITY, .first = first, .last = last};
    const int code = search_steps(demo, &search, err);
    *range = search.range;
    return code;
}
