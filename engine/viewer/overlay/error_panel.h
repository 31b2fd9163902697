/* Panel for a demo that cannot be opened: error, known facts, advice. */
#ifndef ENGINE_VIEWER_OVERLAY_ERROR_PANEL_H
#define ENGINE_VIEWER_OVERLAY_ERROR_PANEL_H

#include <stddef.h>

/* Texts may be of any length and hold anything; "" = not known. */
struct error_panel {
    const char *name;    /* the demo's, as it was given */
    const char *reason;  /* "no such file" */
    const char *kind;    /* "Quake III, protocol 68 (Quake III 1.32)" */
    const char *level;   /* "Aggressive Tendencies (aggressor)" */
    const char *players; /* "labrat, Major and 3 more" */
    const char *length;  /* "1:00" */
    const char *advice;  /* a line or more */
};

enum { ERROR_PANEL_BYTES = 2048 };

/* The panel's lines, for panel_draw. */
void error_panel_text(const struct error_panel *panel, char text[ERROR_PANEL_BYTES]);

#endif
