#include "engine/playback/follow/follow_worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is worth how much. Frags: once in their cell, and in each cell around them. */
struct weights {
    int32_t alive, armed, stack /* 8 units of it */;
    int32_t quad, protection, hidden, flag, leader;
    int32_t point; /* of the score, for which nobody died */
    int32_t kill, before_kill, after_kill;
    int32_t killed, before_killed, after_killed;
    int32_t next_killer, next_victim; /* since the frag before */
    int32_t cut;
    bool calm;
};

static const struct weights all_weights[FOLLOW_TARGETS] = {
    [FOLLOW_AUTO] = {.alive = 6,
                     .armed = 1,
                     .stack = 1,
                     .quad = 8,
                     .protection = 8,
                     .hidden = 2,
                     .flag = 8,
                     .point = 40,
                     .kill = 700,
                     .before_kill = 20,
                     .after_kill = 30,
                     .killed = 550,
                     .before_killed = 4,
                     .after_killed = 10,
                     .cut = 60,
                     .calm = true},
    [FOLLOW_KILLER] = {.alive = 1, .kill = 400, .after_kill = 20, .next_killer = 10, .cut = 5},
    [FOLLOW_VICTIM] = {.alive = 1, .killed = 400, .after_killed = 20, .next_victim = 10, .cut = 5},
    [FOLLOW_LEADER] = {.leader = 20, .cut = 5},
    [FOLLOW_CARRIER] = {.alive = 1, .flag = 20, .cut = 5},
    [FOLLOW_POWERUP] = {.alive = 1, .quad = 20, .protection = 20, .hidden = 10, .cut = 5},
};

enum {
    NO_VIEW = -1000, /* worth of a cell without the player's view */
    STACK_MOST = 32, /* units that count */
    HURT_LEAST = 2   /* units lost at once: less is decay */
};

/* Seconds around a frag that are worth something. */
#define BEFORE 2.0
#define AFTER 0.75
/* A fight goes on if there was a hit in the last of these seconds, and is another in the next. */
#define FIGHT_BEHIND 1.0
#define FIGHT_AHEAD 1.0

/* Between facts and worth. */
struct finding {
    struct follow_worth *worth;
    const struct weights *weights;
    const struct follow_facts *facts;
    int8_t player_of[DEMO_STATUS_PLAYERS]; /* by slot; -1 = none */
    uint8_t *hot;                          /* by cell and player: HOT_ */
};

enum { HOT_HURT = 1, HOT_FRAG = 2 };

static uint32_t cell_at(const struct follow_worth *w, double time)
{
    const double at = time / w->cell;
    return !(at > 0.0) ? 0 : at >= w->cells - 1 ? w->cells - 1 : (uint32_t)at;
}

static uint32_t cells_in(const struct follow_worth *w, double seconds)
{
    return (uint32_t)ceil(seconds / w->cell);
}

/* --- players -----------------------------------------------------------------------------------
 */

static void find_players(struct finding *f)
{
    bool seen[DEMO_STATUS_PLAYERS] = {false};
    for (uint32_t i = 0; i < f->facts->num_statuses; i++) {
        const struct demo_status *s = &f->facts->statuses[i];
        if (s->slot < DEMO_STATUS_PLAYERS) {
            seen[s->slot] |= (s->bits & DEMO_STATUS_VIEW) != 0;
        }
    }
    for (uint32_t i = 0; i < DEMO_STATUS_PLAYERS; i++) {
        f->player_of[i] = seen[i] ? (int8_t)f->worth->players : -1;
        if (seen[i]) {
            f->worth->slots[f->worth->players++] = (uint8_t)i;
        }
    }
}

static int32_t player_of(const struct finding *f, int32_t slot)
{
    return slot >= 0 && slot < DEMO_STATUS_PLAYERS ? f->player_of[slot] : -1;
}

/* --- status ------------------------------------------------------------------------------------
 */

static int32_t status_worth(const struct weights *w, const struct demo_status *s)
{
    const int32_t stack = s->stack < STACK_MOST ? s->stack : STACK_MOST;
    if (!(s->bits & DEMO_STATUS_ALIVE)) {
        return 0;
    }
    return w->alive + (s->bits & DEMO_STATUS_ARMED ? w->armed : 0) + w->stack * stack / 8 +
           (s->bits & DEMO_STATUS_QUAD ? w->quad : 0) +
           (s->bits & DEMO_STATUS_PROTECTED ? w->protection : 0) +
           (s->bits & DEMO_STATUS_HIDDEN ? w->hidden : 0) +
           (s->bits & DEMO_STATUS_FLAG ? w->flag : 0);
}

