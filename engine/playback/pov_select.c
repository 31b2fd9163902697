#include "engine/playback/pov_select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"

static void plain_name(char name[POV_SELECT_NAME], const struct demo_player_info *player)
{
    demo_plain_text(name, POV_SELECT_NAME, player->name);
    if (name[0] == '\0') {
        snprintf(name, POV_SELECT_NAME, "player %u", player->slot + 1);
    }
}

/* The recorder can always be followed: the demo is recorded from that view. */
static bool can_follow(const struct demo_player_info *player)
{
    return player->recorder || (player->in_sight && !player->spectator);
}

static void take_player(const struct demo_player_info *player, uint32_t *follow,
                        char text[POV_SELECT_TEXT])
{
    char name[POV_SELECT_NAME];
    plain_name(name, player);
    *follow = player->recorder ? 0 : player->slot + 1;
    snprintf(text, POV_SELECT_TEXT, "following %s%s", name,
             player->recorder ? ", the recorder" : "");
}

bool pov_select_step(const struct demo_player_info *players, uint32_t count, uint32_t followed,
                     int steps, uint32_t *follow, char text[POV_SELECT_TEXT])
{
    uint32_t able = 0;
    uint32_t before = 0; /* players that can be followed with a lower slot than the followed one */
    bool here = false;   /* the followed player is one of them */
    for (uint32_t i = 0; i < count; i++) {
        if (can_follow(&players[i])) {
            able++;
            before += players[i].slot + 1 < followed;
            here = here || players[i].slot + 1 == followed;
        }
    }
    if (able == 0 || (able == 1 && here)) {
        snprintf(text, POV_SELECT_TEXT, "%s",
                 count ? "only players in sight can be followed: nobody else is"
                       : "only the recorder's eyes are in this demo");
        return false;
    }
    /* If the followed player is not in the list, a step forward selects the next slot. */
    int64_t place = (int64_t)before + steps - (!here && steps > 0 ? 1 : 0);
    place = (place % (int64_t)able + able) % able;
    for (uint32_t i = 0; i < count; i++) {
        if (can_follow(&players[i]) && place-- == 0) {
            take_player(&players[i], follow, text);
            break;
        }
    }
    return true;
}

static bool go_back(const struct demo_player_info *players, uint32_t count, uint32_t *follow,
                    char text[POV_SELECT_TEXT])
{
    *follow = 0;
    snprintf(text, POV_SELECT_TEXT, "following the first player");
    for (uint32_t i = 0; i < count; i++) {
        if (players[i].recorder) {
            take_player(&players[i], follow, text);
        }
    }
    return true;
}

bool pov_select_number(const struct demo_player_info *players, uint32_t count, uint32_t number,
                       uint32_t *follow, char text[POV_SELECT_TEXT])
{
    if (number == 0) {
        return go_back(players, count, follow, text);
    }
    for (uint32_t i = 0; i < count; i++) {
        char name[POV_SELECT_NAME];
        if (players[i].slot + 1 != number) {
            continue;
        }
        if (can_follow(&players[i])) {
            take_player(&players[i], follow, text);
            return true;
        }
        plain_name(name, &players[i]);
        snprintf(text, POV_SELECT_TEXT,
                 players[i].spectator ? "%s is a spectator"
                                      : "only players in sight can be followed: %s is not",
                 name);
        return false;
    }
    snprintf(text, POV_SELECT_TEXT, "there is no player %u", number);
    return false;
}

bool pov_select_has_part(const char *name, const char *part)
{
    const size_t length = strlen(part);
    const size_t most = strlen(name);
    for (size_t at = 0; at + length <= most; at++) {
        size_t same = 0;
        while (same < length && name_lower(name[at + same]) == name_lower(part[same])) {
            same++;
        }
        if (same == length) {
            return true;
        }
    }
    return false;
}

enum pov_match pov_select_find(const struct demo_player_info *players, uint32_t count,
                               const char *who, const struct demo_player_info **found)
{
    char *end;
    const unsigned long number = strtoul(who, &end, 10);
    const bool by_number = who[0] >= '0' && who[0] <= '9' && *end == '\0';
    uint32_t parts[2] = {0, 0}; /* names of spectators and of others that have the part */
    const struct demo_player_info *by_part[2] = {NULL, NULL};
    *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        char name[POV_SELECT_NAME];
        plain_name(name, &players[i]);
        if (by_number ? players[i].slot + 1 == number : name_equal_nocase(name, who)) {
            *found = &players[i];
            return POV_FOUND;
        }
        if (!by_number && who[0] != '\0' && pov_select_has_part(name, who)) {
            const bool plays = pov_select_plays(&players[i]);
            parts[plays]++;
            by_part[plays] = &players[i];
        }
    }
    const bool plays = parts[true] > 0;
    *found = parts[plays] == 1 ? by_part[plays] : NULL;
    return parts[plays] > 1 ? POV_AMBIGUOUS : *found ? POV_FOUND : POV_UNKNOWN;
}

void pov_select_name(const struct demo_player_info *player, char text[POV_SELECT_NAME])
{
    plain_name(text, player);
}
