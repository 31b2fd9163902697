/* What the files of the viewer share. */
#ifndef ENGINE_VIEWER_VIEWER_INTERNAL_H
#define ENGINE_VIEWER_VIEWER_INTERNAL_H

#include <SDL.h>

#include "engine/playback/demo_list.h"
#include "engine/playback/follow.h"
#include "engine/playback/player.h"
#include "engine/playback/transport.h"
#include "engine/viewer/memory/demo_notes.h"
#include "engine/viewer/event_filter.h"
#include "engine/viewer/keys.h"
#include "engine/viewer/letters/osd_font.h"
#include "engine/viewer/overlay/bar.h"
#include "engine/viewer/overlay/chooser.h"
#include "engine/viewer/overlay/console.h"
#include "engine/viewer/overlay/data_panel.h"
#include "engine/viewer/overlay/help.h"
#include "engine/viewer/overlay/notices.h"
#include "engine/viewer/memory/settings.h"
#include "engine/viewer/scale/auto_scale.h"
#include "engine/viewer/scale/pace.h"
#include "engine/viewer/scale/picture_fit.h"
#include "engine/viewer/tell.h"
#include "engine/viewer/viewer.h"
#include "engine/viewer/window.h"

enum viewer_bar_mode { BAR_WHEN_NEEDED, BAR_ALWAYS, BAR_NEVER };

/* What the game data was found to lack of this demo. */
struct viewer_missing {
    unsigned count;
    double until;      /* when it is no longer told, platform_now() */
    char places[4096]; /* where it was looked for, when there is no game data at all */
};

/* A click on the picture pauses, unless a second one makes it a double click, which is about the
 * window only. */
struct viewer_click {
    double due;              /* when it pauses, platform_now(); 0 = no click waits */
    struct transport before; /* as it was before it did */
    bool done;               /* it did; a second click takes that back */
};

struct viewer {
    const struct viewer_options *options;
    struct key_map keys;
    struct settings settings; /* what is remembered from one run to the next */
    struct window *window;
    struct osd_font font;

    char **playlist; /* owned; a NULL entry is the built-in demo */
    size_t num_demos, cap_demos, current;
    bool stays;               /* the next demo of it begins only when it is asked for */
    size_t failed_after;      /* no demo from that place on can be opened; 0 = nobody tried */
    struct demo_list dropped; /* in the drop that is going on */
    struct chooser chooser;

    bool open; /* player, transport and notes are there */
    struct player player;
    char *name; /* owned, the demo's as its player has it; NULL is the built-in one */
    bool began; /* some demo has: the part to play was its */
    struct transport transport;
    struct demo_notes notes;
    double seen;          /* the latest time shown */
    struct camera camera; /* of all demos */
    struct hud_options hud; /* likewise */
    int32_t scores_key;     /* SDL keycode that holds the scores up; 0 = none */
    struct render_light light;

    enum viewer_bar_mode bar;
    bool bar_shown;
    double bar_until;         /* platform_now() */
    enum event_filter filter; /* what the keys for events stop at */
    bool info, muted;
    struct help help;
    char basedir[SEARCH_PATH];    /* game data the person gave; "" = none */
    char remembered[SEARCH_PATH]; /* what the settings say of it, for the demo that is open */
    bool data_dismissed;          /* he knows that it is missing */
    struct viewer_missing missing;
    struct console console;
    uint32_t console_followed; /* whose lines it lists, slot + 1 */
    struct notices notices;
    struct tell_listener listener; /* hears what is said on stderr */
    int mouse_x, mouse_y;          /* picture pixels, negative: not over the picture */
    bool dragging;                 /* the play head */
    struct viewer_click click;
    bool flying;        /* the mouse turns the free camera */
    bool key_was_bound; /* the last keydown did something: what it types is not asked for */

    int scale; /* as wished for, 1 to PICTURE_SCALES; 0 = auto_scale's */
    struct auto_scale auto_scale;
    int scaled_width, scaled_height; /* the window's, when auto_scale began */
    struct picture_fit fit; /* of the last picture: mouse and overlay count in its canvas */
    struct pace pace;
    bool moved;      /* when the last picture was drawn, the demo played */
    uint32_t *small; /* owned: the picture before it is enlarged */
    size_t small_capacity;
    bool dirty; /* the picture must be drawn again */
    bool quit;
    bool bad;         /* a demo could not be opened or was damaged */
    bool told_follow; /* that whom the options follow is not in the demo */
    bool told_damage; /* of this demo */
    double title_due; /* platform_now() */
};