/* Who is what the target asks for, whatever happens. */
static bool is_wanted(const struct weights *w, const struct demo_status *s)
{
    const uint32_t bits = (w->quad ? DEMO_STATUS_QUAD : 0u) |
                          (w->protection ? DEMO_STATUS_PROTECTED : 0u) |
                          (w->hidden ? DEMO_STATUS_HIDDEN : 0u) | (w->flag ? DEMO_STATUS_FLAG : 0u);
    return (s->bits & DEMO_STATUS_VIEW) && (w->calm || w->leader || (s->bits & bits));
}

/* The leader stays until somebody has more. */
static int32_t find_leader(const struct demo_status *now, uint32_t players, int32_t leader)
{
    for (uint32_t p = 0; p < players; p++) {
        if ((now[p].bits & DEMO_STATUS_VIEW) &&
            (leader < 0 || !(now[leader].bits & DEMO_STATUS_VIEW) ||
             now[p].frags > now[leader].frags)) {
            leader = (int32_t)p;
        }
    }
    return leader;
}

static void change_status(struct finding *f, struct demo_status *now, const struct demo_status *to,
                          size_t at)
{
    const uint32_t lost = now->bits & ~(uint32_t)to->bits;
    const bool hurt =
        (now->bits & to->bits & DEMO_STATUS_ALIVE) != 0 && to->stack + HURT_LEAST <= now->stack;
    f->worth->flags[at] |= lost & (DEMO_STATUS_VIEW | DEMO_STATUS_ALIVE) ? FOLLOW_CELL_ENDS : 0;
    f->hot[at] |= hurt ? HOT_HURT : 0;
    f->worth->found |= is_wanted(f->weights, to);
    *now = *to;
}

static void add_statuses(struct finding *f)
{
    struct follow_worth *w = f->worth;
    struct demo_status now[DEMO_STATUS_PLAYERS] = {{0}};
    int32_t leader = -1;
    uint32_t next = 0;
    for (uint32_t c = 0; c < w->cells; c++) {
        const size_t row = (size_t)c * w->players;
        const double start = c * w->cell;
        for (; next < f->facts->num_statuses && f->facts->statuses[next].time <= start; next++) {
            const struct demo_status *to = &f->facts->statuses[next];
            const int32_t p = player_of(f, to->slot);
            if (p >= 0) {
                change_status(f, &now[p], to, c > 0 ? row - w->players + (size_t)p : (size_t)p);
            }
        }
        leader = find_leader(now, w->players, leader);
        for (uint32_t p = 0; p < w->players; p++) {
            const bool view = (now[p].bits & DEMO_STATUS_VIEW) != 0;
            w->flags[row + p] |= view ? FOLLOW_CELL_VIEW : 0;
            w->flags[row + p] |= now[p].bits & DEMO_STATUS_ALIVE ? FOLLOW_CELL_ALIVE : 0;
            w->worth[row + p] = view ? status_worth(f->weights, &now[p]) +
                                           ((int32_t)p == leader ? f->weights->leader : 0)
                                     : NO_VIEW;
        }
    }
}

/* --- frags -------------------------------------------------------------------------------------
 */

static void add_worth(struct follow_worth *w, uint32_t cell, int32_t player, int32_t more)
{
    int32_t *worth = &w->worth[(size_t)cell * w->players + (size_t)player];
    if (*worth < INT32_MAX / 2) {
        *worth += more;
    }
}

/* Around what happens to a player in a cell. */
static void add_moment(struct finding *f, uint32_t cell, int32_t player, int32_t at, int32_t before,
                       int32_t after)
{
    struct follow_worth *w = f->worth;
    const uint32_t behind = cells_in(w, BEFORE), ahead = cells_in(w, AFTER);
    if (player < 0) {
        return;
    }
    f->hot[(size_t)cell * w->players + (size_t)player] |= HOT_FRAG;
    w->found |= at > 0;
    add_worth(w, cell, player, at);
    for (uint32_t i = 1; i <= behind && i <= cell; i++) {
        add_worth(w, cell - i, player, before);
    }
    for (uint32_t i = 1; i <= ahead && cell + i < w->cells; i++) {
        add_worth(w, cell + i, player, after);
    }
}

