#include "engine/map/map_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/event_player.h"
#include "engine/text/osd.h"
#include "formats/base/arrays.h"

/* Points of a path are at least so many seconds apart. */
#define LEAST_TIME 0.045
/* What is farther in an update is a teleporter's way: units, and units per second. */
#define LEAP 200.0
#define LEAP_SPEED 2000.0
/* After so many seconds out of sight a path begins anew. */
#define LONGEST_GAP 1.0
/* A level has play when somebody has moved so far, units, or when something happened. */
#define PLAY_DISTANCE 64.0
/* How much it counts as a fight: each side of a death, and a point of damage. */
#define DEATH_WEIGHT 1.0f
#define DAMAGE_WEIGHT 0.01f

void map_record_free(struct map_record *record)
{
    for (size_t i = 0; i < record->num_tracks; i++) {
        free(record->tracks[i].points);
    }
    free(record->tracks);
    free(record->deaths);
    free(record->fights);
    *record = (struct map_record){.num_demos = 0};
}

void map_level_name(char name[MAP_NAME_BYTES], const char *file)
{
    const char *slash = strrchr(file, '/');
    file = slash ? slash + 1 : file;
    size_t length = strlen(file);
    if (length > 4 && strcmp(file + length - 4, ".bsp") == 0) {
        length -= 4;
    }
    length = length < MAP_NAME_BYTES ? length : MAP_NAME_BYTES - 1;
    memcpy(name, file, length);
    name[length] = '\0';
}

