#include "engine/playback/demo_place.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_BYTES = 128 /* longer texts are no places */, EVENTS_AT_ONCE = 64 };

enum place_kind {
    PLACE_BLOCK = DEMO_EVENT_KINDS,
    PLACE_FRAME,
    PLACE_SERVER,
    PLACE_MARK,
    PLACE_KINDS
};

static const char *const names[PLACE_KINDS] = {
    [DEMO_EVENT_LEVEL] = "level",   [DEMO_EVENT_FRAG] = "frag", [DEMO_EVENT_DEATH] = "death",
    [DEMO_EVENT_PICKUP] = "pickup", [DEMO_EVENT_CHAT] = "chat", [DEMO_EVENT_SECRET] = "secret",
    [DEMO_EVENT_FLAG] = "flag",     [DEMO_EVENT_TEAM] = "team", [DEMO_EVENT_ROUND] = "round",
    [DEMO_EVENT_FINISH] = "finish", [PLACE_BLOCK] = "block",    [PLACE_FRAME] = "frame",
    [PLACE_SERVER] = "server",      [PLACE_MARK] = "mark"};

/* A place by name. */
struct named_place {
    int kind;             /* enum place_kind or demo_event_kind */
    bool last;            /* the last of its kind; number is 0 */
    unsigned long number; /* as typed */
    const char *mark;     /* the name of a mark, with what is added to it; NULL = by its number */
    double offset;        /* seconds */
};

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " ");
}

/* What follows the number, or text if there is none. */
static const char *parse_number(const char *text, struct named_place *place)
{
    char *end;
    if (strncmp(text, "last", 4) == 0) {
        place->last = true;
        return text + 4;
    }
    place->number = place->kind >= PLACE_BLOCK && place->kind <= PLACE_SERVER ? 0 : 1;
    if (*text < '0' || *text > '9') {
        return text;
    }
    errno = 0;
    place->number = strtoul(text, &end, 10);
    return errno == 0 ? end : "?"; /* which is no offset */
}

/* "+5s", "-1:00" or nothing. */
static bool parse_offset(const char *text, double *seconds)
{
    const char sign = *text;
    *seconds = 0.0;
    if (sign == '\0') {
        return true;
    }
    text = skip_blanks(text + 1);
    if ((sign != '+' && sign != '-') || *text == '-' || strchr(text, '%') ||
        !demo_time_parse(text, INFINITY, seconds)) {
        return false;
    }
    *seconds = sign == '-' ? -*seconds : *seconds;
    return true;
}

/* The kind of "b120" and "s68850"; -1: it is no such text. */
static int short_kind(const char *text)
{
    return text[0] == '\0' || text[1] < '0' || text[1] > '9' ? -1
           : text[0] == 'b'                                  ? PLACE_BLOCK
           : text[0] == 's'                                  ? PLACE_SERVER
                                                             : -1;
}

static bool parse_named(const char *text, struct named_place *place)
{
    const int kind_of_letter = short_kind(text);
    if (kind_of_letter >= 0) {
        *place = (struct named_place){.kind = kind_of_letter};
        return parse_offset(skip_blanks(parse_number(text + 1, place)), &place->offset);
    }
    for (int kind = 0; kind < PLACE_KINDS; kind++) {
        const size_t length = strlen(names[kind]);
        if (strncmp(text, names[kind], length) == 0) {
            *place = (struct named_place){.kind = kind};
            const char *what = skip_blanks(text + length);
            const char *rest = parse_number(what, place);
            if (parse_offset(skip_blanks(rest), &place->offset)) {
                return true;
            }
            place->mark = kind == PLACE_MARK && what > text + length ? what : NULL;
            place->offset = 0.0;
            return place->mark != NULL;
        }
    }
    return false;
}

bool demo_place_is_valid(const char *text)
{
    struct named_place place;
    double time;
    return strlen(text) < PLACE_BYTES &&
           (demo_time_parse(text, 1.0, &time) || parse_named(text, &place));
}

bool demo_place_needs_index(const char *text)
{
    return *text < '0' || *text > '9' || strchr(text, '%');
}

bool demo_place_is_mark(const char *text)
{
    struct named_place place;
    return parse_named(text, &place) && place.kind == PLACE_MARK;
}

/* --- in a demo ----------------------------------------------------------------------------------
 */

static bool set_update(const struct timeline *timeline, uint32_t update,
                       struct demo_place_found *place)
{
    if (update >= timeline_extent(timeline).num_updates) {
        return false;
    }
    place->has_update = true;
    place->update = update;
    place->seconds = timeline_update_time(timeline, update);
    return true;
}

/* The first update at or after a block. */
static bool find_block(const struct timeline *timeline, unsigned long block,
                       struct demo_place_found *place)
{
    uint32_t low = 0, high = timeline_extent(timeline).num_updates;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (timeline_update_step(timeline, middle) < block) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return set_update(timeline, low, place);
}

/* What happens behind the last update is at that. */
static bool set_event(const struct timeline *timeline, const struct demo_event *event,
                      struct demo_place_found *place)
{
    place->is_level = event->kind == DEMO_EVENT_LEVEL;
    if (!find_block(timeline, event->step, place)) {
        place->seconds = event->time;
    }
    return true;
}

