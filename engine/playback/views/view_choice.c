#include "engine/playback/views/view_choice.h"

#include <string.h>

#include "engine/playback/pov_select.h"

struct chooser {
    uint32_t slots[POV_SELECT_PLAYERS]; /* + 1, of those who can be followed */
    bool shown[POV_SELECT_PLAYERS];
    uint32_t count;
};

static void list_players(struct chooser *chooser, const struct demo_player_info *players,
                         uint32_t num_players)
{
    chooser->count = 0;
    for (uint32_t i = 0; i < num_players && chooser->count < POV_SELECT_PLAYERS; i++) {
        if (players[i].in_sight && !players[i].spectator) {
            chooser->shown[chooser->count] = false;
            chooser->slots[chooser->count++] = players[i].slot + 1;
        }
    }
}

/* Marks a player as shown. False: there is none in the list. */
static bool mark_shown(struct chooser *chooser, uint32_t follow)
{
    for (uint32_t i = 0; i < chooser->count; i++) {
        if (chooser->slots[i] == follow) {
            chooser->shown[i] = true;
            return true;
        }
    }
    return false;
}

/* The first player that is not shown yet; 0 = none. */
static uint32_t take_first(struct chooser *chooser)
{
    for (uint32_t i = 0; i < chooser->count; i++) {
        if (!chooser->shown[i]) {
            chooser->shown[i] = true;
            return chooser->slots[i];
        }
    }
    return 0;
}

/* The player from the other side, of that place among them. */
static struct view_shown take_other(const struct chooser *chooser, uint32_t place)
{
    return place < chooser->count ? (struct view_shown){chooser->slots[place], VIEW_OTHER}
                                  : (struct view_shown){0, VIEW_NOBODY};
}

void view_choice_make(const struct demo_player_info *players, uint32_t num_players,
                      const uint32_t *wanted, int count, int main, bool one_view,
                      struct view_shown shown[VIEWS_MAX])
{
    struct chooser chooser;
    bool chosen[VIEWS_MAX] = {false};
    uint32_t others = 0;
    list_players(&chooser, players, num_players);
    for (int i = 0; i < count; i++) {
        chosen[i] = (wanted[i] != 0 && mark_shown(&chooser, wanted[i])) || i == main;
        shown[i] = (struct view_shown){wanted[i], VIEW_SEEN};
    }
    if (one_view) { /* who is in sight now may not be in a moment */
        chooser.slots[0] = wanted[main];
        chooser.shown[0] = true;
        chooser.count = 1;
    }
    for (int i = 0; i < count; i++) {
        if (!chosen[i] && (uint32_t)i < chooser.count && !chooser.shown[i]) {
            shown[i].follow = chooser.slots[i];
            chosen[i] = chooser.shown[i] = true;
        }
    }
    for (int i = 0; i < count; i++) {
        if (!chosen[i]) {
            shown[i].follow = take_first(&chooser);
            if (shown[i].follow == 0) {
                shown[i] = take_other(&chooser, others++);
            }
        }
    }
}

/* The item after `i` commas, and its length; NULL = there is none. */
static const char *find_item(const char *list, int i, size_t *length)
{
    for (; i > 0 && list; i--) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    *length = list ? strcspn(list, ",") : 0;
    return list;
}

bool view_names_item(const char *list, int i, char who[VIEW_WHO])
{
    size_t length;
    const char *item = find_item(list, i, &length);
    who[0] = '\0';
    if (length >= VIEW_WHO) {
        return false;
    }
    if (item) {
        memcpy(who, item, length);
        who[length] = '\0';
    }
    return true;
}

bool view_names_are_valid(const char *list)
{
    size_t length;
    char who[VIEW_WHO];
    for (int i = 0; i < VIEWS_MAX - 1; i++) {
        if (!view_names_item(list, i, who)) {
            return false;
        }
    }
    return find_item(list, VIEWS_MAX - 1, &length) == NULL;
}
