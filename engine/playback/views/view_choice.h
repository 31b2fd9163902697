/* Who is seen in each of several views: a function of the players at a time and of whom the views
 * ask for. */
#ifndef ENGINE_PLAYBACK_VIEWS_VIEW_CHOICE_H
#define ENGINE_PLAYBACK_VIEWS_VIEW_CHOICE_H

#include "engine/family/demo_family.h"
#include "engine/playback/views/view_layout.h"

enum view_side {
    VIEW_SEEN,  /* by the camera that is set */
    VIEW_OTHER, /* with the eyes if that is the chase camera, else by the chase camera */
    VIEW_NOBODY /* there are not that many players: the view is empty */
};

struct view_shown {
    uint32_t follow; /* as scene_options.follow */
    enum view_side side;
};

/* wanted: slot + 1 for each view; 0 = whoever is left: of view i that is the player of place i
 * among those who can be followed, or the first whom no other view shows. When all are shown, the
 * players follow once more, from the other side. wanted[main], from 0, may not be in the list and
 * is shown in any case. one_view: the demo has one player's view, and what nobody is wanted for
 * shows the main view's player, once. players: by ascending slot. */
void view_choice_make(const struct demo_player_info *players, uint32_t num_players,
                      const uint32_t *wanted, int count, int main, bool one_view,
                      struct view_shown shown[VIEWS_MAX]);

enum { VIEW_WHO = 64 }; /* bytes of whom a view follows */

/* Item `i`, from 0, of a list separated by commas; "" = it has none. False: it is too long. */
bool view_names_item(const char *list, int i, char who[VIEW_WHO]);
/* True if it is a list of at most VIEWS_MAX - 1 items, none of them too long. */
bool view_names_are_valid(const char *list);

#endif
