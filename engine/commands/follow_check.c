#include "engine/commands/follow_check.h"

#include "engine/playback/pov_select.h"
#include "engine/report/report.h"

enum { TIMES = 17 /* both ends among them; a seek takes milliseconds */ };

bool follow_check_part(struct playback_context *player, double from, double to)
{
    bool reported = false;
    if (!player->follow) {
        return true;
    }
    player->followed = PLAYBACK_FOLLOW_NOBODY;
    for (int i = 0; i < TIMES; i++) {
        struct demo_player_info players[POV_SELECT_PLAYERS];
        if (playback_go_time(player, from + (to - from) * i / (TIMES - 1)) < 0) {
            return true; /* out of memory: the work that follows reports it */
        }
        const uint32_t count = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
        if (pov_select_find(players, count, player->follow)) {
            player->followed = PLAYBACK_FOLLOWS;
            return true;
        }
        player->followed = count > 0 ? PLAYBACK_FOLLOW_UNKNOWN : player->followed;
    }
    report_follow(player, &reported);
    return false;
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
    if (player->followed != PLAYBACK_FOLLOWS) {
        report_follow(player, reported);
        return false;
    }
    if (!is_shown(player)) {
        report_error("%s: player '%s' is out of sight at %.3f s; the recorder's view is drawn",
                     player->source.name, player->follow, timeline_time(player->timeline));
        return false;
    }
    return true;
}
