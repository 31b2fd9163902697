/* The looks a viewer may choose for Quake's levels. Which of them a scene of another kind has is
 * that kind's affair. */
#ifndef RENDER_LOOK_H
#define RENDER_LOOK_H

enum render_look {
    LOOK_EXACT,    /* 256 colours, one IEEE division per pixel; the default */
    LOOK_FAITHFUL, /* the original software renderer's arithmetic; see render/palette/FIDELITY.md */
    LOOK_TRUECOLOR /* smooth light in true colour; see render/truecolor/FIDELITY.md */
};

#endif
