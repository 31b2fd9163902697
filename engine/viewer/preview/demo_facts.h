/* What is told of demos in a list: level, length, players and date, read by a thread when a demo is
 * asked for; the last ones are kept. One thread calls. */
#ifndef ENGINE_VIEWER_PREVIEW_DEMO_FACTS_H
#define ENGINE_VIEWER_PREVIEW_DEMO_FACTS_H

#include <stdbool.h>

enum { DEMO_FACTS_KEPT = 256, DEMO_FACTS_COLUMNS = 47, DEMO_FACTS_TEXT = 64 };

struct demo_facts;

/* Returns NULL if out of memory. */
struct demo_facts *demo_facts_begin(void);
/* Waits for the thread, which may be reading a demo. NULL is allowed. */
void demo_facts_end(struct demo_facts *facts);

/* The text about a demo, for a name as demo_source_open has it, or NULL, the built-in demo; ASCII,
 * in DEMO_FACTS_COLUMNS columns. "" = it is not read yet, and will be soon, or it tells nothing. */
void demo_facts_get(struct demo_facts *facts, const char *name, char text[DEMO_FACTS_TEXT]);
/* True once after each demo that was read. Where no thread can be made, this call reads one. */
bool demo_facts_is_new(struct demo_facts *facts);

#endif
