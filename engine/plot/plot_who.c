/* The players of a figure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plot/plot_figure.h"

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
    if (plot_has_teams(data)) {
        sort(data, chosen, count, is_before);
    }
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

void plot_figure_add_who(struct plot_figure *figure, const struct plot_data *data, uint32_t player,
                         uint32_t demo, const char *demo_name)
{
    char name[PLOT_NAME];
    struct plot_who *who = &figure->who[figure->num_who];
    *who = (struct plot_who){data, player, figure->num_who, demo, ""};
    plot_player_name(&data->players[player], name);
    if (demo_name && data->players[player].name[0] != '\0') {
        snprintf(who->name, sizeof(who->name), "%.100s: %.50s", demo_name, name);
    } else {
        snprintf(who->name, sizeof(who->name), "%.150s", demo_name ? demo_name : name);
    }
    figure->num_who++;
}

void plot_figure_add_chosen(struct plot_figure *figure, const struct plot_data *data)
{
    uint32_t chosen[PLOT_CHOSEN];
    const uint32_t count = plot_choose(data, chosen);
    for (uint32_t i = 0; i < count && figure->num_who < PLOT_WANTED; i++) {
        plot_figure_add_who(figure, data, chosen[i], 0, NULL);
    }
}