/* viewer.c */
void viewer_say(struct viewer *viewer, const char *format, ...) FORMAT_PRINTF(2, 3);
/* Says that something went wrong: on the screen, and on stderr. */
void viewer_trouble(struct viewer *viewer, const char *format, ...) FORMAT_PRINTF(2, 3);
/* The same of a whole line; context: the viewer. A files_log_fn, settings_tell_fn, key_tell_fn. */
void viewer_trouble_line(void *context, const char *line);
/* Shows what is said on stderr; the viewer's tell_listener. */
void viewer_hear(void *viewer, enum tell_kind kind, const char *line);
void viewer_show_bar(struct viewer *viewer);
/* Hears how setting or removing a setting went, which only fails without memory. */
void viewer_keep(struct viewer *viewer, int code);
/* At the end play stands still: says what goes on from there. */
void viewer_follow_end(struct viewer *viewer);
/* Saves notes and settings, frees everything but the viewer itself. */
void viewer_close(struct viewer *viewer);

/* viewer_demos.c */
/* Opens the demo of that place in the playlist; the one before is closed when it can be opened.
 * What is wrong is said where it cannot: false. */
bool viewer_open_demo(struct viewer *viewer, size_t place);
/* The current one anew, at the same time. False: it cannot be opened any more, and plays on. */
bool viewer_reopen_demo(struct viewer *viewer);
/* The level that is shown, as the demo calls it; "" = none yet. */
void viewer_level(const struct viewer *viewer, struct demo_event *level);
/* Keeps "demo - level" over the window, looking a few times a second. */
void viewer_follow_title(struct viewer *viewer, double now);
/* Tells the transport how far the index has come. */
void viewer_follow_index(struct viewer *viewer);
/* Saves the notes and says what was damaged; nothing when none is open. */
void viewer_close_demo(struct viewer *viewer);

/* viewer_playlist.c */
/* The playlist the options ask for. False: no memory. */
bool viewer_make_playlist(struct viewer *viewer);
void viewer_free_playlist(struct viewer *viewer);
/* Opens the first demo that can be; of an archive's it also shows the list. False: none can. */
bool viewer_open_any(struct viewer *viewer);
/* So many demos further in the playlist (negative: back), over those that cannot be opened. A demo
 * that is alone gets those of its folder beside it, which play only when they are asked for. */
void viewer_go_playlist(struct viewer *viewer, double amount);
/* At the end of a demo the next of the playlist begins; the last one stays. */
void viewer_follow_playlist(struct viewer *viewer);
/* A file, folder or archive of a drop; at the drop's end one demo is put behind the current one and
 * opened, several become the playlist. */
void viewer_drop_file(struct viewer *viewer, const char *path);
void viewer_drop_end(struct viewer *viewer);
/* The list to choose a demo from: shows it, or takes it away. */
void viewer_show_list(struct viewer *viewer);
void viewer_hide_list(struct viewer *viewer);
struct chooser_list viewer_chooser_list(const struct viewer *viewer);
/* What keys and the mouse do while it is shown. False: the key does nothing there. */
bool viewer_chooser_key(struct viewer *viewer, SDL_Keycode code);
void viewer_chooser_mouse(struct viewer *viewer, bool pressed);

/* viewer_data.c */
/* How demos are opened and drawn, with the game data the person gave or remembers. */
struct player_options viewer_player_options(struct viewer *viewer);
/* A dropped path: if it is game data, the demo is opened anew with it. False: it is something else.
 */
bool viewer_take_game_data(struct viewer *viewer, const char *path);
void viewer_remember_data(struct viewer *viewer);
/* Whether a placeholder stands in for the level of the last picture. */
bool viewer_level_is_missing(const struct viewer *viewer);
/* What to say of that. False: nothing. */
struct viewer_data {
    struct data_panel panel;
    char level[DEMO_EVENT_TEXT];
};
bool viewer_describe_data(const struct viewer *viewer, struct viewer_data *data);
/* A demo was opened: nothing is missing yet but what never was there. */
void viewer_begin_missing(struct viewer *viewer);
/* Counts on the screen what else is missing. */
void viewer_follow_missing(struct viewer *viewer, double now);

