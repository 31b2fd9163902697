/* Data shared by all parts of the viewer: options, saved settings, key bindings, messages over the
 * picture, redraw and exit flags. Main thread only. */
#ifndef ENGINE_VIEWER_VIEWER_BASE_H
#define ENGINE_VIEWER_VIEWER_BASE_H

#include <stdbool.h>

#include "engine/report/report.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/overlay/osd_messages.h"
#include "engine/viewer/saved/settings.h"
#include "engine/viewer/viewer.h"

struct viewer_base {
    const struct viewer_options *options; /* borrowed */
    struct settings settings;
    double settings_due; /* when they are saved next, platform_now() */
    struct key_map keys;
    struct osd_messages messages;
    struct report_listener listener; /* viewer_hear: shows lines printed on stderr */
    bool dirty;                      /* the picture must be redrawn */
    bool bad;                        /* a demo could not be opened or is damaged: exit status 1 */
};

/* Shows a message for a few seconds. */
void viewer_say(struct viewer_base *base, const char *format, ...) FORMAT_PRINTF(2, 3);
/* Shows an error message, and prints it on stderr. */
void viewer_trouble(struct viewer_base *base, const char *format, ...) FORMAT_PRINTF(2, 3);
/* viewer_trouble for a whole line; context: the viewer_base. A files_log_fn, settings_tell_fn. */
void viewer_trouble_line(void *context, const char *line);
/* Shows a line that was printed on stderr; report_listener.hear. context: the viewer_base. */
void viewer_hear(void *context, enum report_kind kind, const char *line);
/* The key to name for an action without amount; "" if no key is bound to it. */
void viewer_name_key(const struct viewer_base *base, enum action action, char name[KEY_HELP_TEXT]);
/* Reports the result of a change of settings: a negative code means out of memory. */
void viewer_keep(struct viewer_base *base, int code);

#endif
