#include "engine/viewer/viewer_keys.h"

#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/viewer/host/input_event.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/overlay/message_log.h"
#include "engine/viewer/overlay/osd_messages.h"
#include "engine/viewer/viewer_base.h"

enum { MAX_TOLD_LINES = 20, NUMBERS_BYTES = 120 };

/* Bad lines so far. */
struct wrong_lines {
    struct viewer_base *base;
    unsigned count;
    char first[OSD_MESSAGE_TEXT];
    char numbers[NUMBERS_BYTES]; /* "2, 5, 9" */
    unsigned unnumbered;         /* for which there was no room */
};

static void add_number(struct wrong_lines *wrong, unsigned line)
{
    char number[16];
    const size_t used = strlen(wrong->numbers);
    const int length = snprintf(number, sizeof(number), "%s%u", used ? ", " : "", line);
    if (wrong->unnumbered > 0 || used + (size_t)length >= sizeof(wrong->numbers)) {
        wrong->unnumbered++;
    } else {
        memcpy(wrong->numbers + used, number, (size_t)length + 1);
    }
}

/* A key_tell_fn. */
static void add_bad_line(void *context, const char *path, unsigned line, const char *what)
{
    struct wrong_lines *wrong = context;
    char said[OSD_MESSAGE_TEXT];
    snprintf(said, sizeof(said), "keys.conf: %s", what);
    wrong->count++;
    if (wrong->count == 1) {
        memcpy(wrong->first, said, sizeof(said));
    }
    add_number(wrong, line);
    if (wrong->count <= MAX_TOLD_LINES) {
        fprintf(stderr, "quakereel: %s: %s\n", path, what);
        message_log_add(&wrong->base->messages.log, said);
    }
}

int viewer_read_keys(struct viewer_base *base)
{
    struct wrong_lines wrong = {.base = base};
    char text[OSD_MESSAGE_TEXT], console[KEY_HELP_TEXT], lists[64] = "", more[32] = "";
    int code = key_map_init(&base->keys);
    code = code < 0 ? code : key_map_read_user_file(&base->keys, add_bad_line, &wrong);
    if (wrong.count > MAX_TOLD_LINES) {
        snprintf(text, sizeof(text), "keys.conf: and %u more wrong lines",
                 wrong.count - MAX_TOLD_LINES);
        fprintf(stderr, "quakereel: %s\n", text);
        message_log_add(&base->messages.log, text);
    }
    if (wrong.count == 1) {
        osd_messages_trouble(&base->messages, platform_now(), wrong.first);
    } else if (wrong.count > 1) {
        if (key_map_name(&base->keys, ACTION_CONSOLE, 0, console, NULL)) {
            snprintf(lists, sizeof(lists), " (%.40s, Tab: why)", console);
        }
        if (wrong.unnumbered > 0) {
            snprintf(more, sizeof(more), " and %u more", wrong.unnumbered);
        }
        snprintf(text, sizeof(text), "keys.conf: %u wrong lines: %s%s%s", wrong.count,
                 wrong.numbers, more, lists);
        osd_messages_trouble(&base->messages, platform_now(), text);
    }
    return code;
}

struct key viewer_key(const struct input_event *event)
{
    const int alt = event->mods & KEY_ALTGR ? KEY_ALT : 0;
    return (struct key){.code = event->key.code,
                        .mods = (uint8_t)((event->mods & (KEY_SHIFT | KEY_CTRL | KEY_ALT)) | alt)};
}
