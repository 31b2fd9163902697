/* The viewer as its files share it: each keeps a part of it, which its header says. */
#ifndef ENGINE_VIEWER_VIEWER_INTERNAL_H
#define ENGINE_VIEWER_VIEWER_INTERNAL_H

#include <SDL.h>

#include "engine/playback/player.h"
#include "engine/report/report.h"
#include "engine/text/osd_font.h"
#include "engine/viewer/audio/viewer_sound.h"
#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/camera/viewer_path.h"
#include "engine/viewer/keys/event_filter.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/overlay/chooser.h"
#include "engine/viewer/overlay/help.h"
#include "engine/viewer/overlay/osd_messages.h"
#include "engine/viewer/record/viewer_record.h"
#include "engine/viewer/saved/settings.h"
#include "engine/viewer/viewer.h"
#include "engine/viewer/viewer_bar.h"
#include "engine/viewer/viewer_chooser.h"
#include "engine/viewer/viewer_console.h"
#include "engine/viewer/viewer_data.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_error.h"
#include "engine/viewer/viewer_hud.h"
#include "engine/viewer/viewer_input.h"
#include "engine/viewer/viewer_keys.h"
#include "engine/viewer/viewer_mouse.h"
#include "engine/viewer/viewer_picture.h"
#include "engine/viewer/viewer_playlist.h"
#include "engine/viewer/viewer_seek.h"
#include "engine/viewer/window/window.h"

struct viewer {
    const struct viewer_options *options;
    struct window *window;
    struct key_map keys;
    struct settings settings; /* what is remembered from one run to the next */
    struct osd_font font;
    struct report_listener listener; /* hears what is said on stderr */

    struct viewer_playlist playlist;
    struct viewer_demo demo;
    struct viewer_error error;
    struct viewer_data data;
    struct camera camera; /* of all demos */
    struct viewer_path path;
    enum event_filter filter; /* what the keys for events stop at */
    bool began;               /* some demo has: the part to play was its */

    struct viewer_picture picture;
    struct viewer_hud hud;
    struct viewer_sound sound;
    struct viewer_bar bar;
    struct viewer_record record;
    struct osd_messages messages;
    struct help help;
    struct chooser chooser;
    struct viewer_console console;
    bool info; /* numbers about the playback are shown */

    struct viewer_mouse mouse;
    bool key_was_bound; /* the last keydown did something: what it types is not asked for */

    bool dirty; /* the picture must be drawn again */
    bool quit;
    bool bad; /* a demo could not be opened or was damaged */
};

/* --- viewer.c --------------------------------------------------------------------------------- */

void viewer_say(struct viewer *viewer, const char *format, ...) FORMAT_PRINTF(2, 3);
/* Says that something went wrong: on the screen, and on stderr. */
void viewer_trouble(struct viewer *viewer, const char *format, ...) FORMAT_PRINTF(2, 3);
/* The same of a whole line; context: the viewer. A files_log_fn, settings_tell_fn. */
void viewer_trouble_line(void *context, const char *line);
/* Shows what is said on stderr; the viewer's report_listener. */
void viewer_hear(void *viewer, enum report_kind kind, const char *line);
/* The key to name for an action without amount; "" = no key does that. */
void viewer_name_key(const struct viewer *viewer, enum action action, char name[KEY_HELP_TEXT]);
/* Hears how setting or removing a setting went, which only fails without memory. */
void viewer_keep(struct viewer *viewer, int code);
/* At the end play stands still: says what goes on from there. */
void viewer_follow_end(struct viewer *viewer);
/* Saves notes and settings, frees everything but the viewer itself. */
void viewer_close(struct viewer *viewer);

#endif
