#include "engine/viewer/overlay/osd_messages.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/latin_text.h"

static void set_text(struct osd_message *message, const char *text, double until)
{
    latin_text(message->text, sizeof(message->text), text);
    message->until = until;
}

void osd_messages_say(struct osd_messages *n, double now, const char *text)
{
    set_text(&n->passing, text, now + OSD_MESSAGE_PASSING_SECONDS);
    if (text[0] != '\0') {
        message_log_add(&n->log, text);
    }
}

void osd_messages_trouble(struct osd_messages *n, double now, const char *text)
{
    struct osd_message fresh;
    set_text(&fresh, text, now + OSD_MESSAGE_TROUBLE_SECONDS);
    message_log_add(&n->log, text);
    for (size_t i = 0; i < n->num_troubles; i++) {
        if (strcmp(n->troubles[i].text, fresh.text) == 0) {
            n->troubles[i].until = fresh.until;
            return;
        }
    }
    if (n->num_troubles == OSD_MESSAGE_TROUBLES) {
        n->more_troubles++;
    } else {
        n->troubles[n->num_troubles++] = fresh;
    }
}

void osd_messages_take_back(struct osd_messages *n, const char *text)
{
    struct osd_message told;
    set_text(&told, text, 0.0);
    for (size_t i = 0; i < n->num_troubles; i++) {
        if (strcmp(n->troubles[i].text, told.text) == 0) {
            n->num_troubles--;
            memmove(&n->troubles[i], &n->troubles[i + 1],
                    (n->num_troubles - i) * sizeof(n->troubles[0]));
            return;
        }
    }
}

bool osd_messages_stand(struct osd_messages *n, enum osd_message_key key, const char *text)
{
    struct osd_message fresh;
    set_text(&fresh, text, 0.0);
    if (strcmp(n->standing[key].text, fresh.text) == 0) {
        return false;
    }
    n->standing[key] = fresh;
    message_log_add(&n->log, text);
    return true;
}

bool osd_messages_withdraw(struct osd_messages *n, enum osd_message_key key)
{
    const bool stood = n->standing[key].text[0] != '\0';
    n->standing[key].text[0] = '\0';
    return stood;
}

void osd_messages_jump(struct osd_messages *n)
{
    n->passing.text[0] = '\0';
    osd_messages_withdraw(n, OSD_MESSAGE_END);
}

void osd_messages_change_demo(struct osd_messages *n)
{
    osd_messages_jump(n);
    for (int key = 0; key < OSD_MESSAGE_KEYS; key++) {
        n->standing[key].text[0] = '\0';
    }
}

bool osd_messages_dismiss(struct osd_messages *n)
{
    const bool some = n->num_troubles > 0;
    n->num_troubles = n->more_troubles = 0;
    return osd_messages_withdraw(n, OSD_MESSAGE_DAMAGE) || some;
}

bool osd_messages_tick(struct osd_messages *n, double now)
{
    bool changed = false;
    size_t kept = 0;
    if (n->passing.text[0] != '\0' && now > n->passing.until) {
        n->passing.text[0] = '\0';
        changed = true;
    }
    for (size_t i = 0; i < n->num_troubles; i++) {
        if (now <= n->troubles[i].until) {
            n->troubles[kept++] = n->troubles[i];
        }
    }
    changed |= kept != n->num_troubles;
    n->num_troubles = kept;
    n->more_troubles = kept ? n->more_troubles : 0;
    return changed;
}

void osd_messages_free(struct osd_messages *n)
{
    message_log_free(&n->log);
    *n = (struct osd_messages){0};
}

static void add_line(char *text, size_t size, size_t *used, const char *line)
{
    if (line[0] != '\0' && *used < size) {
        const int wrote = snprintf(text + *used, size - *used, "%s%s", *used ? "\n" : "", line);
        *used += wrote > 0 ? (size_t)wrote : 0;
    }
}

void osd_messages_text(const struct osd_messages *n, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < n->num_troubles; i++) {
        add_line(text, size, &used, n->troubles[i].text);
    }
    if (n->more_troubles) {
        char more[64];
        snprintf(more, sizeof(more), "and %zu more in the console", n->more_troubles);
        add_line(text, size, &used, more);
    }
    for (int key = 0; key < OSD_MESSAGE_KEYS; key++) {
        const bool later = key == OSD_MESSAGE_END && n->passing.text[0] != '\0';
        add_line(text, size, &used, later ? "" : n->standing[key].text);
    }
    add_line(text, size, &used, n->passing.text);
}
