/* What an edit did to a demo. */
#ifndef ENGINE_EDIT_EDIT_REPORT_H
#define ENGINE_EDIT_EDIT_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum edit_change_kind {
    EDIT_EMPTY,     /* a block without messages, at which the original stops: left out */
    EDIT_RECONNECT, /* a text that would end the original's playback: made ineffective */
    EDIT_DOWNLOAD,  /* part of a file that the recorder loaded: left out */
    EDIT_VOICE,     /* voice: left out */
    EDIT_NO_BASE,   /* a snapshot or entities, told as a difference from what is not known: left out
                     */
    EDIT_SPLIT,     /* a block longer than clients read: written as several */
    EDIT_LONG,      /* a block that is longer even so: what is too long is kept in one */
    EDIT_CHANGE_KINDS
};

/* A step of the source that was not taken over as it is. */
struct edit_change {
    enum edit_change_kind kind;
    size_t offset; /* of the step in the file */
};

struct edit_report {      /* start from {0} */
    uint32_t steps;       /* written: blocks or messages, those of the start state included */
    uint32_t start_steps; /* of the start state; 0 = the part begins where a level does */
    struct edit_change *changes; /* by offset; owned */
    size_t num_changes, cap_changes;
};

/* Returns 0 or FORMAT_MEMORY. */
int edit_report_add(struct edit_report *report, enum edit_change_kind kind,
                    size_t offset) MUST_CHECK;
size_t edit_report_count(const struct edit_report *report, enum edit_change_kind kind);
/* Machine-readable: "reconnect". */
const char *edit_change_name(enum edit_change_kind kind);
/* Frees the changes; *report is {0} then. */
void edit_report_free(struct edit_report *report);

#endif
