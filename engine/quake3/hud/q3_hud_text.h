/* Words on the display: letters of one width, with colours in the text, and big figures.
 *
 * Texts are strangers' bytes: at most Q3_TEXT_MAX letters of each are drawn. "^" and a letter or
 * digit behind it is a colour and no letter itself. */
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

/* most: letters, 0 = all. color is what the text begins with; its alpha holds for all of it. */
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

/* A colour in a text: true when one begins there; *length is its bytes, and color has changed where
 * it is one that is known. For who draws letters himself. */
bool q3_text_color(const struct q3_canvas *canvas, const char *text, size_t *length,
                   float color[3]);

#endif
