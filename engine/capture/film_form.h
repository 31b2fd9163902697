/* The forms of films that people save from the window: one table. */
#ifndef ENGINE_CAPTURE_FILM_FORM_H
#define ENGINE_CAPTURE_FILM_FORM_H

#include <stdbool.h>

#include "engine/capture/film_plan.h"

enum film_form { FILM_FORM_AVI, FILM_FORM_MP4, FILM_FORM_WEBM, FILM_FORM_GIF, FILM_FORMS };

struct film_form_info {
    const char *ending;   /* ".avi" */
    const char *answer;   /* a line that offers it */
    bool encoder;         /* ffmpeg makes it */
    bool mute;            /* it has no sound */
    struct film_rate fps; /* 0 = as a film has by default */
    int width;            /* at most, pixels; 0 = as the window's */
};

extern const struct film_form_info film_forms[FILM_FORMS];

/* True if it can be made: it needs no other program, or ffmpeg is in $PATH. */
bool film_form_is_there(enum film_form form);

#endif
