/* Quake III's game state in the numbers of a later protocol: 43 (dm3), 48, 66 and 67 in those of
 * 68, Quake Live's 73 and 90 in those of 91.
 *
 * Between 66 and 68 only the serverinfo's protocol differs. 43 has other numbers of events, of
 * event entities, of a player's counts and of some configstrings, and no awards in its scores; 48
 * is 68's layout in another order, and where its serverinfo tells a protocol below 48, its places
 * have other configstrings. 73 and 90 have other numbers of powerups and of configstrings than 91,
 * and a scoreboard flag that 91 lacks. Sources: bg_public.h of the original's versions and
 * UberDemoTools' tables, as facts.
 *
 * The translated states are a second q3_frames, which follows the reader's slot by slot; 10 MB, of
 * which a demo touches a few hundred KB. Not thread-safe. */
#ifndef ENGINE_EDIT_Q3_TRANSLATOR_H
#define ENGINE_EDIT_Q3_TRANSLATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/quake3/q3_command.h"
#include "formats/quake3/q3_snapshot.h"

struct q3_translator;

/* What a translation drops. */
struct q3_translator_report {
    uint32_t configstrings, events;
};

/* True if there is a translation. */
bool q3_translator_knows(int from, int to);

/* clients: the recorder's number in each level, in order, which 43 and 48 do not tell in their
 * gamestates; borrowed. NULL: out of memory, or there is no translation. */
struct q3_translator *q3_translator_create(int from, int to, const int32_t *clients,
                                           uint32_t levels);
void q3_translator_free(struct q3_translator *translator);

/* Translates a gamestate and its baselines; the result is the translator's, good until the next. */
const struct q3_gamestate *q3_translator_gamestate(struct q3_translator *translator,
                                                   const struct q3_gamestate *gamestate,
                                                   const struct q3_frames *frames);

/* Translates the newest snapshot of frames, whose earlier ones were translated. The result is one
 * of q3_translator_frames. */
const struct q3_snapshot *q3_translator_snapshot(struct q3_translator *translator,
                                                 const struct q3_frames *frames,
                                                 const struct q3_snapshot *snapshot);

/* The translated states. A snapshot of the reader's frames is at the same index here. */
const struct q3_frames *q3_translator_frames(const struct q3_translator *translator);

/* Translates a server command. A command for what the protocol lacks becomes an empty one, since
 * numbers of commands must not have gaps. The result is the argument or the translator's, good
 * until the next call. */
const char *q3_translator_command(struct q3_translator *translator, const char *text);

/* So far. */
struct q3_translator_report q3_translator_report(const struct q3_translator *translator);

#endif
