#include "engine/capture/film_form.h"

#include "assets/process.h"

const struct film_form_info film_forms[FILM_FORMS] = {
    [FILM_FORM_AVI] = {".avi", "AVI: made fast, a large file", .encoder = false},
    [FILM_FORM_MP4] = {".mp4", "MP4: small, plays nearly everywhere", .encoder = true},
    [FILM_FORM_WEBM] = {".webm", "WebM: small, for the web, made slowly", .encoder = true},
    /* 3 s of Quake in 480 x 300 are 4 MB. */
    [FILM_FORM_GIF] = {".gif", "GIF: without sound, for a few seconds", .encoder = true,
                       .mute = true, .fps = {20, 1}, .width = 480},
};

bool film_form_is_there(enum film_form form)
{
    return !film_forms[form].encoder || process_is_there("ffmpeg");
}