/* Who kills, or dies, next. */
static void add_next(struct finding *f, uint32_t since, uint32_t cell, int32_t player, int32_t more)
{
    for (uint32_t c = since; player >= 0 && more > 0 && c <= cell; c++) {
        add_worth(f->worth, c, player, more);
    }
}

static void add_frag(struct finding *f, const struct demo_event *e, uint32_t *since)
{
    const struct weights *k = f->weights;
    const int32_t killer = player_of(f, e->player), victim = player_of(f, e->other);
    const uint32_t cell = cell_at(f->worth, e->time);
    add_moment(f, cell, killer, k->kill, k->before_kill, k->after_kill);
    add_moment(f, cell, victim, k->killed, k->before_killed, k->after_killed);
    add_next(f, *since, cell, killer, k->next_killer);
    add_next(f, *since, cell, victim, k->next_victim);
    *since = cell + 1 > *since ? cell + 1 : *since;
}

static void add_events(struct finding *f)
{
    struct follow_worth *w = f->worth;
    const bool named = follow_facts_name_victims(f->facts);
    uint32_t since = 0; /* the cell after the frag before */
    for (uint32_t i = 0; i < f->facts->num_events; i++) {
        const struct demo_event *e = &f->facts->events[i];
        const int32_t killer = player_of(f, e->player), victim = player_of(f, e->other);
        if (e->kind == DEMO_EVENT_FRAG && (e->other >= 0 || !named)) {
            add_frag(f, e, &since);
        } else if (e->kind == DEMO_EVENT_FRAG && killer >= 0) {
            add_worth(w, cell_at(w, e->time), killer, f->weights->point);
        } else if (e->kind == DEMO_EVENT_DEATH && victim >= 0) {
            f->hot[(size_t)cell_at(w, e->time) * w->players + (size_t)victim] |= HOT_FRAG;
        }
    }
}

/* --- fights ------------------------------------------------------------------------------------
 */

/* Somebody who is alive is in a fight at a cell's start if it was hot just before and is so soon
 * after, or ends with a frag soon. */
static void find_fights(struct finding *f)
{
    struct follow_worth *w = f->worth;
    const uint32_t behind = cells_in(w, FIGHT_BEHIND), ahead = cells_in(w, FIGHT_AHEAD);
    for (uint32_t p = 0; p < w->players; p++) {
        uint32_t last = 0; /* the last hot cell + 1; 0 = none */
        for (uint32_t c = 0; c < w->cells; c++) {
            uint8_t soon = 0;
            for (uint32_t i = 0; i < ahead && c + i < w->cells; i++) {
                soon |= f->hot[(size_t)(c + i) * w->players + p];
            }
            const size_t at = (size_t)c * w->players + p;
            const bool before = last > 0 && c + 1 - last <= behind;
            if ((w->flags[at] & FOLLOW_CELL_ALIVE) &&
                ((soon & HOT_FRAG) || ((soon & HOT_HURT) && before))) {
                w->flags[at] |= FOLLOW_CELL_BUSY;
            }
            last = f->hot[at] ? c + 1 : last;
        }
    }
}

int follow_worth_find(struct follow_worth *w, enum follow_target target,
                      const struct follow_facts *facts)
{
    struct finding f = {.worth = w, .weights = &all_weights[target], .facts = facts};
    *w = (struct follow_worth){.cut = f.weights->cut, .calm = f.weights->calm};
    w->cell = fmax(FOLLOW_CELL_SECONDS, facts->length / (FOLLOW_CELLS_MAX - 1));
    w->cells = (uint32_t)(facts->length / w->cell) + 1;
    find_players(&f);
    if (w->players == 0) {
        return 0;
    }
    const size_t count = (size_t)w->cells * w->players;
    w->worth = calloc(count, sizeof(*w->worth));
    w->flags = calloc(count, 1);
    f.hot = calloc(count, 1);
    const bool good = w->worth && w->flags && f.hot;
    if (good) {
        add_statuses(&f);
        add_events(&f);
        find_fights(&f);
    } else {
        follow_worth_free(w);
    }
    free(f.hot);
    return good ? 0 : FORMAT_MEMORY;
}

void follow_worth_free(struct follow_worth *w)
{
    free(w->worth);
    free(w->flags);
    *w = (struct follow_worth){0};
}
