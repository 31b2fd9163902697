/* The letters of the program's own words over the picture: outlines kept as strokes, made into
 * pixels of any size. All are equally wide, so that a text's width is a product.
 *
 * A size is the pixels from the top of capitals to the bottom of descenders. Everything is worked
 * out from the size alone, with arithmetic that gives the same bits everywhere. One thread. */
#ifndef ENGINE_TEXT_OSD_FONT_H
#define ENGINE_TEXT_OSD_FONT_H

#include <stdbool.h>
#include <stdint.h>

enum { OSD_SIZE_MIN = 7, OSD_SIZE_MAX = 160 };

/* Symbols outside ASCII, one character each, used in texts as in "\x0e 2.00x". */
#define OSD_PLAY "\x0e"
#define OSD_REVERSE "\x0f"
#define OSD_PAUSE "\x10"
#define OSD_LOOP "\x11"
#define OSD_SPEAKER "\x12"
#define OSD_MUTE "\x13"
#define OSD_LEFT "\x14"
#define OSD_RIGHT "\x15"
#define OSD_UP "\x16"
#define OSD_DOWN "\x17"
#define OSD_ELLIPSIS "\x18"
#define OSD_BULLET "\x19"
#define OSD_EYE "\x1a"
#define OSD_CHECK "\x1b"
#define OSD_CROSS "\x1c"
#define OSD_NEXT "\x1d"
#define OSD_PREVIOUS "\x1e"
#define OSD_WARNING "\x1f"

/* Pixels from one character to the next, and how far the dark outline reaches outside the ink.
 * Sizes outside the limits are taken as the nearest one. */
int osd_advance(int size);
int osd_outline(int size);

/* Pixels of a glyph, without `right` and `bottom`. */
struct osd_box {
    int left, top, right, bottom;
};

/* A character's coverage, 0..255, row by row, four equal bytes a pixel (one for each of a
 * 32-bit pixel's). shade is that of ink and outline together, nowhere less than ink's. */
struct osd_glyph {
    int left, top; /* first pixel, relative to the top left of the character cell */
    int width, height;
    struct osd_box inked,
        outlined;               /* nothing is there outside of them; of whole vectors in width */
    const uint8_t *ink, *shade; /* NULL: not made yet */
};

enum { OSD_FONT_SIZES = 6, OSD_FONT_FIRST = 14, OSD_FONT_GLYPHS = 127 - OSD_FONT_FIRST };

struct osd_font_size {
    int size;      /* 0 = unused */
    uint64_t used; /* the larger, the later */
    struct osd_glyph glyphs[OSD_FONT_GLYPHS];
};

/* Cache of rasterised glyphs for a few sizes. Start from {0}. */
struct osd_font {
    struct osd_font_size sizes[OSD_FONT_SIZES];
    uint64_t asked;
};

void osd_font_free(struct osd_font *font);

/* The glyph of a character; '?' if it has none. Valid until a glyph of another size is requested.
 * Returns NULL if out of memory. */
const struct osd_glyph *osd_font_glyph(struct osd_font *font, int size, unsigned char character);

/* Makes all glyphs of a size, so that none is missing later. False: out of memory. */
bool osd_font_make(struct osd_font *font, int size);

#endif
