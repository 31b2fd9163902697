/* What a plot shows of one demo: values of its players over time, frags and deaths, who held which
 * item, levels and rounds. Collected in one pass over its events; small however long the demo.
 *
 * Times: seconds on the axis of the plot, which are the demo's, unless a map says otherwise. */
#ifndef ENGINE_PLOT_PLOT_DATA_H
#define ENGINE_PLOT_PLOT_DATA_H

#include "engine/events/events_read.h"
#include "engine/family/demo_items.h"
#include "engine/plot/plot_series.h"

enum plot_value {
    PLOT_HEALTH,
    PLOT_ARMOR,
    PLOT_SPEED, /* over the ground, units per second */
    PLOT_FRAGS,
    PLOT_PING,
    PLOT_LOSS,
    PLOT_VALUES
};

/* Lanes of held items: enum demo_item_kind, then the flags. */
enum { PLOT_RED_FLAG = DEMO_ITEM_KINDS, PLOT_BLUE_FLAG, PLOT_NEUTRAL_FLAG, PLOT_ITEMS };
const char *plot_item_name(int item); /* "quad", "red flag" */
/* True for what is taken and used up over time, so that only who took it last is known. */
bool plot_item_is_taken(int item);

enum {
    PLOT_PLAYERS = 64, /* what later ones do is left out */
    PLOT_TEAMS = 8,
    PLOT_MARKS = 1 << 16,
    PLOT_SPANS = 1 << 16,
    PLOT_LINES = 1024
};

struct plot_player {
    char name[GAME_NAME], team[GAME_NAME]; /* plain ASCII; "" = not known */
    int32_t slot;
    bool viewed;   /* the demo shows this player's view at some time */
    uint32_t seen; /* number of the last update that tells the place; 0 = none */
    int32_t told;  /* frags in it, */
    bool late;     /* which may be old: frags since then are counted */
    int32_t frags; /* as far as known now */
    struct plot_series values[PLOT_VALUES];
};

struct plot_team {
    char name[GAME_NAME];
    int32_t frags; /* the sum of its players' */
    struct plot_series series;
};

struct plot_mark {
    double time;
    uint32_t player;
    bool is_death; /* else a frag */
};

/* A powerup or a flag that a player has; or the time from taking an armour or a mega health until
 * the next player takes one of that kind. */
struct plot_span {
    double from, to;
    uint32_t player;
    int32_t item;
    bool open; /* while it is collected */
};

struct plot_line {
    double time;
    bool is_level; /* else a match or a round */
    char text[GAME_NAME];
};

struct plot_data {         /* start from {0}; free with plot_data_free */
    double from, to;       /* what the series hold */
    char level[GAME_NAME]; /* the one being played at `from`; "" = not known */
    uint32_t num_players, num_teams;
    struct plot_player players[PLOT_PLAYERS];
    struct plot_team teams[PLOT_TEAMS];
    struct plot_mark *marks;
    struct plot_span *spans; /* by the time they begin */
    struct plot_line *lines;
    size_t num_marks, num_spans, num_lines, room_marks, room_spans, room_lines;
    bool dropped; /* there was more than the limits above */
};

struct plot_part {
    double from, to; /* INFINITY = the demo's end */
    /* Demo time to the axis' time; false: it is not shown. NULL: they are the same. */
    bool (*map)(void *context, double time, double *mapped);
    void *context;
    bool late; /* the server tells frags now and then, but for those of the player in view */
};

/* part->late is that of the demo's family. Reads an opened demo (code 0). Returns 0, FORMAT_MEMORY,
 * or another negative code if the demo is damaged: it is read up to there; fills err. Free the data
 * in any case. */
int plot_data_read(struct plot_data *data, const struct demo *demo, const struct plot_part *part,
                   struct format_error *err) MUST_CHECK;
void plot_data_free(struct plot_data *data);

/* --- the sink of that reading, for tests -------------------------------------------------------*/

struct plot_collector {
    struct plot_data *data;
    struct plot_part part;
    uint32_t updates; /* so far */
    double now;       /* of the last one that is shown, on the axis */
    bool begun;       /* one was */
    bool ended;       /* the part is over */
    bool changed;     /* frags, since they were added to the series */
    uint32_t open_spans;
    uint32_t by_slot[GAME_PLAYERS]; /* + 1, of data's players; 0 = none */
    int status;                     /* 0 or FORMAT_MEMORY */
};

void plot_collect_begin(struct plot_collector *collector, struct plot_data *data,
                        const struct plot_part *part);
void plot_collect_event(void *collector, const struct game_event *event);
void plot_collect_update(void *collector, const struct game_update *update);
void plot_collect_end(struct plot_collector *collector);

#endif
