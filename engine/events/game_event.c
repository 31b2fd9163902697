#include "engine/events/game_event.h"

#include <string.h>

static const struct {
    const char *name, *words;
} kinds[GAME_EVENT_KINDS] = {
#define KIND_ROW(NAME, name, words) {name, words},
    GAME_EVENT_KINDS_LIST(KIND_ROW)
#undef KIND_ROW
};

static const char *const weapons[GAME_WEAPONS] = {
#define WEAPON_ROW(NAME, name) name,
    GAME_WEAPONS_LIST(WEAPON_ROW)
#undef WEAPON_ROW
};

const char *game_event_kind_name(enum game_event_kind kind)
{
    return kinds[kind].name;
}

const char *game_event_kind_words(enum game_event_kind kind)
{
    return kinds[kind].words;
}

enum game_event_kind game_event_kind_find(const char *name)
{
    int kind = 0;
    while (kind < GAME_EVENT_KINDS && strcmp(kinds[kind].name, name) != 0) {
        kind++;
    }
    return (enum game_event_kind)kind;
}

const char *game_weapon_name(enum game_weapon weapon)
{
    return weapons[weapon];
}
