#include "engine/playback/pov_names.h"

#include <stdio.h>
#include <string.h>

enum { ROOM_FOR_MORE = 24 /* bytes of "and 4294967295 more" */ };

static void add_name(struct pov_names *names, uint32_t slot, const char *name)
{
    for (uint32_t i = 0; i < names->count; i++) {
        if (names->items[i].slot == slot && strcmp(names->items[i].name, name) == 0) {
            return;
        }
    }
    if (names->count == POV_NAMES) {
        names->more += names->more < UINT32_MAX;
        return;
    }
    names->items[names->count].slot = slot;
    memcpy(names->items[names->count].name, name, POV_SELECT_NAME);
    names->count++;
}

void pov_names_add(struct pov_names *names, const struct demo_player_info *players, uint32_t count,
                   const char *part)
{
    bool added = false;
    for (int spectators = 0; spectators < 2 && !added; spectators++) {
        for (uint32_t i = 0; i < count; i++) {
            char name[POV_SELECT_NAME];
            pov_select_name(&players[i], name);
            if (pov_select_plays(&players[i]) != (spectators != 0) &&
                pov_select_has_part(name, part)) {
                add_name(names, players[i].slot, name);
                added = true;
            }
        }
    }
}

void pov_names_text(const struct pov_names *names, char text[POV_NAMES_TEXT])
{
    size_t length = 0;
    uint32_t i = 0;
    text[0] = '\0';
    for (; i < names->count; i++) {
        char item[POV_SELECT_NAME + 16];
        const int size = snprintf(item, sizeof(item), "%s%u %s", i > 0 ? ", " : "",
                                  (unsigned)names->items[i].slot + 1, names->items[i].name);
        if (length + (size_t)size + ROOM_FOR_MORE >= POV_NAMES_TEXT) {
            break;
        }
        memcpy(text + length, item, (size_t)size + 1);
        length += (size_t)size;
    }
    const uint32_t left = names->count - i + names->more;
    if (left > 0) {
        snprintf(text + length, POV_NAMES_TEXT - length, " and %u more", (unsigned)left);
    }
}
