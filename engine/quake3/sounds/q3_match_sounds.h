/* What the match and its people are heard by, from server commands and configstrings: chat, votes,
 * the count-down, the fight, the music.
 *
 * Source: the original's cg_servercmds.c, cg_draw.c and S_StartBackgroundTrack, and what
 * OpenArena's client of 0.8.8 counts and does not say, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_MATCH_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_MATCH_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* As it was before a message. */
struct q3_match_seen {
    uint32_t gamestates, num_lines;
    int32_t restarts, warmup;
    int32_t count;          /* whole seconds until the match or round begins, -1 = it is not due */
    int scoring;            /* seconds shown until held points score, 0 = none do */
    uint32_t vote, caption; /* hashes of what the vote stands at, and of what it is about */
    uint32_t team_vote;     /* likewise, of the recorder's team; 0 = there is none */
    uint32_t music;         /* of the music's name */
};

/* hearing: begun with the state before the message. */
void q3_match_before(struct q3_match_seen *seen, const struct q3_sound_emitter *emitter);

void q3_match_sounds(struct q3_sound_emitter *emitter, const struct q3_match_seen *before);

#endif
