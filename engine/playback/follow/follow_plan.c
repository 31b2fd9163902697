#include "engine/playback/follow/follow_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/follow/follow_worth.h"
#include "formats/base/arrays.h"

enum {
    PLAYERS = DEMO_STATUS_PLAYERS,
    AGES = 16,       /* a shot's age in cells, from 1; the last one stands for all later ones */
    ENTER_DEAD = 200 /* cost of a shot that begins with a dead player */
};

_Static_assert(AGES >= (int)FOLLOW_SHOT_SECONDS * FOLLOW_CELLS_A_SECOND,
               "a shot of the least length");

#define IMPOSSIBLE (INT64_MIN / 4)

/* How a player's shot came to a cell. */
struct step {
    uint8_t from;     /* it begins here: the player of the shot before, */
    uint8_t from_age; /* and that shot's age in cells, as above; 0 = there is none */
    uint8_t aged;     /* at the last age: it was at the last age in the cell before */
};

/* The best plans up to a cell, by the player and the age of their last shot. */
struct front {
    int64_t best[PLAYERS][AGES + 1]; /* [1..ages] */
};

struct planning {
    const struct follow_worth *worth;
    double length;
    uint32_t ages;
    struct step *steps; /* [cell * players + player] */
    struct front now, next;
    uint32_t ended[PLAYERS]; /* the last cell in which the player died or left, + 1; 0 = none */
};

/* A shot that ends before a cell. */
struct leaving {
    int64_t value;
    uint32_t player, age;
};

static uint8_t flags_at(const struct follow_worth *w, uint32_t cell, uint32_t player)
{
    return w->flags[(size_t)cell * w->players + player];
}

/* True if a shot of that age may end before the cell. */
static bool may_leave(const struct planning *p, uint32_t cell, uint32_t player, uint32_t age)
{
    const uint8_t flags = flags_at(p->worth, cell, player);
    if (!(flags & FOLLOW_CELL_VIEW)) {
        return true;
    }
    const bool ended =
        p->ended[player] > 0 && cell + 1 - p->ended[player] <= age && age * 2 >= p->ages;
    return (age == p->ages || ended) && !(p->worth->calm && (flags & FOLLOW_CELL_BUSY));
}

/* The two best shots of different players that may end before a cell. */
static void find_leaving(const struct planning *p, uint32_t cell, struct leaving found[2])
{
    found[0] = found[1] = (struct leaving){.value = IMPOSSIBLE};
    for (uint32_t i = 0; i < p->worth->players; i++) {
        struct leaving best = {.value = IMPOSSIBLE};
        for (uint32_t age = 1; age <= p->ages; age++) {
            if (p->now.best[i][age] > best.value && may_leave(p, cell, i, age)) {
                best = (struct leaving){p->now.best[i][age], i, age};
            }
        }
        if (best.value > found[0].value) {
            found[1] = found[0];
            found[0] = best;
        } else if (best.value > found[1].value) {
            found[1] = best;
        }
    }
}

static void enter_cell(struct planning *p, uint32_t cell, uint32_t player,
                       const struct leaving leaving[2])
{
    const struct follow_worth *w = p->worth;
    const size_t at = (size_t)cell * w->players + player;
    const int64_t worth = w->worth[at], none = IMPOSSIBLE;
    const int64_t enter = w->flags[at] & FOLLOW_CELL_ALIVE ? 0 : ENTER_DEAD;
    int64_t *next = p->next.best[player];
    const int64_t *now = p->now.best[player];
    const struct leaving *before = leaving[0].player == player ? &leaving[1] : &leaving[0];
    struct step *step = &p->steps[at];
    next[1] = none;
    if (cell == 0) {
        next[1] = worth - enter;
    } else if (before->value > none) {
        next[1] = before->value - w->cut - enter + worth;
        *step = (struct step){(uint8_t)before->player, (uint8_t)before->age, 0};
    }
    for (uint32_t age = 2; age <= p->ages; age++) {
        next[age] = now[age - 1] > none ? now[age - 1] + worth : none;
    }
    if (now[p->ages] > none && now[p->ages] + worth > next[p->ages]) {
        next[p->ages] = now[p->ages] + worth;
        step->aged = 1;
    }
}

