/* Text drawing: fixed-width letters with colour codes, and big figures.
 *
 * Texts are untrusted: at most Q3_TEXT_MAX letters are drawn. "^" and a letter or digit is a
 * colour code, not a letter. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_TEXT_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/hud/q3_hud_canvas.h"

enum { Q3_TEXT_MAX = 256 };

enum q3_text_flags {
    Q3_TEXT_SHADOW = 1, /* the same in black, 2 to the right and below */
    Q3_TEXT_ONE_COLOR = 2
};

struct q3_letters { /* units */
    float width, height;
    unsigned flags; /* enum q3_text_flags */
};

extern const struct q3_letters q3_big, q3_small; /* 16 x 16 with a shadow; 8 x 16 */

/* Letters of a text, colours not counted. */
uint32_t q3_text_length(const struct q3_canvas *canvas, const char *text);

/* most: maximum of letters, 0 = all. color: at the beginning; its alpha applies to all letters. */
void q3_text(struct q3_canvas *canvas, float x, float y, struct q3_letters letters,
             const float color[4], uint32_t most, const char *text);
/* In the middle of the screen; with its right end at x. */
void q3_text_centered(struct q3_canvas *canvas, float y, struct q3_letters letters,
                      const float color[4], const char *text);
void q3_text_right(struct q3_canvas *canvas, float x, float y, struct q3_letters letters,
                   const float color[4], const char *text);

/* Figures of 32 x 48 in a field of `width` of them, at its right end. */
void q3_figures(struct q3_canvas *canvas, float x, float y, int width, int32_t value,
                const float color[4]);

/* Reads a colour code: true if text begins with one; sets *length, in bytes, and color if the
 * code is known. For callers that draw letters themselves. */
bool q3_text_color(const struct q3_canvas *canvas, const char *text, size_t *length,
                   float color[3]);

#endif