/* viewer_console.c */
/* The lines there are now. Good until the viewer changes. */
struct console_source viewer_console_source(struct viewer *viewer);
/* Lines up, negative: down. */
void viewer_console_scroll(struct viewer *viewer, long lines);
void viewer_console_wheel(struct viewer *viewer, int clicks);
/* What keys and typed characters do while it is shown. False: the key does what it always does. */
bool viewer_console_key(struct viewer *viewer, const SDL_Keysym *key);
void viewer_console_text(struct viewer *viewer, char character);

/* viewer_go.c: amounts as enum action has them. */
void viewer_step_updates(struct viewer *viewer, double amount);
void viewer_step_frames(struct viewer *viewer, double amount);
void viewer_go_event(struct viewer *viewer, enum event_filter filter, double amount);
void viewer_cycle_filter(struct viewer *viewer);
void viewer_go_level(struct viewer *viewer, double amount);
void viewer_seek_percent(struct viewer *viewer, double percent);
void viewer_change_mark(struct viewer *viewer, bool add);

/* viewer_camera.c */
/* Chooses whose eyes the pictures are seen with; action: FOLLOW or PLAYER. */
void viewer_choose_followed(struct viewer *viewer, enum action action, double amount);
void viewer_cycle_camera(struct viewer *viewer);
void viewer_change_chase(struct viewer *viewer, float distance, float height);
/* Whether the mouse turns the free camera. */
void viewer_set_flying(struct viewer *viewer, bool flying);
/* 1 forward, -1 back, 0 for keys that do not fly; *side likewise. By the keys' places, whatever
 * letters are on them. */
int viewer_fly_direction(SDL_Scancode code, int *side);
/* Moves the free camera by the keys that are held down. */
void viewer_fly(struct viewer *viewer, double seconds);

/* viewer_picture.c */
/* The light and the scale asked for, or remembered. */
void viewer_begin_picture(struct viewer *viewer);
/* Change it, say what it is now, remember it. */
void viewer_change_gamma(struct viewer *viewer, double amount);
void viewer_change_contrast(struct viewer *viewer, double amount);
void viewer_reset_light(struct viewer *viewer);
/* 1, 2 and so on, auto. */
void viewer_cycle_scale(struct viewer *viewer);
/* The scale that is wished for in a window of that many pixels. */
int viewer_scale(struct viewer *viewer, int width, int height);
/* A picture was made in `draw` s and shown at `now`, `interval` s after the one before. */
void viewer_follow_scale(struct viewer *viewer, double now, double draw, double interval);

/* viewer_hud.c */
/* What the options ask for, and what is remembered of the rest. */
void viewer_begin_hud(struct viewer *viewer);
/* A step larger (positive) or smaller. */
void viewer_change_view_size(struct viewer *viewer, double direction);
/* What the action of that name turns on, off or to its next. */
void viewer_change_hud(struct viewer *viewer, enum action action);
/* Scores are shown while the key is down; 0 releases whichever it is. */
void viewer_hold_scores(struct viewer *viewer, enum hud_scores scores, int32_t key);
void viewer_release_scores(struct viewer *viewer, int32_t key);

/* viewer_input.c */
void viewer_handle_event(struct viewer *viewer, const SDL_Event *event);
void viewer_act(struct viewer *viewer, enum action action, double amount);

/* viewer_mouse.c: what viewer_handle_event hands on. */
void viewer_mouse_up(struct viewer *viewer, const SDL_MouseButtonEvent *event);
void viewer_mouse_motion(struct viewer *viewer, const SDL_MouseMotionEvent *event);
void viewer_mouse_button(struct viewer *viewer, const SDL_MouseButtonEvent *event);
void viewer_mouse_wheel(struct viewer *viewer, const SDL_MouseWheelEvent *event);

/* A click on the picture that was not followed by another one does what it means. */
void viewer_follow_click(struct viewer *viewer, double now);

/* viewer_draw.c. 0, or negative after one line on stderr. */
int viewer_draw(struct viewer *viewer) MUST_CHECK;
/* The same moment as it is without the bar, for saving: not shown. Likewise. */
int viewer_draw_bare(struct viewer *viewer) MUST_CHECK;
/* The bar as it is now, and what of its words lies in no other place. */
struct viewer_bar {
    struct bar bar;
    char followed[FOLLOW_TEXT];
    char damage[256];
};
void viewer_describe_bar(const struct viewer *viewer, struct viewer_bar *bar);

#endif
