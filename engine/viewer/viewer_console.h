/* The console in the viewer: sources of its lines, and its keys. */
#ifndef ENGINE_VIEWER_VIEWER_CONSOLE_H
#define ENGINE_VIEWER_VIEWER_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/viewer/overlay/console.h"
#include "engine/viewer/overlay/message_log.h"

struct input_event;
struct viewer_base;
struct viewer_demo;
struct viewer_picture;

struct viewer_console {
    struct console view;
    uint32_t followed;              /* lines for this player are listed, slot + 1; 0 = all */
    const struct viewer_demo *demo; /* demo of the latest console_source */
    const struct message_log *log;
};

/* The lines there are now. Good until the viewer changes. */
struct console_source viewer_console_source(struct viewer_console *console,
                                            const struct viewer_demo *demo,
                                            const struct viewer_base *base);
/* Lines up, negative: down. */
void viewer_console_scroll(struct viewer_console *console, const struct viewer_demo *demo,
                           struct viewer_base *base, long lines);
void viewer_console_wheel(struct viewer_console *console, const struct viewer_demo *demo,
                          struct viewer_base *base, int clicks);
/* Handle keys and typed characters while the console is shown. False if the key keeps its usual
 * action. *bound: the character it types is ignored. */
bool viewer_console_key(struct viewer_console *console, const struct viewer_demo *demo,
                        const struct viewer_picture *picture, struct viewer_base *base,
                        const struct input_event *event, bool *bound);
void viewer_console_text(struct viewer_console *console, struct viewer_base *base, char character);

#endif
