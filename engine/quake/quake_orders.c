#include "engine/quake/quake_orders.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
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

static const struct {
    const char *name;
    size_t offset; /* of a float in struct quake_idle */
} variables[] = {
    {"v_idlescale", offsetof(struct quake_idle, scale)},
    {"v_ipitch_cycle", offsetof(struct quake_idle, cycle[0])},
    {"v_iyaw_cycle", offsetof(struct quake_idle, cycle[1])},
    {"v_iroll_cycle", offsetof(struct quake_idle, cycle[2])},
    {"v_ipitch_level", offsetof(struct quake_idle, level[0])},
    {"v_iyaw_level", offsetof(struct quake_idle, level[1])},
    {"v_iroll_level", offsetof(struct quake_idle, level[2])},
};

enum { VARIABLES = sizeof variables / sizeof variables[0] };

static float read_variable(const struct quake_idle *idle, int i)
{
    float value;
    memcpy(&value, (const char *)idle + variables[i].offset, sizeof value);
    return value;
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
    for (int i = 0; i < VARIABLES; i++) {
        if (strcmp(words->at[0], variables[i].name) == 0) {
            if (words->count > 1) { /* without a value the console prints it */
                const float value = read_sway(words->at[1]);
                memcpy((char *)&orders->idle + variables[i].offset, &value, sizeof value);
            }
            return true;
        }
    }
    return false;
}

void quake_orders_write_changes(const struct quake_orders *from, const struct quake_orders *to,
                                char text[QUAKE_ORDERS_TEXT])
{
    int length = 0;
    text[0] = '\0';
    for (int i = 0; i < VARIABLES; i++) {
        const float value = read_variable(&to->idle, i);
        if (value != read_variable(&from->idle, i)) {
            length += snprintf(text + length, QUAKE_ORDERS_TEXT - (size_t)length, "%s %.9g\n",
                               variables[i].name, (double)value);
        }
    }
    if (memcmp(to->tint, from->tint, sizeof to->tint) != 0) {
        (void)snprintf(text + length, QUAKE_ORDERS_TEXT - (size_t)length, "v_cshift %d %d %d %d\n",
                       (int)to->tint[0], (int)to->tint[1], (int)to->tint[2], (int)to->tint[3]);
    }
}

void quake_orders_write(const struct quake_orders *orders, char text[QUAKE_ORDERS_TEXT])
{
    struct quake_orders none;
    quake_orders_reset(&none);
    quake_orders_write_changes(&none, orders, text);
}
