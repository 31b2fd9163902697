#include "engine/events/best_moments.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN_GAP 4.0      /* seconds from one frag of a run to the next, at most */
#define APART 3.0        /* seconds between two moments, at least */
#define AIR_SECONDS 0.25 /* of a hit in the air that is worth seeing, at least, */
#define AIR_DISTANCE 300 /* and units from the shot */
#define FLICK_DEGREES 60 /* of a rail right after a turn of the view */

/* How much each is worth: a run of three frags is more than any single one. */
#define WORTH_OF_RUN(count) (6.0 * (count))
#define WORTH_OF_MONSTERS(count) (2.0 * (count))
enum {
    RUN_LEAST = 2,
    MONSTERS_LEAST = 3,
    WORTH_OF_AIR = 9,
    WORTH_OF_FLICK = 9,
    WORTH_OF_TELEFRAG = 7,
    WORTH_OF_FRAG = 3,
    WORTH_OF_CAPTURE = 16,
    WORTH_OF_FINISH = 20,
    WORTH_OF_SECRET = 5,
    WORTH_OF_POWERUP = 2,
    WORTH_OF_DEATH = 1
};

struct run {
    uint32_t count;
    double first, last;
};

struct chooser {
    struct best_moment *moments;
    uint32_t count, most;
    struct run runs[GAME_PLAYERS];
    struct run monsters;
};

static bool comes_first(const struct best_moment *a, const struct best_moment *b)
{
    return a->worth != b->worth ? a->worth > b->worth : a->time < b->time;
}

static void remove_moment(struct chooser *chooser, uint32_t at)
{
    chooser->count--;
    memmove(&chooser->moments[at], &chooser->moments[at + 1],
            (chooser->count - at) * sizeof *chooser->moments);
}

/* Of moments that are close to one another the best one stays. */
static void offer(struct chooser *chooser, const struct best_moment *moment)
{
    for (uint32_t i = 0; i < chooser->count; i++) {
        if (fabs(chooser->moments[i].time - moment->time) < APART &&
            comes_first(&chooser->moments[i], moment)) {
            return;
        }
    }
    for (uint32_t i = chooser->count; i-- > 0;) {
        if (fabs(chooser->moments[i].time - moment->time) < APART) {
            remove_moment(chooser, i);
        }
    }
    if (chooser->count == chooser->most) {
        uint32_t least = 0;
        for (uint32_t i = 1; i < chooser->count; i++) {
            least = comes_first(&chooser->moments[least], &chooser->moments[i]) ? i : least;
        }
        if (comes_first(&chooser->moments[least], moment)) {
            return;
        }
        remove_moment(chooser, least);
    }
    uint32_t at = chooser->count;
    while (at > 0 && chooser->moments[at - 1].time > moment->time) {
        at--;
    }
    memmove(&chooser->moments[at + 1], &chooser->moments[at],
            (chooser->count - at) * sizeof *chooser->moments);
    chooser->moments[at] = *moment;
    chooser->count++;
}

static const char *name_of(const struct game_side *side)
{
    return side->name[0] != '\0' ? side->name : "someone";
}

static struct best_moment make(const struct game_event *event, double worth)
{
    return (struct best_moment){.time = event->time, .player = event->player.slot, .worth = worth};
}

static void extend(struct run *run, double time)
{
    if (run->count == 0 || time > run->last + RUN_GAP) {
        run->count = 0;
        run->first = time;
    }
    run->count++;
    run->last = time;
}

static void offer_frag(struct chooser *chooser, const struct game_event *event)
{
    const char *player = name_of(&event->player), *other = name_of(&event->other);
    struct best_moment moment = make(event, WORTH_OF_FRAG);
    if (event->air >= AIR_SECONDS && event->distance >= AIR_DISTANCE) {
        moment.worth = WORTH_OF_AIR + event->air + event->distance / 1000.0;
        snprintf(moment.text, sizeof moment.text, "%.60s hits %.60s in the air, %.0f units away",
                 player, other, event->distance);
    } else if (event->turn >= FLICK_DEGREES) {
        moment.worth = WORTH_OF_FLICK + event->turn / 100.0;
        snprintf(moment.text, sizeof moment.text, "%.60s rails %.60s after a turn of %.0f degrees",
                 player, other, event->turn);
    } else {
        moment.worth = event->weapon == GAME_WEAPON_TELEFRAG ? WORTH_OF_TELEFRAG : moment.worth;
        snprintf(moment.text, sizeof moment.text, "%.60s kills %.60s, %.30s", player, other,
                 game_weapon_name(event->weapon));
    }
    offer(chooser, &moment);
}

