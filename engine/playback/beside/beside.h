/* A second demo, or a second moment of the demo that plays, in the same frame: at the right of the
 * first (in an upright frame below it), or both as one picture of their difference.
 *
 * The second demo is seen at the time that is aligned with the first's (beside_clock.h), plus an
 * offset, or at a moment that stays. The frame is a pure function of (both demos, their data, time,
 * settings). What the second shows before its beginning and after its end is its first and last
 * frame, dimmed. Prints nothing. Not thread-safe. */
#ifndef ENGINE_PLAYBACK_BESIDE_BESIDE_H
#define ENGINE_PLAYBACK_BESIDE_BESIDE_H

#include "engine/playback/beside/beside_clock.h"
#include "engine/playback/beside/beside_picture.h"
#include "engine/text/osd_font.h"
#include "render/renderer.h"

struct playback_context;

/* Settings of the user; zeroed = there is no second demo. Strings are borrowed while it is open. */
struct beside_options {
    const char *name;   /* of the second demo; NULL = the one that plays, if `at` or `offset` is
                           set */
    const char *at;     /* the moment of it that stays, a place (demo_place.h); NULL = it plays */
    double offset;      /* seconds, added to the aligned time */
    const char *follow; /* whose eyes it is seen with, as playback_options.follow; NULL = the
                           recorder's */
    bool difference;    /* one picture of what differs */
    int gain;           /* of the difference, 1..BESIDE_GAIN_MAX; 0 = BESIDE_GAIN */
    bool hidden;        /* only the first is drawn */
    bool optional;      /* one that cannot be used is left out and told, not an error */
};
bool beside_is_asked(const struct beside_options *options);

enum { BESIDE_TEXT = 384, BESIDE_NAME = 64 };

struct beside {
    struct playback_context *other; /* owned; its renderers are those of the second picture */
    bool is_same;                   /* the demo that plays: its game data and index are shared */
    bool stays;                     /* at `moment`, seconds */
    double moment, offset;
    struct beside_clock clock;
    char note[BESIDE_TEXT];        /* how it is aligned if not as asked for; "" = as asked for */
    char names[2][BESIDE_NAME];    /* displayed, plain ASCII */
    bool is_drawn;                 /* as the frame was laid out: the second has a place in it */
    bool is_difference;            /* and that is the whole frame */
    bool is_small;                 /* the frame is too small for two pictures */
    int width, height;             /* of the frame */
    struct playback_part parts[2]; /* of it */
    int label_rows;                /* above each part, for its label; 0 = labels lie over it */
    bool has_labels;               /* as it was laid out */
    uint32_t *pixels;              /* for beside_frame */
    struct osd_font font;
};

/* Opens the second demo as first->options.beside says. Returns 0 or a negative FORMAT_ code and
 * fills err with a line that names it; *beside is NULL then. Close with beside_close. */
int beside_open(struct beside **beside, const struct playback_context *first,
                struct format_error *err) MUST_CHECK;
/* A second moment of the demo that plays, which stays; *beside may be the one that was there.
 * Returns 0 or FORMAT_MEMORY. */
int beside_keep_moment(struct beside **beside, const struct playback_context *first,
                       double time) MUST_CHECK;
/* NULL is allowed. */
void beside_close(struct beside *beside);

/* Lays out a frame as first->options say and makes the second's renderers; *part: where the first
 * is drawn. Returns 0 or FORMAT_MEMORY. */
int beside_set_size(struct beside *beside, const struct playback_context *first, int width,
                    int height, struct playback_part *part) MUST_CHECK;

/* True if labels come or go by the first's settings: the frame has to be laid out again. */
bool beside_labels_change(const struct beside *beside, const struct playback_context *first);

/* Draws the second beside the first, which was drawn; target as in renderer_draw. Returns 0 or a
 * negative FORMAT_ code. */
int beside_draw(struct beside *beside, const struct playback_context *first, uint32_t *target,
                size_t pitch) MUST_CHECK;
/* As renderer_frame and renderer_hash, of both. *frame is the first's before, that of both after;
 * alone: the first's. */
int beside_frame(struct beside *beside, const struct playback_context *first,
                 struct render_frame *frame) MUST_CHECK;
uint64_t beside_hash(const struct beside *beside, uint64_t alone);

#endif
