#include "engine/playback/follow/follow_choice.h"

#include "engine/playback/pov_select.h"

static int make_plan(struct follow_choice *choice, enum follow_target target,
                     const struct timeline *timeline)
{
    struct follow_facts facts;
    int status = follow_facts_find(&facts, timeline);
    follow_choice_free(choice);
    if (status == 0) {
        status = follow_plan_build(&choice->plan, target, &facts);
    }
    choice->target = status == 0 ? target : FOLLOW_PLAYER;
    follow_facts_free(&facts);
    return status;
}

static enum follow_result find_player(const struct timeline *timeline, const char *who,
                                      uint32_t *follow)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct demo_player_info *found;
    const uint32_t total = timeline_players(timeline, players, POV_SELECT_PLAYERS);
    const uint32_t count = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    const enum pov_match match = pov_select_find(players, count, who, &found);
    *follow = found ? found->slot + 1 : 0;
    return found                    ? FOLLOW_FOUND
           : match == POV_AMBIGUOUS ? FOLLOW_AMBIGUOUS
           : count > 0              ? FOLLOW_UNKNOWN
                                    : FOLLOW_NOBODY;
}

int follow_choice_find(struct follow_choice *choice, const struct timeline *timeline,
                       const char *who, uint32_t *follow, enum follow_result *result)
{
    const enum follow_target target = follow_target_find(who);
    *follow = 0;
    *result = FOLLOW_NOBODY;
    if (target == FOLLOW_PLAYER) {
        *result = find_player(timeline, who, follow);
        return 0;
    }
    if (choice->target != target && make_plan(choice, target, timeline) < 0) {
        return FORMAT_MEMORY;
    }
    const struct follow_shot *shot = follow_plan_at(&choice->plan, timeline_time(timeline));
    *follow = shot ? shot->slot + 1u : 0;
    /* Of a demo with one view this is the one that matters. */
    *result = shot || target == FOLLOW_AUTO ? FOLLOW_FOUND : FOLLOW_NOBODY;
    return 0;
}

void follow_choice_free(struct follow_choice *choice)
{
    follow_plan_free(&choice->plan);
    choice->target = FOLLOW_PLAYER;
}
