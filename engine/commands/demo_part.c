#include "engine/commands/demo_part.h"

#include "engine/commands/commands.h"
#include "engine/report/report.h"
#include "engine/viewer/saved/demo_bookmarks.h"

size_t demo_part_marks(const uint8_t *data, size_t size, struct demo_mark *marks, size_t most)
{
    struct demo_bookmarks bookmarks;
    demo_bookmarks_load(&bookmarks, data, size);
    const size_t count = bookmarks.marks.count < most ? bookmarks.marks.count : most;
    for (size_t i = 0; i < count; i++) {
        marks[i] = bookmarks.marks.items[i];
    }
    demo_bookmarks_free(&bookmarks);
    return count;
}

int demo_part_place(const struct demo_source *source, const struct timeline *timeline,
                    const char *text, struct demo_place_found *place, bool *outside)
{
    struct demo_bookmarks bookmarks;
    struct demo_places places = {.timeline = timeline, .length = timeline_length(timeline)};
    const bool marks = demo_place_is_mark(text);
    if (marks) {
        demo_bookmarks_load(&bookmarks, source->data, source->size);
        places.marks = bookmarks.marks.items;
        places.num_marks = bookmarks.marks.count;
    }
    const enum demo_place_result result = demo_place_find(text, &places, place);
    if (marks) {
        demo_bookmarks_free(&bookmarks);
    }
    if (result == DEMO_PLACE_MISSING) {
        report_error("%s: there is no %s", source->name, text);
        return EXIT_BAD_INPUT;
    }
    *outside |= result == DEMO_PLACE_OUTSIDE;
    return EXIT_GOOD;
}

int demo_part_read(struct demo_part *part, const struct demo_source *source,
                   const struct timeline *timeline, const char *from, const char *to)
{
    int status = EXIT_GOOD;
    *part = (struct demo_part){.to.seconds = timeline_length(timeline)};
    if (from) {
        status = demo_part_place(source, timeline, from, &part->from, &part->from_outside);
    }
    if (to && status == EXIT_GOOD) {
        status = demo_part_place(source, timeline, to, &part->to, &part->to_outside);
    }
    part->outside = part->from_outside || part->to_outside;
    return status;
}

int demo_part_check(const struct demo_part *part, const char *from, const char *to)
{
    if (part->to.seconds >= part->from.seconds) {
        return EXIT_GOOD;
    }
    report_error("--to %s is before --from %s", to ? to : "the end", from ? from : "the start");
    return EXIT_USAGE;
}

uint32_t demo_part_first_update(const struct timeline *timeline,
                                const struct demo_place_found *place)
{
    const double time = place->seconds - DEMO_TIME_SLACK;
    uint32_t update = timeline_update_at(timeline, time);
    if (place->has_update) {
        return place->update;
    }
    while (update > 0 && timeline_update_time(timeline, update - 1) >= time) {
        update--;
    }
    return timeline_update_time(timeline, update) < time ? update + 1 : update;
}

uint32_t demo_part_last_update(const struct timeline *timeline,
                               const struct demo_place_found *place)
{
    if (place->has_update) {
        return place->is_level && place->update > 0 ? place->update - 1 : place->update;
    }
    return timeline_update_at(timeline, place->seconds + DEMO_TIME_SLACK);
}

void demo_part_tell_outside(const struct demo_part *part, const char *demo, const char *from,
                            const char *to, double length)
{
    if (part->from_outside) {
        report_error("%s: %s is outside the demo (%.3f s)", demo, from, length);
    }
    if (part->to_outside) {
        report_error("%s: %s is outside the demo (%.3f s)", demo, to, length);
    }
}
