/* Patterns looked for in the events of a demo. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/search/search_internal.h"
#include "engine/events/event_player.h"
#include "formats/base/arrays.h"

/* Seconds. Times are sums of the file's steps. */
#define TIME_SLACK 1e-6
#define SPEED_PAUSE 0.5

static const char *name_of(const struct search *search, int32_t slot)
{
    return slot >= 0 && slot < GAME_PLAYERS ? search->names[slot] : "";
}

static void set_name(struct search *search, int32_t slot, const char *name)
{
    if (slot >= 0 && slot < GAME_PLAYERS) {
        snprintf(search->names[slot], sizeof search->names[slot], "%s", name);
    }
}

static bool is_known(double value)
{
    return value == value;
}

/* --- hits ---------------------------------------------------------------------------------------
 */

/* True if the terms ask for hits of that player. */
static bool is_asked_for(const struct search *search, int32_t slot, bool viewed)
{
    const char *who = search->terms->player;
    return !who || event_player_is(who, slot, name_of(search, slot), viewed);
}

static void add_hit(struct search *search, const struct search_hit *hit, bool viewed)
{
    struct search_hits *hits = search->hits;
    if (!is_asked_for(search, hit->player, viewed) || search->status < 0) {
        return;
    }
    if (hits->count >= SEARCH_MAX_HITS) {
        hits->dropped = true;
        return;
    }
    if (array_reserve(&hits->items, &hits->capacity, hits->count + 1, sizeof(*hits->items)) < 0) {
        search->status = FORMAT_MEMORY;
        return;
    }
    struct search_hit *added = &hits->items[hits->count++];
    *added = *hit;
    snprintf(added->name, sizeof(added->name), "%s", name_of(search, hit->player));
}

static void add_moment(struct search *search, enum search_pattern pattern,
                       const struct game_event *event, const char *text)
{
    struct search_hit hit = {
        .pattern = pattern, .start = search->now, .end = search->now, .player = event->player.slot};
    snprintf(hit.text, sizeof(hit.text), "%.*s", (int)sizeof(hit.text) - 1, text);
    add_hit(search, &hit, event->viewed);
}

static int compare_hits(const void *left, const void *right)
{
    const struct search_hit *a = left, *b = right;
    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    if (a->pattern != b->pattern) {
        return a->pattern < b->pattern ? -1 : 1;
    }
    if (a->player != b->player) {
        return a->player < b->player ? -1 : 1;
    }
    return strcmp(a->text, b->text);
}

void search_sort_hits(struct search_hits *hits)
{
    if (hits->count > 0) {
        qsort(hits->items, hits->count, sizeof(*hits->items), compare_hits);
    }
}

/* --- runs ---------------------------------------------------------------------------------------
 */

static void begin_run(struct search *search, struct search_run *run)
{
    if (run->count == 0) {
        run->start = search->now;
        run->viewed = true;
    }
    run->count++;
    run->last = search->now;
}

static void end_run(struct search *search, enum search_pattern pattern, struct search_run *run,
                    int32_t slot, uint32_t least, double value)
{
    if (run->count > 0 && run->count >= least) {
        struct search_hit hit = {.pattern = pattern,
                                 .start = run->start,
                                 .end = run->last,
                                 .player = slot,
                                 .value = value};
        memcpy(hit.text, run->text, sizeof(hit.text));
        add_hit(search, &hit, run->viewed);
    }
    memset(run, 0, sizeof(*run));
}

static void end_frags(struct search *search, int32_t slot)
{
    struct search_run *run = &search->frags[slot];
    end_run(search, SEARCH_FRAGS, run, slot, search->terms->frags, run->count);
}

static void end_rails(struct search *search, int32_t slot)
{
    struct search_run *run = &search->rails[slot];
    end_run(search, SEARCH_RAILS, run, slot, search->terms->rails, run->count);
}

static void end_speed(struct search *search, int32_t slot)
{
    struct search_run *run = &search->speeds[slot];
    if (run->count > 0) {
        snprintf(run->text, sizeof(run->text), "for %.3g s", run->last - run->start);
    }
    end_run(search, SEARCH_SPEEDS, run, slot, 1, run->most);
}

