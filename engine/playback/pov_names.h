/* A list of players' names for messages: bounded, whoever comes and goes in a demo. */
#ifndef ENGINE_PLAYBACK_POV_NAMES_H
#define ENGINE_PLAYBACK_POV_NAMES_H

#include "engine/playback/pov_select.h"

enum { POV_NAMES = 64, POV_NAMES_TEXT = 400 };

struct pov_names { /* start from {0} */
    uint32_t count;
    uint32_t more; /* further names, which are not kept */
    struct {
        uint32_t slot;
        char name[POV_SELECT_NAME];
    } items[POV_NAMES];
};

/* Adds those players that are not in the list yet and whose names have the part, "" = all;
 * spectators only if no player does. */
void pov_names_add(struct pov_names *names, const struct demo_player_info *players, uint32_t count,
                   const char *part);

/* "1 Ember, 2 Frost"; as many as there is room for, then "and 7 more". */
void pov_names_text(const struct pov_names *names, char text[POV_NAMES_TEXT]);

#endif
