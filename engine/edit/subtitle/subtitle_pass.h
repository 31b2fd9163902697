/* One pass over a demo's centerprints, whatever the family: which of them stay, and what is said at
 * an update. Internal to engine/edit/subtitle. */
#ifndef ENGINE_EDIT_SUBTITLE_SUBTITLE_PASS_H
#define ENGINE_EDIT_SUBTITLE_SUBTITLE_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/edit/subtitle/edit_subtitle.h"

#define SUBTITLE_ALL 0xffffffffu /* players */

enum subtitle_action { SUBTITLE_ADD, SUBTITLE_REMOVE, SUBTITLE_LIST };

struct subtitle_key; /* a text, to be found by its letters */

/* Start from what comes first, then subtitle_pass_begin. */
struct subtitle_pass {
    enum subtitle_action action;
    const struct subtitles *subtitles; /* NULL: remove all; list */
    struct subtitle_report *report;
    struct subtitle_list *list; /* NULL unless they are listed */
    struct byte_writer *out;

    double seconds; /* a centerprint stays so long */
    void (*to_plain)(char *to, size_t size, const char *line);
    bool failed; /* out of memory */

    double now;   /* the update's time */
    bool stays;   /* in an intermission: a text is shown until the next one or the level's end */
    double until; /* the text put in or taken out last is seen until then; may be INFINITY */

    size_t next;      /* the text that is shown or comes next */
    bool placed;      /* it is shown, */
    double end, said; /* until then; when it was said last */

    struct subtitle_key *keys; /* of subtitles, sorted */
    uint32_t cleared;          /* players who see a text that was taken out */
};

/* Returns 0 or FORMAT_MEMORY. Call subtitle_pass_end in any case. */
int subtitle_pass_begin(struct subtitle_pass *pass, const struct demo *demo) MUST_CHECK;
void subtitle_pass_end(struct subtitle_pass *pass);

/* Call for each centerprint of the demo, in order. True: it stays. */
bool subtitle_pass_keeps(struct subtitle_pass *pass, double time, uint32_t to_whom,
                         const char *text);

/* Call for the messages that begin a level (svc_serverinfo, svc_serverdata), the intermission
 * (svc_intermission), or its words (svc_finale, svc_cutscene), in order with the centerprints. */
void subtitle_pass_level(struct subtitle_pass *pass, double time);
void subtitle_pass_intermission(struct subtitle_pass *pass, double time);
void subtitle_pass_finale(struct subtitle_pass *pass, double time, uint32_t to_whom);

/* Call at each update. What is said at it, good until the texts are freed; NULL: nothing. It is
 * nothing that with its NUL is longer than `room` bytes. */
const char *subtitle_pass_says(struct subtitle_pass *pass, double time, size_t room);

/* The families' passes; each returns 0 or a negative code as of edit_subtitle.h. */
int nq_subtitle(struct subtitle_pass *pass, const struct demo *demo,
                struct format_error *err) MUST_CHECK;
int qw_subtitle(struct subtitle_pass *pass, const struct demo *demo,
                struct format_error *err) MUST_CHECK;
int q3_subtitle(struct subtitle_pass *pass, const struct demo *demo,
                struct format_error *err) MUST_CHECK;

#endif
