/* The whole viewer: one member for each part, described in that part's header. For the main loop,
 * opening demos, event dispatch and drawing; other files include the parts they need. */
#ifndef ENGINE_VIEWER_VIEWER_INTERNAL_H
#define ENGINE_VIEWER_VIEWER_INTERNAL_H

#include "engine/text/osd_font.h"
#include "engine/viewer/audio/viewer_sound.h"
#include "engine/viewer/camera/viewer_beside.h"
#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/camera/viewer_path.h"
#include "engine/viewer/camera/viewer_views.h"
#include "engine/viewer/keys/event_filter.h"
#include "engine/viewer/overlay/chooser.h"
#include "engine/viewer/overlay/help.h"
#include "engine/viewer/overlay/prompt.h"
#include "engine/viewer/pad/viewer_pad.h"
#include "engine/viewer/places/viewer_marks.h"
#include "engine/viewer/preview/demo_facts.h"
#include "engine/viewer/preview/viewer_preview.h"
#include "engine/viewer/record/viewer_clip.h"
#include "engine/viewer/record/viewer_record.h"
#include "engine/viewer/saved/play_history.h"
#include "engine/viewer/study/viewer_summary.h"
#include "engine/viewer/viewer_bar.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_console.h"
#include "engine/viewer/viewer_data.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_error.h"
#include "engine/viewer/viewer_hud.h"
#include "engine/viewer/viewer_mouse.h"
#include "engine/viewer/viewer_picture.h"
#include "engine/viewer/viewer_playlist.h"
#include "engine/viewer/viewer_seek.h"

struct viewer {
    struct viewer_base base;
    struct window *window;
    struct osd_font font;

    struct viewer_playlist playlist;
    struct viewer_demo demo;
    struct viewer_error error;
    struct viewer_data data;
    struct camera camera; /* used for all demos */
    struct viewer_path path;
    struct viewer_views views;
    struct viewer_beside beside;
    enum event_filter filter; /* what the keys for events stop at */
    struct viewer_landing landing;

    struct viewer_picture picture;
    struct viewer_hud hud;
    struct viewer_sound sound;
    struct viewer_bar bar;
    struct viewer_record record;
    struct viewer_clip clip;
    struct help help;
    struct chooser chooser;
    struct viewer_console console;
    struct prompt go_to;
    struct viewer_marks marks;
    struct viewer_preview preview;
    struct play_history history; /* while the list is shown */
    bool has_history;
    struct demo_facts *facts; /* about listed demos; NULL = none was listed yet */
    struct viewer_summary summary;
    bool info; /* numbers about the playback are shown */

    struct viewer_mouse mouse;
    struct viewer_pad pad;
    struct flight_keys flight;
    bool key_was_bound; /* the last keydown did something: what it types is not asked for */

    double stepped; /* platform_now() of the last viewer_step */
    bool quit;
};

/* --- viewer.c --------------------------------------------------------------------------------- */

/* At the end of the demo: shows the keys that continue from there. */
void viewer_follow_end(const struct viewer_demo *demo, const struct viewer_mouse *mouse,
                       const struct viewer_playlist *playlist, struct viewer_base *base);
/* Saves bookmarks and settings; frees everything except the struct itself. */
void viewer_close(struct viewer *viewer);

#endif
