#include "engine/plot/plot_figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/plot/plot_scale.h"

enum {
    MOST_OF = 10, /* who is told of for less than such a part is not shown */
    LEVELS_LISTED = 3,
    LEVELS_BYTES = 27 * (LEVELS_LISTED + 1)
};

const char *plot_panel_name(enum plot_panel_kind kind)
{
    static const char *const names[] = {
#define PLOT_PANEL(NAME, name, title) name,
        PLOT_PANELS_LIST(PLOT_PANEL)
#undef PLOT_PANEL
    };
    return names[kind];
}

/* --- the whole -------------------------------------------------------------------------------- */

void plot_figure_begin(struct plot_figure *figure, const struct plot_data *data, double from,
                       double to)
{
    figure->main = data;
    figure->num_demos = 1;
    figure->from = from;
    figure->to = isfinite(to) ? to : data->to;
    if (!(figure->to > figure->from)) {
        figure->to = figure->from + 1.0; /* a moment */
    }
}

/* "dm3, e1m7, ..., " */
static void list_levels(char levels[LEVELS_BYTES], const struct plot_data *data, double from)
{
    uint32_t count = data->level[0] != '\0' ? 1 : 0;
    snprintf(levels, LEVELS_BYTES, "%.24s%s", data->level, count > 0 ? ", " : "");
    for (size_t i = 0; i < data->num_lines && count <= LEVELS_LISTED; i++) {
        const struct plot_line *line = &data->lines[i];
        const size_t at = strlen(levels);
        const bool first = line->time <= from || strcmp(line->text, data->level) == 0;
        if (line->is_level && !first) {
            snprintf(levels + at, LEVELS_BYTES - at, "%.24s, ",
                     count++ < LEVELS_LISTED ? line->text : "...");
        }
    }
}

/* "dm3, 10:02, 2 players of 3" */
void plot_figure_set_subtitle(struct plot_figure *figure)
{
    const struct plot_data *data = figure->main;
    char length[PLOT_LABEL], levels[LEVELS_BYTES], players[64] = "";
    const uint32_t count = figure->num_who, all = data->num_players;
    list_levels(levels, data, figure->from);
    plot_format_time(length, (int64_t)((figure->to - figure->from) * 1000.0), 1000);
    if (figure->num_demos > 1) {
        snprintf(players, sizeof(players), "times of the first demo");
    } else if (count < all) {
        snprintf(players, sizeof(players), "%u players of %u", (unsigned)count, (unsigned)all);
    } else {
        snprintf(players, sizeof(players), "%u player%s", (unsigned)count, count == 1 ? "" : "s");
    }
    snprintf(figure->subtitle, sizeof(figure->subtitle), "%s%s, %s", levels, length, players);
}

uint32_t plot_usual_panels(const struct plot_data *data)
{
    const uint32_t alone =
        1u << PLOT_PANEL_HEALTH | 1u << PLOT_PANEL_ARMOR | 1u << PLOT_PANEL_SPEED;
    return data->num_players > 1 || data->num_marks > 0 ? alone | 1u << PLOT_PANEL_FRAGS : alone;
}

/* --- panels ----------------------------------------------------------------------------------- */

static struct plot_curve *add_curve(struct plot_panel *panel, const struct plot_series *series,
                                    const char *name, uint32_t color)
{
    if (series->count == 0 || panel->num_curves == PLOT_CURVES) {
        return NULL;
    }
    struct plot_curve *curve = &panel->curves[panel->num_curves++];
    *curve = (struct plot_curve){.series = series, .color = color};
    snprintf(curve->name, sizeof(curve->name), "%s", name);
    return curve;
}

/* A team is drawn if it is not one player. */
static uint32_t count_of_team(const struct plot_data *data, const char *team)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < data->num_players; i++) {
        count += strcmp(data->players[i].team, team) == 0 ? 1 : 0;
    }
    return count;
}

bool plot_has_teams(const struct plot_data *data)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < data->num_teams; i++) {
        const uint32_t count = count_of_team(data, data->teams[i].name);
        largest = count > largest ? count : largest;
    }
    return data->num_teams > 1 && largest > 1;
}

