#include "engine/playback/ghost/demo_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/follow/follow_target.h"
#include "engine/playback/pov_select.h"
#include "formats/base/arrays.h"

/* A door that begins to move and one that stops both sound: sounds at about one place within this
 * time are one split. */
#define DOOR_SECONDS 4.0

/* Places of doors are told, and compared, in steps of this many units. */
enum { DOOR_STEP = 8, EVENTS_AT_ONCE = 64, LAST_DOORS = 64 };

static int add_split(struct demo_run *run, double time, const char *name)
{
    if (run->num_splits == DEMO_RUN_SPLITS) {
        return 0;
    }
    const int status =
        array_reserve(&run->splits, &run->cap_splits, run->num_splits + 1, sizeof(*run->splits));
    if (status == 0) {
        struct run_split *split = &run->splits[run->num_splits++];
        *split = (struct run_split){.time = time};
        snprintf(split->name, sizeof(split->name), "%s", name);
    }
    return status;
}

/* --- doors ------------------------------------------------------------------------------------ */

struct door {
    int32_t entity;
    double time; /* of its last sound */
};

struct doors {
    struct demo_run *run;
    struct door last[LAST_DOORS]; /* a ring */
    uint32_t count;
};

/* What a sound's file says that moves; NULL = nothing that counts. */
static const char *what_moves(const char *sound)
{
    return strstr(sound, "doors/")                                   ? "door"
           : strstr(sound, "buttons/") || strstr(sound, "switches/") ? "button"
           : strstr(sound, "plats/")                                 ? "lift"
                                                                     : NULL;
}

/* True if the entity did not sound of late. */
static bool begins_to_move(struct doors *doors, int32_t entity, double time)
{
    const uint32_t known = doors->count < LAST_DOORS ? doors->count : LAST_DOORS;
    for (uint32_t i = 0; i < known; i++) {
        struct door *door = &doors->last[i];
        if (door->entity == entity) {
            const bool begins = !(time - door->time < DOOR_SECONDS) || time < door->time;
            door->time = time;
            return begins;
        }
    }
    doors->last[doors->count++ % LAST_DOORS] = (struct door){entity, time};
    return true;
}

static int step_of(float place)
{
    return fabsf(place) < 1e6f ? DOOR_STEP * (int)floorf(place / DOOR_STEP + 0.5f) : 0;
}

static int hear_doors(void *context, double time, const struct demo_sounds *sounds)
{
    struct doors *doors = context;
    int status = 0;
    for (size_t i = 0; status == 0 && i < sounds->count; i++) {
        const struct demo_sound *sound = &sounds->items[i];
        char name[DEMO_EVENT_TEXT];
        if (sound->kind == DEMO_SOUND_CLEAR) {
            doors->count = 0; /* a level begins */
        }
        const char *what = sound->kind == DEMO_SOUND_START && sound->entity > 0
                               ? what_moves(demo_sounds_name(sounds, sound->name))
                               : NULL;
        if (what && begins_to_move(doors, sound->entity, time)) {
            snprintf(name, sizeof(name), "%s at %d %d %d", what, step_of(sound->origin[0]),
                     step_of(sound->origin[1]), step_of(sound->origin[2]));
            status = add_split(doors->run, time, name);
        }
    }
    return status;
}

/* --- events ----------------------------------------------------------------------------------- */

/* What is left of an event's text without "NAME: " in front; NULL = it is another player's. */
static const char *own_text(const struct demo_run *run, const char *text)
{
    const char *colon = strstr(text, ": ");
    const size_t length = strlen(run->player);
    if (!colon) {
        return text;
    }
    return length > 0 && strncmp(text, run->player, length) == 0 && text + length == colon
               ? colon + 2
               : NULL;
}

static const char *name_event(const struct demo_run *run, const struct demo_event *event)
{
    switch (event->kind) {
    case DEMO_EVENT_PICKUP:
        return own_text(run, event->text);
    case DEMO_EVENT_SECRET:
    case DEMO_EVENT_FLAG:
        return event->text;
    case DEMO_EVENT_FINISH:
        return "finish";
    default:
        return NULL;
    }
}