/* False if there is no such event. */
static bool find_event(const struct timeline *timeline, const struct named_place *named,
                       struct demo_place_found *place)
{
    struct demo_event events[EVENTS_AT_ONCE], last = {0};
    const uint32_t total = timeline_extent(timeline).num_events;
    unsigned long count = 0;
    for (uint32_t first = 0; first < total; first += EVENTS_AT_ONCE) {
        const uint32_t left = total - first, some = left < EVENTS_AT_ONCE ? left : EVENTS_AT_ONCE;
        timeline_events(timeline, first, some, events);
        for (uint32_t i = 0; i < some; i++) {
            if ((int)events[i].kind != named->kind) {
                continue;
            }
            last = events[i];
            if (++count == named->number && !named->last) {
                return set_event(timeline, &last, place);
            }
        }
    }
    return named->last && count > 0 && set_event(timeline, &last, place);
}

/* Where the server's clock first shows so many milliseconds. */
static bool find_server(const struct timeline *timeline, unsigned long milliseconds,
                        struct demo_place_found *place)
{
    struct timeline *head;
    if (timeline_open_head(&head, timeline) < 0) {
        return false;
    }
    const int status = timeline_go_clock(head, (double)milliseconds / 1000.0);
    place->seconds = timeline_time(head);
    timeline_close(head);
    return status == 0;
}

/* A mark by its name. A name may end as a time that is added does, and so is looked for first. */
static bool find_mark_by_name(const struct demo_places *places, const char *text,
                              struct demo_place_found *place)
{
    const size_t length = strlen(text);
    double offset = 0.0;
    int i = demo_mark_find(places->marks, places->num_marks, text, length);
    for (size_t end = length; i < 0 && end > 1; end--) {
        if (!parse_offset(text + end, &offset)) {
            continue;
        }
        size_t name = end;
        while (name > 0 && text[name - 1] == ' ') {
            name--;
        }
        i = demo_mark_find(places->marks, places->num_marks, text, name);
    }
    if (i < 0) {
        return false;
    }
    place->seconds = places->marks[i].time + offset;
    return true;
}

static bool find_named(const struct named_place *named, const struct demo_places *places,
                       struct demo_place_found *place)
{
    const struct timeline *timeline = places->timeline;
    if (named->mark) {
        return find_mark_by_name(places, named->mark, place);
    }
    if (named->kind == PLACE_MARK) {
        const size_t i = named->last ? places->num_marks - 1 : named->number - 1;
        if (i >= places->num_marks) {
            return false;
        }
        place->seconds = places->marks[i].time;
        return true;
    }
    if (!timeline) {
        return false;
    }
    const struct timeline_extent extent = timeline_extent(timeline);
    if (named->kind == PLACE_BLOCK) {
        return find_block(timeline, named->last ? extent.num_steps - 1 : named->number, place);
    }
    if (named->kind == PLACE_FRAME) {
        const unsigned long i = named->last ? extent.num_updates - 1 : named->number;
        return i < extent.num_updates && set_update(timeline, (uint32_t)i, place);
    }
    if (named->kind == PLACE_SERVER) {
        return !named->last && find_server(timeline, named->number, place);
    }
    return find_event(timeline, named, place);
}

enum demo_place_result demo_place_find(const char *text, const struct demo_places *places,
                                       struct demo_place_found *place)
{
    struct named_place named;
    *place = (struct demo_place_found){0};
    if (demo_time_parse(text, places->length, &place->seconds)) {
        return demo_time_is_outside(text, places->length) ? DEMO_PLACE_OUTSIDE : DEMO_PLACE_FOUND;
    }
    if (!parse_named(text, &named) || !find_named(&named, places, place)) {
        *place = (struct demo_place_found){0};
        return DEMO_PLACE_MISSING;
    }
    if (named.offset != 0.0) {
        *place = (struct demo_place_found){.seconds = place->seconds + named.offset};
    }
    const double time = place->seconds;
    place->seconds = fmin(fmax(time, 0.0), places->length);
    return time < 0.0 || time > places->length + DEMO_TIME_SLACK ? DEMO_PLACE_OUTSIDE
                                                                 : DEMO_PLACE_FOUND;
}

/* --- ranges -------------------------------------------------------------------------------------
 */

static bool is_end(const char *text, size_t length)
{
    char end[PLACE_BYTES];
    if (length >= sizeof(end)) {
        return false;
    }
    memcpy(end, text, length);
    end[length] = '\0';
    return length == 0 || demo_place_is_valid(end);
}

/* Places hold minus signs, too: the one between A and B is the first that has a place on either
 * side. */
bool demo_place_parse_range(const char *text, size_t *a_length, size_t *b)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        size_t before = i, after = i + 1;
        if (text[i] != '-') {
            continue;
        }
        while (before > 0 && text[before - 1] == ' ') {
            before--;
        }
        while (text[after] == ' ') {
            after++;
        }
        if (length > 1 && is_end(text, before) && is_end(text + after, length - after)) {
            *a_length = before;
            *b = after;
            return true;
        }
    }
    return false;
}
