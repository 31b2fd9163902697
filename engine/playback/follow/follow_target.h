/* Whom --follow can ask for besides a player: whoever is of interest at a time. */
#ifndef ENGINE_PLAYBACK_FOLLOW_TARGET_H
#define ENGINE_PLAYBACK_FOLLOW_TARGET_H

enum follow_target {
    FOLLOW_PLAYER, /* none of those below: a player by number or name */
    FOLLOW_AUTO,   /* who matters: frags to come, powerups, flags, weapons and health */
    FOLLOW_KILLER, /* who kills next */
    FOLLOW_VICTIM, /* who is killed next */
    FOLLOW_LEADER, /* the highest score */
    FOLLOW_CARRIER,
    FOLLOW_POWERUP,
    FOLLOW_TARGETS
};

/* The target of that name, whatever its case; FOLLOW_PLAYER if it is none. A player of such a name
 * is followed by number. */
enum follow_target follow_target_find(const char *name);

/* "auto"; of FOLLOW_PLAYER "". */
const char *follow_target_name(enum follow_target target);

/* "who kills next" */
const char *follow_target_meaning(enum follow_target target);

#endif
