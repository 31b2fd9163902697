#include "engine/stats/stats_tally.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Units per second; who is faster was put somewhere else. */
#define TELEPORT_SPEED 3000.0
/* Seconds between updates; who is out of sight for longer may have been anywhere. */
#define UNSEEN_LEAST 0.5
/* Seconds over which a speed is taken, at least. */
#define SPEED_SECONDS 0.05

void stats_count_begin(struct stats_count *count)
{
    for (uint32_t i = 0; i < count->count; i++) {
        struct stats_tally *tally = &count->tallies[i];
        struct stats_tally fresh = {.slot = tally->slot, .gone = tally->gone, .time = -1.0};
        memcpy(fresh.name, tally->name, sizeof fresh.name);
        memcpy(fresh.team, tally->team, sizeof fresh.team);
        *tally = fresh;
    }
    memset(count->taken, 0, sizeof count->taken);
}

/* --- who ----------------------------------------------------------------------------------------
 */

static struct stats_tally *find_gone(struct stats_count *count, const char *name)
{
    for (uint32_t i = 0; name[0] != '\0' && i < count->count; i++) {
        struct stats_tally *tally = &count->tallies[i];
        if (tally->gone && strcmp(tally->name, name) == 0) {
            return tally;
        }
    }
    return NULL;
}

static struct stats_tally *add_tally(struct stats_count *count, int32_t slot, const char *name)
{
    struct stats_tally *tally = find_gone(count, name);
    if (!tally && count->count < STATS_TALLIES) {
        tally = &count->tallies[count->count++];
        *tally = (struct stats_tally){.time = -1.0};
    }
    if (tally) {
        tally->slot = slot;
        tally->gone = false;
        count->of_slot[slot] = (uint16_t)(tally - count->tallies + 1);
    }
    return tally;
}

struct stats_tally *stats_count_of(struct stats_count *count, int32_t slot, const char *name,
                                   const char *team)
{
    if (slot < 0 || slot >= GAME_PLAYERS) {
        return NULL;
    }
    const uint16_t number = count->of_slot[slot];
    struct stats_tally *tally =
        number > 0 ? &count->tallies[number - 1] : add_tally(count, slot, name);
    if (tally && name[0] != '\0' && strcmp(tally->name, name) != 0) {
        snprintf(tally->name, sizeof tally->name, "%s", name);
    }
    if (tally && strcmp(tally->team, team) != 0 && strcmp(team, "spectator") != 0) {
        snprintf(tally->team, sizeof tally->team, "%s", team);
    }
    return tally;
}

static struct stats_tally *tally_of(struct stats_count *count, const struct game_side *side)
{
    return stats_count_of(count, side->slot, side->name, side->team);
}

static void leave(struct stats_count *count, const struct game_side *side)
{
    struct stats_tally *tally = tally_of(count, side);
    if (tally) {
        tally->gone = true;
        tally->run = 0;
        tally->time = -1.0;
        count->of_slot[side->slot] = 0;
    }
}

/* --- events -------------------------------------------------------------------------------------
 */

static void count_death(struct stats_tally *victim, bool own)
{
    if (victim) {
        victim->deaths++;
        victim->suicides += own;
        victim->run = 0;
    }
}

static void count_frag(struct stats_tally *killer, enum game_weapon weapon)
{
    if (killer) {
        killer->kills++;
        killer->frags_by[weapon]++;
        killer->run++;
        killer->longest_run = killer->run > killer->longest_run ? killer->run : killer->longest_run;
    }
}

/* As servers count it: what hits oneself or a mate is no damage given. */
static void count_damage(struct stats_count *count, const struct game_event *event)
{
    struct stats_tally *hurt = tally_of(count, &event->other);
    struct stats_tally *by = tally_of(count, &event->player);
    const bool own =
        by == hurt || (by && hurt && by->team[0] != '\0' && strcmp(by->team, hurt->team) == 0);
    if (hurt && (!own || !by) && event->value > 0.0) {
        hurt->taken += event->value;
        hurt->has_taken = true;
        hurt->derived_damage |= event->derived;
    }
    if (by && hurt && !own && event->value > 0.0) {
        by->given += event->value;
        by->has_given = true;
        by->derived_damage |= event->derived;
    }
}