static void plan_forward(struct planning *p)
{
    const struct follow_worth *w = p->worth;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        for (uint32_t age = 0; age <= AGES; age++) {
            p->now.best[i][age] = p->next.best[i][age] = IMPOSSIBLE;
        }
    }
    for (uint32_t c = 0; c < w->cells; c++) {
        struct leaving leaving[2] = {{.value = IMPOSSIBLE}, {.value = IMPOSSIBLE}};
        if (c > 0) {
            find_leaving(p, c, leaving);
        }
        for (uint32_t i = 0; i < w->players; i++) {
            enter_cell(p, c, i, leaving);
        }
        for (uint32_t i = 0; i < w->players; i++) {
            p->ended[i] = flags_at(w, c, i) & FOLLOW_CELL_ENDS ? c + 1 : p->ended[i];
        }
        p->now = p->next;
    }
}

/* The best plan's last shot: of full length if there is one. */
static struct leaving find_last(const struct planning *p)
{
    struct leaving last = {.value = IMPOSSIBLE};
    for (uint32_t age = p->ages; age >= 1 && last.value <= IMPOSSIBLE; age--) {
        for (uint32_t i = 0; i < p->worth->players; i++) {
            if (p->now.best[i][age] > last.value) {
                last = (struct leaving){p->now.best[i][age], i, age};
            }
        }
    }
    return last;
}

static int add_shot(struct follow_plan *plan, size_t *capacity, const struct planning *p,
                    uint32_t player, uint32_t first, uint32_t end)
{
    if (array_reserve(&plan->shots, capacity, (size_t)plan->count + 1, sizeof(*plan->shots)) < 0) {
        return FORMAT_MEMORY;
    }
    const struct follow_worth *w = p->worth;
    plan->shots[plan->count++] = (struct follow_shot){
        .start = first * w->cell,
        .end = end < w->cells ? end * w->cell : p->length,
        .slot = w->slots[player],
        .cut_short = end < w->cells && (end - first) * w->cell < FOLLOW_SHOT_SECONDS,
    };
    return 0;
}

static void reverse_shots(struct follow_plan *plan)
{
    for (uint32_t i = 0; i < plan->count / 2; i++) {
        const struct follow_shot shot = plan->shots[i];
        plan->shots[i] = plan->shots[plan->count - 1 - i];
        plan->shots[plan->count - 1 - i] = shot;
    }
}

/* Goes back from the best plan's last shot. */
static int take_shots(struct follow_plan *plan, const struct planning *p)
{
    const struct follow_worth *w = p->worth;
    struct leaving at = find_last(p);
    uint32_t end = w->cells;
    size_t capacity = 0;
    int status = 0;
    for (uint32_t c = w->cells; status == 0 && c-- > 0;) {
        const struct step *step = &p->steps[(size_t)c * w->players + at.player];
        const bool goes_on = at.age == p->ages && step->aged;
        if (goes_on || at.age > 1) {
            at.age -= goes_on ? 0 : 1;
            continue;
        }
        status = add_shot(plan, &capacity, p, at.player, c, end);
        end = c;
        at.player = step->from;
        at.age = step->from_age;
    }
    reverse_shots(plan);
    return status;
}

int follow_plan_build(struct follow_plan *plan, enum follow_target target,
                      const struct follow_facts *facts)
{
    struct follow_worth worth;
    *plan = (struct follow_plan){0};
    int status = follow_worth_find(&worth, target, facts);
    if (status < 0 || !worth.found) {
        follow_worth_free(&worth);
        return status;
    }
    struct planning *p = calloc(1, sizeof(*p));
    struct step *steps = calloc((size_t)worth.cells * worth.players, sizeof(*steps));
    status = FORMAT_MEMORY;
    if (p && steps) {
        p->worth = &worth;
        p->length = facts->length;
        p->steps = steps;
        p->ages = (uint32_t)ceil(FOLLOW_SHOT_SECONDS / worth.cell);
        plan_forward(p);
        status = take_shots(plan, p);
    }
    if (status < 0) {
        follow_plan_free(plan);
    }
    free(steps);
    free(p);
    follow_worth_free(&worth);
    return status;
}

void follow_plan_free(struct follow_plan *plan)
{
    free(plan->shots);
    *plan = (struct follow_plan){0};
}

const struct follow_shot *follow_plan_at(const struct follow_plan *plan, double time)
{
    uint32_t low = 0;
    for (uint32_t high = plan->count; high - low > 1;) {
        const uint32_t middle = low + (high - low) / 2;
        if (plan->shots[middle].start <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return plan->count > 0 ? &plan->shots[low] : NULL;
}
