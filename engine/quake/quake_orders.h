/* Orders for the picture that a server gives with stuffed text, for NetQuake and QuakeWorld alike:
 * the tint of air (v_cshift) and the swaying of the view (v_idlescale and its companions).
 *
 * Source: WinQuake's view.c (V_cshift_f, V_AddIdle) and cvar.c, which QuakeWorld's follow. Part of
 * client states: plain memory without padding. The console keeps both over levels; a demo begins
 * with the console's defaults. */
#ifndef ENGINE_QUAKE_QUAKE_ORDERS_H
#define ENGINE_QUAKE_QUAKE_ORDERS_H

#include <stdbool.h>

#include "engine/quake/quake_view.h"
#include "engine/quake/stufftext.h"

struct quake_orders {
    struct quake_idle idle;
    int32_t tint[4]; /* of leaves that are empty or solid: red green blue percent, each 0..255 */
};

/* As no server gave an order. */
void quake_orders_reset(struct quake_orders *orders);

/* Follows a command: true = it was such an order. Numbers that are none count as 0, others are
 * limited to what can be drawn. */
bool quake_orders_follow(struct quake_orders *orders, const struct stufftext_words *words);

enum { QUAKE_ORDERS_TEXT = 320 };
/* Writes commands, each with a line end, that make these orders of none; "" if there are none. */
void quake_orders_write(const struct quake_orders *orders, char text[QUAKE_ORDERS_TEXT]);
/* The same from other orders: "" if both are equal. */
void quake_orders_write_changes(const struct quake_orders *from, const struct quake_orders *to,
                                char text[QUAKE_ORDERS_TEXT]);

/* Their names, for info, which lists what is not run. The console ignores the case of commands,
 * but not of variables. */
#define QUAKE_ORDER_COMMANDS "v_cshift"
#define QUAKE_ORDER_VARIABLES                                                                      \
    "v_idlescale", "v_iyaw_cycle", "v_iroll_cycle", "v_ipitch_cycle", "v_iyaw_level",              \
        "v_iroll_level", "v_ipitch_level"

#endif
