/* Panel shown when a level is missing: level, searched folders, advice. */
#ifndef ENGINE_VIEWER_OVERLAY_DATA_PANEL_H
#define ENGINE_VIEWER_OVERLAY_DATA_PANEL_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/osd.h"

struct data_panel {
    bool quake3;            /* Quake III data is required */
    const char *level;      /* "e1m1: The Slipgate Complex"; "" = not known */
    const char *basedir;    /* the game data there is; NULL = none was found */
    const char *places;     /* without game data: where it was looked for, one a line */
    unsigned models, skins; /* missing models and skins */
    const char *hides;      /* the key that hides the panel; "" = none */
};

enum { DATA_PANEL_BYTES = 4096 };

/* "12 models and 1 skin"; "" = neither. */
void data_panel_count(char *text, size_t size, unsigned models, unsigned skins);
/* The panel's lines. */
void data_panel_text(const struct data_panel *panel, char text[DATA_PANEL_BYTES]);
/* As panel_draw. */
void data_panel_draw(const struct data_panel *panel, const struct osd_canvas *canvas, int top,
                     int bottom);

#endif