static int read_events(struct demo_run *run, const struct timeline *timeline)
{
    struct demo_event events[EVENTS_AT_ONCE];
    const uint32_t total = timeline_extent(timeline).num_events;
    int status = 0;
    for (uint32_t first = 0; status == 0 && first < total; first += EVENTS_AT_ONCE) {
        const uint32_t left = total - first, some = left < EVENTS_AT_ONCE ? left : EVENTS_AT_ONCE;
        timeline_events(timeline, first, some, events);
        for (uint32_t i = 0; status == 0 && i < some; i++) {
            const char *name = name_event(run, &events[i]);
            status = name ? add_split(run, events[i].time, name) : 0;
        }
    }
    return status;
}

/* --- in order --------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    const struct run_split *one = a, *other = b;
    return one->time != other->time ? (one->time < other->time ? -1 : 1)
                                    : strcmp(one->name, other->name);
}

/* Sets levels and numbers. Quadratic in the splits of one level, of which there are few; a level
 * full of them is cut off by DEMO_RUN_SPLITS. */
static void number_splits(struct demo_run *run)
{
    if (run->num_splits > 0) {
        qsort(run->splits, run->num_splits, sizeof(*run->splits), by_time);
    }
    for (size_t i = 0; i < run->num_splits; i++) {
        struct run_split *split = &run->splits[i];
        split->level = (uint32_t)body_path_level_at(&run->path, split->time);
        split->nth = 1;
        for (size_t k = i; k-- > 0 && run->splits[k].level == split->level;) {
            if (strcmp(run->splits[k].name, split->name) == 0) {
                split->nth = run->splits[k].nth + 1;
                break;
            }
        }
    }
}

/* The name of the player whose run it is. Returns 0 or FORMAT_MEMORY. */
static int find_name(struct demo_run *run, const struct timeline *timeline, const char *who)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    struct timeline *head;
    if (run->path.num_levels == 0 || (who && follow_target_find(who) != FOLLOW_PLAYER)) {
        return 0;
    }
    int status = timeline_open_head(&head, timeline);
    if (status < 0) {
        return status;
    }
    const double time = run->path.points[run->path.levels[0].first].time;
    status = timeline_go_time(head, time, false);
    if (status == 0) {
        uint32_t count = timeline_players(head, players, POV_SELECT_PLAYERS);
        count = count < POV_SELECT_PLAYERS ? count : POV_SELECT_PLAYERS;
        const struct demo_player_info *named;
        const bool found = who && pov_select_find(players, count, who, &named) == POV_FOUND;
        const uint32_t slot = found ? named->slot + 1 : timeline_followed(head, 0);
        for (uint32_t i = 0; i < count; i++) {
            if (players[i].slot + 1 == slot) {
                demo_plain_text(run->player, sizeof(run->player), players[i].name);
            }
        }
    }
    timeline_close(head);
    return status;
}

int demo_run_read(struct demo_run *run, const struct timeline *timeline, const char *who)
{
    *run = (struct demo_run){0};
    struct doors doors = {.run = run};
    const struct body_path_listener listener = {hear_doors, &doors};
    int status = body_path_read(&run->path, timeline, who, BODY_PATH_POINTS, &listener);
    if (status == 0) {
        status = find_name(run, timeline, who);
    }
    if (status == 0) {
        status = read_events(run, timeline);
    }
    if (status == 0 && run->path.num_levels > 0) {
        number_splits(run);
    }
    return status;
}

void demo_run_free(struct demo_run *run)
{
    body_path_free(&run->path);
    free(run->splits);
    *run = (struct demo_run){0};
}

const struct run_split *demo_run_find(const struct demo_run *run, size_t level,
                                      const struct run_split *like)
{
    for (size_t i = 0; i < run->num_splits; i++) {
        const struct run_split *split = &run->splits[i];
        if (split->level == level && split->nth == like->nth &&
            strcmp(split->name, like->name) == 0) {
            return split;
        }
    }
    return NULL;
}
