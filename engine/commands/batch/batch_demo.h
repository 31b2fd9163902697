/* A demo that a command reads as one of many (demo_batch.h): whether it could be opened, and up to
 * where it is whole. */
#ifndef ENGINE_COMMANDS_BATCH_BATCH_DEMO_H
#define ENGINE_COMMANDS_BATCH_BATCH_DEMO_H

#include "engine/playback/demo_source.h"

/* Start from {0}. */
struct batch_demo {
    const char *name; /* as given, borrowed */
    struct demo_source source;
    bool opened;               /* its bytes were read, and source is set */
    int code;                  /* 0, or why the demo, or the rest of it, was not read: */
    struct format_error error; /* its offset counts only if the file is a demo */
};

/* Opens the demo; with_data: with its game data, if that is found. Returns true if it can be read;
 * finish with batch_demo_end. Prints nothing; safe from any thread. */
bool batch_demo_begin(struct batch_demo *reading, const char *name,
                      const struct demo_search *search, bool with_data);

/* code, reading->error: what reading it to its end came to. A compressed file that is damaged ends
 * early, which is told unless the demo is damaged before. */
void batch_demo_end(struct batch_demo *reading, int code);

/* Prints the damage as a line on stderr. Returns true if there is none. */
bool batch_demo_report(const struct batch_demo *reading);

/* The name of its family, or NULL if it is no demo. */
const char *batch_demo_family(const struct batch_demo *reading);

void batch_demo_free(struct batch_demo *reading);

#endif
