/* Colours of drawings: each has a value on light paper and one on dark paper. */
#ifndef ENGINE_DRAWING_DRAWING_INK_H
#define ENGINE_DRAWING_DRAWING_INK_H

#include <stdint.h>

/* A zero-initialised ink draws nothing. Colours: 0x00RRGGBB. */
struct drawing_ink {
    uint32_t light, dark;
    uint8_t opacity; /* 255 = covers what is below; 0 = nothing is drawn */
};

/* X(NAME, light, dark). Texts and series have a contrast of 4.5 : 1 or more with the paper. */
#define DRAWING_INKS(X)                                                                            \
    X(PAPER, 0xffffff, 0x14171b)                                                                   \
    X(TEXT, 0x1c2126, 0xe8eaed)                                                                    \
    X(FAINT, 0x5c656e, 0x9aa4ae) /* second-rank texts, axes */                                     \
    X(GRID, 0xdfe3e7, 0x30363d)                                                                    \
    X(PANEL, 0xf2f4f6, 0x1e2328) /* ground of tables and legends */                                \
    X(SERIES_0, 0x1766c4, 0x6cb0ff)                                                                \
    X(SERIES_1, 0xb8500a, 0xff9f4a)                                                                \
    X(SERIES_2, 0x187a36, 0x5fd07f)                                                                \
    X(SERIES_3, 0xc9282d, 0xff7a74)                                                                \
    X(SERIES_4, 0x7f46bd, 0xc29bff)                                                                \
    X(SERIES_5, 0x0a7680, 0x45cfd8)                                                                \
    X(SERIES_6, 0xbb2679, 0xff83c4)                                                                \
    X(SERIES_7, 0x7a6400, 0xdcc043)

enum drawing_role {
#define DRAWING_ROLE(NAME, light, dark) DRAWING_##NAME,
    DRAWING_INKS(DRAWING_ROLE)
#undef DRAWING_ROLE
        DRAWING_ROLES
};

enum { DRAWING_SERIES = 8 };

/* Opaque. */
struct drawing_ink drawing_role(enum drawing_role role);
/* The colour of a series, from 0; more than DRAWING_SERIES repeat. */
struct drawing_ink drawing_series(uint32_t number);
/* A pair of your own, opaque. */
struct drawing_ink drawing_pair(uint32_t light, uint32_t dark);
struct drawing_ink drawing_faded(struct drawing_ink ink, uint8_t opacity);
/* Between two inks; share: 0 = a, 255 = b. */
struct drawing_ink drawing_mixed(struct drawing_ink a, struct drawing_ink b, uint8_t share);

#endif
