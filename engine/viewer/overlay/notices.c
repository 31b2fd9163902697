#include "engine/viewer/overlay/notices.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/latin_text.h"

static void set_text(struct notice *notice, const char *text, double until)
{
    latin_text(notice->text, sizeof(notice->text), text);
    notice->until = until;
}

void notices_say(struct notices *n, double now, const char *text)
{
    set_text(&n->passing, text, now + NOTICE_PASSING_SECONDS);
    if (text[0] != '\0') {
        message_log_add(&n->log, text);
    }
}

void notices_trouble(struct notices *n, double now, const char *text)
{
    struct notice fresh;
    set_text(&fresh, text, now + NOTICE_TROUBLE_SECONDS);
    message_log_add(&n->log, text);
    for (size_t i = 0; i < n->num_troubles; i++) {
        if (strcmp(n->troubles[i].text, fresh.text) == 0) {
            n->troubles[i].until = fresh.until;
            return;
        }
    }
    if (n->num_troubles == NOTICE_TROUBLES) {
        n->more_troubles++;
    } else {
        n->troubles[n->num_troubles++] = fresh;
    }
}

void notices_take_back(struct notices *n, const char *text)
{
    struct notice told;
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

bool notices_stand(struct notices *n, enum notice_key key, const char *text)
{
    struct notice fresh;
    set_text(&fresh, text, 0.0);
    if (strcmp(n->standing[key].text, fresh.text) == 0) {
        return false;
    }
    n->standing[key] = fresh;
    message_log_add(&n->log, text);
    return true;
}

bool notices_withdraw(struct notices *n, enum notice_key key)
{
    const bool stood = n->standing[key].text[0] != '\0';
    n->standing[key].text[0] = '\0';
    return stood;
}

void notices_jump(struct notices *n)
{
    n->passing.text[0] = '\0';
    notices_withdraw(n, NOTICE_END);
}

void notices_change_demo(struct notices *n)
{
    notices_jump(n);
    for (int key = 0; key < NOTICE_KEYS; key++) {
        n->standing[key].text[0] = '\0';
    }
}

bool notices_dismiss(struct notices *n)
{
    const bool some = n->num_troubles > 0;
    n->num_troubles = n->more_troubles = 0;
    return notices_withdraw(n, NOTICE_DAMAGE) || some;
}

bool notices_tick(struct notices *n, double now)
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

void notices_free(struct notices *n)
{
    message_log_free(&n->log);
    *n = (struct notices){0};
}

static void add_line(char *text, size_t size, size_t *used, const char *line)
{
    if (line[0] != '\0' && *used < size) {
        const int wrote = snprintf(text + *used, size - *used, "%s%s", *used ? "\n" : "", line);
        *used += wrote > 0 ? (size_t)wrote : 0;
    }
}

void notices_text(const struct notices *n, char *text, size_t size)
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
    for (int key = 0; key < NOTICE_KEYS; key++) {
        const bool later = key == NOTICE_END && n->passing.text[0] != '\0';
        add_line(text, size, &used, later ? "" : n->standing[key].text);
    }
    add_line(text, size, &used, n->passing.text);
}
