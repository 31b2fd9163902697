#include "engine/playback/pov_select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"

enum { NAME_BYTES = 48 };

static void plain_name(char name[NAME_BYTES], const struct demo_player_info *player)
{
    demo_plain_text(name, NAME_BYTES, player->name);
    if (name[0] == '\0') {
        snprintf(name, NAME_BYTES, "player %u", player->slot + 1);
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
    char name[NAME_BYTES];
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
        char name[NAME_BYTES];
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

const struct demo_player_info *pov_select_find(const struct demo_player_info *players,
                                               uint32_t count, const char *who)
{
    char *end;
    const unsigned long number = strtoul(who, &end, 10);
    const bool by_number = who[0] >= '0' && who[0] <= '9' && *end == '\0';
    for (uint32_t i = 0; i < count; i++) {
        char name[NAME_BYTES];
        plain_name(name, &players[i]);
        if (by_number ? players[i].slot + 1 == number : name_equal_nocase(name, who)) {
            return &players[i];
        }
    }
    return NULL;
}
