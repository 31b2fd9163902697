#include "engine/viewer/viewer_base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "formats/base/terminal_text.h"

void viewer_say(struct viewer_base *base, const char *format, ...)
{
    char text[OSD_MESSAGE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    osd_messages_say(&base->messages, platform_now(), text);
    base->dirty = true;
}

void viewer_trouble_line(void *context, const char *line)
{
    struct viewer_base *base = context;
    char shown[2 * OSD_MESSAGE_TEXT];
    terminal_text(shown, sizeof(shown), line);
    fprintf(stderr, "quakereel: %s\n", shown);
    osd_messages_trouble(&base->messages, platform_now(), line);
    base->dirty = true;
}

void viewer_trouble(struct viewer_base *base, const char *format, ...)
{
    char text[OSD_MESSAGE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    viewer_trouble_line(base, text);
}

/* "x.dem: byte 7: ..." of the same with a folder, which may be longer than a line. */
static const char *without_folder(const char *line)
{
    const char *end = strstr(line, ": "), *name = line;
    for (const char *p = line; end && p < end; p++) {
        name = *p == '/' ? p + 1 : name;
    }
    return name;
}

void viewer_hear(void *context, enum report_kind kind, const char *line)
{
    struct viewer_base *base = context;
    if (kind == REPORT_DAMAGE && !base->options->asked->play.no_osd) {
        osd_messages_stand(&base->messages, OSD_MESSAGE_DAMAGE, without_folder(line));
    } else if (kind == REPORT_TROUBLE || kind == REPORT_DAMAGE) {
        osd_messages_trouble(&base->messages, platform_now(), line);
    } else {
        message_log_add(&base->messages.log, line);
    }
    base->dirty = true;
}

void viewer_name_key(const struct viewer_base *base, enum action action, char name[KEY_HELP_TEXT])
{
    (void)!key_map_name(&base->keys, action, 0, name, NULL);
}

void viewer_keep(struct viewer_base *base, int code)
{
    if (code < 0) {
        viewer_trouble(base, "out of memory (setting)");
    }
}