/* --- frags --------------------------------------------------------------------------------------
 */

enum { VICTIM = GAME_NAME + GAME_TEXT + 4 };

/* "victim (means)", of at most VICTIM bytes with the NUL. */
static int write_victim(const struct game_event *kill, char *text, size_t size)
{
    const char *name = kill->other.name;
    const char *means = kill->kind == GAME_EVENT_KILL ? "monster" : kill->text;
    return snprintf(text, size, "%s%s%s%s", name, name[0] ? " (" : "", means, name[0] ? ")" : "");
}

/* Appends the victim; what does not fit is left out, and dots tell it. */
static void note_victim(struct search_run *run, const struct game_event *kill)
{
    char text[VICTIM];
    const uint32_t length = (uint32_t)write_victim(kill, text, sizeof(text));
    const uint32_t comma = run->length > 0 ? 2 : 0, end = SEARCH_TEXT - 5;
    if (run->length >= end) {
        return;
    }
    if (run->length + comma + length < end) {
        memcpy(run->text + run->length, ", ", comma);
        memcpy(run->text + run->length + comma, text, length + 1);
        run->length += comma + length;
    } else {
        memcpy(run->text + run->length, ", ...", 6);
        run->length = SEARCH_TEXT;
    }
}

static void note_in_run(struct search *search, struct search_run *run,
                        const struct game_event *kill)
{
    begin_run(search, run);
    run->viewed &= kill->viewed;
    note_victim(run, kill);
}

static void note_frag(struct search *search, const struct game_event *kill)
{
    struct search_run *run = &search->frags[kill->player.slot];
    const char *by = search->terms->by;
    if (by && !event_text_has(kill->text, by)) {
        return;
    }
    if (run->count > 0 && search->now > run->last + search->terms->within + TIME_SLACK) {
        end_frags(search, kill->player.slot);
    }
    note_in_run(search, run, kill);
}

/* One shot's frags are told in one update. */
static void note_rail(struct search *search, const struct game_event *kill)
{
    struct search_run *run = &search->rails[kill->player.slot];
    if (run->count > 0 && run->last != search->now) {
        end_rails(search, kill->player.slot);
    }
    note_in_run(search, run, kill);
}

static void note_flick(struct search *search, const struct game_event *kill)
{
    struct search_hit hit = {.pattern = SEARCH_FLICK_RAILS,
                             .start = search->now,
                             .end = search->now,
                             .player = kill->player.slot,
                             .value = kill->turn};
    char victim[VICTIM];
    if (!(kill->turn >= search->terms->flick && kill->turn_speed >= search->terms->flick_speed)) {
        return;
    }
    (void)write_victim(kill, victim, sizeof(victim));
    snprintf(hit.text, sizeof(hit.text), "%.200s, %.0f degrees/s", victim, kill->turn_speed);
    add_hit(search, &hit, kill->viewed);
}

static void note_mid_air(struct search *search, const struct game_event *kill)
{
    struct search_hit hit = {.pattern = SEARCH_MID_AIRS,
                             .start = search->now,
                             .end = search->now,
                             .player = kill->player.slot,
                             .value = is_known(kill->distance) ? kill->distance : -1.0};
    const double least = search->terms->mid_air;
    char victim[VICTIM];
    if (kill->air < search->terms->air_time - TIME_SLACK ||
        (least > 0.0 && !(kill->distance >= least))) {
        return;
    }
    (void)write_victim(kill, victim, sizeof(victim));
    snprintf(hit.text, sizeof(hit.text), "%.200s, %.2f s in the air", victim, kill->air);
    add_hit(search, &hit, kill->viewed);
}

/* A player's run of frags may end with his death. */
static void note_death(struct search *search, int32_t slot)
{
    if (slot >= 0 && search->terms->alive && search_wants(search, SEARCH_FRAGS)) {
        end_frags(search, slot);
    }
}

