#include "engine/commands/follow_check.h"

#include "engine/playback/pov_names.h"
#include "engine/report/report.h"

enum { TIMES = 17 /* both ends among them; a seek takes milliseconds */ };

/* Looks at the players at the cursor. True: the search ends there. */
static bool look_at_players(struct playback_context *player, struct pov_names *names)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct demo_player_info *found;
    const uint32_t total = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
    const uint32_t count = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    const enum pov_match match = pov_select_find(players, count, player->follow, &found);
    if (match == POV_AMBIGUOUS) {
        *names = (struct pov_names){0};
        pov_names_add(names, players, count, player->follow);
        player->followed = FOLLOW_AMBIGUOUS;
        return true;
    }
    pov_names_add(names, players, count, "");
    player->followed = found ? FOLLOW_FOUND : count > 0 ? FOLLOW_UNKNOWN : player->followed;
    return found != NULL;
}

bool follow_check_part(struct playback_context *player, double from, double to)
{
    struct pov_names names = {0};
    bool reported = false;
    if (!player->follow) {
        return true;
    }
    if (follow_target_find(player->follow) != FOLLOW_PLAYER) {
        uint32_t follow;
        if (follow_choice_find(&player->choice, player->timeline, player->follow, &follow,
                               &player->followed) < 0) {
            return true; /* as below */
        }
        report_follow(player, &names, &reported);
        return player->followed == FOLLOW_FOUND;
    }
    player->followed = FOLLOW_NOBODY;
    for (int i = 0; i < TIMES; i++) {
        if (playback_go_time(player, from + (to - from) * i / (TIMES - 1)) < 0) {
            return true; /* out of memory: the work that follows reports it */
        }
        if (look_at_players(player, &names)) {
            break;
        }
    }
    report_follow(player, &names, &reported);
    return player->followed == FOLLOW_FOUND;
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

bool follow_check_picture(const struct playback_context *player, bool *reported)
{
    if (!player->follow) {
        return true;
    }
    if (player->followed != FOLLOW_FOUND) {
        report_follow(player, NULL, reported);
        return false;
    }
    if (follow_target_find(player->follow) == FOLLOW_PLAYER && !is_shown(player)) {
        report_error("%s: player '%s' is out of sight at %.3f s; the recorder's view is drawn",
                     player->source.name, player->follow, timeline_time(player->timeline));
        return false;
    }
    return true;
}
