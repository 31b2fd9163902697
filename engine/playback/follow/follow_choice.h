/* Whose eyes a picture is seen with, from what the user asked for: a player by number or name, or a
 * target, for which a plan of the whole demo is made once. A pure function of demo and time: what
 * draws and what mixes sound each keep a choice of their own and find the same. */
#ifndef ENGINE_PLAYBACK_FOLLOW_CHOICE_H
#define ENGINE_PLAYBACK_FOLLOW_CHOICE_H

#include "engine/playback/follow/follow_plan.h"
#include "engine/playback/timeline.h"

enum follow_result {
    FOLLOW_FOUND,
    FOLLOW_UNKNOWN,   /* no player has that name or number */
    FOLLOW_AMBIGUOUS, /* several players' names have that part */
    FOLLOW_NOBODY     /* the demo has only the recorder's view, or nobody of the target's kind */
};

struct follow_choice {         /* start from {0}; free with follow_choice_free */
    enum follow_target target; /* of the plan; FOLLOW_PLAYER: there is no plan */
    struct follow_plan plan;
};

/* Finds the player at the timeline's cursor. who: as player.follow. *follow: as
 * scene_options.follow, 0 unless FOLLOW_FOUND. A target waits until the index is complete, when it
 * is first looked for. Returns 0 or FORMAT_MEMORY. */
int follow_choice_find(struct follow_choice *choice, const struct timeline *timeline,
                       const char *who, uint32_t *follow, enum follow_result *result) MUST_CHECK;
void follow_choice_free(struct follow_choice *choice);

#endif
