#include "engine/quake3/sounds/q3_live_names.h"

#include <stddef.h>
#include <string.h>

struct live_name {
    const char *usual, *live;
};

#define SAYS(voice, name)                                                                          \
    {                                                                                              \
        "sound/" name ".wav", "sound/vo/" voice ".ogg|sound/" name ".wav"                          \
    }
#define IS(other, name)                                                                            \
    {                                                                                              \
        "sound/" name ".wav", other ".ogg|sound/" name ".wav"                                      \
    }

static const struct live_name names[] = {
    SAYS("impressive1", "feedback/impressive"),
    SAYS("excellent1", "feedback/excellent"),
    SAYS("humiliation1", "feedback/humiliation"),
    SAYS("denied", "feedback/denied"),
    SAYS("assist", "feedback/assist"),
    SAYS("defense", "feedback/defense"),
    SAYS("holy_shit", "feedback/voc_holyshit"),
    SAYS("lead_taken", "feedback/takenlead"),
    SAYS("lead_tied", "feedback/tiedlead"),
    SAYS("lead_lost", "feedback/lostlead"),
    SAYS("red_leads", "feedback/redleads"),
    SAYS("blue_leads", "feedback/blueleads"),
    SAYS("teams_tied", "feedback/teamstied"),
    SAYS("1_minute", "feedback/1_minute"),
    SAYS("5_minute", "feedback/5_minute"),
    SAYS("sudden_death", "feedback/sudden_death"),
    SAYS("1_frag", "feedback/1_frag"),
    SAYS("2_frags", "feedback/2_frags"),
    SAYS("3_frags", "feedback/3_frags"),
    SAYS("one", "feedback/one"),
    SAYS("two", "feedback/two"),
    SAYS("three", "feedback/three"),
    SAYS("fight", "feedback/fight"),
    SAYS("prepare_to_fight", "feedback/prepare"),
    SAYS("prepare_your_team", "feedback/prepare_team"),
    SAYS("vote_now", "feedback/vote_now"),
    SAYS("vote_passed", "feedback/vote_passed"),
    SAYS("vote_failed", "feedback/vote_failed"),
    SAYS("red_scores", "teamplay/voc_red_scores"),
    SAYS("blue_scores", "teamplay/voc_blue_scores"),
    SAYS("red_flag_returned", "teamplay/voc_red_returned"),
    SAYS("blue_flag_returned", "teamplay/voc_blue_returned"),
    SAYS("your_flag_taken", "teamplay/voc_enemy_flag"),
    SAYS("enemy_flag_taken", "teamplay/voc_team_flag"),
    SAYS("your_team_has_flag", "teamplay/voc_team_1flag"),
    SAYS("the_enemy_has_flag", "teamplay/voc_enemy_1flag"),
    SAYS("you_have_flag", "teamplay/voc_you_flag"),
    IS("sound/items/scout", "items/cl_scout"),
    IS("sound/items/guard", "items/cl_guard"),
    IS("sound/items/damage", "items/cl_doubler"),
    IS("sound/items/armorregen", "items/cl_ammoregen"),
    IS("dlc_gibs/gibsplt1", "player/gibsplt1"),
    IS("dlc_gibs/invul_juiced", "items/invul_juiced"),
};

const char *q3_live_name(const char *name)
{
    for (size_t i = 0; name && i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(names[i].usual, name) == 0) {
            return names[i].live;
        }
    }
    return name;
}
