#include "engine/playback/follow/follow_target.h"

#include "assets/name_map.h"

static const struct {
    const char *name, *meaning;
} targets[FOLLOW_TARGETS] = {
    [FOLLOW_PLAYER] = {"", "a player"},
    [FOLLOW_AUTO] = {"auto", "who matters now"},
    [FOLLOW_KILLER] = {"killer", "who kills next"},
    [FOLLOW_VICTIM] = {"victim", "who is killed next"},
    [FOLLOW_LEADER] = {"leader", "who has the highest score"},
    [FOLLOW_CARRIER] = {"carrier", "who carries a flag"},
    [FOLLOW_POWERUP] = {"powerup", "who has a powerup"},
};

enum follow_target follow_target_find(const char *name)
{
    for (int i = FOLLOW_PLAYER + 1; i < FOLLOW_TARGETS; i++) {
        if (name_equal_nocase(name, targets[i].name)) {
            return (enum follow_target)i;
        }
    }
    return FOLLOW_PLAYER;
}

const char *follow_target_name(enum follow_target target)
{
    return targets[target].name;
}

const char *follow_target_meaning(enum follow_target target)
{
    return targets[target].meaning;
}