static void note_kill(struct search *search, const struct game_event *kill)
{
    const bool by_rail = kill->weapon == GAME_WEAPON_RAILGUN;
    note_death(search, kill->other.slot);
    if (kill->player.slot < 0) {
        return;
    }
    if (search_wants(search, SEARCH_FRAGS) && kill->kind != GAME_EVENT_TEAM_KILL) {
        note_frag(search, kill);
    }
    if (search_wants(search, SEARCH_RAILS) && by_rail) {
        note_rail(search, kill);
    }
    if (search_wants(search, SEARCH_FLICK_RAILS) && by_rail) {
        note_flick(search, kill);
    }
    if (search_wants(search, SEARCH_MID_AIRS) && is_known(kill->air)) {
        note_mid_air(search, kill);
    }
}

/* --- flags and speed ----------------------------------------------------------------------------
 */

static void note_capture(struct search *search, const struct game_event *event)
{
    struct search_hit hit = {.pattern = SEARCH_FLAG_RUNS,
                             .end = search->now,
                             .player = event->player.slot,
                             .value = event->value};
    if (!(event->value <= search->terms->flag_run + TIME_SLACK)) {
        return;
    }
    hit.start = fmax(search->now - event->value, 0.0);
    snprintf(hit.text, sizeof(hit.text), "captures the %.200s", event->text);
    add_hit(search, &hit, event->viewed);
}

/* Speed that is lost for a moment, as by a jump, ends no run. */
static void note_speed(struct search *search, const struct game_body *body, double speed)
{
    struct search_run *run = &search->speeds[body->slot];
    if (run->count > 0 && search->now > run->last + SPEED_PAUSE) {
        end_speed(search, body->slot);
    }
    begin_run(search, run);
    run->viewed &= body->viewed;
    run->most = fmax(run->most, speed);
}

/* --- events -------------------------------------------------------------------------------------
 */

static void note_chat(struct search *search, const struct game_event *event)
{
    char line[GAME_NAME + GAME_TEXT + 4];
    const char *name = event->player.name;
    snprintf(line, sizeof(line), "%s%s%s%s", event->to_team && name[0] ? "(" : "", name,
             !name[0]         ? ""
             : event->to_team ? "): "
                              : ": ",
             event->text);
    if (event_text_has(line, search->terms->chat)) {
        add_moment(search, SEARCH_CHAT, event, line);
    }
}

void search_match_event(void *context, const struct game_event *event)
{
    struct search *search = context;
    search->now = event->time;
    set_name(search, event->player.slot, event->player.name);
    set_name(search, event->other.slot, event->other.name);
    switch (event->kind) {
    case GAME_EVENT_LEVEL:
        search_match_end(search);
        break;
    case GAME_EVENT_FRAG:
    case GAME_EVENT_TEAM_KILL:
    case GAME_EVENT_KILL:
        note_kill(search, event);
        break;
    case GAME_EVENT_SUICIDE:
    case GAME_EVENT_DEATH:
        note_death(search, event->player.slot);
        break;
    case GAME_EVENT_CHAT:
        if (search_wants(search, SEARCH_CHAT)) {
            note_chat(search, event);
        }
        break;
    case GAME_EVENT_PICKUP:
        if (search_wants(search, SEARCH_PICKUPS) &&
            event_text_has(event->text, search->terms->pickups)) {
            add_moment(search, SEARCH_PICKUPS, event, event->text);
        }
        break;
    case GAME_EVENT_CAPTURE:
        if (search_wants(search, SEARCH_FLAG_RUNS)) {
            note_capture(search, event);
        }
        break;
    default:
        break;
    }
}

void search_match_update(void *context, const struct game_update *update)
{
    struct search *search = context;
    search->now = update->time;
    for (uint32_t i = 0; i < update->num_bodies; i++) {
        const struct game_body *body = &update->bodies[i];
        const double x = (double)body->velocity[0], y = (double)body->velocity[1];
        const double speed = sqrt(x * x + y * y);
        if (body->alive && speed >= search->terms->speed) {
            set_name(search, body->slot, body->name);
            note_speed(search, body, speed);
        }
    }
}

void search_match_end(struct search *search)
{
    for (int32_t i = 0; i < GAME_PLAYERS; i++) {
        end_frags(search, i);
        end_rails(search, i);
        end_speed(search, i);
    }
}
