#include "engine/viewer/viewer_console.h"

#include <stdio.h>
#include <string.h>

#include "engine/viewer/host/input_event.h"
#include "engine/viewer/overlay/console.h"
#include "engine/viewer/overlay/message_log.h"
#include "engine/viewer/scale/picture_fit.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_picture.h"

enum { WHEEL_LINES = 3, CONSOLE_FAR = 1 << 20 };

/* A line of the demo; those for other players' eyes are left out. */
static bool demo_line(const void *context, size_t index, double *time, char text[CONSOLE_TEXT])
{
    const struct viewer_console *console = context;
    const struct demo_print print = timeline_print(console->demo->player.timeline, (uint32_t)index);
    const uint32_t slot = console->followed;
    *time = print.time;
    snprintf(text, CONSOLE_TEXT, "%s", print.text);
    return slot == 0 || slot > 32 || (print.audience >> (slot - 1) & 1);
}

/* Four bits of a colour, not so dark that they would be lost on the console's ground. */
static uint32_t brighten_digit(int digit)
{
    return 0x50u + (uint32_t)(digit & 15) * (0xffu - 0x50u) / 15u;
}

/* Colours of text written by players. */
static void demo_colors(const void *context, size_t index, uint32_t colors[CONSOLE_TEXT])
{
    const struct viewer_console *console = context;
    const struct demo_print print = timeline_print(console->demo->player.timeline, (uint32_t)index);
    for (uint32_t run = 0; run < print.num_runs; run++) {
        const uint16_t color = print.runs[run].color;
        const uint32_t shown = color != 0
                                   ? brighten_digit(color >> 8) << 16 |
                                         brighten_digit(color >> 4) << 8 | brighten_digit(color)
                                   : 0;
        for (size_t i = print.runs[run].start; i < CONSOLE_TEXT; i++) {
            colors[i] = shown;
        }
    }
}

static bool own_line(const void *context, size_t index, double *time, char text[CONSOLE_TEXT])
{
    const struct viewer_console *console = context;
    *time = -1.0;
    snprintf(text, CONSOLE_TEXT, "%s", message_log_line(console->log, index));
    return true;
}

struct console_source viewer_console_source(struct viewer_console *console,
                                            const struct viewer_demo *demo,
                                            const struct viewer_base *base)
{
    console->demo = demo;
    console->log = &base->messages.log;
    console->view.own |= !demo->open;
    if (console->view.own) {
        return (struct console_source){.line = own_line,
                                       .context = console,
                                       .count = base->messages.log.count,
                                       .name = "quakereel's messages"};
    }
    const double until = demo->transport.time;
    console->followed = timeline_followed(demo->player.timeline, demo->player.scene_options.follow);
    return (struct console_source){.line = demo_line,
                                   .colors = demo_colors,
                                   .context = console,
                                   .count = timeline_prints_at(demo->player.timeline, until),
                                   .name = "the demo's messages"};
}

void viewer_console_scroll(struct viewer_console *console, const struct viewer_demo *demo,
                           struct viewer_base *base, long lines)
{
    const struct console_source source = viewer_console_source(console, demo, base);
    console_scroll(&console->view, &source, lines);
    base->dirty = true;
}

void viewer_console_wheel(struct viewer_console *console, const struct viewer_demo *demo,
                          struct viewer_base *base, int clicks)
{
    viewer_console_scroll(console, demo, base, (long)clicks * WHEEL_LINES);
}

bool viewer_console_key(struct viewer_console *console, const struct viewer_demo *demo,
                        const struct viewer_picture *picture, struct viewer_base *base,
                        const struct input_event *event, bool *bound)
{
    const struct picture_fit *fit = &picture->fit;
    const long page = console_rows(fit->canvas_width, fit->canvas_height) - 1;
    const int32_t code = event->key.code;
    const bool types = keycode_types(code) && !(event->mods & (KEY_CTRL | KEY_ALT));
    base->dirty = true;
    switch (code) {
    case KEYCODE_ESCAPE:
        console_escape(&console->view);
        return true;
    case KEYCODE_BACKSPACE:
        console_erase(&console->view);
        return true;
    case KEYCODE_TAB:
        console->view.own = !console->view.own;
        console->view.scroll = 0;
        return true;
    case KEYCODE_PAGEUP:
    case KEYCODE_PAGEDOWN:
        viewer_console_scroll(console, demo, base, code == KEYCODE_PAGEUP ? page : -page);
        return true;
    case KEYCODE_HOME:
    case KEYCODE_END:
        viewer_console_scroll(console, demo, base,
                              code == KEYCODE_HOME ? CONSOLE_FAR : -CONSOLE_FAR);
        return true;
    case KEYCODE_SPACE: /* pauses, or is part of a filter */
        *bound = console->view.filter[0] == '\0';
        return !*bound;
    default:
        *bound = !types;
        return types;
    }
}

void viewer_console_text(struct viewer_console *console, struct viewer_base *base, char character)
{
    if (character == '~' || character == '`') {
        console_toggle(&console->view);
    } else {
        console_type(&console->view, character);
    }
    base->dirty = true;
}
