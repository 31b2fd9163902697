/* The demos of a plot, read: the first one, and others aligned with it. Prints what is wrong. */
#ifndef ENGINE_COMMANDS_STUDY_PLOT_DEMOS_H
#define ENGINE_COMMANDS_STUDY_PLOT_DEMOS_H

#include "engine/options/options.h"
#include "engine/plot/plot_figure.h"
#include "engine/plot/plot_lead.h"

struct plot_demo {
    const char *name;          /* as given */
    struct plot_data *data;    /* owned */
    int runner;                /* of several demos: the player; negative = none */
    struct ghost_set ghosts;   /* of the others: the first demo's run and this one's */
    struct plot_series lead;   /* of the first demo over this one */
    bool damaged;              /* it was read up to */
    struct format_error error; /* here */
};

struct plot_demos {
    uint32_t count;
    struct plot_demo demos[PLOT_DEMOS];
    double from, to; /* on the axis; to may be INFINITY */
};

void plot_demos_init(struct plot_demos *demos);
/* Returns an exit status. Free the demos in any case. */
int plot_demos_read(struct plot_demos *demos, const struct options *options);
/* Prints where demos are damaged. Returns EXIT_GOOD if none is. */
int plot_demos_tell_damage(const struct plot_demos *demos);
void plot_demos_free(struct plot_demos *demos);

#endif
