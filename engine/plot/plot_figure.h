/* A plot before it is drawn: which curves, bars and marks are in which panel.
 *
 * Borrows series and texts from the data it is made of. Prints nothing. */
#ifndef ENGINE_PLOT_PLOT_FIGURE_H
#define ENGINE_PLOT_PLOT_FIGURE_H

#include "engine/plot/plot_data.h"

/* The panels, from above: X(NAME, "name", "title", unit) */
#define PLOT_PANELS_LIST(X)                                                                        \
    X(HEALTH, "health", "health")                                                                  \
    X(ARMOR, "armor", "armor")                                                                     \
    X(SPEED, "speed", "speed, units/s")                                                            \
    X(FRAGS, "frags", "frags")                                                                     \
    X(PING, "ping", "ping, ms")                                                                    \
    X(LOSS, "loss", "packet loss, %")                                                              \
    X(ITEMS, "items", "items")                                                                     \
    X(TIME_GAINED, "time-gained", "time gained, s (above 0: the first demo is ahead)")

enum plot_panel_kind { /* those of a value come first, in the order of enum plot_value */
#define PLOT_PANEL(NAME, name, title) PLOT_PANEL_##NAME,
                       PLOT_PANELS_LIST(PLOT_PANEL)
#undef PLOT_PANEL
                           PLOT_PANEL_KINDS
};

const char *plot_panel_name(enum plot_panel_kind kind);

enum {
    PLOT_DEMOS = 9,    /* compared at once */
    PLOT_CHOSEN = 8,   /* players that are drawn if nobody says which */
    PLOT_WANTED = 16,  /* players that can be asked for */
    PLOT_CURVES = 32,  /* of a panel */
    PLOT_SPLITS = 256, /* of a panel; later ones are left out */
    PLOT_NAME = 160,
    PLOT_TITLE = 256
};

/* A value of a player, of a team, or a lead. */
struct plot_curve {
    const struct plot_series *series; /* borrowed */
    char name[PLOT_NAME];             /* plain ASCII */
    uint32_t color;                   /* number of a series' ink */
    bool is_team;
    bool held; /* a value lasts until the next one, however long */
};

struct plot_split { /* something that both runs did */
    double time, lead;
    uint32_t color;
    const char *name; /* borrowed */
};

struct plot_panel {
    enum plot_panel_kind kind;
    uint32_t num_curves;
    struct plot_curve curves[PLOT_CURVES];
};

/* A player whose frags and deaths are marked and whose items are shown. */
struct plot_who {
    const struct plot_data *data; /* borrowed */
    uint32_t player;              /* of the data's */
    uint32_t color;
    uint32_t demo;        /* from 0 */
    char name[PLOT_NAME]; /* plain ASCII; of several demos the demo's */
};

struct plot_figure {                              /* start from {0}; free with plot_figure_free */
    char title[PLOT_TITLE], subtitle[PLOT_TITLE]; /* "" = neither is drawn */
    double from, to;
    uint32_t num_panels, num_who, num_splits, num_demos;
    bool named; /* somebody said which players: all of them are in all panels */
    struct plot_panel panels[PLOT_PANEL_KINDS];
    struct plot_who who[PLOT_WANTED];
    struct plot_split splits[PLOT_SPLITS];
    const struct plot_data *main; /* the first demo's: its levels and rounds are shown */
};

/* A figure of one demo's data, without players and panels; to: INFINITY = the data's end. */
void plot_figure_begin(struct plot_figure *figure, const struct plot_data *data, double from,
                       double to);
/* "dm3, 10:02, 2 players of 3": after the players were added. */
void plot_figure_set_subtitle(struct plot_figure *figure);
/* The panels of a demo if nobody says which. */
uint32_t plot_usual_panels(const struct plot_data *data);

/* --- players: plot_who.c ----------------------------------------------------------------------*/

/* Finds a player of the data by number (from 0), name, or a part of a name that no other's has;
 * case does not matter. "recorder": plot_main_player. Returns its index, PLOT_NO_PLAYER, or
 * PLOT_SEVERAL_PLAYERS. */
enum { PLOT_NO_PLAYER = -1, PLOT_SEVERAL_PLAYERS = -2 };
int plot_find_player(const struct plot_data *data, const char *who);

/* The player whose view the demo shows, or the first one; PLOT_NO_PLAYER: there is none. */
int plot_main_player(const struct plot_data *data);

/* True if there are several teams, and one of several players. */
bool plot_has_teams(const struct plot_data *data);

/* The players to draw of one demo if nobody says which: by team if there are any, those with more
 * frags first. Returns their number, at most PLOT_CHOSEN. */
uint32_t plot_choose(const struct plot_data *data, uint32_t chosen[PLOT_CHOSEN]);

/* A name for a player without one. */
void plot_player_name(const struct plot_player *player, char name[PLOT_NAME]);

/* Adds a player of the n-th demo, from 0; at most PLOT_WANTED are. demo_name: NULL = of one demo.
 */
void plot_figure_add_who(struct plot_figure *figure, const struct plot_data *data, uint32_t player,
                         uint32_t demo, const char *demo_name);
/* Adds those of plot_choose. */
void plot_figure_add_chosen(struct plot_figure *figure, const struct plot_data *data);

/* --- panels -----------------------------------------------------------------------------------*/

/* Adds a panel for each kind whose bit (1 << kind) is in kinds, of the players in figure->who; a
 * panel that has nothing to show is there, too, without curves. */
void plot_figure_add_panels(struct plot_figure *figure, uint32_t kinds);
/* The panel of that kind; NULL = it was not added. */
const struct plot_panel *plot_figure_panel(const struct plot_figure *figure,
                                           enum plot_panel_kind kind);

/* True if the panel has something to show. */
bool plot_panel_has_data(const struct plot_figure *figure, const struct plot_panel *panel);

#endif
