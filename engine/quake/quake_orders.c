#include "engine/quake/quake_orders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TINT_MAX = 255, TINT_WORDS = 4 };

/* Beyond it a view only jumps. */
static const double sway_max = 10000.0;

void quake_orders_reset(struct quake_orders *orders)
{
    memset(orders, 0, sizeof *orders);
    orders->idle = quake_idle_default;
    memcpy(orders->tint, (const int32_t[TINT_WORDS]){130, 80, 50, 0}, sizeof orders->tint);
}

/* The original reads any number here, and with many of them beside its tables. */
static int32_t read_tint(const char *word)
{
    const long value = strtol(word, NULL, 10);
    return value < 0 ? 0 : value > TINT_MAX ? TINT_MAX : (int32_t)value;
}

static float read_sway(const char *word)
{
    const double value = strtod(word, NULL);
    return isnan(value) ? 0.0f : (float)fmax(fmin(value, sway_max), -sway_max);
}

static float *find_variable(struct quake_idle *idle, const char *name)
{
    const struct {
        const char *name;
        float *value;
    } variables[] = {
        {"v_idlescale", &idle->scale},       {"v_ipitch_cycle", &idle->cycle[0]},
        {"v_iyaw_cycle", &idle->cycle[1]},   {"v_iroll_cycle", &idle->cycle[2]},
        {"v_ipitch_level", &idle->level[0]}, {"v_iyaw_level", &idle->level[1]},
        {"v_iroll_level", &idle->level[2]},
    };
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        if (strcmp(name, variables[i].name) == 0) {
            return variables[i].value;
        }
    }
    return NULL;
}

bool quake_orders_follow(struct quake_orders *orders, const struct stufftext_words *words)
{
    if (words->count == 0) {
        return false;
    }
    if (stufftext_is_command(words->at[0], "v_cshift")) {
        for (int i = 0; i < TINT_WORDS; i++) {
            orders->tint[i] = i + 1 < words->count ? read_tint(words->at[i + 1]) : 0;
        }
        return true;
    }
    float *variable = find_variable(&orders->idle, words->at[0]);
    if (variable != NULL && words->count > 1) { /* without a value the console prints it */
        *variable = read_sway(words->at[1]);
    }
    return variable != NULL;
}