static bool equal_names(const char *a, const char *b)
{
    for (; *a != '\0' || *b != '\0'; a++, b++) {
        const char x = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a;
        const char y = *b >= 'A' && *b <= 'Z' ? (char)(*b - 'A' + 'a') : *b;
        if (x != y) {
            return false;
        }
    }
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

struct reading {
    struct map_record *record;
    const struct map_filter *filter;
    uint32_t demo;
    char level[MAP_NAME_BYTES]; /* that the demo is in */
    uint32_t number;            /* of it, from 0; UINT32_MAX = none has begun */
    bool wanted, has_play, done;
    int status;
    size_t old_tracks, old_deaths, old_fights; /* before this demo */
    bool has_time;
};

/* Leaves out what this demo has added. */
static void take_back(struct reading *r)
{
    struct map_record *record = r->record;
    for (size_t i = r->old_tracks; i < record->num_tracks; i++) {
        free(record->tracks[i].points);
    }
    record->num_tracks = r->old_tracks;
    record->num_deaths = r->old_deaths;
    record->num_fights = r->old_fights;
}

static void enter_level(struct reading *r, uint32_t number, const char *file)
{
    const uint32_t level = r->filter->level;
    if (r->wanted && r->has_play && r->record->num_demos == 0) {
        r->done = true;
        return;
    }
    if (r->wanted && !r->has_play && r->record->num_demos == 0) {
        take_back(r);
    }
    r->number = number;
    map_level_name(r->level, file);
    if (r->record->num_demos > 0) {
        r->wanted = equal_names(r->level, r->record->level);
    } else {
        r->wanted = level == 0 || number == level - 1;
    }
    for (size_t i = 0; i < r->record->num_tracks; i++) {
        r->record->tracks[i].left_at = -INFINITY;
    }
}

/* The track of a player; of an earlier demo, too, if it has the name. Returns NULL if there are too
 * many, or if out of memory. */
static struct map_track *find_track(struct reading *r, int32_t slot, const char *name, bool viewed)
{
    struct map_record *record = r->record;
    for (size_t i = 0; i < record->num_tracks; i++) {
        struct map_track *track = &record->tracks[i];
        const bool own = track->demo == r->demo && track->slot == slot;
        const bool other = track->demo != r->demo && name[0] != '\0';
        if ((own || other) && strncmp(track->name, name, MAP_NAME_BYTES - 1) == 0) {
            if (track->demo != r->demo) {
                track->demo = r->demo;
                track->slot = slot;
                track->left_at = -INFINITY;
            }
            track->viewed |= viewed;
            return track;
        }
    }
    if (record->num_tracks == MAP_TRACKS_MAX) { /* each is looked for among all */
        return NULL;
    }
    if (array_reserve(&record->tracks, &record->track_capacity, record->num_tracks + 1,
                      sizeof(*record->tracks)) < 0) {
        r->status = FORMAT_MEMORY;
        return NULL;
    }
    struct map_track *track = &record->tracks[record->num_tracks++];
    *track =
        (struct map_track){.slot = slot, .demo = r->demo, .viewed = viewed, .left_at = -INFINITY};
    snprintf(track->name, sizeof(track->name), "%s", name);
    return track;
}

static bool in_time(const struct reading *r, double time)
{
    return time >= r->filter->from && time < r->filter->to;
}

static void note_time(struct reading *r, double time)
{
    struct map_record *record = r->record;
    record->first = r->has_time ? fmin(record->first, time) : time;
    record->last = r->has_time ? fmax(record->last, time) : time;
    r->has_time = true;
}

static void add_point(struct reading *r, struct map_track *track, const struct game_body *body,
                      double time)
{
    const struct map_point *last =
        track->num_points > 0 ? &track->points[track->num_points - 1] : NULL;
    const double gone = last ? time - (double)last->time : 0.0;
    const bool seen = time - track->left_at <= LONGEST_GAP && time >= track->left_at;
    double distance = 0.0, speed = 0.0;
    if (last && seen) {
        const double dx = (double)(body->origin[0] - last->at[0]);
        const double dy = (double)(body->origin[1] - last->at[1]);
        const double dz = (double)(body->origin[2] - last->at[2]);
        distance = sqrt(dx * dx + dy * dy + dz * dz);
        speed = gone > 0.0 ? sqrt(dx * dx + dy * dy) / gone : 0.0;
    }
    track->left_at = time;
    const bool leaps = distance > LEAP + LEAP_SPEED * gone;
    if (last && seen && !leaps && gone < LEAST_TIME) {
        return;
    }
    if (array_reserve(&track->points, &track->capacity, track->num_points + 1,
                      sizeof(*track->points)) < 0) {
        r->status = FORMAT_MEMORY;
        return;
    }
    const bool begins = !last || !seen || leaps;
    struct map_point *point = &track->points[track->num_points++];
    *point = (struct map_point){
        .time = (float)time, .speed = begins ? 0.0f : (float)speed, .begins = begins};
    memcpy(point->at, body->origin, sizeof(point->at));
    const float *first = track->points[0].at;
    r->has_play |= fabs((double)(body->origin[0] - first[0])) > PLAY_DISTANCE ||
                   fabs((double)(body->origin[1] - first[1])) > PLAY_DISTANCE;
    note_time(r, time);
}

static bool is_meant(const struct reading *r, int32_t slot, const char *name, bool viewed)
{
    return !r->filter->player || event_player_is(r->filter->player, slot, name, viewed);
}

static void take_update(void *context, const struct game_update *update)
{
    struct reading *r = context;
    if (r->number != update->level) { /* a demo whose level has no name */
        enter_level(r, update->level, "");
    }
    if (!r->wanted || r->done || !in_time(r, update->time)) {
        return;
    }
    for (uint32_t i = 0; i < update->num_bodies && r->status == 0; i++) {
        const struct game_body *body = &update->bodies[i];
        const bool finite =
            isfinite(body->origin[0]) && isfinite(body->origin[1]) && isfinite(body->origin[2]);
        if (!body->alive || !finite || !is_meant(r, body->slot, body->name, body->viewed)) {
            continue;
        }
        struct map_track *track = find_track(r, body->slot, body->name, body->viewed);
        if (track) {
            add_point(r, track, body, update->time);
        }
    }
}

/* --- events ----------------------------------------------------------------------------------- */

static void add_fight(struct reading *r, const struct game_side *side, float weight)
{
    struct map_record *record = r->record;
    if (!side->has_place || r->status < 0) {
        return;
    }
    if (array_reserve(&record->fights, &record->fight_capacity, record->num_fights + 1,
                      sizeof(*record->fights)) < 0) {
        r->status = FORMAT_MEMORY;
        return;
    }
    record->fights[record->num_fights++] =
        (struct map_fight){{side->place[0], side->place[1]}, weight};
}

/* Number of the track of a side of an event; -1: nobody, or no memory. */
static int32_t find_side(struct reading *r, const struct game_side *side)
{
    if (side->slot == GAME_NOBODY) {
        return -1;
    }
    struct map_track *track = find_track(r, side->slot, side->name, false);
    return track ? (int32_t)(track - r->record->tracks) : -1;
}

static void describe_death(char text[MAP_TEXT_BYTES], const struct game_event *event,
                           const struct game_side *killer, const struct game_side *victim)
{
    char time[OSD_TIME];
    const char *weapon = game_weapon_name(event->weapon);
    osd_format_time(time, event->time, 1);
    snprintf(text, MAP_TEXT_BYTES, "%.60s%s%.60s%s%s, %s", killer ? killer->name : "",
             killer ? " kills " : "", victim->name[0] ? victim->name : "player",
             killer      ? weapon[0] ? ", " : ""
             : weapon[0] ? " dies, "
                         : " dies",
             weapon, time);
}

static void add_death(struct reading *r, const struct game_event *event)
{
    struct map_record *record = r->record;
    const bool by_other = event->kind == GAME_EVENT_FRAG || event->kind == GAME_EVENT_TEAM_KILL;
    const struct game_side *victim = by_other ? &event->other : &event->player;
    const struct game_side *killer = by_other ? &event->player : NULL;
    struct map_death death = {.victim = find_side(r, victim),
                              .killer = killer ? find_side(r, killer) : -1,
                              .has_victim = victim->has_place,
                              .has_killer = killer && killer->has_place};
    if (r->status < 0 || array_reserve(&record->deaths, &record->death_capacity,
                                       record->num_deaths + 1, sizeof(*record->deaths)) < 0) {
        r->status = FORMAT_MEMORY;
        return;
    }
    memcpy(death.at, victim->place, sizeof(death.at));
    if (killer) {
        memcpy(death.from, killer->place, sizeof(death.from));
    }
    describe_death(death.text, event, killer, victim);
    record->deaths[record->num_deaths++] = death;
    if (death.victim >= 0) {
        record->tracks[death.victim].deaths++;
        record->tracks[death.victim].left_at = -INFINITY; /* the path begins anew */
    }
    if (death.killer >= 0) {
        record->tracks[death.killer].frags += event->kind == GAME_EVENT_FRAG;
    }
    add_fight(r, victim, DEATH_WEIGHT);
    if (killer) {
        add_fight(r, killer, DEATH_WEIGHT);
    }
    r->has_play = true;
}

static void take_event(void *context, const struct game_event *event)
{
    struct reading *r = context;
    if (event->kind == GAME_EVENT_LEVEL) {
        enter_level(r, event->level, event->text);
        return;
    }
    const struct game_side *player = &event->player, *other = &event->other;
    if (!r->wanted || r->done || r->status < 0 || !in_time(r, event->time) ||
        !(is_meant(r, player->slot, player->name, event->viewed) ||
          is_meant(r, other->slot, other->name, false))) {
        return;
    }
    if (event->kind == GAME_EVENT_DAMAGE) {
        const float weight = event->value > 0.0 ? (float)fmin(event->value, 200.0) : 0.0f;
        add_fight(r, player, weight * DAMAGE_WEIGHT);
        add_fight(r, other, weight * DAMAGE_WEIGHT);
    } else {
        add_death(r, event);
    }
}

static bool has_enough(void *context)
{
    const struct reading *r = context;
    return r->done || r->status < 0;
}

int map_record_add(struct map_record *record, const struct demo *demo,
                   const struct map_filter *filter, bool *used, struct format_error *err)
{
    struct reading reading = {.record = record,
                              .filter = filter,
                              .demo = record->num_demos,
                              .number = UINT32_MAX,
                              .old_tracks = record->num_tracks,
                              .old_deaths = record->num_deaths,
                              .old_fights = record->num_fights,
                              .has_time = record->num_demos > 0};
    const struct events_sink sink = {
        .event = take_event,
        .update = take_update,
        .context = &reading,
        .kinds = 1u << GAME_EVENT_LEVEL | 1u << GAME_EVENT_FRAG | 1u << GAME_EVENT_TEAM_KILL |
                 1u << GAME_EVENT_SUICIDE | 1u << GAME_EVENT_DEATH | 1u << GAME_EVENT_DAMAGE,
        .stop = has_enough};
    const int code = events_read(demo, &sink, err);
    *used = false;
    if (reading.status < 0) {
        return format_fail(err, reading.status, 0, "out of memory");
    }
    for (size_t i = 0; i < record->num_tracks; i++) {
        *used |= record->tracks[i].demo == record->num_demos && record->tracks[i].num_points > 0;
    }
    *used |= record->num_deaths > reading.old_deaths;
    if (*used && record->num_demos == 0) {
        memcpy(record->level, reading.level, sizeof(record->level));
    }
    record->num_demos += *used;
    return code;
}
