/* Sounds of the match, from server commands and configstrings: chat, votes, countdown, "fight",
 * music.
 *
 * Source: the original's cg_servercmds.c, cg_draw.c and S_StartBackgroundTrack, and the countdowns
 * of OpenArena's client 0.8.8, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_MATCH_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_MATCH_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* State of the match before a message. */
struct q3_match_seen {
    uint32_t gamestates, num_lines;
    int32_t restarts, warmup;
    int32_t count;          /* whole seconds until the match or round begins; -1 = none is due */
    int scoring;            /* seconds shown until held points score, 0 = none do */
    uint32_t vote, caption; /* hashes of time and counts of the vote, and of its text */
    uint32_t team_vote;     /* hash of the vote of the recorder's team; 0 = none */
    uint32_t music;         /* hash of the music's name */
};

/* emitter: begun with the state before the message. */
void q3_match_before(struct q3_match_seen *seen, const struct q3_sound_emitter *emitter);

void q3_match_sounds(struct q3_sound_emitter *emitter, const struct q3_match_seen *before);

#endif