static void note_frag(struct chooser *chooser, const struct game_event *event)
{
    if (event->other.slot >= 0) {
        chooser->runs[event->other.slot].count = 0;
    }
    if (event->player.slot < 0) {
        return;
    }
    struct run *run = &chooser->runs[event->player.slot];
    extend(run, event->time);
    offer_frag(chooser, event);
    if (run->count >= RUN_LEAST) {
        struct best_moment moment = make(event, WORTH_OF_RUN(run->count));
        snprintf(moment.text, sizeof moment.text, "%.60s: %u frags in %.1f s",
                 name_of(&event->player), (unsigned)run->count, run->last - run->first);
        offer(chooser, &moment);
    }
}

static void note_monster(struct chooser *chooser, const struct game_event *event)
{
    struct run *run = &chooser->monsters;
    extend(run, event->time);
    if (run->count >= MONSTERS_LEAST) {
        struct best_moment moment = make(event, WORTH_OF_MONSTERS(run->count));
        snprintf(moment.text, sizeof moment.text, "%u monsters in %.1f s", (unsigned)run->count,
                 run->last - run->first);
        offer(chooser, &moment);
    }
}

static void note_plain(struct chooser *chooser, const struct game_event *event, double worth,
                       const char *words)
{
    struct best_moment moment = make(event, worth);
    const bool known = event->player.name[0] != '\0';
    snprintf(moment.text, sizeof moment.text, "%.60s%s%s%s%.60s", event->player.name,
             known ? " " : "", words, event->text[0] != '\0' ? " " : "", event->text);
    offer(chooser, &moment);
}

static void note(struct chooser *chooser, const struct game_event *event)
{
    switch (event->kind) {
    case GAME_EVENT_LEVEL:
        memset(chooser->runs, 0, sizeof chooser->runs);
        break;
    case GAME_EVENT_FRAG:
        note_frag(chooser, event);
        break;
    case GAME_EVENT_KILL:
        note_monster(chooser, event);
        break;
    case GAME_EVENT_SUICIDE:
    case GAME_EVENT_DEATH:
        if (event->player.slot >= 0) {
            chooser->runs[event->player.slot].count = 0;
        }
        note_plain(chooser, event, WORTH_OF_DEATH, "dies:");
        break;
    case GAME_EVENT_CAPTURE:
        note_plain(chooser, event, WORTH_OF_CAPTURE, "captures the");
        break;
    case GAME_EVENT_FINISH:
        note_plain(chooser, event, WORTH_OF_FINISH, "the level is finished");
        break;
    case GAME_EVENT_SECRET:
        note_plain(chooser, event, WORTH_OF_SECRET, "finds a secret");
        break;
    case GAME_EVENT_POWERUP:
        note_plain(chooser, event, WORTH_OF_POWERUP, "gets the");
        break;
    default:
        break;
    }
}

uint32_t best_moments_find(const struct event_list *events, struct best_moment *moments,
                           uint32_t most)
{
    /* Room for one more while it is moved in. */
    struct best_moment chosen[BEST_MOMENTS_MAX + 1];
    struct chooser chooser = {.moments = chosen,
                              .most = most < BEST_MOMENTS_MAX ? most : BEST_MOMENTS_MAX};
    for (size_t i = 0; i < events->count && most > 0; i++) {
        const struct game_event event = event_list_get(events, i);
        note(&chooser, &event);
    }
    memcpy(moments, chosen, chooser.count * sizeof *moments);
    return chooser.count;
}
