#include "engine/plot/plot_figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OF = 10 /* who is told of for less than such a part is not shown */ };

const char *plot_panel_name(enum plot_panel_kind kind)
{
    static const char *const names[] = {
#define PLOT_PANEL(NAME, name, title) name,
        PLOT_PANELS_LIST(PLOT_PANEL)
#undef PLOT_PANEL
    };
    return names[kind];
}

/* --- players ---------------------------------------------------------------------------------- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool begins_with(const char *text, const char *part)
{
    while (*part != '\0' && lower(*text) == lower(*part)) {
        text++;
        part++;
    }
    return *part == '\0';
}

static bool has_part(const char *text, const char *part)
{
    for (; *text != '\0'; text++) {
        if (begins_with(text, part)) {
            return true;
        }
    }
    return false;
}

/* "3" is slot 3; others are -1. */
static int32_t slot_of(const char *who)
{
    char *end;
    const long number = strtol(who, &end, 10);
    return who[0] >= '0' && who[0] <= '9' && *end == '\0' && number >= 0 && number < GAME_PLAYERS
               ? (int32_t)number
               : -1;
}

/* How well a name fits: 3 the whole of it, 2 but for case, 1 a part, 0 not. */
static int fit_name(const char *name, const char *who)
{
    return strcmp(name, who) == 0                                  ? 3
           : strlen(name) == strlen(who) && begins_with(name, who) ? 2
           : has_part(name, who)                                   ? 1
                                                                   : 0;
}

int plot_find_player(const struct plot_data *data, const char *who)
{
    if (strcmp(who, "recorder") == 0) {
        return plot_main_player(data);
    }
    const int32_t slot = slot_of(who);
    int found = PLOT_NO_PLAYER, best = 0;
    for (uint32_t i = 0; i < data->num_players; i++) {
        const struct plot_player *player = &data->players[i];
        const int fit = player->slot == slot && player->seen > 0 ? 4 : fit_name(player->name, who);
        if (fit > best) {
            best = fit;
            found = (int)i;
        } else if (fit > 0 && fit == best) {
            found = PLOT_SEVERAL_PLAYERS;
        }
    }
    return found;
}

static bool has_values(const struct plot_player *player, enum plot_value value)
{
    return player->values[value].count > 0;
}

int plot_main_player(const struct plot_data *data)
{
    int found = PLOT_NO_PLAYER;
    for (uint32_t i = 0; i < data->num_players; i++) {
        const struct plot_player *player = &data->players[i];
        if (!has_values(player, PLOT_SPEED)) {
            continue;
        }
        if (found < 0 || (player->viewed && !data->players[found].viewed) ||
            (player->viewed == data->players[found].viewed &&
             player->slot < data->players[found].slot)) {
            found = (int)i;
        }
    }
    return found;
}

/* Before the other: by frags; the order of the demo decides equal ones. */
static bool is_better(const struct plot_data *data, uint32_t a, uint32_t b)
{
    const int32_t x = data->players[a].frags, y = data->players[b].frags;
    return x != y ? x > y : a < b;
}

static bool is_before(const struct plot_data *data, uint32_t a, uint32_t b)
{
    const int order = strcmp(data->players[a].team, data->players[b].team);
    return order != 0 ? order < 0 : is_better(data, a, b);
}

static void sort(const struct plot_data *data, uint32_t *players, uint32_t count,
                 bool (*before)(const struct plot_data *data, uint32_t a, uint32_t b))
{
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = i; k > 0 && before(data, players[k], players[k - 1]); k--) {
            const uint32_t other = players[k];
            players[k] = players[k - 1];
            players[k - 1] = other;
        }
    }
}

uint32_t plot_choose(const struct plot_data *data, uint32_t chosen[PLOT_CHOSEN])
{
    uint32_t all[PLOT_PLAYERS], count = 0;
    for (uint32_t i = 0; i < data->num_players; i++) {
        if (has_values(&data->players[i], PLOT_SPEED) || data->players[i].frags != 0) {
            all[count++] = i;
        }
    }
    sort(data, all, count, is_better);
    count = count < PLOT_CHOSEN ? count : PLOT_CHOSEN;
    memcpy(chosen, all, count * sizeof(*chosen));
    sort(data, chosen, count, is_before);
    return count;
}

void plot_player_name(const struct plot_player *player, char name[PLOT_NAME])
{
    if (player->name[0] != '\0') {
        snprintf(name, PLOT_NAME, "%s", player->name);
    } else {
        snprintf(name, PLOT_NAME, "player %d", (int)player->slot + 1);
    }
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

static bool has_teams(const struct plot_data *data)
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
    if (figure->num_demos > 1 || !data || !has_teams(data)) {
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