static void count_pickup(struct stats_count *count, const struct game_event *event)
{
    struct stats_tally *tally = tally_of(count, &event->player);
    if (event->item < 0 || event->item >= DEMO_ITEM_KINDS) {
        return;
    }
    count->taken[event->item]++;
    if (tally) {
        tally->items[event->item]++;
        tally->derived_items |= event->derived ? 1u << event->item : 0;
    }
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

static void count_flag(struct stats_count *count, const struct game_event *event)
{
    struct stats_tally *tally = tally_of(count, &event->player);
    if (tally && event->kind == GAME_EVENT_CAPTURE) {
        tally->captures++;
    } else if (tally) {
        tally->flags += ends_with(event->text, " taken");
        tally->returns += ends_with(event->text, " returned");
    }
}

void stats_count_event(struct stats_count *count, const struct game_event *event)
{
    switch (event->kind) {
    case GAME_EVENT_FRAG:
        count_frag(tally_of(count, &event->player), event->weapon);
        count_death(tally_of(count, &event->other), false);
        break;
    case GAME_EVENT_TEAM_KILL: {
        struct stats_tally *killer = tally_of(count, &event->player);
        count_death(tally_of(count, &event->other), false);
        if (killer) {
            killer->team_kills++;
        }
        break;
    }
    case GAME_EVENT_SUICIDE:
    case GAME_EVENT_DEATH:
        count_death(tally_of(count, &event->player), true);
        break;
    case GAME_EVENT_DAMAGE:
        count_damage(count, event);
        break;
    case GAME_EVENT_PICKUP:
        count_pickup(count, event);
        break;
    case GAME_EVENT_FLAG:
    case GAME_EVENT_CAPTURE:
        count_flag(count, event);
        break;
    case GAME_EVENT_LEAVE:
        leave(count, &event->player);
        break;
    default:
        break;
    }
}

/* --- updates ------------------------------------------------------------------------------------
 */

static double level_distance(const float a[3], const float b[3])
{
    const double x = (double)a[0] - (double)b[0], y = (double)a[1] - (double)b[1];
    return sqrt(x * x + y * y);
}

/* A stretch of way to measure speed on begins here. */
static void begin_stretch(struct stats_tally *tally, const struct game_body *body, double time)
{
    tally->stretch_time = time;
    tally->stretch_speed = 0.0;
    memcpy(tally->stretch_place, body->origin, sizeof tally->stretch_place);
}

/* The way since the last update, in which he was, too. Speeds are taken from places, which all
 * games tell alike. */
static void count_motion(struct stats_tally *tally, const struct game_body *body, double time)
{
    const double seconds = time - tally->time;
    const double way = level_distance(body->origin, tally->place);
    tally->seen += seconds;
    if (!body->alive || !tally->was_alive || way > TELEPORT_SPEED * seconds) {
        begin_stretch(tally, body, time);
        tally->alive += body->alive && tally->was_alive ? seconds : 0.0;
        return;
    }
    tally->alive += seconds;
    tally->distance += way;
    const double stretch = time - tally->stretch_time;
    if (stretch >= SPEED_SECONDS) { /* a speed that lasts for two of them is no teleport */
        const double speed = level_distance(body->origin, tally->stretch_place) / stretch;
        const double held = speed < tally->stretch_speed ? speed : tally->stretch_speed;
        tally->top_speed = held > tally->top_speed ? held : tally->top_speed;
        begin_stretch(tally, body, time);
        tally->stretch_speed = speed;
    }
}

static void count_body(struct stats_count *count, const struct game_body *body, double time)
{
    const bool known = !count->names_due && body->slot >= 0 && body->slot < GAME_PLAYERS &&
                       count->of_slot[body->slot] != 0;
    struct stats_tally *tally = known ? &count->tallies[count->of_slot[body->slot] - 1]
                                      : stats_count_of(count, body->slot, body->name, body->team);
    if (!tally) {
        return;
    }
    if (tally->time >= 0.0 && time - tally->time < UNSEEN_LEAST) {
        count_motion(tally, body, time);
    } else {
        begin_stretch(tally, body, time);
    }
    tally->time = time;
    tally->was_alive = body->alive;
    memcpy(tally->place, body->origin, sizeof tally->place);
    tally->score = body->frags;
    tally->has_score = true;
    tally->viewed |= body->viewed;
    tally->accuracy = body->accuracy;
}

void stats_count_update(struct stats_count *count, const struct game_update *update)
{
    for (uint32_t i = 0; i < update->num_bodies; i++) {
        count_body(count, &update->bodies[i], update->time);
    }
    count->names_due = false;
}