/* The colour of its first player. */
static uint32_t color_of_team(const struct plot_figure *figure, const char *team, uint32_t other)
{
    for (uint32_t i = 0; i < figure->num_who; i++) {
        const struct plot_who *who = &figure->who[i];
        if (strcmp(who->data->players[who->player].team, team) == 0) {
            return who->color;
        }
    }
    return other;
}

static void add_teams(const struct plot_figure *figure, struct plot_panel *panel)
{
    const struct plot_data *data = figure->main;
    if (figure->num_demos > 1 || !data || !plot_has_teams(data)) {
        return;
    }
    for (uint32_t i = 0; i < data->num_teams; i++) {
        char name[PLOT_NAME];
        snprintf(name, sizeof(name), "team %s %d", data->teams[i].name, (int)data->teams[i].frags);
        struct plot_curve *curve = add_curve(panel, &data->teams[i].series, name,
                                             color_of_team(figure, data->teams[i].name, i));
        if (curve) {
            curve->is_team = curve->held = true;
        }
    }
}

/* Columns of a value: about how long the demo tells it. */
static size_t told_columns(const struct plot_who *who, enum plot_value value)
{
    const struct plot_series *series = &who->data->players[who->player].values[value];
    size_t count = 0;
    for (size_t i = 0; i < series->count; i++) {
        count += series->columns[i].count > 0 ? 1 : 0;
    }
    return count;
}

/* A demo of one player's view tells little of the others: those are left out if nobody asks. */
static bool is_told(const struct plot_figure *figure, const struct plot_who *who,
                    enum plot_value value)
{
    const enum plot_value by = value == PLOT_SPEED ? PLOT_HEALTH : value;
    size_t most = 0;
    if (figure->named || figure->num_demos > 1 || value == PLOT_FRAGS) {
        return true;
    }
    for (uint32_t i = 0; i < figure->num_who; i++) {
        const size_t count = told_columns(&figure->who[i], by);
        most = count > most ? count : most;
    }
    return told_columns(who, by) >= most / MOST_OF;
}

static void add_value_panel(struct plot_figure *figure, struct plot_panel *panel)
{
    const bool frags = panel->kind == PLOT_PANEL_FRAGS;
    if (frags) {
        add_teams(figure, panel);
    }
    for (uint32_t i = 0; i < figure->num_who; i++) {
        const struct plot_who *who = &figure->who[i];
        const struct plot_player *player = &who->data->players[who->player];
        char name[PLOT_NAME];
        if (!is_told(figure, who, (enum plot_value)panel->kind)) {
            continue;
        }
        if (frags) {
            snprintf(name, sizeof(name), "%.140s %d", who->name, (int)player->frags);
        } else {
            snprintf(name, sizeof(name), "%s", who->name);
        }
        struct plot_curve *curve = add_curve(panel, &player->values[panel->kind], name, who->color);
        if (curve) {
            curve->held = frags;
        }
    }
}

void plot_figure_add_panels(struct plot_figure *figure, uint32_t kinds)
{
    for (int i = 0; i < PLOT_PANEL_KINDS; i++) {
        if ((kinds >> i & 1) != 0) {
            struct plot_panel *panel = &figure->panels[figure->num_panels++];
            *panel = (struct plot_panel){.kind = (enum plot_panel_kind)i};
            if (i < PLOT_VALUES) {
                add_value_panel(figure, panel);
            }
        }
    }
}

const struct plot_panel *plot_figure_panel(const struct plot_figure *figure,
                                           enum plot_panel_kind kind)
{
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        if (figure->panels[i].kind == kind) {
            return &figure->panels[i];
        }
    }
    return NULL;
}

bool plot_panel_has_data(const struct plot_figure *figure, const struct plot_panel *panel)
{
    if (panel->kind != PLOT_PANEL_ITEMS) {
        return panel->num_curves > 0;
    }
    for (uint32_t i = 0; i < figure->num_who; i++) {
        if (figure->who[i].data->num_spans > 0) {
            return true;
        }
    }
    return false;
}
