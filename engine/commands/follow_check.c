#include "engine/commands/follow_check.h"

#include "engine/playback/pov_names.h"
#include "engine/report/report.h"

enum { TIMES = 17 /* both ends among them; a seek takes milliseconds */ };

/* Looks at the players at the cursor. True: the search ends there. */
static bool look_at_players(const struct playback_context *player, const char *who,
                            struct pov_names *names, enum follow_result *result)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct demo_player_info *found;
    const uint32_t total = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
    const uint32_t count = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    const enum pov_match match = pov_select_find(players, count, who, &found);
    if (match == POV_AMBIGUOUS) {
        *names = (struct pov_names){0};
        pov_names_add(names, players, count, who);
        *result = FOLLOW_AMBIGUOUS;
        return true;
    }
    pov_names_add(names, players, count, "");
    *result = found ? FOLLOW_FOUND : count > 0 ? FOLLOW_UNKNOWN : *result;
    return found != NULL;
}

/* As follow_check_part, of whom one view follows; choice is that view's. */
static bool check_who(struct playback_context *player, const char *who,
                      struct follow_choice *choice, double from, double to)
{
    struct pov_names names = {0};
    enum follow_result result = FOLLOW_NOBODY;
    bool reported = false;
    if (follow_target_find(who) != FOLLOW_PLAYER) {
        uint32_t follow;
        if (follow_choice_find(choice, player->timeline, who, &follow, &result) < 0) {
            return true; /* as below */
        }
        report_follow(player, who, result, &names, &reported);
        return result == FOLLOW_FOUND;
    }
    for (int i = 0; i < TIMES; i++) {
        if (playback_go_time(player, from + (to - from) * i / (TIMES - 1)) < 0) {
            return true; /* out of memory: the work that follows reports it */
        }
        if (look_at_players(player, who, &names, &result)) {
            break;
        }
    }
    report_follow(player, who, result, &names, &reported);
    return result == FOLLOW_FOUND;
}

bool follow_check_part(struct playback_context *player, double from, double to)
{
    struct view_set *views = &player->views; /* which may have no places yet */
    bool good = !player->follow || check_who(player, player->follow, &player->choice, from, to);
    for (int i = 0; i < player->options.views.count; i++) {
        struct demo_view *view = &views->views[i];
        if (i != views->main && view->who[0]) {
            good &= check_who(player, view->who, &view->choice, from, to);
        }
    }
    if (player->beside) {
        struct playback_context *other = player->beside->other;
        good &= !other->follow || check_who(other, other->follow, &other->choice, 0.0,
                                            timeline_length(other->timeline));
    }
    return good;
}

/* True if the scene shows that player: the recorder's view is always there. */
static bool is_shown(const struct playback_context *player)
{
    const uint32_t follow = player->scene_options.follow;
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const uint32_t total = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
    const uint32_t count = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    for (uint32_t i = 0; i < count; i++) {
        if (players[i].slot + 1 == follow && players[i].recorder) {
            return true;
        }
    }
    return timeline_followed(player->timeline, follow) == follow;
}

static bool main_is_good(const struct playback_context *player, bool *reported)
{
    if (!player->follow) {
        return true;
    }
    if (player->followed != FOLLOW_FOUND) {
        report_follow(player, player->follow, player->followed, NULL, reported);
        return false;
    }
    if (follow_target_find(player->follow) == FOLLOW_PLAYER && !is_shown(player)) {
        report_error("%s: player '%s' is out of sight at %.3f s; the recorder's view is drawn",
                     player->source.name, player->follow, timeline_time(player->timeline));
        return false;
    }
    return true;
}

bool follow_check_picture(const struct playback_context *player, bool *reported)
{
    const struct view_set *views = &player->views;
    bool good = main_is_good(player, reported);
    for (int i = 0; i < views->count; i++) {
        const struct demo_view *view = &views->views[i];
        if (i != views->main && view->who[0] && view->result != FOLLOW_FOUND) {
            report_follow(player, view->who, view->result, NULL, reported);
            good = false;
        }
    }
    if (player->beside && player->beside->is_drawn) {
        const struct playback_context *other = player->beside->other;
        if (other->follow && other->followed != FOLLOW_FOUND) {
            report_follow(other, other->follow, other->followed, NULL, reported);
            good = false;
        }
    }
    return good;
}
