/* Findings of what keeps an original engine from playing a demo, and of what it plays otherwise
 * than it stands in the file.
 *
 * Every message is checked against the engine's limits (validate_limits.h). Game data is not
 * looked at: that a map or a model is missing is no finding. */
#ifndef ENGINE_EDIT_VALIDATE_VALIDATE_H
#define ENGINE_EDIT_VALIDATE_VALIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "formats/base/error.h"

enum validate_engine {
    VALIDATE_ID,         /* id's clients: Quake 1.09, QuakeWorld 2.40 */
    VALIDATE_QUAKESPASM, /* 0.95.1; NetQuake */
    VALIDATE_EZQUAKE,    /* 3.6.1; QuakeWorld and NetQuake's protocol 15 */
    VALIDATE_IOQUAKE3,   /* 1.36; Quake III */
    VALIDATE_ENGINES
};

/* What the engine does. */
enum validate_effect {
    VALIDATE_NO_LIMIT,
    /* The demo plays: */
    VALIDATE_PLAYS, /* nothing */
    VALIDATE_CUTS,  /* cuts a text */
    VALIDATE_SKIPS, /* leaves out the message or the packet */
    /* It does not: */
    VALIDATE_ENDS,      /* takes it for the end of the demo */
    VALIDATE_HIDES,     /* never shows the level */
    VALIDATE_MISREADS,  /* reads what follows as something else */
    VALIDATE_STOPS,     /* ends playback with an error */
    VALIDATE_QUITS,     /* ends the program with an error */
    VALIDATE_OVERWRITES /* reads or writes outside its memory */
};

struct validate_finding {
    const char *rule;    /* "block-size" */
    uint32_t block;      /* from 0 */
    size_t offset;       /* in the file */
    const char *subject; /* "block size" */
    bool counted;        /* value and most mean something: */
    int64_t value, most;
    enum validate_effect effect;
};

/* Called with each finding, in the order of the file; the finding is valid until it returns. */
typedef void (*validate_found_fn)(void *context, const struct validate_finding *finding);

struct validate_report {
    uint64_t findings;
    uint64_t refusals; /* of them: those that keep the engine from playing the whole demo */
};

const char *validate_engine_name(enum validate_engine engine);
/* False: there is no engine of that name. */
bool validate_engine_find(const char *name, enum validate_engine *engine);
/* The engine that the demo's family was made for. */
enum validate_engine validate_engine_of(const struct demo *demo);

/* "ends playback with an error". */
const char *validate_effect_text(enum validate_effect effect);
/* True if the engine does not play the whole demo then. */
bool validate_is_refusal(enum validate_effect effect);

/* Checks an opened demo (code 0), without the note of a part (part_note.h). Returns 0 or
 * FORMAT_MEMORY; fills err. found may be NULL. */
int validate_demo(const struct demo *demo, enum validate_engine engine, validate_found_fn found,
                  void *context, struct validate_report *report,
                  struct format_error *err) MUST_CHECK;

#endif
