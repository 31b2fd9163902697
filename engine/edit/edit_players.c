#include "engine/edit/edit_players.h"

#include <stdio.h>
#include <string.h>

/* by slot */
struct seen {
    bool plays[EDIT_PLAYERS];
    char names[EDIT_PLAYERS][EDIT_PLAYER_NAME];
};

static void look(const struct demo_family *family, const void *state, struct seen *seen)
{
    struct demo_player_info now[EDIT_PLAYERS];
    const uint32_t all = family->players(state, now, EDIT_PLAYERS);
    for (uint32_t i = 0; i < all && i < EDIT_PLAYERS; i++) {
        const struct demo_player_info *player = &now[i];
        if (player->slot < EDIT_PLAYERS && player->in_sight && !player->spectator) {
            seen->plays[player->slot] = true;
            snprintf(seen->names[player->slot], EDIT_PLAYER_NAME, "%s", player->name);
        }
    }
}

int edit_players_find(const struct demo *demo, struct edit_players *players)
{
    const struct demo_family *family = demo->family;
    struct seen seen = {0};
    struct format_error err;
    memset(players, 0, sizeof(*players));
    if (!family->players) {
        return 0;
    }
    void *state = family->state_create(demo->file);
    size_t pos = family->first_step(demo->file);
    int code = state ? 0 : FORMAT_MEMORY;
    for (uint32_t step = 0; code == 0 && pos < demo->size; step++) {
        code = family->apply(demo->file, &state, &pos, step, NULL, &err);
        if (code == 0) {
            look(family, state, &seen);
        }
    }
    if (state) {
        family->state_destroy(state);
    }
    for (uint32_t i = 0; i < EDIT_PLAYERS; i++) {
        if (seen.plays[i]) {
            char *name = players->names[players->count];
            memcpy(name, seen.names[i], EDIT_PLAYER_NAME);
            players->list[players->count++] = (struct demo_player_info){.slot = i, .name = name};
        }
    }
    return code == FORMAT_MEMORY ? code : 0;
}
